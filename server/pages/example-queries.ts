import { type GraphQLSchema, parse, validate } from 'graphql';
import { crossDomainQueries } from '../../schema/examples.ts';
import type { ExampleQuery } from '../../schema/kernel/lookup-plugin/types.ts';

/** The query of the home page's command line. */
export const shortestQuery = '{ weather { current(city: "Oslo") { main { temp } } } }';

/** A query in one of GraphiQL's first tabs. */
export type EditorTab = Omit<ExampleQuery, 'title'>;

/** The examples of groups, then those over several. One that reads what the schema lacks is left out. */
export function exampleQueriesFor(schema: GraphQLSchema): readonly EditorTab[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const declared = fields.flatMap(({ extensions }) => extensions.examples ?? []);
  const all: readonly EditorTab[] = [...declared, ...crossDomainQueries.map((query) => ({ query }))];
  return all
    .filter(({ query }) => validate(schema, parse(query)).length === 0)
    .map(({ query, variables }) => (variables === undefined ? { query } : { query, variables }));
}
