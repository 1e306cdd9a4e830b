import { describe, expect, it } from 'vitest';
import { CallerGone } from '../../../core/abort.ts';
import { Fault } from '../../../core/faults.ts';
import type { Caller } from '../../../sources/kernel/caller.ts';
import { createBatchLoader } from '../../../sources/kernel/policies/batch-loader.ts';
import { type CoalescedRun, createCoalescer } from '../../../sources/kernel/policies/coalesce.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** A load that is abandoned when its one caller aborts. */
function loadingFor({ signal }: { readonly signal: AbortSignal } = new AbortController()) {
  let run!: CoalescedRun;
  const start = (given: CoalescedRun) => {
    run = given;
    return new Promise<never>(() => {});
  };
  createCoalescer()
    .run('key', signal, start)
    .catch(() => {});
  return { run };
}
const gone = new Error('The caller went away.');

/** A batch loader over an upstream that knows every key except those that begin with `no`, and records its requests. */
function idleBatch(max = 100) {
  const clock = manualClock();
  const requests: { readonly keys: readonly string[]; readonly signal: AbortSignal }[] = [];
  const batch = createBatchLoader<string>({
    clock,
    maxPerRequest: max,
    async load(keys, { signal }) {
      requests.push({ keys, signal });
      if (keys.includes('poison')) throw new Fault('upstreamFailed', 'It broke.');
      // The results are in reverse, because no caller may rely on their order.
      return new Map(
        [...keys].reverse().flatMap((key) => (key.startsWith('no') ? [] : [[key, `about ${key}`]])),
      );
    },
  });
  const load = (...keys: string[]) => keys.map((key) => batch.load(key, loadingFor()));
  return { clock, batch, requests, load };
}

describe('a batch is sent', () => {
  it('after two milliseconds without a new key', async () => {
    const { clock, requests, load } = idleBatch();
    const results = load('a', 'b');
    await clock.advance(1);
    results.push(...load('c'));
    await clock.advance(1);
    expect(requests).toEqual([]);
    await clock.advance(1);
    expect(requests.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
    expect(await Promise.all(results)).toEqual(['about a', 'about b', 'about c']);
  });

  it('after ten milliseconds although further keys are added', async () => {
    const { clock, requests, load } = idleBatch();
    const results: Promise<unknown>[] = [];
    for (let step = 0; step < 12; step += 1) {
      results.push(...load(`key ${step}`));
      await clock.advance(1);
    }
    expect(requests.map(({ keys }) => keys.length)).toEqual([10]);
    await clock.advance(2);
    expect(requests.map(({ keys }) => keys.length)).toEqual([10, 2]);
    await Promise.all(results);
  });

  it('after at most fifty turns of the event loop with keys that were received before its time was up', async () => {
    const { clock, requests, load } = idleBatch();
    const results = load('first');
    const turns = async () => {
      for (let turn = 0; turn < 70; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        results.push(...load(`key ${turn}`));
      }
    };
    const reading = turns();
    await clock.advance(2);
    await reading;
    await clock.advance(2);
    expect(requests.map(({ keys }) => keys.length)).toEqual([51, 20]);
    await Promise.all(results);
  });
});

describe('the results of a batch', () => {
  it('are independent of the failure of another batch at the same time', async () => {
    const { clock, load } = idleBatch(2);
    const results = Promise.allSettled(load('a', 'poison', 'b', 'c'));
    await clock.advance(2);
    const outcomes = (await results).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Fault).kind,
    );
    expect(outcomes).toEqual(['upstreamFailed', 'upstreamFailed', 'about b', 'about c']);
  });
});

it('a batch belongs to the caller of its first key, and names the requests of all', async () => {
  const clock = manualClock();
  const callers: (Caller | undefined)[] = [];
  const batch = createBatchLoader<string>({
    clock,
    maxPerRequest: 10,
    async load(_keys, { caller }) {
      callers.push(caller);
      return new Map();
    },
  });
  const results = ['ada', 'bob'].map((name) =>
    batch.load(name, { ...loadingFor(), caller: { name, requestIds: [`of ${name}`] } }),
  );
  await clock.advance(2);
  await Promise.all(results);
  expect(callers).toEqual([{ name: 'ada', requestIds: ['of ada', 'of bob'] }]);
});

describe('a caller who aborts', () => {
  it.each([
    ['whose key no one else waits for removes it', 'b'],
    ['whose key another caller waits for leaves it', 'a'],
  ])('%s, and rejects', async (_, other) => {
    const { clock, batch, requests, load } = idleBatch();
    const caller = new AbortController();
    const aborted = expect(batch.load('a', loadingFor(caller))).rejects.toThrow(CallerGone);
    const results = load(other);
    caller.abort(gone);
    await clock.advance(2);
    expect(requests.map(({ keys }) => keys)).toEqual([[other]]);
    await aborted;
    expect(await Promise.all(results)).toEqual([`about ${other}`]);
  });

  it('causes no request when all callers abort', async () => {
    const { clock, batch, requests } = idleBatch();
    const callers = [new AbortController(), new AbortController()];
    const aborted = callers.map((caller, index) => batch.load(`key ${index}`, loadingFor(caller)));
    const outcomes = Promise.allSettled(aborted);
    for (const caller of callers) caller.abort(gone);
    await clock.advance(2);
    expect(requests).toEqual([]);
    expect(await outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: new CallerGone() }));
  });

  it.each([
    ['with separate signals', 2],
    ['with one signal', 1],
  ])('aborts the request when no caller remains, %s', async (_, count) => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const batch = createBatchLoader<string>({
      clock,
      maxPerRequest: 10,
      load(_keys, { signal }) {
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const callers = Array.from({ length: count }, () => new AbortController());
    const outcomes = Promise.allSettled(
      ['a', 'b'].map((key, index) => batch.load(key, loadingFor(callers[index % count]!))),
    );
    await clock.advance(2);
    for (const caller of callers.slice(1)) caller.abort(gone);
    expect(signals[0]!.aborted).toBe(false);
    callers[0]!.abort(gone);
    expect(signals[0]!.aborted).toBe(true);
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  });
});

describe('a batch whose caller is over its limit', () => {
  it('is sent again for the other callers, and fails for that one alone', async () => {
    const clock = manualClock();
    const limited = new Fault('limited', 'This key has used its share.');
    const sent: [string | undefined, readonly string[]][] = [];
    const batch = createBatchLoader<string>({
      clock,
      maxPerRequest: 10,
      async load(keys, { caller }) {
        sent.push([caller?.name, keys]);
        return new Map(keys.map((key) => [key, caller?.name === 'over' ? limited : `about ${key}`]));
      },
    });
    const callers = ['over', 'within', 'over', 'other'];
    const results = Promise.allSettled(
      callers.map((name, index) =>
        batch.load(`${index}`, { ...loadingFor(), caller: { name, requestIds: [name] } }),
      ),
    );
    await clock.advance(2);
    const outcomes = (await results).map((each) => ('value' in each ? each.value : each.reason));
    expect(outcomes).toEqual([limited, 'about 1', limited, 'about 3']);
    expect(sent).toEqual([
      ['over', ['0', '1', '2', '3']],
      ['within', ['1', '3']],
    ]);
  });
});
