import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { languages } from '../sources/brgame.ts';

/**
 * Measures what one key can take from another: a standard key does its worst against the service in `dist/`, while another
 * asks something that is not cached every 0.6 s. Prints status and times of the other key, alone and during each attack.
 *
 *   npm run build && npx tsx scripts/starve.ts [--seconds 60] [--only results,streams,…]
 */
const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } },
});
const ms = Number(options.seconds) * 1000;
const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-starve-'));
const [port, upstreamPort] = [4_701, 4_702];
const base = `http://127.0.0.1:${port}`;
const children: ChildProcess[] = [];

function start(script: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'dist', script)], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok) return;
    await wait(100);
  }
  throw new Error('The service does not become ready.');
}

type Headers = Readonly<Record<string, string>>;

async function issueKeys(count: number): Promise<readonly Headers[]> {
  const store = await openKeyStore({ dataDir, clock: systemClock });
  const keys: Headers[] = [];
  for (let index = 0; index < count; index += 1) {
    const address = `192.0.2.${index + 1}`;
    const request = { name: address, address, perMinute: 100, perSecond: 10 };
    const { secret } = await store.issue(request);
    keys.push({ authorization: `Bearer ${secret}`, 'x-forwarded-for': address });
  }
  await store.close();
  return keys;
}

let names = 0;
function unique(): string {
  names += 1;
  return `x${names}`;
}
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `d${index}: ${field}`).join(' ');
const post = (headers: Headers, query: string) =>
  fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

/** Repeats a request eight times a second, without waiting for its end. */
async function repeat(signal: AbortSignal, request: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    void request().catch(() => {});
    await wait(125);
  }
}

const read = async (response: Promise<Response>) => (await response).arrayBuffer();
const members =
  'name description added type.value type.displayValue rarity.value rarity.displayValue images.icon'.split(
    ' ',
  );
const someMembers = () => members.filter(() => Math.random() < 0.8).map((name) => `br.${name}`);
const catalogue = (headers: Headers, parameters = '') =>
  read(fetch(`${base}/api/brgame/cosmetics?${parameters}fields=${someMembers()}`, { headers }));
const listOf = (fields: string) => `{ brgame { ${unique()}: cosmetics(first: 20000) { ${fields} } } }`;

/** The worst of one key, in a process of its own, so that the other key's times are those of the service. */
const attacks: Readonly<Record<string, (key: Headers, signal: AbortSignal) => Promise<void>>> = {
  none: (_, signal) => repeat(signal, async () => {}),
  results: (key, signal) => repeat(signal, () => read(post(key, listOf(aliases(60, 'description'))))),
  middling: (key, signal) => repeat(signal, () => read(post(key, listOf('cosmeticId name description')))),
  routes: (key, signal) => repeat(signal, () => catalogue(key)),
  languages: (key, signal) =>
    repeat(signal, () => Promise.all(languages.map((language) => catalogue(key, `language=${language}&`)))),
  documents: (key, signal) =>
    repeat(signal, () =>
      read(post(key, `{ brgame { ${aliases(900, '__typename')} ${unique()}: __typename } }`)),
    ),
  async streams(key, signal) {
    const partly = () =>
      `query @live { ${unique()}: __typename weather { current(city: "Oslo") { name } } brgame { cosmetics(first: 500) { ${aliases(9, 'name')} } } coderepo { user(username: "notfound") { login } } }`;
    for (let index = 0; index < 40; index += 1) {
      const headers = { ...key, accept: 'text/event-stream' };
      void fetch(`${base}/graphql?query=${encodeURIComponent(partly())}`, { headers, signal })
        .then((response) => response.arrayBuffer())
        .catch(() => {});
      await wait(110);
    }
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  },
  mcp: (key, signal) =>
    repeat(signal, () => {
      const find = (id: number) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: {
          name: 'find',
          arguments: { text: `weather ${unique()} song user`, in: 'types', first: 20 },
        },
      });
      return read(
        fetch(`${base}/mcp`, {
          method: 'POST',
          headers: {
            ...key,
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
          },
          body: JSON.stringify(Array.from({ length: 100 }, (_, id) => find(id))),
        }),
      );
    }),
  async pipelined(_, signal) {
    const { connect } = await import('node:net');
    const request = 'GET /openapi.json HTTP/1.1\r\nHost: almanac\r\n\r\n';
    while (!signal.aborted) {
      const sockets = Array.from({ length: 100 }, () => {
        const socket = connect(port, '127.0.0.1', () => socket.write(request.repeat(40)));
        return socket.on('error', () => {}).resume();
      });
      await wait(3_000);
      for (const socket of sockets) socket.destroy();
    }
  },
};

async function watch(key: Headers): Promise<void> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const endsAt = performance.now() + ms;
  const pending: Promise<void>[] = [];
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const city = `Town ${unique()}`;
    const asked = fetch(`${base}/api/weather/current?city=${city}`, { headers: key });
    pending.push(
      read(asked)
        .then(async () => (await asked).status)
        .catch(() => 0)
        .then((status) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
          times.push(performance.now() - startedAt);
        }),
    );
    await wait(601);
  }
  await Promise.all(pending);
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]!.toFixed(0);
  console.log(
    `  ${JSON.stringify(statuses)}  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ms`,
  );
}

async function attack(name: string, key: Headers): Promise<() => void> {
  const attacker = fork(fileURLToPath(import.meta.url), ['--only', name], {
    env: { ...process.env, ATTACKER: JSON.stringify(key) },
  });
  children.push(attacker);
  await wait(1_000);
  return () => attacker.kill('SIGKILL');
}

if (process.env.ATTACKER) {
  rmSync(dataDir, { recursive: true });
  await attacks[options.only!]!(JSON.parse(process.env.ATTACKER), new AbortController().signal);
}

try {
  const wanted = options.only?.split(',') ?? Object.keys(attacks);
  const keys = await issueKeys(wanted.length * 2);
  start('sandbox/main.js', { PORT: String(upstreamPort), SANDBOX_PORT: String(upstreamPort) });
  const service = start('server/main.js', {
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    UPSTREAM_ORIGIN: `http://127.0.0.1:${upstreamPort}`,
    WEATHER_API_KEY: 'key',
  });
  await untilReady();
  const rss = () => {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    return `RSS ${(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024).toFixed(0)} MB`;
  };
  console.log(`At the start: ${rss()}`);
  for (const [index, name] of wanted.entries()) {
    const end = await attack(name, keys[index * 2]!);
    console.log(name);
    await watch(keys[index * 2 + 1]!);
    end();
    console.log(`  ${rss()}, load ${loadavg()[0]!.toFixed(1)}`);
    await wait(2_000);
  }
  await wait(60_000);
  console.log(`A minute after: ${rss()}`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
