import type { RateLimit } from '../../resolvers/kernel/context.ts';
import { builder } from './builder.ts';
import { asTime } from './values.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Whether the value is about the caller, so that no other caller may be given the result. */
    isPersonal?: true;
  }
}

const RateLimitType = builder.objectRef<RateLimit>('RateLimit').implement({
  description: "The caller's limit of lookups in a minute.",
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Lookups that the key may ask for in a minute.' }),
    cost: t.exposeInt('cost', {
      description: 'Lookups that are reserved for this query; `extensions.cost` has those that are used.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'Lookups that are left in this minute beside those.',
    }),
    resetAt: t.exposeString('resetAt', { description: 'When the next minute begins, in ISO 8601.' }),
    resetTime: t.typed('resetAt', asTime, 'When the next minute begins.'),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitType,
    nullable: true,
    description:
      "The caller's limit, and the bound of the cost of this query. It adds nothing to the cost; a query costs 1 at least.",
    extensions: { isPersonal: true },
    resolve: (_, _args, context) => context.rateLimit?.() ?? null,
  }),
);
