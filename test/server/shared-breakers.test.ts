import { describe, expect, it, vi } from 'vitest';
import { hours, seconds } from '../../core/clock.ts';
import { inTurn, type Play, says, silence } from '../sources/sources-fixture.ts';
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
    await stored(valkey.server, '*:pause');
    upstream.play = fine;
    expect(await all(processes, 5)).toEqual({ succeeded: 0, messages: [asked] });
    await clock.advance(seconds(forSeconds) - 1);
    expect(await all(processes)).toEqual({ succeeded: 0, messages: [asked] });
    expect(received).toHaveLength(1);
    await clock.advance(1);
    expect((await all(processes)).succeeded).toBe(3);
  });

  it('ends with the longest that any process was asked for', async () => {
    const waits = ['5', '40', '10'];
    const { open, received, clock } = await sharingProcesses(valkey.server, {
      play: (_request, response, number) => {
        const send = () => says(429, {}, { 'retry-after': waits[number - 1]! })(_request, response, number);
        // All three are under way before the first is answered.
        setTimeout(send, 200 * number);
      },
    });
    const processes = await Promise.all([open(), open(), open()]);
    expect((await all(processes)).messages).toEqual([asked]);
    await vi.waitFor(async () => {
      const [name] = await stored(valkey.server, '*:pause');
      expect(Number(await valkey.server.command('GET', name!))).toBe(clock.now() + seconds(40));
    });
    const fresh = await open();
    await clock.advance(seconds(39));
    await expect(fresh.ask()).rejects.toThrow(asked);
    expect(received).toHaveLength(3);
  });

  it('reaches the others when the store returns', async () => {
    const { upstream, play } = switched(says(429, {}, { 'retry-after': '60' }));
    const { three, received, clock } = await sharingProcesses(valkey.server, { play });
    const processes = await three();
    await valkey.server.kill();
    await vi.waitFor(() => expect(processes.some(({ store }) => store.isUp)).toBe(false), 20_000);
    await expect(processes[0]!.ask()).rejects.toThrow(asked);
    upstream.play = fine;
    await valkey.server.start();
    await vi.waitFor(() => expect(processes.every(({ store }) => store.isUp)).toBe(true), 20_000);
    await clock.advance(seconds(1));
    await stored(valkey.server, '*:pause');
    expect(await all(processes)).toEqual({ succeeded: 0, messages: [asked] });
    expect(received).toHaveLength(1);
  });
});

describe.skipIf(valkeyMissing)(`a breaker${skippedWithoutValkey}`, () => {
  /** Three processes, of which the first has opened the breaker. */
  async function afterOpening(more: object = {}) {
    const { upstream, play } = switched(broken);
    const sharing = await sharingProcesses(valkey.server, { play, ...more });
    const processes = await sharing.three();
    await outcomes(Array.from({ length: 20 }, () => processes[0]!.ask()));
    await stored(valkey.server, '*:breaker:*');
    sharing.received.length = 0;
    return { ...sharing, upstream, processes };
  }
  const isReceived = (received: readonly unknown[], count: number) =>
    vi.waitFor(() => expect(received).toHaveLength(count));

  it('that one process opens is open for all, for as long', async () => {
    const { processes, received, clock } = await afterOpening();
    expect(await all(processes)).toEqual({ succeeded: 0, messages: [resting] });
    const states = processes.map(({ upstreams }) => upstreams.sources[0]!.breaker.state);
    expect(states).toEqual(['open', 'open', 'open']);
    await clock.advance(seconds(5) - 1);
    expect(await all(processes, 3)).toEqual({ succeeded: 0, messages: [resting] });
    expect(received).toHaveLength(0);
  });

  it('is probed by one call of one process, whose success closes it for all', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await all(processes);
    await clock.advance(seconds(5));
    const waiting: (() => void)[] = [];
    upstream.play = (request, response, number) => void waiting.push(() => fine(request, response, number));
    const probing = processes.flatMap((process) => Array.from({ length: 5 }, () => process.ask()));
    await isReceived(received, 1);
    // The others ask the store every quarter of a second.
    await clock.advance(250);
    expect(await all(processes)).toEqual({ succeeded: 0, messages: [resting] });
    waiting[0]!();
    expect(await outcomes(probing)).toEqual({ succeeded: 1, messages: [resting] });
    expect(received).toHaveLength(1);
    upstream.play = fine;
    await clock.advance(250);
    expect((await all(processes)).succeeded).toBe(3);
    expect((await all(processes, 5)).succeeded).toBe(15);
  });

  it('is open again for all when the probe fails', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await all(processes);
    await clock.advance(seconds(5));
    expect((await all(processes)).succeeded).toBe(0);
    expect(received).toHaveLength(1);
    upstream.play = fine;
    await clock.advance(seconds(5) - 1);
    expect(await all(processes)).toEqual({ succeeded: 0, messages: [resting] });
    await clock.advance(1);
    expect((await all(processes)).succeeded).toBe(1);
    expect(received).toHaveLength(2);
  });

  it('is probed by another process when the one that probes dies', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await clock.advance(seconds(5));
    upstream.play = silence;
    processes[0]!.ask().catch(() => {});
    await isReceived(received, 1);
    processes[0]!.store.close();
    upstream.play = fine;
    const others = processes.slice(1);
    expect(await all(others)).toEqual({ succeeded: 0, messages: [resting] });
    // The time limit of a call.
    await clock.advance(seconds(8));
    expect((await all(others)).succeeded).toBe(1);
    await clock.advance(250);
    expect((await all(others)).succeeded).toBe(2);
  });

  it('is probed by one process when the store has lost it', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await all(processes);
    await clock.advance(seconds(5));
    await valkey.server.command('FLUSHALL');
    upstream.play = fine;
    expect((await all(processes)).succeeded).toBe(1);
    expect(received).toHaveLength(1);
  });

  it('is not probed again by a process that returns to the source later', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await all(processes);
    await clock.advance(seconds(5));
    upstream.play = fine;
    await processes[0]!.ask();
    const [name] = await stored(valkey.server, '*:breaker:*');
    await vi.waitFor(async () => expect(await valkey.server.command('HKEYS', name!)).toEqual(['closed']));
    expect(Number(await valkey.server.command('PTTL', name!))).toBeGreaterThan(hours(23));
    await clock.advance(hours(1));
    const waiting: (() => void)[] = [];
    upstream.play = (request, response, number) => void waiting.push(() => fine(request, response, number));
    const returning = processes[1]!.ask();
    await isReceived(received, 2);
    // A probe of all would refuse the calls of the others.
    const others = [processes[0]!.ask(), processes[0]!.ask()];
    await isReceived(received, 4);
    for (const answer of waiting) answer();
    expect((await outcomes([returning, ...others])).succeeded).toBe(3);
  });

  it('that opened after the last probe is probed, also when the store was away', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await clock.advance(seconds(5));
    upstream.play = fine;
    await processes[0]!.ask();
    const [name] = await stored(valkey.server, '*:breaker:*');
    await vi.waitFor(async () => expect(await valkey.server.command('HKEYS', name!)).toEqual(['closed']));
    await valkey.server.command('REPLICAOF', '127.0.0.1', 1);
    await clock.advance(seconds(1));
    upstream.play = broken;
    await outcomes(Array.from({ length: 25 }, () => processes[0]!.ask()));
    expect(processes[0]!.upstreams.sources[0]!.breaker.state).toBe('open');
    await clock.advance(seconds(5));
    await valkey.server.command('REPLICAOF', 'NO', 'ONE');
    await vi.waitFor(() => expect(processes.every(({ store }) => store.isUp)).toBe(true), 20_000);
    received.length = 0;
    await outcomes(Array.from({ length: 10 }, () => processes[0]!.ask()));
    expect(received).toHaveLength(1);
    expect(processes[0]!.upstreams.sources[0]!.breaker.state).toBe('open');
  });

  it('that one process opens sends the calls of all to the mirror', async () => {
    const spec = { mirrors: ['https://mirror.example.com'] };
    const isFirst = (path: string) => path.startsWith('/api.example.com/');
    const play: Play = (request, response, number) =>
      (isFirst(request.path) ? broken : fine)(request, response, number);
    const { three, received } = await sharingProcesses(valkey.server, { play, spec });
    const processes = await three();
    for (let count = 0; count < 3; count += 1) await processes[0]!.ask();
    await stored(valkey.server, '*:breaker:https://api.example.com');
    received.length = 0;
    expect((await all(processes)).succeeded).toBe(3);
    expect(received.filter(({ path }) => isFirst(path))).toHaveLength(0);
  });

  it('is the own of a process while the store is away', async () => {
    const { processes, received, clock, upstream } = await afterOpening();
    await valkey.server.kill();
    await vi.waitFor(() => expect(processes.some(({ store }) => store.isUp)).toBe(false), 20_000);
    upstream.play = inTurn(fine);
    expect(await all(processes)).toEqual({ succeeded: 2, messages: [resting] });
    await clock.advance(seconds(5));
    expect((await all(processes)).succeeded).toBe(3);
    expect(received).toHaveLength(5);
    await valkey.server.start();
  });
});
