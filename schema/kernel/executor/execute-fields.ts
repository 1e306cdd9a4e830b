import {
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
  locatedError,
  type OperationDefinitionNode,
  type ResponsePath,
  responsePathAsArray,
} from 'graphql';
import { isPromise, mapMaybe } from '../../../core/maybe-promise.ts';
import { isTurnOver, type Measure } from '../../../core/turns.ts';
import type { Context } from '../../../resolvers/kernel/context.ts';
import type { Bounds } from '../price.ts';
import type { Definitions } from '../selections.ts';
import { CallBounds } from './call-bounds.ts';
import { ResultLimitError, type ResultLimits, ResultSize } from './result-limits.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The operation of a plan, with the definitions that `info` shows to resolvers. */
export interface Operation extends Definitions {
  readonly definition: OperationDefinitionNode;
}

/** The selected fields of values of one object type. */
export interface ObjectPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** Whether a response key is `__proto__`, which needs an object without a prototype. */
  readonly holdsProto: boolean;
}

/** One selected field, with everything that depends on the document alone. */
export interface FieldPlan {
  /** The response key: alias or name. */
  readonly key: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** The field nodes that the document merges into this field. */
  readonly nodes: readonly FieldNode[];
  /** The value of the field where it is `__typename`. */
  readonly typename: string | undefined;
  /** The property of the source, where the default resolver would only read it. */
  readonly property: string | undefined;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  /** The arguments, where they hold no variable. */
  readonly constantArguments: Values | undefined;
  readonly isLeaf: boolean;
  /** Whether the resolver runs a lookup, which may be bounded. */
  readonly isLookup: boolean;
  /** The `typeof` of values that the type completes to themselves. */
  readonly plain: 'string' | 'boolean' | undefined;
  readonly isNonNull: boolean;
  readonly complete: Complete;
}

/**
 * Completes a resolved value; returns the result or a promise of it. Throws when the field fails. `path` is the path of
 * the value; it is undefined for leaf fields.
 */
export type Complete = (
  execution: Execution,
  field: FieldPlan,
  value: unknown,
  path: ResponsePath | undefined,
) => unknown;

/** Items of lists after which an execution looks whether its turn is over. */
const itemsPerLook = 64;

/** The state of one execution of a plan. */
export class Execution {
  readonly operation: Operation;
  readonly variables: Record<string, unknown>;
  readonly context: unknown;
  readonly receipts: Context['receipts'];
  readonly errors: GraphQLError[] = [];
  /** Undefined for the documents of routes, which are fixed. */
  readonly size: ResultSize | undefined;
  /** Undefined where no lookup is below a list or beyond a budget. */
  readonly calls: CallBounds | undefined;
  /** Runs a synchronous part, whose time counts for the caller. */
  readonly measure: Measure;
  #items = 0;
  #nulledPaths: Set<ResponsePath | undefined> | undefined;
  #arguments: Map<FieldPlan, Values> | undefined;

  constructor(
    operation: Operation,
    variables: Record<string, unknown>,
    context: unknown,
    limits?: ResultLimits,
    bounds?: Bounds,
  ) {
    this.size = limits && new ResultSize(limits);
    this.calls = bounds && new CallBounds(operation.schema, bounds);
    this.operation = operation;
    this.variables = variables;
    this.context = context;
    this.receipts = (context as Context | undefined)?.receipts;
    this.measure = (context as { readonly measure?: Measure } | undefined)?.measure ?? ((part) => part());
  }

  /** Whether a list goes on in a later turn of the event loop. Most results are small, so few items ask for the time. */
  endsTurn(): boolean {
    this.#items += 1;
    return this.#items % itemsPerLook === 0 && isTurnOver();
  }

  /** Adds the error that makes the value at `path` null, unless that value or one above it is null already. */
  addError(error: GraphQLError, path: ResponsePath | undefined): void {
    this.#nulledPaths ??= new Set();
    for (let ancestor = path; ancestor; ancestor = ancestor.prev) {
      if (this.#nulledPaths.has(ancestor)) return;
    }
    if (this.#nulledPaths.has(undefined)) return;
    this.#nulledPaths.add(path);
    this.errors.push(error);
  }

  /** The arguments of a field: one frozen object for all items of a list. Throws when a variable does not fit. */
  argumentsOf(field: FieldPlan): Values {
    if (field.constantArguments) return field.constantArguments;
    this.#arguments ??= new Map();
    let values = this.#arguments.get(field);
    if (!values) {
      values = Object.freeze(getArgumentValues(field.definition, field.nodes[0]!, this.variables));
      this.#arguments.set(field, values);
    }
    return values;
  }
}

/** The `info` of resolvers. Nearly no resolver reads it, so each property is computed when it is read. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly #execution: Execution;
  readonly #field: FieldPlan;
  readonly #parentPath: ResponsePath | undefined;

  constructor(execution: Execution, field: FieldPlan, parentPath: ResponsePath | undefined) {
    this.#execution = execution;
    this.#field = field;
    this.#parentPath = parentPath;
  }

  get fieldName() {
    return this.#field.definition.name;
  }
  get fieldNodes() {
    return this.#field.nodes;
  }
  get returnType() {
    return this.#field.definition.type;
  }
  get parentType() {
    return this.#field.parentType;
  }
  get path() {
    return pathOf(this.#field, this.#parentPath);
  }
  get schema() {
    return this.#execution.operation.schema;
  }
  get fragments() {
    return this.#execution.operation.fragments;
  }
  get rootValue() {
    return undefined;
  }
  get operation() {
    return this.#execution.operation.definition;
  }
  get variableValues() {
    return this.#execution.variables;
  }
}

/**
 * Executes the fields of one object; returns the result object or a promise of it. Throws or rejects when a non-null
 * field fails. It throws only after the fields that are pending have settled, so that no rejection is unhandled.
 */
export function executeFields(
  execution: Execution,
  plan: ObjectPlan,
  source: unknown,
  path: ResponsePath | undefined,
): unknown {
  const result: Record<string, unknown> = plan.holdsProto ? Object.create(null) : {};
  // Promise.all makes a promise of every value, and most values are not promises.
  let pendingKeys: string[] | undefined;
  try {
    for (const field of plan.fields) {
      const value = field.typename ?? executeField(execution, field, source, path);
      result[field.key] = value;
      execution.size?.addField(field.key, value);
      if (isPromise(value)) {
        pendingKeys ??= [];
        pendingKeys.push(field.key);
      }
    }
  } catch (error) {
    if (!pendingKeys) throw error;
    return settled(execution, result, pendingKeys).finally(() => {
      throw error;
    });
  }
  return pendingKeys ? settled(execution, result, pendingKeys) : result;
}

/** Replaces the promises among the values of a result object by what they resolve to. */
function settled(
  execution: Execution,
  result: Record<string, unknown>,
  pendingKeys: readonly string[],
): Promise<unknown> {
  const settle = (key: string, value: unknown) => {
    result[key] = value;
    execution.size?.addValue(value);
    return result;
  };
  const first = pendingKeys[0]!;
  if (pendingKeys.length === 1)
    return (result[first] as Promise<unknown>).then((value) => settle(first, value));
  return Promise.all(pendingKeys.map((key) => result[key])).then((values) => {
    for (const [index, key] of pendingKeys.entries()) settle(key, values[index]);
    return result;
  });
}

function executeField(
  execution: Execution,
  field: FieldPlan,
  source: unknown,
  parentPath: ResponsePath | undefined,
): unknown {
  let value: unknown;
  try {
    value = resolveField(execution, field, source, parentPath);
  } catch (raw) {
    return handleError(execution, field, raw, pathOf(field, parentPath));
  }
  return typeof value === field.plain ? value : completeField(execution, field, value, parentPath);
}

function completeField(
  execution: Execution,
  field: FieldPlan,
  value: unknown,
  parentPath: ResponsePath | undefined,
): unknown {
  // Most fields are leaves, and a leaf needs its path only for an error.
  const path = field.isLeaf ? undefined : pathOf(field, parentPath);
  const fail = (raw: unknown) => handleError(execution, field, raw, path ?? pathOf(field, parentPath));
  const complete = (resolved: unknown) => {
    try {
      const completed = field.complete(execution, field, resolved, path);
      return isPromise(completed) ? completed.then(undefined, fail) : completed;
    } catch (raw) {
      return fail(raw);
    }
  };
  // One promise for the value, its completion and their errors.
  return isPromise(value)
    ? value.then((resolved) => execution.measure(() => complete(resolved)), fail)
    : complete(value);
}

function resolveField(
  execution: Execution,
  field: FieldPlan,
  source: unknown,
  parentPath: ResponsePath | undefined,
): unknown {
  const { property, resolve } = field;
  if (property !== undefined && typeof source === 'object' && source !== null) {
    const value = (source as Values)[property];
    // The default resolver calls methods.
    if (typeof value !== 'function') return value;
  }
  if (field.isLookup && execution.calls?.admits(field, parentPath) === false) return null;
  const info = new ResolveInfo(execution, field, parentPath);
  if (execution.receipts && field.isLookup) return resolveNoted(execution, field, source, info);
  return resolve(source, execution.argumentsOf(field), execution.context, info);
}

/** Resolves a field that asks lookups, with a context that notes them for this place. */
function resolveNoted(execution: Execution, field: FieldPlan, source: unknown, info: ResolveInfo): unknown {
  let found: unknown;
  const evidence = () => evidenceOf(field.parentType, source) ?? evidenceOf(field.definition.type, found);
  const place = { path: responsePathAsArray(info.path), evidence };
  const context = execution.receipts!.at(execution.context as Context, place);
  return mapMaybe(field.resolve(source, execution.argumentsOf(field), context, info), (value) => {
    found = value;
    return value;
  });
}

/** What the link to or in a value rests on, where its type says so. */
function evidenceOf(type: GraphQLOutputType, value: unknown): string | null {
  const named = getNamedType(type);
  const field = isObjectType(named) ? named.getFields().matchedBy : undefined;
  if (!field || typeof value !== 'object' || value === null) return null;
  const ground = (field.resolve as ((parent: unknown) => unknown) | undefined)?.(value);
  return (getNamedType(field.type) as GraphQLEnumType).serialize(ground) as string;
}

const pathOf = (field: FieldPlan, parentPath: ResponsePath | undefined): ResponsePath => ({
  prev: parentPath,
  key: field.key,
  typename: field.parentType.name,
});

/** Returns null for a nullable value that fails, and adds the error. Throws the error for a non-null value. */
export function handleError(
  execution: Execution,
  field: FieldPlan,
  raw: unknown,
  path: ResponsePath,
  isNonNull = field.isNonNull,
): null {
  if (raw instanceof ResultLimitError) throw raw;
  const error = locatedError(raw, field.nodes, responsePathAsArray(path));
  if (isNonNull) throw error;
  execution.addError(error, path);
  return null;
}
