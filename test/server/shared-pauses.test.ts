import { describe, expect, it, vi } from 'vitest';
import { seconds } from '../../core/clock.ts';
import { type Play, says } from '../sources/sources-fixture.ts';
import {
  outcomes,
  type SharingProcess,
  sharedValkey,
  sharingProcesses,
  skippedWithoutValkey,
  stored,
} from './shared-processes.ts';
import { valkeyMissing } from './stores-fixture.ts';

const fine = says(200, { value: 1 });
const broken = says(500, {});
const resting = 'The source for weather keeps failing and is not asked for a moment.';
const asked = 'The source for weather asked us to wait.';

const valkey = sharedValkey();

/** Sends the calls of an upstream to the play that the test has set. */
function switched(first: Play) {
  const upstream = { play: first };
  const play: Play = (request, response, number) => upstream.play(request, response, number);
  return { upstream, play };
}

const all = (processes: readonly SharingProcess[], each = 1) =>
  outcomes(processes.flatMap((process) => Array.from({ length: each }, () => process.ask())));

describe.skipIf(valkeyMissing)(`a pause${skippedWithoutValkey}`, () => {
  it.each([
    ['Retry-After', { 'retry-after': '20' }, 20],
    ['no header', {}, 30],
  ])('that one process was asked for with %s silences all', async (_, headers, forSeconds) => {
    const { upstream, play } = switched(says(429, {}, headers));
    const { three, received, clock } = await sharingProcesses(valkey.server, { play });
    const processes = await three();
    await expect(processes[0]!.ask()).rejects.toThrow(asked);
    const [name] = await stored(valkey.server, 'almanac:pause:*');
    const leftMs = Number(await valkey.server.command('PTTL', name!));
    expect(leftMs).toBeLessThanOrEqual(seconds(forSeconds));
    expect(leftMs).toBeGreaterThan(seconds(forSeconds - 15));
    upstream.play = fine;
    expect(await all(processes, 5)).toEqual({ succeeded: 0, messages: [asked] });
    expect(received).toHaveLength(1);
    // The clock of the store does not advance with the clock of the test.
    await valkey.server.command('DEL', name!);
    await clock.advance(seconds(forSeconds));
    expect((await all(processes)).succeeded).toBe(3);
  });

  it('is that of the process that was asked while the store is away', async () => {
    const { upstream, play } = switched(says(429, {}, { 'retry-after': '60' }));
    const { three, received } = await sharingProcesses(valkey.server, { play });
    const processes = await three();
    await valkey.server.kill();
    await vi.waitFor(() => expect(processes.some(({ store }) => store.isUp)).toBe(false), 20_000);
    await expect(processes[0]!.ask()).rejects.toThrow(asked);
    upstream.play = fine;
    expect(await all(processes)).toEqual({ succeeded: 2, messages: [asked] });
    expect(received).toHaveLength(3);
    await valkey.server.start();
    await vi.waitFor(() => expect(processes.every(({ store }) => store.isUp)).toBe(true), 20_000);
    expect(await all(processes)).toEqual({ succeeded: 2, messages: [asked] });
  });
});

it.skipIf(valkeyMissing)(`a breaker is that of each process${skippedWithoutValkey}`, async () => {
  const { upstream, play } = switched(broken);
  const { three, received } = await sharingProcesses(valkey.server, { play });
  const processes = await three();
  await outcomes(Array.from({ length: 20 }, () => processes[0]!.ask()));
  received.length = 0;
  upstream.play = fine;
  expect(await all(processes)).toEqual({ succeeded: 2, messages: [resting] });
  expect(received).toHaveLength(2);
});
