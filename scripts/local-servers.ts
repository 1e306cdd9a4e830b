import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Valkey } from 'iovalkey';
import { Client } from 'pg';

/** Servers of Valkey, PostgreSQL and nginx as processes of this machine, and the reason why one cannot be started, if any. */

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function until(condition: () => Promise<boolean> | boolean, description: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    await pause(50);
  }
  throw new Error(`Waited too long until ${description}`);
}

export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const valkeyProgram = ['valkey-server', 'redis-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
export const valkeyMissing = valkeyProgram
  ? undefined
  : 'neither valkey-server nor redis-server is installed';

export interface ValkeyServer {
  readonly url: string;
  /** Runs a command over a connection of its own. */
  command(name: string, ...args: (string | number)[]): Promise<unknown>;
  kill(): Promise<void>;
  /** Starts the server again, without data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startValkey(): Promise<ValkeyServer> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const control = new Valkey(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  control.on('error', () => {});
  let child: ChildProcess | undefined;
  const server: ValkeyServer = {
    url: `redis://127.0.0.1:${port}`,
    command: (name, ...args) => control.call(name, args),
    async start() {
      child = spawn(valkeyProgram!, args, { stdio: 'ignore' });
      await until(async () => {
        if (control.status !== 'ready') await control.connect();
        return (await control.ping()) === 'PONG';
      }, 'the store responds');
    },
    kill: () => end(child, 'SIGKILL'),
    async stop() {
      control.disconnect();
      await end(child, 'SIGKILL');
    },
  };
  await server.start();
  return server;
}

/** The folder of the server's programs, which on Debian is not in PATH. */
function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/bin', '/usr/local/bin'];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
}

/** PostgreSQL refuses to run as root; then it runs as the user `postgres` that its package creates. */
function postgresUser(): Pick<SpawnOptions, 'uid' | 'gid'> | undefined {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout));
  return uid && gid ? { uid, gid } : undefined;
}

const programs = postgresPrograms();
const user = postgresUser();
export const postgresMissing = !programs
  ? 'PostgreSQL is not installed'
  : user
    ? undefined
    : 'PostgreSQL does not run as root, and there is no user postgres';

export interface PostgresServer {
  /** Resolves to the URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Stops the server, by default as an operator does; SIGKILL simulates a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a cluster in a temporary folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-postgres-'));
  if (user?.uid && user.gid) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initial = ['-D', data, '-U', 'almanac', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(programs!, 'initdb'), initial, { ...user, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const args = ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port), '-c', 'fsync=off'];
  const url = `postgres://almanac@127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let databases = 0;

  async function execute(sql: string): Promise<void> {
    const client = new Client({ connectionString: `${url}/postgres` });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }

  const server: PostgresServer = {
    async createDatabase() {
      databases += 1;
      await execute(`create database keys${databases}`);
      return `${url}/keys${databases}`;
    },
    async start() {
      child = spawn(join(programs!, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
      await until(() => execute('select 1').then(() => true), 'PostgreSQL responds');
    },
    stop: (signal = 'SIGINT') => end(child, signal),
    async remove() {
      await end(child, 'SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}

export const nginxMissing = spawnSync('nginx', ['-v']).status === 0 ? undefined : 'nginx is not installed';

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** nginx in front of these ports, as `docs/scaling.md` configures it; `more` are further directives of its server. */
export async function startNginx(
  ports: readonly number[],
  { forwarded = '$remote_addr', more = '' } = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-nginx-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
    events { worker_connections 4096; }
    http {
      access_log off; ${paths.join(' ')}
      upstream almanac { ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')} keepalive 64; }
      server {
        listen 127.0.0.1:${port}; client_max_body_size 11m; ${more}
        location / {
          proxy_pass http://almanac;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header X-Forwarded-For ${forwarded};
          proxy_read_timeout 35s;
        }
      }
    }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/healthz`)).ok, 'nginx responds');
  return {
    url,
    async stop() {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
