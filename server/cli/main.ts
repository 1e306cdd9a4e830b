import { existsSync } from 'node:fs';
import { hours, systemClock } from '../../core/clock.ts';
import { catalogueIn } from '../../sources/songid.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { openKeyStore } from '../keys/store.ts';
import { doctorCommand } from './doctor.ts';
import { keysCommand } from './keys.ts';
import { recordCommand } from './record.ts';
import { ownRecordings } from './recordings.ts';

const usage = `Usage: npm run keys -- issue | list | show | usage | set | revoke | rotate | export FILE
       npm run songs -- add FILE | add-folder DIR | list | show ID | remove ID
       npm run doctor -- [--groups LIST] [--json]
       npm run record -- GROUP 'ROUTE?…' | GROUP --refresh`;

const output = {
  print: (line: string) => console.log(line),
  warn: (line: string) => console.error(line),
};

/** The operator's commands. Exit codes: 0 success, 1 failure, 2 invalid command line, 78 invalid settings. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined || !Object.hasOwn(commands, command)) {
    console.error(usage);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  return commands[command as keyof typeof commands](args, config);
}

/** Progress overwrites one line, and only on a terminal. */
const progressOnTerminal = process.stderr.isTTY
  ? { progress: (text: string) => void process.stderr.write(`\r\x1b[K${text}`) }
  : {};

/** Imports the audio decoders only for this command. */
async function songs(args: string[], { dataDir }: Config): Promise<number> {
  const { songsCommand } = await import('./songs.ts');
  return songsCommand(args, {
    catalogueFile: catalogueIn(dataDir),
    clock: systemClock,
    ...output,
    ...progressOnTerminal,
  });
}

const doctor = (args: string[], config: Config): Promise<number> =>
  keptAlive(() => doctorCommand(args, { config, clock: systemClock, ...output, ...progressOnTerminal }));

const record = (args: string[], config: Config): Promise<number> =>
  keptAlive(() => recordCommand(args, { config, clock: systemClock, directory: ownRecordings, ...output }));

/** An interval keeps the process alive, since timers of the clock and idle connections do not. */
async function keptAlive(run: () => Promise<number>): Promise<number> {
  const keepAlive = setInterval(() => {}, hours(1));
  try {
    return await run();
  } finally {
    clearInterval(keepAlive);
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

const commands = { keys, songs, doctor, record };

// The reader of a pipe, such as `head`, may end first.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 78 : 1;
}
