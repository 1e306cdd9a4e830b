import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { type Group, groups } from '../../core/groups.ts';
import { typePrefix } from '../../schema/kernel/namespaces.ts';

/** A field of a type of one group that leads to another group. */
export interface GroupEdge {
  readonly from: Group;
  readonly to: Group;
  /** Name of the type that has the field. */
  readonly type: string;
  readonly field: string;
  readonly description: string;
}

/** A field that leads to a group is no edge of the picture where it leads to more groups than this: it says nothing there. */
const mostTargets = 6;

/** The group that a type belongs to, by its name: `music` for `MusicTrack`. Undefined for a type of all groups. */
export const groupOfType = (name: string): Group | undefined =>
  groups.find((group) => name.startsWith(typePrefix(group)));

/** The edges of a schema, sorted by group, type and field. */
export function groupEdges(schema: GraphQLSchema): readonly GroupEdge[] {
  const edges = Object.values(schema.getTypeMap()).flatMap((type) => {
    const from = groupOfType(type.name);
    if (!from || !isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const targets = targetsOf(field).filter((to) => to !== from);
      if (targets.length > mostTargets) return [];
      const description = field.description ?? '';
      return targets.map((to) => ({ from, to, type: type.name, field: field.name, description }));
    });
  });
  const keyOf = ({ from, to, type, field }: GroupEdge) => `${from} ${to} ${type} ${field}`;
  return edges.sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

/** The groups that a field leads to: that of its lookup, or else those of the types that it returns. */
function targetsOf({ extensions, type }: GraphQLField<unknown, unknown>): readonly Group[] {
  if (extensions.lookup) return [extensions.lookup.group];
  return [...new Set(groupsOfType(getNamedType(type)))];
}

/** The group of a type, or those of the members of a union, or of what an object of no group holds. */
function groupsOfType(type: GraphQLNamedType, depth = 2): readonly Group[] {
  const own = groupOfType(type.name);
  if (own) return [own];
  if (depth === 0) return [];
  if (isUnionType(type)) return type.getTypes().flatMap((member) => groupsOfType(member, depth - 1));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) =>
    groupsOfType(getNamedType(field.type), depth - 1),
  );
}
