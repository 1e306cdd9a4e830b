import { describe, expect, it } from 'vitest';
import { sources } from '../../sources/index.ts';
import { useTestApp } from '../suite.ts';

/** The documents of the OpenAPI document, as a client copies them, with the values that it documents for the route. */

interface Parameter {
  readonly name?: string;
  readonly example?: unknown;
  readonly schema?: Readonly<Record<string, unknown>>;
}

const secrets = sources
  .flatMap(({ credential }) => [...credential.required, ...credential.optional])
  // The sandbox knows that of its own.
  .filter((name) => name !== 'MUSIC_PARTNER_TOKEN')
  .map((name) => [name, `Secret${Buffer.from(name).toString('hex')}`] as const);
const app = useTestApp({ environment: Object.fromEntries(secrets) });
const { default: openApi } = await import('../../docs/openapi.json', { with: { type: 'json' } });

/** The example of a parameter; a number or a default without one. */
const documented = ({ example, schema = {} }: Parameter): unknown =>
  example ?? schema.default ?? (schema.type === 'integer' ? schema.minimum : undefined);

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly 'x-graphql'?: string;
  readonly 'x-graphql-variables'?: object;
}

const documents = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  Object.values<Operation>(operations as object as Record<string, Operation>).flatMap(
    ({ parameters = [], 'x-graphql': query, 'x-graphql-variables': own }) => {
      const named = parameters.filter(({ name }) => name !== undefined && query?.includes(`$${name}:`));
      const values = Object.fromEntries(named.map((each) => [each.name!, documented(each)]));
      return query === undefined
        ? []
        : [[path, query, { sha256: '0'.repeat(64), ...own, ...values }] as const];
    },
  ),
);

/** Of all reads, as the receipts tell them. */
const addresses = new Set<string>();

describe('the document of each route runs with the values of the route', () => {
  it('is there for each of them', () => expect(documents.length).toBe(128));

  it.each(documents)('%s', async (_, query, variables) => {
    const { body, text } = await app.ask('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables, extensions: { receipts: true } }),
    });
    const codes = (body.errors ?? []).map(
      ({ extensions }: { extensions: { code: string } }) => extensions.code,
    );
    expect(
      codes.filter((code: string) => !['UNCONFIGURED', 'NOT_FOUND', 'FORBIDDEN'].includes(code)),
    ).toEqual([]);
    const told = (body.extensions?.receipts ?? []).flatMap(
      ({ reads }: { reads: { address: string | null }[] }) => reads,
    );
    for (const { address } of told) addresses.add(address ?? '');
    const forms = secrets.flatMap(([, secret]) => [
      secret,
      Buffer.from(secret).toString('base64').slice(0, -4),
    ]);
    expect(forms.filter((form) => text.includes(form))).toEqual([]);
  });

  it('tells the addresses that were read, without any secret', () =>
    expect(addresses.size).toBeGreaterThan(80));
});
