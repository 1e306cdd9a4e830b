import type { Contestant, RunningServer } from './contestants.ts';
import { type Client, drive, type Load, openClient, openClients, stampede } from './load.ts';
import type { Pause, Row, Stampede } from './report.ts';
import {
  bytesOf,
  freshListOf,
  freshPlaceOf,
  freshStreams,
  listQuery,
  type Workload,
  workloads,
} from './workloads.ts';

/** What is measured, how long and by whom. */
export interface Bench {
  readonly servers: readonly RunningServer[];
  readonly key: string;
  readonly upstreamOrigin: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

const doorOf = ({ doors }: Contestant, wanted: Workload['door']) =>
  doors.includes(wanted) ? wanted : doors[0]!;

/** A workload for one server. The 3 MB list is asked by the door that it has; other workloads only by their own. */
function loadOf(server: RunningServer, workload: Workload, key: string): Load | undefined {
  const { door, connections, ask, name } = workload;
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

/** Questions to the upstreams since this was asked before. */
async function upstreamCalls({ upstreamOrigin }: Bench): Promise<number> {
  return Number(await (await fetch(`${upstreamOrigin}/__calls`)).text());
}

/** A pause that lets a server end what it was left with. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Numbers of this round and server alone, so that no question comes twice. */
const numberOf = (round: number, { port }: RunningServer) => (round + 1) * 1_000_000 + port * 10_000_000;

export async function measureLoad(bench: Bench, workload: Workload): Promise<Row[]> {
  const { servers, key, rounds, seconds, warmUpSeconds } = bench;
  const rows: Row[] = [];
  const loads = servers.flatMap((server) => {
    const load = loadOf(server, workload, key);
    return load ? [{ server, load }] : [];
  });
  for (const { load } of loads) await drive(load, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, load } of loads) {
      await settle();
      await upstreamCalls(bench);
      const before = server.cpuMicroseconds();
      const offset = numberOf(round, server);
      const measured = await drive({ ...load, request: (n) => load.request(n + offset) }, seconds);
      const cpu = server.cpuMicroseconds() - before;
      rows.push({
        ...measured,
        contestant: server.contestant.name,
        round,
        cpuMicroseconds: cpu / measured.requests,
        callsPerRequest: (await upstreamCalls(bench)) / measured.requests,
      });
    }
  }
  return rows;
}

/** W5: a thousand sockets ask the same question, which nobody has asked before; by REST, or by GraphQL without that. */
export const measureStampede = (bench: Bench): Promise<Stampede[]> =>
  stampedeOf(bench, bench.servers, ({ doors }, n) => ({
    door: doors[0]!,
    asked: freshPlaceOf(doors[0]!, n),
  }));

/** W5b: the same with the list of streams that each need a user. */
export const measureListStampede = (bench: Bench): Promise<Stampede[]> =>
  stampedeOf(
    bench,
    bench.servers.filter(({ contestant }) => contestant.doors.includes('graphql')),
    (_, n) => ({ door: 'graphql', asked: freshStreams(n) }),
  );

async function stampedeOf(
  bench: Bench,
  servers: readonly RunningServer[],
  question: (
    contestant: Contestant,
    n: number,
  ) => { readonly door: Workload['door']; readonly asked: string },
): Promise<Stampede[]> {
  const found: Stampede[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const server of servers) {
      const { door, asked } = question(server.contestant, numberOf(round, server) + 500_000);
      const bytes = bytesOf(door, asked, bench.key);
      await settle();
      await upstreamCalls(bench);
      const { lastMs, failures } = await stampede({
        ...{ port: server.port, connections: 1_000 },
        request: () => bytes,
      });
      const calls = await upstreamCalls(bench);
      found.push({ contestant: server.contestant.name, round, lastMs, failures, calls });
    }
  }
  return found;
}

/** What a server's cached lookup is asked with: by the first door that it has. */
function lookupOf({ contestant }: RunningServer, key: string): Buffer {
  const door = contestant.doors[0]!;
  return bytesOf(door, workloads.find(({ name }) => name === (door === 'rest' ? 'W1' : 'W2'))!.ask(0), key);
}

/** W6c: how long a cached lookup waits at most while a list of 3 MB that nobody has asked for is made and sent. */
export async function measurePause({ servers, key, rounds }: Bench): Promise<Pause[]> {
  const found: Pause[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      await settle();
      const lookup = lookupOf(server, key);
      const list = bytesOf(
        server.contestant.doors[0]!,
        freshListOf(server.contestant.doors[0]!, numberOf(round, server)),
        key,
      );
      const [asker, puller] = await openClients({ port: server.port, connections: 2 });
      let longestMs = 0;
      const stop = askWithoutPause(asker!, lookup, ({ durationMs }) => {
        longestMs = Math.max(longestMs, durationMs);
      });
      const listMs = await new Promise<number>((resolve) =>
        puller!.ask(list, ({ durationMs }) => resolve(durationMs)),
      );
      stop();
      puller!.close();
      found.push({ contestant: server.contestant.name, round, longestMs, listMs });
    }
  }
  return found;
}

/** W7: the cached lookup, while one more client pulls the 3 MB list without pause. */
export async function measureBeside({ servers, key, rounds, seconds }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  const list = workloads.find(({ name }) => name === 'W6')!;
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const lookup = lookupOf(server, key);
      await settle();
      const puller = await openClient(server.port);
      const stop = askWithoutPause(puller, loadOf(server, list, key)!.request(0));
      const before = server.cpuMicroseconds();
      const measured = await drive({ port: server.port, connections: 10, request: () => lookup }, seconds);
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

type Answered = Parameters<Parameters<Client['ask']>[1]>[0];

function askWithoutPause(client: Client, request: Buffer, note?: (answer: Answered) => void): () => void {
  let isWanted = true;
  const next = () => {
    if (!isWanted) return client.close();
    client.ask(request, (answer) => {
      note?.(answer);
      next();
    });
  };
  next();
  return () => {
    isWanted = false;
  };
}
