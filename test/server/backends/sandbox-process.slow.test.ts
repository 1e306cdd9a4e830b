import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { openKeyStore } from '../../../server/keys/store.ts';

/** The built service, whose upstreams cannot be reached, and the sandbox that it starts for test keys. */

const program = join(inject('dist'), 'server/main.js');

/** The processes of the sandbox that a process has started; by /proc, so that Linux is needed. */
function sandboxesOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return (
          Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/main')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8');

describe('the sandbox of a service', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-sandbox-'));
  let child: ChildProcess;
  let url: string;
  let secret: string;
  let liveSecret: string;

  beforeAll(async () => {
    child = spawn(process.execPath, [program], {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: dataDir,
        OVERLOAD_LAG_MS: '0',
        TRUSTED_PROXIES: '127.0.0.1',
        UPSTREAM_ORIGIN: 'http://127.0.0.1:9',
        WEATHER_API_KEY: 'own-secret',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const { msg, url: listening } = JSON.parse(line);
      if (msg !== 'listening') continue;
      url = listening;
      break;
    }
    child.stdout!.resume();
    const store = await openKeyStore({ dataDir, clock: systemClock });
    const limits = { address: '203.0.113.7', perMinute: 100_000, perSecond: 10_000 };
    ({ secret } = await store.issue({ ...limits, name: 'Test', mode: 'sandbox' }));
    ({ secret: liveSecret } = await store.issue({ ...limits, name: 'Live' }));
    await store.close();
    // A new key is known within a second.
    await pause(1_500);
  }, 120_000);

  afterAll(async () => {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    await vi.waitFor(() => expect(sandboxesOf(child.pid!)).toEqual([]), 5_000);
    rmSync(dataDir, { recursive: true });
    expect(code).toBe(0);
  }, 60_000);

  const ask = (path: string, key = secret) =>
    fetch(url + path, { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.7' } });

  it('is started with the first test key, once, without the credentials of the service', async () => {
    expect((await ask('/api/weather/current?city=Oslo', liveSecret)).status).toBe(502);
    expect(sandboxesOf(child.pid!)).toEqual([]);
    const cities = Array.from({ length: 20 }, (_, index) => `Town${index}`);
    const answers = await Promise.all(cities.map((city) => ask(`/api/weather/current?city=${city}`)));
    expect(answers.map(({ status }) => status)).toEqual(cities.map(() => 200));
    const [sandbox, ...others] = sandboxesOf(child.pid!);
    expect(others).toEqual([]);
    expect(environmentOf(sandbox!)).not.toContain('own-secret');
  }, 60_000);

  it('has the state of its sources in /status', async () => {
    const { sources } = (await (await ask('/status')).json()) as {
      sources: { group: string; state: string; requests: number; lastFailure: unknown }[];
    };
    // Sources without a credential are off, so that rehearsed failures show.
    expect(new Set(sources.map(({ state }) => state))).toEqual(new Set(['sandbox', 'unconfigured']));
    const weather = sources.find(({ group }) => group === 'weather');
    expect(weather).toMatchObject({ requests: 20, lastFailure: null });
  });

  it('is started again when it has ended', async () => {
    const [former] = sandboxesOf(child.pid!);
    process.kill(former!, 'SIGKILL');
    await vi.waitFor(async () => {
      const answer = await ask('/api/weather/current?city=Afterwards');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-almanac-mode')).toBe('sandbox');
    }, 20_000);
    const [next] = sandboxesOf(child.pid!);
    expect(next).not.toBe(former);
  }, 60_000);
});
