import { type FieldNode, type GraphQLNamedType, getArgumentValues, isObjectType } from 'graphql';
import type { Group } from '../../core/groups.ts';
import { once } from '../../core/once.ts';
import type { Inputs } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { ItemsOf, Permits } from './composite.ts';
import { isList } from './fields.ts';
import { isLeftOut, type PricedField, responseKey } from './priced-fields.ts';

/** A field with the fields above it. */
interface Position {
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
 * Returns the price of the lookups for a caller with these permissions. A lookup below a list counts once per upstream
 * request that the list can cause: `maxItems` of the list divided by the batch size of the lookup, rounded up. Of
 * selections on several object types each parent has one, so they cost at most what the dearest one costs each parent.
 */
export const priceOf = (fields: readonly PricedField[], variables: Values, permits?: Permits): number =>
  priceAt(fields, { variables, permits, dearest: new Map() }, { times: 1 });

interface Asking {
  readonly variables: Values;
  readonly permits: Permits | undefined;
  /** What the dearest type at a place costs one parent: each place below others would double the work. */
  readonly dearest: Map<string, number>;
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
  const key = pathOf(place.above);
  let dearest = asking.dearest.get(key);
  if (dearest === undefined) {
    const oneOf = itemsOf && ((typeName: string) => Math.min(1, itemsOf(typeName) ?? 1));
    const [, ...ofOne] = pricesFor({ ...place, times: 1, itemsOf: oneOf });
    dearest = Math.max(...ofOne);
    asking.dearest.set(key, dearest);
  }
  return shared + Math.min(sum, most * dearest);
}

/** The places in the document of a field and of those above it: a fragment may be spread in several places. */
const pathOf = (position: Position | undefined): string =>
  position ? `${pathOf(position.above)} ${position.field.node.loc!.start}` : '';

function priceOfField(field: PricedField, asking: Asking, place: Place): number {
  const { variables, permits } = asking;
  const times = timesOf(field, variables, place);
  if (times === 0) return 0;
  const read = readerOf(field, variables);
  const own = priceOfAsked(field, lookupsOf(field, read, permits), times, read);
  return own + priceAt(field.below, asking, placeBelow(field, read, times, place));
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

/** The part of a price that one selected field makes. */
export interface FieldPrice {
  /** Its response keys from the root, with dots between them: `coderepo.repos.owner`. */
  readonly field: string;
  /** The number of parents that it is priced for: 1, or the length of the lists above it. */
  readonly parents: number;
  /** In lookups. */
  readonly price: number;
}

export interface NodePrice extends FieldPrice {
  readonly node: FieldNode;
}

/** Explains `priceOf`: the price of each field that is a lookup, in document order. */
export function priceByField(
  fields: readonly PricedField[],
  variables: Values,
  permits?: Permits,
): readonly NodePrice[] {
  const prices: NodePrice[] = [];
  eachLookup(fields, variables, (field, parents, read, above) => {
    const keys = [responseKey(field)];
    for (let position = above; position; position = position.above) keys.unshift(responseKey(position.field));
    const price = priceOfAsked(field, lookupsOf(field, read, permits), parents, read);
    prices.push({ field: keys.join('.'), parents, price, node: field.node });
  });
  return prices;
}

/** Returns the number of parents that each lookup below a list is priced for; a lookup elsewhere has one parent. */
export function callBoundsOf(
  fields: readonly PricedField[],
  variables: Values,
): ReadonlyMap<FieldNode, number> {
  const bounds = new Map<FieldNode, number>();
  eachLookup(fields, variables, ({ node }, times) => bounds.set(node, (bounds.get(node) ?? 0) + times));
  return bounds;
}

/** The place of a list of selected fields in a document. */
interface Place {
  /** The product of `maxItems` of the lists above. */
  readonly times: number;
  /** That of a lookup above whose list is a field of its result, unless the field has its own. */
  readonly maxItems?: number | undefined;
  readonly above?: Position | undefined;
  /** Of results that are counted by type, how many there are of all types. */
  readonly most?: number | undefined;
  /** Results of a composite above, by the object type that a field is selected on. */
  readonly itemsOf?: ((typeName: string) => number | undefined) | undefined;
}

/**
 * Visits the fields that ask lookups, with the number of their parents: of `topStreams(first: 20) { user { accounts(first: 3) { user } } }`
 * the inner `user` has 60 of them.
 */
function eachLookup(
  fields: readonly PricedField[],
  variables: Values,
  visit: (field: PricedField, times: number, read: ReadArguments, above: Position | undefined) => void,
  place: Place = { times: 1 },
): void {
  for (const field of fields) {
    const times = timesOf(field, variables, place);
    if (times === 0) continue;
    const read = readerOf(field, variables);
    if (field.lookup || field.composite) visit(field, times, read, place.above);
    if (field.below.length > 0)
      eachLookup(field.below, variables, visit, placeBelow(field, read, times, place));
  }
}

const readerOf = ({ definition, node }: PricedField, variables: Values): ReadArguments =>
  once(() => getArgumentValues(definition, node, variables));

/** The number of parents of a selected field; 0 where `@skip` or `@include` leave it out. */
function timesOf({ on, conditions }: PricedField, variables: Values, place: Place): number {
  if (conditions.some((node) => isLeftOut(node, variables))) return 0;
  return place.times * (place.itemsOf?.(on.name) ?? 1);
}

/** The place of the selections of a field that has so many parents. */
function placeBelow(field: PricedField, read: ReadArguments, times: number, place: Place): Place {
  const { lookup, composite, definition, on } = field;
  const above = { field, above: place.above };
  const { itemsOf: itemsOfTypes = composite?.itemsOf } = definition.extensions;
  if (itemsOfTypes) {
    const length = isList(definition.type) ? lengthOf(definition, read) : undefined;
    const most = length === undefined ? undefined : times * length;
    return { times, most, above, itemsOf: (typeName) => itemsOfType(itemsOfTypes, typeName, read) };
  }
  const ofLookup = lookup?.maxItems ? maxItemsOf(lookup, read) : place.maxItems;
  const maxItems = lengthOf(definition, read) ?? ofLookup;
  if (isList(definition.type)) return { times: times * (maxItems ?? defaultMaxItems), above };
  const isCounted = place.itemsOf?.(on.name) !== undefined;
  return { times, maxItems, above, itemsOf: isCounted ? undefined : place.itemsOf };
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
