import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { createBatchLoader } from '../../../sources/kernel/policies/batch-loader.ts';

const anyone = () => new AbortController().signal;
const gone = new Error('The caller went away.');

/** A batch loader over an upstream that knows every key but those that begin with `no`, and records its requests. */
function idleBatch(max = 100) {
  const clock = manualClock();
  const asked: { readonly keys: readonly string[]; readonly signal: AbortSignal }[] = [];
  const batch = createBatchLoader<string>({
    clock,
    maxPerRequest: max,
    async load(keys, signal) {
      asked.push({ keys, signal });
      if (keys.includes('poison')) throw new Fault('upstreamFailed', 'It broke.');
      // Answered backwards: nothing may rely on the order.
      return new Map(
        [...keys].reverse().flatMap((key) => (key.startsWith('no') ? [] : [[key, `about ${key}`]])),
      );
    },
  });
  const load = (...keys: string[]) => keys.map((key) => batch.load(key, anyone()));
  return { clock, batch, asked, load };
}

describe('a batch is sent', () => {
  it('after two milliseconds without a new key', async () => {
    const { clock, asked, load } = idleBatch();
    const answers = load('a', 'b');
    await clock.advance(1);
    answers.push(...load('c'));
    await clock.advance(1);
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
    expect(await Promise.all(answers)).toEqual(['about a', 'about b', 'about c']);
  });

  it('after ten milliseconds however many keys keep coming', async () => {
    const { clock, asked, load } = idleBatch();
    const answers: Promise<unknown>[] = [];
    for (let step = 0; step < 12; step += 1) {
      answers.push(...load(`key ${step}`));
      await clock.advance(1);
    }
    expect(asked.map(({ keys }) => keys.length)).toEqual([10]);
    await clock.advance(2);
    expect(asked.map(({ keys }) => keys.length)).toEqual([10, 2]);
    await Promise.all(answers);
  });

  it('when all is read that came in before its time was up, as long as that takes no more than fifty turns', async () => {
    const { clock, asked, load } = idleBatch();
    const answers = load('first');
    const turns = async () => {
      for (let turn = 0; turn < 70; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        answers.push(...load(`key ${turn}`));
      }
    };
    const reading = turns();
    await clock.advance(2);
    await reading;
    await clock.advance(2);
    expect(asked.map(({ keys }) => keys.length)).toEqual([51, 20]);
    await Promise.all(answers);
  });

  it('at once when the upstream takes no more', async () => {
    const { clock, asked, load } = idleBatch(3);
    const answers = load('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await clock.advance(0);
    expect(asked.map(({ keys }) => keys)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    await clock.advance(2);
    expect(asked.at(-1)?.keys).toEqual(['g']);
    expect(await Promise.all(answers)).toEqual([...'abcdefg'].map((key) => `about ${key}`));
  });

  it('in few requests for a thousand keys', async () => {
    const { clock, asked, load } = idleBatch(100);
    const keys = Array.from({ length: 1000 }, (_, index) => `key ${index}`);
    const answers = Promise.all(load(...keys));
    await clock.advance(2);
    expect(await answers).toEqual(keys.map((key) => `about ${key}`));
    expect(asked).toHaveLength(10);
  });
});

describe('the results of a batch', () => {
  it('goes by key: duplicates are asked for once, and what is unknown is undefined for its own caller', async () => {
    const { clock, asked, load } = idleBatch();
    const answers = Promise.all(load('a', 'none', 'b', 'a', 'none'));
    await clock.advance(2);
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'none', 'b']]);
    expect(await answers).toEqual(['about a', undefined, 'about b', 'about a', undefined]);
  });

  it('remembers nothing: the same key later is asked for again', async () => {
    const { clock, asked, load } = idleBatch();
    for (const _ of [1, 2]) {
      const answer = Promise.all(load('a'));
      await clock.advance(2);
      await answer;
    }
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
  });

  it('fails alone: another batch at the same time is answered', async () => {
    const { clock, load } = idleBatch(2);
    const answers = Promise.allSettled(load('a', 'poison', 'b', 'c'));
    await clock.advance(2);
    const outcomes = (await answers).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Fault).kind,
    );
    expect(outcomes).toEqual(['upstreamFailed', 'upstreamFailed', 'about b', 'about c']);
  });

  it('may be a failure of one key alone', async () => {
    const clock = manualClock();
    const fault = new Fault('private', 'It is not public.');
    const batch = createBatchLoader<string>({
      clock,
      maxPerRequest: 10,
      load: async (keys) => new Map(keys.map((key) => [key, key === 'b' ? fault : `about ${key}`])),
    });
    const answers = Promise.allSettled(['a', 'b', 'c'].map((key) => batch.load(key, anyone())));
    await clock.advance(2);
    expect(await answers).toEqual([
      { status: 'fulfilled', value: 'about a' },
      { status: 'rejected', reason: fault },
      { status: 'fulfilled', value: 'about c' },
    ]);
  });
});

describe('a caller who aborts', () => {
  it('before the batch leaves takes the key out of it, and is not told that it is unknown', async () => {
    const { clock, batch, asked, load } = idleBatch();
    const caller = new AbortController();
    const given = expect(batch.load('a', caller.signal)).rejects.toBe(gone);
    const answers = load('b');
    caller.abort(gone);
    await clock.advance(2);
    expect(asked.map(({ keys }) => keys)).toEqual([['b']]);
    await given;
    expect(await Promise.all(answers)).toEqual(['about b']);
  });

  it('leaves the key in when another one waits for it', async () => {
    const { clock, batch, asked, load } = idleBatch();
    const caller = new AbortController();
    const given = expect(batch.load('a', caller.signal)).rejects.toBe(gone);
    const answers = load('a');
    caller.abort(gone);
    await clock.advance(2);
    expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
    await given;
    expect(await Promise.all(answers)).toEqual(['about a']);
  });

  it('leaves nothing to ask when all do', async () => {
    const { clock, batch, asked } = idleBatch();
    const callers = [new AbortController(), new AbortController()];
    const given = callers.map((caller, index) => batch.load(`key ${index}`, caller.signal));
    const outcomes = Promise.allSettled(given);
    for (const caller of callers) caller.abort(gone);
    await clock.advance(2);
    expect(asked).toEqual([]);
    expect(await outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: gone }));
  });

  it.each([
    ['each with a signal of its own', 2],
    ['all with one signal', 1],
  ])('aborts the request when nobody is left, %s', async (_, count) => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const batch = createBatchLoader<string>({
      clock,
      maxPerRequest: 10,
      load(_keys, signal) {
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const callers = Array.from({ length: count }, () => new AbortController());
    const outcomes = Promise.allSettled(
      ['a', 'b'].map((key, index) => batch.load(key, callers[index % count]!.signal)),
    );
    await clock.advance(2);
    for (const caller of callers.slice(1)) caller.abort(gone);
    expect(signals[0]!.aborted).toBe(false);
    callers[0]!.abort(gone);
    expect(signals[0]!.aborted).toBe(true);
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  });
});
