import { describe, expect, it } from 'vitest';
import { minutes } from '../../core/clock.ts';
import { id, integer, optionalList, requiredList, shape, text } from '../../sources/kernel/decode.ts';
import { failureOf } from './http/transport-fixture.ts';
import { playedUpstream, says, sourceOf, upstreamsOver } from './sources-fixture.ts';

const cache = { freshMs: minutes(10) };

const City = shape({ name: text, temps: optionalList(integer) });
async function readCities(cities: unknown) {
  const source = sourceOf();
  const all = source.endpoint('cities', {
    request: () => ({ path: '/cities' }),
    decode: shape({ cities: requiredList(City) }),
    cache,
  });
  const { upstreams } = upstreamsOver(await playedUpstream(says(200, { cities })), source);
  const read = upstreams.read(all, {});
  return { read, skipped: upstreams.statistics.ofSource(source).skipped };
}
const oslo = { name: 'Oslo', temps: [1] };

describe('an element that does not match', () => {
  it.each<[string, unknown[], string[], { count: number; place: string }]>([
    ['a missing field', [oslo, { temps: [] }], ['Oslo'], { count: 1, place: 'name' }],
    ['null', [null, oslo], ['Oslo'], { count: 1, place: 'its top' }],
    ['another type', [oslo, { ...oslo, name: 7 }], ['Oslo'], { count: 1, place: 'name' }],
    ['several', [null, 7, oslo, oslo], ['Oslo', 'Oslo'], { count: 2, place: 'its top' }],
    ['a nested one', [oslo, { ...oslo, temps: [1, 'x'] }], ['Oslo', 'Oslo'], { count: 1, place: 'its top' }],
  ])('is left out and counted with its place: %s', async (_, cities, names, count) => {
    const { read, skipped } = await readCities(cities);
    expect((await read).cities.map(({ name }) => name)).toEqual(names);
    expect(skipped.get('cities')).toMatchObject(count);
  });

  it('is left out of the list that holds it, not with the element around that list', async () => {
    const { read } = await readCities([{ ...oslo, temps: [1, 'x', 3] }]);
    expect((await read).cities).toEqual([{ name: 'Oslo', temps: [1, 3] }]);
  });

  it('fails the list when it is one of too many, and is not counted', async () => {
    const { read, skipped } = await readCities([oslo, null, null]);
    expect(await failureOf(Promise.resolve(read))).toMatchObject({
      kind: 'upstreamChanged',
      message: expect.stringContaining('at cities.1'),
    });
    expect([...skipped]).toEqual([]);
  });
});

describe('a list of many elements, which is decoded in several turns', () => {
  const many: unknown[] = Array.from({ length: 4_000 }, (_, index) => ({
    ...oslo,
    name: `Town ${index} `.repeat(9),
  }));

  it('keeps the order, and leaves out and counts what does not match', async () => {
    const { read, skipped } = await readCities(many.toSpliced(1_000, 1, null).toSpliced(70, 1, { name: 7 }));
    expect(await read).toEqual({ cities: many.filter((_, index) => index !== 1_000 && index !== 70) });
    expect(skipped.get('cities')).toMatchObject({ count: 2 });
  });

  it('fails when too many do not match', async () => {
    const { read } = await readCities(many.map((each, index) => (index % 9 === 1 ? null : each)));
    expect(await failureOf(read)).toMatchObject({ message: expect.stringContaining('at cities.1') });
  });
});

describe('an item of a batch that does not match', () => {
  const ofKeys = async (keys: readonly string[], items: unknown) => {
    const source = sourceOf();
    const city = source.batched('city', {
      maxPerRequest: 10,
      key: ({ id }: { readonly id: string }) => `id:${id}`,
      request: (ids) => ({ path: '/cities', query: { ids } }),
      decode: requiredList(shape({ id, temp: integer })),
      keyOf: (found) => `id:${found.id}`,
      cache,
    });
    const fixture = await playedUpstream(says(200, items));
    const { upstreams } = upstreamsOver(fixture, source);
    const reads = keys.map(async (key) => upstreams.read(city, { id: key }));
    const idle = fixture.clock.advance(100);
    const settled = await Promise.allSettled(reads);
    await idle;
    return settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.kind));
  };
  const changed = 'upstreamChanged';

  it.each<[string, string[], unknown[], unknown[]]>([
    ['alone', ['1'], [{ id: 1 }], [changed]],
    ['beside one that does', ['1', '2'], [{ id: 1 }, { id: 2, temp: 7 }], [changed, { id: '2', temp: 7 }]],
    ['and unknown', ['1', '2', '3'], [{ id: 1 }, { id: 2, temp: 7 }], [changed, { id: '2', temp: 7 }, null]],
    ['without a key', ['1', '2', '3'], [null, { id: 2, temp: 7 }], [changed, { id: '2', temp: 7 }, changed]],
    [
      'like most others',
      ['1', '2', '3'],
      [{ id: 1 }, { id: '2' }, { id: 3, temp: 7 }],
      [changed, changed, { id: '3', temp: 7 }],
    ],
  ])('is a fault of its own key: %s', async (_, keys, items, outcomes) => {
    expect(await ofKeys(keys, items)).toEqual(outcomes);
  });
});
