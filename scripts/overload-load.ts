import { openClient, openClients } from '../bench/load.ts';

export interface OpenLoad {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The bytes of request number `n`. */
  readonly request: (n: number) => Buffer;
}

export interface Outcome {
  /** Responses with status 200 in each second. */
  readonly accepted: number;
  /** Times of those from the moment at which they were due, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The part of all requests that got 503. */
  readonly refused: number;
  /** Requests that got another status, or nothing within the patience of a client. */
  readonly failed: number;
}

/** Shedding begins after a second of overload: what is due before is sent and not measured. */
const settlingMs = 3_000;
/** A client that has waited for this long leaves. */
const patienceMs = 10_000;
/** Requests of one moment are sent together. */
const tickMs = 5;

/** Connections that are open before the first request, for so many seconds of the rate. */
const connectedSeconds = 0.5;

/**
 * An open loop: requests are sent at a steady rate, whether or not earlier ones have been answered. Clients keep their
 * connections: Node accepts one in each turn of its event loop, so that new ones would wait for long turns, and not for the
 * work that is measured.
 */
export async function runOpenLoad({ port, perSecond, seconds, request }: OpenLoad): Promise<Outcome> {
  const idle = await openClients({ port, connections: Math.ceil(perSecond * connectedSeconds) });
  const times: number[] = [];
  const counts = { sent: 0, measured: 0, accepted: 0, refused: 0, failed: 0, underWay: 0 };
  const startedAt = performance.now();
  const measuredFrom = startedAt + settlingMs;
  const endsAt = measuredFrom + seconds * 1000;

  async function send(dueAt: number, bytes: Buffer): Promise<void> {
    // In turn, since a connection that sends nothing is closed.
    const client = idle.shift() ?? (await openClient(port));
    const status = await new Promise<number>((resolve) => {
      const leaving = setTimeout(() => resolve(0), dueAt + patienceMs - performance.now());
      client.send(bytes, (response) => {
        clearTimeout(leaving);
        resolve(response.status);
      });
    });
    if (status === 0) client.close();
    else idle.push(client);
    if (dueAt < measuredFrom) return;
    counts.measured += 1;
    if (status === 503) counts.refused += 1;
    else if (status !== 200) counts.failed += 1;
    else {
      // What is completed after the end belongs to no second of the measurement.
      if (performance.now() <= endsAt) counts.accepted += 1;
      times.push(performance.now() - dueAt);
    }
  }

  while (performance.now() < endsAt || counts.underWay > 0) {
    const due = Math.floor(((Math.min(performance.now(), endsAt) - startedAt) * perSecond) / 1000);
    while (counts.sent < due) {
      const dueAt = startedAt + (counts.sent * 1000) / perSecond;
      counts.sent += 1;
      counts.underWay += 1;
      send(dueAt, request(counts.sent))
        .catch(() => {
          counts.failed += 1;
        })
        .finally(() => {
          counts.underWay -= 1;
        });
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  for (const client of idle) client.close();
  times.sort((one, other) => one - other);
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return {
    accepted: counts.accepted / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    refused: counts.refused / counts.measured,
    failed: counts.failed,
  };
}
