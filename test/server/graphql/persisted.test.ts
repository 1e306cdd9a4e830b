import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { useTestApp } from '../../suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-trusted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });
const current = 'query Current($city: String!) { weather { current(city: $city) { name } } }';

/** Headers of Apollo Client's and urql's links. */
const accepts = [
  ['Apollo', 'application/graphql-response+json,application/json;q=0.9'],
  [
    'urql',
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  ],
  ['others', 'application/json'],
] as const;

interface Sent {
  readonly query?: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
  readonly extensions?: unknown;
}

const methods = {
  POST: (app: TestApp, body: Sent, accept = '*/*') =>
    app.ask('/graphql', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept },
    }),
  GET: (app: TestApp, { query, operationName, variables, extensions }: Sent, accept = '*/*') => {
    const search = new URLSearchParams({
      ...(query === undefined ? {} : { query }),
      ...(operationName === undefined ? {} : { operationName }),
      variables: JSON.stringify(variables ?? {}),
      extensions: JSON.stringify(extensions),
    });
    return app.ask(`/graphql?${search}`, { headers: { accept } });
  },
};

describe('automatic persisted queries', () => {
  const app = useTestApp();

  const rows = accepts.flatMap(([client, accept]) =>
    (['POST', 'GET'] as const).map((method) => [client, method, accept] as const),
  );
  it.each(rows)('work as %s sends them by %s', async (_, method, accept) => {
    const send = (body: Sent) => methods[method](app, body, accept);
    const query = `${current} # ${freshName('text')}`;
    const city = freshName('apq');
    const request = { operationName: 'Current', variables: { city }, extensions: persisted(hashOf(query)) };
    await app.clearCalls();
    const unknown = await send(request);
    expect([unknown.status, unknown.body.errors]).toEqual([
      200,
      [
        {
          message: 'PersistedQueryNotFound',
          extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', retryable: false, requestId: expect.any(String) },
        },
      ],
    ]);
    expect(await app.calls()).toEqual([]);
    expect(['x-query-cost', 'cache-control'].map((name) => unknown.headers.get(name))).toEqual([
      '0',
      'no-store',
    ]);
    const registered = await send({ ...request, query });
    expect(registered.body.data.weather.current.name.toLowerCase()).toBe(city);
    for (const _ of [1, 2, 3]) {
      const byHash = await send(request);
      expect(byHash.text).toBe(registered.text);
      expect(byHash.headers.get('x-cache')).toBe('HIT');
      expect(byHash.headers.get('x-query-cost')).toBe('1');
      expect(byHash.headers.get('content-type')).toBe(registered.headers.get('content-type'));
    }
    const other = await send({ ...request, variables: { city: `${city} two` } });
    expect(other.body.data.weather.current.name.toLowerCase()).toBe(`${city} two`);
  });

  it.each(['POST', 'GET'] as const)(
    'by %s with another hash are refused, and run nothing',
    async (method) => {
      const query = `${current} # ${freshName('text')}`;
      const variables = { city: freshName('mismatch') };
      const sent = { query, variables, extensions: persisted(hashOf('{ other }')) };
      await app.clearCalls();
      for (const _ of [1, 2, 3]) {
        const { body } = await methods[method](app, sent);
        expect(body).toEqual({
          errors: [
            {
              message: 'PersistedQueryMismatch',
              extensions: {
                code: 'PERSISTED_QUERY_MISMATCH',
                retryable: false,
                requestId: expect.any(String),
              },
            },
          ],
        });
      }
      expect(await app.calls()).toEqual([]);
      const { body } = await methods[method](app, { extensions: persisted(hashOf('{ other }')) });
      expect(body.errors[0].message).toBe('PersistedQueryNotFound');
    },
  );

  it('are charged their price', async () => {
    const query = '{ weather { a: current(city: "a") { name } b: current(city: "b") { name } } }';
    const extensions = persisted(hashOf(query));
    await methods.POST(app, { query, extensions });
    const { cost } = await methods.POST(app, { extensions });
    expect(cost).toMatchObject({ requested: 2, used: 1 });
  });

  it('need a permission for what the hash stands for', async () => {
    const extensions = persisted(hashOf(current));
    await methods.POST(app, { query: current, variables: { city: 'Oslo' }, extensions });
    const headers = await app.issue({ groups: ['news'] });
    const sent = { variables: { city: 'Oslo' }, extensions };
    const { status } = await app.ask('/graphql', {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(status).toBe(403);
  });

  it('are forgotten when many others follow', async () => {
    const first = `{ ${freshName('a')}: __typename }`;
    const extensions = persisted(hashOf(first));
    await methods.POST(app, { query: first, extensions });
    for (let index = 0; index < 40; index += 1) {
      const query = `{ a${index}: __typename } # ${'x'.repeat(60_000)}`;
      await methods.POST(app, { query, extensions: persisted(hashOf(query)) });
    }
    const { body } = await methods.GET(app, { extensions });
    expect(body.errors[0].message).toBe('PersistedQueryNotFound');
  });
});

describe('trusted documents', () => {
  const file = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const start = (path: string) => startTestApp({ environment: { GRAPHQL_TRUSTED_DOCUMENTS: path } });

  it.each([
    ['an object of documents by hash', { [hashOf(current)]: current }],
    [
      'the manifest of Apollo',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: hashOf(current), name: 'Current', type: 'query', body: current }],
      },
    ],
  ])('of %s run alone', async (name, content) => {
    const app = await start(file(`${name}.json`, content));
    try {
      for (const method of ['POST', 'GET'] as const) {
        const trusted = { variables: { city: 'Oslo' }, extensions: persisted(hashOf(current)) };
        for (const _ of [1, 2, 3]) {
          const { body } = await methods[method](app, trusted);
          expect(body).toEqual({ data: { weather: { current: { name: 'Oslo' } } } });
        }
        await app.clearCalls();
        const refusals: [Sent, string][] = [
          [{ extensions: persisted(hashOf('{ __typename }')) }, 'PERSISTED_QUERY_NOT_IN_LIST'],
          [{ query: '{ __typename }', extensions: {} }, 'PERSISTED_QUERY_ONLY'],
          [{ query: current, variables: { city: 'Oslo' } }, 'PERSISTED_QUERY_ONLY'],
          [{ ...trusted, query: current }, 'PERSISTED_QUERY_ONLY'],
          [{ extensions: {} }, 'PERSISTED_QUERY_ID_REQUIRED'],
        ];
        for (const [sent, code] of refusals) {
          const { status, body } = await methods[method](app, { extensions: {}, ...sent });
          expect([status, body.errors[0].extensions.code, body.data]).toEqual([400, code, undefined]);
        }
        const plain = JSON.stringify({ query: current, variables: { city: 'Oslo' } });
        const { status } = await app.ask('/graphql', {
          method: 'POST',
          body: plain,
          headers: { 'content-type': 'application/json' },
        });
        expect(status).toBe(400);
        expect(await app.calls()).toEqual([]);
      }
      expect((await app.ask('/api/weather/current?city=Oslo')).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it.each<[string, unknown, string]>([
    ['is no JSON', '{', 'must hold an object of documents by hash'],
    ['holds something else', [1], 'must hold an object of documents by hash'],
    ['is invalid', { abc: '{ nope }' }, 'has a document that cannot run: abc: Cannot query field "nope"'],
  ])('whose file %s end the start', async (name, content, message) => {
    await expect(start(file(`${name}.json`, content))).rejects.toThrow(message);
  });

  it('whose file does not exist end the start', async () => {
    await expect(start(join(folder, 'missing.json'))).rejects.toThrow('cannot be read');
  });
});
