import type { Plugin } from 'graphql-yoga';
import { Fault } from '../../core/faults.ts';
import { forbidden } from '../../resolvers/kernel/lookup.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { Variables } from '../../schema/kernel/prepare.ts';
import { requestError } from './refusal.ts';
import type { GraphqlContext, GraphqlExchange, ServerContext } from './server-context.ts';

/**
 * Charges the price of a document before it runs: the lookups in it, 1 at least. Refuses a price above the key's
 * limit (400), a key over its limits (429), and a key that lacks every permission of the document (403). A request that
 * asks for the price is charged one lookup and runs nothing.
 */
export const usePrice = (): Plugin<GraphqlContext, ServerContext> => ({
  async onExecute({ args, context, extendContext, setResultAndStopExecution }) {
    const { preparation, exchange } = context;
    if (!preparation || 'errors' in preparation) return;
    const { prepared } = preparation;
    const price = Math.max(1, prepared.price((args.variableValues ?? {}) as Variables));
    try {
      if (asksForCost(context.params.extensions)) {
        await exchange.charge(1);
        return setResultAndStopExecution({ data: null, extensions: { cost: price } });
      }
      if (price > exchange.perMinute) {
        await exchange.charge(1);
        const message = `The document costs ${price} lookups, and this key may ask for ${exchange.perMinute} a minute.`;
        return setResultAndStopExecution({ errors: [requestError(400, message)] });
      }
      await exchange.charge(price);
      extendContext({ price });
      refuseWithoutPermission(prepared.permissions, exchange);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      exchange.refuse(error);
      setResultAndStopExecution({ errors: [] });
    }
  },
});

/** Whether a request asks for the price of its document in place of its result: `extensions: { cost: true }`. */
const asksForCost = (extensions: Readonly<Record<string, unknown>> | undefined): boolean =>
  extensions?.cost === true;

/** A document of which the key may have a part runs, and the other lookups fail alone. */
function refuseWithoutPermission(permissions: readonly Permission[], { permits }: GraphqlExchange): void {
  if (permissions.length > 0 && !permissions.some(permits)) throw forbidden(permissions[0]!);
}
