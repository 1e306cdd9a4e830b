import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  locatedError,
  type OperationDefinitionNode,
  type ResponsePath,
  responsePathAsArray,
} from 'graphql';
import { isPromise } from '../../../core/maybe-promise.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The document that a plan was made from, as far as resolvers may ask for it. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly definition: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** The fields to answer for values of one object type. */
export interface ObjectPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** One field is answered as `__proto__`, which only an object without a prototype can hold. */
  readonly holdsProto: boolean;
}

/** One field of an answer, with all that does not depend on who asks. */
export interface FieldPlan {
  /** Its name in the answer. */
  readonly key: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Every mention of it that the document merges into this one. */
  readonly nodes: readonly FieldNode[];
  /** The answer itself, where it is `__typename`. */
  readonly typename: string | undefined;
  /** The property of the source to read, where the default resolver would do no more than that. */
  readonly property: string | undefined;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  /** Its arguments, where they hold no variable. */
  readonly constantArguments: Values | undefined;
  readonly isLeaf: boolean;
  /** What `typeof` says of values that its type answers as they are. */
  readonly plain: 'string' | 'boolean' | undefined;
  readonly isNonNull: boolean;
  readonly complete: Complete;
}

/**
 * Turns a resolved value into its part of the answer, or a promise of it; throws what makes the field fail. `path` is
 * the place of the value; leaf fields are given none.
 */
export type Complete = (
  execution: Execution,
  field: FieldPlan,
  value: unknown,
  path: ResponsePath | undefined,
) => unknown;

/** One run of a plan: what its fields share. */
export class Execution {
  readonly operation: Operation;
  readonly variables: Record<string, unknown>;
  readonly context: unknown;
  readonly errors: GraphQLError[] = [];
  #nulled: Set<ResponsePath | undefined> | undefined;
  #arguments: Map<FieldPlan, Values> | undefined;

  constructor(operation: Operation, variables: Record<string, unknown>, context: unknown) {
    this.operation = operation;
    this.variables = variables;
    this.context = context;
  }

  /** Takes note of an error that makes this place null. Below a place that is null already, nobody needs to know. */
  note(error: GraphQLError, path: ResponsePath | undefined): void {
    this.#nulled ??= new Set();
    for (let above = path; above; above = above.prev) if (this.#nulled.has(above)) return;
    if (this.#nulled.has(undefined)) return;
    this.#nulled.add(path);
    this.errors.push(error);
  }

  /** The arguments of a field: one frozen object for all items of a list. Throws when the variables do not fit. */
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

/** What a resolver may ask about its place. Nearly none does, so nothing is worked out before it is asked for. */
export class Info implements GraphQLResolveInfo {
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
 * Answers the fields of one object, side by side. Throws, or rejects, when one of them that must not be null fails;
 * then only once its siblings have ended, so that none of them is left without anybody who waits for it.
 */
export function runFields(
  execution: Execution,
  plan: ObjectPlan,
  source: unknown,
  path: ResponsePath | undefined,
): unknown {
  const answer: Record<string, unknown> = plan.holdsProto ? Object.create(null) : {};
  let isPending = false;
  try {
    for (const field of plan.fields) {
      const value = field.typename ?? runField(execution, field, source, path);
      answer[field.key] = value;
      if (isPromise(value)) isPending = true;
    }
  } catch (error) {
    if (!isPending) throw error;
    return allOf(answer).finally(() => {
      throw error;
    });
  }
  return isPending ? allOf(answer) : answer;
}

/** Waits for what is pending in an answer, and puts it in its place. */
function allOf(answer: Record<string, unknown>): Promise<unknown> {
  // To wait for what is there already would take a promise each, and most is there.
  const pending = Object.keys(answer).filter((key) => isPromise(answer[key]));
  return Promise.all(pending.map((key) => answer[key])).then((values) => {
    for (let index = 0; index < pending.length; index += 1) answer[pending[index]!] = values[index];
    return answer;
  });
}

function runField(
  execution: Execution,
  field: FieldPlan,
  source: unknown,
  parentPath: ResponsePath | undefined,
): unknown {
  // A leaf needs its place only when it fails, and most fields are leaves.
  const path = field.isLeaf ? undefined : pathOf(field, parentPath);
  try {
    const value = resolve(execution, field, source, parentPath);
    if (typeof value === field.plain) return value;
    const completed = isPromise(value)
      ? value.then((resolved) => field.complete(execution, field, resolved, path))
      : field.complete(execution, field, value, path);
    return isPromise(completed)
      ? completed.then(undefined, (raw) => fail(execution, field, raw, path ?? pathOf(field, parentPath)))
      : completed;
  } catch (raw) {
    return fail(execution, field, raw, path ?? pathOf(field, parentPath));
  }
}

function resolve(
  execution: Execution,
  field: FieldPlan,
  source: unknown,
  parentPath: ResponsePath | undefined,
): unknown {
  const { property, resolve } = field;
  if (property !== undefined && typeof source === 'object' && source !== null) {
    const value = (source as Values)[property];
    // A method is the default resolver's business.
    if (typeof value !== 'function') return value;
  }
  const info = new Info(execution, field, parentPath);
  return resolve(source, execution.argumentsOf(field), execution.context, info);
}

const pathOf = (field: FieldPlan, parentPath: ResponsePath | undefined): ResponsePath => ({
  prev: parentPath,
  key: field.key,
  typename: field.parentType.name,
});

/** What fails leaves null, with an error noted; where null is not allowed, its parent fails. */
export function fail(
  execution: Execution,
  field: FieldPlan,
  raw: unknown,
  path: ResponsePath,
  isNonNull = field.isNonNull,
): null {
  const error = locatedError(raw, field.nodes, responsePathAsArray(path));
  if (isNonNull) throw error;
  execution.note(error, path);
  return null;
}
