import {
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  type FieldNode,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLField,
  GraphQLID,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  getArgumentValues,
  getNullableType,
  getVariableValues,
  isLeafType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  type ValueNode,
  visit,
} from 'graphql';
import { isPromise, type MaybePromise } from '../../../core/maybe-promise.ts';
import { fieldDefinition } from '../fields.ts';
import type { Bounds } from '../price.ts';
import { definitionsOf } from '../selections.ts';
import { collectFields, type FieldNodes } from './collect-fields.ts';
import { completionOf } from './complete-value.ts';
import {
  Execution,
  executeFields,
  type FieldPlan,
  type ObjectPlan,
  type Operation,
  type Values,
} from './execute-fields.ts';
import type { ResultLimits } from './result-limits.ts';

/** An operation with everything that depends on the document alone computed once. */
export interface Plan {
  /**
   * Executes the operation. Failures of fields are errors of the result; it neither throws nor rejects. A result that
   * exceeds its limits has one error and no data. A lookup is null for parents beyond its bound.
   */
  execute(
    context: unknown,
    variables: Values,
    limits?: ResultLimits,
    bounds?: Bounds,
  ): MaybePromise<ExecutionResult>;
}

/** Coerces the variables of one operation: values with defaults, or errors. */
export type CoerceVariables = (given: Values) => ReturnType<typeof getVariableValues>;

/**
 * The maximum number of objects and fields of one plan; a plan that exceeds it starts empty again. It grows with the
 * outcomes of `@skip` and `@include` and with the runtime types of values, and callers choose both in part.
 */
const maxPlanSize = 4_000;

/** The maximum number of errors of variables, as in graphql-js. */
const maxErrors = 50;

/**
 * Plans a query of a validated document. Data, errors, and the calls of resolvers with their arguments equal those of
 * `execute` in graphql-js; errors of several fields may come in another order. Resolvers can see two differences: `args`
 * is one frozen object for all items of a list, and for all executions where it holds no variable; the properties of
 * `info` are getters of its class, so a spread copies none.
 */
export function createPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
  coerce = variableCoercion(schema, definition),
): Plan {
  const operation: Operation = { ...definitionsOf(schema, document), definition };
  const planner = new Planner(operation, conditionsOf(document));

  return {
    execute(context, given, limits, bounds) {
      const variables = coerce(given);
      if (variables.errors) return { errors: variables.errors };
      const execution = new Execution(operation, variables.coerced, context, limits, bounds);
      try {
        const root = planner.rootFor(variables.coerced);
        const data = execution.measure(() => executeFields(execution, root, undefined, undefined));
        if (!isPromise(data)) return resultOf(execution, data);
        return data.then(
          (settled) => resultOf(execution, settled),
          (error: GraphQLError) => failedResult(execution, error),
        );
      } catch (error) {
        return failedResult(execution, error as GraphQLError);
      }
    },
  };
}

const noVariables = { coerced: Object.freeze({}) };

export function variableCoercion(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): CoerceVariables {
  if (variableDefinitions.length === 0) return () => noVariables;
  return (given) => getVariableValues(schema, variableDefinitions, given, { maxErrors });
}

/** The result when a non-null field of the root fails. */
function failedResult(execution: Execution, error: GraphQLError): ExecutionResult {
  execution.addError(error, undefined);
  return resultOf(execution, null);
}

function resultOf({ errors, size }: Execution, completed: unknown): ExecutionResult {
  size?.end();
  const data = completed as Record<string, unknown> | null;
  return errors.length === 0 ? { data } : { errors, data };
}

/**
 * Plans an operation from the root down, each object type when its first value appears. Of the variables, the selected
 * fields depend on the conditions of `@skip` and `@include` alone, so each outcome of these has a plan.
 */
class Planner {
  readonly #operation: Operation;
  readonly #conditions: readonly string[];
  readonly #roots = new Map<string, ObjectPlan>();
  #size = 0;

  constructor(operation: Operation, conditions: readonly string[]) {
    this.#operation = operation;
    this.#conditions = conditions;
  }

  /** The plan of the root type for the conditions in these variables. Throws a GraphQLError when one of them is null. */
  rootFor(variables: Values): ObjectPlan {
    if (this.#size > maxPlanSize) {
      this.#roots.clear();
      this.#size = 0;
    }
    const key = this.#conditions.map((name) => String(variables[name])).join();
    let root = this.#roots.get(key);
    if (!root) {
      const { schema, definition } = this.#operation;
      // The plan outlives the request, so it keeps no other variables of the caller.
      const names = this.#conditions.filter((name) => Object.hasOwn(variables, name));
      const conditions = Object.fromEntries(names.map((name) => [name, variables[name]]));
      root = this.#planObject(rootTypeOf(schema, definition), [definition.selectionSet], conditions);
      this.#roots.set(key, root);
    }
    return root;
  }

  #planObject(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    conditions: Values,
  ): ObjectPlan {
    const collected = collectFields(this.#operation, type, selectionSets, conditions);
    const fields = [...collected].flatMap(
      ([key, nodes]) => this.#planField(type, key, nodes, conditions) ?? [],
    );
    this.#size += 1 + fields.length;
    return { type, fields, holdsProto: collected.has('__proto__') };
  }

  #planField(
    parentType: GraphQLObjectType,
    key: string,
    nodes: FieldNodes,
    conditions: Values,
  ): FieldPlan | undefined {
    const definition = fieldDefinition(this.#operation.schema, parentType, nodes[0].name.value);
    if (!definition) return undefined;
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const { type, args, resolve = defaultFieldResolver } = definition;
    return {
      key,
      definition,
      parentType,
      nodes,
      typename: definition === TypeNameMetaFieldDef ? parentType.name : undefined,
      // Decided by the resolver, not by extensions: another resolver may have been set after those.
      property: resolve === defaultFieldResolver && args.length === 0 ? definition.name : undefined,
      resolve,
      constantArguments: constantArguments(definition, nodes[0]),
      isLeaf: isLeafType(getNullableType(type)),
      isLookup: (definition.extensions.lookup ?? definition.extensions.composite) !== undefined,
      plain: plainOf(getNullableType(type)),
      isNonNull: isNonNullType(type),
      complete: completionOf(type, (objectType) => this.#planObject(objectType, selectionSets, conditions)),
    };
  }
}

/** `String`, `ID` and `Boolean` serialize values of their own `typeof` to themselves. */
function plainOf(type: GraphQLOutputType): FieldPlan['plain'] {
  if (type === GraphQLString || type === GraphQLID) return 'string';
  return type === GraphQLBoolean ? 'boolean' : undefined;
}

function rootTypeOf(schema: GraphQLSchema, definition: OperationDefinitionNode): GraphQLObjectType {
  const type = schema.getQueryType();
  if (definition.operation === OperationTypeNode.QUERY && type) return type;
  const message = `Schema is not configured to execute ${definition.operation} operation.`;
  throw new GraphQLError(message, { nodes: definition });
}

/** The arguments of a field without variables. Invalid arguments give undefined; the execution reports them. */
function constantArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): Values | undefined {
  if (node.arguments?.some(({ value }) => holdsVariable(value))) return undefined;
  try {
    return frozen(getArgumentValues(field, node));
  } catch {
    return undefined;
  }
}

function holdsVariable(node: ValueNode): boolean {
  if (node.kind === Kind.LIST) return node.values.some(holdsVariable);
  if (node.kind === Kind.OBJECT) return node.fields.some(({ value }) => holdsVariable(value));
  return node.kind === Kind.VARIABLE;
}

/** Freezes plain objects and arrays in depth, so that no resolver changes the arguments of the next execution. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) return value;
  Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** The names of the variables in conditions of `@skip` and `@include`. */
function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== GraphQLSkipDirective.name && name.value !== GraphQLIncludeDirective.name) return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
