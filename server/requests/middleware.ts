import type Koa from 'koa';
import type { Backend } from '../backends/backend.ts';
import type { Key } from '../keys/keys.ts';
import type { Charge } from '../limits/cost.ts';
import type { SubscriptionRequest } from '../streams/subscription.ts';

/** The facts of one request that later steps use. */
export interface State {
  requestId: string;
  /** The client address, behind trusted proxies too. */
  address: string;
  /** Set by authentication. */
  key?: Key;
  /** Set by the mode of the key. */
  backend?: Backend;
  /** The template of the matched route, for the log. */
  route: string;
  /** Headers of the response so far, names and values in turn. */
  headers: string[];
  /** Set when the request was charged, or refused by a limit. */
  charge?: Charge;
}

export type Ctx = Koa.ParameterizedContext<State>;
export type Next = () => Promise<unknown>;
export type Middleware = (ctx: Ctx, next: Next) => unknown;

/** The parts of a request that a subscription uses. */
export const subscriptionRequestOf = ({ req, res, state }: Ctx): SubscriptionRequest => ({
  req,
  res,
  keyId: state.key!.id,
  address: state.address,
  headers: state.headers,
  watches: state.backend!.watches,
});

/** With Koa's parameters of a matched route. */
export type RouteCtx = Ctx & { readonly params: Readonly<Record<string, string>> };
