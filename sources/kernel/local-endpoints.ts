import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { LocalResources } from './local-resources.ts';
import type { Loading } from './policies/read-through.ts';
import type { AnyEndpoint, AnyLocalSpec, LocalTools } from './source.ts';

/** Runs the endpoints that this process computes itself; see `LocalSpec`. */
export interface LocalEndpoints {
  run(endpoint: AnyEndpoint, spec: AnyLocalSpec, args: unknown, loading: Loading): Promise<unknown>;
}

export interface LocalEndpointsOptions {
  readonly resources: LocalResources;
  /** The operator's settings, by variable. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly read: (endpoint: AnyEndpoint, args: unknown, loading: Loading) => MaybePromise<unknown>;
}

export function createLocalEndpoints({ resources, settings, read }: LocalEndpointsOptions): LocalEndpoints {
  const { use } = resources;
  const setting = (({ name }) => settings[name]) as LocalTools['setting'];
  return {
    async run(endpoint, spec, args, loading) {
      const { signal, caller } = loading;
      const release = await resources.budgetOf(endpoint, spec).enter(1, signal, caller?.name);
      const readOther = ((other, otherArgs) => read(other, otherArgs, loading)) as LocalTools['read'];
      try {
        return await spec.run(args, { signal, use, setting, read: readOther });
      } finally {
        release();
      }
    },
  };
}
