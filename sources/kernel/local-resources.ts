import type { Clock } from '../../core/clock.ts';
import { type Budget, createBudget } from './policies/budget.ts';
import type { AnyEndpoint, AnyLocalSpec, Closable, LocalTools, Resource } from './source.ts';

/** What local endpoints have open, and the places of each endpoint. Upstreams whose caches are apart may share them. */
export interface LocalResources {
  use<Thing extends Closable>(resource: Resource<Thing>): Thing;
  budgetOf(endpoint: AnyEndpoint, spec: AnyLocalSpec): Budget;
  close(): Promise<void>;
}

export interface LocalResourcesOptions {
  readonly clock: Clock;
  /** The operator's settings, by variable. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly dataDir: string;
}

export function createLocalResources({ clock, settings, dataDir }: LocalResourcesOptions): LocalResources {
  const opened = new Map<Resource<Closable>, Closable>();
  const budgets = new Map<AnyEndpoint, Budget>();
  const setting = (({ name }) => settings[name]) as LocalTools['setting'];
  return {
    use<Thing extends Closable>(resource: Resource<Thing>): Thing {
      let thing = opened.get(resource) as Thing | undefined;
      if (!thing) {
        thing = resource.open({ clock, setting, dataDir });
        opened.set(resource, thing);
      }
      return thing;
    },
    budgetOf(endpoint, { maxConcurrent }) {
      let budget = budgets.get(endpoint);
      if (!budget) {
        const limits = maxConcurrent === undefined ? {} : { concurrent: maxConcurrent };
        budget = createBudget(clock, endpoint.source.group, limits);
        budgets.set(endpoint, budget);
      }
      return budget;
    },
    async close() {
      await Promise.all([...opened.values()].map((thing) => thing.close()));
    },
  };
}
