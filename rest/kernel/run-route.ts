import {
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
} from 'graphql';
import { Fault } from '../../core/faults.ts';
import { jsonParts } from '../../core/json-in-turns.ts';
import { inTurns } from '../../core/turns.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Inputs } from '../../resolvers/kernel/inputs.ts';
import { ask, type Bytes, type Lookup } from '../../resolvers/kernel/lookup.ts';
import type { ResultLimits } from '../../schema/kernel/executor/result-limits.ts';
import type { Prepared, Variables } from '../../schema/kernel/prepare.ts';
import { isOfIncluded, partErrors, pathOfIncluded, receiptsOf, takeIncluded } from './include.ts';
import { compileRender, toJson } from './render.ts';
import { type Envelope, namesOfEnvelope } from './route.ts';

/** The one lookup that a route's document selects: `{ namespace { field } }`. */
export interface Selected {
  readonly namespace: FieldNode;
  readonly field: FieldNode;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly lookup: Lookup;
}

export interface RunOptions {
  /** Whether the body of what does not exist is that of null. */
  readonly isNullWhenAbsent?: boolean | undefined;
  /** What is included beside the body. */
  readonly included?: readonly string[];
}

export type Run<Body> = (context: Context, variables: Variables, limits?: ResultLimits) => Promise<Body>;

/** Executes the document and gives the JSON of the selected value, rendered and in its envelope; the bytes of a long one. */
export function runJson(
  schema: GraphQLSchema,
  prepared: Prepared,
  { namespace, field }: Selected,
  envelope: Envelope,
  { isNullWhenAbsent = false, included = [] }: RunOptions,
): Run<string | Buffer> {
  const render = compileRender(schema, prepared);
  return async (context, variables, limits) => {
    const result = await prepared.execute(context, variables, limits);
    const [ofParts, whole] = partition(result.errors ?? [], isOfIncluded);
    const [failed] = whole;
    const fault = failed && (failed.originalError ?? failed);
    if (fault && !(isNullWhenAbsent && fault instanceof Fault && fault.kind === 'notFound')) throw fault;
    const [group, key] = [keyOf(namespace), keyOf(field)];
    const made = result.data as Record<string, Record<string, unknown>>;
    if (included.length === 0) {
      const data = (render ? render(made) : made) as typeof made;
      return inTurns(jsonParts(envelope(data[group]![key]), toJson), context.measure);
    }
    const [value, parts] = takeIncluded(made[group]![key] as Record<string, unknown> | null, included);
    const data = { [group]: { [key]: value } };
    const rendered = (render ? render(data) : data) as typeof made;
    const errors = partErrors(ofParts, prepared, context.requestId, 2).map(pathOfIncluded);
    const receipts = receiptsOf(context, 2, namesOfEnvelope(envelope)?.wrapper);
    const include = { ...parts, ...(errors.length > 0 && { errors }), ...receipts };
    const body = { ...(envelope(rendered[group]![key]) as object), include };
    return inTurns(jsonParts(body, toJson), context.measure);
  };
}

/** Runs the lookup without the document, since a GraphQL result cannot hold bytes. */
export function runBytes(schema: GraphQLSchema, prepared: Prepared, selected: Selected): Run<Bytes> {
  return async (context, variables) =>
    ask(
      selected.lookup as Lookup<Inputs, Bytes>,
      argumentsOf(schema, prepared, selected, variables),
      context,
    );
}

/** The arguments of the selected lookup, as GraphQL coerces them. Throws the GraphQLError of a wrong variable. */
export function argumentsOf(
  schema: GraphQLSchema,
  { operation }: Prepared,
  { field, definition }: Selected,
  variables: Variables,
): Readonly<Record<string, unknown>> {
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (errors) throw errors[0];
  return getArgumentValues(definition, field, coerced);
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const parts: [Item[], Item[]] = [[], []];
  for (const item of items) parts[isFirst(item) ? 0 : 1].push(item);
  return parts;
}

const keyOf = (field: FieldNode) => (field.alias ?? field.name).value;
