import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret of the demo's key, which is kept in `dataDir` so that it stays the same from start to start. It is created
 * by the first of several demos that share the folder, and read by the others.
 */
export function keptDemoSecret(dataDir: string): string {
  const file = join(dataDir, 'demo-key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `alm_demo_${randomBytes(16).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
