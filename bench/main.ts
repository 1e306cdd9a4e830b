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
import { type Client, drive, type Load, openClient, openClients, stampede } from './load.ts';
import { type Row, reportOf, type Stampede } from './report.ts';
import { bytesOf, fixedQueries, listQuery, lookupPath, type Workload, workloads } from './workloads.ts';

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
const seconds = options.quick ? 1 : 3;
const warmUpSeconds = options.quick ? 3 : 8;
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
  const issued = execFileSync(process.execPath, [here('../dist/server/cli.js'), ...issue, ...limits], {
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
  CACHE_MB: '256',
  WEATHER_API_KEY: 'key',
  LIVESTREAM_CLIENT_ID: 'id',
  LIVESTREAM_CLIENT_SECRET: 'secret',
});

const doorOf = ({ doors }: Contestant, wanted: Workload['door']) =>
  doors.includes(wanted) ? wanted : doors[0]!;

/** How a server is asked for the 3 MB list: by the door it has. */
function loadOf(server: RunningServer, { door, connections, ask, name }: Workload): Load | undefined {
  const own = doorOf(server.contestant, door);
  if (own !== door && name !== 'W6') return undefined;
  const asked = (n: number) => (own === door ? ask(n) : JSON.stringify({ query: listQuery }));
  const first = bytesOf(own, asked(1), key);
  const isFixed = asked(1) === asked(2);
  return {
    port: server.port,
    connections,
    request: isFixed ? () => first : (n) => bytesOf(own, asked(n), key),
  };
}

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

async function upstreamCalls(): Promise<number> {
  return Number(await (await fetch(`${upstreamOrigin}/__calls`)).text());
}

/** A pause that lets a server end what it was left with. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

async function measure(servers: readonly RunningServer[], workload: Workload): Promise<Row[]> {
  const rows: Row[] = [];
  const loads = servers.flatMap((server) => {
    const load = loadOf(server, workload);
    return load ? [{ server, load }] : [];
  });
  for (const { load } of loads) await drive(load, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, load } of loads) {
      await settle();
      await upstreamCalls();
      const before = server.cpuMicroseconds();
      // Numbers of this round alone, so that no question comes twice.
      const offset = (round + 1) * 1_000_000 + server.port * 10_000_000;
      const measured = await drive({ ...load, request: (n) => load.request(n + offset) }, seconds);
      const cpu = server.cpuMicroseconds() - before;
      rows.push({
        ...measured,
        contestant: server.contestant.name,
        round,
        cpuMicroseconds: cpu / measured.requests,
        callsPerRequest: (await upstreamCalls()) / measured.requests,
      });
    }
  }
  return rows;
}

/** W5: a thousand sockets ask the same question, which nobody has asked before. */
async function measureStampede(servers: readonly RunningServer[]): Promise<Stampede[]> {
  const found: Stampede[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { contestant, port } of servers) {
      const door = contestant.doors[0]!;
      const city = `Place${port}x${round}`;
      const query = `{ weather { current(city: "${city}") { name main { temp } } } }`;
      const asked = door === 'rest' ? `/api/weather/current?city=${city}` : JSON.stringify({ query });
      const bytes = bytesOf(door, asked, key);
      await settle();
      await upstreamCalls();
      // The floor knows queries by heart; only its REST can be asked something new.
      const { lastMs, failures } = await stampede({ port, connections: 1_000, request: () => bytes });
      found.push({ contestant: contestant.name, round, lastMs, failures, calls: await upstreamCalls() });
    }
  }
  return found;
}

/** W7: the cached lookup, while one more client pulls the 3 MB list without pause. */
async function measureBeside(servers: readonly RunningServer[]): Promise<Row[]> {
  const rows: Row[] = [];
  const list = workloads.find(({ name }) => name === 'W6')!;
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const door = server.contestant.doors[0]!;
      const lookup = workloads.find(({ name }) => name === (door === 'rest' ? 'W1' : 'W2'))!;
      const bytes = bytesOf(door, lookup.ask(0), key);
      await settle();
      const [puller] = await openClients({ port: server.port, connections: 1 });
      const stop = pullWithoutPause(puller!, loadOf(server, list)!.request(0));
      const before = server.cpuMicroseconds();
      const measured = await drive({ port: server.port, connections: 10, request: () => bytes }, seconds);
      const cpuMicroseconds = (server.cpuMicroseconds() - before) / measured.requests;
      stop();
      rows.push({
        ...measured,
        contestant: server.contestant.name,
        round,
        cpuMicroseconds,
        callsPerRequest: 0,
      });
    }
  }
  return rows;
}

function pullWithoutPause(client: Client, request: Buffer): () => void {
  let isWanted = true;
  const next = () => (isWanted ? client.ask(request, next) : client.close());
  next();
  return () => {
    isWanted = false;
  };
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

launch(here('upstream.js'), drivingCore, { PORT: String(basePort) });
try {
  await openClientSoon(basePort);
  const servers = await startAll();
  await compareAnswers([servers.find(({ contestant }) => contestant.name === 'almanac')!, ...servers]);
  const memoryAtStart = servers.map((server) => server.memoryMegabytes());
  const tables: { workload: Pick<Workload, 'name' | 'title'>; rows: Row[] }[] = [];
  for (const workload of workloads) {
    if (!isWanted(workload.name, options.only)) continue;
    console.error(`${workload.name}: ${workload.title}`);
    tables.push({ workload, rows: await measure(servers, workload) });
  }
  const beside = {
    name: 'W7',
    title: 'cached lookup of 10 connections, while one more client pulls the list',
  };
  if (isWanted('W7', options.only)) tables.push({ workload: beside, rows: await measureBeside(servers) });
  const stampedes = isWanted('W5', options.only) ? await measureStampede(servers) : [];
  const starts = servers.map((server, index) => ({
    contestant: server.contestant.name,
    coldStartMs: server.coldStartMs,
    memoryAtStart: memoryAtStart[index]!,
    memoryAfter: server.memoryMegabytes(),
  }));
  const report = reportOf({ tables, stampedes, starts, rounds, seconds });
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
