import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Group } from '../../core/groups.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import { documentLimits, maxDepth, maxDirectives } from './document-limits.ts';
import { createPlan, type Plan, variableCoercion } from './executor/plan.ts';
import { findLookups, lookupsIn, type PricedField, priceOf } from './price.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** A document that may run: parsed, validated, within the fences, and priced. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The fields that lead to lookups. */
  readonly fields: readonly PricedField[];
  readonly lookups: ReadonlySet<Lookup>;
  /** What its lookups ask of a key. */
  readonly permissions: readonly Permission[];
  readonly groups: readonly Group[];
  /**
   * What running it costs with these variables, as the caller sent them, or the lookups of one group in it; 0 for a
   * document without lookups.
   */
  price(variables: Variables, of?: Group): number;
  /** Runs it. Failures of lookups are errors of the result; it never rejects because of them. */
  execute(context: Context, variables: Variables): ExecutionResult | Promise<ExecutionResult>;
}

export type Preparation =
  | { readonly prepared: Prepared }
  | { readonly errors: readonly GraphQLError[]; readonly reason: 'parse' | 'validate' | 'operation' };

/** The one place that documents go through, whichever door they come in by. */
export interface Preparer {
  readonly schema: GraphQLSchema;
  prepare(text: string, operationName?: string | null): Preparation;
}

/** Prepared documents are kept by their text; callers choose the texts, so the store is bounded. */
const keptDocuments = 1_000;
/** A prepared document weighs about fifty times its text. */
const keptTextTotal = 2_000_000;
const keptTextLength = 16_384;

export function createPreparer(schema: GraphQLSchema): Preparer {
  const kept = new LRUCache<string, Preparation>({ max: keptDocuments, maxSize: keptTextTotal });
  return {
    schema,
    prepare(text, operationName) {
      // Told apart without doubt, by the length of the name: a caller must not reach what is kept for another document.
      const key = operationName == null ? `:${text}` : `${operationName.length}:${operationName}${text}`;
      let preparation = kept.get(key);
      if (!preparation) {
        preparation = prepare(schema, text, operationName ?? undefined);
        if (key.length <= keptTextLength) kept.set(key, preparation, { size: key.length });
      }
      return preparation;
    },
  };
}

function prepare(schema: GraphQLSchema, text: string, operationName: string | undefined): Preparation {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: documentLimits.tokens });
  } catch (error) {
    const wrong = error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.');
    return { errors: [wrong], reason: 'parse' };
  }
  const errors = validate(schema, document, [...specifiedRules, maxDepth, maxDirectives], {
    maxErrors: documentLimits.errors,
  });
  if (errors.length > 0) return { errors, reason: 'validate' };
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const message =
      operationName === undefined
        ? 'The document holds several operations: operationName must say which to run.'
        : 'The document holds no operation of that name.';
    return { errors: [new GraphQLError(message)], reason: 'operation' };
  }
  // Validation lets them pass: without a type for their root it has nothing to hold their fields against.
  if (operation.operation !== OperationTypeNode.QUERY) {
    const message = `There is no ${operation.operation} here; the graph is asked by queries.`;
    return { errors: [new GraphQLError(message, { nodes: operation })], reason: 'validate' };
  }
  try {
    return { prepared: compile(schema, document, operation, findLookups(schema, document, operation)) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [error], reason: 'validate' };
  }
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  fields: readonly PricedField[],
): Prepared {
  const lookups = lookupsIn(fields);
  const coerce = variableCoercion(schema, operation);
  const takesVariables = (operation.variableDefinitions ?? []).length > 0;
  let fixedPrice: number | undefined;
  let plan: Plan | undefined;
  return {
    document,
    operation,
    fields,
    lookups,
    permissions: distinct([...lookups].map(({ permission }) => permission)),
    groups: distinct([...lookups].map(({ group }) => group)),
    price(given, of) {
      // Variables that GraphQL refuses are as good as none: the execution will ask nothing.
      if (takesVariables || of !== undefined) return priceOf(fields, coerce(given).coerced ?? {}, of);
      // Without variables it costs everybody the same.
      fixedPrice ??= priceOf(fields, {});
      return fixedPrice;
    },
    execute(context, variables) {
      // Not before it is asked for: every route's document is compiled at start.
      plan ??= createPlan(schema, document, operation);
      return plan.execute(context, variables);
    },
  };
}

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];
