import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { routeGroups } from '../rest/index.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { sources } from '../sources/index.ts';
import { exampleRecording } from '../sources/songid-example.ts';

export interface LoadOptions {
  readonly url: string;
  readonly key: string;
  /** The sandbox, which is told faults. */
  readonly upstreamOrigin: string;
}

/** The responses of a load by status, and requests that the clients ended themselves. */
export type Counts = Map<string, number>;

const addresses = routeGroups
  .flatMap(({ routes }) => routes)
  .filter((route) => methodOf(route) === 'GET')
  .map(exampleAddress);
const hosts = [...new Set(sources.flatMap(({ spec }) => spec.origins).map((origin) => new URL(origin).host))];
const effects = [
  ...[{ status: 500 }, { status: 429 }, { status: 200, garbage: true }, { truncate: true }, { drip: true }],
  ...[{ reset: true }, { reset: 'midBody' }, { delayMs: 2_000 }],
];
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!;
const word = () => randomInt(2 ** 32).toString(36);

/** Runs the mixed load until the signal aborts; resolves when all clients have ended. */
export async function runLoad(
  { url, key, upstreamOrigin }: LoadOptions,
  signal: AbortSignal,
): Promise<Counts> {
  const counts: Counts = new Map();
  const headers = { authorization: `Bearer ${key}` };
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  async function ask(path: string, init: RequestInit = {}, leaveAfterMs = 30_000): Promise<void> {
    const leaving = AbortSignal.any([signal, AbortSignal.timeout(leaveAfterMs)]);
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...headers, ...init.headers },
        signal: leaving,
      });
      await response.arrayBuffer();
      count(String(response.status));
    } catch {
      count(leaving.aborted ? 'left' : 'broken off');
    }
  }

  const query = (text: string) =>
    ask('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: text }),
      headers: { 'content-type': 'application/json' },
    });

  /** A recording that differs each time, so that it is not cached. */
  function recording(): FormData {
    const bytes = Buffer.concat([exampleRecording(), Buffer.alloc(randomInt(2_000_000), word())]);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'clip.wav');
    return form;
  }

  /** Asks for a long body and does not read it. */
  async function neglect(): Promise<void> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET /openapi.json HTTP/1.1\r\nhost: almanac\r\n\r\n'.repeat(10));
    await wait(3_000, undefined, { signal }).catch(() => undefined);
    socket.destroy();
    count('not read');
  }

  async function disturb(): Promise<void> {
    const spec = { host: pick(hosts), ...pick(effects), times: 2 };
    await fetch(`${upstreamOrigin}/__faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(spec),
    });
    await fetch(`${upstreamOrigin}/__calls`, { method: 'DELETE' });
    await wait(500);
  }

  const clients: readonly (readonly [count: number, act: () => Promise<unknown>])[] = [
    [6, () => ask(pick(addresses))],
    [4, () => ask(`/api/weather/current?city=${word()}`)],
    [4, () => ask(`/api/coderepo/user?username=${word()}`)],
    [3, () => query(`{ weather { current(city: "${word()}") { main { temp } } } }`)],
    [2, () => query('{ brgame { cosmetics { __typename } } }')],
    [2, () => ask('/api/songid/identify', { method: 'POST', body: recording() }).then(() => wait(200))],
    [3, () => ask(pick(addresses), {}, randomInt(1, 20))],
    [3, neglect],
    [1, disturb],
  ];
  const repeat = async (act: () => Promise<unknown>) => {
    while (!signal.aborted) await act().catch(() => count('failed'));
  };
  await Promise.all(clients.flatMap(([number, act]) => Array.from({ length: number }, () => repeat(act))));
  return counts;
}
