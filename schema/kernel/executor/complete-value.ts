import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type ResponsePath,
} from 'graphql';
// The index of graphql-js does not export `inspect`, which formats values in its error messages.
import { inspect } from 'graphql/jsutils/inspect.js';
import { Fault } from '../../../core/faults.ts';
import { isPromise } from '../../../core/maybe-promise.ts';
import { nextTurn } from '../../../core/turns.ts';
import {
  type Complete,
  type Execution,
  executeFields,
  type FieldPlan,
  handleError,
  type ObjectPlan,
  ResolveInfo,
} from './execute-fields.ts';

/** Plans the selections of a field for one object type. Throws a GraphQLError when the condition of a directive is null. */
export type PlanObject = (type: GraphQLObjectType) => ObjectPlan;

/** Returns the function that completes values of a type: CompleteValue of the GraphQL specification. */
export function completionOf(type: GraphQLOutputType, planObject: PlanObject): Complete {
  if (isNonNullType(type)) return completeNonNull(completionOf(type.ofType, planObject));
  if (isListType(type)) {
    return completeList(completionOf(type.ofType, planObject), isNonNullType(type.ofType));
  }
  if (isLeafType(type)) return completeLeaf(type);
  return isObjectType(type) ? completeObject(type, planObject) : completeAbstract(type, planObject);
}

/** Whether a value completes to null. Throws a value that is an Error: a resolver may return one instead of throwing. */
function isNullish(value: unknown): value is null | undefined {
  if (value instanceof Error) throw value;
  return value === null || value === undefined;
}

function completeNonNull(complete: Complete): Complete {
  return (execution, field, value, path) => {
    const completed = complete(execution, field, value, path);
    if (completed === null) throw new Error(`Cannot return null for non-nullable field ${fieldName(field)}.`);
    return completed;
  };
}

function completeLeaf(type: GraphQLLeafType): Complete {
  return (_execution, _field, value) => {
    if (isNullish(value)) return null;
    const serialized = serializedAs(type, value);
    if (serialized === null || serialized === undefined) {
      throw new Error(
        `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
      );
    }
    return serialized;
  };
}

/** A whole number past the range of its type is the source's, as our own counts are small: a reader is told so. */
function serializedAs(type: GraphQLLeafType, value: unknown): unknown {
  try {
    return type.serialize(value);
  } catch (cause) {
    if (!Number.isInteger(value) || type.name !== 'Int') throw cause;
    throw new Fault('upstreamChanged', 'The source answered with a number past the range of this field.', {
      cause,
    });
  }
}

function completeList(complete: Complete, itemsAreNonNull: boolean): Complete {
  function completeEntries(list: List, execution: Execution, field: FieldPlan): unknown {
    const { entries, items, path } = list;
    try {
      for (let next = entries.next(); !next.done; next = entries.next()) {
        const itemPath = { prev: path, key: items.length, typename: undefined };
        const item = completeItem(execution, field, complete, next.value, itemPath, itemsAreNonNull);
        if (isPromise(item)) list.isPending = true;
        items.push(item);
        execution.size?.addValue(item);
        if (execution.endsTurn()) {
          return nextTurn().then(() => execution.measure(() => completeEntries(list, execution, field)));
        }
      }
    } catch (error) {
      // Nobody waits for those any more, and a rejection that nobody handles ends the process.
      for (const item of items) if (isPromise(item)) item.catch(() => {});
      throw error;
    }
    return list.isPending ? Promise.all(items) : items;
  }
  return (execution, field, value, path) => {
    if (isNullish(value)) return null;
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${fieldName(field)}".`);
    }
    const entries = value[Symbol.iterator]();
    return completeEntries({ entries, items: [], path, isPending: false }, execution, field);
  };
}

/** A list that is being completed, in several turns when it is long. */
interface List {
  readonly entries: Iterator<unknown>;
  readonly items: unknown[];
  readonly path: ResponsePath | undefined;
  isPending: boolean;
}

function completeItem(
  execution: Execution,
  field: FieldPlan,
  complete: Complete,
  value: unknown,
  path: ResponsePath,
  isNonNull: boolean,
): unknown {
  try {
    const completed = isPromise(value)
      ? value.then((resolved) => complete(execution, field, resolved, path))
      : complete(execution, field, value, path);
    return isPromise(completed)
      ? completed.then(undefined, (raw) => handleError(execution, field, raw, path, isNonNull))
      : completed;
  } catch (raw) {
    return handleError(execution, field, raw, path, isNonNull);
  }
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { readonly [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';

function completeObject(type: GraphQLObjectType, planObject: PlanObject): Complete {
  let plan: ObjectPlan | undefined;
  return (execution, field, value, path) => {
    if (isNullish(value)) return null;
    // Planned for the first value: nested interfaces have more possible plans than a result has objects.
    plan ??= planObject(type);
    return completeObjectValue(execution, field, plan, value, path);
  };
}

function completeAbstract(type: GraphQLAbstractType, planObject: PlanObject): Complete {
  const plans = new Map<unknown, ObjectPlan>();
  const resolveType = type.resolveType ?? defaultTypeResolver;

  function completeAs(name: unknown, ...[execution, field, value, path]: Parameters<Complete>): unknown {
    let plan = plans.get(name);
    if (!plan) {
      plan = planObject(possibleType(execution.operation.schema, type, name, field, value));
      plans.set(name, plan);
    }
    return completeObjectValue(execution, field, plan, value, path);
  }

  return (execution, field, value, path) => {
    if (isNullish(value)) return null;
    const name: unknown = resolveType(value, execution.context, infoOf(execution, field, path), type);
    return isPromise(name)
      ? name.then((resolved) => completeAs(resolved, execution, field, value, path))
      : completeAs(name, execution, field, value, path);
  };
}

function completeObjectValue(
  execution: Execution,
  field: FieldPlan,
  plan: ObjectPlan,
  value: unknown,
  path: ResponsePath | undefined,
): unknown {
  const { type } = plan;
  if (!type.isTypeOf) return executeFields(execution, plan, value, path);
  const isOfType = type.isTypeOf(value, execution.context, infoOf(execution, field, path));
  return isPromise(isOfType)
    ? isOfType.then((resolved) => completeIf(resolved, execution, field, plan, value, path))
    : completeIf(isOfType, execution, field, plan, value, path);
}

function completeIf(
  isOfType: boolean,
  ...[execution, field, plan, value, path]: Parameters<typeof completeObjectValue>
) {
  if (isOfType) return executeFields(execution, plan, value, path);
  throw wrongType(field, `Expected value of type "${plan.type.name}" but got: ${inspect(value)}.`);
}

/** The info of `resolveType` and `isTypeOf` is that of the field, also for the items of a list. */
function infoOf(execution: Execution, field: FieldPlan, path: ResponsePath | undefined): ResolveInfo {
  let fieldPath = path;
  // Only the path of a list item has no typename.
  while (fieldPath && fieldPath.typename === undefined) fieldPath = fieldPath.prev;
  return new ResolveInfo(execution, field, fieldPath?.prev);
}

/** Checks the result of `resolveType`. Throws with the messages of graphql-js. */
function possibleType(
  schema: GraphQLSchema,
  abstract: GraphQLAbstractType,
  name: unknown,
  field: FieldPlan,
  value: unknown,
): GraphQLObjectType {
  const unresolved = `Abstract type "${abstract.name}" must resolve to an Object type at runtime for field "${fieldName(field)}"`;
  if (name === null || name === undefined) {
    throw wrongType(
      field,
      `${unresolved}. Either the "${abstract.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
    );
  }
  if (isObjectType(name)) {
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    );
  }
  if (typeof name !== 'string') {
    throw new GraphQLError(`${unresolved} with value ${inspect(value)}, received "${inspect(name)}".`);
  }
  const type = schema.getType(name);
  const resolved = `Abstract type "${abstract.name}" was resolved to a`;
  if (!type) throw wrongType(field, `${resolved} type "${name}" that does not exist inside the schema.`);
  if (!isObjectType(type)) throw wrongType(field, `${resolved} non-object type "${name}".`);
  if (!schema.isSubType(abstract, type)) {
    throw wrongType(field, `Runtime Object type "${name}" is not a possible type for "${abstract.name}".`);
  }
  return type;
}

const wrongType = (field: FieldPlan, message: string): GraphQLError =>
  new GraphQLError(message, { nodes: field.nodes });

const fieldName = ({ parentType, definition }: FieldPlan): string => `${parentType.name}.${definition.name}`;
