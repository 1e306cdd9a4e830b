import { existsSync } from 'node:fs';
import { loadExtraGroups } from '../core/extra-groups.ts';
import { exitWithError } from '../server/observability/exit-with-error.ts';
import type { CommandName } from './commands.ts';

const usage = `Usage: npm run keys -- issue | list | show | usage | top | set | revoke | rotate | export FILE
       npm run songs -- add FILE | add-folder DIR | list | show ID | set ID | remove ID
       npm run doctor -- [--groups LIST] [--json]
       npm run credential -- GROUP`;

/** The operator's commands. Exit codes: 0 success, 1 failure, 2 invalid command line, 78 invalid settings or groups. */
async function main([command, ...args]: string[]): Promise<number> {
  if (!isCommand(command)) {
    console.error(usage);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  await loadExtraGroups(process.env.EXTRA_GROUPS);
  const { runCommand } = await import('./commands.ts');
  return runCommand(command, args);
}

/** Named here, since the commands are imported after the groups. */
const isCommand = (word: string | undefined): word is CommandName =>
  ['keys', 'songs', 'doctor', 'credential'].includes(word ?? '');

// The reader of a pipe, such as `head`, may end first.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  exitWithError(error);
}
