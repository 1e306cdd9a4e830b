import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../core/clock.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { shape, text } from '../../sources/kernel/decode.ts';
import { type Play, playedUpstream, sourceOf, upstreamsOver } from './sources-fixture.ts';

const Picture = shape({ id: text, state: text });
type Picture = z.output<typeof Picture>;

/** Pictures that are ready from the second, third, … request on, as their id says. */
async function pictures() {
  const source = sourceOf();
  const picture = source.batched('picture', {
    maxPerRequest: 10,
    key: ({ id }: { readonly id: string }) => id,
    request: (ids) => ({ path: '/pictures', query: { ids: ids.join(',') } }),
    decode: z.array(Picture),
    keyOf: ({ id }: Picture) => id,
    isUnfinished: ({ state }: Picture) => state === 'pending',
    cache: ({ state }: Picture) => ({ freshMs: state === 'pending' ? 0 : minutes(1), onErrorMs: 0 }),
  });
  const tries = new Map<string, number>();
  const play: Play = ({ query }, response) => {
    const answers = query
      .get('ids')!
      .split(',')
      .map((id) => {
        tries.set(id, (tries.get(id) ?? 0) + 1);
        return { id, state: tries.get(id)! >= Number(id) ? 'done' : 'pending' };
      });
    response.end(JSON.stringify(answers));
  };
  const fixture = await playedUpstream(play);
  const { upstreams } = upstreamsOver(fixture, source);
  const asked = () => fixture.received.map(({ query }) => query.get('ids'));
  return { ...fixture, asked, read: (id: string) => upstreams.read(picture, { id }) };
}

/** Lets the time run until all is answered. */
async function inTime<Model>(clock: { advance(byMs: number): Promise<void> }, answer: MaybePromise<Model>) {
  let isOver = false;
  const settled = Promise.resolve(answer).finally(() => {
    isOver = true;
  });
  settled.catch(() => {});
  for (let elapsedMs = 0; !isOver && elapsedMs < 60_000; elapsedMs += 5) await clock.advance(5);
  return settled;
}

describe('an answer that says "not yet"', () => {
  it('is asked for again after half a second, twice at most, while others do not wait for it', async () => {
    const { clock, read, asked } = await pictures();
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
    expect(asked()).toEqual(['1,2,3,4', '2,3,4', '3,4']);
  });

  it('is kept as its endpoint says, so that the next question asks anew', async () => {
    const { clock, read, asked } = await pictures();
    expect((await inTime(clock, read('4')))!.state).toBe('pending');
    expect((await inTime(clock, read('4')))!.state).toBe('done');
    expect((await inTime(clock, read('4')))!.state).toBe('done');
    expect(asked()).toEqual(['4', '4', '4', '4']);
  });
});
