import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadExtraGroups } from '../core/extra-groups.ts';
import { GroupError } from '../core/groups.ts';
import { isBuilt } from '../core/package-root.ts';

const usage = `Usage: ${isBuilt ? 'npx almanac group' : 'npm run group --'} check FOLDER|PACKAGE

Prints one sentence for each thing that is wrong with a group.`;

const misused = 2;

/** Runs `group check`. Resolves to the exit code; rejects with a GroupError. */
async function main([command, group, ...more]: readonly string[]): Promise<number> {
  if (command === '--help' || command === 'help') {
    console.log(usage);
    return 0;
  }
  if (command !== 'check' || group === undefined || group.startsWith('-') || more.length > 0) {
    console.error(usage);
    return misused;
  }
  // A folder may be given as other commands take it, without ./ before its name.
  await loadExtraGroups(existsSync(group) ? resolve(group) : group);
  const { findingsOfExtraGroups } = await import('./check-group.ts');
  const findings = await findingsOfExtraGroups();
  for (const finding of findings) console.error(finding);
  if (findings.length === 0) console.log('Nothing is wrong with the group.');
  return findings.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof GroupError ? 78 : 1;
}
