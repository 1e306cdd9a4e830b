import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../core/clock.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { shape, text } from '../../sources/kernel/decode.ts';
import { type Play, playedUpstream, sourceOf, upstreamsOver } from './sources-fixture.ts';

const Picture = shape({ id: text, state: text });
type Picture = z.output<typeof Picture>;

/** Pictures that are finished from the request on whose number is their id. */
async function pictures() {
  const source = sourceOf();
  const picture = source.batched('picture', {
    maxPerRequest: 10,
    key: ({ id }: { readonly id: string }) => id,
    request: (ids) => ({ path: '/pictures', query: { ids: ids.join(',') } }),
    decode: z.array(Picture),
    keyOf: ({ id }: Picture) => id,
    isUnfinished: ({ state }: Picture) => state === 'pending',
    cache: ({ state }: Picture) => ({ freshMs: state === 'pending' ? 0 : minutes(1), staleIfErrorMs: 0 }),
  });
  const tries = new Map<string, number>();
  const play: Play = ({ query }, response) => {
    const items = query
      .get('ids')!
      .split(',')
      .map((id) => {
        tries.set(id, (tries.get(id) ?? 0) + 1);
        return { id, state: tries.get(id)! >= Number(id) ? 'done' : 'pending' };
      });
    response.end(JSON.stringify(items));
  };
  const fixture = await playedUpstream(play);
  const { upstreams } = upstreamsOver(fixture, source);
  const requestedIds = () => fixture.received.map(({ query }) => query.get('ids'));
  return { ...fixture, requestedIds, read: (id: string) => upstreams.read(picture, { id }) };
}

/** Advances the clock until the read is settled. */
async function inTime<Model>(clock: { advance(byMs: number): Promise<void> }, read: MaybePromise<Model>) {
  let isOver = false;
  const settled = Promise.resolve(read).finally(() => {
    isOver = true;
  });
  settled.catch(() => {});
  for (let elapsedMs = 0; !isOver && elapsedMs < 60_000; elapsedMs += 5) await clock.advance(5);
  return settled;
}

describe('an unfinished item of a batch', () => {
  it('is requested again after half a second, at most twice, without a delay of other items', async () => {
    const { clock, read, requestedIds } = await pictures();
    const done: string[] = [];
    const states = await inTime(
      clock,
      Promise.all(
        ['1', '2', '3', '4'].map(async (id) => {
          const { state } = (await read(id))!;
          done.push(id);
          return state;
        }),
      ),
    );
    expect(states).toEqual(['done', 'done', 'done', 'pending']);
    expect(done.slice(0, 2)).toEqual(['1', '2']);
    expect(requestedIds()).toEqual(['1,2,3,4', '2,3,4', '3,4']);
  });

  it('is cached according to its endpoint, so that the next read requests it again', async () => {
    const { clock, read, requestedIds } = await pictures();
    expect((await inTime(clock, read('4')))!.state).toBe('pending');
    expect((await inTime(clock, read('4')))!.state).toBe('done');
    expect((await inTime(clock, read('4')))!.state).toBe('done');
    expect(requestedIds()).toEqual(['4', '4', '4', '4']);
  });
});
