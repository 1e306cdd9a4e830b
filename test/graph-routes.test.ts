import { describe, expect, it } from 'vitest';
import { fromJSONSchema, type ZodObject, type ZodType } from 'zod';
import type { Answered } from './app.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();
const { default: openApi } = await import('../docs/openapi.json', { with: { type: 'json' } });

interface Operation {
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly example?: unknown;
    readonly schema?: { readonly items?: { readonly enum?: readonly string[] } };
  }[];
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { schema: object }>> } };
}

// The schemas of the document, each as a definition of one schema.
const definitions = JSON.parse(
  JSON.stringify(openApi.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
);

/** The routes with the parameter `include`: an address, the names that it takes, and the schema of the member. */
const including = Object.entries(openApi.paths).flatMap(([path, operations]) => {
  const { parameters = [], responses } = (operations as { readonly get?: Operation }).get ?? {};
  const names = parameters.find(({ name }) => name === 'include')?.schema?.items?.enum;
  // The key may not ask for songs by path.
  if (!names || ['/api/lookup', '/api/songid/identify'].includes(path)) return [];
  const { $ref } = responses!['200'].content['application/json']!.schema as { readonly $ref: string };
  const given = parameters.filter(({ example }) => example !== undefined);
  const query = new URLSearchParams();
  for (const { name, in: place, example } of given)
    if (place === 'query') query.append(name!, String(example));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part) =>
    encodeURIComponent(String(given.find(({ name }) => name === part)!.example)),
  );
  const { allOf } = definitions[$ref.split('/').at(-1)!];
  return [[path, `${filled}?${query}`, names, allOf[1].properties.include] as const];
});

/** The members of all of these routes, whose definitions are converted once. */
const included = fromJSONSchema({
  type: 'object',
  properties: Object.fromEntries(including.map(([path, , , schema]) => [path, schema])),
  $defs: definitions,
}) as ZodObject<Record<string, ZodType>>;

const user = '/api/coderepo/user?username=octocat';
const figures = ({ status, headers, body }: Answered) => [
  status,
  headers.get('x-query-cost'),
  headers.get('x-ratelimit-remaining'),
  body.error?.message ?? body.error,
];

describe('include', () => {
  it('is taken by the routes whose body is an object, which leads further on many', () => {
    expect(including.length).toBeGreaterThan(100);
    expect(including.filter(([, , names]) => names.length > 1).length).toBeGreaterThan(40);
    const named = new Set(including.flatMap(([, , names]) => names));
    for (const name of ['accounts', 'weather', 'person']) expect(named).toContain(name);
  });

  it.each(including)('adds to %s what its object leads to, and no more', async (path, address, names) => {
    const plain = await app.ask(address);
    const { status, body, headers } = await app.ask(`${address}&include=${names}`);
    const { include, ...rest } = body;
    expect(included.shape[path]!.safeParse(include).error).toBeUndefined();
    const { errors = [], ...parts } = include;
    expect([status, rest, Object.keys(parts).sort()]).toEqual([200, plain.body, [...names].sort()]);
    const codes = errors.map(({ code }: { code: string }) => code);
    expect(['NOT_FOUND', 'UNCONFIGURED']).toEqual(expect.arrayContaining(codes));
    expect(Number(headers.get('x-query-cost'))).toBeGreaterThan(0);
  });

  it.each([
    [`${user}&include=friends`, 400, /names separated by commas, of accounts, person/],
    [`${user}&include=`, 400, /names separated by commas/],
    ['/api/clips/categories?include=receipts', 400, /an object; .* in extensions.receipts of POST/],
  ])('refuses %s', async (address, status, message) => {
    await app.clearCalls();
    expect(await app.ask(address)).toFail(status, message);
    expect(await app.calls()).toEqual([]);
  });

  it('has what failed, and what the key may not ask, as null with an error', async () => {
    const headers = await app.issue({ groups: ['coderepo', 'photosocial'] });
    const refused = await app.ask(`${user}&include=weather,accounts&fields=name`, { headers });
    expect(refused.body).toEqual({
      success: true,
      data: { name: 'Octocat' },
      include: {
        accounts: expect.any(Array),
        weather: null,
        errors: [expect.objectContaining({ path: ['weather'], code: 'FORBIDDEN' })],
      },
    });
    await app.fault({ host: 'api.openweathermap.org', status: 500, times: 9 });
    const failed = await app.ask('/api/coderepo/user?username=defunkt&include=weather');
    await app.clearFaults();
    app.clock.skip(120_000);
    expect([failed.status, failed.body.include]).toMatchObject([
      200,
      { weather: null, errors: [{ path: ['weather'], group: 'weather', retryable: true }] },
    ]);
    const later = await app.ask('/api/coderepo/user?username=defunkt&include=weather');
    expect(later.body.include).toEqual({ weather: expect.anything() });
  });

  it.each([`${user}&include=accounts`, '/api/search?text=harbour&in=titledb'])(
    'states what %s costs, from each cache as well',
    async (address) => {
      const costs = [];
      for (const _ of [1, 2, 3, 4]) costs.push((await app.ask(address)).headers.get('x-query-cost'));
      expect(costs).toEqual(['1', '1', '1', '1']);
      expect((await app.ask(user)).headers.get('x-query-cost')).toBeNull();
    },
  );

  it('costs the lookups that ran, a tenth of them from the cache, and gives back the rest', async () => {
    const headers = await app.issue({ perMinute: 8 });
    const address = '/api/coderepo/user?username=mojombo&include=weather,forecast';
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push(figures(await app.ask(address, { headers })));
    expect(answers).toEqual([
      [200, '3', '5', undefined],
      [200, '1', '4', undefined],
      [200, '1', '3', undefined],
    ]);
    const dear = await app.ask('/api/person?url=https://github.com/mojombo', { headers });
    const reason = expect.stringMatching(/costs \d\d lookups, and this key may ask for 8 a minute/);
    expect(figures(dear)).toEqual([400, null, '2', reason]);
    const few = await app.issue({ perMinute: 3 });
    await app.ask('/api/weather/current?city=Oslo', { headers: few });
    const further = '/api/coderepo/user?username=pjhyett&include=weather,forecast';
    const answer = await app.ask(further, { headers: few });
    expect(figures(answer)).toEqual([429, null, '2', expect.stringMatching(/rate limit/i)]);
    expect(answer.body.error.details).toMatch('3 lookups a minute. This request needs 3, and 2 are left.');
  });
});

describe.each([
  [
    '/api/person?url=https%3A%2F%2Fgithub.com%2Foctocat&in=coderepo,photosocial',
    '{ person(url: "https://github.com/octocat", in: [CODEREPO, PHOTOSOCIAL]) { accounts { group name url isConfirmed } } }',
    'accounts',
  ],
  [
    '/api/search?text=chess&in=livestream,videosite&first=2',
    '{ search(text: "chess", in: [LIVESTREAM, VIDEOSITE], first: 2) { group rank object { __typename } } }',
    'hits',
  ],
] as const)('GET %s', (address, query, member) => {
  it('has what the graph has, for the price of the query, and the chosen fields alone', async () => {
    const [whole, graph] = [await app.ask(address), await app.graphql(query)];
    const wanted = graph.body.data.search ?? graph.body.data.person.accounts;
    expect([whole.status, whole.body[member]]).toMatchObject([200, wanted]);
    const { body } = await app.ask(`${address}&fields=${member === 'hits' ? 'group' : 'accounts.group'}`);
    expect(body[member]).toEqual(wanted.map(({ group }: { group: string }) => ({ group })));
    const cached = await app.ask(address);
    expect([cached.text, cached.headers.get('x-cache')]).toEqual([whole.text, 'HIT']);
  });

  it('needs a permission of what it asks', async () => {
    const headers = await app.issue({ groups: ['weather'] });
    expect((await app.ask(address, { headers })).status).toBe(403);
  });
});

it.each([
  ['/api/person', 400, /url is required/],
  ['/api/person?url=https://example.com/', 400, /url must be the address of the page of an account/],
  ['/api/person?url=https://github.com/octocat&in=news', 400, /in must be .* each one of .*coderepo/],
  ['/api/person?url=https://github.com/octocat&perSite=9', 400, /perSite must be .* 5/],
  ['/api/person?url=https://github.com/notfound', 404, /notfound/],
  ['/api/search', 400, /text is required/],
  ['/api/search?text=a&in=weather', 400, /in must be/],
  ['/api/search?text=a&first=21', 400, /first must be .* 20/],
])('refuses %s', async (address, status, message) => {
  expect(await app.ask(address)).toFail(status, message);
});

it('GET /api/search names the group that failed beside the hits of others', async () => {
  await app.fault({ host: 'api.twitch.tv', status: 500 });
  const { status, body } = await app.ask('/api/search?text=harbour&in=livestream,titledb&first=1');
  await app.clearFaults();
  app.clock.skip(120_000);
  expect([status, body.errors]).toMatchObject([200, [{ group: 'livestream', retryable: true }]]);
  expect(body.hits.map(({ group }: { group: string }) => group)).toEqual(['TITLEDB']);
});

it('GET /api/search shows the hits of all groups alike, with the addresses of their pages', async () => {
  const { body } = await app.ask('/api/search?text=harbour&first=1&fields=group,name,url,imageUrl');
  const sports = await app.ask('/api/search?text=a&in=sports&first=1&fields=group,name,url,imageUrl');
  const hits: readonly Record<string, string | null>[] = [...body.hits, ...sports.body.hits];
  expect(hits.map(({ group }) => group).sort()).toEqual(
    'BRGAME CARDGAME CLIPS LIVESTREAM MICROBLOG MUSIC NEWS PINBOARD SPORTS TITLEDB VIDEOSITE'.split(' '),
  );
  for (const { name, url, group, imageUrl } of hits) {
    expect([name, imageUrl ?? 'https://']).toEqual([expect.any(String), expect.stringMatching('^https://')]);
    if (group === 'BRGAME') expect(url).toBeNull();
    else if (!/NEWS|PINBOARD|CLIPS|SPORTS/.test(group!))
      expect([
        url,
        (await app.graphql(`{ lookup(url: ${JSON.stringify(url)}) { __typename } }`)).body,
      ]).toMatchObject([url, { data: { lookup: { __typename: expect.any(String) } } }]);
  }
});

describe('POST /api/batch', () => {
  const send = (routes: unknown, headers: Record<string, string> = {}) =>
    app.ask('/api/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(routes),
    });

  it('answers each route as alone, for the sum of their prices and one request of the second', async () => {
    const headers = await app.issue({ perMinute: 30, perSecond: 1, groups: ['coderepo', 'weather'] });
    const addresses = [
      '/api/weather/current?city=Bergen',
      '/api/coderepo/user?username=octocat&include=weather',
      '/api/coderepo/user?username=notfound',
      '/api/coderepo/user',
      '/api/news/everything?q=a',
      '/api/nothing',
    ];
    const alone = await Promise.all(addresses.map((address) => app.ask(address)));
    const { status, body, headers: told } = await send({ routes: addresses }, headers);
    expect(status).toBe(200);
    expect(body.responses.map((each: Answered) => each.status)).toEqual([200, 200, 404, 400, 403, 404]);
    const bodies = (answers: readonly Answered[]) => answers.slice(0, 4).map((each) => each.body);
    expect(bodies(body.responses)).toEqual(bodies(alone));
    expect(body.responses[0].headers).toMatchObject({ 'x-cache': 'HIT', 'x-source': 'weather' });
    expect(told.get('x-ratelimit-remaining')).toBe('24');
  });

  it.each([
    [{}, /1 to 20 routes/],
    [{ routes: [] }, /1 to 20 routes/],
    [{ routes: Array.from({ length: 21 }, () => '/api/me') }, /1 to 20 routes/],
    [{ routes: ['/api/me'], other: 1 }, /1 to 20 routes/],
    [{ routes: ['/api/me', 'https://example.com/'] }, /routes\[1\] must be the path/],
    [{ routes: ['/api/weather/current?city=San Juan'] }, /routes\[0\] must be the path/],
    [{ routes: [5] }, /routes\[0\] must be the path/],
    ['text', /1 to 20 routes/],
  ])('refuses %j', async (routes, message) => {
    const { status, body } = await send(routes);
    expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
  });

  it('has no batches and no files inside, and a route beyond the limit is 429', async () => {
    const headers = await app.issue({ perMinute: 1 });
    const routes = [
      '/api/batch',
      '/api/cubegame/avatar?uuid=069a79f444e94726a5befca90e38aaf5',
      '/api/weather/current?city=Oslo',
      '/api/weather/current?city=Rome',
    ];
    const { body } = await send({ routes }, headers);
    expect(body.responses.map((each: Answered) => each.status).sort()).toEqual([200, 400, 400, 429]);
  });
});
