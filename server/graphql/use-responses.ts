import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Fault } from '../../core/faults.ts';
import { mapMaybe, tryMaybe } from '../../core/maybe-promise.ts';
import type { ServerContext } from './exchange.ts';

/**
 * Leaves the body to the HTTP layer where that makes the response. Other results, such as those with errors, and those
 * that another plugin has changed, are written by Yoga and never cached; they are given `extensions.cost` here.
 */
export const useResponses = (): Plugin<object, ServerContext> => ({
  onResultProcess({ result, serverContext: { exchange }, ...change }) {
    if (exchange.isRefused) return;
    if (exchange.makesResponseTo(result)) {
      change.setResultProcessor((_result, fetchAPI) => new fetchAPI.Response(null), 'application/json');
      return;
    }
    if (!isOneResult(result)) return;
    // The client sends the document next, which is charged.
    const isUnknownHash = result.errors?.[0]?.extensions?.code === 'PERSISTED_QUERY_NOT_FOUND';
    return tryMaybe(
      () =>
        mapMaybe(exchange.cost(isUnknownHash ? 0 : 1), (cost) => change.setResult(withCost(result, cost))),
      (error) => {
        if (!(error instanceof Fault)) throw error;
        exchange.refuse(error);
      },
    );
  },
});

/** Whether it is no list of results, and no stream of parts. */
const isOneResult = (result: unknown): result is ExecutionResult =>
  typeof result === 'object' && result !== null && ('data' in result || 'errors' in result);

/** The price of each field may be among the extensions already. */
function withCost(result: ExecutionResult, cost: object): ExecutionResult {
  const { extensions } = result;
  return { ...result, extensions: { ...extensions, cost: { ...cost, ...(extensions?.cost as object) } } };
}
