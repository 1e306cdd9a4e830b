import { type ChildProcess, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openClient } from './load.ts';
import { cpuMicrosecondsOf, launch, launchProgram, loadCore, serverCore } from './processes.ts';
import { install } from './setup.ts';
import { bytesOf, lookupPath } from './workloads.ts';

/**
 * Measures the processor time of a call whose response is cached: with limits in memory, and with limits in Valkey (or
 * Redis) on another core. Both services run at the same time and the rounds alternate, so that other work of the machine
 * disturbs both alike.
 *
 *   npm run build && npm run bench:sharing
 */
const rounds = 7;
/** The more calls are under way at once, the more of them one script decides. */
const loads = [
  { connections: 64, calls: 20_000 },
  { connections: 8, calls: 10_000 },
  { connections: 1, calls: 4_000 },
];
type Load = (typeof loads)[number];

const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (!program) throw new Error('Neither valkey-server nor redis-server is installed.');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilOpen(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const client = await openClient(port).catch(() => undefined);
    client?.close();
    if (client) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

const { key, dataDir } = await install();
const [upstreamPort, storePort, memoryPort, sharedPort] = await Promise.all([1, 2, 3, 4].map(freePort));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function startService(port: number, environment: Readonly<Record<string, string>>): ChildProcess {
  return launch(here('../dist/server/main.js'), serverCore, {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    OVERLOAD_LAG_MS: '0',
    UPSTREAM_ORIGIN: `http://127.0.0.1:${upstreamPort}`,
    WEATHER_API_KEY: 'key',
    ...environment,
  });
}

const request = bytesOf('rest', lookupPath, key);

/** Sends the calls of a round, and returns the processor time of one in microseconds. */
async function measure(port: number, pid: number, { connections, calls }: Load): Promise<number> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(port)));
  const before = cpuMicrosecondsOf(pid);
  let left = calls;
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve, reject) => {
          const next = () => {
            if (left === 0) return resolve();
            left -= 1;
            client.send(request, ({ status }) => {
              if (status === 200) next();
              else reject(new Error(`A call was answered with ${status}.`));
            });
          };
          next();
        }),
    ),
  );
  const spent = cpuMicrosecondsOf(pid) - before;
  for (const client of clients) client.close();
  return spent / calls;
}

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

try {
  launchProgram([process.execPath, '--import', 'tsx', here('upstream.ts')], loadCore, {
    PORT: String(upstreamPort),
  });
  const storeArguments = ['--port', String(storePort), '--bind', '127.0.0.1', '--save', ''];
  const store = launchProgram([program, ...storeArguments], loadCore, {});
  await Promise.all([untilOpen(upstreamPort!), untilOpen(storePort!)]);
  const services = {
    memory: { port: memoryPort!, pid: startService(memoryPort!, {}).pid! },
    shared: {
      port: sharedPort!,
      pid: startService(sharedPort!, { VALKEY_URL: `redis://127.0.0.1:${storePort}` }).pid!,
    },
  };
  await Promise.all([memoryPort!, sharedPort!].map(untilOpen));
  for (const load of loads) {
    const times = {
      memory: [] as number[],
      shared: [] as number[],
      store: [] as number[],
    };
    // The first rounds compile.
    for (let round = -2; round < rounds; round += 1) {
      const memory = await measure(services.memory.port, services.memory.pid, load);
      const storeBefore = cpuMicrosecondsOf(store.pid!);
      const shared = await measure(services.shared.port, services.shared.pid, load);
      const storeAfter = cpuMicrosecondsOf(store.pid!);
      if (round < 0) continue;
      times.memory.push(memory);
      times.shared.push(shared);
      times.store.push((storeAfter - storeBefore) / load.calls);
    }
    const ratio = middle(times.shared.map((shared, round) => shared / times.memory[round]!));
    const least = Math.min(...times.shared) / Math.min(...times.memory);
    const [memory, shared, inStore] = [times.memory, times.shared, times.store].map((each) =>
      middle(each).toFixed(1),
    );
    console.log(
      `${load.connections} connections: ${memory} µs a call with limits in memory, ${shared} µs with limits in Valkey and ${inStore} µs in the store; ${ratio.toFixed(2)} times as much in the middle of ${rounds} rounds, ${least.toFixed(2)} times in the least disturbed.`,
    );
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
