import type { Plugin } from 'graphql-yoga';
import { Fault } from '../../core/faults.ts';
import { mapMaybe, tryMaybe } from '../../core/maybe-promise.ts';
import { forbidden } from '../../resolvers/kernel/lookup.ts';
import type { Beyond } from '../../schema/kernel/budget.ts';
import type { Variables } from '../../schema/kernel/prepare.ts';
import type { FieldPrice } from '../../schema/kernel/price.ts';
import type { GraphqlContext, ServerContext } from './exchange.ts';
import { requestError } from './refusal.ts';

/**
 * Reserves the price of a document before it runs: the lookups in it, 1 at least. Refuses a price above the key's
 * limit (400, with the price of each field), a key over its limits (429), and a key that lacks every permission of the
 * document (403). With `@budget`, the part of it that fits is reserved and runs. A request for the price alone is charged one lookup and runs nothing. Other documents are executed by their
 * prepared plan (`schema/kernel/executor`) in place of GraphQL.js.
 */
export const usePricedPlan = (): Plugin<GraphqlContext, ServerContext> => ({
  onExecute({ args, context, setExecuteFn, setResultAndStopExecution }) {
    const { preparation, exchange } = context;
    if (!preparation || 'errors' in preparation) return;
    const { prepared } = preparation;
    const variables = (args.variableValues ?? {}) as Variables;
    const { permits } = exchange;
    const price = Math.max(1, prepared.price(variables, permits));
    const explained = () => ({ cost: { fields: prepared.priceByField(variables, permits) } });
    const charged = () => {
      const { extensions } = context.params;
      // With wrong variables, the execution tells.
      if (extensions?.cost === true && prepared.errors(variables).length === 0) {
        return mapMaybe(exchange.charge(1, price), () =>
          setResultAndStopExecution({ data: null, extensions: explained() }),
        );
      }
      if (price > exchange.key.perMinute) {
        // A later minute has no more: a used-up minute refuses it by its price as well.
        const charging = mapMaybe(exchange.remaining(), (left) => exchange.charge(Math.min(1, left), price));
        return mapMaybe(charging, () => {
          const told = explained();
          const message = tooExpensive(price, exchange.key.perMinute, told.cost.fields);
          setResultAndStopExecution({ errors: [requestError(400, message)], extensions: told });
        });
      }
      const { permissions } = prepared.reach(variables);
      // A document of which the key may have a part runs, and the other lookups fail alone.
      if (permissions.length > 0 && !permissions.some(permits)) {
        return mapMaybe(exchange.charge(1, price), () => {
          throw forbidden(permissions[0]!);
        });
      }
      const run = (reserved: number, beyond?: Beyond) =>
        mapMaybe(exchange.charge(reserved), () =>
          setExecuteFn(() =>
            exchange.execute(prepared, variables, reserved, extensions?.receipts === true, beyond),
          ),
        );
      const budget = prepared.budget(variables);
      if (!budget) return run(price);
      return mapMaybe(budget.lookups ?? exchange.remaining(), (lookups) => {
        if (price <= lookups) return run(price);
        const fitting = prepared.fitting(lookups, variables, permits);
        return run(Math.max(1, fitting.price), fitting.beyond);
      });
    };
    return tryMaybe(charged, (error) => {
      if (!(error instanceof Fault)) throw error;
      exchange.refuse(error);
      setResultAndStopExecution({ errors: [] });
    });
  },
});

/** How many fields the message about a price names; `extensions.cost` has all. */
const namedFields = 3;

function tooExpensive(price: number, perMinute: number, fields: readonly FieldPrice[]): string {
  const named = [...fields]
    .sort((one, other) => other.price - one.price)
    .slice(0, namedFields)
    .map((each) => `${each.price} by ${each.field}`);
  return `The document costs ${price} lookups, and this key may ask for ${perMinute} a minute: ${named.join(', ')}. Bound lists by "first", or ask for fewer.`;
}
