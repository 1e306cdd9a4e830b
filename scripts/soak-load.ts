import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, FormData, fetch, type RequestInit, request } from 'undici';
import { routeGroups } from '../rest/index.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { exampleRecording } from '../songid/index.ts';
import { sources } from '../sources/index.ts';

export interface LoadOptions {
  readonly url: string;
  /** The key of the load, and that of a caller who asks now and then. */
  readonly key: string;
  readonly quietKey: string;
  /** The sandbox, which is told faults. */
  readonly upstreamOrigin: string;
}

export interface LoadReport {
  /** The responses by status, with `X-Error-Code` where they failed; and requests that the clients ended themselves. */
  readonly counts: Map<string, number>;
  /** The targets of responses that state a fault of the service itself. */
  readonly internalFaults: readonly string[];
  /** The times of the cached responses to the quiet caller, in milliseconds, shortest first. */
  readonly quietMs: readonly number[];
}

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

/** The address of the caller who asks now and then: an address has one key. */
export const quietAddress = '127.0.0.2';
const quietClient = new Agent({ localAddress: quietAddress });

/** A result of some megabytes that is not cached, since its alias is another one each time. */
const longQuery = (alias: string) =>
  `{ brgame { a${alias}: cosmetics(first: 20000) { id ${[0, 1, 2, 3, 4, 5].map((n) => `d${n}: description`).join(' ')} } } }`;

/** Runs the mixed load until the signal aborts; resolves when all clients have ended. */
export async function runLoad(
  { url, key, quietKey, upstreamOrigin }: LoadOptions,
  signal: AbortSignal,
): Promise<LoadReport> {
  const counts = new Map<string, number>();
  const internalFaults: string[] = [];
  const quietMs: number[] = [];
  const headers = { authorization: `Bearer ${key}` };
  /** Its connections are closed at the end, so that the service does not hold them at rest. */
  const client = new Agent();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  async function ask(path: string, init: RequestInit = {}, leaveAfterMs = 30_000): Promise<void> {
    const leaving = AbortSignal.any([signal, AbortSignal.timeout(leaveAfterMs)]);
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
        dispatcher: client,
        signal: leaving,
      });
      const body = await response.text();
      const code = response.headers.get('x-error-code');
      count(`${response.status}${code ? ` ${code}` : ''}`);
      if (code === 'INTERNAL' || body.includes('"code":"INTERNAL"'))
        internalFaults.push(`${path} ${init.body ?? ''}`);
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

  /** Asks for a long body ten times and reads none of them. */
  async function neglect(path: string): Promise<void> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    const head = `GET ${path} HTTP/1.1\r\nhost: almanac\r\nauthorization: ${headers.authorization}\r\n\r\n`;
    socket.write(head.repeat(10));
    await wait(3_000, undefined, { signal }).catch(() => undefined);
    socket.destroy();
    count('not read');
  }

  /** Measures a cached response, as a caller with another key has it. */
  async function askQuietly(): Promise<void> {
    const start = performance.now();
    const response = await request(`${url}/api/weather/current?city=Oslo`, {
      headers: { authorization: `Bearer ${quietKey}` },
      dispatcher: quietClient,
      signal,
    });
    await response.body.text();
    if (response.headers['x-cache'] === 'HIT') quietMs.push(performance.now() - start);
    else count(`quiet ${response.statusCode} ${response.headers['x-error-code'] ?? ''}`.trim());
    await wait(50);
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
    [1, () => query('{ brgame { cosmetics(first: 20000) { __typename } } }')],
    [3, () => query(longQuery(word()))],
    [2, () => ask('/api/songid/identify', { method: 'POST', body: recording() }).then(() => wait(200))],
    [3, () => ask(pick(addresses), {}, randomInt(1, 20))],
    [2, () => neglect('/openapi.json')],
    [2, () => neglect('/api/brgame/cosmetics/br')],
    [1, askQuietly],
    [1, disturb],
  ];
  const repeat = async (act: () => Promise<unknown>) => {
    while (!signal.aborted) await act().catch(() => count('failed'));
  };
  await Promise.all(clients.flatMap(([number, act]) => Array.from({ length: number }, () => repeat(act))));
  await client.destroy();
  return { counts, internalFaults, quietMs: quietMs.toSorted((one, other) => one - other) };
}
