import { afterEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import {
  createWatches,
  type Loaded,
  type Subscription,
  type WatchedBody,
} from '../../../server/streams/watches.ts';
import { movableClock } from '../../app.ts';

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
  const receive = (loaded: Loaded) => received.push('body' in loaded ? loaded.body.id : 'failure');
  return { received, load, receive, end: () => received.push('end') };
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
