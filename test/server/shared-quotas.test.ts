import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type Clock, hours, manualClock, minutes, nextMidnight, seconds } from '../../core/clock.ts';
import { bearer } from '../../sources/kernel/credentials.ts';
import { quotaUsedUp } from '../../sources/kernel/http/classify-response.ts';
import { inTurn, says } from '../sources/sources-fixture.ts';
import {
  outcomes,
  type SharingProcess,
  sharedValkey,
  sharingProcesses,
  skippedWithoutValkey,
} from './shared-processes.ts';
import { valkeyMissing } from './stores-fixture.ts';

const fine = says(200, { value: 1 });
const usedUp = 'The quota for weather is used up for now; cached answers still work.';
const hundred = { budget: { quota: { units: 100, windowMs: hours(1) } } };

/** Asks so often in turn, at once. */
const flood = (count: number, processes: readonly SharingProcess[]) =>
  outcomes(Array.from({ length: count }, (_, index) => processes[index % processes.length]!.ask()));

const valkey = sharedValkey();

describe.skipIf(valkeyMissing)(`a quota of three processes${skippedWithoutValkey}`, () => {
  it('of 100 makes exactly 100 requests, and begins anew with the first after its window', async () => {
    const { three, received, clock } = await sharingProcesses(valkey.server, { play: fine, spec: hundred });
    const processes = await three();
    expect(await flood(301, processes)).toEqual({ succeeded: 100, messages: [usedUp] });
    expect(received).toHaveLength(100);
    await clock.advance(hours(1) - 1);
    expect(await flood(3, processes)).toEqual({ succeeded: 0, messages: [usedUp] });
    await clock.advance(1);
    expect(await flood(301, processes)).toEqual({ succeeded: 100, messages: [usedUp] });
    expect(received).toHaveLength(200);
  });

  it('keeps its reserve for requests of one unit', async () => {
    const spec = { budget: { quota: { units: 100, reserve: 15, windowMs: hours(1) } } };
    const { three, received } = await sharingProcesses(valkey.server, { play: fine, spec });
    const processes = await three();
    const costly = await outcomes(
      Array.from({ length: 12 }, (_, index) => processes[index % 3]!.askCostly()),
    );
    expect(costly).toEqual({
      succeeded: 8,
      messages: [
        'This costs 10 units of the quota for weather; the last 20 are kept for what costs less, and cached answers still work.',
      ],
    });
    expect(await flood(30, processes)).toEqual({ succeeded: 20, messages: [usedUp] });
    expect(received).toHaveLength(28);
    expect(processes.map(({ upstreams }) => upstreams.sources[0]!.budget.unitsLeft)).toContain(0);
  });

  it.each([
    [-9, 9],
    [9, -9],
  ])(
    'of a day ends at midnight by the clock of the store (clocks off by %i and %i hours)',
    async (...off) => {
      const zone = 'America/Los_Angeles';
      const spec = { budget: { quota: { units: 10, midnightIn: zone } } };
      const { open, clock, received } = await sharingProcesses(valkey.server, { play: fine, spec });
      const skewed = (byMs: number): Clock => ({ ...clock, now: () => clock.now() + byMs });
      const processes = await Promise.all([
        ...off.map((byHours) => open({ clock: skewed(hours(byHours)) })),
        open(),
      ]);
      await clock.advance(nextMidnight(clock.now(), zone) - clock.now() - minutes(1));
      expect((await flood(15, processes)).succeeded).toBe(10);
      await clock.advance(minutes(1) - 1);
      expect((await flood(15, processes)).succeeded).toBe(0);
      await clock.advance(1);
      expect((await flood(15, processes)).succeeded).toBe(10);
      expect(received).toHaveLength(20);
    },
  );

  it('that the upstream reports as used up is so for all', async () => {
    const { three, received, clock } = await sharingProcesses(valkey.server, {
      play: inTurn(says(403, {}), fine),
      spec: {
        ...hundred,
        classify: ({ status }) => (status === 403 ? quotaUsedUp('weather') : undefined),
      },
    });
    const processes = await three();
    await expect(processes[0]!.ask()).rejects.toThrow(usedUp);
    await vi.waitFor(() => expect(processes[1]!.ask()).rejects.toThrow(usedUp));
    const asked = received.length;
    await expect(processes[2]!.ask()).rejects.toThrow(usedUp);
    expect(received).toHaveLength(asked);
    await clock.advance(hours(1));
    expect((await flood(3, processes)).succeeded).toBe(3);
  });

  it('belongs to one credential and to one origin of the upstreams, neither of which the store can read', async () => {
    const spec = { ...hundred, credential: bearer('TOKEN') };
    const { open } = await sharingProcesses(valkey.server, { play: fine, spec });
    const first = await open({ secrets: { TOKEN: 's3cret-one' } });
    expect((await flood(120, [first])).succeeded).toBe(100);
    const same = await open({ secrets: { TOKEN: 's3cret-one' } });
    const other = await open({ secrets: { TOKEN: 's3cret-two' } });
    const elsewhere = await open({ secrets: { TOKEN: 's3cret-one' }, edition: 'sandbox' });
    expect((await flood(1, [same])).succeeded).toBe(0);
    expect((await flood(120, [other])).succeeded).toBe(100);
    expect((await flood(120, [elsewhere])).succeeded).toBe(100);
    const names = (await valkey.server.command('KEYS', '*')) as string[];
    const quotas = names.filter((name) => name.endsWith(':quota'));
    expect(quotas).toHaveLength(3);
    expect(names.join()).not.toContain('s3cret');
    for (const name of quotas) {
      expect(await valkey.server.command('HKEYS', name)).toEqual(['end', 'before', 'since', 'name']);
    }
  });
});

describe.skipIf(valkeyMissing)(`a quota whose store${skippedWithoutValkey}`, () => {
  /** Three processes that have spent 30 of 100 together. */
  async function afterThirty(deadlineMs?: number) {
    const clock = manualClock();
    const sharing = await sharingProcesses(valkey.server, {
      play: fine,
      spec: hundred,
      ...(deadlineMs && { deadlineMs }),
    });
    const processes = await sharing.three();
    expect((await flood(30, processes)).succeeded).toBe(30);
    return { ...sharing, processes, clock };
  }
  const areUp = (processes: readonly SharingProcess[]) =>
    vi.waitFor(() => expect(processes.map(({ store }) => store.isUp)).toEqual([true, true, true]), 20_000);
  const areDown = (processes: readonly SharingProcess[]) =>
    vi.waitFor(() => expect(processes.map(({ store }) => store.isUp)).toEqual([false, false, false]), 20_000);

  it('was killed and returns empty counts what was spent before and alone', async () => {
    const { processes, received } = await afterThirty();
    await valkey.server.kill();
    await areDown(processes);
    expect((await flood(30, processes)).succeeded).toBe(30);
    await valkey.server.start();
    await areUp(processes);
    // Each process reports what it spent alone with its next request.
    expect((await flood(3, processes)).succeeded).toBe(3);
    expect((await flood(99, processes)).succeeded).toBe(37);
    expect(received).toHaveLength(100);
  });

  it('is emptied goes on from what the processes know', async () => {
    const { processes, received } = await afterThirty();
    await valkey.server.command('FLUSHALL');
    expect(await flood(99, processes)).toEqual({ succeeded: 70, messages: [usedUp] });
    expect(received).toHaveLength(100);
  });

  it('is read-only counts what was spent alone', async () => {
    const { processes, received } = await afterThirty();
    await valkey.server.command('REPLICAOF', '127.0.0.1', 1);
    expect((await flood(30, processes)).succeeded).toBe(30);
    await valkey.server.command('REPLICAOF', 'NO', 'ONE');
    await areUp(processes);
    expect((await flood(3, processes)).succeeded).toBe(3);
    expect((await flood(99, processes)).succeeded).toBe(37);
    expect(received).toHaveLength(100);
  });

  it('is late counts each request once', async () => {
    const { processes, received } = await afterThirty(500);
    await valkey.server.command('CLIENT', 'PAUSE', 5_000, 'ALL');
    const startedAt = Date.now();
    expect((await flood(30, processes)).succeeded).toBe(30);
    expect(Date.now() - startedAt).toBeLessThan(4_500);
    await areDown(processes);
    await pause(seconds(3));
    await areUp(processes);
    expect((await flood(3, processes)).succeeded).toBe(3);
    expect((await flood(99, processes)).succeeded).toBe(37);
    expect(received).toHaveLength(100);
  });
});
