import { describe, expect, it } from 'vitest';
import { minutes } from '../../../core/clock.ts';
import {
  type CachedResponse,
  type CachedResponses,
  createCachedResponses,
} from '../../../server/responses/cached-responses.ts';
import { Freshness } from '../../../server/responses/freshness.ts';
import { Representation } from '../../../server/responses/representation.ts';
import { Entry } from '../../../sources/kernel/policies/cache.ts';
import { manualClock } from '../../support/manual-clock.ts';

const clock = manualClock();
const start = clock.now();

const source = { name: 'weather/official' };

const entryOf = (freshMs = minutes(10)): Entry =>
  new Entry('something', start, { freshMs, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 }, 10);

function freshnessOf(...entries: readonly Entry[]): Freshness {
  const freshness = new Freshness();
  for (const entry of entries) freshness.noteRead({ cacheStatus: 'MISS', entry }, source);
  return freshness;
}

const of = (freshness: Freshness) => ({
  route: '/api/weather/current',
  permissions: ['weather'] as const,
  uses: [],
  requested: 1,
  price: 1,
  freshness,
});

const responseOf = (body: string, freshness: Freshness): CachedResponse => ({
  ...of(freshness),
  representation: new Representation(body),
});

/** Stores two equal responses, since a short one is stored from the second time on. */
function setTwice(store: CachedResponses, key: string, body: string, freshness: Freshness): Representation {
  store.set(key, responseOf(body, freshness));
  const response = responseOf(body, freshness);
  store.set(key, response);
  return response.representation;
}

/** Whether a response of this freshness is served at this time. */
function isServed(freshness: Freshness, now: number): boolean {
  const store = createCachedResponses(clock, 100_000);
  setTwice(store, 'key', 'body', freshness);
  return store.get('key', now) !== undefined;
}

describe('a cached response', () => {
  it('is served with its route, its price and its representation', () => {
    const store = createCachedResponses(clock, 100_000);
    const representation = setTwice(store, 'key', 'blåbær', freshnessOf(entryOf()));
    expect(store.get('key', start)).toMatchObject({
      route: '/api/weather/current',
      price: 1,
      representation,
    });
    expect(representation.bytes.toString()).toBe('blåbær');
    expect(store.get('another key', start)).toBeUndefined();
  });

  it.each([
    ['before it expires', minutes(10) - 1, true],
    ['when it expires', minutes(10), false],
  ])('is served only while it is fresh: %s', (_, afterMs, expected) => {
    expect(isServed(freshnessOf(entryOf()), start + afterMs)).toBe(expected);
  });

  it('expires with the first of its entries', () => {
    const freshness = freshnessOf(entryOf(minutes(10)), entryOf(minutes(2)), entryOf(minutes(5)));
    expect([minutes(2) - 1, minutes(2)].map((after) => isServed(freshness, start + after))).toEqual([
      true,
      false,
    ]);
  });

  it('is removed when one of its entries is replaced', () => {
    const [first, second] = [entryOf(), entryOf()];
    const store = createCachedResponses(clock, 100_000);
    setTwice(store, 'key', 'body', freshnessOf(first, second));
    expect(store.get('key', start)).toBeDefined();
    second.supersession.isSuperseded = true;
    expect(store.get('key', start)).toBeUndefined();
    second.supersession.isSuperseded = false;
    expect(store.get('key', start)).toBeUndefined();
  });
});

describe('a response is not cached', () => {
  it('when no source was read for it', () => {
    expect(isServed(freshnessOf(), start)).toBe(false);
  });

  it('when a read failed', () => {
    const freshness = freshnessOf(entryOf());
    freshness.noteFailure();
    expect(isServed(freshness, start)).toBe(false);
  });

  it('when it is short and stored for the first time', () => {
    const store = createCachedResponses(clock, 100_000);
    for (const [key, length] of [
      ['short', 100],
      ['long', 20_000],
    ] as const) {
      store.set(key, responseOf('x'.repeat(length), freshnessOf(entryOf())));
    }
    expect(['short', 'long'].map((key) => store.get(key, start) !== undefined)).toEqual([false, true]);
  });

  it('when it is larger than half of the cache', () => {
    const store = createCachedResponses(clock, 10_000);
    setTwice(store, 'large', 'x'.repeat(4_000), freshnessOf(entryOf()));
    expect(store.get('large', start)).toBeUndefined();
  });

  it('when it was the least recently used of a full cache', () => {
    const store = createCachedResponses(clock, 10_000);
    for (let index = 0; index < 20; index += 1) {
      setTwice(store, `key ${index}`, 'x'.repeat(500), freshnessOf(entryOf()));
      store.get('key 0', start);
    }
    const cached = Array.from({ length: 20 }, (_, index) => store.get(`key ${index}`, start) !== undefined);
    expect([cached[0], cached[1], cached[19]]).toEqual([true, false, true]);
  });
});

describe('Freshness', () => {
  const headersOf = (freshness: Freshness, now: number, isCached: boolean) => {
    const headers: string[] = [];
    freshness.addHeaders(headers, now, isCached);
    return headers;
  };

  it('adds the least fresh cache status of a new response', () => {
    const freshness = freshnessOf(entryOf());
    freshness.noteRead({ cacheStatus: 'STALE', entry: entryOf() }, source);
    freshness.noteRead({ cacheStatus: 'HIT', entry: entryOf() }, source);
    expect(headersOf(freshness, start, false).slice(0, 2)).toEqual(['X-Cache', 'STALE']);
  });

  it('adds the sources of all entries', () => {
    const freshness = freshnessOf(entryOf(), entryOf());
    freshness.noteRead({ cacheStatus: 'HIT', entry: entryOf() }, { name: 'news' });
    expect(headersOf(freshness, start, false).slice(2, 4)).toEqual(['X-Source', 'weather/official, news']);
  });
});
