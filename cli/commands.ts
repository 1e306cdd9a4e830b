import { hours, systemClock } from '../core/clock.ts';
import { type Config, readConfig } from '../server/config/config.ts';
import type { KeyStore } from '../server/keys/keys.ts';
import { openKeyStore } from '../server/keys/store.ts';
import { keysCommand } from './keys.ts';
import { type QuotaLeft, quotasIn } from './top-table.ts';

const output = {
  print: (line: string) => console.log(line),
  warn: (line: string) => console.error(line),
};

/** Progress overwrites one line, and only on a terminal. */
const progressOnTerminal = process.stderr.isTTY
  ? { progress: (text: string) => void process.stderr.write(`\r\x1b[K${text}`) }
  : {};

/** Imports the room of the songs only for this command. */
async function songs(args: string[], { dataDir, sourceSettings }: Config): Promise<number> {
  const [{ songsCommand }, { catalogueIn }] = await Promise.all([
    import('./songs.ts'),
    import('../songid/index.ts'),
  ]);
  return songsCommand(args, {
    catalogueFile: catalogueIn(dataDir),
    ffmpeg: String(sourceSettings.SONGID_FFMPEG),
    clock: systemClock,
    ...output,
    ...progressOnTerminal,
  });
}

/** Runs a command that requests upstreams: timers of the clock and idle connections do not keep the process alive. */
async function keptAlive(run: () => Promise<number>): Promise<number> {
  const keepAlive = setInterval(() => {}, hours(1));
  try {
    return await run();
  } finally {
    clearInterval(keepAlive);
  }
}

/** Imports the schema and the routes only for this command. */
async function doctor(args: string[], config: Config): Promise<number> {
  const { doctorCommand } = await import('./doctor.ts');
  return keptAlive(() =>
    doctorCommand(args, { config, clock: systemClock, ...output, ...progressOnTerminal }),
  );
}

async function credential(args: string[], config: Config): Promise<number> {
  const { credentialCommand } = await import('./credential.ts');
  return keptAlive(() => credentialCommand(args, { config, clock: systemClock, ...output }));
}

/** From the metrics of the service that runs; undefined where it has none, or does not respond. */
async function quotas({ host, metricsPort }: Config): Promise<readonly QuotaLeft[] | undefined> {
  if (metricsPort === undefined) return undefined;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${metricsPort}`;
  const response = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return response?.ok ? quotasIn(await response.text()) : undefined;
}

async function keys(args: string[], config: Config): Promise<number> {
  let store: KeyStore | undefined;
  try {
    return await keysCommand(args, {
      async openStore(options) {
        store = await openKeyStore({ ...config, ...options, clock: systemClock });
        return store;
      },
      clock: systemClock,
      origin: process.env.ALMANAC_URL ?? `http://${config.host}:${config.port}`,
      quotas: () => quotas(config),
      ...output,
    });
  } finally {
    await store?.close();
  }
}

const commands = { keys, songs, doctor, credential };

export type CommandName = keyof typeof commands;

/** Runs a command that needs the settings. Resolves to its exit code; rejects with a ConfigError. */
export const runCommand = (command: CommandName, args: string[]): Promise<number> =>
  commands[command](args, readConfig(process.env));
