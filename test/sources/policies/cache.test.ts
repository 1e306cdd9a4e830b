import { describe, expect, it } from 'vitest';
import { hours, manualClock, minutes, seconds } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { type CachePolicy, createCache } from '../../../sources/kernel/policies/cache.ts';

const megabyte = 1_048_576;

function cacheAtRest(maxBytes = 8 * megabyte) {
  const clock = manualClock();
  return { clock, cache: createCache(clock, maxBytes) };
}

describe('how long an entry may be given out', () => {
  it.each<[string, CachePolicy, { revalidateMs: number; onErrorMs: number }]>([
    [
      'a quarter more and an hour unless told',
      { freshMs: 600_000 },
      { revalidateMs: 150_000, onErrorMs: hours(1) },
    ],
    [
      'as told',
      { freshMs: 600_000, revalidateMs: 5_000, onErrorMs: 9_000 },
      { revalidateMs: 5_000, onErrorMs: 9_000 },
    ],
    [
      'never late where that is forbidden',
      { freshMs: 600_000, onErrorMs: 0 },
      { revalidateMs: 0, onErrorMs: 0 },
    ],
    [
      'no longer behind a refresh than on an error',
      { freshMs: 600_000, revalidateMs: 60_000, onErrorMs: 1_000 },
      { revalidateMs: 1_000, onErrorMs: 1_000 },
    ],
  ])('is %s', (_, keep, late) => {
    const { cache, clock } = cacheAtRest();
    const entry = cache.set('question', 'answer', keep, 10);
    expect(entry.storedAt).toBe(clock.now());
    expect(entry.revalidateUntil - entry.freshUntil).toBe(late.revalidateMs);
    expect(entry.onErrorUntil - entry.freshUntil).toBe(late.onErrorMs);
  });

  it('is spread over the last tenth of the time, so that what came together does not go together', () => {
    const { cache, clock } = cacheAtRest();
    const lives = Array.from({ length: 1000 }, (_, index) => {
      const entry = cache.set(`question ${index}`, 'answer', { freshMs: minutes(10) }, 10);
      return entry.freshUntil - clock.now();
    });
    expect(Math.min(...lives)).toBeGreaterThanOrEqual(minutes(9));
    expect(Math.max(...lives)).toBeLessThanOrEqual(minutes(10));
    expect(Math.max(...lives) - Math.min(...lives)).toBeGreaterThan(seconds(50));
    expect(new Set(lives).size).toBeGreaterThan(900);
  });
});

describe('an absence', () => {
  it.each(['notFound', 'private'] as const)('of kind %s is believed for 30 s, and never late', (kind) => {
    const { cache, clock } = cacheAtRest();
    const fault = new Fault(kind, 'There is none.');
    const entry = cache.setNegative('question', fault);
    expect(entry).toMatchObject({ value: null, fault });
    const until = clock.now() + seconds(30);
    expect([entry.freshUntil, entry.revalidateUntil, entry.onErrorUntil]).toEqual([until, until, until]);
  });

  it('takes the place of what was there before', () => {
    const { cache } = cacheAtRest();
    cache.set('question', 'answer', { freshMs: 1000 }, 10);
    cache.setNegative('question', new Fault('notFound', 'There is none.'));
    expect(cache.get('question')?.fault).toBeDefined();
  });
});

describe('an answer to two questions', () => {
  const both = () => {
    const { cache } = cacheAtRest();
    const entry = cache.set('by id', 'ada', { freshMs: minutes(10) }, 10);
    expect(cache.alias('by name', entry)).toBe(entry);
    return { cache, entry };
  };

  it('is one entry', () => {
    const { cache, entry } = both();
    expect([cache.get('by id'), cache.get('by name')]).toEqual([entry, entry]);
    expect(entry.isSuperseded).toBe(false);
  });

  it('is not superseded by itself', () => {
    const { cache, entry } = both();
    cache.alias('by name', entry);
    expect(entry.isSuperseded).toBe(false);
  });

  it('is counted once, however often it is taken over', () => {
    const { cache } = cacheAtRest();
    cache.set('other', 'other', { freshMs: minutes(10) }, 10);
    const entry = cache.set('by id', 'ada', { freshMs: minutes(10) }, megabyte);
    for (let time = 0; time < 100; time += 1) cache.alias('by id', entry);
    expect([cache.get('other'), cache.get('by id')]).toEqual([expect.anything(), entry]);
  });

  it('is superseded by a newer one to either', () => {
    const { cache, entry } = both();
    cache.set('by name', 'ada', { freshMs: minutes(10) }, 10);
    expect(entry.isSuperseded).toBe(true);
    expect(cache.get('by name')?.isSuperseded).toBe(false);
  });
});

describe('room', () => {
  const keep = { freshMs: minutes(10) };

  it('is counted in bytes: a thousand entries of a megabyte do not stay in eight', () => {
    const { cache } = cacheAtRest();
    for (let index = 0; index < 1000; index += 1) cache.set(`question ${index}`, index, keep, megabyte);
    const kept = Array.from({ length: 1000 }, (_, index) => index).filter((index) =>
      cache.get(`question ${index}`),
    );
    expect(kept).toEqual([993, 994, 995, 996, 997, 998, 999]);
  });

  it('counts what an entry weighs by itself, so that a million empty ones do not fit either', () => {
    const { cache } = cacheAtRest(megabyte);
    for (let index = 0; index < 5000; index += 1) {
      cache.set(`question ${index}`, null, keep, 0);
    }
    const kept = Array.from({ length: 5000 }, (_, index) => index).filter((index) =>
      cache.get(`question ${index}`),
    );
    expect(kept.length).toBeLessThan(2048);
    expect(kept.at(-1)).toBe(4999);
  });

  it('is taken from what was not used for longest', () => {
    const { cache } = cacheAtRest();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) cache.set(name, name, keep, megabyte);
    cache.get('a');
    cache.set('h', 'h', keep, megabyte);
    expect(cache.get('a')).toBeDefined();
    expect(cache.get('b')).toBeUndefined();
  });

  it('is never taken by one body of more than a quarter of it; that one is handed on and not kept', () => {
    const { cache } = cacheAtRest();
    cache.set('small', 'small', keep, 100);
    cache.set('large', 'first', keep, 100);
    const entry = cache.set('large', 'second', keep, 3 * megabyte);
    expect(entry.value).toBe('second');
    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('small')).toBeDefined();
  });

  it('is kept within its bounds when all that is there was used', () => {
    const { cache } = cacheAtRest();
    const names = Array.from({ length: 100 }, (_, index) => `question ${index}`);
    for (const name of names) {
      cache.set(name, name, keep, megabyte);
      for (const other of names) cache.get(other);
    }
    expect(names.filter((name) => cache.get(name))).toHaveLength(7);
  });

  it('is empty after clear', () => {
    const { cache } = cacheAtRest();
    cache.set('question', 'answer', keep, 10);
    cache.clear();
    expect(cache.get('question')).toBeUndefined();
  });
});
