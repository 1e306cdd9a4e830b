import { type GraphQLSchema, isInterfaceType, isIntrospectionType, isObjectType, isUnionType } from 'graphql';
import { namespaceTypes } from './namespaces.ts';

/** What normalising caches of clients need to know of the schema. */
export interface ClientCache {
  /** The object types of each interface, for fragments on interfaces. Apollo Client and Graphcache take it as it is. */
  readonly possibleTypes: Readonly<Record<string, string[]>>;
  /** Policies of Apollo Client: results of several queries about one group are merged, not replaced by the last one. */
  readonly typePolicies: Readonly<Record<string, { readonly merge: true }>>;
  /** Types without `id`, which Graphcache stores below the object that holds them. */
  readonly embeddedTypes: readonly string[];
}

/** Derives the settings of clients' caches from the schema, in alphabetical order. */
export function clientCache(schema: GraphQLSchema): ClientCache {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && type !== schema.getQueryType())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const namespaces = namespaceTypes(schema)
    .map(({ name }) => name)
    .sort();
  return {
    possibleTypes: Object.fromEntries(
      types
        .filter((type) => isInterfaceType(type) || isUnionType(type))
        .map((type) => [
          type.name,
          schema
            .getPossibleTypes(type)
            .map(({ name }) => name)
            .sort(),
        ]),
    ),
    typePolicies: Object.fromEntries(namespaces.map((name) => [name, { merge: true }])),
    embeddedTypes: types
      .filter(isObjectType)
      .filter((type) => !('id' in type.getFields()))
      .map(({ name }) => name),
  };
}
