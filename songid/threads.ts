import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { MeasurerSettings } from './measuring.ts';
import type { WorkerSettings } from './worker.ts';

/**
 * The heap of a worker, without its buffers, which `codecs.ts` bounds. The tables that a demuxer reads from a
 * recording of 10 MB take up to 60 MB. A larger young generation takes more memory and makes decoding no faster.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 160 };

/**
 * Starts a worker. Where TypeScript sources run directly, a worker does not inherit the loader: it is registered first.
 */
export function startWorker(workerData: WorkerSettings | MeasurerSettings): Worker {
  const options = { workerData, resourceLimits, stdout: true, stderr: true };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./songid-worker.js', import.meta.url), options);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'));
  const file = new URL('./worker.ts', import.meta.url).href;
  const start = `import('${new URL('index.mjs', tsx).href}').then(({ register }) => {
    register();
    return import('${file}');
  });`;
  return new Worker(start, { ...options, eval: true, execArgv: [] });
}
