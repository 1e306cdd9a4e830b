import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/index.ts';
import type { KeyFields, KeyStore } from '../../server/keys/keys.ts';
import { openKeyStore } from '../../server/keys/store.ts';

/** The service with three workers, as a supervisor starts it. */

const program = join(inject('dist'), 'server/main.js');
const workers = 3;

interface Line {
  readonly msg: string;
  readonly pid?: number;
  readonly url: string;
  readonly metricsUrl: string;
}

const dataDir = mkdtempSync(join(tmpdir(), 'almanac-workers-'));
let sandbox: RunningSandbox;
let keys: KeyStore;
let child: ChildProcess;
let lines: Line[];
let errors = '';
let url: string;
let metricsUrl: string;
let issued = 0;

const logged = (message: string) => lines.filter(({ msg }) => msg === message);
const untilLogged = (message: string, count = 1) =>
  vi.waitFor(
    () => {
      if (logged(message).length < count) throw new Error(`${message} is not logged: ${errors}`);
    },
    { timeout: 100_000, interval: 20 },
  );

function start(environment: Readonly<Record<string, string>> = {}) {
  lines = [];
  writeFileSync(join(dataDir, '.env'), 'PORT=0');
  child = spawn(process.execPath, [program], {
    cwd: dataDir,
    env: {
      ...process.env,
      WORKERS: String(workers),
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      UPSTREAM_ORIGIN: sandbox.origin,
      WEATHER_API_KEY: 'x',
      BRGAME_API_KEY: 'x',
      OVERLOAD_LAG_MS: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_GRACE_SECONDS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(JSON.parse(line)));
  child.stderr!.on('data', (text) => {
    errors += text;
  });
}

/** A key for an address of its own, and calls with it over a connection each, so that every worker has some. */
async function caller(limits: Partial<KeyFields>) {
  issued += 1;
  const address = `203.0.113.${issued}`;
  const { secret } = await keys.issue({ name: 'Test', ...limits, address });
  const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': address, connection: 'close' };
  const call = async (path: string, agent?: Agent) => {
    const outgoing = request(url + path, {
      headers: agent ? { ...headers, connection: 'keep-alive' } : headers,
      agent,
    });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) };
  };
  // A new key is known to every worker within a second.
  await pause(1_200);
  return call;
}

const generous = { perMinute: 1_000_000, perSecond: 100_000 };
const statusesOf = async (calls: readonly Promise<{ status: number }>[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const upstreamCalls = async () =>
  ((await (await fetch(`${sandbox.origin}/__calls`)).json()) as unknown[]).length;
const metric = async (name: string) => {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

beforeAll(async () => {
  sandbox = await startSandbox();
  start();
  await untilLogged('listening');
  ({ url, metricsUrl } = logged('listening')[0]!);
  keys = await openKeyStore({ dataDir, clock: systemClock });
}, 120_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await keys?.close();
  await sandbox?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('three workers on one port', () => {
  it('share the limits of a minute exactly', { timeout: 120_000 }, async () => {
    const inMinute = await caller({ perMinute: 100, perSecond: 100_000 });
    const flood = (call: typeof inMinute) =>
      statusesOf(Array.from({ length: 300 }, () => call('/api/weather/current?city=Oslo')));
    expect(await flood(inMinute)).toEqual({ 200: 100, 429: 200 });
  });

  it('make one upstream request for a thousand equal questions', { timeout: 120_000 }, async () => {
    const call = await caller(generous);
    await fetch(`${sandbox.origin}/__faults`, {
      method: 'POST',
      body: JSON.stringify([{ host: 'api.openweathermap.org', delayMs: 1_500 }]),
    });
    const before = await upstreamCalls();
    const asked = Array.from({ length: 1_000 }, () => call('/api/weather/current?city=Bergen'));
    expect(await statusesOf(asked)).toEqual({ 200: 1_000 });
    expect(await upstreamCalls()).toBe(before + 1);
    expect(await metric('almanac_requests_total{route="/api/weather/current",status="200"}')).toBe(1_100);
  });

  it('spend a quota exactly', { timeout: 120_000 }, async () => {
    const call = await caller({ ...generous, groups: ['brgame'] });
    const before = await upstreamCalls();
    // 180 units a minute, one for each name.
    const asked = Array.from({ length: 200 }, (_, index) => call(`/api/brgame/stats/br?name=Player${index}`));
    const statuses = await statusesOf(asked);
    expect(await upstreamCalls()).toBe(before + 180);
    expect(statuses[503]).toBe(20);
    const { body } = await call('/status');
    const source = body.sources.find(
      ({ group, part }: { group: string; part: string }) =>
        group === 'brgame' && part?.startsWith('statistics'),
    );
    expect([source.requests, source.quotaLeft]).toEqual([180, 0]);
    expect(body.sourceState).toBe('shared');
    expect(body.workers).toHaveLength(workers);
    expect(await metric('almanac_upstream_quota_left{group="brgame",part="statistics of players"}')).toBe(0);
    expect(await metric('almanac_upstream_quota_units{group="brgame",part="statistics of players"}')).toBe(
      180,
    );
  });

  it('are replaced when one is killed, which costs no call of the others', { timeout: 120_000 }, async () => {
    const call = await caller(generous);
    const { body } = await call('/status');
    const victim = body.workers[0].pid as number;
    process.kill(victim, 'SIGKILL');
    await untilLogged('worker ended');
    expect(logged('worker ended')[0]).toMatchObject({ pid: victim, signal: 'SIGKILL' });
    const asked = Array.from({ length: 100 }, () => call('/api/weather/current?city=Oslo'));
    expect(await statusesOf(asked)).toEqual({ 200: 100 });
    await untilLogged('worker started');
    const pids = (await call('/status')).body.workers.map(({ pid }: { pid: number }) => pid);
    expect(pids).toHaveLength(workers);
    expect(pids).not.toContain(victim);
  });

  it('are replaced one after another on SIGHUP without a lost call', { timeout: 120_000 }, async () => {
    const call = await caller(generous);
    const before = (await call('/status')).body.workers.map(({ pid }: { pid: number }) => pid);
    const agent = new Agent({ keepAlive: true });
    const outcomes = new Map<number | string, number>();
    let isOver = false;
    async function load(): Promise<void> {
      while (!isOver) {
        const asked = call('/api/weather/current?city=Oslo', agent);
        const outcome = await asked.then(({ status }) => status).catch(({ code }: { code: string }) => code);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await pause(Math.random() * 20);
      }
    }
    const load8 = Array.from({ length: 8 }, load);
    // The port is the service's as a whole.
    writeFileSync(join(dataDir, '.env'), 'PORT=1');
    child.kill('SIGHUP');
    await untilLogged('workers were restarted');
    rmSync(join(dataDir, '.env'));
    isOver = true;
    await Promise.all(load8);
    agent.destroy();
    expect([...outcomes.keys()]).toEqual([200]);
    expect(outcomes.get(200)).toBeGreaterThan(100);
    const after = (await call('/status')).body.workers.map(({ pid }: { pid: number }) => pid);
    expect(after).toHaveLength(workers);
    expect(before.filter((pid: number) => after.includes(pid))).toEqual([]);
  });

  it('stay when the settings that SIGHUP applies are invalid', { timeout: 120_000 }, async () => {
    const call = await caller(generous);
    const pids = async () => (await call('/status')).body.workers.map(({ pid }: { pid: number }) => pid);
    const before = await pids();
    writeFileSync(join(dataDir, '.env'), 'READ_SECONDS=long');
    child.kill('SIGHUP');
    await untilLogged('The restart of the workers was given up: a new one did not start.');
    expect(errors).toContain('READ_SECONDS must be');
    expect(await pids()).toEqual(before);
    rmSync(join(dataDir, '.env'));
  });

  it('drain on SIGTERM, after which the service ends with 0', { timeout: 120_000 }, async () => {
    const call = await caller(generous);
    const asked = call('/api/weather/current?city=Trondheim');
    await pause(300);
    const before = logged('stopped').length;
    child.kill('SIGTERM');
    expect((await asked).status).toBe(200);
    expect(await once(child, 'close')).toEqual([0, null]);
    // One line of the service and one of each worker.
    expect(logged('stopped').length - before).toBe(1 + workers);
    expect(lines.at(-1)).toMatchObject({ msg: 'stopped', exitCode: 0 });
  });

  it('end with 78 when the settings or the key store of the first must be mended', {
    timeout: 120_000,
  }, async () => {
    const emptied = mkdtempSync(join(tmpdir(), 'almanac-emptied-'));
    writeFileSync(join(emptied, 'keys.db'), '');
    start({ DATA_DIR: emptied });
    expect(await once(child, 'close')).toEqual([78, null]);
    expect(errors).toContain('is damaged');
    rmSync(emptied, { recursive: true });
  });
});
