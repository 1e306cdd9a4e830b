import { loadExtraGroups } from '../core/extra-groups.ts';
import { exitWithError } from './observability/exit-with-error.ts';
import { setStartFlags } from './v8-flags.ts';

setStartFlags();

/** Starts the demo, with the groups that EXTRA_GROUPS names. */
try {
  console.log('Starting almanac and the upstreams that it asks …');
  await loadExtraGroups(process.env.EXTRA_GROUPS);
  const { startDemo } = await import('./demo-service.ts');
  await startDemo();
} catch (error) {
  exitWithError(error);
}
