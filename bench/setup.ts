import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { systemClock } from '../core/clock.ts';
import { SqlKeyStore } from '../server/keys/sql-store.ts';
import { openSqlite } from '../server/keys/sqlite-store.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Compiles the peers and the upstream stub to `bench/dist`, so that a start does not include compilation. */
export async function buildPrograms(): Promise<void> {
  if (!existsSync(here('../dist/server/main.js'))) throw new Error('Run `npm run build` first.');
  if (!existsSync(here('node_modules'))) execFileSync('npm', ['ci'], { cwd: here('.'), stdio: 'inherit' });
  const peers = ['apollo', 'fastify', 'floor', 'hono', 'koa', 'mercurius', 'yoga'];
  await build({
    entryPoints: [...peers.map((name) => here(`peers/${name}.ts`)), here('upstream.ts')],
    outbase: here('.'),
    outdir: here('dist'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}

export interface Installation {
  /** The folder of the key store; temporary. */
  readonly dataDir: string;
  /** The secret of the API key. */
  readonly key: string;
}

/** Issues an API key that no workload exhausts. A key has at most 1,000,000 lookups a minute, which a fast machine exceeds. */
export async function install(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const database = await openSqlite(dataDir);
  const { secret } = await new SqlKeyStore(database, systemClock).issue({
    name: 'bench',
    address: '127.0.0.1',
  });
  const unlimited = 1_000_000_000;
  await database.write([
    { sql: 'update keys set per_minute = ?, per_second = ?', args: [unlimited, unlimited] },
  ]);
  await database.close();
  return { dataDir, key: secret };
}
