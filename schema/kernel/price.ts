import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Group } from '../../core/groups.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import { documentLimits } from './document-limits.ts';
import { fieldDefinition, isList } from './fields.ts';

/** A selected field that is a lookup or leads to lookups. */
export interface PricedField {
  readonly lookup: Lookup | undefined;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  /** Its selections that are lookups or lead to lookups. */
  readonly below: readonly PricedField[];
  /** Number of lookups: its own and those below. */
  readonly lookups: number;
}

type LookupField = PricedField & { readonly lookup: Lookup };

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
): readonly PricedField[] {
  const queryType = schema.getQueryType() as GraphQLObjectType;
  return new LookupFinder(schema, document).inSet(operation.selectionSet, queryType.name);
}

/** Visits each fragment once, however often it is spread. */
class LookupFinder {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #fieldsByFragment = new Map<string, readonly PricedField[]>();

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.#schema = schema;
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  inSet({ selections }: SelectionSetNode, typeName: string): readonly PricedField[] {
    const fields: PricedField[] = [];
    for (const selection of selections) {
      fields.push(...this.#inSelection(selection, typeName));
      // Checked at every step: fragments that spread others twice double the number of fields each time.
      if (countLookups(fields) > documentLimits.lookups) {
        throw new GraphQLError(`The document asks for more than ${documentLimits.lookups} lookups.`);
      }
    }
    return fields;
  }

  #inSelection(selection: SelectionNode, typeName: string): readonly PricedField[] {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#inFragment(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return this.inSet(selection.selectionSet, selection.typeCondition?.name.value ?? typeName);
    }
    return this.#inField(selection, typeName);
  }

  #inFragment(name: string): readonly PricedField[] {
    let fields = this.#fieldsByFragment.get(name);
    if (!fields) {
      const fragment = this.#fragments.get(name)!;
      fields = this.inSet(fragment.selectionSet, fragment.typeCondition.name.value);
      this.#fieldsByFragment.set(name, fields);
    }
    return fields;
  }

  #inField(node: FieldNode, typeName: string): readonly PricedField[] {
    const definition = fieldDefinition(this.#schema, typeName, node.name.value);
    if (!definition) return [];
    const type = getNamedType(definition.type);
    const below = node.selectionSet && isCompositeType(type) ? this.inSet(node.selectionSet, type.name) : [];
    const { lookup } = definition.extensions;
    const lookups = countLookups(below) + (lookup ? 1 : 0);
    return lookups === 0 ? [] : [{ lookup, definition, node, below, lookups }];
  }
}

const countLookups = (fields: readonly PricedField[]): number =>
  fields.reduce((sum, field) => sum + field.lookups, 0);

/**
 * Returns the price of the lookups, or of those of `group`. A lookup below a list counts once per upstream request that
 * the list can cause: `maxItems` of the list divided by the batch size of the lookup, rounded up.
 */
export function priceOf(
  fields: readonly PricedField[],
  variables: Readonly<Record<string, unknown>>,
  group?: Group,
): number {
  let total = 0;
  eachLookup(fields, variables, ({ lookup, definition, node }, times) => {
    if (group !== undefined && lookup.group !== group) return;
    total += ownPrice(lookup, definition, node, variables) * Math.ceil(times / lookup.batchSize);
  });
  return total;
}

/** Returns the number of parents that each lookup below a list is priced for; a lookup elsewhere has one parent. */
export function callBoundsOf(
  fields: readonly PricedField[],
  variables: Readonly<Record<string, unknown>>,
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

/**
 * Visits the lookups with the number of their parents: `times` is the product of `maxItems` of the lists above;
 * `inheritedMaxItems` is that of a lookup above whose list is a field of its result, unless the field has its own.
 */
function eachLookup(
  fields: readonly PricedField[],
  variables: Readonly<Record<string, unknown>>,
  visit: (field: LookupField, times: number) => void,
  times = 1,
  inheritedMaxItems?: number,
): void {
  for (const field of fields) {
    const { lookup, definition, node, below } = field;
    if (lookup) visit(field as LookupField, times);
    if (below.length === 0) continue;
    const ofLookup = lookup?.maxItems ? maxItemsOf(lookup, definition, node, variables) : inheritedMaxItems;
    const maxItems = definition.extensions.maxItems ?? ofLookup;
    if (isList(definition.type)) eachLookup(below, variables, visit, times * (maxItems ?? defaultMaxItems));
    else eachLookup(below, variables, visit, times, maxItems);
  }
}

type FieldArguments = readonly [
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
];

function ownPrice(lookup: Lookup, ...field: FieldArguments): number {
  return typeof lookup.price === 'number' ? lookup.price : evaluate(lookup, lookup.price, 1, field);
}

const maxItemsOf = (lookup: Lookup, ...field: FieldArguments): number =>
  evaluate(lookup, lookup.maxItems, defaultMaxItems, field);

/** Evaluates a price or `maxItems` for the arguments of a field; `fallback` where that gives no positive number. */
function evaluate(
  lookup: Lookup,
  count: Lookup['maxItems'],
  fallback: number,
  field: FieldArguments,
): number {
  try {
    const value = count?.(withDefaults(lookup, getArgumentValues(...field)));
    return value !== undefined && value > 0 ? value : fallback;
  } catch {
    // Arguments that do not coerce: the execution reports them and does not run the lookup.
    return 1;
  }
}

/** A null argument means absent, as in `checkInputs`; it must not lower the price. */
const withDefaults = ({ input }: Lookup, given: Readonly<Record<string, unknown>>) =>
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

/** Returns the lookups among the fields, each once. */
export function lookupsIn(fields: readonly PricedField[], found = new Set<Lookup>()): ReadonlySet<Lookup> {
  for (const { lookup, below } of fields) {
    if (lookup) found.add(lookup);
    lookupsIn(below, found);
  }
  return found;
}
