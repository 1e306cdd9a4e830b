import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

/** The types of the root fields, one for each group. */
export const namespaceTypes = (schema: GraphQLSchema): readonly GraphQLObjectType[] =>
  Object.values(schema.getQueryType()!.getFields())
    .filter(({ args, extensions }) => args.length === 0 && !extensions.isPersonal)
    .map(({ type }) => getNamedType(type))
    .filter(isObjectType);

/** What the names of the types of a group begin with. */
export const typePrefix = (group: string): string => group.charAt(0).toUpperCase() + group.slice(1);
