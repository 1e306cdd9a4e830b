import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../sources/kernel/cancellation.ts';

const gone = new Error('The caller went away.');

describe('a cancellation', () => {
  it('tells everybody who listens, once, with its first reason', () => {
    const told: string[] = [];
    const cancellation = new Cancellation();
    for (const name of ['one', 'two']) {
      cancellation.listen({ onCancel: ({ message }) => void told.push(`${name}: ${message}`) });
    }
    expect(cancellation).toMatchObject({ isCancelled: false, reason: undefined });
    cancellation.cancel(gone);
    cancellation.cancel(new Error('Again.'));
    expect(told).toEqual(['one: The caller went away.', 'two: The caller went away.']);
    expect(cancellation).toMatchObject({ isCancelled: true, reason: gone });
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('aborts a signal that was asked for %s it', (_, isBefore) => {
    const cancellation = new Cancellation();
    const early = isBefore ? cancellation.signal : undefined;
    cancellation.cancel(gone);
    expect(early ?? cancellation.signal).toMatchObject({ aborted: true, reason: gone });
    expect(cancellation.signal).toBe(cancellation.signal);
  });

  it('leaves its signal alone while nobody cancels', () => {
    expect(new Cancellation().signal.aborted).toBe(false);
  });
});
