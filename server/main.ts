import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** Starts the service. Settings come from the environment and, below it, from `.env` in the working directory. */

// Node 22 and later keep the compiled code of modules that are imported after this call: hence the dynamic imports.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

// On one core, the helper threads of V8's scavenger only take time from the main thread.
if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');
// V8 would allocate arrays in the old generation once many from one place had survived, as those of requests under way do. Such an
// array outlives its request, and with it all that it refers to: some starts served a third slower for their whole life.
setFlagsFromString('--no-allocation-site-pretenuring');

const { exitWithError } = await import('./observability/exit-with-error.ts');
try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { loadExtraGroups } = await import('../core/extra-groups.ts');
  await loadExtraGroups(process.env.EXTRA_GROUPS);
  const { misspelt, readConfig } = await import('./config/config.ts');
  const config = readConfig(process.env);
  const { systemClock } = await import('../core/clock.ts');
  const { keysCommand } = await import('../core/package-root.ts');
  const { startProcess } = await import('./start.ts');
  const { url, service } = await startProcess({
    config,
    clock: systemClock,
    warnings: () => misspelt(process.env),
  });
  console.error(`almanac listens on ${url}`);
  // V8 lets the heap grow to 400 MB for 80 that are in use before it collects them. Set earlier, it slows the start.
  setFlagsFromString('--heap-growing-percent=40');
  const [{ readinessOfRoutes, readinessSummary }, { routeGroups }] = await Promise.all([
    import('./status/readiness.ts'),
    import('../rest/index.ts'),
  ]);
  const { upstreamBackend, keyring } = service;
  for (const line of readinessSummary(readinessOfRoutes(routeGroups, upstreamBackend.upstreams.sources)))
    console.error(line);
  if (keyring.isOnly(''))
    console.error(`There is no key yet: "${keysCommand} issue --ip 127.0.0.1 --name ME" issues the first.`);
} catch (error) {
  exitWithError(error);
}
