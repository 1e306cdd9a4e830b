import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../core/clock.ts';
import type { Config } from './config.ts';
import { openKeyring } from './keys/keyring.ts';
import type { KeyStore } from './keys/keys.ts';
import { openKeyStore } from './keys/store.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Observer } from './observability/observer.ts';
import { openTraces } from './observability/traces.ts';
import { createService, type RunningService, type SharedStores } from './service.ts';

/** One of any number of services, with the stores that its settings name. */
export interface Instance {
  readonly service: RunningService;
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Lets what is under way end, up to `deadlineMs`, and closes everything. True when all ended in time. */
  close(deadlineMs: number): Promise<boolean>;
}

export interface InstanceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly refusesDemoKeys: boolean;
  /** The longest that a call waits for the store that is shared with other instances. */
  readonly sharedDeadlineMs?: number | undefined;
  /** Runs before the port opens. */
  readonly prepare?: ((store: KeyStore) => Promise<void>) | undefined;
}

/** A start waits this long for the store that limits are shared through, so as not to begin with limits of its own. */
const sharedStartMs = 1_000;

export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const { config, clock, refusesDemoKeys, prepare } = options;
  // What a setting turns on is loaded only then: a start should not wait for it.
  const metricsModule =
    config.metricsPort === undefined ? undefined : await import('./observability/metrics.ts');
  const metrics = metricsModule?.createMetrics();
  const traced = config.traces === 'off' ? undefined : await openTraces(clock);
  const observed = traced?.(options.observer) ?? options.observer;
  const observer = metrics?.observing(observed) ?? observed;
  const keys = await openKeyStore({ dataDir: config.dataDir, keysUrl: config.keysUrl, clock });
  await prepare?.(keys);
  const keyring = await openKeyring(keys, { clock, refusesDemoKeys });
  const shared = await openShared({ ...options, observer }, metrics);
  await shared?.limits.opened(sharedStartMs);
  const service = createService({ config, clock, observer, keyring, metrics, shared });
  const metricsServer = metrics && metricsModule?.createMetricsServer(metrics);
  const metricsUrl = metricsServer && (await listen(metricsServer, config.metricsPort!, config.host));
  const { url } = await service.listen();
  // A route that does not fit stops the start, though not before those that do have been answered.
  await service.compileRoutes();
  return {
    service,
    url,
    metricsUrl: metricsUrl && `${metricsUrl}/metrics`,
    async close(deadlineMs) {
      const endedInTime = await service.drain(deadlineMs);
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      shared?.limits.close();
      shared?.answers.close();
      await keys.close();
      return endedInTime;
    },
  };
}

async function openShared(
  options: InstanceOptions,
  metrics: Metrics | undefined,
): Promise<SharedStores | undefined> {
  const { config, clock, observer, sharedDeadlineMs } = options;
  if (config.valkeyUrl === undefined) return undefined;
  const { openSharedStore } = await import('./stores/valkey.ts');
  const to = {
    ...{ url: config.valkeyUrl, clock },
    ...(sharedDeadlineMs === undefined ? {} : { deadlineMs: sharedDeadlineMs }),
  };
  return {
    limits: openSharedStore({
      ...to,
      onChange(isUp, reason) {
        metrics?.noteStore(isUp);
        observer.note(isUp ? 'limits are shared' : 'limits are this process’ own', { reason });
      },
    }),
    answers: openSharedStore(to),
  };
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
