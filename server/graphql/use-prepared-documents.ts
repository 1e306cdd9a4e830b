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
import type { Preparer } from '../../schema/kernel/prepare.ts';
import type { GraphqlContext, ServerContext } from './server-context.ts';

const specified: ReadonlySet<ValidationRule> = new Set(specifiedRules);
const emptyDocument: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

/**
 * Parses and validates within the document limits. The preparer remembers documents and refusals by their text, so
 * that neither is done twice; how many new ones are read in a second is bounded for each key. Rules that other plugins add are validated beside its own.
 */
export const usePreparedDocuments = (preparer: Preparer): Plugin<GraphqlContext, ServerContext> => ({
  onParse({ context, extendContext, setParseFn }) {
    setParseFn((source: string) => {
      const { operationName } = context.params;
      if (!preparer.remembered(source, operationName) && !context.exchange.admitDocument()) {
        throw new GraphQLError('Too many new documents.');
      }
      const preparation = preparer.prepare(source, operationName);
      extendContext({ preparation });
      if ('prepared' in preparation) return preparation.prepared.document;
      if (preparation.reason === 'parse') throw preparation.errors[0];
      return emptyDocument;
    });
  },
  onValidate({ context, extendContext, params: { documentAST }, setValidationFn }) {
    // A document that another plugin brought in place of its text.
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
});
