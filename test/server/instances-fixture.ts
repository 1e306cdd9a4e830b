import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.ts';
import { readConfig } from '../../server/config/config.ts';
import type { IssuedKey, KeyFields, KeyMode, KeyStore } from '../../server/keys/keys.ts';
import { openKeyStore } from '../../server/keys/store.ts';
import { createObserver } from '../../server/observability/observer.ts';
import { type Instance, openInstance } from '../../server/start.ts';
import { sources } from '../../sources/index.ts';

export interface TestInstance extends Instance {
  /** Sends a GET request with a key's secret. */
  ask(path: string, secret: string, headers?: Record<string, string>): Promise<Response>;
  /** The value of a metric, by its name with labels as in the text format; undefined when it does not exist. */
  metric(name: string): Promise<number | undefined>;
  /** Its log lines with this message. */
  logged(message: string): readonly Record<string, unknown>[];
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly sharedTimeoutMs?: number;
}

/** Instances that share the store of the keys, in PostgreSQL or in a file. */
export interface TestInstances {
  start(options?: StartOptions): Promise<TestInstance>;
  readonly keys: KeyStore;
  /** Issues a key for an address of its own, which `headers` claim as a trusted proxy would. */
  issue(
    request?: Partial<KeyFields> & { readonly mode?: KeyMode },
  ): Promise<IssuedKey & { readonly headers: Record<string, string> }>;
  close(): Promise<void>;
}

export async function openInstances(keysUrl?: string): Promise<TestInstances> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-instances-'));
  const keys = await openKeyStore({ dataDir, keysUrl, clock: systemClock });
  const started: TestInstance[] = [];
  let issued = 0;

  async function start(options: StartOptions = {}): Promise<TestInstance> {
    const lines: string[] = [];
    const credentials = sources.flatMap(({ credential }) => credential.required);
    const instance = await openInstance({
      config: readConfig({
        PORT: '0',
        METRICS_PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'debug',
        TRUSTED_PROXIES: '127.0.0.1',
        OVERLOAD_LAG_MS: '0',
        ...Object.fromEntries(credentials.map((name) => [name, 'test'])),
        ...(keysUrl === undefined ? {} : { KEYS_URL: keysUrl }),
        ...options.environment,
      }),
      clock: options.clock ?? systemClock,
      observer: createObserver('debug', { write: (line) => lines.push(line) }),
      sharedTimeoutMs: options.sharedTimeoutMs,
    });
    const test: TestInstance = {
      ...instance,
      ask: (path, secret, headers = {}) =>
        fetch(instance.url + path, { headers: { authorization: `Bearer ${secret}`, ...headers } }),
      async metric(name) {
        const text = await (await fetch(instance.metricsUrl!)).text();
        const line = text.split('\n').find((each) => each.startsWith(`${name} `));
        return line === undefined ? undefined : Number(line.slice(name.length + 1));
      },
      logged: (message) =>
        lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message),
    };
    started.push(test);
    return test;
  }

  return {
    start,
    keys,
    async issue(request = {}) {
      issued += 1;
      const address = `203.0.113.${issued}`;
      const key = await keys.issue({ name: 'Test', ...request, address });
      return { ...key, headers: { 'x-forwarded-for': address } };
    },
    async close() {
      await Promise.all(started.map((instance) => instance.close(1_000)));
      await keys.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
