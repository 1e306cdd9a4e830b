import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Group } from '../../core/groups.ts';
import { once } from '../../core/once.ts';
import type { Inputs } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Composite, ItemsOf, Permits } from './composite.ts';
import { documentLimits } from './document-limits.ts';
import { isList } from './fields.ts';
import {
  type Definitions,
  definitionsOf,
  type SelectedField,
  type Selections,
  visitFields,
} from './selections.ts';

/** A selected field that is a lookup or leads to lookups. */
export interface PricedField {
  readonly lookup: Lookup | undefined;
  readonly composite: Composite | undefined;
  /** The type that it is selected on. */
  readonly typeName: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  /** Its selections that are lookups or lead to lookups. */
  readonly below: readonly PricedField[];
  /** Number of lookups: its own and those below. */
  readonly lookups: number;
}

/** A field with the fields above it. */
interface Position {
  readonly field: PricedField;
  readonly above: Position | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The assumed length of a list whose lookup declares no `maxItems`. */
const defaultMaxItems = 25;

/**
 * Returns the selected fields of an operation that are lookups or lead to lookups. Throws a GraphQLError when the
 * operation selects more lookups than `documentLimits.lookups`. The document must be valid.
 */
export function findLookups(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): FoundLookups {
  const finder = new LookupFinder(definitionsOf(schema, document));
  const fields = finder.fieldsIn({ set: operation.selectionSet, type: schema.getQueryType() ?? undefined });
  return { fields, isPersonal: finder.isPersonal, argued: finder.argued };
}

export interface FoundLookups {
  readonly fields: readonly PricedField[];
  /** Whether a selected field is about the caller. */
  readonly isPersonal: boolean;
  /** The fields whose arguments are checked before any lookup runs: lists, and lookups below others. */
  readonly argued: readonly ArguedField[];
}

/** A selected field with arguments. */
export type ArguedField = Pick<PricedField, 'definition' | 'node'>;

/** Visits each fragment once, however often it is spread. */
class LookupFinder {
  isPersonal = false;
  readonly argued: ArguedField[] = [];
  readonly #definitions: Definitions;
  readonly #fieldsByFragment = new Map<SelectionSetNode, readonly PricedField[]>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  fieldsIn(selections: Selections): readonly PricedField[] {
    const fields: PricedField[] = [];
    const add = (found: readonly PricedField[]): void => {
      fields.push(...found);
      // Checked at every step: fragments that spread others twice double the number of fields each time.
      if (countLookups(fields) > documentLimits.lookups) {
        throw new GraphQLError(`The document asks for more than ${documentLimits.lookups} lookups.`);
      }
    };
    visitFields(
      this.#definitions,
      selections,
      (field) => add(this.#inField(field)),
      (fragment) => {
        add(this.#inFragment(fragment));
        return false;
      },
    );
    return fields;
  }

  #inFragment(fragment: Selections): readonly PricedField[] {
    const fields = this.#fieldsByFragment.get(fragment.set) ?? this.fieldsIn(fragment);
    this.#fieldsByFragment.set(fragment.set, fields);
    return fields;
  }

  #inField({ node, on, definition, below: selections }: SelectedField): readonly PricedField[] {
    if (!on || !definition) return [];
    const { isPersonal, filters, first, inputsFromParent } = definition.extensions;
    if (isPersonal) this.isPersonal = true;
    if ((filters ?? first ?? inputsFromParent) && node.arguments?.length)
      this.argued.push({ definition, node });
    const below = selections ? this.fieldsIn(selections) : [];
    const { lookup, composite } = definition.extensions;
    const lookups = countLookups(below) + (lookup || composite ? 1 : 0);
    return lookups === 0 ? [] : [{ lookup, composite, typeName: on.name, definition, node, below, lookups }];
  }
}

const countLookups = (fields: readonly PricedField[]): number =>
  fields.reduce((sum, field) => sum + field.lookups, 0);

/** The coerced arguments of a selected field. Throws when they do not coerce. */
type ReadArguments = () => Values;

const everyPermission: Permits = () => true;

/**
 * Returns the price of the lookups for a caller with these permissions. A lookup below a list counts once per upstream
 * request that the list can cause: `maxItems` of the list divided by the batch size of the lookup, rounded up.
 */
export function priceOf(fields: readonly PricedField[], variables: Values, permits?: Permits): number {
  let total = 0;
  eachLookup(fields, variables, (field, times, read) => {
    total += priceOfAsked(field, lookupsOf(field, read, permits), times, read);
  });
  return total;
}

/** The same by the group of the lookups. */
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

const responseKey = ({ node }: PricedField): string => (node.alias ?? node.name).value;

/** The group of the lookup at a path of a result, or of the nearest one above it. */
export function groupAt(
  fields: readonly PricedField[],
  path: readonly (string | number)[],
): Group | undefined {
  let group: Group | undefined;
  let below = fields;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const selected = below.filter((field) => responseKey(field) === key);
    group = selected.find(({ lookup }) => lookup)?.lookup?.group ?? group;
    below = selected.flatMap((field) => field.below);
  }
  return group;
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

/** Whether one of the fields leads through a list to a lookup. */
export const leadsToListedLookups = (fields: readonly PricedField[]): boolean =>
  fields.some(
    ({ definition, below }) => below.length > 0 && (isList(definition.type) || leadsToListedLookups(below)),
  );

/** Whether one of the fields chooses its lookups by its arguments. */
export const leadsToComposites = (fields: readonly PricedField[]): boolean =>
  fields.some(({ composite, below }) => composite !== undefined || leadsToComposites(below));

/** The place of a list of selected fields in a document. */
interface Place {
  /** The product of `maxItems` of the lists above. */
  readonly times: number;
  /** That of a lookup above whose list is a field of its result, unless the field has its own. */
  readonly maxItems?: number | undefined;
  readonly above?: Position | undefined;
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
    const { lookup, composite, definition, node, below } = field;
    const items = place.itemsOf?.(field.typeName);
    const times = place.times * (items ?? 1);
    if (times === 0) continue;
    const read = once(() => getArgumentValues(definition, node, variables));
    if (lookup || composite) visit(field, times, read, place.above);
    if (below.length === 0) continue;
    const above = { field, above: place.above };
    const { itemsOf: itemsOfTypes = composite?.itemsOf } = definition.extensions;
    if (itemsOfTypes) {
      const itemsOf = (typeName: string) => itemsOfType(itemsOfTypes, typeName, read);
      eachLookup(below, variables, visit, { times, above, itemsOf });
      continue;
    }
    const ofLookup = lookup?.maxItems ? maxItemsOf(lookup, read) : place.maxItems;
    const maxItems = lengthOf(definition, read) ?? ofLookup;
    if (isList(definition.type)) {
      eachLookup(below, variables, visit, { times: times * (maxItems ?? defaultMaxItems), above });
    } else
      eachLookup(below, variables, visit, {
        times,
        maxItems,
        above,
        itemsOf: items === undefined ? place.itemsOf : undefined,
      });
  }
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

/** Returns the lookups that the fields may ask, each once. */
export function lookupsIn(fields: readonly PricedField[], found = new Set<Lookup>()): ReadonlySet<Lookup> {
  for (const { lookup, composite, below } of fields) {
    if (lookup) found.add(lookup);
    for (const each of composite?.all ?? []) found.add(each);
    lookupsIn(below, found);
  }
  return found;
}
