import { startSandbox } from './index.ts';

const defaultPort = 4001;

const { SANDBOX_PORT = String(defaultPort) } = process.env;
const port = Number(SANDBOX_PORT);

if (!/^\d{1,5}$/.test(SANDBOX_PORT) || port > 65_535) {
  console.error(`SANDBOX_PORT must be a port number, 0 to 65535, not "${SANDBOX_PORT}".`);
  process.exit(1);
}

// No open response of the sandbox matters after the end, so it ends at once.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));

// Started as a child with a channel, it must not outlive its parent.
process.once('disconnect', () => process.exit(0));

try {
  const { origin } = await startSandbox({ port });
  console.log(`The sandbox listens on ${origin}`);
  process.send?.({ origin });
} catch (error) {
  console.error(`The sandbox cannot start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
