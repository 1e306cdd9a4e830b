import { LRUCache } from 'lru-cache';
import { memoize } from '../../core/once.ts';
import type { RateLimitStatus } from './limiter.ts';

/** What a request costs, and the state of the key's minute after it was charged. */
export interface Charge {
  /** The most that it may cost, in lookups. */
  readonly requested: number;
  /** What it is charged; the bound while it runs. */
  readonly used: number;
  readonly status: RateLimitStatus;
}

/** `extensions.cost` of every GraphQL response to an authentic request. */
export interface Cost {
  /** The bound of the request in lookups, which is reserved while it runs. */
  readonly requested: number;
  /** The lookups that are charged: a tenth for those of the cache, 1 at least; 0 where a limit refused. */
  readonly used: number;
  /** The lookups that are left to the key in this minute. */
  readonly remaining: number;
  /** When the next minute of the key begins, in ISO 8601. */
  readonly resetAt: string;
}

export const costOf = ({ requested, used, status }: Charge): Cost => ({
  requested,
  used,
  remaining: status.remaining,
  resetAt: resetAtOf(status),
});

/** Minutes of keys end within a minute; a clock that was set may leave others behind. */
const mostResets = 120;

/** To format a time takes a tenth of serving a cached response. */
const timeOf = memoize<number, string>(
  (second: number) => new Date(second * 1000).toISOString(),
  new LRUCache({ max: mostResets }),
);

/** Rounded up to a second as `X-RateLimit-Reset`. */
const resetAtOf = ({ resetAtMs }: RateLimitStatus): string => timeOf(Math.ceil(resetAtMs / 1000));

/** The end of a response that was written as JSON without its closing brace, or without that of its extensions as well. */
export const costEnding = ({ requested, used, status }: Charge, isInside = false): string =>
  `,${isInside ? '' : '"extensions":{'}"cost":{"requested":${requested},"used":${used},"remaining":${status.remaining},"resetAt":"${resetAtOf(status)}"}}}`;
