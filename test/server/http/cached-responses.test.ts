import { describe, expect, it } from 'vitest';
import { manualClock, minutes } from '../../../core/clock.ts';
import { type CachedResponses, createCachedResponses } from '../../../server/http/cached-responses.ts';
import { Freshness } from '../../../server/http/freshness.ts';
import { Entry } from '../../../sources/kernel/policies/cache.ts';

const clock = manualClock();
const start = clock.now();

const entryOf = (freshMs = minutes(10)): Entry =>
  new Entry('something', start, { freshMs, revalidateMs: 0, onErrorMs: 0 }, 10);

function freshnessOf(...entries: readonly Entry[]): Freshness {
  const freshness = new Freshness();
  for (const entry of entries) freshness.noteRead({ cacheStatus: 'MISS', entry });
  return freshness;
}

const of = (freshness: Freshness) => ({
  route: '/api/weather/current',
  permissions: ['weather'] as const,
  uses: [],
  price: 1,
  freshness,
});

/** An answer that was made twice. */
function keep(store: CachedResponses, key: string | undefined, body: string, freshness: Freshness) {
  store.keep(key, body, of(freshness));
  return store.keep(key, body, of(freshness)).representation;
}

/** Whether an answer made like this is given out at this time. */
function isGiven(freshness: Freshness, now: number): boolean {
  const store = createCachedResponses(clock, 100_000);
  keep(store, 'key', 'body', freshness);
  return store.get('key', now) !== undefined;
}

describe('a kept answer', () => {
  it('is given with what it was kept with', () => {
    const store = createCachedResponses(clock, 100_000);
    const representation = keep(store, 'key', 'blåbær', freshnessOf(entryOf()));
    expect(store.get('key', start)).toMatchObject({
      route: '/api/weather/current',
      price: 1,
      representation,
    });
    expect(representation.bytes.toString()).toBe('blåbær');
    expect(store.get('another key', start)).toBeUndefined();
  });

  it.each([
    ['before its time is over', minutes(10) - 1, true],
    ['when it is', minutes(10), false],
  ])('%s', (_, afterMs, given) => {
    expect(isGiven(freshnessOf(entryOf()), start + afterMs)).toBe(given);
  });

  it('is as good as the entry that expires first', () => {
    const freshness = freshnessOf(entryOf(minutes(10)), entryOf(minutes(2)), entryOf(minutes(5)));
    expect([minutes(2) - 1, minutes(2)].map((after) => isGiven(freshness, start + after))).toEqual([
      true,
      false,
    ]);
  });

  it('ends when one of its entries is superseded, and does not come back', () => {
    const [first, second] = [entryOf(), entryOf()];
    const store = createCachedResponses(clock, 100_000);
    keep(store, 'key', 'body', freshnessOf(first, second));
    expect(store.get('key', start)).toBeDefined();
    second.isSuperseded = true;
    expect(store.get('key', start)).toBeUndefined();
    second.isSuperseded = false;
    expect(store.get('key', start)).toBeUndefined();
  });
});

describe('what is not kept', () => {
  it('is what no source was read for', () => {
    expect(isGiven(freshnessOf(), start)).toBe(false);
  });

  it('is what a failure was part of', () => {
    const freshness = freshnessOf(entryOf());
    freshness.noteFailure();
    expect(isGiven(freshness, start)).toBe(false);
  });

  it('is what is short and was made once', () => {
    const store = createCachedResponses(clock, 100_000);
    for (const [key, length] of [
      ['short', 100],
      ['long', 20_000],
    ] as const) {
      store.keep(key, 'x'.repeat(length), of(freshnessOf(entryOf())));
    }
    expect(['short', 'long'].map((key) => store.get(key, start) !== undefined)).toEqual([false, true]);
  });

  it('is what has no key, and what fills more than half of the room', () => {
    const store = createCachedResponses(clock, 10_000);
    const representation = keep(store, undefined, 'body', freshnessOf(entryOf()));
    expect(representation.bytes.toString()).toBe('body');
    keep(store, 'large', 'x'.repeat(4_000), freshnessOf(entryOf()));
    expect(store.get('large', start)).toBeUndefined();
  });

  it('is what was used longest ago, when there is no more room', () => {
    const store = createCachedResponses(clock, 10_000);
    for (let index = 0; index < 20; index += 1) {
      keep(store, `key ${index}`, 'x'.repeat(500), freshnessOf(entryOf()));
      store.get('key 0', start);
    }
    const kept = Array.from({ length: 20 }, (_, index) => store.get(`key ${index}`, start) !== undefined);
    expect([kept[0], kept[1], kept[19]]).toEqual([true, false, true]);
  });
});

describe('the headers of freshness', () => {
  const headersOf = (freshness: Freshness, now: number, isKept: boolean) => {
    const headers: string[] = [];
    freshness.addHeaders(headers, now, isKept);
    return headers;
  };

  it('say the age and what is left of the time', () => {
    expect(headersOf(freshnessOf(entryOf()), start + 61_500, true)).toEqual([
      'X-Cache',
      'HIT',
      'Age',
      '61',
      'Cache-Control',
      'private, max-age=538',
    ]);
  });

  it('say the least fresh origin of an answer that was made now', () => {
    const freshness = freshnessOf(entryOf());
    freshness.noteRead({ cacheStatus: 'STALE', entry: entryOf() });
    freshness.noteRead({ cacheStatus: 'HIT', entry: entryOf() });
    expect(headersOf(freshness, start, false).slice(0, 2)).toEqual(['X-Cache', 'STALE']);
  });

  it('are none where no source was read', () => {
    expect(headersOf(freshnessOf(), start, false)).toEqual([]);
  });
});
