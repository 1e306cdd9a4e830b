import { once, setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { fault } from './harness/case.ts';
import { ask, connectRaw } from './harness/client.ts';
import { generous, until, useFaults } from './harness/service.ts';

const attackMs = 25_000;
const lanesOfEach = 5;

let count = 0;
function unique(): string {
  count += 1;
  return `x${count}`;
}
const listOf = (first: number, times: number) => {
  const aliases = Array.from({ length: times }, (_, index) => `d${index}: description`).join(' ');
  return `brgame { ${unique()}: cosmetics(first: ${first}) { cosmeticId ${aliases} } }`;
};
const byQuery = (query: string) => ({ path: '/graphql', body: JSON.stringify({ query }) });
const members =
  'name description added type.value type.displayValue rarity.value rarity.displayValue images.icon'.split(
    ' ',
  );
const someMembers = () => members.filter(() => Math.random() < 0.8).map((name) => `br.${name}`);

/** The worst of one key each: what it asks for, from an address of its own, and whether it reads the response. */
const attacks = {
  results: { address: '127.0.3.1', ask: () => byQuery(`{ ${listOf(20_000, 30)} }`) },
  partly: {
    address: '127.0.3.2',
    ask: () => byQuery(`{ coderepo { user(username: "notfound") { login } } ${listOf(20_000, 30)} }`),
  },
  routes: {
    address: '127.0.3.3',
    ask: () => ({ path: `/api/brgame/cosmetics?fields=${someMembers()}`, body: '' }),
  },
  unread: { address: '127.0.3.4', ask: () => byQuery(`{ ${listOf(20_000, 30)} }`), isUnread: true },
  streams: {
    address: '127.0.3.5',
    ask: () => byQuery(`query @live { ${listOf(300, 30)} }`),
    isUnread: true,
    accept: 'text/event-stream',
  },
};
type Attack = {
  address: string;
  ask: () => { readonly path: string; readonly body: string };
  isUnread?: boolean;
  accept?: string;
};
type Name = keyof typeof attacks;

describe('J a small heap', () => {
  const callers = Object.entries(attacks).map(([name, { address }]) => [name, { address, ...generous }]);
  const { keys, serve } = useFaults<Name | 'other'>(
    { ...Object.fromEntries(callers), other: { address: '127.0.0.1', ...generous } },
    Number.POSITIVE_INFINITY,
  );
  const service = serve({ OVERLOAD_LAG_MS: '200' }, ['--max-old-space-size=512']);
  const received: Record<string, number> = {};

  async function attack(name: Name, signal: AbortSignal): Promise<void> {
    const { address, ask: next, isUnread, accept = '*/*' }: Attack = attacks[name];
    const { path, body } = next();
    const { socket } = connectRaw(service.url, address);
    socket.removeAllListeners('data');
    socket.on('data', (part: Buffer) => {
      received[name] = (received[name] ?? 0) + part.length;
    });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    const lines = [
      `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
      ...['Host: almanac', 'Connection: close', `Accept: ${accept}`, `Authorization: Bearer ${keys[name]}`],
      ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    if (isUnread) {
      await once(socket, 'data');
      socket.pause();
      await pause(1_000);
    } else await once(socket, 'close');
  }

  fault(
    'J7 large results, streams and responses that are not read, with a heap of 512 MB',
    { isLong: true, timeoutMs: 120_000 },
    async () => {
      const controller = new AbortController();
      const { signal } = controller;
      setMaxListeners(0, signal);
      const repeat = async (name: Name) => {
        while (!signal.aborted) await attack(name, signal).catch(() => pause(20));
      };
      for (const name of Object.keys(attacks) as Name[]) {
        for (let lane = 0; lane < lanesOfEach; lane += 1) void repeat(name);
      }
      const statuses: number[] = [];
      for (const end = Date.now() + attackMs; Date.now() < end; await pause(300)) {
        const city = `/api/weather/current?city=Place${unique()}`;
        const [health, answer] = await Promise.all([
          service.call('/healthz'),
          service.call(city, { key: keys.other }),
        ]);
        expect(health.status).toBe(200);
        statuses.push(answer.status);
      }
      controller.abort();
      expect(service.isRunning).toBe(true);
      // They got much, so that the memory was contested.
      const bytes = Object.values(received).reduce((sum, each) => sum + each, 0);
      expect(bytes).toBeGreaterThan(20_000_000);
      const served = statuses.filter((status) => status === 200).length;
      expect(served / statuses.length, `statuses ${statuses}`).toBeGreaterThan(0.9);
      await until(async () => {
        const { body } = await ask(service.url, `{ ${listOf(20_000, 5)} }`, { key: keys.other });
        return body.errors === undefined;
      }, 'large results are made again');
    },
  );
});
