import type { Clock } from '../core/clock.ts';
import type { Config } from './config.ts';
import type { KeyStore } from './keys/keys.ts';
import { createObserver } from './observability/observer.ts';
import { openInstance } from './start.ts';

/** The longest documented answer takes 28 s; a drain gives it time to end. */
const drainMs = 30_000;

export interface RunOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly refusesDemoKeys: boolean;
  /** Runs before the port opens. */
  readonly prepare?: (store: KeyStore) => Promise<void>;
}

/** Starts a service in this process, and ends it on SIGTERM and SIGINT: no new requests, then the rest, then exit. */
export async function runService({ config, clock, refusesDemoKeys, prepare }: RunOptions) {
  const observer = createObserver(config.logLevel);
  const instance = await openInstance({ config, clock, observer, refusesDemoKeys, prepare });
  const { url, service, metricsUrl } = instance;
  observer.started({
    ...{ url, metricsUrl },
    mode: config.upstreamOrigin === undefined ? 'live' : 'upstream origin',
  });

  let isEnding = false;
  const end = async (signal: string) => {
    // Asked twice, somebody is in a hurry.
    if (isEnding) process.exit(1);
    isEnding = true;
    observer.note('draining', { signal });
    const endedInTime = await instance.close(drainMs);
    process.exit(endedInTime ? 0 : 1);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('unhandledRejection', (error) => observer.failed(undefined, error));
  return { url, service };
}
