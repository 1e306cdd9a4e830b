import { fileURLToPath } from 'node:url';
import { checkGroups } from './check-groups.ts';

/** Prints a sentence for each thing that is wrong with a group, and fails when there is any. */
const findings = await checkGroups(fileURLToPath(new URL('..', import.meta.url)));
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
