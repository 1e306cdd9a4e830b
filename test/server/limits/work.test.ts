import { describe, expect, it } from 'vitest';
import { jsonParts, RenderedList } from '../../../core/json-in-turns.ts';
import { inTurns } from '../../../core/turns.ts';
import { WorkMeter } from '../../../server/limits/work.ts';
import { block } from '../../support/block.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** Takes the time of the thread and not that of the processor. */
const work = (meter: WorkMeter, key: string, ms: number): unknown => meter.measure(key, () => block(ms));

describe('the work of keys', () => {
  it('is heavy for the key that takes most, and light for one that takes little', () => {
    const meter = new WorkMeter(manualClock());
    work(meter, 'greedy', 600);
    work(meter, 'modest', 20);
    expect(['greedy', 'modest', 'idle'].map((key) => meter.isHeavy(key))).toEqual([true, false, false]);
  });

  it('is halved in three seconds, and spares no key where all take little', async () => {
    const clock = manualClock();
    const meter = new WorkMeter(clock);
    work(meter, 'greedy', 600);
    const before = meter.msOf('greedy');
    await clock.advance(3_000);
    expect(meter.msOf('greedy')).toBeCloseTo(before / 2);
    expect(meter.isHeavy('idle')).toBe(true);
  });

  it('is reported by key as it adds up, with the share of each', () => {
    const reported = new Map<string, number>();
    const meter = new WorkMeter(manualClock(), (key, ms) => reported.set(key, (reported.get(key) ?? 0) + ms));
    work(meter, 'greedy', 60);
    work(meter, 'modest', 20);
    work(meter, 'idle', 0);
    expect([...reported.keys()]).toEqual(['greedy', 'modest']);
    expect(meter.totalMs).toBeGreaterThan(79);
    expect(meter.shares().get('greedy')).toBeGreaterThan(meter.shares().get('modest')!);
  });
});

describe('JSON that is written in turns', () => {
  const leaves = { text: 'a "b" \n', number: 1.5, yes: true, none: null, list: [], object: {} };
  it.each([
    ['leaves', leaves],
    [
      'nested lists',
      { data: { list: Array.from({ length: 200 }, () => ({ leaves, list: [leaves, [1, [2]]] })) } },
    ],
    ['a long list of leaves', Array.from({ length: 5_000 }, (_, index) => `${index}`)],
    ['long texts', { texts: ['x'.repeat(200_000), 'é"'.repeat(100_000)], leaves }],
    ['a long text alone', '"'.repeat(200_000)],
    ['an object without a prototype', Object.assign(Object.create(null), { ['__proto__']: { a: [1] } })],
  ])('equals that of JSON.stringify for %s', async (_, value) => {
    expect(String(await inTurns(jsonParts(value)))).toBe(JSON.stringify(value));
  });

  it('has the items of a list as they are rendered, and lets others have a turn in between', async () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => index);
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    const json = inTurns(
      jsonParts({ list: new RenderedList(numbers, (number) => ({ number, left: undefined })) }),
    );
    expect(hadTurn).toBe(false);
    expect(JSON.parse(String(await json))).toEqual({ list: numbers.map((number) => ({ number })) });
    expect(hadTurn).toBe(true);
  });
});
