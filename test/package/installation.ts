import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly files: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** The package as it is installed in an empty folder. */
export interface Installation {
  /** The folder, which is empty but for `node_modules`. */
  readonly folder: string;
  readonly packageFolder: string;
  readonly program: string;
  /** The output of the command line. Throws where it fails. */
  run(...args: string[]): string;
  remove(): void;
}

interface InstallOptions {
  /** The folder of the build. */
  readonly dist: string;
  /** Whether the declarations of types are packed, as a release has them. */
  readonly withTypes?: boolean;
}

/** Packs a build and unpacks it as an installation in an empty folder would. */
export function install({ dist, withTypes = false }: InstallOptions): Installation {
  const scratch = mkdtempSync(join(tmpdir(), 'almanac-package-'));
  const folder = join(scratch, 'empty');
  const installed = join(folder, 'node_modules');
  const program = join(installed, '.bin', 'almanac');
  const stage = join(scratch, 'stage');
  mkdirSync(stage);
  for (const name of [...manifest.files, 'package.json', 'README.md', 'LICENSE'])
    if (name !== 'dist') cpSync(join(root, name), join(stage, name), { recursive: true });
  cpSync(dist, join(stage, 'dist'), { recursive: true });
  if (withTypes) {
    const tsx = join(root, 'node_modules', '.bin', 'tsx');
    const args = ['scripts/build-types.ts', '--out', join(stage, 'dist', 'types')];
    execFileSync(tsx, args, { cwd: root, stdio: 'pipe' });
  }
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], {
    cwd: stage,
    stdio: 'pipe',
  });
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(scratch, `almanac-${manifest.version}.tgz`), '-C', installed]);
  execFileSync('mv', [join(installed, 'package'), join(installed, 'almanac')]);
  mkdirSync(join(installed, '.bin'));
  symlinkSync('../almanac/bin/almanac.js', program);
  linkDependencies(installed);
  return {
    folder,
    packageFolder: join(installed, 'almanac'),
    program,
    run: (...args) => execFileSync(program, args, { cwd: folder, encoding: 'utf8' }),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Links the packages that the project has installed, without those that only its development needs. */
function linkDependencies(installed: string): void {
  const isForDevelopment = (name: string) => name in manifest.devDependencies || name.startsWith('.');
  const link = (name: string) => symlinkSync(join(root, 'node_modules', name), join(installed, name));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('@')) {
      mkdirSync(join(installed, name));
      for (const scoped of readdirSync(join(root, 'node_modules', name)))
        if (!isForDevelopment(`${name}/${scoped}`)) link(`${name}/${scoped}`);
    } else if (!isForDevelopment(name)) link(name);
  }
}
