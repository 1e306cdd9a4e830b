import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contestants, floorName } from './contestants.ts';
import { measureEachStart } from './each-start.ts';
import { type LoadTable, problemsOf, type Run } from './figures.ts';
import {
  type Bench,
  measureBesideList,
  measureListBurst,
  measureLoad,
  measureLookupBurst,
  measurePause,
} from './measures.ts';
import type { RunningServer } from './processes.ts';
import { reportOf } from './report.ts';
import {
  compareResponses,
  measureStarts,
  startAll,
  startOwn,
  startUpstream,
  upstreamOrigin,
} from './servers.ts';
import { buildPrograms, type Installation, install } from './setup.ts';
import { workloads } from './workloads.ts';

/**
 * Measures almanac beside comparable servers. All of them run at the same time over one stub of the upstreams, and the
 * rounds are interleaved, so that other work of the machine disturbs all alike. Exits with 1 when a request failed or
 * was refused.
 *
 *   npm run bench -- [--quick] [--only W1,W2] [--with Hono,Fastify] [--write] [--json FILE] [--compare FILE]
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    with: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
});

const rounds = options.quick ? 3 : 7;
const secondsPerRound = options.quick ? 1 : 2;
const warmUpSeconds = options.quick ? 3 : 6;

const besideList = {
  name: 'W7',
  title: 'lookup served from the cache, 10 connections, while one more client requests the list of 3 MB',
  isCached: true,
};
const lookupBurst = { name: 'W5', title: '1,000 equal uncached lookups at once' };
const listBurst = {
  name: 'W5b',
  title: '1,000 equal uncached lists of 50 streams that each need a user, at once',
};
const pause = { name: 'W6c', title: 'lookup served from the cache while an uncached list of 3 MB is built' };
/** Some starts of a process have served cached responses a quarter slower for their whole life. */
const everyStart = { name: 'starts', starts: options.quick ? 5 : 7 };
const measurements = [...workloads, besideList, lookupBurst, listBurst, pause, everyStart].map(
  ({ name }) => name,
);

/** The choice that an option states as a list; everything without it. Throws for an unknown name. */
function choice(option: string, text: string | undefined, known: readonly string[]) {
  const names = text?.split(',') ?? known;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--${option}: ${unknown.join(', ')} is none of ${known.join(', ')}.`);
  return (name: string) => names.includes(name);
}

const isMeasured = choice('only', options.only, measurements);
const isContestant = choice(
  'with',
  options.with,
  contestants.map(({ name }) => name),
);

/** An empty list for a measurement that `--only` leaves out. */
async function tableOf<Title extends { readonly name: string; readonly title: string }, Row>(
  head: Title,
  measure: () => Promise<Row[]>,
): Promise<(Title & { readonly rows: Row[] })[]> {
  if (!isMeasured(head.name)) return [];
  console.error(`${head.name}: ${head.title}`);
  return [{ ...head, rows: await measure() }];
}

async function measureLoads(bench: Bench): Promise<LoadTable[]> {
  const tables: LoadTable[] = [];
  for (const workload of workloads) {
    const { name, title, isCached } = workload;
    tables.push(...(await tableOf({ name, title, isCached }, () => measureLoad(bench, workload))));
  }
  return [...tables, ...(await tableOf(besideList, () => measureBesideList(bench)))];
}

async function measureAll(installation: Installation, servers: readonly RunningServer[]): Promise<Run> {
  const { key } = installation;
  const bench: Bench = { servers, key, upstreamOrigin, rounds, secondsPerRound, warmUpSeconds };
  const memoryAtStart = servers.map((server) => server.memoryMegabytes());
  const loads = await measureLoads(bench);
  const bursts = [
    ...(await tableOf(lookupBurst, () => measureLookupBurst(bench))),
    ...(await tableOf(listBurst, () => measureListBurst(bench))),
  ];
  const pauses = await tableOf(pause, () => measurePause(bench));
  const memories = servers.map((server, index) => ({
    contestant: server.contestant.name,
    atStart: memoryAtStart[index]!,
    afterLoad: server.memoryMegabytes(),
  }));
  // Beside the floor alone, which none of the others disturbs.
  for (const server of servers) if (server.contestant.name !== floorName) server.stop();
  console.error('each start');
  const eachStart = isMeasured(everyStart.name)
    ? await measureEachStart(bench, (number) => startOwn(installation, number), everyStart.starts)
    : [];
  for (const server of servers) server.stop();
  console.error('starts');
  const measured = servers.map(({ contestant }) => contestant);
  return {
    date: new Date().toISOString(),
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    rounds,
    secondsPerRound,
    loads,
    bursts,
    pauses,
    starts: await measureStarts(installation, measured, rounds),
    eachStart,
    memories,
  };
}

process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const before = options.compare ? (JSON.parse(readFileSync(options.compare, 'utf8')) as Run) : undefined;
await buildPrograms();
const installation = await install();
try {
  await startUpstream();
  const servers = await startAll(installation, isContestant);
  await compareResponses(installation, servers);
  const run = await measureAll(installation, servers);
  const report = reportOf(run, before);
  console.log(report);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(run)}\n`);
  const problems = problemsOf(run);
  if (problems.length === 0 && options.write)
    writeFileSync(fileURLToPath(new URL('../docs/performance.md', import.meta.url)), report);
  if (problems.length > 0) {
    console.error(`\nThis run is unusable:\n${problems.join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(installation.dataDir, { recursive: true, force: true });
}
process.exit();
