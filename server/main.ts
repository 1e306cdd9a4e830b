import nodeModule from 'node:module';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

// Node 22 and later keep compiled code between starts. It applies to modules that are loaded after the call.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

// On one core the helpers of V8's collector of young objects only get in its way.
if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');

const { runLive } = await import('./live.ts');
await runLive();
