import type { Contestant, Transport } from './contestants.ts';
import type { BurstRow, LoadRow, PauseRow } from './figures.ts';
import { burst, type Client, drive, type Load, openClient, openClients, type TimedResponse } from './load.ts';
import type { RunningServer } from './processes.ts';
import {
  bytesOf,
  listQuery,
  uncachedList,
  uncachedPlace,
  uncachedStreams,
  type Workload,
  workloads,
} from './workloads.ts';

export interface Bench {
  readonly servers: readonly RunningServer[];
  /** The secret of the API key. */
  readonly key: string;
  readonly upstreamOrigin: string;
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly warmUpSeconds: number;
}

const preferred = ({ transports }: Contestant): Transport => transports[0]!;

/** A workload for one server; undefined for a server without its transport. W6 has an equivalent in GraphQL. */
export function loadOf(
  { contestant, port }: RunningServer,
  workload: Workload,
  key: string,
): Load | undefined {
  const { transport, connections, request, name } = workload;
  if (!contestant.transports.includes(transport)) {
    if (name !== 'W6') return undefined;
    const list = bytesOf('graphql', JSON.stringify({ query: listQuery }), key);
    return { port, connections, request: () => list };
  }
  const first = bytesOf(transport, request(1), key);
  const isFixed = request(1) === request(2);
  return { port, connections, request: isFixed ? () => first : (n) => bytesOf(transport, request(n), key) };
}

/** Upstream calls since the previous call of this function. */
async function upstreamCalls({ upstreamOrigin }: Bench): Promise<number> {
  return Number(await (await fetch(`${upstreamOrigin}/__calls`)).text());
}

/** Lets a server finish the work that the previous measurement left. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

/** The first of a million request numbers that one server receives in one round; the warm-up is round -1. */
const firstNumber = (round: number, { port }: RunningServer) => (round + 1) * 1_000_000 + port * 10_000_000;

export async function measureLoad(bench: Bench, workload: Workload): Promise<LoadRow[]> {
  const { servers, key, rounds, secondsPerRound, warmUpSeconds } = bench;
  const loads = servers.flatMap((server) => {
    const load = loadOf(server, workload, key);
    if (!load) return [];
    const inRound = (round: number): Load => ({
      ...load,
      request: (n) => load.request(n + firstNumber(round, server)),
    });
    return [{ server, inRound }];
  });
  for (const { inRound } of loads) await drive(inRound(-1), warmUpSeconds);
  const rows: LoadRow[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, inRound } of loads) {
      await settle();
      await upstreamCalls(bench);
      rows.push(
        await measureRound(server, round, inRound(round), secondsPerRound, () => upstreamCalls(bench)),
      );
    }
  }
  return rows;
}

async function measureRound(
  server: RunningServer,
  round: number,
  load: Load,
  seconds: number,
  countCalls: () => Promise<number>,
): Promise<LoadRow> {
  const before = server.cpuMicroseconds();
  const measured = await drive(load, seconds);
  return {
    ...measured,
    contestant: server.contestant.name,
    round,
    cpuMicrosecondsPerRequest: (server.cpuMicroseconds() - before) / measured.requests,
    upstreamCallsPerRequest: (await countCalls()) / measured.requests,
  };
}

/** W5: a thousand sockets send the same request, whose result no cache holds; by GraphQL to servers without REST. */
export const measureLookupBurst = (bench: Bench): Promise<BurstRow[]> =>
  measureBurst(bench, bench.servers, (contestant, n) => {
    const transport = preferred(contestant);
    return bytesOf(transport, uncachedPlace(transport, n), bench.key);
  });

/** W5b: the same for the list of streams that each need a user. */
export const measureListBurst = (bench: Bench): Promise<BurstRow[]> =>
  measureBurst(
    bench,
    bench.servers.filter(({ contestant }) => contestant.transports.includes('graphql')),
    (_, n) => bytesOf('graphql', uncachedStreams(n), bench.key),
  );

async function measureBurst(
  bench: Bench,
  servers: readonly RunningServer[],
  requestOf: (contestant: Contestant, n: number) => Buffer,
): Promise<BurstRow[]> {
  const rows: BurstRow[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const server of servers) {
      // W3 uses the first half of the round's numbers for the same list.
      const request = requestOf(server.contestant, firstNumber(round, server) + 500_000);
      await settle();
      await upstreamCalls(bench);
      const measured = await burst({ port: server.port, connections: 1_000, request: () => request });
      const calls = await upstreamCalls(bench);
      rows.push({ ...measured, contestant: server.contestant.name, round, upstreamCalls: calls });
    }
  }
  return rows;
}

/** A lookup that the server has cached, in its preferred transport. */
function cachedLookup({ contestant }: RunningServer, key: string): Buffer {
  const transport = preferred(contestant);
  const workload = workloads.find(({ name }) => name === (transport === 'rest' ? 'W1' : 'W2'))!;
  return bytesOf(transport, workload.request(0), key);
}

/** W6c: the longest wait of a cached lookup while the server builds and sends an uncached list of 3 MB. */
export async function measurePause({ servers, key, rounds }: Bench): Promise<PauseRow[]> {
  const rows: PauseRow[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      await settle();
      const transport = preferred(server.contestant);
      const list = bytesOf(transport, uncachedList(transport, firstNumber(round, server)), key);
      const [lookupClient, listClient] = await openClients({ port: server.port, connections: 2 });
      let longestMs = 0;
      const stop = sendRepeatedly(lookupClient!, cachedLookup(server, key), ({ durationMs }) => {
        longestMs = Math.max(longestMs, durationMs);
      });
      const listMs = await new Promise<number>((resolve) =>
        listClient!.send(list, ({ status, durationMs }) => {
          if (status !== 200) throw new Error(`The list of W6c has status ${status}.`);
          resolve(durationMs);
        }),
      );
      stop();
      listClient!.close();
      rows.push({ contestant: server.contestant.name, round, longestMs, listMs });
    }
  }
  return rows;
}

/** W7: the cached lookup on 10 connections, while one more client requests the 3 MB list without pause. */
export async function measureBesideList(bench: Bench): Promise<LoadRow[]> {
  const { servers, key, rounds, secondsPerRound } = bench;
  const rows: LoadRow[] = [];
  const list = workloads.find(({ name }) => name === 'W6')!;
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const lookup = cachedLookup(server, key);
      await settle();
      await upstreamCalls(bench);
      const listClient = await openClient(server.port);
      const stop = sendRepeatedly(listClient, loadOf(server, list, key)!.request(0));
      const load = { port: server.port, connections: 10, request: () => lookup };
      rows.push(await measureRound(server, round, load, secondsPerRound, () => upstreamCalls(bench)));
      stop();
    }
  }
  return rows;
}

/** Sends the request again after each response, until the returned function is called. Another status than 200 ends the run. */
function sendRepeatedly(
  client: Client,
  request: Buffer,
  onResponse?: (response: TimedResponse) => void,
): () => void {
  let isStopped = false;
  const next = () => {
    if (isStopped) return client.close();
    client.send(request, (response) => {
      if (response.status !== 200) throw new Error(`A repeated request has status ${response.status}.`);
      onResponse?.(response);
      next();
    });
  };
  next();
  return () => {
    isStopped = true;
  };
}
