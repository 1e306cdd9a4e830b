import type { Plugin } from 'graphql-yoga';
import type { Variables } from '../../schema/kernel/prepare.ts';
import type { GraphqlContext, ServerContext } from './server-context.ts';

/** Executes the prepared plan of a document (`schema/kernel/executor`) in place of GraphQL.js. */
export const usePreparedPlan = (): Plugin<GraphqlContext, ServerContext> => ({
  onExecute({ args, context, setExecuteFn }) {
    const { preparation, price = 1 } = context;
    if (!preparation || 'errors' in preparation) return;
    setExecuteFn(() =>
      context.exchange.execute(preparation.prepared, (args.variableValues ?? {}) as Variables, price),
    );
  },
});
