import { groupsSetting, loadExtraGroups } from '../core/extra-groups.ts';
import { GroupError } from '../core/groups.ts';

const defaultPort = 4001;

const { SANDBOX_PORT = String(defaultPort) } = process.env;
const port = Number(SANDBOX_PORT);

if (!/^\d{1,5}$/.test(SANDBOX_PORT) || port > 65_535) {
  console.error(`SANDBOX_PORT must be a port number, 0 to 65535, not "${SANDBOX_PORT}".`);
  process.exit(1);
}

// Open responses need no graceful shutdown, so the process exits at once.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));

// A child process with an IPC channel exits with its parent.
process.once('disconnect', () => process.exit(0));

try {
  await loadExtraGroups(process.env.EXTRA_GROUPS);
  const { startSandbox } = await import('./index.ts');
  const { origin } = await startSandbox({ port });
  console.log(`The sandbox listens on ${origin}`);
  process.send?.({ origin });
} catch (error) {
  const setting = error instanceof GroupError ? `${groupsSetting.name}: ` : '';
  console.error(`The sandbox cannot start: ${setting}${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
