import {
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
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
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
  visit,
} from 'graphql';
import { isPromise } from '../../../core/maybe-promise.ts';
import { collectFields, type Mentions } from './collect-fields.ts';
import { completionOf } from './complete-value.ts';
import {
  Execution,
  type FieldPlan,
  type ObjectPlan,
  type Operation,
  runFields,
  type Values,
} from './execute-fields.ts';

/** How one operation of a document is answered, with all that depends only on the document worked out once. */
export interface Plan {
  /** Answers the operation. Failures of fields are errors of the result; it neither throws nor rejects. */
  execute(context: unknown, variables: Values): ExecutionResult | Promise<ExecutionResult>;
}

/**
 * The most objects and fields that one plan keeps. It grows with the conditions of directives and the runtime types
 * of values, both of which callers choose in part; past this it is begun anew.
 */
const keptParts = 4_000;

/** Errors of variables that are told, as many as GraphQL.js tells. */
const maxErrors = 50;

/**
 * Plans a query of a validated document. Data, errors, their order, and the resolvers that are called with what
 * arguments are those of `execute` in GraphQL.js. Resolvers can see two differences: arguments are one frozen object
 * for all items of a list, and for all callers where they hold no variable; and `info` must be read by name, since
 * copying it copies nothing.
 */
export function createPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): Plan {
  const operation: Operation = { schema, definition, fragments: fragmentsOf(document) };
  const planner = new Planner(operation, conditionsOf(document));
  const coerce = coercionOf(schema, definition);

  return {
    execute(context, given) {
      const variables = coerce(given);
      if (variables.errors) return { errors: variables.errors };
      const execution = new Execution(operation, variables.coerced, context);
      try {
        const data = runFields(execution, planner.rootFor(variables.coerced), undefined, undefined);
        if (!isPromise(data)) return resultOf(execution, data);
        return data.then(
          (answer) => resultOf(execution, answer),
          (error: GraphQLError) => refuse(execution, error),
        );
      } catch (error) {
        return refuse(execution, error as GraphQLError);
      }
    },
  };
}

/** How the variables of an operation become values with their defaults, or errors. Most operations have none. */
export function coercionOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): (given: Values) => ReturnType<typeof getVariableValues> {
  if (variableDefinitions.length === 0) return () => ({ coerced: {} });
  return (given) => getVariableValues(schema, variableDefinitions, given, { maxErrors });
}

/** The root must not be null, and is: so is the answer. */
function refuse(execution: Execution, error: GraphQLError): ExecutionResult {
  execution.note(error, undefined);
  return resultOf(execution, null);
}

function resultOf({ errors }: Execution, answer: unknown): ExecutionResult {
  const data = answer as Record<string, unknown> | null;
  return errors.length === 0 ? { data } : { errors, data };
}

/**
 * Plans from the root down, object types as values of them appear. What is selected depends on no more of the
 * variables than the conditions of directives, so there is a plan for each way in which these turn out.
 */
class Planner {
  readonly #operation: Operation;
  readonly #conditions: readonly string[];
  readonly #roots = new Map<string, ObjectPlan>();
  #parts = 0;

  constructor(operation: Operation, conditions: readonly string[]) {
    this.#operation = operation;
    this.#conditions = conditions;
  }

  /** The plan of the root. Throws a GraphQLError when a condition there is null. */
  rootFor(variables: Values): ObjectPlan {
    if (this.#parts > keptParts) {
      this.#roots.clear();
      this.#parts = 0;
    }
    const key = this.#conditions.map((name) => String(variables[name])).join();
    let root = this.#roots.get(key);
    if (!root) {
      const { schema, definition } = this.#operation;
      // No more of a caller's variables is kept than the plan is made from.
      const names = this.#conditions.filter((name) => Object.hasOwn(variables, name));
      const conditions = Object.fromEntries(names.map((name) => [name, variables[name]]));
      root = this.#planObject(rootTypeOf(schema, definition), [definition.selectionSet], conditions);
      this.#roots.set(key, root);
    }
    return root;
  }

  #planObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[], conditions: Values): ObjectPlan {
    const found = collectFields(this.#operation, type, sets, conditions);
    const fields = [...found].flatMap(([key, nodes]) => this.#planField(type, key, nodes, conditions) ?? []);
    this.#parts += 1 + fields.length;
    return { type, fields, holdsProto: found.has('__proto__') };
  }

  #planField(
    parentType: GraphQLObjectType,
    key: string,
    nodes: Mentions,
    conditions: Values,
  ): FieldPlan | undefined {
    const definition = definitionOf(this.#operation.schema, parentType, nodes[0].name.value);
    if (!definition) return undefined;
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const { type, args, resolve = defaultFieldResolver } = definition;
    return {
      key,
      definition,
      parentType,
      nodes,
      typename: definition === TypeNameMetaFieldDef ? parentType.name : undefined,
      // The resolver alone decides: what else is known of a field may be older than a resolver put in front of it.
      property: resolve === defaultFieldResolver && args.length === 0 ? definition.name : undefined,
      resolve,
      constantArguments: constantArguments(definition, nodes[0]),
      isLeaf: isLeafType(getNullableType(type)),
      plain: plainOf(getNullableType(type)),
      isNonNull: isNonNullType(type),
      complete: completionOf(type, (below) => this.#planObject(below, sets, conditions)),
    };
  }
}

/** The built-in scalars give a value of their own kind back as it is. */
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

function definitionOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return type.getFields()[name];
}

/** The arguments of a field where they are the same for every caller; what is wrong with them is told when it runs. */
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

/** What is kept for all callers must not carry what a resolver did to it from one to the next. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) return value;
  Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function fragmentsOf({ definitions }: DocumentNode): Operation['fragments'] {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
}

/** The variables that `@skip` and `@include` ask. */
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
