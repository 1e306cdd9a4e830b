import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

async function welcomeOf(demo: ChildProcess): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: demo.stdout! })) {
    lines.push(line);
    if (line.startsWith('Stop:')) break;
  }
  return lines.join('\n');
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
      env: { PATH: process.env.PATH, NODE_OPTIONS: `--require ${hook}`, PORT: '0', SANDBOX_PORT: '0' },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^The package @libsql\/absent, .* "npm ci" without --omit=optional\.\n$/);
    expect(status).toBe(1);
  });

  it('runs the demo from an empty folder, whose data lies there', async () => {
    const demo = spawn(program, ['demo'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', SANDBOX_PORT: '0', OVERLOAD_LAG_MS: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const welcome = await welcomeOf(demo);
    const url = /running at (\S+)/.exec(welcome)?.[1];
    const key = /export KEY=(\S+)/.exec(welcome)?.[1];
    const answered = async (path: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status;
    const clip = join(packageFolder, 'examples', 'clip.webm');
    const statuses = [
      await answered('/api/weather/current?city=Oslo'),
      await answered(`/api/songid/identify?path=${clip}`),
      await answered('/docs'),
      await answered('/graphql/type-policies.json'),
    ];
    demo.kill('SIGTERM');
    await once(demo, 'exit');
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(existsSync(join(folder, 'data', 'demo', 'keys.db'))).toBe(true);
  });
});
