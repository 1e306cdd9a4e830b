import { type GraphQLNamedType, getArgumentValues, isObjectType } from 'graphql';
import type { Group } from '../../core/groups.ts';
import { once } from '../../core/once.ts';
import type { Inputs } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { ItemsOf, Permits } from './composite.ts';
import { isList } from './fields.ts';
import type { PricedField } from './priced-fields.ts';

/** A field with the fields above it. */
export interface Position {
  readonly field: PricedField;
  readonly above: Position | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The assumed length of a list whose lookup declares no `maxItems`. */
const defaultMaxItems = 25;

/** The coerced arguments of a selected field. Throws when they do not coerce. */
type ReadArguments = () => Values;

const everyPermission: Permits = () => true;

/**
 * Returns the price of the lookups for a caller with these permissions. The fields of this and the other functions are
 * those of `placesIn`. A lookup below a list counts once per upstream request that the list can cause: `maxItems` of the
 * list divided by the batch size of the lookup, rounded up. Of selections on several object types each parent has one, so
 * they cost at most what the dearest one costs each parent.
 */
export const priceOf = (
  fields: readonly PricedField[],
  variables: Values,
  permits?: Permits,
  part?: Part,
): number => priceAt(fields, { variables, permits, part, dearest: part?.dearest ?? new Map() }, { times: 1 });

/** A part of the lookups that grows, with the price of each field by `Place.per`: what does not change keeps its price. */
export class Part {
  readonly lookups = new Set<PricedField>();
  readonly prices = new Map<PricedField, Map<PricedField | undefined, number>>();
  readonly dearest: Asking['dearest'] = new Map();

  /** Adds lookups, or takes them out. `above` are the fields above them. */
  change(way: 'add' | 'delete', lookups: readonly PricedField[], above: readonly PricedField[]): void {
    for (const field of lookups) this.lookups[way](field);
    for (const field of [...lookups, ...above]) if (this.prices.delete(field)) this.dearest.delete(field);
  }
}

interface Asking {
  readonly variables: Values;
  readonly permits: Permits | undefined;
  /** What the dearest type at a place costs one parent: each place below others would double the work. */
  readonly dearest: Map<PricedField | undefined, number>;
  /** The lookups that are priced; all of them by default. */
  readonly part: Part | undefined;
}

function priceAt(fields: readonly PricedField[], asking: Asking, place: Place): number {
  const pricesFor = (of: Place): readonly number[] => {
    const prices = new Map<GraphQLNamedType | undefined, number>();
    for (const field of fields) {
      const type = isObjectType(field.on) ? field.on : undefined;
      prices.set(type, (prices.get(type) ?? 0) + priceOfField(field, asking, of));
    }
    const shared = prices.get(undefined) ?? 0;
    prices.delete(undefined);
    return [shared, ...prices.values()];
  };
  const [shared = 0, ...ofTypes] = pricesFor(place);
  const sum = ofTypes.reduce((total, price) => total + price, 0);
  const { itemsOf, most = itemsOf ? undefined : place.times } = place;
  if (ofTypes.length < 2 || most === undefined) return shared + sum;
  const key = place.above?.field;
  let dearest = asking.dearest.get(key);
  if (dearest === undefined) {
    const oneOf = itemsOf && ((typeName: string) => Math.min(1, itemsOf(typeName) ?? 1));
    const [, ...ofOne] = pricesFor({ ...place, times: 1, itemsOf: oneOf, per: key });
    dearest = Math.max(...ofOne);
    asking.dearest.set(key, dearest);
  }
  return shared + Math.min(sum, most * dearest);
}

function priceOfField(field: PricedField, asking: Asking, place: Place): number {
  const { variables, permits, part } = asking;
  const known = part?.prices.get(field);
  const price = known?.get(place.per);
  if (price !== undefined) return price;
  const times = timesOf(field, place);
  if (times === 0) return 0;
  const read = readerOf(field, variables);
  const isPriced = part?.lookups.has(field) ?? true;
  const own = isPriced ? priceOfAsked(field, lookupsOf(field, read, permits), times, read) : 0;
  const sum = own + priceAt(field.below, asking, placeBelow(field, read, times, place));
  if (known) known.set(place.per, sum);
  else part?.prices.set(field, new Map([[place.per, sum]]));
  return sum;
}

/** The price of the lookups of each group, as if no selections excluded each other. */
export function priceByGroup(
  fields: readonly PricedField[],
  variables: Values,
  permits?: Permits,
): ReadonlyMap<Group, number> {
  const prices = new Map<Group, number>();
  eachLookup(fields, variables, (field, times, read) => {
    const asked = lookupsOf(field, read, permits);
    for (const group of new Set(asked.map((each) => each.group))) {
      const ofGroup = asked.filter((each) => each.group === group);
      prices.set(group, (prices.get(group) ?? 0) + priceOfAsked(field, ofGroup, times, read));
    }
  });
  return prices;
}

/** The price of those lookups that a field asks. */
function priceOfAsked(
  { lookup, composite }: PricedField,
  asked: readonly Lookup[],
  times: number,
  read: ReadArguments,
): number {
  if (lookup) return ownPrice(lookup, read) * Math.ceil(times / lookup.batchSize);
  const prices = asked.map(({ price }) => (typeof price === 'number' ? price : 1));
  return (
    times * (composite?.asksOne ? Math.max(0, ...prices) : prices.reduce((sum, price) => sum + price, 0))
  );
}

/** The lookups that a selected field asks. */
function lookupsOf(
  { lookup, composite }: PricedField,
  read: ReadArguments,
  permits = everyPermission,
): readonly Lookup[] {
  if (lookup) return [lookup];
  if (!composite) return [];
  try {
    return composite.lookupsFor(read(), permits);
  } catch {
    // Arguments that do not coerce: the execution reports them and runs no lookup.
    return [];
  }
}

/** The lookups that the selected fields ask for these variables, each once. */
export function askedLookups(fields: readonly PricedField[], variables: Values): ReadonlySet<Lookup> {
  const asked = new Set<Lookup>();
  eachLookup(fields, variables, (field, _, read) => {
    for (const lookup of lookupsOf(field, read)) asked.add(lookup);
  });
  return asked;
}

/** The part of a price that one selected field adds to that of the fields before it. */
export interface FieldPrice {
  /** Its response keys from the root, with dots between them: `coderepo.repos.owner`. */
  readonly field: string;
  /** The number of parents that it is priced for: 1, or the length of the lists above it. */
  readonly parents: number;
  /** In lookups. */
  readonly price: number;
}

/** The selected fields of an operation, and the number of parents that each lookup of them was priced for. */
export interface Bounds {
  readonly fields: readonly PricedField[];
  readonly parents: ReadonlyMap<PricedField, number>;
  /** The lookups that do not run, with their prices and those of the fields below. */
  readonly beyond?: ReadonlyMap<PricedField, number>;
}

/** Returns the number of parents that each lookup below a list is priced for; a lookup elsewhere has one parent. */
export function callBoundsOf(fields: readonly PricedField[], variables: Values): Bounds {
  const parents = new Map<PricedField, number>();
  eachLookup(fields, variables, (field, times) => parents.set(field, times));
  return { fields, parents };
}

/** The place of a list of selected fields in a document. */
interface Place {
  /** The product of `maxItems` of the lists above. */
  readonly times: number;
  /** That of a lookup above whose list is a field of its result, unless the field has its own. */
  readonly maxItems?: number | undefined;
  readonly above?: Position | undefined;
  /** The field one of whose values is priced, for the dearest type there; undefined for the whole. */
  readonly per?: PricedField | undefined;
  /** Of results that are counted by type, how many there are of all types. */
  readonly most?: number | undefined;
  /** Results of a composite above, by the object type that a field is selected on. */
  readonly itemsOf?: ((typeName: string) => number | undefined) | undefined;
}

/**
 * Visits the fields that ask lookups, with the number of their parents: of `topStreams(first: 20) { user { accounts(first: 3) { user } } }`
 * the inner `user` has 60 of them.
 */
export function eachLookup(
  fields: readonly PricedField[],
  variables: Values,
  visit: (field: PricedField, times: number, read: ReadArguments, above: Position | undefined) => void,
  place: Place = { times: 1 },
): void {
  for (const field of fields) {
    const times = timesOf(field, place);
    if (times === 0) continue;
    const read = readerOf(field, variables);
    if (field.lookup || field.composite) visit(field, times, read, place.above);
    if (field.below.length > 0)
      eachLookup(field.below, variables, visit, placeBelow(field, read, times, place));
  }
}

const readerOf = ({ definition, node }: PricedField, variables: Values): ReadArguments =>
  once(() => getArgumentValues(definition, node, variables));

/** The number of parents of a selected field. */
const timesOf = ({ types }: PricedField, { times, itemsOf, most = Infinity }: Place): number =>
  itemsOf ? Math.min(most, times * types.reduce((sum, name) => sum + (itemsOf(name) ?? 1), 0)) : times;

/** The place of the selections of a field that has so many parents. */
function placeBelow(field: PricedField, read: ReadArguments, times: number, place: Place): Place {
  const { lookup, composite, definition, types } = field;
  const { per } = place;
  const above = { field, above: place.above };
  const { itemsOf: itemsOfTypes = composite?.itemsOf } = definition.extensions;
  if (itemsOfTypes) {
    const length = isList(definition.type) ? lengthOf(definition, read) : 1;
    const most = length === undefined ? undefined : times * length;
    return { times, most, above, per, itemsOf: (typeName) => itemsOfType(itemsOfTypes, typeName, read) };
  }
  const ofLookup = lookup?.maxItems ? maxItemsOf(lookup, read) : place.maxItems;
  const maxItems = lengthOf(definition, read) ?? ofLookup;
  if (isList(definition.type)) return { times: times * (maxItems ?? defaultMaxItems), above, per };
  const isCounted = place.itemsOf?.(types[0]!) !== undefined;
  return { times, maxItems, above, per, itemsOf: isCounted ? undefined : place.itemsOf };
}

function itemsOfType(itemsOf: ItemsOf, typeName: string, read: ReadArguments): number | undefined {
  try {
    return itemsOf(typeName, read());
  } catch {
    return 0;
  }
}

const ownPrice = ({ price, input }: Lookup, read: ReadArguments): number =>
  typeof price === 'number' ? price : evaluate(input, price, 1, read);

const maxItemsOf = ({ maxItems, input }: Lookup, read: ReadArguments): number =>
  evaluate(input, maxItems, defaultMaxItems, read);

/** The largest number of items of a list that states it: its `first` where it takes that argument. */
function lengthOf({ extensions }: PricedField['definition'], read: ReadArguments): number | undefined {
  const { maxItems, first } = extensions;
  if (maxItems === undefined || !first) return maxItems;
  return evaluate({ first }, (values) => values.first as number, maxItems, read);
}

/** Evaluates a price or `maxItems` for the arguments of a field; `fallback` where that gives no positive number. */
function evaluate(input: Inputs, count: Lookup['maxItems'], fallback: number, read: ReadArguments): number {
  try {
    const value = count?.(withDefaults(input, read()));
    return value !== undefined && value > 0 ? value : fallback;
  } catch {
    // Arguments that do not coerce: the execution reports them and does not run the lookup.
    return 1;
  }
}

/** A null argument means absent, as in `checkInputs`; it must not lower the price. */
const withDefaults = (input: Inputs, given: Values) =>
  Object.fromEntries(Object.entries(input).map(([name, kind]) => [name, given[name] ?? kind.default]));

/** Fields below lists that are free; the introspection query has half of them. */
const freeListFields = 500;
const listFieldsPerLookup = 100;

/**
 * Returns the price of fields that are selected for the items of lists. A list may be long, and each alias makes its
 * result as much longer.
 */
export const priceOfListFields = (listFields: number): number =>
  Math.ceil(Math.max(0, listFields - freeListFields) / listFieldsPerLookup);
