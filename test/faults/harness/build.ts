import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Below the packages that the bundle imports at run time.
const folder = join(root, 'node_modules', '.cache', 'almanac-faults');

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the build that the fault suite drives. */
    readonly dist: string;
  }
}

/** Builds the programs once for all files that drive them, beside a build that may be in use. */
export default function setup(project: TestProject): () => void {
  const dist = join(folder, String(process.pid));
  mkdirSync(folder, { recursive: true });
  // The build reads its version and its documentation in the folder above it.
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'docs'), join(folder, 'docs'), { recursive: true });
  const tsx = join(root, 'node_modules', '.bin', 'tsx');
  const { status, stderr } = spawnSync(tsx, ['scripts/build.ts', '--out', dist], { cwd: root });
  if (status !== 0) throw new Error(`The build of the fault suite failed: ${stderr}`);
  project.provide('dist', dist);
  return () => rmSync(dist, { recursive: true, force: true });
}
