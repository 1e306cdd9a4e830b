import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runBundle } from './bundle.ts';

// On one core the helpers of V8's collector of young objects only get in its way.
if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');

// A build puts all that a start loads into one file, with which it takes about half as long.
const bundle = fileURLToPath(new URL('./live.bundle.cjs', import.meta.url));
const live = existsSync(bundle)
  ? runBundle<typeof import('./live.ts')>(bundle).exports
  : await import('./live.ts');
await live.runLive();
