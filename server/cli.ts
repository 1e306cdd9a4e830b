import { existsSync } from 'node:fs';
import { hours, systemClock } from '../sources/kernel/clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { keysCommand } from './keys-cli.ts';
import { openKeyStore } from './keys-store.ts';

const usage = `Usage: npm run keys -- issue | list | show | usage | set | revoke | rotate
       npm run doctor -- [--groups LIST] [--json]`;

const output = {
  print: (line: string) => console.log(line),
  warn: (line: string) => console.error(line),
};

/** The operator's commands. Exit codes: 0 done, 1 refused, 2 wrong words, 78 wrong settings. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command !== 'keys' && command !== 'doctor') {
    console.error(usage);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  return command === 'doctor' ? doctor(args, config) : keys(args, config);
}

/** The timers of waits do not keep a process alive, and an idle connection does not either. */
async function doctor(args: string[], config: Config): Promise<number> {
  const staying = setInterval(() => {}, hours(1));
  try {
    return await doctorCommand(args, { config, clock: systemClock, ...output });
  } finally {
    clearInterval(staying);
  }
}

async function keys(args: string[], config: Config): Promise<number> {
  const store = await openKeyStore({ ...config, clock: systemClock });
  try {
    return await keysCommand(args, {
      store,
      clock: systemClock,
      origin: `http://${config.host}:${config.port}`,
      ...output,
    });
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 78 : 1;
}
