import type { Rule } from './inputs.ts';

/** The sum of two counts must not exceed `max`. */
export const sumAtMost =
  (max: number, first: string, second: string): Rule =>
  (values, publicName) =>
    Number(values[first] ?? 0) + Number(values[second] ?? 0) <= max
      ? undefined
      : `${publicName(first)} plus ${publicName(second)} must not exceed ${max}.`;

/** The first date must not be later than the second. */
export const inOrder =
  (earlier: string, later: string): Rule =>
  (values, publicName) => {
    const [from, to] = [values[earlier], values[later]];
    if (typeof from !== 'string' || typeof to !== 'string' || Date.parse(from) <= Date.parse(to))
      return undefined;
    return `${publicName(earlier)} must not be later than ${publicName(later)}.`;
  };
