import { Fault, isUpstreamTrouble } from '../../sources/kernel/faults.ts';

/**
 * For what an answer can do without: null when its source fails. Mistakes of ours, and callers who gave up, still end
 * the lookup.
 */
export const orNothing = <Model>(asked: Promise<Model>): Promise<Model | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault && error.kind !== 'internal') return null;
    throw error;
  });

/** Null for what its source says does not exist; whatever else fails still fails. */
export const orAbsent = <Model>(asked: Promise<Model>): Promise<Model | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault && error.kind === 'notFound') return null;
    throw error;
  });

/** Asks one after the other until one is not in trouble. When all are, the first one says why. */
export async function firstAnswer<Model>(...ways: readonly (() => Promise<Model>)[]): Promise<Model> {
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
