import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Group } from '../../core/groups.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import { documentLimits } from './document-limits.ts';

/** A field of a document on the way to a lookup, or a lookup itself. */
export interface PricedField {
  readonly lookup: Lookup | undefined;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly below: readonly PricedField[];
  /** Lookups in it, itself included. */
  readonly lookups: number;
}

/** The bound of a list that no lookup bounds. */
const unknownBound = 25;

/**
 * The lookups of an operation, in the tree that leads to them. Fragments are worked out once, however often spread.
 * Throws a GraphQLError when there are more of them than the fence.
 */
export function findLookups(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly PricedField[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, readonly PricedField[]>();

  function inFragment(name: string): readonly PricedField[] {
    let found = known.get(name);
    if (!found) {
      const fragment = fragments.get(name)!;
      found = inSet(fragment.selectionSet, fragment.typeCondition.name.value);
      known.set(name, found);
    }
    return found;
  }

  function inSet(set: SelectionSetNode, typeName: string): readonly PricedField[] {
    const found: PricedField[] = [];
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) found.push(...inFragment(selection.name.value));
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        found.push(...inSet(selection.selectionSet, selection.typeCondition?.name.value ?? typeName));
      } else {
        const field = priced(selection, typeName);
        if (field) found.push(field);
      }
      // Checked while gathering: fragments that spread others twice double at every step.
      if (countLookups(found) > documentLimits.lookups) {
        throw new GraphQLError(`The document asks for more than ${documentLimits.lookups} lookups.`);
      }
    }
    return found;
  }

  function priced(node: FieldNode, typeName: string): PricedField | undefined {
    const parent = schema.getType(typeName);
    if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
    const definition = parent.getFields()[node.name.value];
    if (!definition) return undefined;
    const type = getNamedType(definition.type);
    const below = node.selectionSet && isCompositeType(type) ? inSet(node.selectionSet, type.name) : [];
    const { lookup } = definition.extensions;
    const lookups = countLookups(below) + (lookup ? 1 : 0);
    return lookups === 0 ? undefined : { lookup, definition, node, below, lookups };
  }

  return inSet(operation.selectionSet, (schema.getQueryType() as GraphQLObjectType).name);
}

export const countLookups = (fields: readonly PricedField[]): number =>
  fields.reduce((sum, field) => sum + field.lookups, 0);

/**
 * What the lookups cost. One below a list counts once per upstream request that the list's bound can cause: the
 * bound divided by the batch size, rounded up; the bound itself where nothing batches. `of`: those of one group alone.
 */
export function priceOf(
  fields: readonly PricedField[],
  variables: Readonly<Record<string, unknown>>,
  of?: Group,
  times = 1,
  inherited?: number,
): number {
  let total = 0;
  for (const { lookup, definition, node, below } of fields) {
    if (lookup && (of === undefined || lookup.group === of)) {
      total += ownPrice(lookup, definition, node, variables) * Math.ceil(times / lookup.batchSize);
    }
    if (below.length === 0) continue;
    const bound = lookup?.maxItems ? boundOf(lookup, definition, node, variables) : inherited;
    total += isList(definition.type)
      ? priceOf(below, variables, of, times * (bound ?? unknownBound))
      : priceOf(below, variables, of, times, bound);
  }
  return total;
}

type Asked = readonly [
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
];

function ownPrice(lookup: Lookup, ...asked: Asked): number {
  return typeof lookup.price === 'number' ? lookup.price : countedFrom(lookup, lookup.price, 1, asked);
}

const boundOf = (lookup: Lookup, ...asked: Asked): number =>
  countedFrom(lookup, lookup.maxItems, unknownBound, asked);

/** A number that depends on the arguments of a lookup; `otherwise` where there is none. */
function countedFrom(lookup: Lookup, count: Lookup['maxItems'], otherwise: number, asked: Asked): number {
  try {
    const counted = count?.(withInitials(lookup, getArgumentValues(...asked)));
    return counted !== undefined && counted > 0 ? counted : otherwise;
  } catch {
    // Arguments that GraphQL refuses: the execution will say so, and asks nothing.
    return 1;
  }
}

/** GraphQL's null means absent, as it does where the lookup is asked; it must not make it cheaper. */
const withInitials = ({ input }: Lookup, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).map(([name, kind]) => [name, given[name] ?? kind.default]));

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/** Every lookup of a document, each once. */
export function lookupsIn(fields: readonly PricedField[], found = new Set<Lookup>()): ReadonlySet<Lookup> {
  for (const { lookup, below } of fields) {
    if (lookup) found.add(lookup);
    lookupsIn(below, found);
  }
  return found;
}
