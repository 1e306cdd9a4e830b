import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  end,
  freePort,
  nginxMissing,
  postgresMissing,
  startNginx,
  startPostgres,
  startValkey,
  until,
  valkeyMissing,
} from './local-servers.ts';

/**
 * Starts what `compose.yaml` does as plain processes on free ports of this machine, until Ctrl-C: two instances, Valkey (or
 * Redis), PostgreSQL where it is installed, and nginx in front. The settings of the service come from the environment and
 * from `.env`; keys and other data are in a temporary folder, which is removed at the end.
 *
 *   npm run instances
 *   npm run instances -- --key      also issues a key for this machine
 */
const instanceCount = 2;
const root = fileURLToPath(new URL('..', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));

/** What has been started, by the order in which it ends. */
const closers: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'almanac-instances-'));
closers.push(() => rmSync(folder, { recursive: true, force: true }));

async function close(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}

const run = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  stdout: 'inherit' | 'ignore',
): ChildProcess =>
  spawn(process.execPath, ['--import', tsx, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', stdout, 'inherit'],
  });

async function startInstance(port: number, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = run(['server/main.ts'], { ...environment, PORT: String(port) }, 'inherit');
  // SIGTERM drains it.
  closers.push(() => end(child, 'SIGTERM'));
  await until(async () => {
    if (child.exitCode !== null) throw new Error('An instance ended.');
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  }, 'an instance is ready');
  return child;
}

async function start(): Promise<string> {
  const missing = valkeyMissing ?? nginxMissing;
  if (missing) throw new Error(`The instances need Valkey and nginx: ${missing}.`);
  const valkey = await startValkey();
  closers.push(valkey.stop);
  const environment: NodeJS.ProcessEnv = {
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    VALKEY_URL: valkey.url,
    // Both instances would take the same one.
    METRICS_PORT: '',
  };
  if (postgresMissing) console.error(`The keys are in a file: ${postgresMissing}.`);
  else {
    const postgres = await startPostgres();
    closers.push(postgres.remove);
    environment.KEYS_URL = await postgres.createDatabase();
  }
  const ports = await Promise.all(Array.from({ length: instanceCount }, freePort));
  // One after another: the first one creates the store of the keys.
  for (const port of ports) await startInstance(port, environment);
  if (process.argv.includes('--key')) {
    const args = ['cli/main.ts', 'keys', 'issue', '--ip', '127.0.0.1', '--name', 'Local'];
    const child = run(args, environment, 'inherit');
    await until(() => child.exitCode !== null, 'the key is issued');
  }
  const nginx = await startNginx(ports);
  closers.push(nginx.stop);
  return nginx.url;
}

let isClosing = false;
function stop(): void {
  if (isClosing) process.exit(1);
  isClosing = true;
  void close().then(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

try {
  console.error(`${instanceCount} instances behind ${await start()}; Ctrl-C ends them.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await close();
  process.exit(1);
}
