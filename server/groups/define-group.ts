import { groupMark, type MarkedGroup, thisCopy } from '../../core/extra-groups.ts';
import { type ExtraGroupName, GroupError } from '../../core/groups.ts';
import type { RouteGroup } from '../../rest/kernel/route.ts';
import type { Upstream } from '../../sandbox/kernel/upstream.ts';
import type { AddSchema } from '../../schema/kernel/extra-schemas.ts';
import type { Source } from '../../sources/kernel/source.ts';

/** An extra group: the same five parts that the groups of almanac have. */
export interface GroupSpec {
  readonly name: ExtraGroupName;
  /** The upstreams; their endpoints are read by the lookups. */
  readonly sources: readonly [Source, ...Source[]];
  /** The module of the lookups: each is exposed by a field of the schema. */
  readonly lookups: Readonly<Record<string, unknown>>;
  /** Adds the types and the root field. */
  readonly schema: AddSchema;
  readonly routes: RouteGroup;
  /** The upstreams offline. */
  readonly sandbox: readonly [Upstream, ...Upstream[]];
  /** Payloads of endpoints by their names: what is served is compared with their shape, and `/status` tells of differences. */
  readonly payloads?: Readonly<Record<string, readonly unknown[]>>;
}

/** A group after `defineGroup`. */
export type DefinedGroup = MarkedGroup & { readonly parts: GroupSpec };

const nameForm = /^[a-z][a-z0-9]{1,31}$/;

/** The name of a group: that of its root field, of its permission, and the segment after `/api/`. Throws a GroupError. */
export function groupNamed(name: string): ExtraGroupName {
  if (nameForm.test(name)) return name as ExtraGroupName;
  throw new GroupError(
    `${JSON.stringify(name)} is no name of a group: take 2 to 32 small letters and digits, a letter first.`,
  );
}

/** The group that a module exports as default. Throws a GroupError where the parts do not belong together. */
export function defineGroup(spec: GroupSpec): DefinedGroup {
  const { name, sources, schema, routes, sandbox } = spec;
  const required = { sources, lookups: spec.lookups, schema, routes, sandbox };
  const missing = Object.entries(required).find(([, part]) => part === undefined)?.[0];
  if (missing) throw new GroupError(`The group ${name} has no ${missing}: give them to defineGroup.`);
  const strange = [...sources.map(({ group }) => group), routes.group].find((group) => group !== name);
  if (strange !== undefined)
    throw new GroupError(`A source or the routes of ${name} have the group ${strange}: let it be ${name}.`);
  return { name, parts: spec, [groupMark]: thisCopy };
}
