import { ApolloLink, Observable } from '@apollo/client';
import type { Almanac } from './client.ts';
import { follow, isLive } from './follow.ts';
import type { UntypedDocument } from './graphql.ts';

/** A link of Apollo Client for queries with `@live`, in front of the link for the others. */
export const liveLink = (almanac: Pick<Almanac, 'graphqlWatch'>): ApolloLink =>
  new ApolloLink((operation, forward) =>
    isLive(operation.query)
      ? new Observable((observer) =>
          follow(almanac, operation.query as UntypedDocument, operation.variables, observer as never),
        )
      : forward(operation),
  );
