import { connect, type Socket } from 'node:net';

/** A closed loop over raw sockets: each connection sends its next request when the previous response is complete. */
export interface Load {
  readonly port: number;
  /** The bytes of request number `n`. */
  readonly request: (n: number) => Buffer;
  readonly connections: number;
}

export interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses by status, such as `{ 200: 9000, 429: 12 }`. */
  readonly statuses: Readonly<Record<number, number>>;
}

export interface TimedResponse {
  readonly status: number;
  readonly durationMs: number;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** One connection with at most one request under way. */
export interface Client {
  /** Calls `done` when the whole response has been received. */
  send(request: Buffer, done: (response: TimedResponse) => void): void;
  close(): void;
}

export function openClient(port: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    let status = 0;
    let startedAt = 0;
    let whenDone: ((response: TimedResponse) => void) | undefined;

    const readHead = (part: Buffer): number => {
      head = head.length === 0 ? part : Buffer.concat([head, part]);
      const end = head.indexOf(endOfHead);
      if (end < 0) return -1;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) throw new Error(`A response has no Content-Length: ${text}`);
      const rest = Number(length) - (head.length - end - endOfHead.length);
      head = Buffer.alloc(0);
      return rest;
    };
    socket.on('data', (part) => {
      missing = missing < 0 ? readHead(part) : missing - part.length;
      if (missing !== 0) return;
      missing = -1;
      whenDone?.({ status, durationMs: performance.now() - startedAt });
    });
    socket.once('error', reject);
    socket.once('connect', () =>
      resolve({
        send(request, done) {
          whenDone = done;
          startedAt = performance.now();
          socket.write(request);
        },
        close: () => socket.destroy(),
      }),
    );
  });
}

export const openClients = ({ port, connections }: Pick<Load, 'port' | 'connections'>): Promise<Client[]> =>
  Promise.all(Array.from({ length: connections }, () => openClient(port)));

/** Runs a load for a number of seconds. */
export async function drive(load: Load, seconds: number): Promise<Measured> {
  const clients = await openClients(load);
  const durations: number[] = [];
  const statuses: Record<number, number> = {};
  let sent = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          const next = () => {
            if (performance.now() >= endsAt) return resolve();
            sent += 1;
            client.send(load.request(sent), ({ status, durationMs }) => {
              durations.push(durationMs);
              statuses[status] = (statuses[status] ?? 0) + 1;
              next();
            });
          };
          next();
        }),
    ),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  for (const client of clients) client.close();
  durations.sort((a, b) => a - b);
  const quantile = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN;
  return {
    requests: durations.length,
    perSecond: durations.length / elapsed,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    statuses,
  };
}

export interface Burst {
  /** Until the last response is complete. */
  readonly lastMs: number;
  readonly statuses: Readonly<Record<number, number>>;
}

/** Sends one request on each connection at the same moment. */
export async function burst(load: Load): Promise<Burst> {
  const clients = await openClients(load);
  const startedAt = performance.now();
  const responses = await Promise.all(
    clients.map((client) => new Promise<TimedResponse>((resolve) => client.send(load.request(1), resolve))),
  );
  const lastMs = performance.now() - startedAt;
  for (const client of clients) client.close();
  const statuses: Record<number, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  return { lastMs, statuses };
}
