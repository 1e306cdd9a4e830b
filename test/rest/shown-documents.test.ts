import { describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';

/** The documents of the OpenAPI document, as a client copies them, with the values that it documents for the route. */

interface Parameter {
  readonly name?: string;
  readonly example?: unknown;
  readonly schema?: Readonly<Record<string, unknown>>;
}

const app = useTestApp();
const { default: openApi } = await import('../../docs/openapi.json', { with: { type: 'json' } });

/** The example of a parameter; a number or a default without one. Words of closed sets have other names in the graph. */
const documented = ({ example, schema = {} }: Parameter): unknown =>
  schema.enum
    ? undefined
    : (example ?? schema.default ?? (schema.type === 'integer' ? schema.minimum : undefined));

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly 'x-graphql'?: string;
  readonly 'x-graphql-variables'?: object;
}

const documents = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  [(operations as { get?: Operation }).get ?? { parameters: [] }].flatMap(
    ({ parameters, 'x-graphql': query, 'x-graphql-variables': own }) => {
      const named = parameters.filter(({ name }) => name !== undefined && query?.includes(`$${name}:`));
      const values = Object.fromEntries(named.map((each) => [each.name!, documented(each)]));
      return query === undefined ? [] : [[path, query, { ...values, ...own }] as const];
    },
  ),
);

describe('the document of each route runs with the values of the route', () => {
  it('is there for each of them', () => expect(documents.length).toBe(127));

  it.each(documents)('%s', async (_, query, variables) => {
    const { body } = await app.graphql(query, variables);
    const codes = (body.errors ?? []).map(
      ({ extensions }: { extensions: { code: string } }) => extensions.code,
    );
    expect(
      codes.filter((code: string) => !['UNCONFIGURED', 'NOT_FOUND', 'FORBIDDEN'].includes(code)),
    ).toEqual([]);
  });
});
