import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  print,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Clock, seconds } from '../../core/clock.ts';
import { recentCounts } from '../../core/recent-counts.ts';
import { isTurnOver, nextTurn } from '../../core/turns.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import type { Key } from '../keys/keys.ts';
import { overLimit } from '../limits/limiter.ts';
import type { GraphqlContext, ServerContext } from './exchange.ts';

const specified: ReadonlySet<ValidationRule> = new Set(specifiedRules);
const emptyDocument: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

/**
 * Parses and validates within the document limits. The preparer remembers documents and refusals by their text, so
 * that neither is done twice. Rules that other plugins add are validated beside its own.
 */
export function usePreparedDocuments(
  preparer: Preparer,
  clock: Clock,
): Plugin<GraphqlContext, ServerContext> {
  const admits = createAdmission(clock);
  return {
    // New documents of many connections would take one long turn.
    onParams: ({ params: { query, operationName } }) =>
      query && !preparer.remembered(query, operationName) && isTurnOver() ? nextTurn() : undefined,
    onParse({ context, extendContext, setParseFn }) {
      setParseFn((source: string) => {
        const {
          params: { operationName },
          exchange,
        } = context;
        const known = preparer.remembered(source, operationName);
        if (!known && !admits(exchange.key)) {
          exchange.refuse(overLimit(exchange.key, { refusedBy: 'second' }));
          throw new GraphQLError('Too many new documents.');
        }
        const preparation = known ?? exchange.measure(() => preparer.prepare(source, operationName));
        extendContext({ preparation });
        if ('prepared' in preparation) return preparation.prepared.document;
        if (preparation.reason === 'parse') throw preparation.errors[0];
        return emptyDocument;
      });
    },
    onValidate({ context, extendContext, params: { documentAST }, setValidationFn }) {
      // A document that another plugin put in the place of its text.
      const preparation =
        context.preparation ?? preparer.prepare(print(documentAST), context.params.operationName);
      extendContext({ preparation });
      setValidationFn(
        (schema: GraphQLSchema, document: DocumentNode, rules: readonly ValidationRule[] = []) => {
          if ('errors' in preparation) return preparation.errors;
          const added = rules.filter((rule) => !specified.has(rule));
          return added.length === 0 ? [] : validate(schema, document, added);
        },
      );
    },
  };
}

const secondMs = seconds(1);

/**
 * Admits documents that are read before their request can be charged: as many in a second as a key may send requests, so
 * that requests that the limiter refuses later cannot have more read. A key within its limits is never refused.
 */
function createAdmission(clock: Clock): (key: Key) => boolean {
  const recent = recentCounts(secondMs);
  return ({ id, perSecond }) => {
    const now = clock.now();
    const count = recent(id);
    if (count.at(now) >= perSecond) return false;
    count.add(now);
    return true;
  };
}
