import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-demo-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface RunningDemo {
  readonly url: string;
  readonly key: string;
  readonly firstLine: string;
  stop(): Promise<void>;
}

function spawnDemo(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'server/demo.ts'], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', OVERLOAD_LAG_MS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function startDemo(dataDir: string): Promise<RunningDemo> {
  const child = spawnDemo({ PORT: '0', DATA_DIR: dataDir });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    if (line.startsWith('Stop:')) break;
  }
  const found = (pattern: RegExp) => pattern.exec(lines.join('\n'))?.[1] ?? '';
  return {
    url: found(/running at (\S+)/),
    key: found(/export KEY=(\S+)/),
    firstLine: lines[0] ?? '',
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

describe('npm run demo', () => {
  it('keeps its key from start to start, and lets it use every route', async () => {
    const dataDir = join(scratch, 'data');
    const first = await startDemo(dataDir);
    await first.stop();
    const second = await startDemo(dataDir);
    const ask = (path: string) =>
      fetch(second.url + path, { headers: { authorization: `Bearer ${first.key}` } });
    const bySongFile = await ask(`/api/songid/identify?path=${resolve('examples/clip.webm')}`);
    const { paths } = await (await ask('/openapi.json')).json();
    const [{ example }] = paths['/api/songid/identify'].get.parameters;
    const me = await ask('/api/me');
    await second.stop();
    expect(first.firstLine).toBe('Starting almanac and the upstreams that it asks …');
    expect(second.key).toBe(first.key);
    expect(me.status).toBe(200);
    expect(example).toBe(resolve('examples/clip.webm'));
    expect([bySongFile.status, await bySongFile.json()]).toMatchObject([
      200,
      { matched: true, track: { title: 'Low Tide' } },
    ]);
  }, 120_000);

  it('says in one sentence that its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const child = spawnDemo({ PORT: String(port), DATA_DIR: join(scratch, 'taken') });
    let complaint = '';
    child.stderr!.on('data', (chunk) => {
      complaint += chunk;
    });
    await once(child, 'exit');
    holder.close();
    expect(complaint).toBe(
      `Port ${port} is in use: stop the process that has it, or set another PORT or METRICS_PORT.\n`,
    );
  }, 120_000);
});

describe('almanac', () => {
  const packageWithout = (name: string, ...present: string[]) => {
    const root = join(scratch, name);
    for (const path of ['bin', 'package.json', ...present])
      cpSync(path, join(root, path), { recursive: true });
    return root;
  };
  const run = (root: string, file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', file), ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('says what is missing before it can run', () => {
    const root = packageWithout('bare');
    expect(run(root, 'almanac.js', 'start')).toEqual({
      status: 78,
      stdout: '',
      stderr: 'The build is missing: run "npm ci && npm run build" first.\n',
    });
    expect(run(root, 'check-install.js')).toEqual({
      status: 78,
      stdout: '',
      stderr: 'The packages are not installed: run "npm ci" first.\n',
    });
    mkdirSync(join(root, 'node_modules/tsx'), { recursive: true });
    expect(run(root, 'check-install.js').stderr).toContain('run "npm ci" without --omit=optional');
    mkdirSync(join(root, 'node_modules/@esbuild'));
    expect(run(root, 'check-install.js')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('names its commands, and the one that there is not', () => {
    const root = packageWithout('commands');
    expect(run(root, 'almanac.js', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('almanac demo'),
    });
    expect(run(root, 'almanac.js', 'serve')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no command "serve".'),
    });
  });
});
