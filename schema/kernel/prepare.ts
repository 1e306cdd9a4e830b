import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  Source,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { Fault, releaseFrames } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { once } from '../../core/once.ts';
import { checkInputs } from '../../resolvers/kernel/check.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Inputs } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import { budgetDirective, type Fitting, fitInto } from './budget.ts';
import { createCacheKey } from './cache-key.ts';
import type { Permits } from './composite.ts';
import { checkCounts, checkLines } from './document-counts.ts';
import { documentLimits } from './document-limits.ts';
import { measureOperations, type OperationSize } from './document-size.ts';
import { createPlan, type Plan, variableCoercion } from './executor/plan.ts';
import type { ResultLimits } from './executor/result-limits.ts';
import {
  askedLookups,
  callBoundsOf,
  type FieldPrice,
  priceByGroup,
  priceOf,
  priceOfListFields,
} from './price.ts';
import {
  type ArguedSelection,
  arePricedByArguments,
  type FoundLookups,
  findLookups,
  haveConditions,
  isLeftOut,
  leadsToComposites,
  leadsToListedLookups,
  lookupsIn,
  type PricedField,
  placesIn,
} from './priced-fields.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** One operation of a document that is parsed, valid, and within the document limits. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The selected fields that are lookups or lead to lookups. */
  readonly fields: readonly PricedField[];
  readonly lookups: ReadonlySet<Lookup>;
  /** Whether the result is about the caller. */
  readonly isPersonal: boolean;
  /** Permissions and groups of the lookups that are asked for variables as the caller sent them. */
  reach(variables: Variables): Reach;
  /** The part of each price that is for fields below lists. */
  readonly priceOfListFields: number;
  /**
   * The price of all lookups and of fields below lists, for variables as the caller sent them and the permissions of the
   * caller, every one by default; 0 without lookups.
   */
  price(variables: Variables, permits?: Permits): number;
  /** The price of the lookups of each group, whose sum is at least that of all. */
  priceByGroup(variables: Variables, permits?: Permits): ReadonlyMap<Group, number>;
  /** The price of each field, in document order; `*` stands for the fields below lists. */
  priceByField(variables: Variables, permits?: Permits): readonly FieldPrice[];
  /** The arguments of `@budget`; undefined without it. */
  budget(variables: Variables): { readonly lookups?: number | null } | undefined;
  /** The part that fits into a budget of lookups. Throws a Fault where fields below lists leave no lookup in it. */
  fitting(budget: number, variables: Variables, permits?: Permits): Fitting;
  /** What is wrong with variables, and with arguments that are checked before any lookup runs. */
  errors(variables: Variables): readonly GraphQLError[];
  /**
   * Names the result for these variables: equal keys have equal data. Spacing, comments, operation names, definitions
   * that the operation does not reach, and variables that it does not declare make no difference.
   */
  cacheKey(variables: Variables): string;
  /**
   * Executes the operation, unless arguments of a list or of a lookup below another are wrong: then no lookup runs.
   * Failures of fields are errors of the result; it neither throws nor rejects. With limits, a lookup below a list runs
   * for as many items as its price assumed.
   */
  execute(context: Context, variables: Variables, limits?: ResultLimits): MaybePromise<ExecutionResult>;
}

/** What a query needs of its caller, each once. */
export interface Reach {
  readonly permissions: readonly Permission[];
  readonly groups: readonly Group[];
}

/** `reason` is the step that refused the document. The lookup limit and operations other than queries are `validate`. */
export interface RefusedDocument {
  readonly errors: readonly GraphQLError[];
  readonly reason: 'parse' | 'validate' | 'operation';
}

export type Preparation = { readonly prepared: Prepared } | RefusedDocument;

/** Parses, validates and prices documents, and remembers the outcome by their text. */
export interface Preparer {
  readonly schema: GraphQLSchema;
  /** Never throws for a document: a document that cannot run is a `RefusedDocument`. */
  prepare(text: string, operationName?: string | null): Preparation;
  /** The outcome if it is remembered; undefined otherwise. Does not parse. */
  remembered(text: string, operationName?: string | null): Preparation | undefined;
}

/**
 * Callers choose the texts, so both caches are bounded: by entries, and by characters of text in all. Refusals have a
 * cache of their own, so that invalid documents do not evict valid ones.
 */
const preparedLimits = {
  max: 1_000,
  // A prepared document takes about fifty times the memory of its text: 30 MB in all.
  maxSize: 600_000,
  maxEntrySize: 16_384,
};
const refusedLimits = { max: 1_000, maxSize: 2_000_000, maxEntrySize: 131_072 };

export function createPreparer(schema: GraphQLSchema): Preparer {
  const prepared = new LRUCache<string, Preparation>(preparedLimits);
  const refused = new LRUCache<string, Preparation>(refusedLimits);
  const remembered = (key: string) => prepared.get(key) ?? refused.get(key);
  return {
    schema,
    prepare(text, operationName) {
      const key = keyOf(text, operationName);
      const known = remembered(key);
      if (known) return known;
      const preparation = prepare(schema, text, operationName ?? undefined);
      if ('prepared' in preparation) prepared.set(key, preparation, { size: key.length });
      else refused.set(key, preparation, { size: key.length + messageLength(preparation.errors) });
      return preparation;
    },
    remembered: (text, operationName) => remembered(keyOf(text, operationName)),
  };
}

const messageLength = (errors: readonly GraphQLError[]): number =>
  errors.reduce((sum, { message }) => sum + message.length, 0);

/**
 * The length of the name separates name and text, so that no two pairs of them have one key. A document alone is its own key,
 * whose hash is computed once, unless it begins as other keys do, which no valid one does.
 */
function keyOf(text: string, operationName: string | null | undefined): string {
  if (operationName != null) return `${operationName.length}:${operationName}${text}`;
  return /^[\d:]/.test(text) ? `:${text}` : text;
}

function prepare(schema: GraphQLSchema, text: string, operationName: string | undefined): Preparation {
  const source = new Source(text);
  let document: DocumentNode;
  try {
    checkLines(text);
    document = parse(source, { maxTokens: documentLimits.tokens });
  } catch (error) {
    // The parser overflows the stack on very deep documents, which is no GraphQLError.
    const wrong = error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.');
    return refuse('parse', [wrong]);
  }
  try {
    const { errors, sizes } = inspect(schema, document, source);
    if (errors.length > 0)
      return refuse(
        'validate',
        errors.map((error) => withIdOf(schema, error)),
      );
    const operation = getOperationAST(document, operationName);
    if (!operation) return refuse('operation', [operationError(document, operationName)]);
    // Validation passes operations whose root type the schema lacks.
    if (operation.operation !== OperationTypeNode.QUERY) {
      const message = `There is no ${operation.operation} here; the graph is asked by queries.`;
      return refuse('validate', [new GraphQLError(message, { nodes: operation })]);
    }
    const size = sizes.get(operation)!;
    return {
      prepared: compile(schema, document, operation, {
        ...findLookups(schema, document, operation),
        ...size,
      }),
    };
  } catch (error) {
    if (error instanceof GraphQLError) return refuse('validate', [error]);
    throw error;
  }
}

/** The error of a field `id` that a type lacks, with the name of its own id. */
function withIdOf(schema: GraphQLSchema, error: GraphQLError): GraphQLError {
  const [, name] = /^Cannot query field "id" on type "(\w+)"/.exec(error.message) ?? [];
  const type = name === undefined ? undefined : schema.getType(name);
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [];
  // Its own id stands before those of others.
  const id = fields.find((field) => /^(?:tag|uuid)$|(?<!By)Id$/.test(field));
  if (id === undefined) return error;
  const { source, positions, extensions } = error;
  const message = `Cannot query field "id" on type "${name}". "${name}" has "${id}".`;
  return new GraphQLError(message, { ...(source && positions ? { source, positions } : {}), extensions });
}

interface Inspection {
  readonly errors: readonly GraphQLError[];
  /** The sizes of the operations of a valid document. */
  readonly sizes: ReadonlyMap<OperationDefinitionNode, OperationSize>;
}

/** Validates a document: first its size, in linear time, since rules of graphql-js compare in pairs. */
function inspect(schema: GraphQLSchema, document: DocumentNode, source: Source): Inspection {
  const check = (rules: readonly ValidationRule[]) =>
    validate(schema, document, rules, { maxErrors: documentLimits.errors });
  const { body } = source;
  try {
    // Each error counts the lines of the text before each of its nodes, of which there may be thousands. Their offsets
    // are enough until `refuse` chooses the locations to report.
    source.body = '';
    checkCounts(document);
    const cycles = check([NoFragmentCyclesRule]);
    if (cycles.length > 0) return { errors: cycles, sizes: new Map() };
    const sizes = measureOperations(schema, document);
    return { errors: check(specifiedRules), sizes };
  } finally {
    source.body = body;
  }
}

function operationError({ definitions }: DocumentNode, operationName: string | undefined): GraphQLError {
  const names = definitions.flatMap(
    (each) => (each.kind === Kind.OPERATION_DEFINITION && each.name?.value) || [],
  );
  const which = names.length === 0 ? '' : `: operationName must be one of ${names.join(', ')}`;
  const what = operationName === undefined ? 'several operations' : 'no operation of that name';
  return new GraphQLError(`The document holds ${what}${which}.`);
}

const refuse = (reason: RefusedDocument['reason'], errors: readonly GraphQLError[]): RefusedDocument => ({
  reason,
  errors: errors.map(withoutNodes),
});

/** The error with its first locations but without its nodes, which would keep the whole document in memory. */
function withoutNodes({ message, source, positions, extensions }: GraphQLError): GraphQLError {
  const at = source && positions ? { source, positions: positions.slice(0, documentLimits.locations) } : {};
  return releaseFrames(new GraphQLError(message, { ...at, extensions }));
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { fields, isPersonal, argued, listFields }: FoundLookups & OperationSize,
): Prepared {
  const lookups = lookupsIn(fields);
  const hasListedLookups = leadsToListedLookups(fields);
  const hasComposites = leadsToComposites(fields);
  const constantReach = reachOf(lookups);
  const listFieldsPrice = priceOfListFields(listFields);
  // One request asks several times with the same variables, and an operation without variables has the same values in
  // every request.
  const coerce = rememberLast(variableCoercion(schema, operation));
  const allPlaces = haveConditions(fields) ? undefined : placesIn(fields, {});
  const placesOfValues = rememberLast((values: Variables) => placesIn(fields, values));
  const placesFor = (values: Variables) => allPlaces ?? placesOfValues(values);
  const reachOfValues = rememberLast((values: Variables) => reachOf(askedLookups(placesFor(values), values)));
  const priceOfValues =
    allPlaces && !arePricedByArguments(allPlaces)
      ? once(() => priceOf(allPlaces, {}))
      : rememberLast((values: Variables) => priceOf(placesFor(values), values));
  const errorsOfValues = rememberLast((values: Variables) => errorsIn(argued, values));
  const boundsOfValues = rememberLast((values: Variables) => callBoundsOf(placesFor(values), values));
  // Variables that do not coerce count as absent: their execution runs no lookup.
  const valuesOf = (variables: Variables): Variables => coerce(variables).coerced ?? {};
  const errorsOf = (variables: Variables) => coerce(variables).errors ?? errorsOfValues(valuesOf(variables));
  let plan: Plan | undefined;
  return {
    document,
    operation,
    fields,
    lookups,
    isPersonal,
    reach: (variables) => (hasComposites ? reachOfValues(valuesOf(variables)) : constantReach),
    priceOfListFields: listFieldsPrice,
    price(variables, permits) {
      const values = valuesOf(variables);
      return (
        (hasComposites ? priceOf(placesFor(values), values, permits) : priceOfValues(values)) +
        listFieldsPrice
      );
    },
    budget: (variables) => getDirectiveValues(budgetDirective, operation, valuesOf(variables)),
    fitting(budget, variables, permits) {
      const values = valuesOf(variables);
      const fit = fitInto(budget - listFieldsPrice, placesFor(values), values, permits);
      if (listFieldsPrice > 0 && fit.price === 0) throw listFieldsBeyond(listFieldsPrice);
      return { ...fit, price: fit.price + listFieldsPrice };
    },
    priceByGroup(variables, permits) {
      const values = valuesOf(variables);
      return priceByGroup(placesFor(values), values, permits);
    },
    priceByField(variables, permits) {
      const values = valuesOf(variables);
      const { shares } = fitInto(Number.POSITIVE_INFINITY, placesFor(values), values, permits);
      return listFieldsPrice === 0 ? shares : [...shares, { field: '*', parents: 1, price: listFieldsPrice }];
    },
    errors: errorsOf,
    cacheKey: rememberLast(createCacheKey(document, operation, coerce)),
    execute(context, variables, limits) {
      const errors = errorsOf(variables);
      if (errors.length > 0) return { errors };
      // Planned at the first execution: the documents of all routes are prepared, and few of them run.
      plan ??= createPlan(schema, document, operation, coerce);
      const isBounded = limits !== undefined && hasListedLookups;
      const bounds = limits?.beyond ?? (isBounded ? boundsOfValues(valuesOf(variables)) : undefined);
      return plan.execute(context, variables, limits, bounds);
    },
  };
}

const listFieldsBeyond = (price: number): Fault =>
  new Fault(
    'budgetExceeded',
    `The fields below lists cost ${price} ${price === 1 ? 'lookup' : 'lookups'}, and the budget has none left beside them.`,
    { facts: { price } },
  );

/** The errors of wrong arguments, each at its place, which the lookups above the field need not run for. */
function errorsIn(
  argued: readonly ArguedSelection[],
  variables: Variables,
  visited = new Set<readonly ArguedSelection[]>(),
): readonly GraphQLError[] {
  // A fragment is visited once, however often it is spread.
  if (visited.has(argued)) return [];
  visited.add(argued);
  return argued.flatMap(({ node, definition, below }) => {
    try {
      if (isLeftOut(node, variables)) return [];
      const own = definition ? errorsOfArguments(definition, node as FieldNode, variables) : [];
      return [...own, ...errorsIn(below, variables, visited)];
    } catch (error) {
      // A variable is null where null may not stand.
      if (error instanceof GraphQLError) return error;
      throw error;
    }
  });
}

function errorsOfArguments(
  definition: PricedField['definition'],
  node: FieldNode,
  variables: Variables,
): readonly GraphQLError[] {
  const { filters, first, lookup, inputsFromParent } = definition.extensions;
  // The others come from the parent, and rules compare with those.
  const inputs: Inputs = { ...(inputsFromParent && lookup?.input), ...(first && { first }) };
  const values = getArgumentValues(definition, node, variables);
  return (node.arguments ?? []).flatMap((argument) => {
    const name = argument.name.value;
    const input = inputs[name];
    try {
      if (name === 'filter') filters?.read({ filter: values.filter });
      if (input && values[name] != null) checkInputs({ input: { [name]: input }, rules: [] }, values);
      return [];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return new GraphQLError(error.message, { nodes: argument, originalError: error });
    }
  });
}

const reachOf = (lookups: ReadonlySet<Lookup>): Reach => ({
  permissions: distinct([...lookups].map(({ permission }) => permission)),
  groups: distinct([...lookups].map(({ group }) => group)),
});

/** A function that remembers its last result for the same object. */
function rememberLast<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, result: compute(given) };
    return last.result;
  };
}

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];
