import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../app.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp({ environment: { KEYLESS: 'on', WEATHER_API_KEY: '' } });

const send = (query: string, extensions: object = { receipts: true }) =>
  app.ask('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, extensions }),
  });
const receiptsOf = ({ body }: Answered): Answered['body'][] => body.extensions?.receipts;

type Row = readonly [path: string, source: string, way: string, evidence: string | null, address: string];
/** The first read of each lookup of a query. */
const queries: Readonly<Record<string, readonly Row[]>> = {
  '{ weather { current(city: "Oslo") { name } } }': [
    [
      'weather.current',
      'weather/gazetteer',
      'keyless',
      null,
      'geocoding-api.open-meteo.com/v1/search?name=Oslo',
    ],
  ],
  '{ a: coderepo { b: user(username: "octocat") { accounts { ... on PhotosocialAccountLink { user { username } } } } } }':
    [
      ['a.b', 'coderepo', 'official', null, 'api.github.com/users/octocat'],
      [
        'a.b.accounts.0.user',
        'photosocial/profile pages',
        'official',
        'ADDRESS',
        'www.instagram.com/octocat/',
      ],
    ],
  '{ brgame { clips { matchedBy category { categoryName } } } }': [
    ['brgame.clips', 'clips', 'official', 'NAME', 'developers.medal.tv/v1/categories'],
  ],
  '{ titledb { title(title: "Inception") { title } } }': [
    ['titledb.title', 'titledb', 'official', null, 'www.omdbapi.com/?t=Inception'],
  ],
};

describe('extensions: { receipts: true }', () => {
  it.each(Object.entries(queries))('tells the reads of each lookup of %s', async (query, rows) => {
    const [first, again] = [await send(query), await send(query)];
    expect(first.body.errors).toBeUndefined();
    const told = receiptsOf(first).map(({ path, evidence, reads: [read] }) => {
      const { source, way, address } = read;
      return [path.join('.'), source, way, evidence, address.replace('https://', '')];
    });
    expect(told).toEqual(
      rows.map((row) => [...row.slice(0, 4), expect.stringMatching(row[4].replaceAll('?', '\\?'))]),
    );
    const reads = receiptsOf(first).flatMap((each) => each.reads);
    for (const { fetchedAt, age, provider } of reads) {
      expect(new Date(fetchedAt).toISOString()).toBe(fetchedAt);
      expect([age >= 0, typeof provider]).toEqual([true, 'string']);
    }
    expect(
      new Set(receiptsOf(again).flatMap((each) => each.reads.map(({ cache }: { cache: string }) => cache))),
    ).toEqual(new Set(['HIT']));
    expect(again.cost).toMatchObject({ used: expect.any(Number) });
    expect((await send(query, {})).body).toEqual({ data: first.body.data });
  });

  it.each([
    ['', '{ weather { current(city: "Oslo") { name } } }'],
    [
      'with an error',
      '{ weather { current(city: "Oslo") { name } } coderepo { user(username: "notfound") { name } } }',
    ],
  ])('are in the event of a query %s', async (_, query) => {
    const { text } = await app.ask('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query, extensions: { receipts: true } }),
    });
    const { extensions } = JSON.parse(/^data: (\{.*\})$/m.exec(text)![1]!);
    expect(extensions.receipts[0]).toMatchObject({ group: 'weather', path: ['weather', 'current'] });
    expect(extensions.cost).toMatchObject({ remaining: expect.any(Number) });
  });

  it('are beside errors, and empty for a lookup that reads nothing', async () => {
    const refused = await send(
      '{ coderepo { user(username: "-") { name } } weather { current(city: "Rome") { name } } }',
    );
    expect(receiptsOf(refused).map(({ group, reads }) => [group, reads.length > 0])).toEqual([
      ['weather', true],
    ]);
    expect(refused.body.errors).toMatchObject([{ path: ['coderepo', 'user'] }]);
  });

  it.each([
    ['query', { query: '{ titledb { title(title: "Inception") { title } } }' }, 'titledb.title'],
    ['ask', { question: 'titledbTitle', parameters: { title: 'Inception' } }, ''],
    ['ask', { question: 'search', parameters: { text: 'chess', in: 'titledb' } }, 'hits'],
    ['ask', { question: 'person', parameters: { url: 'https://github.com/octocat', in: 'coderepo' } }, ''],
  ])('are in the structured content of the tool %s with %j', async (name, given, place) => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${app.key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.baseUrl), { requestInit }));
    const call = (more: object) => client.callTool({ name, arguments: { ...given, ...more } });
    const [plain, told] = [await call({}), await call({ receipts: true })];
    await client.close();
    const of = ({ structuredContent }: Awaited<ReturnType<typeof call>>) => {
      const { extensions, include } = (structuredContent as { body: Answered['body'] }).body;
      return (extensions ?? include)?.receipts?.map(({ path }: { path: string[] }) => path.join('.'));
    };
    expect([of(plain), new Set(of(told))]).toEqual([undefined, new Set([place])]);
  });
});

describe('include=receipts', () => {
  const user = '/api/coderepo/user?username=octocat';
  it.each([
    ['/api/weather/current?city=Oslo&', ['', 'weather/gazetteer', 'keyless', null]],
    [`${user}&`, ['data', 'coderepo', 'official', null]],
    ['/api/livestream/user?login=lucaheron&', ['data', 'livestream', 'official', null]],
    ['/api/lookup?url=https://github.com/octocat&', ['data', 'coderepo', 'official', null]],
    ['/api/person?url=https://github.com/octocat&in=coderepo&', ['', 'coderepo', 'official', null]],
    ['/api/search?text=chess&in=titledb&', ['hits', 'titledb', 'official', null]],
  ])('tells beside the body of %s where it comes from', async (address, row) => {
    const plain = await app.ask(address);
    await app.clearCalls();
    const { status, body, headers } = await app.ask(`${address}include=receipts`);
    const { include, ...rest } = body;
    const [{ path, evidence, reads }] = include.receipts;
    const [{ source, way, cache, age, fetchedAt, address: asked }] = reads;
    expect([status, rest, [path.join('.'), source, way, evidence]]).toEqual([200, plain.body, row]);
    expect(cache).toBe('HIT');
    expect([age >= 0, Date.parse(fetchedAt) > 0, URL.canParse(asked)]).toEqual([true, true, true]);
    expect([headers.get('x-query-cost'), await app.calls()]).toEqual(['1', []]);
    expect((await app.ask(address)).text).toBe(plain.text);
  });

  it('tells of what is included, with its place and evidence, and of each request anew', async () => {
    const told = async () => {
      const { body } = await app.ask(`${user}&fields=login&include=weather,receipts`);
      return body.include.receipts.map(({ path, reads }: Answered['body']) =>
        [...path, reads[0].cache].join('.'),
      );
    };
    const [first, again] = [await told(), await told()];
    expect(first).toEqual(['data.HIT', 'include.weather.MISS']);
    expect(again).toEqual(['data.HIT', 'include.weather.HIT']);
  });
});
