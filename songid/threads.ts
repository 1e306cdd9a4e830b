import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { once } from '../core/once.ts';
import type { MeasurerSettings } from './measuring.ts';
import type { WorkerSettings } from './worker.ts';

/**
 * The heap of a worker, without its buffers, which `codecs.ts` bounds. The tables that a demuxer reads from a
 * recording of 10 MB take up to 60 MB. A larger young generation takes more memory and makes decoding no faster.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 160 };

/**
 * Where TypeScript sources run directly, the worker runs a bundle of them, made once: a loader would take a second of the
 * processor for each worker. The file lies among the packages, which it imports.
 */
const bundled = once((): URL => {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
  });
  const { hash, text } = outputFiles[0]!;
  const folder = new URL('../node_modules/.cache/almanac-songid/', import.meta.url);
  const file = new URL(`${hash.replaceAll(/\W/g, '_')}.mjs`, folder);
  mkdirSync(folder, { recursive: true });
  const own = `${fileURLToPath(file)}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, file);
  return file;
});

export const startWorker = (workerData: WorkerSettings | MeasurerSettings): Worker =>
  new Worker(import.meta.url.endsWith('.ts') ? bundled() : new URL('./songid-worker.js', import.meta.url), {
    workerData,
    resourceLimits,
    stdout: true,
    stderr: true,
    ...(import.meta.url.endsWith('.ts') && { execArgv: [] }),
  });
