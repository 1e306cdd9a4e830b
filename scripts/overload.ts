import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drive } from '../bench/load.ts';
import { uncachedPlace, uncachedStreams } from '../bench/workloads.ts';
import { systemClock } from '../core/clock.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { type Outcome, runOpenLoad } from './overload-load.ts';

/**
 * Measures what shedding is worth: offers the service in `dist/` as much uncached work as it can do, and twice as much,
 * with and without shedding, at steady rates from several keys. The cases take turns, since instances under load at the same
 * time would wait for the processor and for the upstream, and not for themselves. Each is compared with the capacity that it
 * had just before.
 *
 *   npm run overload -- [--seconds 10] [--rounds 3]
 *
 * Exits with 1 when shedding does not keep the throughput of accepted requests at twice the work within a fifth, or their
 * p99 within twice that of as much work as it can do.
 */
const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, rounds: { type: 'string', default: '3' } },
});
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
if (!(seconds >= 1 && rounds >= 1)) {
  console.error('overload: --seconds and --rounds are numbers of at least 1');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-overload-'));
const upstreamPort = 4_690;
const keyCount = 8;
/** Enough to keep the service busy, and few enough not to overload it. */
const closedConnections = 16;
const warmUpSeconds = 5;
const children: ChildProcess[] = [];

function start(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: dataDir,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

async function untilReady(port: number): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (performance.now() > until) throw new Error('The service does not become ready.');
    await wait(100);
  }
}

async function startService(port: number, overloadLagMs: string): Promise<number> {
  start([join(root, 'dist/server/main.js')], {
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    OVERLOAD_LAG_MS: overloadLagMs,
    UPSTREAM_ORIGIN: `http://127.0.0.1:${upstreamPort}`,
    WEATHER_API_KEY: 'key',
    LIVESTREAM_CLIENT_ID: 'id',
    LIVESTREAM_CLIENT_SECRET: 'secret',
  });
  await untilReady(port);
  return port;
}

/** The key and the address of each caller. */
async function issueKeys(): Promise<readonly (readonly [secret: string, address: string])[]> {
  const store = await openKeyStore({ dataDir, clock: systemClock });
  const limits = { perMinute: 1_000_000, perSecond: 100_000 };
  const addresses = Array.from({ length: keyCount }, (_, index) => `192.0.2.${index + 1}`);
  const issue = async (address: string) =>
    [(await store.issue({ name: address, address, ...limits })).secret, address] as const;
  const keys = await Promise.all(addresses.map(issue));
  await store.close();
  return keys;
}

let sent = 0;
/** Uncached requests of all keys in turn: a place, and a list of 50 streams with their users. */
function requestsOf(keys: Awaited<ReturnType<typeof issueKeys>>): () => Buffer {
  return () => {
    sent += 1;
    const [secret, address] = keys[sent % keys.length]!;
    const head = `Host: almanac\r\nAuthorization: Bearer ${secret}\r\nX-Forwarded-For: ${address}\r\n`;
    if (sent % 2 === 0) return Buffer.from(`GET ${uncachedPlace('rest', sent)} HTTP/1.1\r\n${head}\r\n`);
    const body = uncachedStreams(sent);
    const entity = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(`POST /graphql HTTP/1.1\r\n${head}${entity}\r\n${body}`);
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** The medians of the rounds. */
function summarize(outcomes: readonly Outcome[]): Outcome {
  const names = Object.keys(outcomes[0]!) as (keyof Outcome)[];
  const entries = names.map((name) => [name, median(outcomes.map((outcome) => outcome[name]))]);
  return Object.fromEntries(entries) as unknown as Outcome;
}

async function measure(): Promise<number> {
  const keys = await issueKeys();
  start(['--import', import.meta.resolve('tsx'), join(root, 'bench/upstream.ts')], {
    PORT: String(upstreamPort),
  });
  const cases = [
    { name: '1 ×', factor: 1, lagMs: '200' },
    { name: '2 ×', factor: 2, lagMs: '200' },
    { name: '2 ×, OVERLOAD_LAG_MS=0', factor: 2, lagMs: '0' },
  ] as const;
  const ports = cases.map((_, index) => upstreamPort + 1 + index);
  await Promise.all(cases.map(({ lagMs }, index) => startService(ports[index]!, lagMs)));
  const request = requestsOf(keys);
  const saturate = async (port: number, forSeconds: number) => {
    const { statuses } = await drive({ port, request, connections: closedConnections }, forSeconds);
    return (statuses[200] ?? 0) / forSeconds;
  };
  for (const port of ports) await saturate(port, warmUpSeconds);

  const found = cases.map((): Outcome[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { factor }] of cases.entries()) {
      const port = ports[index]!;
      const capacity = await saturate(port, seconds / 2);
      const outcome = await runOpenLoad({ port, perSecond: factor * capacity, seconds, request });
      found[index]!.push({ ...outcome, accepted: outcome.accepted / capacity });
      await untilReady(port);
    }
  }

  console.log('| work offered | accepted, 1 = capacity | p50 ms | p99 ms | refused with 503 | failed |');
  console.log('|---|---:|---:|---:|---:|---:|');
  const summaries = found.map(summarize);
  for (const [index, { accepted, p50Ms, p99Ms, refused, failed }] of summaries.entries()) {
    const cells = [cases[index]!.name, accepted.toFixed(2), p50Ms.toFixed(0), p99Ms.toFixed(0)];
    console.log(`| ${[...cells, `${(refused * 100).toFixed(0)} %`, failed].join(' | ')} |`);
  }
  const [once, twice] = summaries as [Outcome, Outcome];
  return twice.accepted >= 0.8 * once.accepted && twice.p99Ms <= 2 * once.p99Ms ? 0 : 1;
}

let status = 1;
try {
  status = await measure();
} catch (error) {
  console.error(error);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(status);
