import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { sources } from '../sources/index.ts';
import { comparedRounds, courseOf, type Figures, judged, type Probe, probeOf } from './soak-figures.ts';
import { type LoadReport, quietAddress, runLoad } from './soak-load.ts';

/**
 * Runs the service in `dist/` over the sandbox under a mixed load with faults, in rounds with a rest after each, and
 * compares its memory, descriptors, handles and timers at rest between the last rounds and those before them. Garbage is
 * collected at rest only. With `--every`, prints the memory meanwhile.
 *
 *   npm run soak -- [--seconds 120] [--most-mb 752] [--every 10] [--set CACHE_MB=16]
 *
 * Exits with 1 when one of them has grown, when the service took more memory than `--most-mb` at any time (by default the
 * sum of `docs/scaling.md`), when it stated a fault of its own (`INTERNAL`), or when it ended. Linux only, since it reads `/proc`.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    'most-mb': { type: 'string', default: '752' },
    every: { type: 'string', default: '0' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const seconds = Number(options.seconds);
const every = Number(options.every);
const mostMegabytes = Number(options['most-mb']);
if (!(seconds >= 60) || Number.isNaN(mostMegabytes)) {
  console.error('soak: --seconds is at least 60, and --most-mb is a number');
  process.exit(2);
}

const environment: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  options.set.map((setting) => setting.split(/=(.*)/s, 2)),
);
/** Models and half as much for responses: below it, the caches are still being filled. */
const fullCachesMb = 0.8 * 1.5 * Number(environment.CACHE_MB ?? 64);

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-soak-'));
const rounds = 9;
const leastWarmUp = rounds - 2 * comparedRounds;
/** Without it, a machine that is too slow to fill the caches would never end the warm-up. */
const mostWarmUp = 9;
/** The service is at rest when it holds the same descriptors and timers in three looks; a request takes 35 s at most. */
const rest = { lookMs: 2_000, looks: 4, mostMs: 60_000 } as const;
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
  const probe = join(root, 'scripts/soak-probe.mjs');
  const program = ['--expose-gc', '--import', probe, join(root, 'dist/server/main.js')];
  const child = spawn(process.execPath, program, {
    cwd: dataDir,
    env: {
      ...Object.fromEntries(credentials.map((name) => [name, 'soak-credential'])),
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
      UPSTREAM_ORIGIN: upstreamOrigin,
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
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

/** The memory of a process in MB now, and the most that it had since the last call. */
function residentMegabytes(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

async function figuresAtRest(probe: Probe): Promise<Figures> {
  const until = performance.now() + rest.mostMs;
  let [seen, equal] = ['', 0];
  while (equal < rest.looks && performance.now() < until) {
    await wait(rest.lookMs);
    const { descriptors, timers } = await probe.read();
    const found = `${descriptors} ${timers}`;
    equal = found === seen ? equal + 1 : 1;
    seen = found;
  }
  return probe.read({ collects: true });
}

const row = (cells: readonly (number | string)[]): string =>
  cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell).padStart(12)).join('');

interface Loaded extends LoadReport {
  readonly mostRss: number;
}

type Target = Parameters<typeof runLoad>[0];

async function load(forSeconds: number, target: Target, pid: number, probe: Probe): Promise<Loaded> {
  const ending = AbortSignal.timeout(Math.round(forSeconds * 1_000));
  let mostRss = 0;
  const watch = setInterval(() => {
    mostRss = Math.max(mostRss, residentMegabytes(pid).most);
  }, 1_000);
  const begun = performance.now();
  const print = async () => {
    const { rssMb, heapTotalMb, heapMb, externalMb, cachedMb } = await probe.read();
    const second = (performance.now() - begun) / 1_000;
    console.log(row([second, rssMb, mostRss, heapTotalMb, heapMb, externalMb, cachedMb]));
  };
  if (every > 0) console.log(row(['second', 'rss', 'most', 'heapTotal', 'heap', 'external', 'cached']));
  const printing = every > 0 ? setInterval(() => print().catch(() => {}), every * 1_000) : undefined;
  const report = await runLoad(target, ending).finally(() => {
    clearInterval(watch);
    clearInterval(printing);
  });
  console.log([...report.counts].map(([what, count]) => `${what}: ${count}`).join(', '));
  await fetch(`${target.upstreamOrigin}/__faults`, { method: 'DELETE' });
  return { ...report, mostRss: Math.max(mostRss, residentMegabytes(pid).most) };
}

async function soak(): Promise<number> {
  const [key, quietKey] = await issueKeys();
  const upstreamOrigin = await startUpstream();
  const service = await startService(upstreamOrigin);
  const [pid, probe] = [service.pid!, probeOf(service, `http://127.0.0.1:${metricsPort}/metrics`)];
  const target = { url: `http://127.0.0.1:${port}`, key, quietKey, upstreamOrigin };
  const start = await figuresAtRest(probe);
  const [loads, looks]: [Loaded[], Figures[]] = [[], []];
  let warmUp = leastWarmUp;
  for (let round = 1; round <= warmUp + 2 * comparedRounds; round += 1) {
    loads.push(await load(seconds / rounds, target, pid, probe));
    const look = await figuresAtRest(probe);
    looks.push(look);
    const atRest = Object.entries(look).map(([name, value]) => `${name} ${value.toFixed(0)}`);
    console.log(`round ${round}: most ${loads.at(-1)!.mostRss.toFixed(0)} MB; at rest: ${atRest.join(', ')}`);
    if (round === warmUp && look.cachedMb < fullCachesMb && warmUp < mostWarmUp) warmUp += 1;
  }

  console.log(row(['at rest', 'start', 'before', 'after']));
  let isFlat = true;
  for (const name of judged) {
    const { before, after, hasGrown } = courseOf(name, looks);
    isFlat &&= !hasGrown;
    console.log(`${row([name, start[name], before, after])}${hasGrown ? '  has grown' : ''}`);
  }
  const mostRss = Math.max(...loads.map((each) => each.mostRss));
  const isBounded = mostRss <= mostMegabytes;
  console.log(`most memory under load: ${mostRss.toFixed(0)} MB${isBounded ? '' : ', which is too much'}`);
  const quietMs = loads.flatMap((each) => each.quietMs).toSorted((one, other) => one - other);
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
