import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import {
  type Contestant,
  contestants,
  drivingCore,
  floorName,
  launch,
  type RunningServer,
  startServer,
} from './contestants.ts';
import { openClient } from './load.ts';
import {
  type Bench,
  measureBeside,
  measureListStampede,
  measureLoad,
  measurePause,
  measureStampede,
} from './measures.ts';
import { type Row, reportOf, type Start } from './report.ts';
import { fixedQueries, lookupPath, type Workload, workloads } from './workloads.ts';

/**
 * Measures this service beside what could be used in its place: all at once over one stub of the upstreams, in
 * interleaved rounds, so that whatever else the machine does falls on everybody.
 *
 *   npm run bench -- [--quick] [--only W1,W2] [--with almanac,Hono] [--write]
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    with: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const rounds = options.quick ? 3 : 7;
const seconds = options.quick ? 1 : 2;
const warmUpSeconds = options.quick ? 3 : 6;
const basePort = 4_700;
const upstreamOrigin = `http://127.0.0.1:${basePort}`;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const isWanted = (name: string, list: string | undefined) =>
  list === undefined || list.split(',').includes(name);

function prepare(): { readonly key: string; readonly dataDir: string } {
  if (!existsSync(here('../dist/server/main.js'))) throw new Error('Run `npm run build` first.');
  if (!existsSync(here('node_modules'))) execFileSync('npm', ['ci'], { cwd: here('.'), stdio: 'inherit' });
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const issue = ['keys', 'issue', '--ip', '127.0.0.1', '--name', 'bench', '--json'];
  const limits = ['--per-minute', '1000000', '--per-second', '100000'];
  const issued = execFileSync(process.execPath, [here('../dist/server/cli/main.js'), ...issue, ...limits], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return { key: JSON.parse(issued).key, dataDir };
}

process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { key, dataDir } = prepare();

const environment = () => ({
  BENCH_KEY: key,
  ANSWERS_FILE: join(dataDir, 'answers.json'),
  UPSTREAM_ORIGIN: upstreamOrigin,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  WEATHER_API_KEY: 'key',
  LIVESTREAM_CLIENT_ID: 'id',
  LIVESTREAM_CLIENT_SECRET: 'secret',
});

async function fetchJson(
  port: number,
  door: Workload['door'],
  asked: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${door === 'rest' ? asked : '/graphql'}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(door === 'rest' ? {} : { method: 'POST', body: asked }),
  });
  return { status: response.status, text: await response.text() };
}

/** The first answer is one of the door that the server is made for. */
async function start(contestant: Contestant, index: number): Promise<RunningServer> {
  const [door] = contestant.doors;
  const asked = door === 'rest' ? lookupPath : JSON.stringify({ query: fixedQueries[0] });
  return startServer(contestant, basePort + 1 + index, environment(), async (port) => {
    try {
      return (await fetchJson(port, door!, asked)).status === 200;
    } catch {
      return false;
    }
  });
}

/** What the floor is to answer, from the service itself; then every server must answer the same. */
async function compareAnswers(servers: readonly RunningServer[]): Promise<void> {
  const [first, ...others] = servers;
  for (const { name, door, ask } of workloads) {
    const expected = JSON.parse((await fetchJson(first!.port, door, ask(0))).text);
    if (expected.errors || expected.error)
      throw new Error(`${name}: ${JSON.stringify(expected).slice(0, 500)}`);
    for (const { contestant, port } of others) {
      if (!contestant.doors.includes(door)) continue;
      const { text } = await fetchJson(port, door, ask(0));
      if (!isDeepStrictEqual(JSON.parse(text), expected)) {
        throw new Error(`${contestant.name} answers ${name} otherwise: ${text.slice(0, 600)}`);
      }
    }
  }
}

/** The servers under load: started one by one, since a start is measured; the floor last, as it is told the answers. */
async function startAll(): Promise<RunningServer[]> {
  const isIn = ({ name }: Contestant) =>
    name === floorName || name === 'almanac' || isWanted(name, options.with);
  const servers: RunningServer[] = [];
  for (const [index, contestant] of contestants.entries()) {
    if (contestant.name !== floorName && isIn(contestant)) servers.push(await start(contestant, index));
  }
  const almanac = servers.find(({ contestant }) => contestant.name === 'almanac')!;
  const answers: Record<string, string> = {};
  for (const query of fixedQueries) {
    answers[query] = (await fetchJson(almanac.port, 'graphql', JSON.stringify({ query }))).text;
  }
  writeFileSync(environment().ANSWERS_FILE, JSON.stringify(answers));
  return [await start(contestants.find(({ name }) => name === floorName)!, 99), ...servers];
}

const beside = {
  name: 'W7',
  title: 'cached lookup of 10 connections, while one more client pulls the list',
};

async function measureStarts(wanted: readonly Contestant[]): Promise<Start[]> {
  const found: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of wanted.entries()) {
      const server = await start(contestant, 200 + round * wanted.length + index);
      server.stop();
      found.push({ contestant: contestant.name, round, coldStartMs: server.coldStartMs });
    }
  }
  return found;
}

launch(here('upstream.js'), drivingCore, { PORT: String(basePort) });
try {
  await openClientSoon(basePort);
  const servers = await startAll();
  await compareAnswers([servers.find(({ contestant }) => contestant.name === 'almanac')!, ...servers]);
  const memoryAtStart = servers.map((server) => server.memoryMegabytes());
  const bench: Bench = { servers, key, upstreamOrigin, rounds, seconds, warmUpSeconds };
  const wanted = async <Found>(name: string, title: string, measure: () => Promise<Found[]>) => {
    if (!isWanted(name, options.only)) return [];
    console.error(`${name}: ${title}`);
    return measure();
  };
  const tables: { workload: Pick<Workload, 'name' | 'title'>; rows: Row[] }[] = [];
  for (const workload of [...workloads, beside]) {
    const rows = await wanted(workload.name, workload.title, () =>
      'ask' in workload ? measureLoad(bench, workload) : measureBeside(bench),
    );
    if (rows.length > 0) tables.push({ workload, rows });
  }
  const equal = '1,000 equal questions at once that nobody asked before';
  const stampedes = [
    { title: `W5: ${equal}`, rows: await wanted('W5', equal, () => measureStampede(bench)) },
    {
      title: `W5b: ${equal}, for a list of 50 that each need a user`,
      rows: await wanted('W5b', equal, () => measureListStampede(bench)),
    },
  ].filter(({ rows }) => rows.length > 0);
  const pauses = await wanted('W6c', 'a cached lookup while a list is made', () => measurePause(bench));
  const memories = servers.map((server, index) => ({
    contestant: server.contestant.name,
    atStart: memoryAtStart[index]!,
    afterAll: server.memoryMegabytes(),
  }));
  for (const server of servers) server.stop();
  const starts = await measureStarts(servers.map(({ contestant }) => contestant));
  const report = reportOf({ tables, stampedes, pauses, starts, memories, rounds, seconds });
  console.log(report);
  if (options.write) writeFileSync(here('../docs/performance.md'), report);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

async function openClientSoon(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      (await openClient(port)).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('The stub of the upstreams does not start.');
}
