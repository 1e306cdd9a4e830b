import { afterEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import { type Answer, createWatches, type Found, type Watcher } from '../../../server/streams/watches.ts';
import { movableClock } from '../../app.ts';

const watches = createWatches(movableClock());
afterEach(() => watches.close());

const answer = (id: string, isFresh = true): Answer => ({
  id,
  json: '{}',
  freshness: { isFresh: () => isFresh },
});

/** A stream, and what it was told. */
function follower(
  ask: () => Promise<Answer> = async () => answer('a'),
): Watcher & { readonly told: string[] } {
  const told: string[] = [];
  const follow = (found: Found) => told.push('answer' in found ? found.answer.id : 'failure');
  return { told, ask, follow, end: () => told.push('end') };
}

describe('a stream that joins others', () => {
  it('is told the answer alone where the others have it', () => {
    const all = Array.from({ length: 50 }, () => follower());
    for (const each of all) watches.join('same', answer('a'), each);
    expect(all.map(({ told }) => told)).toEqual(all.map(() => ['a']));
  });

  it('brings the others an answer that they do not have', () => {
    const [first, second] = [follower(), follower()];
    watches.join('newer', answer('a'), first);
    watches.join('newer', answer('b'), second);
    expect([first.told, second.told]).toEqual([['a', 'b'], ['b']]);
  });

  it('ends the failure of the others', async () => {
    const fails = () => Promise.reject(new Fault('upstreamFailed', 'It failed.'));
    const [first, second] = [follower(fails), follower(fails)];
    watches.join('failing', answer('a', false), first);
    await expect.poll(() => first.told, { timeout: 30_000 }).toContain('failure');
    const before = first.told.length;
    watches.join('failing', answer('a'), second);
    expect([first.told.slice(before), second.told]).toEqual([['a'], ['a']]);
  });
});
