import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Contestant,
  contestants,
  floorName,
  ownName,
  type Transport,
  upstreamFile,
} from './contestants.ts';
import type { StartRow } from './figures.ts';
import { openClient } from './load.ts';
import { launch, loadCore, type RunningServer, startServer } from './processes.ts';
import type { Installation } from './setup.ts';
import { fixedQueries, lookupPath, workloads } from './workloads.ts';

const upstreamPort = 4_700;
export const upstreamOrigin = `http://127.0.0.1:${upstreamPort}`;

const responsesFile = ({ dataDir }: Installation) => join(dataDir, 'responses.json');

const environmentOf = (installation: Installation) => ({
  BENCH_KEY: installation.key,
  RESPONSES_FILE: responsesFile(installation),
  UPSTREAM_ORIGIN: upstreamOrigin,
  DATA_DIR: installation.dataDir,
  LOG_LEVEL: 'warn',
  WEATHER_API_KEY: 'key',
  LIVESTREAM_CLIENT_ID: 'id',
  LIVESTREAM_CLIENT_SECRET: 'secret',
});

async function send(
  port: number,
  transport: Transport,
  request: string,
  key: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${transport === 'rest' ? request : '/graphql'}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(transport === 'rest' ? {} : { method: 'POST', body: request }),
  });
  return { status: response.status, text: await response.text() };
}

/** Resolves when the server has sent its first response with status 200, in its preferred transport. */
function start(installation: Installation, contestant: Contestant, index: number): Promise<RunningServer> {
  const transport = contestant.transports[0]!;
  const request = transport === 'rest' ? lookupPath : JSON.stringify({ query: fixedQueries[0] });
  return startServer(contestant, upstreamPort + 1 + index, environmentOf(installation), async (port) => {
    try {
      return (await send(port, transport, request, installation.key)).status === 200;
    } catch {
      return false;
    }
  });
}

export async function startUpstream(): Promise<void> {
  launch(upstreamFile, loadCore, { PORT: String(upstreamPort) });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      (await openClient(upstreamPort)).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('The upstream stub does not start.');
}

/**
 * Starts the servers for the load, almanac and the floor always among them. The floor starts last, since it reads
 * almanac's responses to the fixed queries.
 */
export async function startAll(
  installation: Installation,
  isWanted: (name: string) => boolean,
): Promise<RunningServer[]> {
  const servers: RunningServer[] = [];
  for (const [index, contestant] of contestants.entries()) {
    const { name } = contestant;
    if (name === ownName || (name !== floorName && isWanted(name)))
      servers.push(await start(installation, contestant, index));
  }
  const own = servers.find(({ contestant }) => contestant.name === ownName)!;
  const responses: Record<string, string> = {};
  for (const query of fixedQueries) {
    const { text } = await send(own.port, 'graphql', JSON.stringify({ query }), installation.key);
    responses[query] = text;
  }
  writeFileSync(responsesFile(installation), JSON.stringify(responses));
  const floor = contestants.find(({ name }) => name === floorName)!;
  return [await start(installation, floor, 99), ...servers];
}

/** Throws unless every server sends the same result as almanac for every workload. */
export async function compareResponses(
  { key }: Installation,
  servers: readonly RunningServer[],
): Promise<void> {
  const own = servers.find(({ contestant }) => contestant.name === ownName)!;
  for (const { name, transport, request } of workloads) {
    // almanac alone adds the cost for the caller.
    const { extensions: _, ...expected } = JSON.parse(
      (await send(own.port, transport, request(0), key)).text,
    );
    if (expected.errors || expected.error)
      throw new Error(`${name} fails: ${JSON.stringify(expected).slice(0, 500)}`);
    for (const { contestant, port } of servers) {
      if (!contestant.transports.includes(transport)) continue;
      const { text } = await send(port, transport, request(0), key);
      const { extensions: _cost, ...sent } = JSON.parse(text);
      if (!isDeepStrictEqual(sent, expected))
        throw new Error(`${contestant.name} sends another result for ${name}: ${text.slice(0, 600)}`);
    }
  }
}

/** Starts almanac once more, beside the servers that run. */
export const startOwn = (installation: Installation, number: number): Promise<RunningServer> =>
  start(installation, contestants.find(({ name }) => name === ownName)!, 100 + number);

export async function measureStarts(
  installation: Installation,
  measured: readonly Contestant[],
  rounds: number,
): Promise<StartRow[]> {
  const rows: StartRow[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of measured.entries()) {
      const server = await start(installation, contestant, 200 + round * measured.length + index);
      server.stop();
      rows.push({ contestant: contestant.name, round, coldStartMs: server.coldStartMs });
    }
  }
  return rows;
}
