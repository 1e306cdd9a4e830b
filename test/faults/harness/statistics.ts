/** The largest difference of two empirical distributions (Kolmogorov-Smirnov). */
export function distance(one: readonly number[], other: readonly number[]): number {
  const share = (of: readonly number[], upTo: number) =>
    of.filter((value) => value <= upTo).length / of.length;
  return Math.max(...[...one, ...other].map((value) => Math.abs(share(one, value) - share(other, value))));
}

/** Whether two samples may be of one distribution, at a level of one percent. */
export const overlaps = (one: readonly number[], other: readonly number[]): boolean =>
  distance(one, other) < 1.63 * Math.sqrt((one.length + other.length) / (one.length * other.length));
