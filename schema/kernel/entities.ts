import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { namespaceTypes } from './namespaces.ts';

/** The object types whose fields include `id`. */
export const typesWithId = (schema: GraphQLSchema): readonly GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && 'id' in type.getFields(),
  );

/**
 * The names of the types that a lookup of a group returns for an id alone. A further input, such as a language, could
 * make two results of one id differ.
 */
export function typesFoundById(schema: GraphQLSchema): ReadonlySet<string> {
  const fields = namespaceTypes(schema).flatMap((type) => Object.values(type.getFields()));
  const found = fields.filter(({ extensions }) => {
    const inputs = Object.values(extensions.lookup?.input ?? {});
    return inputs.length === 1 && inputs[0]!.graphql.type === 'ID';
  });
  return new Set(found.map(({ type }) => getNamedType(type).name));
}
