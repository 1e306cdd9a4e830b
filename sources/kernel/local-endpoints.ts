import type { Clock } from '../../core/clock.ts';
import type { Loading } from './policies/read-through.ts';
import { createSourceLimiter, type SourceLimiter } from './policies/source-limiter.ts';
import type { AnyEndpoint, AnyLocalSpec, Closable, LocalTools, Resource } from './source.ts';

/**
 * Runs the endpoints that this process computes itself; see `LocalSpec`. It holds their resources and the places of each
 * endpoint, which upstreams whose caches are apart may share.
 */
export interface LocalEndpoints {
  run(
    endpoint: AnyEndpoint,
    spec: AnyLocalSpec,
    args: unknown,
    loading: Loading,
    read: LocalTools['read'],
  ): Promise<unknown>;
  /** A resource, which is opened by the first use. */
  use<Thing extends Closable>(resource: Resource<Thing>): Thing;
  /** Closes the resources. */
  close(): Promise<void>;
}

export interface LocalEndpointsOptions {
  readonly clock: Clock;
  /** The operator's settings, by variable. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly dataDir: string;
}

export function createLocalEndpoints({ clock, settings, dataDir }: LocalEndpointsOptions): LocalEndpoints {
  const opened = new Map<Resource<Closable>, Closable>();
  const limiters = new Map<AnyEndpoint, SourceLimiter>();
  const setting = (({ name }) => settings[name]) as LocalTools['setting'];

  function use<Thing extends Closable>(resource: Resource<Thing>): Thing {
    const thing = (opened.get(resource) as Thing | undefined) ?? resource.open({ clock, setting, dataDir });
    opened.set(resource, thing);
    return thing;
  }

  function limiterOf(endpoint: AnyEndpoint, { maxConcurrent }: AnyLocalSpec): SourceLimiter {
    const limits = maxConcurrent === undefined ? {} : { concurrent: maxConcurrent };
    const limiter = limiters.get(endpoint) ?? createSourceLimiter(clock, endpoint.source.group, limits);
    limiters.set(endpoint, limiter);
    return limiter;
  }

  return {
    use,
    async run(endpoint, spec, args, { run: { signal }, caller }, read) {
      const release = await limiterOf(endpoint, spec).enter(signal, caller?.name);
      try {
        return await spec.run(args, { signal, use, setting, read });
      } finally {
        release();
      }
    },
    async close() {
      await Promise.all([...opened.values()].map((thing) => thing.close()));
    },
  };
}
