import type { ExecutionResult } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Fault } from '../../core/faults.ts';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import { once } from '../../core/once.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { Preparation, Prepared, Variables } from '../../schema/kernel/prepare.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Key, type PublicMode, permits, publicMode } from '../keys/keys.ts';
import { type Cost, costOf } from '../limits/cost.ts';
import { addRateHeaders } from '../limits/rate-headers.ts';
import { abortSignalOf, type ResponseTime } from '../requests/abort-signal.ts';
import { type ChargeServices, charge } from '../requests/charge.ts';
import { callerOf } from '../requests/lookup-context.ts';
import type { Ctx } from '../requests/middleware.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import type { ReceivedBody } from '../transfers/body.ts';
import {
  type Executed,
  type ExecutionServices,
  executeQuery,
  usesOf,
  withSurcharge,
} from './execute-query.ts';
import { queryCacheKey } from './graphql-request.ts';

export interface ExchangeServices extends ResponseTime, ChargeServices, ExecutionServices {
  readonly keyring: Keyring;
}

/** What a GraphQL request comes to: a refusal, an executed query whose response is made here, or the response of Yoga. */
export type GraphqlOutcome =
  | { readonly refusal: Fault }
  | { readonly executed: Executed }
  | { readonly response: Response };

/** One GraphQL request, as the plugins see it. */
export class GraphqlExchange {
  readonly #services: ExchangeServices;
  readonly #ctx: Ctx;
  readonly key: Key;
  /** That of a POST. */
  readonly body: ReceivedBody | undefined;
  #outcome: GraphqlOutcome | undefined;
  /** The number of headers before those of the charge. */
  #headersBefore = 0;

  constructor(services: ExchangeServices, ctx: Ctx, body: ReceivedBody | undefined) {
    this.#services = services;
    this.#ctx = ctx;
    this.key = ctx.state.key!;
    this.body = body;
  }

  get requestId(): string {
    return this.#ctx.state.requestId;
  }

  /** A plugin that keeps results must keep those of each mode apart. */
  get mode(): PublicMode {
    return publicMode(this.key.mode);
  }

  permits = (permission: Permission): boolean => permits(this.key, permission);

  /**
   * Charges the key; `requested` is the price of the document where it is not run. Throws, or rejects with, the fault
   * `limited`.
   */
  charge(price: number, requested?: number): MaybePromise<void> {
    this.#headersBefore = this.#ctx.state.headers.length;
    return mapMaybe(charge(this.#services, this.#ctx, price, requested), () => {
      this.#ctx.state.headers.push('X-Query-Cost', String(price));
    });
  }

  /** The figures of `extensions.cost`. What was refused before its price was known costs one lookup. */
  cost(): MaybePromise<Cost> {
    const charged = this.#ctx.state.charge ? undefined : this.charge(1);
    return mapMaybe(charged, () => costOf(this.#ctx.state.charge!));
  }

  /** Ends the request with a refusal, which is worded as every other refusal of the service. */
  refuse(refusal: Fault): void {
    this.#outcome = { refusal };
  }

  get isRefused(): boolean {
    return this.#outcome !== undefined && 'refusal' in this.#outcome;
  }

  /** Runs the prepared plan, or serves its cached result: at once where the cache has all that it reads. */
  execute(prepared: Prepared, variables: Variables, price: number): MaybePromise<ExecutionResult> {
    const uses = usesOf(prepared, variables, price, this.permits);
    const query = { prepared, variables, price, uses, cacheKey: queryCacheKey(prepared, variables) };
    const signal = once(() => abortSignalOf(this.#ctx.res, this.#services));
    return mapMaybe(executeQuery(this.#services, callerOf(this.#ctx), query, signal), (executed) => {
      const { surcharge, result } = executed;
      this.#outcome = { executed };
      this.#services.keyring.count(this.key, withSurcharge(uses, surcharge));
      return surcharge === 0 ? result : mapMaybe(this.#chargeSize(price, surcharge), () => result);
    });
  }

  /** Charges what a result costs beyond the price, which is known once it is made; the headers state the sum. */
  #chargeSize(price: number, surcharge: number): MaybePromise<void> {
    const { headers } = this.#ctx.state;
    return mapMaybe(this.#services.limiter.debit(this.key.id, this.key, surcharge), (status) => {
      this.#ctx.state.charge = { requested: price + surcharge, status };
      headers.length = this.#headersBefore;
      addRateHeaders(headers, { ...status, accepted: true }, this.key);
      headers.push('X-Query-Cost', String(price + surcharge));
    });
  }

  /**
   * Whether the response to a result, after all plugins, is made here, so that a result is written as JSON once: that of
   * `execute` as it was, without errors, and every one that is sent as events.
   */
  makesResponseTo(result: unknown): boolean {
    if (this.#outcome === undefined || !('executed' in this.#outcome)) return false;
    const { executed } = this.#outcome;
    if (wantsEvents(this.#ctx.req) || (executed.response && executed.result === result)) return true;
    this.#outcome = undefined;
    return false;
  }

  outcomeWith(response: Response): GraphqlOutcome {
    return this.#outcome ?? { response };
  }
}

/** Yoga's server context: one object, since Yoga copies the context property by property for each request. */
export interface ServerContext {
  readonly exchange: GraphqlExchange;
}

/** The context of a plugin hook: Yoga's, ours, and what our plugins add. */
export type GraphqlContext = ServerContext &
  YogaInitialContext & {
    /** The parsed and validated document; added by `usePreparedDocuments`. */
    readonly preparation?: Preparation;
  };

/** A Yoga plugin that uses this service's context. */
export type GraphqlPlugin = Plugin<GraphqlContext, ServerContext>;

/** A Yoga plugin of an operator: one of this service, or of the ecosystem. */
export type OperatorPlugin = GraphqlPlugin | Plugin;
