import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { GraphqlPlugin } from '../../../server/graphql/exchange.ts';
import type { MovableClock } from '../../app.ts';
import { head, wireTo } from '../../sources/http-fixture.ts';
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

  it('of many connections let other requests pass between them', async () => {
    const headers = Object.entries(await app.issue({ perMinute: 100, perSecond: 1_000 }));
    const requests = different(20, (index) => {
      const fields = different(150, (field) => `a${index}_${field}: current(city: "Oslo") { name }`);
      const body = JSON.stringify({ query: `{ weather { ${fields.join(' ')} } }` });
      const sent = [...headers, ['content-type', 'application/json'], ['content-length', body.length]];
      const lines = ['host: x', 'connection: close', ...sent.map((pair) => pair.join(': '))];
      return head('POST /graphql HTTP/1.1', ...lines) + body;
    });
    requests.push(head('GET /healthz HTTP/1.1', 'host: x', 'connection: close'));
    const wires = await Promise.all(requests.map(() => wireTo(app.baseUrl)));
    for (const wire of wires) wire.send(head('GET /healthz HTTP/1.1', 'host: x'));
    await Promise.all(wires.map((wire) => wire.seen('{"ok":true}')));
    const before = app.logs.length;
    for (const [index, wire] of wires.entries()) wire.send(requests[index]!);
    await Promise.all(wires.map((wire) => wire.closed()));
    const routes = app.logs.slice(before).map((line) => JSON.parse(line).route);
    expect(routes).toHaveLength(21);
    expect(routes.at(-1)).toBe('/graphql');
  });
});
