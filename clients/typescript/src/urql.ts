import { type Exchange, subscriptionExchange } from '@urql/core';
import type { Almanac } from './client.ts';
import { follow, isLive } from './follow.ts';

/** An exchange of urql for queries with `@live`, between that of the cache and `fetchExchange`. */
export const liveExchange = (almanac: Pick<Almanac, 'graphqlWatch'>): Exchange =>
  subscriptionExchange({
    isSubscriptionOperation: ({ kind, query }) => kind === 'query' && isLive(query),
    forwardSubscription: ({ query, variables }) => ({
      subscribe: (observer) => ({
        unsubscribe: follow(
          almanac,
          query ?? '',
          (variables ?? {}) as Record<string, unknown>,
          observer as never,
        ),
      }),
    }),
  });
