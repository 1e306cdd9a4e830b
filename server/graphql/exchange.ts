import type { ExecutionResult } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Fault } from '../../core/faults.ts';
import { isPromise, type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import { once } from '../../core/once.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import { Receipts } from '../../resolvers/kernel/receipts.ts';
import type { Beyond } from '../../schema/kernel/budget.ts';
import { isLive } from '../../schema/kernel/live.ts';
import type { Preparation, Prepared, Variables } from '../../schema/kernel/prepare.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Key, type PublicMode, permits, publicMode } from '../keys/keys.ts';
import { type Cost, costOf } from '../limits/cost.ts';
import { abortSignalOf, type ResponseTime } from '../requests/abort-signal.ts';
import { type ChargeServices, charge, settle } from '../requests/charge.ts';
import { callerOf } from '../requests/lookup-context.ts';
import { type Bill, LookupMeter } from '../requests/lookup-meter.ts';
import type { Ctx } from '../requests/middleware.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import type { ReceivedBody } from '../transfers/body.ts';
import { type Executed, type ExecutionServices, executeQuery } from './execute-query.ts';
import { queryCacheKey } from './graphql-request.ts';

export interface ExchangeServices extends ResponseTime, ChargeServices, ExecutionServices {
  readonly keyring: Keyring;
}

/** What a GraphQL request comes to: a refusal, an executed query whose response is made here, or the response of Yoga. */
export type GraphqlOutcome =
  | { readonly refusal: Fault }
  | { readonly executed: Executed }
  | { readonly response: Response };

/** Longer results are written in several turns. */
const longCharacters = 65_536;

/** One GraphQL request, as the plugins see it. */
export class GraphqlExchange {
  readonly #services: ExchangeServices;
  readonly #ctx: Ctx;
  readonly key: Key;
  /** That of a POST. */
  readonly body: ReceivedBody | undefined;
  #outcome: GraphqlOutcome | undefined;

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

  /** Runs a synchronous part of the request, whose time counts for its key. */
  measure<Result>(part: () => Result): Result {
    return this.#services.work.measure(this.key.id, part);
  }

  permits = (permission: Permission): boolean => permits(this.key, permission);

  /**
   * Charges the key; `requested` is the price of the document where it is not run. Throws, or rejects with, the fault
   * `limited`.
   */
  charge(price: number, requested?: number): MaybePromise<void> {
    return mapMaybe(charge(this.#services, this.#ctx, price, requested), () => {
      this.#ctx.state.headers.push('X-Query-Cost', String(price));
    });
  }

  /** The lookups that are left to the key in this minute. */
  remaining(): MaybePromise<number> {
    return mapMaybe(this.#services.limiter.peek(this.key.id, this.key), ({ remaining }) => remaining);
  }

  /** The figures of `extensions.cost`. What was refused before its price was known costs `price`. */
  cost(price: number): MaybePromise<Cost> {
    const charged = this.#ctx.state.charge ? undefined : this.charge(price);
    return mapMaybe(charged, () => costOf(this.#ctx.state.charge!));
  }

  /** Ends the request with a refusal, which is worded as every other refusal of the service. */
  refuse(refusal: Fault): void {
    this.#outcome = { refusal };
  }

  get isRefused(): boolean {
    return this.#outcome !== undefined && 'refusal' in this.#outcome;
  }

  /**
   * Runs the prepared plan, or serves its cached result: at once where the cache has all that it reads. The lookups that ran
   * are charged, and the rest of the price is given back, also for a query that its caller or the time ends.
   */
  execute(
    prepared: Prepared,
    variables: Variables,
    price: number,
    withReceipts: boolean,
    beyond?: Beyond,
  ): MaybePromise<ExecutionResult> {
    const cacheKey = queryCacheKey(prepared, variables);
    const hasReceipts = withReceipts && !(wantsEvents(this.#ctx.req) && isLive(prepared.operation));
    const receipts = hasReceipts ? new Receipts(this.#services.clock) : undefined;
    const query = { prepared, variables, price, beyond, cacheKey, receipts };
    const signal = once(() => abortSignalOf(this.#ctx.res, this.#services));
    const meter = new LookupMeter(prepared.reach(variables).groups);
    const executing = executeQuery(this.#services, callerOf(this.#ctx), query, signal, meter);
    const finish = (executed: Executed): MaybePromise<ExecutionResult> => {
      const { requested, bill, result } = executed;
      this.#outcome = { executed };
      return mapMaybe(this.#settle(requested, bill), () => result);
    };
    if (!isPromise(executing)) return finish(executing);
    return executing.then(finish, async (error: unknown) => {
      await this.#settle(price, meter.bill(prepared.priceOfListFields));
      throw error;
    });
  }

  /** Charges what a query has used in place of what was reserved. */
  #settle(requested: number, { used, uses }: Bill): MaybePromise<void> {
    this.#services.keyring.count(this.key, uses);
    return settle(this.#services, this.#ctx, used, requested);
  }

  /**
   * Whether the response to a result, after all plugins, is made here, so that a result is written as JSON once: that of
   * `execute` as it was, without errors, every one that is sent as events, and a long one with worded errors, which Yoga
   * would write in one turn.
   */
  makesResponseTo(result: unknown): boolean {
    if (this.#outcome === undefined || !('executed' in this.#outcome)) return false;
    const { executed } = this.#outcome;
    if (wantsEvents(this.#ctx.req) || (executed.response && executed.result === result)) return true;
    const { data, errors, extensions } = (result ?? {}) as ExecutionResult;
    const isOurs = data && data === executed.result.data && errors;
    if (isOurs && extensions === executed.result.extensions && executed.characters > longCharacters) {
      this.#outcome = {
        executed: { ...executed, result: { errors, data, ...(extensions && { extensions }) } },
      };
      return true;
    }
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
