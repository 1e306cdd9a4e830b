import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Installation, install, manifest } from './installation.ts';

let folder: string;
let packageFolder: string;
let program: string;
let run: Installation['run'];
let remove: () => void;
beforeAll(() => {
  ({ folder, packageFolder, program, run, remove } = install({ dist: inject('dist') }));
});
afterAll(() => remove());

const environment = { PATH: process.env.PATH, PORT: '0', SANDBOX_PORT: '0', OVERLOAD_LAG_MS: '0' };

/** The demo in the folder of the installation, until it has said how to stop it. */
async function startDemo() {
  const child = spawn(program, ['demo'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    if (line.startsWith('Stop:')) break;
  }
  const found = (pattern: RegExp) => pattern.exec(lines.join('\n'))?.[1] ?? '';
  return {
    firstLine: lines[0],
    url: found(/running at (\S+)/),
    key: found(/export KEY=(\S+)/),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

describe('the package', () => {
  it('states its version', () => {
    expect(run('--version')).toBe(`${manifest.version}\n`);
  });

  it('has no source maps, sources or tests', () => {
    const files = readdirSync(packageFolder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.map$|\.ts$|^test/.test(file))).toEqual([]);
  });

  it.each([['start'], ['demo'], ['keys', 'list']])('names the optional package that %s lacks', (...args) => {
    const hook = join(folder, 'without-binding.cjs');
    writeFileSync(
      hook,
      `const Module = require('module'), load = Module._load;
      Module._load = (id, ...rest) => load(id.startsWith('@libsql/linux') ? '@libsql/absent' : id, ...rest);`,
    );
    const { stderr, status } = spawnSync(program, args, {
      cwd: folder,
      env: { ...environment, NODE_OPTIONS: `--require ${hook}` },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^The package @libsql\/absent, .* "npm ci" without --omit=optional\.\n$/);
    expect(status).toBe(1);
  });

  it('runs the demo from an empty folder, whose data lies there, and keeps its key from start to start', async () => {
    const first = await startDemo();
    await first.stop();
    const second = await startDemo();
    const ask = (path: string) =>
      fetch(second.url + path, { headers: { authorization: `Bearer ${first.key}` } });
    const clip = join(packageFolder, 'examples', 'clip.webm');
    const song = await (await ask(`/api/songid/identify?path=${clip}`)).json();
    const { paths } = await (await ask('/openapi.json')).json();
    const pages = ['/api/weather/current?city=Oslo', '/docs', '/graphql/type-policies.json', '/api/me'];
    const statuses = await Promise.all(pages.map(async (path) => (await ask(path)).status));
    await second.stop();
    expect(first.firstLine).toBe('Starting almanac and the upstreams that it asks …');
    expect(second.key).toBe(first.key);
    expect(song).toMatchObject({ matched: true, track: { title: 'Low Tide' } });
    expect(paths['/api/songid/identify'].get.parameters[0].example).toBe(clip);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(existsSync(join(folder, 'data', 'demo', 'keys.db'))).toBe(true);
  });

  it('names the command that issues the first key', async () => {
    const env = { ...environment, DATA_DIR: join(folder, 'keyless') };
    const child = spawn(program, ['start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    for await (const line of createInterface({ input: child.stderr! })) {
      said = line;
      if (line.startsWith('There is no key')) break;
    }
    child.kill('SIGTERM');
    expect(said).toContain('"npx almanac keys issue --ip 127.0.0.1 --name ME"');
  });

  it('says in one sentence that the port of the demo is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const env = { ...environment, PORT: String(port), DATA_DIR: join(folder, 'taken') };
    const child = spawn(program, ['demo'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const complaint = await text(child.stderr!);
    holder.close();
    expect(complaint).toBe(
      `Port ${port} is in use: stop the process that has it, or set another PORT or METRICS_PORT.\n`,
    );
  });
});

describe('almanac', () => {
  const packageWithout = (name: string) => {
    const root = join(folder, name);
    for (const path of ['bin', 'package.json']) cpSync(path, join(root, path), { recursive: true });
    return root;
  };
  const start = (root: string, file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', file), ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('says what is missing before it can run', () => {
    const root = packageWithout('bare');
    const missing = (stderr: string) => ({ status: 78, stdout: '', stderr });
    expect(start(root, 'almanac.js', 'start')).toEqual(
      missing('The build is missing: run "npm ci && npm run build" first.\n'),
    );
    const packed = packageWithout('unbuilt/node_modules/almanac');
    expect(start(packed, 'almanac.js', 'demo').stderr).toContain('npm pack --ignore-scripts=false');
    expect(start(root, 'check-install.js')).toEqual(
      missing('The packages are not installed: run "npm ci" first.\n'),
    );
    mkdirSync(join(root, 'node_modules/tsx'), { recursive: true });
    expect(start(root, 'check-install.js').stderr).toContain('run "npm ci" without --omit=optional');
    mkdirSync(join(root, 'node_modules/@esbuild'));
    expect(start(root, 'check-install.js')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('names its commands, and the one that there is not', () => {
    const root = packageWithout('commands');
    const commands = { status: 0, stdout: expect.stringContaining('almanac demo') };
    expect(start(root, 'almanac.js', '--help')).toMatchObject(commands);
    const unknown = { status: 2, stderr: expect.stringContaining('There is no command "serve".') };
    expect(start(root, 'almanac.js', 'serve')).toMatchObject(unknown);
  });

  it.each([
    ['start', '--port', ['PORT, HOST', 'DATA_DIR', 'KEYS_URL', 'VALKEY_URL']],
    ['demo', 'extra', ['PORT', 'DATA_DIR']],
    ['mcp', '--foo', ['KEY', 'ALMANAC_URL']],
  ])('%s refuses %s, and shows its settings', (command, word, names) => {
    const root = packageWithout('options');
    const help = start(root, 'almanac.js', command, '--help');
    expect(help.stdout.match(/^ {2}[A-Z_, ]+?(?= {2,})/gm)?.map((name) => name.trim())).toEqual(names);
    expect(start(root, 'almanac.js', command, word)).toEqual({
      status: 2,
      stdout: '',
      stderr: `almanac ${command}: takes no "${word}"; settings are variables of the environment, which "almanac ${command} --help" shows\n`,
    });
  });
});
