import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { sources } from '../sources/index.ts';
import { type LoadReport, quietAddress, runLoad } from './soak-load.ts';

/**
 * Runs the service in `dist/` over the sandbox under a mixed load with faults, and compares its memory, descriptors and
 * handles at rest: after the first third of the load, and after all of it. With `--every`, prints the memory meanwhile.
 *
 *   npm run soak -- [--seconds 120] [--most-mb 300] [--every 10]
 *
 * Exits with 1 when one of them has grown, when the service took more memory than `--most-mb` at any time, when it
 * stated a fault of its own (`INTERNAL`), or when it ended. Linux only, since it reads `/proc`.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    'most-mb': { type: 'string' },
    every: { type: 'string', default: '0' },
  },
});
const seconds = Number(options.seconds);
const every = Number(options.every);
const mostMegabytes = Number(options['most-mb'] ?? Number.POSITIVE_INFINITY);
if (!(seconds >= 15) || Number.isNaN(mostMegabytes)) {
  console.error('soak: --seconds is at least 15, and --most-mb is a number');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-soak-'));
/** The service is at rest when its handles are equal in three looks; a request takes 35 s at most. */
const rest = { lookMs: 4_000, looks: 3, mostMs: 60_000 } as const;
const children: ChildProcess[] = [];

async function startUpstream(): Promise<string> {
  const child = fork(join(root, 'sandbox/main.ts'), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, SANDBOX_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [message] = await once(child, 'message');
  return message.origin;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
const [port, metricsPort] = [await freePort(), await freePort()];

async function startService(upstreamOrigin: string): Promise<ChildProcess> {
  const credentials = sources.flatMap(({ credential }) => credential.required);
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: dataDir,
    env: {
      ...Object.fromEntries(credentials.map((name) => [name, 'soak-credential'])),
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'error', HOST: '127.0.0.1' },
      ...{ PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: dataDir },
      ...{ UPSTREAM_ORIGIN: upstreamOrigin, CACHE_MB: process.env.CACHE_MB ?? '64' },
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  const until = performance.now() + 60_000;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > until) throw new Error('The service does not start.');
    await wait(50);
  }
  return child;
}

async function issueKeys(): Promise<readonly [string, string]> {
  const store = await openKeyStore({ dataDir, clock: systemClock });
  const limits = { perMinute: 1_000_000, perSecond: 100_000 };
  const issue = async (name: string, address: string) =>
    (await store.issue({ name, address, ...limits })).secret;
  const secrets = [await issue('soak', '127.0.0.1'), await issue('quiet', quietAddress)] as const;
  await store.close();
  return secrets;
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

type Figures = Readonly<Record<'rssMb' | 'heapMb' | 'externalMb' | 'descriptors' | 'handles', number>>;

/** The figures of the service at rest. */
async function figuresOf(pid: number): Promise<Figures> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    rssMb: residentMegabytes(pid),
    heapMb: read('nodejs_heap_size_used_bytes') / 1e6,
    externalMb: read('nodejs_external_memory_bytes') / 1e6,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    handles: read('nodejs_active_handles_total'),
  };
}

/** The growth that still counts as flat: the heap at rest holds garbage of different age. */
const allowed: Figures = {
  rssMb: 60,
  heapMb: 40,
  externalMb: 40,
  descriptors: 10,
  handles: 10,
};

async function untilRest(pid: number): Promise<void> {
  const until = performance.now() + rest.mostMs;
  let [handles, equal] = [-1, 0];
  while (equal < rest.looks && performance.now() < until) {
    await wait(rest.lookMs);
    const found = (await figuresOf(pid)).handles;
    equal = found === handles ? equal + 1 : 1;
    handles = found;
  }
}

interface Loaded extends LoadReport {
  readonly mostRss: number;
}

async function load(forSeconds: number, target: Parameters<typeof runLoad>[0], pid: number): Promise<Loaded> {
  const ending = AbortSignal.timeout(forSeconds * 1_000);
  let mostRss = 0;
  const watch = setInterval(() => {
    mostRss = Math.max(mostRss, residentMegabytes(pid));
  }, 50);
  const begun = performance.now();
  const print = async () => {
    const { rssMb, heapMb, externalMb } = await figuresOf(pid);
    const row = [(performance.now() - begun) / 1_000, rssMb, mostRss, heapMb, externalMb];
    console.log(row.map((figure) => figure.toFixed(0).padStart(6)).join(' '));
  };
  if (every > 0) console.log('second    rss   most   heap external');
  const printing = every > 0 ? setInterval(() => print().catch(() => {}), every * 1_000) : undefined;
  const report = await runLoad(target, ending).finally(() => {
    clearInterval(watch);
    clearInterval(printing);
  });
  console.log([...report.counts].map(([what, count]) => `${what}: ${count}`).join(', '));
  await fetch(`${target.upstreamOrigin}/__faults`, { method: 'DELETE' });
  await untilRest(pid);
  return { ...report, mostRss };
}

async function soak(): Promise<number> {
  const [key, quietKey] = await issueKeys();
  const upstreamOrigin = await startUpstream();
  const service = await startService(upstreamOrigin);
  const pid = service.pid!;
  const target = { url: `http://127.0.0.1:${port}`, key, quietKey, upstreamOrigin };
  const start = await figuresOf(pid);
  const loads = [await load(seconds / 3, target, pid)];
  const before = await figuresOf(pid);
  loads.push(await load((2 * seconds) / 3, target, pid));
  const after = await figuresOf(pid);

  let isFlat = true;
  console.log('figure at rest  start  before  after');
  for (const name of Object.keys(allowed) as (keyof Figures)[]) {
    const hasGrown = after[name] - before[name] > allowed[name];
    isFlat &&= !hasGrown;
    const row = [start, before, after].map((figures) => figures[name].toFixed(0).padStart(6));
    console.log(`${name.padEnd(14)} ${row.join('  ')}${hasGrown ? '  has grown' : ''}`);
  }
  const mostRss = Math.max(...loads.map((each) => each.mostRss));
  const isBounded = mostRss <= mostMegabytes;
  console.log(`most memory under load: ${mostRss.toFixed(0)} MB${isBounded ? '' : ', which is too much'}`);
  const quietMs = loads.at(-1)!.quietMs;
  const quantile = (part: number) => quietMs[Math.floor(quietMs.length * part)]?.toFixed(0) ?? '-';
  console.log(
    `cached responses to the other key: ${quietMs.length}, ms p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, max ${quietMs.at(-1)?.toFixed(0)}`,
  );
  const internalFaults = loads.flatMap((each) => each.internalFaults);
  for (const target of internalFaults.slice(0, 10)) console.log(`fault of the service: ${target}`);
  service.kill('SIGTERM');
  const [code] = await once(service, 'exit');
  console.log(`exit code of the service: ${code}`);
  return isFlat && isBounded && code === 0 && internalFaults.length === 0 ? 0 : 1;
}

let status = 1;
try {
  status = await soak();
} catch (error) {
  console.error(error);
} finally {
  for (const child of children) child.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(status);
