import type { Clock } from '../../core/clock.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Cancellation } from './cancellation.ts';
import { type Budget, createBudget } from './policies/budget.ts';
import type { AnyEndpoint, AnyLocalSpec, Closable, LocalTools, Resource } from './source.ts';

/** What answers the questions of this process's own; see `LocalSpec`. */
export interface Locals {
  answer(endpoint: AnyEndpoint, spec: AnyLocalSpec, args: unknown, run: Cancellation): Promise<unknown>;
  /** Closes what was opened on the way. */
  close(): Promise<void>;
}

export interface LocalsOptions {
  readonly clock: Clock;
  /** What the operator has decided, by variable. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly dataDir: string;
  readonly read: (endpoint: AnyEndpoint, args: unknown, run: Cancellation) => MaybePromise<unknown>;
}

export function createLocals({ clock, settings, dataDir, read }: LocalsOptions): Locals {
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

  function budgetOf(endpoint: AnyEndpoint, { maxConcurrent: atOnce }: AnyLocalSpec): Budget {
    let budget = budgets.get(endpoint);
    if (!budget) {
      budget = createBudget(clock, endpoint.source.group, atOnce === undefined ? {} : { concurrent: atOnce });
      budgets.set(endpoint, budget);
    }
    return budget;
  }

  return {
    async answer(endpoint, spec, args, run) {
      const leave = await budgetOf(endpoint, spec).enter(1, run);
      const ask = ((asked, about) => read(asked, about, run)) as LocalTools['read'];
      try {
        return await spec.run(args, { signal: run.signal, use, setting, read: ask });
      } finally {
        leave();
      }
    },
    async close() {
      await Promise.all([...opened.values()].map((thing) => thing.close()));
    },
  };
}
