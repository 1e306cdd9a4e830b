import fc from 'fast-check';

/**
 * The parameters of every property: few runs by default, `PROPERTY_RUNS` times as many for a longer search. The cases are
 * the same in every run of the tests; `PROPERTY_SEED` takes the seed of others, and `random` any. A failure prints its
 * seed.
 */
const factor = Number(process.env.PROPERTY_RUNS ?? 1);
const seed = process.env.PROPERTY_SEED ?? '1';

export const runs = (usual: number): fc.Parameters<unknown> => ({
  numRuns: Math.max(1, Math.round(usual * factor)),
  // The time of a run depends on the machine, so a search is bounded by its number of runs alone.
  ...(seed === 'random' ? {} : { seed: Number(seed) }),
  verbose: fc.VerbosityLevel.None,
  endOnFailure: factor <= 1,
});
