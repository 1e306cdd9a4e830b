import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type AlmanacError,
  type ClientOptions,
  createClient,
  KeyError,
  LimitError,
  NetworkError,
  NotFoundError,
  RequestError,
  ServiceError,
  UpstreamError,
} from '../../clients/typescript/src/index.ts';
import { retryPolicy } from '../../clients/typescript/src/retry.ts';
import { useTestApp } from '../suite.ts';
import {
  answer,
  cut,
  reset,
  type ScriptedServer,
  type Step,
  silence,
  startScriptedServer,
} from './scripted-server.ts';

const app = useTestApp({ environment: { NEWS_API_KEY: '' } });

const servers: ScriptedServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(...steps: readonly Step[]): Promise<ScriptedServer> {
  const server = await startScriptedServer(...steps);
  servers.push(server);
  return server;
}

type Headers = Record<string, string>;

/** A client whose requests have these headers: its key and the address that it is bound to. */
function clientWith(headers: Headers, options: Partial<ClientOptions> = {}) {
  return createClient({
    url: app.baseUrl,
    key: 'in-the-headers',
    fetch: (url, init) => fetch(url, { ...init, headers: { ...(init.headers as Headers), ...headers } }),
    ...options,
  });
}

const weather = '/api/weather/current';
const failing = async (asked: Promise<unknown>) =>
  (await asked.then(undefined, (error) => error)) as AlmanacError;

describe('an error of the client', () => {
  const ask = (client = createClient({ url: app.baseUrl, key: app.key, retry: false })) => client;

  it('names a parameter that is missing', async () => {
    const error = await failing(ask().get(weather, {} as { city: string }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      name: 'RequestError',
      kind: 'request',
      status: 400,
      code: 'MISSING',
      isRetryable: false,
      message: expect.stringContaining('city'),
      request: `GET ${weather}`,
      requestId: expect.any(String),
    });
    expect(app.logs.join('\n')).toContain(error.requestId);
  });

  it('is a NotFoundError for what is not there', async () => {
    const error = await failing(ask().get(weather, { city: 'notfoundville' }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ name: 'NotFoundError', kind: 'request', status: 404, code: 'NOT_FOUND' });
  });

  it('is a KeyError for a key that is not valid', async () => {
    const error = await failing(
      ask(createClient({ url: app.baseUrl, key: 'alm_none' })).get(weather, { city: 'Oslo' }),
    );
    expect(error).toBeInstanceOf(KeyError);
    expect(error).toMatchObject({ kind: 'key', status: 401, code: 'UNAUTHENTICATED' });
  });

  it('is a KeyError for a group that the key has no permission for', async () => {
    const headers = await app.issue({ groups: ['coderepo'] });
    const error = await failing(clientWith(headers).get(weather, { city: 'Oslo' }));
    expect(error).toBeInstanceOf(KeyError);
    expect(error).toMatchObject({ kind: 'key', status: 403, code: 'FORBIDDEN' });
  });

  it('is a LimitError, with the seconds to wait, for a used-up limit', async () => {
    const client = clientWith(await app.issue({ perMinute: 1 }), { retry: { maxWaitMs: 500 } });
    await client.get(weather, { city: 'Oslo' });
    const error = await failing(client.get(weather, { city: 'Oslo' }));
    expect(error).toBeInstanceOf(LimitError);
    expect(error).toMatchObject({ kind: 'limit', status: 429, code: 'LIMITED', isRetryable: true });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(60);
  });

  it('is an UpstreamError for a source that fails', async () => {
    await app.fault({ host: 'api.openweathermap.org', status: 500 });
    const error = await failing(ask().get(weather, { city: 'Failing' }));
    await app.clearFaults();
    app.clock.skip(120_000);
    expect(error).toBeInstanceOf(UpstreamError);
    const facts = { kind: 'upstream', status: 502, code: 'UPSTREAM_FAILED', isRetryable: true };
    expect(error).toMatchObject(facts);
  });

  it('is a ServiceError for a group without its credential', async () => {
    const error = await failing(ask().get('/api/news/top-headlines', { category: 'science' }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ kind: 'service', status: 503, code: 'UNCONFIGURED', isRetryable: false });
  });

  it('is a NetworkError where no service is', async () => {
    const { url, close } = await serve(silence);
    close();
    const error = await failing(createClient({ url, key: 'k', retry: false }).get(weather, { city: 'Oslo' }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ kind: 'network', status: undefined, isRetryable: true });
    expect(error.message).toMatch(/^GET \/api\/weather\/current: .*ECONNREFUSED/);
  });

  it('says so where another site is', async () => {
    const { url } = await serve(answer(200, { 'content-type': 'text/html' }, '<p>Hello</p>'));
    const error = await failing(createClient({ url, key: 'k' }).get(weather, { city: 'Oslo' }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.message).toContain('text/html, not JSON: is `url` the address of almanac?');
  });
});

describe('an error of the client, printed whole', () => {
  it.each([
    ['a refusal', () => app.baseUrl],
    ['a broken connection', async () => (await serve(reset)).url],
    ['another site', async () => (await serve(answer(200, {}, 'Hello'))).url],
  ])('has no key in it: %s', async (_, address) => {
    const key = 'alm_secret_of_this_test';
    const client = createClient({ url: await address(), key, retry: false });
    const printed = inspect(await failing(client.get(weather, { city: 'Oslo' })), {
      depth: 20,
      showHidden: true,
    });
    expect(printed).toContain(`GET ${weather}`);
    expect(printed).not.toContain(key);
  });
});

const good = answer(200, {}, '{"name":"Oslo"}');
const coded = (status: number, code: string, more: Headers = {}) =>
  answer(status, { 'x-error-code': code, ...more });

/** Asks with short delays; resolves to the number of requests, the waits, and what came of it. */
async function retrying(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const server = await serve(...steps);
  const waits: number[] = [];
  const onRetry = (_: AlmanacError, waitMs: number) => waits.push(waitMs);
  const retry = { delaysMs: [10, 20, 40] };
  const client = createClient({ url: server.url, key: 'k', retry, onRetry, ...options });
  const outcome = await client.get(weather, { city: 'Oslo' }).then(
    ({ name }) => name,
    ({ name }: Error) => name,
  );
  return { requests: server.requests.length, waits, outcome };
}

describe('a retry', () => {
  it('comes after 1, 2 and 4 seconds unless told otherwise', () => {
    expect(retryPolicy()).toEqual({ delaysMs: [1_000, 2_000, 4_000], maxWaitMs: 120_000 });
  });

  it.each([
    ['a source that failed', [coded(502, 'UPSTREAM_FAILED'), good], [10]],
    ['a source that failed, in a group with 500 for it', [coded(500, 'UPSTREAM_FAILED'), good], [10]],
    ['two late responses', [coded(504, 'UPSTREAM_TIMEOUT'), coded(504, 'UPSTREAM_TIMEOUT'), good], [10, 20]],
    ['an overloaded service', [coded(503, 'OVERLOADED', { 'retry-after': '0' }), good], [0]],
    ['a gateway without the service', [answer(502), answer(503), answer(504), good], [10, 20, 40]],
    ['a broken connection', [reset, good], [10]],
    ['a body that was cut', [cut, good], [10]],
  ] satisfies [string, Step[], number[]][])('helps %s', async (_, steps, waits) => {
    expect(await retrying(steps)).toEqual({ requests: steps.length, waits, outcome: 'Oslo' });
  });

  it.each([
    ['a parameter that is not accepted', coded(400, 'INVALID'), 'RequestError'],
    ['a key that is not valid', coded(401, 'UNAUTHENTICATED'), 'KeyError'],
    ['a permission', coded(403, 'FORBIDDEN'), 'KeyError'],
    ['a private thing', coded(403, 'PRIVATE'), 'RequestError'],
    ['an unknown thing', coded(404, 'NOT_FOUND'), 'NotFoundError'],
    ['a source that has changed', coded(502, 'UPSTREAM_CHANGED'), 'UpstreamError'],
    ['a missing credential', coded(503, 'UNCONFIGURED'), 'ServiceError'],
    ['an error of the service', coded(500, 'INTERNAL'), 'ServiceError'],
  ])('is not made for %s', async (_, step, outcome) => {
    expect(await retrying([step, good])).toEqual({ requests: 1, waits: [], outcome });
  });

  it('is made three times', async () => {
    const three = { requests: 4, waits: [10, 20, 40], outcome: 'ServiceError' };
    expect(await retrying([answer(503)])).toEqual(three);
  });

  it.each([
    ['no time', '0'],
    ['a time that is past', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  ])('is made three times for a limit that states %s', async (_, time) => {
    const limited = answer(429, { 'retry-after': time });
    expect(await retrying([limited])).toEqual({ requests: 4, waits: [0, 0, 0], outcome: 'LimitError' });
  });

  it('is not made at all where it is turned off', async () => {
    expect(await retrying([answer(503), good], { retry: false })).toMatchObject({
      requests: 1,
      outcome: 'ServiceError',
    });
  });

  it('waits until the minute ends where a gateway leaves Retry-After out', async () => {
    const end = String(Math.ceil(Date.now() / 1000) + 1);
    const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': end };
    const { waits, outcome } = await retrying([answer(429, headers), good]);
    expect(outcome).toBe('Oslo');
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[0]).toBeLessThanOrEqual(2_000);
  });

  it('lets many requests at once wait for the limit of the second', async () => {
    const waits: number[] = [];
    const onRetry = (_: AlmanacError, waitMs: number) => waits.push(waitMs);
    const client = clientWith(await app.issue({ perSecond: 3, perMinute: 1_000 }), { onRetry });
    const cities = Array.from({ length: 14 }, (_, index) => `City ${index}`);
    const bodies = await Promise.all(cities.map((city) => client.get(weather, { city })));
    expect(bodies.map(({ name }) => name)).toEqual(cities);
    expect(waits.length).toBeGreaterThan(3);
    expect(new Set(waits)).toEqual(new Set([1_000]));
  });

  it('gives up where the wait is longer than allowed', async () => {
    const limited = answer(429, { 'retry-after': '50', 'x-error-code': 'LIMITED' });
    const retry = { maxWaitMs: 20_000 };
    expect(await retrying([limited], { retry })).toEqual({ requests: 1, waits: [], outcome: 'LimitError' });
  });
});

describe('an aborted signal', () => {
  const reason = new Error('enough');
  const abortSoon = () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    return controller.signal;
  };

  it('stops a request before it is sent', async () => {
    const { url, requests } = await serve(good);
    const asked = createClient({ url, key: 'k' }).get(
      weather,
      { city: 'Oslo' },
      { signal: AbortSignal.abort(reason) },
    );
    await expect(asked).rejects.toBe(reason);
    expect(requests).toHaveLength(0);
  });

  const waits: readonly (readonly [string, Step])[] = [
    ['a response', silence],
    ['the rest of a body', (response) => void response.writeHead(200).write('{')],
    ['the time of a retry', coded(503, 'OVERLOADED', { 'retry-after': '30' })],
  ];
  it.each(waits)('stops the wait for %s', async (_, step) => {
    const { url, requests } = await serve(step);
    const controller = new AbortController();
    const { get } = createClient({ url, key: 'k' });
    const asked = get(weather, { city: 'Oslo' }, { signal: controller.signal });
    asked.catch(() => undefined);
    await expect.poll(() => requests.length).toBe(1);
    await pause(50);
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });

  it('stops the body of a file', async () => {
    const { url } = await serve((response) => void response.writeHead(200).write('begin'));
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const { file } = createClient({ url, key: 'k' });
    const response = await file('/api/blockgame/template/{assetId}', { assetId: '1' }, options);
    controller.abort();
    await expect(response.arrayBuffer()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('stops an upload, a query, pages and a watch', async () => {
    const { url } = await serve(silence);
    const client = createClient({ url, key: 'k' });
    const options = () => ({ signal: abortSoon() });
    const file = new File(['x'], 'clip.wav');
    await Promise.all(
      [
        client.upload('/api/songid/identify', { file }, {}, options()),
        client.graphql('{ rateLimit { limit } }', {}, options()),
        client.items('/api/livestream/streams/top', {}, options()).next(),
        client.watch(weather, { city: 'Oslo' }, options()).next(),
      ].map((asked) => expect(asked).rejects.toBe(reason)),
    );
  });

  it('is the end of a time', async () => {
    const { url } = await serve(silence);
    const asked = createClient({ url, key: 'k' }).get(
      weather,
      { city: 'Oslo' },
      { signal: AbortSignal.timeout(50) },
    );
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
