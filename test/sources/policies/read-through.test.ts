import { expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import { createCache } from '../../../sources/kernel/policies/cache.ts';
import { createReadThrough, type Loading, type Read } from '../../../sources/kernel/policies/read-through.ts';
import { createStatistics } from '../../../sources/kernel/statistics.ts';
import { source } from '../../../sources/weather-sources.ts';
import { manualClock } from '../../support/manual-clock.ts';

it('counts a miss for the reader whose load calls the upstream, also after that of another caller was limited', async () => {
  const clock = manualClock();
  const cache = createCache(clock, 1_000_000);
  const { read } = createReadThrough(cache, clock, createStatistics(clock));
  const load: Read['load'] = async ({ caller }: Loading) => {
    if (caller?.name === 'over') throw new Fault('limited', 'This key has used its share.');
    return { cacheStatus: 'MISS', entry: cache.set('key', 'value', { freshMs: 1_000 }, 0) };
  };
  const misses = { over: 0, well: 0, joined: 0 };
  const readFor = async (name: keyof typeof misses, caller: string = name) => {
    const onMiss = (count: number) => {
      misses[name] += count;
    };
    return read({ key: 'key', source, load }, { caller: { name: caller, requestIds: [] }, onMiss });
  };
  const readings = [readFor('over'), readFor('well'), readFor('joined', 'well')];
  await expect(readings[0]).rejects.toThrow('share');
  expect(await Promise.all(readings.slice(1))).toEqual(['value', 'value']);
  expect(misses).toEqual({ over: 1, well: 1, joined: 0 });
});
