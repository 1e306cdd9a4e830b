import type { GraphQLSchema } from 'graphql';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import type { Findings } from '../server/groups/check-parts.ts';
import type { Endpoint } from '../sources/kernel/source.ts';
import { fieldsOf } from './check-schema.ts';

/** A module of a group, with its exports. */
export interface GroupModule {
  readonly path: string;
  readonly group: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The lookups of all fields. */
const lookupsOf = (schema: GraphQLSchema): readonly Lookup[] =>
  fieldsOf(schema).flatMap(
    ({ field: { extensions } }) => extensions.lookup ?? extensions.composite?.all ?? [],
  );

const isLookup = (value: unknown): value is Lookup =>
  typeof value === 'object' &&
  value !== null &&
  ['run', 'input', 'batchSize', 'rules'].every((key) => key in value);

/** Lookups that no field of the graph exposes. */
export function checkExposure(schema: GraphQLSchema, modules: readonly GroupModule[]): Findings {
  const exposed = lookupsOf(schema);
  // The field of a byte lookup or of a long list has a copy of it, with the same inputs and perhaps `first`.
  const isExposed = (lookup: Lookup) =>
    exposed.some(
      ({ input, summary }) =>
        summary === lookup.summary &&
        Object.entries(lookup.input).every(([name, kind]) => input[name] === kind),
    );
  return modules.flatMap(({ path, group, exports }) =>
    Object.entries(exports)
      .filter(([, value]) => isLookup(value) && !isExposed(value))
      .map(
        ([name]) =>
          `${name} of ${path} is exposed by no field: use it in the schema of ${group}, or remove it.`,
      ),
  );
}

const isEndpoint = (value: unknown): value is Endpoint<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'plan' in value && 'source' in value && 'name' in value;

/** Endpoints of one group that share a name, and with it their cache entries. */
export function checkEndpointNames(modules: readonly GroupModule[]): Findings {
  const known = new Map<string, unknown>();
  const twice = new Set<string>();
  for (const endpoint of modules.flatMap(({ exports }) => Object.values(exports)).filter(isEndpoint)) {
    const id = `${endpoint.source.group} ${endpoint.name}`;
    if ((known.get(id) ?? endpoint) !== endpoint) twice.add(id);
    known.set(id, endpoint);
  }
  return [...twice].map((id) => {
    const [group, name] = id.split(' ');
    return `Two endpoints of ${group} are named ${name}, so they would share cache entries: rename one.`;
  });
}
