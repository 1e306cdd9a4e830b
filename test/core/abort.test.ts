import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deadline, onAbort } from '../../core/abort.ts';
import { manualClock } from '../support/manual-clock.ts';

const gone = new Error('The caller has left.');

describe('onAbort', () => {
  it('calls back when the signal aborts, unless the listener was removed', () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => called.push('kept'));
    onAbort(controller.signal, () => called.push('removed'))();
    controller.abort(gone);
    expect(called).toEqual(['kept']);
  });

  it('accepts many listeners on one signal without a warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const { signal } = new AbortController();
    for (let count = 0; count < 50; count += 1) onAbort(signal, () => {});
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

describe('deadline', () => {
  it('aborts with a TimeoutError when it expires, and not before', async () => {
    const clock = manualClock();
    const { signal, ...limit } = deadline(clock, 100, new AbortController().signal);
    await clock.advance(99);
    expect(signal.aborted).toBe(false);
    expect(limit.isExpired).toBe(false);
    await clock.advance(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError', message: 'Time is up.' });
  });

  it('states that it has expired', async () => {
    const clock = manualClock();
    const limit = deadline(clock, 100);
    await clock.advance(100);
    expect(limit.isExpired).toBe(true);
  });

  it('does not abort once it is cleared', async () => {
    const clock = manualClock();
    const limit = deadline(clock, 100);
    limit.clear();
    await clock.advance(200);
    expect([limit.isExpired, limit.signal.aborted]).toEqual([false, false]);
  });

  it.each([
    ['before it starts', true],
    ['while it runs', false],
  ])('aborts with the reason of the caller, who aborts %s', (_, isBefore) => {
    const caller = new AbortController();
    if (isBefore) caller.abort(gone);
    const limit = deadline(manualClock(), 100, caller.signal);
    caller.abort(gone);
    expect(limit.isExpired).toBe(false);
    expect(limit.signal.reason).toBe(gone);
  });

  it('does not follow the caller once it is cleared', () => {
    const caller = new AbortController();
    const limit = deadline(manualClock(), 100, caller.signal);
    limit.clear();
    caller.abort(gone);
    expect(limit.signal.aborted).toBe(false);
  });

  it('is freed with its listeners when it is cleared, while the caller goes on', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const caller = new AbortController();
    const limits = Array.from({ length: 20 }, () => {
      const limit = deadline(manualClock(), 100, caller.signal);
      onAbort(limit.signal, () => {});
      limit.clear();
      return new WeakRef(limit.signal);
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    expect(limits.filter((limit) => limit.deref() !== undefined)).toEqual([]);
    expect(caller.signal.aborted).toBe(false);
  });
});
