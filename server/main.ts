import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runBundle } from './bundle.ts';

// A build puts all that a start loads into one file, with which it takes about half as long.
const bundle = fileURLToPath(new URL('./live.bundle.cjs', import.meta.url));
const live = existsSync(bundle)
  ? runBundle<typeof import('./live.ts')>(bundle).exports
  : await import('./live.ts');
await live.runLive();
