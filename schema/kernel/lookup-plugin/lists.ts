import { isPromise, type MaybePromise } from '../../../core/maybe-promise.ts';
import { refused } from '../../../resolvers/kernel/check.ts';
import type { Input } from '../../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../../resolvers/kernel/lookup.ts';
import { first, upToFirst } from '../../../resolvers/kernel/paging.ts';

/** A list of at most this many items is returned whole: it has no argument `first`. */
const mostWithoutFirst = 20;

/** The argument `first` of a list of at most `max` items; undefined for a short list. */
export const firstOf = (max: number): Input<number> | undefined =>
  max > mostWithoutFirst ? first(max) : undefined;

/**
 * Returns the first items of a list. The maximum returns all of them, even if a source sends more than are expected.
 * Throws a Fault when `given` is not from 1 to `max`.
 */
export function firstItems<Items>(items: Items, given: unknown, input: Input<number>, max: number): Items {
  const first = given ?? input.default;
  if (typeof first !== 'number' || first < 1 || first > max) throw refused('first', input);
  return Array.isArray(items) && first < max && first < items.length
    ? (items.slice(0, first) as Items)
    : items;
}

/**
 * Adds the input `first` to the lookup of a list that no input bounds. Prices of lookups below the list follow it. A
 * lookup that takes a list, such as ids, is bounded by that.
 */
export function boundedByFirst(lookup: Lookup): Lookup {
  const isBounded =
    'first' in lookup.input || Object.values(lookup.input).some(({ graphql }) => graphql.isList);
  const max = isBounded ? undefined : lookup.maxItems?.({});
  const input = max === undefined ? undefined : firstOf(max);
  if (max === undefined || !input) return lookup;
  return {
    ...lookup,
    input: { ...lookup.input, first: input },
    maxItems: (values) => upToFirst(values as { readonly first: number }),
    run({ first: given, ...values }, context) {
      const items = lookup.run(values, context) as MaybePromise<unknown>;
      const cut = (all: unknown) => firstItems(all, given, input, max);
      return isPromise(items) ? items.then(cut) : cut(items);
    },
  };
}
