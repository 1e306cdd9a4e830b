/**
 * The groups of this package: the one list in which a group is registered. A group's name is the name of its files in
 * every layer, of its GraphQL namespace, of its permission, and the segment after `/api/` in its routes.
 * `npm run generate` writes the lists of the layers from it, in this order.
 */
export const ownGroups = [
  'arenagame',
  'blockgame',
  'brgame',
  'cardgame',
  'clips',
  'coderepo',
  'cubegame',
  'livestream',
  'microblog',
  'music',
  'news',
  'photosocial',
  'shortvideo',
  'pinboard',
  'songid',
  'sports',
  'titledb',
  'videosite',
  'weather',
] as const;

declare const isExtra: unique symbol;

/** The name of an extra group; `groupNamed` makes it. */
export type ExtraGroupName = string & { readonly [isExtra]: true };

export type Group = (typeof ownGroups)[number] | ExtraGroupName;

const names: [Group, ...Group[]] = [...ownGroups];

/** All groups: those of this package, and behind them those that the start has added. */
export const groups: readonly [Group, ...Group[]] = names;

export const isGroup = (word: string): word is Group => (groups as readonly string[]).includes(word);

/**
 * Permissions besides the group names, for lookups that need more than the permission of their group. The permission
 * `all` includes every group and none of these.
 */
export const furtherPermissions = [
  'songid:files',
] as const satisfies readonly `${(typeof ownGroups)[number]}:${string}`[];

/** A group that cannot be served. The message is one sentence that names it and says what to do. */
export class GroupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GroupError';
  }
}

/** An extra group, with its part of each layer. `server/groups/define-group.ts` knows the types of the parts. */
export interface ExtraGroup {
  readonly name: ExtraGroupName;
  readonly parts: Readonly<Record<'sources' | 'schema' | 'routes' | 'sandbox', unknown>>;
}

const added: ExtraGroup[] = [];

/** The extra groups, in the order of the setting. */
export const extraGroups: readonly ExtraGroup[] = added;

let isListed = false;

/**
 * Adds a group. The lists of the layers are made when their modules are evaluated, so it must be called before these are
 * imported. Throws a GroupError for a name that is taken.
 */
export function addGroup(group: ExtraGroup): void {
  const { name } = group;
  if (isListed) throw new Error(`The group ${name} is added after the lists of the layers were made.`);
  // Names of types begin with the name of their group.
  const alike = groups.find((other) => other.startsWith(name) || name.startsWith(other));
  if (alike !== undefined) {
    const why = alike === name ? 'is served already' : `and the group ${alike} begin alike`;
    throw new GroupError(`The group ${name} ${why}: give it another name.`);
  }
  added.push(group);
  names.push(name);
}

/** One part of each group from elsewhere, for the list of a layer. A part that is a list is flattened. */
export function extraParts<Part>(part: keyof ExtraGroup['parts']): readonly Part[] {
  isListed = true;
  return added.flatMap(({ parts }) => parts[part] as Part | readonly Part[]);
}
