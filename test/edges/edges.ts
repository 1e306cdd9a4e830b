import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { groups } from '../../core/groups.ts';
import { schema } from '../../schema/index.ts';

/** The group that a type is named after. */
const groupOf = (type: string) => groups.find((group) => type.toLowerCase().startsWith(group));

/** The fields that lead from a group to a lookup of another, or to something that is matched, as `Type.field`. */
export const edges: readonly string[] = Object.values(schema.getTypeMap())
  .flatMap((type) => {
    if (!isObjectType(type) || isInterfaceType(type) || type.name.toLowerCase() === groupOf(type.name))
      return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const { lookup } = field.extensions;
      const isMatched = /(?:Findings|Match|AccountLink)$/.test(getNamedType(field.type).name);
      const isEdge =
        lookup && (lookup.group !== groupOf(type.name) || isMatched || type.name.endsWith('AccountLink'));
      return isEdge ? [`${type.name}.${field.name}`] : [];
    });
  })
  .sort();
