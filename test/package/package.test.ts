import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'almanac-package-'));
const folder = join(scratch, 'empty');
const installed = join(folder, 'node_modules');

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  files: string[];
  devDependencies: Record<string, string>;
};

/** Links the packages that the project has installed, without those that only its development needs. */
function linkDependencies(): void {
  const isForDevelopment = (name: string) => name in manifest.devDependencies || name.startsWith('.');
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('@')) {
      mkdirSync(join(installed, name));
      for (const scoped of readdirSync(join(root, 'node_modules', name)))
        if (!isForDevelopment(`${name}/${scoped}`)) link(`${name}/${scoped}`);
    } else if (!isForDevelopment(name)) link(name);
  }
}

const link = (name: string) => symlinkSync(join(root, 'node_modules', name), join(installed, name));

/** Packs the build of this run and unpacks it as an installation in an empty folder would. */
beforeAll(() => {
  const stage = join(scratch, 'stage');
  mkdirSync(stage);
  for (const name of [...manifest.files, 'package.json', 'README.md', 'LICENSE'])
    if (name !== 'dist') cpSync(join(root, name), join(stage, name), { recursive: true });
  cpSync(inject('dist'), join(stage, 'dist'), { recursive: true });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], {
    cwd: stage,
    stdio: 'pipe',
  });
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(scratch, `almanac-${manifest.version}.tgz`), '-C', installed]);
  execFileSync('mv', [join(installed, 'package'), join(installed, 'almanac')]);
  mkdirSync(join(installed, '.bin'));
  symlinkSync('../almanac/bin/almanac.js', join(installed, '.bin', 'almanac'));
  linkDependencies();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const run = (...args: string[]) =>
  execFileSync(join(installed, '.bin', 'almanac'), args, { cwd: folder, encoding: 'utf8' });

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
    const files = readdirSync(join(installed, 'almanac'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.map$|\.ts$|^test/.test(file))).toEqual([]);
  });

  it('runs the demo from an empty folder, whose data lies there', async () => {
    const demo = spawn(join(installed, '.bin', 'almanac'), ['demo'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', SANDBOX_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const welcome = await welcomeOf(demo);
    const url = /running at (\S+)/.exec(welcome)?.[1];
    const key = /export KEY=(\S+)/.exec(welcome)?.[1];
    const answered = async (path: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status;
    const clip = join(installed, 'almanac', 'examples', 'clip.webm');
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
