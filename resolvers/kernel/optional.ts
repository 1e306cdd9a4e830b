import { Fault, isUpstreamTrouble } from '../../core/faults.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';

/**
 * For what an answer can do without: null when its source fails. Mistakes of ours, and callers who gave up, still end
 * the lookup.
 */
export const orNothing = <Model>(asked: MaybePromise<Model>): Promise<Model | null> =>
  nullIf(asked, ({ kind }) => kind !== 'internal');

/** Null for what its source says does not exist; whatever else fails still fails. */
export const orAbsent = <Model>(asked: MaybePromise<Model>): Promise<Model | null> =>
  nullIf(asked, ({ kind }) => kind === 'notFound');

async function nullIf<Model>(
  asked: MaybePromise<Model>,
  isBearable: (fault: Fault) => boolean,
): Promise<Model | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Fault && isBearable(error)) return null;
    throw error;
  }
}

/** Asks one after the other until one is not in trouble. When all are, the first one says why. */
export async function firstAnswer<Model>(...ways: readonly (() => MaybePromise<Model>)[]): Promise<Model> {
  let trouble: unknown;
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      if (!isUpstreamTrouble(error)) throw error;
      trouble ??= error;
    }
  }
  throw trouble;
}
