/**
 * The groups of public data: the one list in which a group is registered. A group's name is the name of its files in
 * every layer, of its GraphQL namespace, of its permission, and the segment after `/api/` in its routes.
 * `npm run generate` writes the lists of the layers from it, in this order.
 */
export const groups = [
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

export type Group = (typeof groups)[number];

export const isGroup = (word: string): word is Group => (groups as readonly string[]).includes(word);

/**
 * Permissions besides the group names, for lookups that need more than the permission of their group. The permission
 * `all` includes every group and none of these.
 */
export const furtherPermissions = ['songid:files'] as const satisfies readonly `${Group}:${string}`[];
