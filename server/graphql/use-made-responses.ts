import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from './server-context.ts';

/**
 * Leaves the body to the HTTP layer when it has made or cached the response to this very result, so that a result is
 * written as JSON once. A result that another plugin has changed is written by Yoga, and never cached.
 */
export const useMadeResponses = (): Plugin<object, ServerContext> => ({
  onResultProcess({ result, serverContext, resultProcessor, setResultProcessor }) {
    // Without a processor, the request accepts no media type that there is.
    if (!resultProcessor || !serverContext.exchange.hasResponseFor(result)) return;
    setResultProcessor((_result, fetchAPI) => new fetchAPI.Response(null), 'application/json');
  },
});
