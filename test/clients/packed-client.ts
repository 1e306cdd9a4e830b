import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the client in the repository. */
export const clientFolder = join(root, 'clients', 'typescript');

export interface PackedClient {
  /** A folder that has the package and nothing else. */
  readonly folder: string;
  /** The package in it. */
  readonly installed: string;
  remove(): void;
}

/** Builds and packs the client, and installs the package in an empty folder, without network. */
export function installPackedClient(): PackedClient {
  const scratch = mkdtempSync(join(tmpdir(), 'almanac-client-'));
  const stage = join(scratch, 'stage');
  mkdirSync(stage);
  for (const name of ['package.json', 'README.md']) cpSync(join(clientFolder, name), join(stage, name));
  const tsx = join(root, 'node_modules', '.bin', 'tsx');
  execFileSync(tsx, ['scripts/build-client.ts', '--out', join(stage, 'dist')], { cwd: root, stdio: 'pipe' });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], {
    cwd: stage,
    stdio: 'pipe',
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(scratch, 'empty');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  const tarball = join(scratch, `almanac-client-${version}.tgz`);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    stdio: 'pipe',
  });
  return {
    folder,
    installed: join(folder, 'node_modules', 'almanac-client'),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
