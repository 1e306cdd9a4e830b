import type Koa from 'koa';
import type { ReceivedFile } from '../../resolvers/kernel/context.ts';
import type { Charge } from '../graphql/cost.ts';
import type { Key } from '../keys/keys.ts';
import type { Backend } from './backend.ts';

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

/** Koa's parameters of a matched route, and the file of an upload. */
export type RouteCtx = Ctx & {
  readonly params: Readonly<Record<string, string>>;
  receivedFile?: ReceivedFile;
};
