import { checkInputs } from '../../resolvers/kernel/check.ts';
import {
  choice,
  count,
  date,
  type EnumKind,
  flag,
  freeText,
  type Input,
  type Inputs,
  list,
} from '../../resolvers/kernel/inputs.ts';
import { timeOfText } from './values.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a list is ordered by: a number, or a text such as a date in ISO 8601 or a name. Items without one come last. */
type SortKey = string | number | Date | null | undefined;

/** One member of `filter`: its input, and whether an item is kept for a value of it. */
export interface ItemFilter<Item> {
  readonly input: Input;
  readonly keeps: (item: Item, value: never) => boolean;
}

/** How the items of a list that is at hand can be filtered and ordered, in the graph and on the routes of the list. */
export interface ListFilters<Item> {
  /** Before `Filter` and `Order` in the names of the GraphQL types. */
  readonly typeName: string;
  /** The members of `filter`. */
  readonly input: Inputs;
  readonly orderBy: Input<string | undefined>;
  /**
   * Reads both arguments, and returns the function that chooses items by them; undefined without them. Throws the fault
   * `invalid`, which names the member and what it takes.
   */
  read(given: ListArguments): ChooseItems<Item> | undefined;
}

export interface ListArguments {
  readonly filter?: unknown;
  readonly orderBy?: unknown;
}

/** Returns the items that every member of a filter keeps, in their order. */
export type ChooseItems<Item> = (items: readonly Item[]) => readonly Item[];

const optional = { optional: true } as const;
const mostValues = 20;
const lowered = (text: string) => text.toLowerCase();

type Text = string | null | undefined;

/** Keeps the items whose text, or one of whose texts, is one of some; capitals make no difference. */
export const isAmong = <Item>(description: string, of: (item: Item) => Text | readonly Text[]) =>
  ({
    input: list(description, freeText(description), { max: mostValues, separator: ',', optional: true }),
    keeps: (item, values: readonly string[]) => {
      const own = [of(item)].flat();
      return values.some((value) => own.some((text) => text != null && lowered(text) === lowered(value)));
    },
  }) satisfies ItemFilter<Item>;

/** Keeps the items whose word of a closed set is one of some. */
export const isOneOf = <Item>(description: string, kind: EnumKind, of: (item: Item) => Text) => {
  const word = choice(description, Object.values(kind.values), { type: kind.name });
  return {
    input: list(
      description,
      { ...word, graphql: { type: kind, isList: false } },
      { max: mostValues, separator: ',', optional: true },
    ),
    keeps: (item, values: readonly string[]) => values.includes(of(item) ?? ''),
  } satisfies ItemFilter<Item>;
};

/** Keeps the items that have at least a number. */
export const isAtLeast = <Item>(description: string, of: (item: Item) => number | null | undefined) =>
  ({
    input: count(description, { min: 0, ...optional }),
    keeps: (item, least: number) => (of(item) ?? -1) >= least,
  }) satisfies ItemFilter<Item>;

/** Keeps the items of a time or later. */
export const isSince = <Item>(description: string, of: (item: Item) => Text) =>
  ({
    input: date(description, optional),
    keeps: (item, first: string) => (timeOfText(of(item)) ?? 0) >= timeOfText(first)!,
  }) satisfies ItemFilter<Item>;

/** Keeps the items of which something is so, or is not. */
export const isSo = <Item>(description: string, of: (item: Item) => boolean | null) =>
  ({
    input: flag(description, optional),
    keeps: (item, wanted: boolean) => of(item) === wanted,
  }) satisfies ItemFilter<Item>;

/** Keeps the items one of whose texts contains a text; capitals make no difference. */
export const contains = <Item>(description: string, of: (item: Item) => readonly Text[]) =>
  ({
    input: freeText(description, { max: 100, ...optional }),
    keeps: (item, text: string) =>
      of(item).some((own) => own != null && lowered(own).includes(lowered(text))),
  }) satisfies ItemFilter<Item>;

/** Declares the filters and the orders of lists of one type of items. Each name of an order has one up and one down. */
export function listFilters<Item>(
  typeName: string,
  filters: Readonly<Record<string, ItemFilter<Item>>>,
  orders: Readonly<Record<string, (item: Item) => SortKey>>,
): ListFilters<Item> {
  const input = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter.input]));
  const words = Object.keys(orders).flatMap((name) => [`${name}Asc`, `${name}Desc`]);
  const orderBy = choice('The order of the items; that of the source unless stated.', words, {
    type: `${typeName}Order`,
    ...optional,
  });
  return {
    typeName,
    input,
    orderBy,
    read({ filter, orderBy: order }) {
      if (filter == null && order == null) return undefined;
      const values = checkInputs(
        { input, rules: [] },
        (filter ?? {}) as Values,
        (_, name) => `filter.${name}`,
      );
      const wanted = Object.entries(values).map(([name, value]) => [filters[name]!, value as never] as const);
      const keeps = (item: Item) => wanted.every(([each, value]) => each.keeps(item, value));
      const [, name = '', direction] = /^(.*)(Asc|Desc)$/.exec(String(order)) ?? [];
      const key = orders[name];
      return (items) => {
        const kept = wanted.length === 0 ? items : items.filter(keeps);
        return key ? sorted(kept, key, direction === 'Asc' ? 1 : -1) : kept;
      };
    },
  };
}

/** Equal items keep their order. */
function sorted<Item>(items: readonly Item[], of: (item: Item) => SortKey, sign: 1 | -1): readonly Item[] {
  const keyed = items.map((item) => {
    const key = of(item) ?? null;
    return { item, key: typeof key === 'string' ? lowered(key) : key instanceof Date ? key.getTime() : key };
  });
  keyed.sort((one, other) => {
    if (one.key === other.key) return 0;
    if (one.key === null) return 1;
    if (other.key === null) return -1;
    return one.key < other.key ? -sign : sign;
  });
  return keyed.map(({ item }) => item);
}
