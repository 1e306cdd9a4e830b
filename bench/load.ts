import { connect, type Socket } from 'node:net';

/** A closed loop over raw sockets: each connection sends the next request when it has the whole answer to the last. */
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
  /** Answers with another status than 200. */
  readonly failures: number;
}

interface Answer {
  readonly status: number;
  readonly durationMs: number;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** One connection. `ask` resolves with the whole answer's status and duration; one question at a time. */
export interface Client {
  ask(request: Buffer, done: (answer: Answer) => void): void;
  close(): void;
}

export function openClient(port: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    let status = 0;
    let startedAt = 0;
    let whenDone: ((answer: Answer) => void) | undefined;

    const readHead = (part: Buffer): number => {
      head = head.length === 0 ? part : Buffer.concat([head, part]);
      const end = head.indexOf(endOfHead);
      if (end < 0) return -1;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) throw new Error(`An answer without Content-Length: ${text}`);
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
        ask(request, done) {
          whenDone = done;
          startedAt = performance.now();
          socket.write(request);
        },
        close: () => socket.destroy(),
      }),
    );
  });
}

export async function openClients({
  port,
  connections,
}: Pick<Load, 'port' | 'connections'>): Promise<Client[]> {
  return Promise.all(Array.from({ length: connections }, () => openClient(port)));
}

/** Keeps a load on for a time. */
export async function drive(load: Load, seconds: number): Promise<Measured> {
  const clients = await openClients(load);
  const durations: number[] = [];
  let failures = 0;
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
            client.ask(load.request(sent), ({ status, durationMs }) => {
              durations.push(durationMs);
              if (status !== 200) failures += 1;
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
    failures,
  };
}

/** Sends one request on each of many connections at the same moment; the time until the last has its answer. */
export async function stampede(load: Load): Promise<{ readonly lastMs: number; readonly failures: number }> {
  const clients = await openClients(load);
  const startedAt = performance.now();
  const answers = await Promise.all(
    clients.map((client) => new Promise<Answer>((resolve) => client.ask(load.request(1), resolve))),
  );
  const lastMs = performance.now() - startedAt;
  for (const client of clients) client.close();
  return { lastMs, failures: answers.filter(({ status }) => status !== 200).length };
}
