import { describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import { type CoalescedRun, createCoalescer } from '../../../sources/kernel/policies/coalesce.ts';

interface StartedRun {
  readonly signal: AbortSignal;
  resolve(value: string): void;
  reject(error: Error): void;
}

/** Runs that the test settles, in the order in which they were started. */
function createRuns() {
  const started: StartedRun[] = [];
  const start = ({ signal }: CoalescedRun) =>
    new Promise<string>((resolve, reject) => {
      started.push({ signal, resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { started, start };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const gone = new Error('The caller has left.');
const signal = () => new AbortController().signal;

describe('createCoalescer', () => {
  it('aborts the run when the last waiter aborts, and starts a new one for the next caller', async () => {
    const coalescer = createCoalescer();
    const { started, start } = createRuns();
    const callers = [new AbortController(), new AbortController()];
    const waiters = callers.map((caller) => coalescer.run('key', caller.signal, start).catch(String));
    callers[0]!.abort(gone);
    expect(started[0]!.signal.aborted).toBe(false);
    callers[1]!.abort(gone);
    expect(started[0]!.signal.aborted).toBe(true);
    expect(coalescer.has('key')).toBe(false);
    expect(await Promise.all(waiters)).toEqual([String(gone), String(gone)]);

    const next = coalescer.run('key', signal(), start);
    expect(started).toHaveLength(2);
    // The aborted run ends only now, and must not remove the new one.
    await settled();
    expect(coalescer.has('key')).toBe(true);
    started[1]!.resolve('value');
    expect(await next).toBe('value');
  });

  it('continues a run that a waiter without a signal waits for', async () => {
    const coalescer = createCoalescer();
    const { started, start } = createRuns();
    const background = coalescer.run('key', undefined, start);
    const caller = new AbortController();
    const waiter = coalescer.run('key', caller.signal, start).catch(String);
    caller.abort(gone);
    expect(await waiter).toBe(String(gone));
    expect(started[0]!.signal.aborted).toBe(false);
    started[0]!.resolve('value');
    expect(await background).toBe('value');
  });

  it('starts no run for a caller who has aborted already', async () => {
    const coalescer = createCoalescer();
    const { started, start } = createRuns();
    await expect(coalescer.run('key', AbortSignal.abort(gone), start)).rejects.toBe(gone);
    expect(started).toEqual([]);
  });

  it('ignores the abort of a caller whose run has ended', async () => {
    const coalescer = createCoalescer();
    const { started, start } = createRuns();
    const caller = new AbortController();
    const waiter = coalescer.run('key', caller.signal, start);
    started[0]!.resolve('value');
    expect(await waiter).toBe('value');
    await settled();
    const next = coalescer.run('key', signal(), start);
    caller.abort(gone);
    expect(started[1]!.signal.aborted).toBe(false);
    started[1]!.resolve('value');
    await next;
  });

  it('starts one more run for the other owners whose run is limited, and none for its own owner', async () => {
    const coalescer = createCoalescer();
    const { started, start } = createRuns();
    const limited = new Fault('limited', 'This key has used its share.');
    const waiters = ['over', 'over', 'well', 'well'].map((owner) =>
      coalescer.run('key', signal(), start, owner).catch(String),
    );
    started[0]!.reject(limited);
    await settled();
    expect(started).toHaveLength(2);
    started[1]!.resolve('value');
    expect(await Promise.all(waiters)).toEqual([String(limited), String(limited), 'value', 'value']);
  });
});
