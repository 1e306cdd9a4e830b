import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/index.ts';
import { startTestApp, type TestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const current = (city: string, rest = '') => `/api/weather/current?city=${city}${rest}`;
const queryOf = (city: string) =>
  JSON.stringify({ query: `{ weather { current(city: "${city}") { name } } }` });

/** Asks twice, so that the answer is kept; gives the target. */
async function kept(target = current(freshName('kept'))): Promise<string> {
  for (let time = 0; time < 2; time += 1) expect((await app.ask(target)).status).toBe(200);
  return target;
}

const remaining = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));

/** A request as it stands on the wire, with the key. */
const request = (method: string, target: string, body = '', ...lines: string[]) =>
  head(
    `${method} ${target} HTTP/1.1`,
    'Host: almanac',
    `Authorization: Bearer ${app.key}`,
    ...(method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ...lines,
  ) + body;

/** One answer, as its bytes came. */
async function raw(text: string) {
  const wire = await wireTo(app.baseUrl);
  wire.send(text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const [answer] = answersOf(await wire.closed());
  const header = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(answer!.head)?.[1];
  return { ...answer!, header, bytes: Buffer.from(answer!.body, 'latin1') };
}

describe('a kept answer', () => {
  it('is the one that was made, with a request id and a limit of its own', async () => {
    const target = current(freshName('twice'));
    const [made, again, given] = [await app.ask(target), await app.ask(target), await app.ask(target)];
    expect([again.text, given.text]).toEqual([made.text, made.text]);
    expect([made, again, given].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'HIT']);
    expect(remaining(given.headers)).toBe(remaining(made.headers) - 2);
    expect(given.headers.get('x-request-id')).not.toBe(made.headers.get('x-request-id'));
  });

  it('has every header that the app gives, and no other', async () => {
    const target = current(freshName('headers'));
    const names = async () => [...(await app.ask(target)).headers.keys()].sort();
    const [made, again, given] = [await names(), await names(), await names()];
    expect([again, given]).toEqual([made, made]);
  });

  it('to a query says what it costs, and is charged that', async () => {
    const city = freshName('query');
    const query = `{ weather { current(city: "${city}") { name } forecast(city: "${city}") { cnt } } }`;
    const [made, again, given] = [
      await app.graphql(query),
      await app.graphql(query),
      await app.graphql(query),
    ];
    expect([again.text, given.text]).toEqual([made.text, made.text]);
    expect(given.headers.get('x-query-cost')).toBe('2');
    expect(remaining(given.headers)).toBe(remaining(made.headers) - 4);
  });

  it('to HEAD is the same head without a body', async () => {
    const target = await kept();
    const [get, withoutBody] = [await raw(request('GET', target)), await raw(request('HEAD', target))];
    expect(withoutBody.status).toBe(200);
    expect(withoutBody.body).toBe('');
    for (const name of ['Content-Length', 'ETag', 'Content-Type']) {
      expect(withoutBody.header(name), name).toBe(get.header(name));
    }
    expect(Number(get.header('Content-Length'))).toBe(get.bytes.length);
  });

  it('keeps a text beyond ASCII whole', async () => {
    const target = current(encodeURIComponent('Tromsø 東京'));
    const texts = [(await app.ask(target)).body.name, (await app.ask(target)).body.name];
    expect(texts).toEqual(['Tromsø 東京', 'Tromsø 東京']);
  });
});

describe('If-None-Match', () => {
  it.each([
    ['the tag', (tag: string) => tag, 304],
    ['the tag as a strong one', (tag: string) => tag.replace('W/', ''), 304],
    ['a list with the tag', (tag: string) => `"other", ${tag}`, 304],
    ['a star', () => '*', 304],
    ['another tag', () => 'W/"other"', 200],
  ])('with %s', async (_, told, status) => {
    const target = await kept();
    const tag = (await app.ask(target)).headers.get('etag')!;
    const answer = await raw(request('GET', target, '', `If-None-Match: ${told(tag)}`));
    expect(answer.status).toBe(status);
    expect(answer.header('ETag')).toBe(tag);
    expect(answer.header('Cache-Control')).toMatch(/^private, max-age=\d+$/);
    expect(answer.header('X-RateLimit-Remaining')).toMatch(/^\d+$/);
    if (status === 304) expect([answer.body, answer.header('Content-Length')]).toEqual(['', undefined]);
  });

  it('says nothing to a query, which has no tag', async () => {
    const query = JSON.stringify({ query: '{ weather { current(city: "Oslo") { city } } }' });
    const line = 'If-None-Match: *';
    const answers = [];
    for (let time = 0; time < 3; time += 1) answers.push(await raw(request('POST', '/graphql', query, line)));
    expect(answers.map(({ status, header }) => [status, header('ETag')])).toEqual(
      Array(3).fill([200, undefined]),
    );
  });

  it('with the tag holds whatever the encoding', async () => {
    const target = await kept('/api/weather/forecast?city=Oslo');
    const { header } = await raw(request('GET', target, '', 'Accept-Encoding: gzip'));
    const line = `If-None-Match: ${header('ETag')}`;
    expect((await raw(request('GET', target, '', line, 'Accept-Encoding: br'))).status).toBe(304);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['br', promisify(brotliDecompress)],
    ['gzip', promisify(gunzip)],
  ] as const)('%s, when it is made and when it is there', async (encoding, decode) => {
    const target = await kept('/api/weather/forecast?city=Bergen');
    const plain = await raw(request('GET', target));
    for (const _ of ['made', 'there']) {
      const answer = await raw(request('GET', target, '', `Accept-Encoding: ${encoding}`));
      expect(answer.header('Content-Encoding')).toBe(encoding);
      expect(answer.header('Vary')).toBe('Authorization, Accept-Encoding');
      expect(await decode(answer.bytes)).toEqual(plain.bytes);
    }
  });
});

describe('a connection', () => {
  it('that sends several requests at once has its answers in their order', async () => {
    const [first, third] = [await kept(), await kept()];
    const [city, unseen] = [freshName('post'), current(freshName('unseen'))];
    await app.ask('/graphql', {
      ...{ method: 'POST', body: queryOf(city) },
      headers: { 'content-type': 'application/json' },
    });
    const wire = await wireTo(app.baseUrl);
    const asked = [
      request('GET', first),
      request('GET', unseen),
      request('POST', '/graphql', queryOf(city)),
      request('GET', third, '', 'Connection: close'),
    ];
    wire.send(asked.join(''));
    const names = answersOf(await wire.closed()).map(({ body }) => {
      const { name, data } = JSON.parse(body);
      return (name ?? data.weather.current.name).toLowerCase();
    });
    const cityOf = (target: string) => target.split('=')[1]!.toLowerCase();
    expect(names).toEqual([cityOf(first), cityOf(unseen), city.toLowerCase(), cityOf(third)]);
  });

  it('may send a body in pieces', async () => {
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

  it('that breaks in mid-body costs nothing, and is no mistake of ours', async () => {
    const before = remaining((await app.ask('/api/me')).headers);
    const logged = app.logs.length;
    const wire = await wireTo(app.baseUrl);
    wire.send(request('POST', '/graphql', queryOf('Oslo')).slice(0, -10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    wire.socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(app.logs.slice(logged).join('')).not.toContain('failed');
    expect(remaining((await app.ask('/api/me')).headers)).toBe(before - 1);
  });
});

describe('a refusal', () => {
  it('is worded by the app, and costs nothing', async () => {
    const target = await kept();
    const caller = await app.issue({ perMinute: 3, perSecond: 100 });
    const answers = [];
    for (let call = 0; call < 5; call += 1) answers.push(await app.ask(target, { headers: caller }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => remaining(headers))).toEqual([2, 1, 0, 0, 0]);
    expect(answers[4]!.body.error).toMatchObject({ code: 429, message: 'Rate limit exceeded' });
    expect(answers[4]!.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('for want of a permission stands outside what is kept, by both doors', async () => {
    const city = freshName('permission');
    const target = await kept(current(city));
    await app.graphql(`{ weather { current(city: "${city}") { name } } }`, {});
    const news = await app.issue({ groups: ['news'] });
    const query = { method: 'POST', body: queryOf(city) };
    const answers = [
      await app.ask(target, { headers: news }),
      await app.ask('/graphql', { ...query, headers: { ...news, 'content-type': 'application/json' } }),
    ];
    expect(answers.map(({ status, headers }) => [status, remaining(headers)])).toEqual([
      [403, 999_999],
      [403, 999_998],
    ]);
  });

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer alm_wrong_key_of_nobody' }],
  ])('for %s has nothing of what is kept', async (_, headers) => {
    const target = await kept();
    const response = await fetch(app.baseUrl + target, { headers });
    expect([response.status, response.headers.get('x-cache'), response.headers.get('etag')]).toEqual([
      401,
      null,
      null,
    ]);
  });
});

describe('what is kept', () => {
  it('has nothing of the key that asked first', async () => {
    const target = current(freshName('first'));
    const [ada, grace] = [await app.issue({ name: 'Ada' }), await app.issue({ name: 'Grace', perMinute: 7 })];
    const first = await app.ask(target, { headers: ada });
    const second = await app.ask(target, { headers: { ...grace, 'x-request-id': 'grace-asks-this' } });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('x-request-id')).toBe('grace-asks-this');
    expect(second.headers.get('x-ratelimit-limit')).toBe('7');
    expect(second.headers.get('ratelimit-policy')).toContain('"minute";q=7');
  });

  it('is one answer, whatever a caller adds that the route does not know', async () => {
    const city = freshName('ignored');
    await app.clearCalls();
    const answers = [
      await app.ask(current(city)),
      await app.ask(current(city, '&utm=1')),
      await app.ask(current(city)),
      await app.ask(current(city, '&utm=1')),
    ];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(await app.calls()).toHaveLength(1);
  });

  it('is gone when its source has something newer', async () => {
    const target = await kept();
    await app.clearCalls();
    app.clock.skip(11 * 60_000);
    const stale = await app.ask(target);
    await expect.poll(async () => (await app.calls()).length).toBe(1);
    await expect.poll(async () => (await app.ask(target)).headers.get('x-cache')).toBe('HIT');
    const renewed = await app.ask(target);
    expect(stale.headers.get('x-cache')).toBe('STALE');
    expect(Number(renewed.headers.get('age'))).toBeLessThan(60);
  });

  it('is not reached by a query that is no query', async () => {
    const city = freshName('forged');
    await kept(current(city));
    const body = `GET /api/weather/current {"city":"${city}"}`;
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await app.ask('/graphql', { method: 'POST', body, headers });
    expect(status).toBe(400);
    expect(text).not.toContain(city);
  });
});

describe('a drain', () => {
  it('closes the connection with the answer that is kept', async () => {
    const sandbox = await startSandbox();
    const draining = await startTestApp({ upstreamOrigin: sandbox.origin });
    const target = current('Oslo');
    for (let time = 0; time < 2; time += 1) await draining.ask(target);
    const wire = await wireTo(draining.baseUrl);
    const text = head(`GET ${target} HTTP/1.1`, 'Host: almanac', `Authorization: Bearer ${draining.key}`);
    // Begun before the drain, so that the connection is not idle.
    wire.send(text.slice(0, -4));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const closed = draining.close();
    wire.send(text.slice(-4));
    const [answer] = answersOf(await wire.closed());
    await closed;
    await sandbox.close();
    expect(answer).toMatchObject({ status: 200, head: expect.stringMatching(/\r\nConnection: close/i) });
  });
});
