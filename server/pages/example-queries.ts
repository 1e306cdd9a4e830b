import { type GraphQLSchema, parse, validate } from 'graphql';

/** A query in one of GraphiQL's first tabs. */
export interface ExampleQuery {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}

/** The query of the home page's command line. */
export const shortestQuery = '{ weather { current(city: "Oslo") { main { temp } } } }';

/**
 * The examples that groups declare as `extensions.examples` of their field of Query. An example that reads a group which
 * the schema lacks is left out.
 */
export function exampleQueriesFor(schema: GraphQLSchema): readonly ExampleQuery[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields
    .flatMap(({ extensions }) => extensions.examples ?? [])
    .filter(({ query }) => validate(schema, parse(query)).length === 0)
    .map(({ query, variables }) => (variables === undefined ? { query } : { query, variables }));
}
