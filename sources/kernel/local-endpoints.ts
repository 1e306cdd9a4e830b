import type { Clock } from '../../core/clock.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { type Budget, createBudget } from './policies/budget.ts';
import type { Loading } from './policies/read-through.ts';
import type { AnyEndpoint, AnyLocalSpec, Closable, LocalTools, Resource } from './source.ts';

/** Runs the endpoints that this process computes itself; see `LocalSpec`. */
export interface LocalEndpoints {
  run(endpoint: AnyEndpoint, spec: AnyLocalSpec, args: unknown, loading: Loading): Promise<unknown>;
  /** Closes the resources that were opened. */
  close(): Promise<void>;
}

export interface LocalEndpointsOptions {
  readonly clock: Clock;
  /** The operator's settings, by variable. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly dataDir: string;
  readonly read: (endpoint: AnyEndpoint, args: unknown, loading: Loading) => MaybePromise<unknown>;
}

export function createLocalEndpoints(options: LocalEndpointsOptions): LocalEndpoints {
  const { clock, settings, dataDir, read } = options;
  const opened = new Map<Resource<Closable>, Closable>();
  const budgets = new Map<AnyEndpoint, Budget>();
  const setting = (({ name }) => settings[name]) as LocalTools['setting'];

  function use<Thing extends Closable>(resource: Resource<Thing>): Thing {
    let thing = opened.get(resource) as Thing | undefined;
    if (!thing) {
      thing = resource.open({ clock, setting, dataDir });
      opened.set(resource, thing);
    }
    return thing;
  }

  function budgetOf(endpoint: AnyEndpoint, { maxConcurrent }: AnyLocalSpec): Budget {
    let budget = budgets.get(endpoint);
    if (!budget) {
      const limits = maxConcurrent === undefined ? {} : { concurrent: maxConcurrent };
      budget = createBudget(clock, endpoint.source.group, limits);
      budgets.set(endpoint, budget);
    }
    return budget;
  }

  return {
    async run(endpoint, spec, args, loading) {
      const { signal, caller } = loading;
      const release = await budgetOf(endpoint, spec).enter(1, signal, caller?.name);
      const readOther = ((other, otherArgs) => read(other, otherArgs, loading)) as LocalTools['read'];
      try {
        return await spec.run(args, { signal, use, setting, read: readOther });
      } finally {
        release();
      }
    },
    async close() {
      await Promise.all([...opened.values()].map((thing) => thing.close()));
    },
  };
}
