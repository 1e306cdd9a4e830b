import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { GraphqlPlugin } from '../../../server/graphql/exchange.ts';
import type { MovableClock } from '../../app.ts';
import { useTestApp } from '../../suite.ts';

/** The documents that were read. */
let read = 0;
const counter: GraphqlPlugin = {
  onParse:
    () =>
    ({ result }) => {
      if (!(result instanceof Error)) read += 1;
    },
};

/** A clock that stands, so that every request is within one second. */
let skipped = 0;
const start = systemClock.now();
const clock: MovableClock = {
  now: () => start + skipped,
  monotonic: () => start + skipped,
  timer: systemClock.timer,
  skip(byMs) {
    skipped += byMs;
  },
  set(byMs) {
    skipped += byMs;
  },
};

const app = useTestApp({ clock, graphqlPlugins: [counter] });

describe('new documents of one key in a second', () => {
  const countsOf = async (documents: readonly string[], headers: Record<string, string>) => {
    read = 0;
    const responses = await Promise.all(documents.map((query) => app.graphql(query, {}, { headers })));
    const refused = responses.filter(({ status }) => status === 429);
    for (const { headers: sent } of refused) {
      expect(sent.get('retry-after')).toBe('1');
      expect(sent.get('x-ratelimit-limit')).not.toBeNull();
      expect(sent.get('x-ratelimit-scope')).toBe('second');
    }
    return { read, refused: refused.length };
  };
  const different = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));

  it.each<[string, (index: number) => string]>([
    ['that are invalid', (index) => `{ nope${index} }`],
    ['that are too large', (index) => `{ a${index}: __typename ${'__typename '.repeat(200)} }`],
    ['that are valid', (index) => `{ a${index}: __typename }`],
  ])('%s are read as often as it may ask', async (_, make) => {
    const headers = await app.issue({ perSecond: 5 });
    expect(await countsOf(different(30, make), headers)).toEqual({ read: 5, refused: 25 });
    clock.skip(1_000);
    const later = different(5, (index) => make(index + 100));
    expect(await countsOf(later, headers)).toEqual({ read: 5, refused: 0 });
  });

  it('are counted for each key alone', async () => {
    const [first, second] = [await app.issue({ perSecond: 2 }), await app.issue({ perSecond: 2 })];
    const four = different(4, (index) => `{ first${index} }`);
    expect(await countsOf(four, first)).toEqual({ read: 2, refused: 2 });
    const two = different(2, (index) => `{ second${index} }`);
    expect(await countsOf(two, second)).toEqual({ read: 2, refused: 0 });
  });
});
