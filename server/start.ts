import { type Clock, seconds } from '../core/clock.ts';
import { extraGroups } from '../core/groups.ts';
import { createSandboxProcess, type SandboxProcess } from './backends/sandbox-process.ts';
import type { Config } from './config/config.ts';
import { loadPlugins } from './graphql/load-plugins.ts';
import { listenOn } from './http/server.ts';
import { openKeyring } from './keys/keyring.ts';
import type { KeyStore } from './keys/keys.ts';
import { openKeyStore } from './keys/store.ts';
import type { Metrics } from './observability/metrics.ts';
import { createObserver, type Observer } from './observability/observer.ts';
import { openTraces } from './observability/traces.ts';
import { createService, type RunningService } from './service.ts';
import type { OpenSharedStore } from './stores/valkey-store.ts';
import { setServiceFlags } from './v8-flags.ts';

/** One listening service with the stores that its settings name. */
export interface Instance {
  readonly service: RunningService;
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Closes idle connections after `graceMs` and the stores by `deadlineMs`. True when all requests ended. */
  close(deadlineMs: number, graceMs?: number): Promise<boolean>;
}

export interface InstanceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  /** False for the demo, whose upstreams count no quota of a day. */
  readonly countsDays?: boolean | undefined;
  /** Timeout of each command to the shared store, in place of its own. */
  readonly sharedTimeoutMs?: number | undefined;
  /** Runs before the port opens. */
  readonly prepare?: ((store: KeyStore) => Promise<void>) | undefined;
}

/** A start waits this long for the shared store, so that an instance does not begin with limits of its own. */
const sharedStartMs = 1_000;

/** Opens the stores, builds the service and listens. Rejects when a store cannot be opened. */
export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const { config, clock, countsDays, prepare } = options;
  if (extraGroups.length > 0) (await import('./groups/check-start.ts')).checkExtraGroups();
  // Optional parts are imported only when a setting enables them, which keeps other starts short.
  const metricsModule =
    config.metricsPort === undefined ? undefined : await import('./observability/metrics.ts');
  const metrics = metricsModule?.createMetrics();
  const observer = await instrumented(options, metrics);
  const keys = await openKeyStore({ dataDir: config.dataDir, keysUrl: config.keysUrl, clock });
  await prepare?.(keys);
  const keyring = await openKeyring(keys, {
    clock,
    onWrites(succeed) {
      metrics?.keyWritesFailing.set(!succeed);
      if (succeed) observer.note('key usage is written again');
      else observer.warn('key usage cannot be written');
    },
    onHealth(isHealthy) {
      if (isHealthy) observer.note('key store is read again');
      else observer.warn('key store cannot be read');
    },
    onLost: (requests) => observer.warn('key usage is lost', { requests: String(requests) }),
  });
  const shared = await openShared({ ...options, observer }, metrics);
  const graphqlPlugins = await loadPlugins(config.graphqlPlugins);
  const sandbox = sandboxOf(options);
  const service = createService({
    config,
    clock,
    observer,
    keyring,
    metrics,
    shared,
    graphqlPlugins,
    sandboxOrigin: sandbox.origin,
    countsDays,
  });
  const metricsServer = metrics && metricsModule?.createMetricsServer(metrics.text);
  const metricsAt =
    metricsServer && (await listenOn(metricsServer, { port: config.metricsPort!, host: config.host }));
  const { url } = await service.listen();
  return {
    service,
    url,
    metricsUrl: metricsAt && `${metricsAt.url}/metrics`,
    async close(deadlineMs, graceMs) {
      const endedInTime = await service.drain(deadlineMs, graceMs);
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      shared?.close();
      sandbox.stop();
      await keys.close();
      return endedInTime;
    },
  };
}

/** The sandbox that the operator names, or one that this process starts. */
function sandboxOf({ config: { sandboxOrigin } }: InstanceOptions): SandboxProcess {
  if (sandboxOrigin === undefined) return createSandboxProcess();
  return { origin: async () => sandboxOrigin, stop() {} };
}

/** The observer, wrapped by traces and metrics where these are enabled. */
async function instrumented(
  { config, clock, observer }: InstanceOptions,
  metrics: Metrics | undefined,
): Promise<Observer> {
  const traced = config.traces === 'off' ? observer : (await openTraces(clock))(observer);
  return metrics?.instrumentObserver(traced) ?? traced;
}

async function openShared(
  { config, clock, observer, sharedTimeoutMs }: InstanceOptions,
  metrics: Metrics | undefined,
): Promise<OpenSharedStore | undefined> {
  if (config.valkeyUrl === undefined) return undefined;
  const { connectValkey } = await import('./stores/valkey.ts');
  const { valkeyStore } = await import('./stores/valkey-store.ts');
  const valkey = connectValkey({
    url: config.valkeyUrl,
    clock,
    timeoutMs: sharedTimeoutMs,
    onChange(isUp, reason) {
      metrics?.limiterFallback.set(!isUp);
      if (isUp) observer.note('limits are shared', { reason });
      else observer.warn('limits are this process’ own', { setting: 'VALKEY_URL', reason });
    },
  });
  await valkey.opened(sharedStartMs);
  return valkeyStore(valkey);
}

/** Time in which idle connections stay open after SIGTERM and SIGHUP. */
const drainGraceMs = seconds(2);

/** Time to write a response that began at the last moment. */
const lastResponseMs = seconds(1);

export interface ProcessOptions extends Pick<InstanceOptions, 'config' | 'clock' | 'countsDays' | 'prepare'> {
  /** Sentences that are logged as warnings once the service listens. */
  readonly warnings?: () => readonly string[];
}

/** Runs one instance, which drains on SIGTERM, SIGHUP and SIGINT; it exits with 0 when all requests ended in time. */
export async function startProcess(options: ProcessOptions): Promise<Instance> {
  const { config } = options;
  const observer = createObserver(config.logLevel);
  const instance = await openInstance({ ...options, observer });
  void instance.service.compileRoutes().then(setServiceFlags);
  for (const warning of options.warnings?.() ?? []) observer.warn(warning);
  let isDraining = false;
  const exit = async (code: number) => {
    await observer.close(options.clock);
    process.exit(code);
  };
  const drain = async (graceMs: number, signal: string) => {
    if (isDraining) return exit(1);
    isDraining = true;
    observer.note('draining', { signal });
    const endedInTime = await instance.close(config.responseMs + lastResponseMs, graceMs);
    const exitCode = endedInTime ? 0 : 1;
    observer.note('stopped', { exitCode });
    await exit(exitCode);
  };
  process.on('unhandledRejection', (error) => observer.failed(undefined, error));
  const { url, metricsUrl } = instance;
  process.on('SIGTERM', (signal) => drain(drainGraceMs, signal));
  // A terminal that closes may send it twice.
  process.on('SIGHUP', (signal) => !isDraining && drain(drainGraceMs, signal));
  // SIGINT comes from a terminal, where no proxy has to notice.
  process.on('SIGINT', (signal) => drain(0, signal));
  const mode = config.upstreamOrigin === undefined ? 'upstreams' : 'upstream origin';
  observer.note('listening', { url, metricsUrl, mode });
  return instance;
}
