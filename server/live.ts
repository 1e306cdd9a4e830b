import { existsSync } from 'node:fs';
import { systemClock } from '../core/clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { runService } from './run.ts';

export { createObserver } from './observability/observer.ts';
export { openInstance } from './start.ts';
export { readConfig, systemClock };

/** The live service: credentials and settings from .env and the environment, which goes first. */
export async function runLive(): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const { url } = await runService({
      config: readConfig(process.env),
      clock: systemClock,
      refusesDemoKeys: true,
    });
    console.error(`almanac answers on ${url}`);
  } catch (error) {
    // 78 is sysexits' EX_CONFIG: starting again will not help until somebody has mended the settings.
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}
