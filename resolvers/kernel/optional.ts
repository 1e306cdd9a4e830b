import { Fault } from '../../sources/kernel/faults.ts';

/**
 * For what an answer can do without: null when its source fails. Mistakes of ours, and callers who gave up, still end
 * the lookup.
 */
export const orNothing = <Model>(asked: Promise<Model>): Promise<Model | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault && error.kind !== 'internal') return null;
    throw error;
  });
