import { describe, expect, it } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import { Cancellation, Deadline, wishOf } from '../../sources/kernel/cancellation.ts';

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

describe('a deadline', () => {
  const overdue = { name: 'TimeoutError', message: 'Time is up.' };

  it.each([
    ['when its time is up', 100, true, overdue],
    ['not before', 99, false, undefined],
  ])('is cancelled %s', async (_, afterMs, isOver, reason) => {
    const clock = manualClock();
    const deadline = new Deadline(clock, 100, new Cancellation());
    await clock.advance(afterMs);
    expect(deadline.isOver).toBe(isOver);
    if (reason) expect(deadline.reason).toMatchObject(reason);
    else expect(deadline.isCancelled).toBe(false);
  });

  it('is not, once the work is done', async () => {
    const clock = manualClock();
    const deadline = new Deadline(clock, 100);
    deadline.end();
    await clock.advance(200);
    expect(deadline).toMatchObject({ isOver: false, isCancelled: false });
  });

  it.each([
    ['was', true],
    ['is', false],
  ])('is cancelled with its wish when that %s', (_, isBefore) => {
    const wish = new Cancellation();
    if (isBefore) wish.cancel(gone);
    const deadline = new Deadline(manualClock(), 100, wish);
    wish.cancel(gone);
    expect(deadline).toMatchObject({ isOver: false, reason: gone });
    expect(() => deadline.throwIfCancelled()).toThrow(gone);
  });
});

it.each([
  ['before', true],
  ['after', false],
])('the wish of a signal that is aborted %s is cancelled with its reason', (_, isBefore) => {
  const controller = new AbortController();
  if (isBefore) controller.abort(gone);
  const wish = wishOf(controller.signal);
  controller.abort(gone);
  expect(wish.reason).toBe(gone);
});
