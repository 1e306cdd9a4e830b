import { describe, expect, it, vi } from 'vitest';
import { hours, minutes, nextMidnight } from '../../core/clock.ts';
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
const usedUp = /^The quota for weather is used up until .*; cached answers still work\.$/;
const hundred = { limits: { quota: { units: 100, windowMs: hours(1) } } };

/** Asks so often in turn, at once. */
const flood = (count: number, processes: readonly SharingProcess[]) =>
  outcomes(Array.from({ length: count }, (_, index) => processes[index % processes.length]!.ask()));

const valkey = sharedValkey();

describe.skipIf(valkeyMissing)(`a quota of three processes${skippedWithoutValkey}`, () => {
  it('of 100 makes exactly 100 requests, and begins anew with the first after its window', async () => {
    const { three, received, clock } = await sharingProcesses(valkey.server, { play: fine, spec: hundred });
    const processes = await three();
    expect(await flood(301, processes)).toEqual({
      succeeded: 100,
      messages: [expect.stringMatching(usedUp)],
    });
    expect(received).toHaveLength(100);
    await clock.advance(hours(1) - 1);
    expect(await flood(3, processes)).toEqual({ succeeded: 0, messages: [expect.stringMatching(usedUp)] });
    await clock.advance(1);
    expect(await flood(301, processes)).toEqual({
      succeeded: 100,
      messages: [expect.stringMatching(usedUp)],
    });
    expect(received).toHaveLength(200);
  });

  it('of a day ends at midnight', async () => {
    const zone = 'America/Los_Angeles';
    const spec = { limits: { quota: { units: 10, midnightIn: zone } } };
    const { three, clock, received } = await sharingProcesses(valkey.server, { play: fine, spec });
    const processes = await three();
    await clock.advance(nextMidnight(clock.now(), zone) - clock.now() - minutes(1));
    expect((await flood(15, processes)).succeeded).toBe(10);
    await clock.advance(minutes(1) - 1);
    expect((await flood(15, processes)).succeeded).toBe(0);
    await clock.advance(1);
    expect((await flood(15, processes)).succeeded).toBe(10);
    expect(received).toHaveLength(20);
  });

  it('that the upstream reports as used up is so for the process that was told, within the hour', async () => {
    const { three, received, clock } = await sharingProcesses(valkey.server, {
      play: inTurn(says(403, {}), fine),
      spec: { ...hundred, classify: ({ status }) => (status === 403 ? quotaUsedUp('weather') : undefined) },
    });
    const processes = await three();
    await expect(processes[0]!.ask()).rejects.toThrow(usedUp);
    await expect(processes[0]!.ask()).rejects.toThrow(usedUp);
    expect(received).toHaveLength(1);
    expect((await flood(2, processes.slice(1))).succeeded).toBe(2);
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
    const quotas = names.filter((name) => name.startsWith('almanac:window:{source:'));
    expect(quotas).toHaveLength(3);
    expect(names.join()).not.toContain('s3cret');
    for (const name of quotas) {
      expect(await valkey.server.command('HKEYS', name)).toEqual(['used', 'end']);
    }
  });
});

describe.skipIf(valkeyMissing)(`a quota whose store${skippedWithoutValkey}`, () => {
  /** Three processes that have spent 30 of 100 together. */
  async function afterThirty() {
    const sharing = await sharingProcesses(valkey.server, { play: fine, spec: hundred });
    const processes = await sharing.three();
    expect((await flood(30, processes)).succeeded).toBe(30);
    return { ...sharing, processes };
  }
  const areUp = (processes: readonly SharingProcess[]) =>
    vi.waitFor(() => expect(processes.map(({ store }) => store.isUp)).toEqual([true, true, true]), 20_000);
  const areDown = (processes: readonly SharingProcess[]) =>
    vi.waitFor(() => expect(processes.map(({ store }) => store.isUp)).toEqual([false, false, false]), 20_000);

  it('was killed is counted by each process from what it knew, and begins anew with an empty store', async () => {
    const { processes } = await afterThirty();
    await valkey.server.kill();
    await areDown(processes);
    const { succeeded, messages } = await flood(330, processes);
    expect(messages).toEqual([expect.stringMatching(usedUp)]);
    // Each knew at least of its own ten.
    expect(succeeded).toBeGreaterThanOrEqual(3 * 70);
    expect(succeeded).toBeLessThanOrEqual(3 * 90);
    await valkey.server.start();
    await areUp(processes);
    expect((await flood(300, processes)).succeeded).toBe(100);
  });

  it('was read-only goes on from what it had counted', async () => {
    const { processes } = await afterThirty();
    await valkey.server.command('REPLICAOF', '127.0.0.1', 1);
    expect((await flood(30, processes)).succeeded).toBe(30);
    await valkey.server.command('REPLICAOF', 'NO', 'ONE');
    await areUp(processes);
    expect((await flood(99, processes)).succeeded).toBe(70);
  });
});
