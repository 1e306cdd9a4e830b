import { existsSync } from 'node:fs';
import { systemClock } from '../sources/kernel/clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { keysCommand } from './keys-cli.ts';
import { openKeyStore } from './keys-store.ts';

const usage = 'Usage: npm run keys -- issue | list | show | set | revoke | rotate';

/** The operator's commands. Exit codes: 0 done, 1 refused, 2 wrong words, 78 wrong settings. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command !== 'keys') {
    console.error(usage);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const store = await openKeyStore({ dataDir: config.dataDir, clock: systemClock });
  try {
    return await keysCommand(args, {
      store,
      clock: systemClock,
      origin: `http://${config.host}:${config.port}`,
      print: (line) => console.log(line),
      warn: (line) => console.error(line),
    });
  } finally {
    store.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 78 : 1;
}
