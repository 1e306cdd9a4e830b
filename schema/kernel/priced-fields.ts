import {
  type DocumentNode,
  type FieldNode,
  type GraphQLDirective,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Group } from '../../core/groups.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Composite } from './composite.ts';
import { documentLimits } from './document-limits.ts';
import { isList } from './fields.ts';
import {
  appliesTo,
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
  readonly on: GraphQLNamedType;
  /** The names of the object types among which that of its parent is. */
  readonly types: readonly string[];
  /** The selections whose `@skip` and `@include` decide whether it is selected. */
  readonly conditions: readonly SelectionNode[];
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  /** Its selections that are lookups or lead to lookups. */
  readonly below: readonly PricedField[];
  /** Number of lookups: its own and those below. */
  readonly lookups: number;
}

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
  const found = finder.findIn({ set: operation.selectionSet, type: schema.getQueryType() ?? undefined });
  return { ...found, isPersonal: finder.isPersonal };
}

interface Found {
  readonly fields: readonly PricedField[];
  readonly argued: readonly ArguedSelection[];
}

export interface FoundLookups extends Found {
  /** Whether a selected field is about the caller. */
  readonly isPersonal: boolean;
}

/** A selection that has, or leads to, arguments which are checked before any lookup runs. */
export interface ArguedSelection {
  readonly node: SelectionNode;
  /** That of a field with arguments, but for a lookup below none; undefined for a selection that has a condition or leads to such. */
  readonly definition: PricedField['definition'] | undefined;
  /** One array for all spreads of a fragment. */
  readonly below: readonly ArguedSelection[];
}

/** Visits each fragment once, however often it is spread. */
class LookupFinder {
  isPersonal = false;
  readonly #definitions: Definitions;
  readonly #foundByFragment = new Map<SelectionSetNode, Found>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  findIn(selections: Selections): Found {
    const { schema } = this.#definitions;
    const { type } = selections;
    const fields: PricedField[] = [];
    const argued: ArguedSelection[] = [];
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
      (field) => add(this.#inField(field, argued)),
      (fragment, selection) => {
        const found = this.#inFragment(fragment, selection, argued);
        // The field of an interface and that of an object type which has it are one in the result.
        const isOwn = ({ on }: PricedField) => !isObjectType(type) || appliesTo(schema, on, type);
        const own = isObjectType(type) && { on: type, types: [type.name] };
        add(found.filter(isOwn).map((field) => ({ ...field, ...own })));
        return false;
      },
    );
    return { fields, argued };
  }

  #inFragment(fragment: Selections, node: SelectionNode, argued: ArguedSelection[]): readonly PricedField[] {
    const found = this.#foundByFragment.get(fragment.set) ?? this.findIn(fragment);
    this.#foundByFragment.set(fragment.set, found);
    if (node.directives?.length || found.argued.length > 0)
      argued.push({ node, definition: undefined, below: found.argued });
    if (!node.directives?.length) return found.fields;
    return found.fields.map((field) => ({ ...field, conditions: [node, ...field.conditions] }));
  }

  #inField(
    { node, on, definition, below: selections }: SelectedField,
    argued: ArguedSelection[],
  ): readonly PricedField[] {
    if (!on || !definition) return [];
    const { isPersonal, filters, first, inputsFromParent, lookup, composite } = definition.extensions;
    const conditions = node.directives?.length ? [node] : [];
    if (isPersonal) this.isPersonal = true;
    const found = selections && this.findIn(selections);
    const isArgued =
      (filters ?? first ?? inputsFromParent ?? !(lookup ?? composite)) && node.arguments?.length;
    if (isArgued || node.directives?.length || found?.argued.length)
      argued.push({ node, definition: isArgued ? definition : undefined, below: found?.argued ?? [] });
    const below = found?.fields ?? [];
    const lookups = countLookups(below) + (lookup || composite ? 1 : 0);
    if (lookups === 0) return [];
    const types = isAbstractType(on) ? this.#definitions.schema.getPossibleTypes(on) : [on];
    const names = types.map(({ name }) => name);
    return [{ lookup, composite, on, types: names, conditions, definition, node, below, lookups }];
  }
}

const countLookups = (fields: readonly PricedField[]): number =>
  fields.reduce((sum, field) => sum + field.lookups, 0);

export const responseKey = ({ node }: PricedField): string => (node.alias ?? node.name).value;

/**
 * The fields that are selected for these variables. Those of one type and response key are one field, as in the result, and
 * each place has an object of its own, also in a fragment that is spread several times.
 */
export function placesIn(
  fields: readonly PricedField[],
  variables: Readonly<Record<string, unknown>>,
): readonly PricedField[] {
  const places = new Map<string, PricedField>();
  for (const field of fields) {
    if (field.conditions.some((node) => isSurelyLeftOut(node, variables))) continue;
    const key = `${field.on.name} ${responseKey(field)}`;
    const same = places.get(key);
    places.set(key, same ? { ...same, below: [...same.below, ...field.below] } : field);
  }
  return Array.from(places.values(), (place) => ({ ...place, below: placesIn(place.below, variables) }));
}

/** Whether `@skip` or `@include` leave out a selection. Throws a GraphQLError when a condition is null. */
export function isLeftOut(node: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  if (!node.directives?.length) return false;
  const conditionOf = (directive: GraphQLDirective) => getDirectiveValues(directive, node, variables)?.if;
  return conditionOf(GraphQLSkipDirective) === true || conditionOf(GraphQLIncludeDirective) === false;
}

function isSurelyLeftOut(...selected: Parameters<typeof isLeftOut>): boolean {
  try {
    return isLeftOut(...selected);
  } catch {
    // Variables that do not coerce: the execution reports them.
    return false;
  }
}

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

/** Whether one of the fields leads through a list to a lookup. */
export const leadsToListedLookups = (fields: readonly PricedField[]): boolean =>
  fields.some(
    ({ definition, below }) => below.length > 0 && (isList(definition.type) || leadsToListedLookups(below)),
  );

/** Whether directives decide about one of the fields. */
export const haveConditions = (fields: readonly PricedField[]): boolean =>
  fields.some(({ conditions, below }) => conditions.length > 0 || haveConditions(below));

/** Whether one of the fields chooses its lookups by its arguments. */
export const leadsToComposites = (fields: readonly PricedField[]): boolean =>
  fields.some(({ composite, below }) => composite !== undefined || leadsToComposites(below));

/** Whether arguments decide the price of one of the fields, or the length of one of the lists. */
export const arePricedByArguments = (fields: readonly PricedField[]): boolean =>
  fields.some(
    ({ lookup, composite, definition: { extensions }, below }) =>
      composite !== undefined ||
      typeof lookup?.price === 'function' ||
      (lookup?.maxItems ?? extensions.first ?? extensions.itemsOf) !== undefined ||
      arePricedByArguments(below),
  );

/** Returns the lookups that the fields may ask, each once. */
export function lookupsIn(fields: readonly PricedField[], found = new Set<Lookup>()): ReadonlySet<Lookup> {
  for (const { lookup, composite, below } of fields) {
    if (lookup) found.add(lookup);
    for (const each of composite?.all ?? []) found.add(each);
    lookupsIn(below, found);
  }
  return found;
}
