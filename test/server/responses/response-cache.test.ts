import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/index.ts';
import { startTestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp();

const current = (city: string, rest = '') => `/api/weather/current?city=${city}${rest}`;
const queryOf = (city: string) =>
  JSON.stringify({ query: `{ weather { current(city: "${city}") { name } } }` });

/** Requests the target twice, so that its response is cached; resolves to the target. */
async function cachedTarget(target = current(freshName('kept'))): Promise<string> {
  for (let time = 0; time < 2; time += 1) expect((await app.ask(target)).status).toBe(200);
  return target;
}

const remaining = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));

/** The bytes of a request with the key, as text. */
const request = (method: string, target: string, body = '', ...lines: string[]) =>
  head(
    `${method} ${target} HTTP/1.1`,
    'Host: almanac',
    `Authorization: Bearer ${app.key}`,
    ...(method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ...lines,
  ) + body;

/** The response to one request, with the bytes of its body. */
async function raw(text: string) {
  const wire = await wireTo(app.baseUrl);
  wire.send(text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const [response] = answersOf(await wire.closed());
  const header = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(response!.head)?.[1];
  return { ...response!, header, bytes: Buffer.from(response!.body, 'latin1') };
}

describe('a cached response', () => {
  it('has the body of the first response, and its own request id and limits', async () => {
    const target = current(freshName('twice'));
    const [first, second, third] = [await app.ask(target), await app.ask(target), await app.ask(target)];
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    const cached = [first, second, third].map(({ headers }) => headers.get('x-cache'));
    expect(cached).toEqual(['MISS', 'HIT', 'HIT']);
    expect(remaining(third.headers)).toBe(remaining(first.headers) - 2);
    expect(third.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('has the same header names as the first response', async () => {
    const target = current(freshName('headers'));
    const names = async () => [...(await app.ask(target)).headers.keys()].sort();
    const [first, second, third] = [await names(), await names(), await names()];
    expect([second, third]).toEqual([first, first]);
  });

  it('to a query is charged a tenth of its price, which X-Query-Cost states', async () => {
    const city = freshName('query');
    const query = `{ weather { current(city: "${city}") { name } forecast(city: "${city}") { cnt } } }`;
    const ask = () => app.graphql(query);
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect([first, third].map(({ headers }) => headers.get('x-query-cost'))).toEqual(['2', '1']);
    expect(remaining(third.headers)).toBe(remaining(first.headers) - 2);
  });

  it('to HEAD has the headers of GET and no body', async () => {
    const target = await cachedTarget();
    const [get, withoutBody] = [await raw(request('GET', target)), await raw(request('HEAD', target))];
    expect(withoutBody.status).toBe(200);
    expect(withoutBody.body).toBe('');
    for (const name of ['Content-Length', 'ETag', 'Content-Type']) {
      expect(withoutBody.header(name), name).toBe(get.header(name));
    }
    expect(Number(get.header('Content-Length'))).toBe(get.bytes.length);
  });

  it('preserves text beyond ASCII', async () => {
    const target = current(encodeURIComponent('Tromsø 東京'));
    const texts = [(await app.ask(target)).body.name, (await app.ask(target)).body.name];
    expect(texts).toEqual(['Tromsø 東京', 'Tromsø 東京']);
  });
});

describe('If-None-Match', () => {
  it.each([
    ['the ETag', (tag: string) => tag, 304],
    ['the ETag as a strong one', (tag: string) => tag.replace('W/', ''), 304],
    ['a list that contains the ETag', (tag: string) => `"other", ${tag}`, 304],
    ['a star', () => '*', 304],
    ['another ETag', () => 'W/"other"', 200],
  ])('with %s is evaluated on a cached response', async (_, valueFor, status) => {
    const target = await cachedTarget();
    const { headers } = await app.ask(target);
    const tag = headers.get('etag')!;
    const response = await raw(request('GET', target, '', `If-None-Match: ${valueFor(tag)}`));
    expect(response.status).toBe(status);
    const lookups =
      Number(headers.get('x-ratelimit-remaining')) - Number(response.header('X-RateLimit-Remaining'));
    expect(lookups).toBe(status === 304 ? 0 : 1);
    expect(response.header('ETag')).toBe(tag);
    expect(response.header('Cache-Control')).toMatch(/^private, max-age=\d+$/);
    expect(response.header('X-RateLimit-Remaining')).toMatch(/^\d+$/);
    if (status === 304) expect([response.body, response.header('Content-Length')]).toEqual(['', undefined]);
  });

  it('is ignored by POST /graphql, whose responses have no ETag', async () => {
    const query = JSON.stringify({ query: '{ weather { current(city: "Oslo") { city } } }' });
    const line = 'If-None-Match: *';
    const responses = [];
    for (let time = 0; time < 3; time += 1)
      responses.push(await raw(request('POST', '/graphql', query, line)));
    expect(responses.map(({ status, header }) => [status, header('ETag')])).toEqual(
      Array(3).fill([200, undefined]),
    );
  });

  it('with the ETag matches in every content encoding', async () => {
    const target = await cachedTarget('/api/weather/forecast?city=Oslo');
    const { header } = await raw(request('GET', target, '', 'Accept-Encoding: gzip'));
    const line = `If-None-Match: ${header('ETag')}`;
    expect((await raw(request('GET', target, '', line, 'Accept-Encoding: br'))).status).toBe(304);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['br', promisify(brotliDecompress)],
    ['gzip', promisify(gunzip)],
  ] as const)(
    '%s encodes a cached response, in the first and in later requests',
    async (encoding, decode) => {
      const target = await cachedTarget('/api/weather/forecast?city=Bergen');
      const plain = await raw(request('GET', target));
      for (const _ of ['first', 'later']) {
        const response = await raw(request('GET', target, '', `Accept-Encoding: ${encoding}`));
        expect(response.header('Content-Encoding')).toBe(encoding);
        expect(response.header('Vary')).toBe('Authorization, Accept, Accept-Encoding');
        expect(await decode(response.bytes)).toEqual(plain.bytes);
      }
    },
  );
});

describe('a connection', () => {
  it('with pipelined requests has the responses in the order of the requests', async () => {
    const [first, third] = [await cachedTarget(), await cachedTarget()];
    const [city, unseen] = [freshName('post'), current(freshName('unseen'))];
    await app.ask('/graphql', {
      method: 'POST',
      body: queryOf(city),
      headers: { 'content-type': 'application/json' },
    });
    const wire = await wireTo(app.baseUrl);
    const requests = [
      request('GET', first),
      request('GET', unseen),
      request('POST', '/graphql', queryOf(city)),
      request('GET', third, '', 'Connection: close'),
    ];
    wire.send(requests.join(''));
    const names = answersOf(await wire.closed()).map(({ body }) => {
      const { name, data } = JSON.parse(body);
      return (name ?? data.weather.current.name).toLowerCase();
    });
    const cityOf = (target: string) => target.split('=')[1]!.toLowerCase();
    expect(names).toEqual([cityOf(first), cityOf(unseen), city.toLowerCase(), cityOf(third)]);
  });

  it('has one of its pipelined requests worked on at a time', async () => {
    await app.clearCalls();
    await app.fault({ host: 'api.openweathermap.org', delayMs: 1_000 });
    const wire = await wireTo(app.baseUrl);
    const [slow, next] = [current(freshName('slow')), '/api/coderepo/user?username=octocat'];
    wire.send(request('GET', slow) + request('GET', next, '', 'Connection: close'));
    const hosts = async () => (await app.calls()).map(({ host }) => host);
    await expect.poll(hosts).not.toEqual([]);
    expect((await app.ask('/healthz')).status).toBe(200);
    expect(await hosts()).not.toContain('api.github.com');
    expect(answersOf(await wire.closed())).toHaveLength(2);
    expect(await hosts()).toContain('api.github.com');
    await app.clearFaults();
  });

  it('accepts a body in several chunks', async () => {
    const city = freshName('pieces');
    await app.graphql(`{ weather { current(city: "${city}") { name } } }`);
    const wire = await wireTo(app.baseUrl);
    const text = request('POST', '/graphql', queryOf(city), 'Connection: close');
    wire.send(text.slice(0, -20));
    await new Promise((resolve) => setTimeout(resolve, 30));
    wire.send(text.slice(-20));
    const { data } = JSON.parse(answersOf(await wire.closed())[0]!.body);
    expect(data.weather.current.name.toLowerCase()).toBe(city.toLowerCase());
  });

  it('that is closed within a body is charged one lookup, and logs no failure', async () => {
    const before = remaining((await app.ask('/api/me')).headers);
    const logged = app.logs.length;
    const wire = await wireTo(app.baseUrl);
    wire.send(request('POST', '/graphql', queryOf('Oslo')).slice(0, -10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    wire.socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const lines = app.logs.slice(logged).map((line) => JSON.parse(line));
    expect(lines.map(({ msg, status }) => [msg, status])).toEqual([['answered', 499]]);
    expect(remaining((await app.ask('/api/me')).headers)).toBe(before - 2);
  });
});

describe('a refusal', () => {
  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer alm_wrong_key_of_nobody' }],
  ])('for %s has no header of a cached response', async (_, headers) => {
    const target = await cachedTarget();
    const response = await fetch(app.baseUrl + target, { headers });
    expect([response.status, response.headers.get('x-cache'), response.headers.get('etag')]).toEqual([
      401,
      null,
      null,
    ]);
  });
});

describe('the response cache', () => {
  it('holds nothing of the key that sent the first request', async () => {
    const target = current(freshName('first'));
    const [ada, grace] = [await app.issue({ name: 'Ada' }), await app.issue({ name: 'Grace', perMinute: 7 })];
    const first = await app.ask(target, { headers: ada });
    const second = await app.ask(target, { headers: { ...grace, 'x-request-id': 'grace-asks-this' } });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('x-request-id')).toBe('grace-asks-this');
    expect(second.headers.get('x-ratelimit-limit')).toBe('7');
    expect(second.headers.get('ratelimit-policy')).toContain('"minute";q=7');
  });

  it('ignores query parameters that the route does not know', async () => {
    const city = freshName('ignored');
    await app.clearCalls();
    const responses = [
      await app.ask(current(city)),
      await app.ask(current(city, '&utm=1')),
      await app.ask(current(city)),
      await app.ask(current(city, '&utm=1')),
    ];
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(await app.calls()).toHaveLength(1);
  });

  it('drops a response when its source has a newer entry', async () => {
    const target = await cachedTarget();
    await app.clearCalls();
    app.clock.skip(11 * 60_000);
    const stale = await app.ask(target);
    await expect.poll(async () => (await app.calls()).length).toBe(1);
    await expect.poll(async () => (await app.ask(target)).headers.get('x-cache')).toBe('HIT');
    const renewed = await app.ask(target);
    expect(stale.headers.get('x-cache')).toBe('STALE');
    expect(Number(renewed.headers.get('age'))).toBeLessThan(60);
  });

  it('is not read for a body that equals a cache key', async () => {
    const city = freshName('forged');
    await cachedTarget(current(city));
    const body = `GET /api/weather/current {"city":"${city}"}`;
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await app.ask('/graphql', { method: 'POST', body, headers });
    expect(status).toBe(400);
    expect(text).not.toContain(city);
  });
});

describe('a cached query', () => {
  const text = (city: string) => `query Current { weather { current(city: "${city}") { name } } }`;
  const withVariable = (field = 'current') =>
    `query ($city: String!) { weather { ${field}(city: $city) { name } } }`;
  const post = (body: object, headers: Record<string, string> = {}) =>
    app.ask('/graphql', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  /** Sends the query twice, so that its response is cached; resolves to the second response. */
  async function cachedQuery(body: object) {
    await post(body);
    const response = await post(body);
    await app.clearCalls();
    return response;
  }

  it.each<[string, (city: string) => readonly [object, object]]>([
    [
      'other spacing',
      (city) => [
        { query: text(city) },
        { query: `\n  ${text(city).replaceAll(' { ', ' {\n  ')}  # comment` },
      ],
    ],
    ['another name', (city) => [{ query: text(city) }, { query: text(city).replace('Current', 'Other') }]],
    [
      'an unused variable',
      (city) => [
        { query: withVariable(), variables: { city } },
        { query: withVariable(), variables: { unused: 1, city } },
      ],
    ],
    [
      'another key order of the JSON body',
      (city) => [
        { query: withVariable(), variables: { city } },
        { variables: { city }, query: withVariable() },
      ],
    ],
  ])('is served for %s', async (_, bodiesOf) => {
    const [query, equal] = bodiesOf(freshName('equal'));
    const cached = await cachedQuery(query);
    for (const _ of ['first', 'later']) {
      const { status, headers, text } = await post(equal);
      expect([status, headers.get('x-cache'), text]).toEqual([200, 'HIT', cached.text]);
    }
    expect(await app.calls()).toEqual([]);
  });
});

describe('a drain', () => {
  it('closes the connection after a cached response', async () => {
    const sandbox = await startSandbox();
    const draining = await startTestApp({ upstreamOrigin: sandbox.origin });
    const target = current('Oslo');
    for (let time = 0; time < 2; time += 1) await draining.ask(target);
    const wire = await wireTo(draining.baseUrl);
    const text = head(`GET ${target} HTTP/1.1`, 'Host: almanac', `Authorization: Bearer ${draining.key}`);
    // The request begins before the drain, so that the connection is not idle.
    wire.send(text.slice(0, -4));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const closed = draining.close();
    wire.send(text.slice(-4));
    const [response] = answersOf(await wire.closed());
    await closed;
    await sandbox.close();
    expect(response).toMatchObject({ status: 200, head: expect.stringMatching(/\r\nConnection: close/i) });
  });
});
