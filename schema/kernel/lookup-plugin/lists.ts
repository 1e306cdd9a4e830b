import { count, type Input } from '../../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../../resolvers/kernel/lookup.ts';
import { first, upToFirst } from '../../../resolvers/kernel/paging.ts';
import type { ItemsOf } from '../composite.ts';
import type { ListKinds } from './types.ts';

/** A list of at most this many items is returned whole unless fewer are asked for. */
const mostByDefault = 20;

/** The argument `first` of a list of at most `max` items; where it has fewer usually, those are priced and all are returned. */
export const firstOf = (max: number, usual?: number): Input<number | undefined> =>
  usual === undefined
    ? first(max, max > mostByDefault ? undefined : max)
    : count(`How many items, at most ${max}; all unless given, for the price of ${usual}.`, {
        max,
        optional: true,
      });

/**
 * Returns the first items of a list. The maximum returns all of them, even if a source sends more than are expected. `given`
 * is checked before the execution.
 */
export function firstItems<Items>(
  items: Items,
  given: unknown,
  input: Input<number | undefined>,
  max: number,
): Items {
  const first = (given ?? input.default ?? max) as number;
  return Array.isArray(items) && first < max && first < items.length
    ? (items.slice(0, first) as Items)
    : items;
}

/** The items of the kinds that a caller names; all of them unless some are named. */
export const itemsIn = (items: readonly unknown[] | null, wanted: unknown, { of }: ListKinds) =>
  items && Array.isArray(wanted) ? items.filter((item) => wanted.includes(of(item))) : items;

/** The largest number of items of an object type, by the arguments `first` and `in`. */
export const itemsOfKinds =
  (ofType: NonNullable<ListKinds['ofType']>, { default: byDefault }: Input<number | undefined>): ItemsOf =>
  (typeName, { first: given, in: wanted }) => {
    const kind = ofType(typeName);
    if (Array.isArray(wanted) && kind !== undefined && !wanted.includes(kind)) return 0;
    return typeof given === 'number' && given > 0 ? given : byDefault;
  };

/** A list that is bounded by its argument `first`. */
export interface BoundedList {
  readonly lookup: Lookup;
  /** The first items, as many as a caller asks for. */
  readonly cut: (items: unknown, first: unknown) => unknown;
}

/**
 * Adds the input `first` to the lookup of a list that no input bounds. Prices of lookups below the list follow it. A
 * lookup that takes a list, such as ids, is bounded by that.
 */
export function boundedByFirst(lookup: Lookup): BoundedList {
  const isBounded =
    'first' in lookup.input || Object.values(lookup.input).some(({ graphql }) => graphql.isList);
  const max = isBounded ? undefined : lookup.maxItems?.({});
  if (max === undefined) return { lookup, cut: (items) => items };
  const input = firstOf(max) as Input<number>;
  return {
    lookup: {
      ...lookup,
      input: { ...lookup.input, first: input },
      maxItems: (values) => upToFirst(values as { readonly first: number }),
      run: ({ first: _, ...values }, context) => lookup.run(values, context),
    },
    cut: (items, first) => firstItems(items, first, input, max),
  };
}
