import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { brokenOff, inTurn, type Play, says, silence } from '../sources/sources-fixture.ts';
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
const late =
  (play: Play, byMs: number): Play =>
  (request, response, number) =>
    void setTimeout(() => play(request, response, number), byMs);

const valkey = sharedValkey();
const sharing = (play: Play, timeoutMs?: number) =>
  sharingProcesses(valkey.server, { play, clock: systemClock, ...(timeoutMs && { timeoutMs }) });

/** Asks the same so often, in turn and at once. */
const flood = (count: number, processes: readonly SharingProcess[]) =>
  outcomes(Array.from({ length: count }, (_, index) => processes[index % processes.length]!.ask('the same')));

describe.skipIf(valkeyMissing)(`equal questions to three processes${skippedWithoutValkey}`, () => {
  it('are one upstream request', async () => {
    const { three, received } = await sharing(late(fine, 3_500));
    expect((await flood(1_000, await three())).succeeded).toBe(1_000);
    expect(received).toHaveLength(1);
    await stored(valkey.server, 'almanac:lease:*', 0);
  });

  it('are asked by the next process when the first fails', async () => {
    const { three, received } = await sharing(inTurn(late(says(500, {}), 500), fine));
    const processes = await three();
    expect(await flood(300, processes)).toEqual({
      succeeded: 200,
      messages: ['The source for weather answered with status 500.'],
    });
    expect(received).toHaveLength(2);
    expect((await flood(300, processes)).succeeded).toBe(300);
    expect(received).toHaveLength(2);
  });

  it('are told that there is no such thing', async () => {
    const { three, received } = await sharing(late(says(404, {}), 300));
    const { succeeded, messages } = await flood(300, await three());
    expect({ succeeded, messages }).toEqual({ succeeded: 0, messages: ['There is no such answer.'] });
    expect(received).toHaveLength(1);
  });

  it('are taken over when the caller of the one that loads leaves', async () => {
    const { three, received } = await sharing(inTurn(silence, fine));
    const [first, ...others] = await three();
    const leaving = new AbortController();
    const abandoned = first!.ask('the same', leaving.signal);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const waiting = flood(10, others);
    await pause(100);
    expect(received).toHaveLength(1);
    leaving.abort(new Error('The caller went away.'));
    await expect(abandoned).rejects.toThrow('The caller went away.');
    expect((await waiting).succeeded).toBe(10);
    expect(received).toHaveLength(2);
  });

  it('are one request of each process where the answer cannot be shared', async () => {
    const { three, received } = await sharing(late(says(200, { value: 'x'.repeat(1_100_000) }), 100));
    expect((await flood(30, await three())).succeeded).toBe(30);
    expect(received).toHaveLength(3);
  });

  it('leave one that waits when its caller leaves', async () => {
    const { three, received } = await sharing(silence);
    const [first, second] = await three();
    const leaving = new AbortController();
    first!.ask('the same', leaving.signal).catch(() => {});
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const waiting = second!.ask('the same', AbortSignal.timeout(200));
    await expect(waiting).rejects.toThrow(/timeout/);
    leaving.abort();
    expect(received).toHaveLength(1);
  });
});

describe.skipIf(valkeyMissing)(`keys of a batch${skippedWithoutValkey}`, () => {
  it('are requested once over all processes, those of one turn together', async () => {
    const { three, received } = await sharing((request, response, number) => {
      const items = request.query
        .get('keys')!
        .split(',')
        .map((key) => ({ key, value: 1 }));
      late(says(200, items), 300)(request, response, number);
    });
    const processes = await three();
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    const first = keys.slice(0, 10).map((key) => processes[0]!.askBatched(key));
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const rest = processes.flatMap((process) => keys.map((key) => process.askBatched(key)));
    expect((await outcomes([...first, ...rest])).succeeded).toBe(70);
    const requested = received.flatMap(({ query }) => query.get('keys')!.split(','));
    expect(requested.sort()).toEqual([...keys].sort());
    expect(received[0]!.query.get('keys')!.split(',')).toHaveLength(10);
    // The claims of the second ten are spread over three processes at most.
    expect(received.length).toBeLessThanOrEqual(4);
  });
});

describe.skipIf(valkeyMissing)(
  `a process that dies with the lease of a question${skippedWithoutValkey}`,
  () => {
    const children: ChildProcess[] = [];
    afterEach(() => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
    });

    const file = fileURLToPath(new URL('./dying-holder.ts', import.meta.url));
    async function startHolder(upstream: string, point: string): Promise<ChildProcess> {
      const args = ['--import', 'tsx', file, valkey.server.url, upstream, point];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      await once(child.stdout!, 'data');
      return child;
    }

    it.each<[point: string, first: Play, requests: number]>([
      ['before its request', fine, 1],
      ['while it waits for the upstream', silence, 2],
      ['while it receives the answer', (_request, response) => void response.writeHead(200).write('{"va'), 2],
      ['before it writes the answer', late(fine, 500), 2],
      ['before it ends the lease', late(fine, 500), 1],
    ])('%s is followed by one of the others', async (point, first, requests) => {
      const play = requests === 1 ? late(fine, 500) : inTurn(first, fine);
      const { three, origin, received } = await sharing(play);
      const processes = await three();
      const child = await startHolder(origin, point);
      if (requests === 2 || point === 'before it ends the lease') {
        await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
      }
      const startedAt = Date.now();
      const asked = Promise.all(
        Array.from({ length: 30 }, (_, index) => processes[index % 3]!.ask('the end')),
      );
      if (point.startsWith('while')) {
        await pause(300);
        child.kill('SIGKILL');
      }
      expect(await asked).toEqual(Array.from({ length: 30 }, () => ({ value: 1 })));
      expect(Date.now() - startedAt).toBeLessThan(20_000);
      expect(received).toHaveLength(requests);
      if (child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
    });
  },
);

describe.skipIf(valkeyMissing)(`equal questions while the store${skippedWithoutValkey}`, () => {
  it('is killed are loaded by each process at once', async () => {
    const { three, received } = await sharing(late(fine, 1_500));
    const processes = await three();
    const asked = flood(30, processes);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await valkey.server.kill();
    const startedAt = Date.now();
    await vi.waitFor(() => expect(received).toHaveLength(3));
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    expect((await asked).succeeded).toBe(30);
    await valkey.server.start();
    await vi.waitFor(() => expect(processes.every(({ store }) => store.isUp)).toBe(true), 20_000);
    received.length = 0;
    const again = Array.from({ length: 30 }, (_, index) => processes[index % 3]!.ask('another'));
    expect((await outcomes(again)).succeeded).toBe(30);
    expect(received).toHaveLength(1);
  });

  it('does not respond wait no longer than its deadline', async () => {
    const { three, received } = await sharing(fine, 50);
    const processes = await three();
    await valkey.server.command('CLIENT', 'PAUSE', 5_000, 'ALL');
    const startedAt = Date.now();
    expect((await flood(30, processes)).succeeded).toBe(30);
    expect(Date.now() - startedAt).toBeLessThan(4_000);
    expect(received).toHaveLength(3);
    await valkey.server.command('CLIENT', 'UNPAUSE');
  });

  it('is read-only are loaded by each process', async () => {
    const { three, received } = await sharing(late(fine, 300));
    const processes = await three();
    await valkey.server.command('REPLICAOF', '127.0.0.1', 1);
    expect((await flood(30, processes)).succeeded).toBe(30);
    expect(received).toHaveLength(3);
    await valkey.server.command('REPLICAOF', 'NO', 'ONE');
  });

  it('is emptied are loaded again by one process', async () => {
    const { three, received } = await sharing(late(inTurn(brokenOff, fine), 500));
    const processes = await three();
    const asked = flood(30, processes);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await valkey.server.command('FLUSHALL');
    const { succeeded } = await asked;
    // Those who waited for the first take over; its own callers are told its failure.
    expect(succeeded).toBe(20);
    // The first ends the lease of its successor, which it takes for its own.
    expect(received.length).toBeLessThanOrEqual(3);
    await stored(valkey.server, 'almanac:text:*');
  });
});
