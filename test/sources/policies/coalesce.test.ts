import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../../sources/kernel/cancellation.ts';
import { createFlights } from '../../../sources/kernel/policies/coalesce.ts';

/** A run that ends when it is told to, and remembers how it was treated. */
function runs() {
  const started: { readonly run: Cancellation; land(value: string): void; crash(error: Error): void }[] = [];
  const start = (run: Cancellation) =>
    new Promise<string>((resolve, reject) => {
      started.push({ run, land: resolve, crash: reject });
      run.listen({ onCancel: reject });
    });
  return { started, start };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const gone = new Error('The caller went away.');

describe('single flight', () => {
  it('answers a thousand waiters with one run', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const waiters = Array.from({ length: 1000 }, () => flights.join('question', new Cancellation(), start));
    expect(started).toHaveLength(1);
    expect(flights.size).toBe(1);
    started[0]!.land('answer');
    expect(new Set(await Promise.all(waiters))).toEqual(new Set(['answer']));
    expect(flights.size).toBe(0);
  });

  it('runs again once the first has landed, and separately for another question', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const first = flights.join('question', undefined, start);
    const other = flights.join('other question', undefined, start);
    started[0]!.land('one');
    started[1]!.land('two');
    expect(await Promise.all([first, other])).toEqual(['one', 'two']);
    const again = flights.join('question', undefined, start);
    expect(started).toHaveLength(3);
    started[2]!.land('three');
    expect(await again).toBe('three');
  });

  it.each([
    ['the one who started it', 0],
    ['one who joined', 1],
  ])('goes on for the others when %s gives up', async (_, leaver) => {
    const flights = createFlights();
    const { started, start } = runs();
    const callers = [new Cancellation(), new Cancellation(), new Cancellation()];
    const waiters = callers.map((caller) => flights.join('question', caller, start));
    callers[leaver]!.cancel(gone);
    await expect(waiters[leaver]).rejects.toBe(gone);
    expect(started[0]!.run.isCancelled).toBe(false);
    started[0]!.land('answer');
    const stayed = waiters.filter((_, index) => index !== leaver);
    expect(await Promise.all(stayed)).toEqual(['answer', 'answer']);
  });

  it('is aborted when the last waiter gives up, and the next caller starts anew', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const callers = [new Cancellation(), new Cancellation()];
    const waiters = callers.map((caller) => flights.join('question', caller, start).catch(String));
    callers[0]!.cancel(gone);
    expect(started[0]!.run.isCancelled).toBe(false);
    callers[1]!.cancel(gone);
    expect(started[0]!.run.isCancelled).toBe(true);
    expect(flights.has('question')).toBe(false);
    expect(await Promise.all(waiters)).toEqual([String(gone), String(gone)]);

    const next = flights.join('question', new Cancellation(), start);
    expect(started).toHaveLength(2);
    // The run that was given up ends only now, and must not take the new one with it.
    await settled();
    expect(flights.has('question')).toBe(true);
    started[1]!.land('answer');
    expect(await next).toBe('answer');
  });

  it('goes on without a waiter when nobody can give it up', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const background = flights.join('question', undefined, start);
    const caller = new Cancellation();
    const waiter = flights.join('question', caller, start).catch(String);
    caller.cancel(gone);
    expect(await waiter).toBe(String(gone));
    expect(started[0]!.run.isCancelled).toBe(false);
    started[0]!.land('answer');
    expect(await background).toBe('answer');
  });

  it('is not joined by a caller who has given up already', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const cancelled = new Cancellation();
    cancelled.cancel(gone);
    await expect(flights.join('question', cancelled, start)).rejects.toBe(gone);
    expect(started).toEqual([]);
  });

  it('fails for all who wait, and is forgotten', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const waiters = Array.from({ length: 3 }, () => flights.join('question', new Cancellation(), start));
    const failure = new Error('broken');
    started[0]!.crash(failure);
    const outcomes = await Promise.allSettled(waiters);
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: failure }));
    expect(flights.size).toBe(0);
  });

  it('hears no more of a caller whose answer has come', async () => {
    const flights = createFlights();
    const { started, start } = runs();
    const caller = new Cancellation();
    const waiter = flights.join('question', caller, start);
    started[0]!.land('answer');
    expect(await waiter).toBe('answer');
    await settled();
    const next = flights.join('question', new Cancellation(), start);
    caller.cancel(gone);
    expect(started[1]!.run.isCancelled).toBe(false);
    started[1]!.land('answer');
    await next;
  });
});
