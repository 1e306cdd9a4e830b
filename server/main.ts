import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { setStartFlags } from './v8-flags.ts';

/** Starts the service. Settings come from the environment and, below it, from `.env` in the working directory. */

// Node 22 and later keep the compiled code of modules that are imported after this call: hence the dynamic imports.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();
setStartFlags();

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
