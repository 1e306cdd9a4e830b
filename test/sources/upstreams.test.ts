import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { path } from '../../sources/kernel/credentials.ts';
import { integer, shape, text } from '../../sources/kernel/decode.ts';
import { nextLink, type UpstreamResponse } from '../../sources/kernel/source.ts';
import type { Reading } from '../../sources/kernel/upstreams.ts';
import { collected, failureOf } from './http/transport-fixture.ts';
import {
  inTurn,
  type Play,
  playedUpstream,
  says,
  silence,
  sourceOf,
  upstreamsOver,
} from './sources-fixture.ts';

const gone = new Error('The caller went away.');
const cachePolicy = { freshMs: minutes(10), staleWhileRevalidateMs: minutes(2), staleIfErrorMs: minutes(60) };
const oneAttempt = { retry: { attempts: 1, pauseMs: 0 } };

interface City {
  readonly city: string;
  readonly units?: string | undefined;
}

/** An endpoint for the weather of a city, over the played upstream. */
async function cityOver(
  play: Play,
  more: { readonly cachePolicy?: typeof cachePolicy; readonly cacheBytes?: number } = {},
) {
  const source = sourceOf(oneAttempt);
  const weather = source.endpoint('now', {
    request: ({ city, units }: City) => ({ path: '/now', query: { city, units } }),
    decode: shape({ temp: integer }),
    cacheKey: ({ city, ...rest }) => ({ ...rest, city: city.toLowerCase() }),
    notFound: ({ city }) => `No city named "${city}" was found.`,
    cache: more.cachePolicy ?? cachePolicy,
  });
  const fixture = await playedUpstream(play);
  const { upstreams, exchanged } = upstreamsOver(fixture, source, more);
  const readings: Reading[] = [];
  const reader = { onRead: (reading: Reading) => readings.push(reading) };
  const read = async (asked: City | string, signal?: AbortSignal) =>
    upstreams.read(weather, typeof asked === 'string' ? { city: asked } : asked, { ...reader, signal });
  const cacheStatuses = () => readings.map(({ cacheStatus: origin }) => origin);
  const hits = (count: number) => vi.waitFor(() => expect(fixture.received).toHaveLength(count));
  return { ...fixture, read, readings, cacheStatuses, exchanged, hits, upstreams, weather };
}

const temperature = (temp: number) => says(200, { temp });
const counted: Play = (_request, response, number) => void response.end(JSON.stringify({ temp: number }));

describe('a fresh entry', () => {
  it.each([
    ['another value', { city: 'Oslo', units: 'metric' }, { city: 'Oslo', units: 'imperial' }],
    ['a missing value', { city: 'Oslo', units: 'metric' }, { city: 'Oslo' }],
    ['a value that looks like another argument', { city: 'a","units":"b' }, { city: 'a', units: 'b' }],
  ])('is not served for %s', async (_, first, second) => {
    const { read, received } = await cityOver(counted);
    expect([await read(first), await read(second)]).toEqual([{ temp: 1 }, { temp: 2 }]);
    expect(received).toHaveLength(2);
  });

  it.each([
    ['objects', { filter: { kind: 'a' } }, { filter: { kind: 'b' } }],
    ['lists of objects', { filter: [{ kind: 'a' }] }, { filter: [{ kind: 'b' }] }],
    ['lists', { filter: ['a', 'b'] }, { filter: ['b', 'a'] }],
  ])('has a cache key with the content of arguments: %s', async (_, first, second) => {
    const source = sourceOf();
    const search = source.endpoint('search', {
      request: (asked: { readonly filter: unknown }) => ({
        path: '/search',
        query: { q: JSON.stringify(asked) },
      }),
      decode: shape({ temp: integer }),
      cache: cachePolicy,
    });
    const { upstreams } = upstreamsOver(await playedUpstream(counted), source);
    const results = [await upstreams.read(search, first), await upstreams.read(search, second)];
    expect(results).toEqual([{ temp: 1 }, { temp: 2 }]);
    expect(await upstreams.read(search, structuredClone(first))).toEqual({ temp: 1 });
  });

  it('has a lifetime that can depend on the model', async () => {
    const source = sourceOf();
    const live = source.endpoint('live', {
      request: () => ({ path: '/live' }),
      decode: shape({ temp: integer }),
      cache: ({ temp }) => ({ freshMs: seconds(temp) }),
    });
    const fixture = await playedUpstream(inTurn(temperature(10), temperature(1000)));
    const { upstreams } = upstreamsOver(fixture, source);
    await upstreams.read(live, {});
    await fixture.clock.advance(seconds(20));
    expect(await upstreams.read(live, {})).toEqual({ temp: 1000 });
    await fixture.clock.advance(seconds(800));
    expect(await upstreams.read(live, {})).toEqual({ temp: 1000 });
    expect(fixture.received).toHaveLength(2);
  });
});

describe('an expired entry', () => {
  it('is served at first, and refreshed by one request in the background', async () => {
    const { read, cacheStatuses, clock, hits } = await cityOver(counted);
    await read('Oslo');
    await clock.advance(minutes(10.5));
    const staleModels = await Promise.all(Array.from({ length: 50 }, () => read('Oslo')));
    expect(new Set(staleModels.map(({ temp }) => temp))).toEqual(new Set([1]));
    await hits(2);
    await vi.waitFor(async () => expect(await read('Oslo')).toEqual({ temp: 2 }));
    expect(cacheStatuses()[1]).toBe('STALE');
    expect(cacheStatuses().at(-1)).toBe('HIT');
    await hits(2);
  });

  it('is not served after the time for revalidation', async () => {
    const { read, cacheStatuses, clock } = await cityOver(counted);
    await read('Oslo');
    await clock.advance(minutes(12.5));
    expect(await read('Oslo')).toEqual({ temp: 2 });
    expect(cacheStatuses()).toEqual(['MISS', 'MISS']);
  });

  it.each<[string, Play]>([
    ['fails', says(500, {})],
    ['breaks off', (_request, response) => void response.socket?.destroy()],
    ['responds with 429', says(429, {})],
    ['responds in another shape', says(200, { temp: 'warm' })],
    ['responds with text other than JSON', (_request, response) => void response.end('<html>')],
  ])('is served for an hour when the upstream %s, and no longer', async (_, trouble) => {
    const { read, cacheStatuses, clock } = await cityOver(inTurn(temperature(1), trouble));
    await read('Oslo');
    await clock.advance(minutes(30));
    expect(await read('Oslo')).toEqual({ temp: 1 });
    expect(cacheStatuses()).toEqual(['MISS', 'STALE']);
    await clock.advance(minutes(41));
    expect((await failureOf(read('Oslo'))).kind).toMatch(/^upstream/);
  });

  it('is served when the queue for the upstream is full', async () => {
    const source = sourceOf({ ...oneAttempt, limits: { concurrent: 1, queued: 0 } });
    const now = source.endpoint('now', {
      request: ({ city }: City) => ({ path: '/now', query: { city } }),
      decode: shape({ temp: integer }),
      cache: cachePolicy,
    });
    const fixture = await playedUpstream(inTurn(temperature(1), silence));
    const { upstreams } = upstreamsOver(fixture, source);
    await upstreams.read(now, { city: 'Oslo' });
    await fixture.clock.advance(minutes(30));
    const caller = new AbortController();
    const other = expect(upstreams.read(now, { city: 'Rome' }, { signal: caller.signal })).rejects.toBe(gone);
    await vi.waitFor(() => expect(fixture.received).toHaveLength(2));
    expect(await upstreams.read(now, { city: 'Oslo' })).toEqual({ temp: 1 });
    expect((await failureOf(upstreams.read(now, { city: 'Bergen' }))).kind).toBe('overloaded');
    caller.abort(gone);
    await other;
  });

  it('is not served when the upstream responds with notFound', async () => {
    const { read, clock } = await cityOver(inTurn(temperature(1), says(404, {})));
    await read('Oslo');
    await clock.advance(minutes(30));
    expect((await failureOf(read('Oslo'))).kind).toBe('notFound');
  });

  it('is never served on an error when staleIfErrorMs is 0', async () => {
    const expiring = { freshMs: minutes(1), staleWhileRevalidateMs: minutes(1), staleIfErrorMs: 0 };
    const { read, clock } = await cityOver(inTurn(temperature(1), says(500, {})), { cachePolicy: expiring });
    await read('Oslo');
    await clock.advance(minutes(1));
    expect((await failureOf(read('Oslo'))).kind).toBe('upstreamFailed');
  });
});

describe('a negative entry', () => {
  it('is served for half a minute, with the message for the arguments', async () => {
    const { read, received, clock, cacheStatuses } = await cityOver(inTurn(says(404, {}), temperature(1)));
    for (const _ of [1, 2, 3]) {
      expect(await failureOf(read('Nowhere'))).toMatchObject({
        kind: 'notFound',
        message: 'No city named "nowhere" was found.',
        group: 'weather',
      });
    }
    expect(received).toHaveLength(1);
    await clock.advance(seconds(30));
    expect(await read('Nowhere')).toEqual({ temp: 1 });
    expect(cacheStatuses()).toEqual(['MISS']);
  });

  it.each<[string, Play]>([
    ['a failure', says(500, {})],
    ['a refusal', says(403, {})],
    ['another shape', says(200, { temp: null })],
  ])('is not made of %s, which is not cached', async (_, trouble) => {
    const { read } = await cityOver(inTurn(trouble, temperature(1)));
    await failureOf(read('Oslo'));
    expect(await read('Oslo')).toEqual({ temp: 1 });
  });
});

describe('a response in another shape', () => {
  it.each<[string, Play, string]>([
    ['a field', says(200, { temp: 'warm' }), 'at temp'],
    ['the top level', says(200, []), 'at its top'],
  ])('fails with the path of %s and without its content', async (_, play, place) => {
    const { read } = await cityOver(play);
    expect(await failureOf(read('Oslo'))).toMatchObject({
      kind: 'upstreamChanged',
      group: 'weather',
      message: `The source for weather answered in a shape that we do not know (${place}).`,
    });
  });
});

describe('pages of a list', () => {
  const listEndpoint = (more: { readonly maxItems?: number } = {}) => {
    const source = sourceOf(oneAttempt);
    const endpoint = source.endpoint('list', {
      request: (asked: { readonly user: string }) => ({ path: path`/users/${asked.user}/repos` }),
      decode: z.array(text),
      next: ({ response, items }) => (items < (more.maxItems ?? 100) ? nextLink(response) : undefined),
      cache: cachePolicy,
    });
    return { source, endpoint };
  };
  const paged: Play = ({ path: asked, query }, response) => {
    const number = Number(query.get('page') ?? 1);
    const next = `https://api.example.com/users/ada/repos?page=${number + 1}`;
    const link = number < 4 ? { link: `<${next}>; rel="next", <https://api.example.com/>; rel="last"` } : {};
    response.writeHead(asked.startsWith('/api.example.com/users/ada/') ? 200 : 500, link);
    response.end(JSON.stringify([`a${number}`, `b${number}`]));
  };

  it('are joined into one list with one cache entry', async () => {
    const { source, endpoint } = listEndpoint();
    const fixture = await playedUpstream(paged);
    const { upstreams } = upstreamsOver(fixture, source);
    const all = ['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4'];
    expect(await upstreams.read(endpoint, { user: 'ada' })).toEqual(all);
    expect(await upstreams.read(endpoint, { user: 'ada' })).toEqual(all);
    expect(fixture.received).toHaveLength(4);
  });

  it('are read until the list has enough items', async () => {
    const { source, endpoint } = listEndpoint({ maxItems: 4 });
    const fixture = await playedUpstream(paged);
    const { upstreams } = upstreamsOver(fixture, source);
    expect(await upstreams.read(endpoint, { user: 'ada' })).toHaveLength(4);
    expect(fixture.received).toHaveLength(2);
  });

  it.each([
    [
      'quoted',
      '<https://api.example.com/a?page=2&per=3>; rel="next"',
      { path: '/a', query: { page: '2', per: '3' } },
    ],
    ['bare', '<https://api.example.com/a>; rel=next', { path: '/a', query: {} }],
    ['second', '<https://x.example/z>; rel="prev", <https://api.example.com/a>; rel="next"', { path: '/a' }],
    ['with other parameters', '<https://api.example.com/a>; title="x"; rel="next"', { path: '/a' }],
    ['only other relations', '<https://api.example.com/a>; rel="last"', undefined],
    ['not a URL', '<a>; rel="next"', undefined],
    ['behind many openings', '<'.repeat(200_000), undefined],
    ['behind many parameters', `<a>${'; rel'.repeat(200_000)}`, undefined],
    ['none', undefined, undefined],
  ])('are linked by a Link header: %s', (_, link, expected) => {
    const response = { header: () => link } as unknown as UpstreamResponse;
    const next = nextLink(response);
    if (expected === undefined) expect(next).toBeUndefined();
    else expect(next).toMatchObject({ origin: 'https://api.example.com', ...expected });
  });
});

describe('batches', () => {
  interface User {
    readonly id: string;
    readonly login: string;
  }

  async function usersOver(play: Play, max = 100) {
    const source = sourceOf({
      ...oneAttempt,
      classify: ({ status }) =>
        status === 400 ? new Fault('invalid', 'There is a bad one among them.') : undefined,
    });
    const users = source.batched('users', {
      maxPerRequest: max,
      key: ({ login }: { readonly login: string }) => login.toLowerCase(),
      request: (logins) => ({ path: '/users', query: { login: logins } }),
      decode: z.array(shape({ id: text, login: text })),
      keyOf: ({ login }: User) => login.toLowerCase(),
      cache: cachePolicy,
    });
    const fixture = await playedUpstream(play);
    const { upstreams } = upstreamsOver(fixture, source);
    /** Reads all concurrently, and advances the clock until the batch is sent. */
    const readAll = async (...logins: string[]) => {
      const results = Promise.all(
        logins.map(async (login) => {
          try {
            return await upstreams.read(users, { login });
          } catch (error) {
            const { kind, message } = error as Fault;
            return `${kind}: ${message}`;
          }
        }),
      );
      await fixture.clock.advance(2);
      return results;
    };
    return { ...fixture, upstreams, users, readAll };
  }
  const directory: Play = ({ query }, response) => {
    const logins = query.getAll('login');
    if (logins.includes('bad!')) response.writeHead(400).end('{}');
    else {
      const known = logins.filter((login) => !login.startsWith('no'));
      response.end(JSON.stringify(known.reverse().map((login) => ({ id: `id of ${login}`, login }))));
    }
  };
  const user = (login: string) => ({ id: `id of ${login}`, login });

  it('request a hundred keys at once, and unknown keys once in half a minute', async () => {
    const { readAll, received, clock } = await usersOver(directory);
    const logins = Array.from({ length: 99 }, (_, index) => `user${index}`);
    expect(await readAll(...logins, 'nobody')).toEqual([...logins.map(user), null]);
    expect(await readAll('user7', 'NOBODY', 'User8')).toEqual([user('user7'), null, user('user8')]);
    expect(received).toHaveLength(1);
    await clock.advance(seconds(30));
    await readAll('nobody');
    expect(received).toHaveLength(2);
  });

  it('request the first spelling of keys with the same cache key', async () => {
    const source = sourceOf(oneAttempt);
    const users = source.batched('users', {
      maxPerRequest: 100,
      key: ({ login }: { readonly login: string }) => login,
      cacheKey: (login) => login.toLowerCase(),
      request: (logins) => ({ path: '/users', query: { login: logins } }),
      decode: z.array(shape({ id: text, login: text })),
      keyOf: ({ login }) => login,
      cache: cachePolicy,
    });
    const fixture = await playedUpstream(says(200, [user('Ada'), user('Eve')]));
    const { upstreams } = upstreamsOver(fixture, source);
    const results = Promise.all(['ADA', 'ada', 'eve'].map((login) => upstreams.read(users, { login })));
    await fixture.clock.advance(2);
    expect(await results).toEqual([user('Ada'), user('Ada'), user('Eve')]);
    expect(fixture.received.map(({ query }) => query.getAll('login'))).toEqual([['ADA', 'eve']]);
    expect(await upstreams.read(users, { login: 'Ada' })).toEqual(user('Ada'));
    expect(fixture.received).toHaveLength(1);
  });

  it('leave out cached keys', async () => {
    const { readAll, received } = await usersOver(directory);
    await readAll('a', 'b');
    await readAll('b', 'c');
    expect(received.map(({ query }) => query.getAll('login'))).toEqual([['a', 'b'], ['c']]);
  });

  it('are split to find an invalid key, which alone fails', async () => {
    const { readAll, received } = await usersOver(directory);
    const logins = Array.from({ length: 16 }, (_, index) => `user${index}`);
    const results = await readAll(...logins, 'bad!');
    expect(results).toEqual([...logins.map(user), 'invalid: There is a bad one among them.']);
    expect(received.length).toBeLessThanOrEqual(11);
  });

  it('fail for all of their keys when the upstream fails, which is not cached', async () => {
    const { readAll } = await usersOver(inTurn(says(500, {}), directory));
    const failure = 'upstreamFailed: The source for weather answered with status 500.';
    expect(await readAll('a', 'nobody')).toEqual([failure, failure]);
    expect(await readAll('a', 'nobody')).toEqual([user('a'), null]);
  });

  it('never treat an aborted key as unknown', async () => {
    const { readAll, upstreams, users, clock } = await usersOver(directory);
    const caller = new AbortController();
    const aborted = expect(upstreams.read(users, { login: 'a' }, { signal: caller.signal })).rejects.toBe(
      gone,
    );
    caller.abort(gone);
    await aborted;
    await clock.advance(10);
    expect(await readAll('a')).toEqual([user('a')]);
  });
});

describe('downloads', () => {
  it('are not cached, and have a notFound message for the arguments', async () => {
    const source = sourceOf(oneAttempt);
    const image = source.download('image', {
      request: ({ id }: { readonly id: string }) => ({ path: path`/images/${id}` }),
      notFound: ({ id }) => `There is no image ${id}.`,
    });
    const fixture = await playedUpstream(({ path: asked }, response) => {
      if (asked.endsWith('/7')) response.end('bytes');
      else response.writeHead(404).end();
    });
    const { upstreams } = upstreamsOver(fixture, source);
    for (const _ of [1, 2]) {
      const { body } = await upstreams.open(image, { id: '7' });
      expect((await collected(body)).toString()).toBe('bytes');
    }
    expect(fixture.received).toHaveLength(2);
    expect(await failureOf(upstreams.open(image, { id: '8' }))).toMatchObject({
      kind: 'notFound',
      message: 'There is no image 8.',
    });
  });
});
