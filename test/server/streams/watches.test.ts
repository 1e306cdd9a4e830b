import { afterEach, describe, expect, it } from 'vitest';

import { Fault } from '../../../core/faults.ts';
import {
  createWatches,
  type Loaded,
  type Subscription,
  type WatchedBody,
} from '../../../server/streams/watches.ts';
import { movableClock } from '../../app.ts';
import { manualClock } from '../../support/manual-clock.ts';

const watches = createWatches(movableClock());
afterEach(() => watches.close());

const body = (id: string, isFresh = true): WatchedBody => ({
  id,
  json: '{}',
  freshness: { isFresh: () => isFresh },
});

/** A subscription, and what it received. */
function subscription(
  load: () => Promise<WatchedBody> = async () => body('a'),
): Subscription & { readonly received: string[] } {
  const received: string[] = [];
  const tick = () => false;
  const receive = (loaded: Loaded) => received.push('body' in loaded ? loaded.body.id : 'failure');
  return { received, load, receive, tick, end: () => received.push('end') };
}

describe('a subscription that joins a watch', () => {
  it('receives the body alone where the others have it', () => {
    const all = Array.from({ length: 50 }, () => subscription());
    for (const each of all) watches.join('same', body('a'), each);
    expect(all.map(({ received }) => received)).toEqual(all.map(() => ['a']));
  });

  it('brings the others a body that they do not have', () => {
    const [first, second] = [subscription(), subscription()];
    watches.join('newer', body('a'), first);
    watches.join('newer', body('b'), second);
    expect([first.received, second.received]).toEqual([['a', 'b'], ['b']]);
  });

  it('ends the failure of the others', async () => {
    const fails = () => Promise.reject(new Fault('upstreamFailed', 'It failed.'));
    const [first, second] = [subscription(fails), subscription(fails)];
    watches.join('failing', body('a', false), first);
    await expect.poll(() => first.received, { timeout: 30_000 }).toContain('failure');
    const before = first.received.length;
    watches.join('failing', body('a'), second);
    expect([first.received.slice(before), second.received]).toEqual([['a'], ['a']]);
  });
});

describe('a watch of which nothing changes', () => {
  it('rests twice as long after each load that is not fresh, up to a minute', async () => {
    const clock = manualClock();
    const loads: number[] = [];
    const load = async () => {
      loads.push(clock.monotonic());
      return body('a', false);
    };
    const rested = createWatches(clock);
    rested.join('same', body('a', false), subscription(load));
    await clock.advance(300_000);
    rested.close();
    const rests = loads.map((at, index) => Math.round((at - (loads[index - 1] ?? at)) / 1000));
    expect(rests.slice(0, 8)).toEqual([0, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('has its loads made by its subscriptions in turn', async () => {
    const clock = manualClock();
    const loaders: string[] = [];
    const by = (name: string) =>
      subscription(async () => {
        loaders.push(name);
        return body('a', false);
      });
    const shared = createWatches(clock);
    for (const name of ['one', 'two', 'three']) shared.join('shared', body('a'), by(name));
    shared.join('shared', body('a', false), by('four'));
    await clock.advance(70_000);
    shared.close();
    expect(loaders.slice(0, 4)).toEqual(['one', 'two', 'three', 'four']);
  });
});
