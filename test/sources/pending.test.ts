import { describe, expect, it } from 'vitest';
import { Pending } from '../../sources/kernel/pending.ts';

const broken = new Error('It broke.');

/** Takes note of what it is told. */
function listener() {
  const told: unknown[] = [];
  return {
    told,
    onValue: (value: unknown) => void told.push(['value', value]),
    onError: (error: unknown) => void told.push(['error', error]),
  };
}

const endings: [string, (pending: Pending<string>) => void, unknown][] = [
  ['is there', (pending) => pending.keep('answer'), ['value', 'answer']],
  ['failed', (pending) => pending.fail(broken), ['error', broken]],
];

describe.each(endings)('what %s', (_, end, expected) => {
  it('is told at once, to all who asked before, in their order', () => {
    const pending = new Pending<string>();
    const listeners = Array.from({ length: 5 }, listener);
    const order: number[] = [];
    listeners.forEach((each, index) => {
      const note = (tell: (outcome: never) => void) => (outcome: never) => {
        order.push(index);
        tell(outcome);
      };
      pending.tell({ onValue: note(each.onValue), onError: note(each.onError) });
    });
    end(pending);
    expect(listeners.map(({ told }) => told)).toEqual(Array(5).fill([expected]));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('is told to who asks afterwards', () => {
    const pending = new Pending<string>();
    end(pending);
    const late = listener();
    pending.tell(late);
    expect(late.told).toEqual([expected]);
  });

  it('stays so', () => {
    const pending = new Pending<string>();
    const first = listener();
    pending.tell(first);
    end(pending);
    pending.keep('another');
    pending.fail(new Error('another'));
    expect(first.told).toEqual([expected]);
  });
});

describe('as a promise', () => {
  it('is awaited before and after it is there', async () => {
    const pending = new Pending<string>();
    const early = Promise.all([pending, pending.then((answer) => answer.length), pending.finally()]);
    pending.keep('answer');
    expect(await early).toEqual(['answer', 6, 'answer']);
    expect(await pending).toBe('answer');
  });

  it('rejects before and after it failed', async () => {
    const pending = new Pending<string>();
    const early = Promise.allSettled([pending, pending.then(String), pending.catch(() => 'instead')]);
    pending.fail(broken);
    expect(await early).toEqual([
      { status: 'rejected', reason: broken },
      { status: 'rejected', reason: broken },
      { status: 'fulfilled', value: 'instead' },
    ]);
    await expect(pending).rejects.toBe(broken);
  });

  it('is no unhandled rejection when nobody waits', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    new Pending().fail(broken);
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
