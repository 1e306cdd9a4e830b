import type { ExecutionResult } from 'graphql';
import type { Prepared, Variables } from '../../schema/kernel/prepare.ts';
import { requestError } from '../graphql/refusal.ts';
import type { ServerContext } from '../graphql/server-context.ts';
import { type GroupUse, type Key, permits, permitsAll } from '../keys/keys.ts';
import { bodyOf } from './body.ts';
import type { CachedResponse } from './cached-responses.ts';
import { charge } from './charge.ts';
import { Freshness } from './freshness.ts';
import { isPlainQuery, maxGraphqlBytes, queryCacheKey } from './graphql-request.ts';
import { createLookupContext } from './lookup-context.ts';
import { abortSignalOf, type Ctx, type Middleware } from './request-context.ts';
import type { Services } from './services.ts';
import { respondCached, respondFailure } from './write-response.ts';

/** Hands `/graphql` to Yoga, and writes what comes back. */
export const graphqlEndpoint =
  (services: Services): Middleware =>
  (ctx, next) =>
    ctx.path === '/graphql' ? respondGraphql(services, ctx) : next();

async function respondGraphql(services: Services, ctx: Ctx): Promise<void> {
  ctx.state.route = '/graphql';
  const body = ctx.method === 'POST' ? await bodyOf(ctx.req, maxGraphqlBytes) : undefined;
  if (ctx.method === 'POST' && body === undefined) {
    await charge(services, ctx, 1);
    const error = requestError(413, `The body is larger than ${maxGraphqlBytes} bytes.`);
    return respondFailure(ctx, { status: 413, body: JSON.stringify({ errors: [withoutHttp(error)] }) });
  }
  const exchange = new GraphqlExchange(services, ctx, body);
  const request = { method: ctx.method, search: ctx.search, headers: negotiationHeaders(ctx) };
  const response = await services.graphql.fetch(request, exchange);
  if (exchange.refusal) throw exchange.refusal;
  // What never got as far as its price costs one lookup.
  if (!exchange.isCharged) await exchange.charge(1);
  if (exchange.isResponseMade) return exchange.respond();
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.body = await response.text();
}

const withoutHttp = ({ message, extensions: { code } }: ReturnType<typeof requestError>) => ({
  message,
  extensions: { code },
});

/** The request headers that Yoga uses. */
function negotiationHeaders({ headers }: Ctx): Record<string, string> {
  const { accept, 'content-type': contentType } = headers;
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  };
}

/** A result with the response that is made of it; none for a result with errors, which may name the request. */
interface Executed {
  readonly result: ExecutionResult;
  readonly response: CachedResponse | undefined;
  readonly isCached: boolean;
}

/** One GraphQL request between the HTTP layer and Yoga's plugins. */
class GraphqlExchange implements ServerContext {
  readonly requestId: string;
  readonly body: string | undefined;
  readonly perMinute: number;
  declare preparation?: NonNullable<ServerContext['preparation']>;
  declare refusal?: NonNullable<ServerContext['refusal']>;
  isCharged = false;
  isResponseMade = false;
  readonly #services: Services;
  readonly #ctx: Ctx;
  readonly #key: Key;
  #executed: Executed | undefined;

  constructor(services: Services, ctx: Ctx, body: string | undefined) {
    this.#services = services;
    this.#ctx = ctx;
    this.#key = ctx.state.key!;
    this.requestId = ctx.state.requestId;
    this.perMinute = this.#key.perMinute;
    this.body = body;
  }

  permits = (permission: Parameters<ServerContext['permits']>[0]): boolean => permits(this.#key, permission);

  async charge(price: number): Promise<void> {
    this.isCharged = true;
    await charge(this.#services, this.#ctx, price);
    this.#ctx.set('X-Query-Cost', String(price));
  }

  async execute(prepared: Prepared, variables: Variables): Promise<ExecutionResult> {
    const { responses, coalescer, keyring, clock } = this.#services;
    const price = Math.max(1, prepared.price(variables));
    const uses = usesOf(prepared, variables, price);
    keyring.count(this.#key, uses);
    const cacheKey = queryCacheKey(prepared, variables);
    const { permissions } = prepared;
    const isShared = permitsAll(this.#key, permissions);
    const cached = isShared ? responses.get(cacheKey, clock.now()) : undefined;
    if (cached) {
      const result = JSON.parse(cached.representation.bytes.toString()) as ExecutionResult;
      return this.#use({ result, response: cached, isCached: true }, cacheKey);
    }
    const run = async (signal: AbortSignal): Promise<Executed> => {
      const freshness = new Freshness();
      const caller = { key: this.#key, requestId: this.requestId };
      const context = createLookupContext(this.#services, caller, { freshness, signal });
      const result = await prepared.execute(context, variables);
      const of = { route: '/graphql', permissions, price, uses, freshness };
      const response = result.errors ? undefined : responses.set(cacheKey, JSON.stringify(result), of);
      return { result, response, isCached: false };
    };
    const signal = abortSignalOf(this.#ctx.res);
    return this.#use(isShared ? await coalescer.run(cacheKey, signal, run) : await run(signal), cacheKey);
  }

  #use(executed: Executed, cacheKey: string): ExecutionResult {
    this.#executed = executed;
    const isPlain = this.body !== undefined && isPlainQuery(this.#ctx.req);
    if (executed.response && isPlain) this.#services.responses.alias(this.body, cacheKey);
    return executed.result;
  }

  hasResponseFor(result: unknown): boolean {
    this.isResponseMade = this.#executed?.response !== undefined && result === this.#executed.result;
    return this.isResponseMade;
  }

  /** Writes the response that was made or cached. */
  async respond(): Promise<void> {
    const { response, isCached } = this.#executed!;
    const now = this.#services.clock.now();
    await respondCached(this.#ctx, response!, { now, isCached, contentType: contentTypeOf(this.#ctx) });
  }
}

const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

const contentTypeOf = (ctx: Ctx): string => `${ctx.accepts(...mediaTypes) || mediaTypes[0]}; charset=utf-8`;

/** Lookups by group. */
function usesOf(prepared: Prepared, variables: Variables, price: number): readonly GroupUse[] {
  const [group, ...others] = prepared.groups;
  if (group === undefined) return [];
  if (others.length === 0) return [{ group, lookups: price }];
  return prepared.groups.map((each) => ({ group: each, lookups: prepared.price(variables, each) }));
}
