import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Config } from './config/config.ts';

/** Starts the live service. Settings come from the environment and, below it, from `.env` in the working directory. */

// Node 22 and later keep compiled code between starts. It applies to modules that are loaded after the call, which is
// why the others are imported dynamically.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

// On one core, the helper threads of V8's scavenger only take time from the main thread.
if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');

const { systemClock } = await import('../core/clock.ts');

try {
  // A new worker reads `.env` anew, so the primary process does not pass on what it has read.
  const environment: NodeJS.ProcessEnv = existsSync('.env')
    ? { ...parseEnv(readFileSync('.env', 'utf8')), ...process.env }
    : process.env;
  const { loadExtraGroups } = await import('../core/extra-groups.ts');
  await loadExtraGroups(environment.EXTRA_GROUPS);
  const { misspelt, readConfig } = await import('./config/config.ts');
  const config = readConfig(environment);
  const warnings = cluster.isPrimary ? misspelt(environment) : [];
  const hasWorkers = cluster.isPrimary && config.workers > 1;
  const { url } = await (hasWorkers ? startWorkers(config, warnings) : start(config, warnings));
  if (cluster.isPrimary) console.error(`almanac listens on ${url}`);
} catch (error) {
  const { exitWithError } = await import('./exit-with-error.ts');
  exitWithError(error);
}

async function start(config: Config, warnings: readonly string[]) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { startProcess } = await import('./start.ts');
  return startProcess({
    config,
    clock: systemClock,
    refusesDemoKeys: true,
    isWorker: cluster.isWorker,
    warnings,
  });
}

async function startWorkers(config: Config, warnings: readonly string[]) {
  const { createObserver } = await import('./observability/observer.ts');
  const { startPrimary } = await import('./workers/primary.ts');
  const observer = createObserver(config.logLevel);
  for (const warning of warnings) observer.warn(warning);
  return startPrimary({ config, clock: systemClock, observer, program: fileURLToPath(import.meta.url) });
}
