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
// GraphQL.js shows values in its messages by this; it is the one thing here that its index does not export.
import { inspect } from 'graphql/jsutils/inspect.js';
import { isPromise } from '../../../core/maybe-promise.ts';
import {
  type Complete,
  type Execution,
  type FieldPlan,
  fail,
  Info,
  type ObjectPlan,
  runFields,
} from './execute-fields.ts';

/** What is to be answered below a field, for values of one object type. Throws when a directive there cannot be read. */
export type PlanObject = (type: GraphQLObjectType) => ObjectPlan;

/** How values of a type become their part of the answer, as the specification's CompleteValue has it. */
export function completionOf(type: GraphQLOutputType, planObject: PlanObject): Complete {
  if (isNonNullType(type)) return completeNonNull(completionOf(type.ofType, planObject));
  if (isListType(type)) {
    return completeList(completionOf(type.ofType, planObject), isNonNullType(type.ofType));
  }
  if (isLeafType(type)) return completeLeaf(type);
  return isObjectType(type) ? completeObject(type, planObject) : completeAbstract(type, planObject);
}

/** Whether there is nothing to complete. An Error fails its field, thrown or not. */
function isNothing(value: unknown): value is null | undefined {
  if (value instanceof Error) throw value;
  return value === null || value === undefined;
}

function completeNonNull(complete: Complete): Complete {
  return (execution, field, value, path) => {
    const completed = complete(execution, field, value, path);
    if (completed === null) throw new Error(`Cannot return null for non-nullable field ${named(field)}.`);
    return completed;
  };
}

function completeLeaf(type: GraphQLLeafType): Complete {
  return (_execution, _field, value) => {
    if (isNothing(value)) return null;
    const serialized = type.serialize(value);
    if (serialized === null || serialized === undefined) {
      throw new Error(
        `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
      );
    }
    return serialized;
  };
}

function completeList(complete: Complete, itemsAreNonNull: boolean): Complete {
  return (execution, field, value, path) => {
    if (isNothing(value)) return null;
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${named(field)}".`);
    }
    const items: unknown[] = [];
    let isPending = false;
    for (const entry of value) {
      const place = { prev: path, key: items.length, typename: undefined };
      const item = completeItem(execution, field, complete, entry, place, itemsAreNonNull);
      if (isPromise(item)) isPending = true;
      items.push(item);
    }
    return isPending ? Promise.all(items) : items;
  };
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
      ? completed.then(undefined, (raw) => fail(execution, field, raw, path, isNonNull))
      : completed;
  } catch (raw) {
    return fail(execution, field, raw, path, isNonNull);
  }
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { readonly [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';

function completeObject(type: GraphQLObjectType, planObject: PlanObject): Complete {
  let plan: ObjectPlan | undefined;
  return (execution, field, value, path) => {
    if (isNothing(value)) return null;
    // Only now: an interface below an interface below an interface has more plans than any answer has objects.
    plan ??= planObject(type);
    return runObject(execution, field, plan, value, path);
  };
}

function completeAbstract(type: GraphQLAbstractType, planObject: PlanObject): Complete {
  const plans = new Map<unknown, ObjectPlan>();
  const resolveType = type.resolveType ?? defaultTypeResolver;

  function runAs(name: unknown, ...[execution, field, value, path]: Parameters<Complete>): unknown {
    let plan = plans.get(name);
    if (!plan) {
      plan = planObject(possibleType(execution.operation.schema, type, name, field, value));
      plans.set(name, plan);
    }
    return runObject(execution, field, plan, value, path);
  }

  return (execution, field, value, path) => {
    if (isNothing(value)) return null;
    const name: unknown = resolveType(value, execution.context, infoAt(execution, field, path), type);
    return isPromise(name)
      ? name.then((resolved) => runAs(resolved, execution, field, value, path))
      : runAs(name, execution, field, value, path);
  };
}

function runObject(
  execution: Execution,
  field: FieldPlan,
  plan: ObjectPlan,
  value: unknown,
  path: ResponsePath | undefined,
): unknown {
  const { type } = plan;
  if (!type.isTypeOf) return runFields(execution, plan, value, path);
  const isOfType = type.isTypeOf(value, execution.context, infoAt(execution, field, path));
  return isPromise(isOfType)
    ? isOfType.then((resolved) => runIf(resolved, execution, field, plan, value, path))
    : runIf(isOfType, execution, field, plan, value, path);
}

function runIf(isOfType: boolean, ...[execution, field, plan, value, path]: Parameters<typeof runObject>) {
  if (isOfType) return runFields(execution, plan, value, path);
  throw wrongType(field, `Expected value of type "${plan.type.name}" but got: ${inspect(value)}.`);
}

/** What is asked about the type of an item is asked in the place of its field. */
function infoAt(execution: Execution, field: FieldPlan, path: ResponsePath | undefined): Info {
  let place = path;
  // Only the places of items have no type.
  while (place && place.typename === undefined) place = place.prev;
  return new Info(execution, field, place?.prev);
}

/** The object type that a value of an abstract type was said to have. What is wrong with it is told as GraphQL.js does. */
function possibleType(
  schema: GraphQLSchema,
  abstract: GraphQLAbstractType,
  name: unknown,
  field: FieldPlan,
  value: unknown,
): GraphQLObjectType {
  const unresolved = `Abstract type "${abstract.name}" must resolve to an Object type at runtime for field "${named(field)}"`;
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

const named = ({ parentType, definition }: FieldPlan): string => `${parentType.name}.${definition.name}`;
