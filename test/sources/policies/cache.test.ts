import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { type CachePolicy, createCache } from '../../../sources/kernel/policies/cache.ts';
import { bytesInUse } from '../../memory-in-use.ts';
import { manualClock } from '../../support/manual-clock.ts';

const megabyte = 1_048_576;

function cacheAtRest(maxBytes = 8 * megabyte) {
  const clock = manualClock();
  return { clock, cache: createCache(clock, maxBytes) };
}

describe('the time in which an expired entry is served', () => {
  it.each<[string, CachePolicy, whileRevalidateMs: number, ifErrorMs: number]>([
    ['a quarter of the lifetime and an hour on errors by default', { freshMs: 600_000 }, 150_000, hours(1)],
    ['as specified', { freshMs: 600_000, staleWhileRevalidateMs: 500, staleIfErrorMs: 900 }, 500, 900],
    ['none where staleIfErrorMs is 0', { freshMs: 600_000, staleIfErrorMs: 0 }, 0, 0],
    ['at most as long as on errors', { freshMs: 9, staleWhileRevalidateMs: 9_000, staleIfErrorMs: 7 }, 7, 7],
  ])('is %s', (_, cachePolicy, whileRevalidateMs, ifErrorMs) => {
    const { cache, clock } = cacheAtRest();
    const entry = cache.set('question', 'answer', cachePolicy, 10);
    expect(entry.storedAt).toBe(clock.now());
    expect(entry.revalidateUntil - entry.freshUntil).toBe(whileRevalidateMs);
    expect(entry.onErrorUntil - entry.freshUntil).toBe(ifErrorMs);
  });

  it('begins within the last tenth of the lifetime, so that entries of one time do not expire at once', () => {
    const { cache, clock } = cacheAtRest();
    const lifetimes = Array.from({ length: 1000 }, (_, index) => {
      const entry = cache.set(`question ${index}`, 'answer', { freshMs: minutes(10) }, 10);
      return entry.freshUntil - clock.now();
    });
    expect(Math.min(...lifetimes)).toBeGreaterThanOrEqual(minutes(9));
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(minutes(10));
    expect(Math.max(...lifetimes) - Math.min(...lifetimes)).toBeGreaterThan(seconds(50));
    expect(new Set(lifetimes).size).toBeGreaterThan(900);
  });
});

describe('a negative entry', () => {
  it.each(['notFound', 'private'] as const)(
    'of kind %s is served for 30 s, and not after it expires',
    (kind) => {
      const { cache, clock } = cacheAtRest();
      const fault = new Fault(kind, 'There is none.');
      const entry = cache.setNegative('question', fault);
      expect(entry).toMatchObject({ value: null, fault });
      const until = clock.now() + seconds(30);
      expect([entry.freshUntil, entry.revalidateUntil, entry.onErrorUntil]).toEqual([until, until, until]);
    },
  );

  it('replaces an earlier entry', () => {
    const { cache } = cacheAtRest();
    cache.set('question', 'answer', { freshMs: 1000 }, 10);
    cache.setNegative('question', new Fault('notFound', 'There is none.'));
    expect(cache.get('question')?.fault).toBeDefined();
  });
});

describe('an entry with an alias', () => {
  const both = () => {
    const { cache } = cacheAtRest();
    const entry = cache.set('by id', 'ada', { freshMs: minutes(10) }, 10);
    expect(cache.alias('by name', entry)).toBe(entry);
    return { cache, entry };
  };

  it('is the same entry for both keys', () => {
    const { cache, entry } = both();
    expect([cache.get('by id'), cache.get('by name')]).toEqual([entry, entry]);
    expect(entry.supersession.isSuperseded).toBe(false);
  });

  it('is not superseded by the same alias again', () => {
    const { cache, entry } = both();
    cache.alias('by name', entry);
    expect(entry.supersession.isSuperseded).toBe(false);
  });

  it('is counted once, although the alias is set repeatedly', () => {
    const { cache } = cacheAtRest();
    cache.set('other', 'other', { freshMs: minutes(10) }, 10);
    const entry = cache.set('by id', 'ada', { freshMs: minutes(10) }, megabyte);
    for (let time = 0; time < 100; time += 1) cache.alias('by id', entry);
    expect([cache.get('other'), cache.get('by id')]).toEqual([expect.anything(), entry]);
  });

  it('is superseded by a newer entry for either key', () => {
    const { cache, entry } = both();
    cache.set('by name', 'ada', { freshMs: minutes(10) }, 10);
    expect(entry.supersession.isSuperseded).toBe(true);
    expect(cache.get('by name')?.supersession.isSuperseded).toBe(false);
  });
});

describe('the size of the cache', () => {
  const cachePolicy = { freshMs: minutes(10) };

  it('is limited in bytes: eight megabytes hold at most seven of a thousand entries of a megabyte', () => {
    const { cache } = cacheAtRest();
    for (let index = 0; index < 1000; index += 1)
      cache.set(`question ${index}`, index, cachePolicy, megabyte);
    const stored = Array.from({ length: 1000 }, (_, index) => index).filter((index) =>
      cache.get(`question ${index}`),
    );
    expect(stored).toEqual([993, 994, 995, 996, 997, 998, 999]);
  });

  it('includes the overhead of entries, so that the number of empty ones is limited', () => {
    const { cache } = cacheAtRest(megabyte);
    for (let index = 0; index < 5000; index += 1) {
      cache.set(`question ${index}`, null, cachePolicy, 0);
    }
    const stored = Array.from({ length: 5000 }, (_, index) => index).filter((index) =>
      cache.get(`question ${index}`),
    );
    expect(stored.length).toBeLessThan(2048);
    expect(stored.at(-1)).toBe(4999);
  });

  it('is freed by the removal of the least recently used entry', () => {
    const { cache } = cacheAtRest();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) cache.set(name, name, cachePolicy, megabyte);
    cache.get('a');
    cache.set('h', 'h', cachePolicy, megabyte);
    expect(cache.get('a')).toBeDefined();
    expect(cache.get('b')).toBeUndefined();
  });

  it('excludes an entry of more than half of it, which is returned and not stored', () => {
    const { cache } = cacheAtRest();
    cache.set('small', 'small', cachePolicy, 100);
    cache.set('large', 'first', cachePolicy, 100);
    const entry = cache.set('large', 'second', cachePolicy, 5 * megabyte);
    expect(entry.value).toBe('second');
    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('small')).toBeDefined();
  });

  it('stays within its limit when all entries were used', () => {
    const { cache } = cacheAtRest();
    const names = Array.from({ length: 100 }, (_, index) => `question ${index}`);
    for (const name of names) {
      cache.set(name, name, cachePolicy, megabyte);
      for (const other of names) cache.get(other);
    }
    expect(names.filter((name) => cache.get(name))).toHaveLength(7);
  });
});

it('holds nothing of the responses that its faults were read from', () => {
  const { cache } = cacheAtRest();
  class Response {
    readonly body = Buffer.alloc(megabyte);
    read = () => this.classify();
    classify = () => new Fault('notFound', 'There is no such thing.', { cause: this.fail() });
    fail() {
      return new Error(`${this.body.length} bytes`);
    }
  }
  const before = bytesInUse();
  for (let index = 0; index < 20; index += 1) cache.setNegative(String(index), new Response().read());
  expect(bytesInUse() - before).toBeLessThan(5 * megabyte);
});
