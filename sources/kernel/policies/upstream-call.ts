import { Readable } from 'node:stream';
import { type Clock, sleep } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { type Cancellation, Deadline } from '../cancellation.ts';
import type { Secrets, Signer, UpstreamCall } from '../credentials.ts';
import {
  attributed,
  classifyStatus,
  healthOf,
  isQuotaRefusal,
  isServerError,
  resting,
  timeout,
} from '../http/classify-response.ts';
import { isBeforeAnswer } from '../http/exchange.ts';
import { headerOf, toAnswer, toRequest } from '../http/request-mapping.ts';
import type { Transport, TransportResponse, UpstreamRequest, UpstreamStream } from '../http/transport.ts';
import type { ClassifyResponse, Retry, Source, UpstreamResponse } from '../source.ts';
import { type Breaker, createBreaker, type Outcome } from './breaker.ts';
import { type Budget, createBudget } from './budget.ts';

/** One attempt to talk to an upstream, for logs and metrics; nothing in it is secret. */
export interface Exchanged {
  readonly group: string;
  readonly endpoint: string;
  /** The upstream's status; undefined when it gave none. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly fault: Fault | undefined;
}

/** What differs from one endpoint to the next. */
export interface ExchangeOptions {
  readonly endpoint: string;
  readonly units: number;
  readonly maxBytes: number | undefined;
  /** The source's own unless given. */
  readonly deadlineMs?: number | undefined;
  readonly wideIntegers: boolean;
  readonly judge: ClassifyResponse | undefined;
}

/** A source in one process: its signer, breaker and budget. */
export interface OpenSource {
  readonly source: Source;
  readonly breaker: Breaker;
  readonly budget: Budget;
  /** The variables that are not set and without which the source cannot be asked. */
  readonly missing: readonly string[];
  /** Asks, within the source's policies: deadline → retry → breaker → budget → transport. */
  exchange(call: UpstreamCall, options: ExchangeOptions, wish: Cancellation): Promise<UpstreamResponse>;
  /**
   * The same for bytes: the policies hold until the answer begins; its place in the budget is held until it ends, which
   * it also does when `wish` is cancelled.
   */
  open(call: UpstreamCall, options: ExchangeOptions, wish: Cancellation): Promise<Download>;
}

/** Bytes on their way from an upstream. */
export interface Download {
  /** 200, or 206 for a part. */
  readonly status: number;
  header(name: string): string | undefined;
  /** Destroyed with an error when the upstream breaks off. */
  readonly body: Readable;
}

export interface OpenSourceTools {
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** What the operator has decided, by variable. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly transport: Transport;
  readonly observe: (exchanged: Exchanged) => void;
}

const defaultDeadlineMs = 8_000;
const defaultRetry: Retry = { attempts: 2, pauseMs: 150 };
/** Retries may add this share to the traffic of a source, so that a failing upstream is not asked twice as much. */
const retryShare = 0.2;
const retriesSaved = 10;

export function openSource(source: Source, tools: OpenSourceTools): OpenSource {
  const { clock, secrets, transport, observe } = tools;
  const { group, spec } = source;
  const { deadlineMs = defaultDeadlineMs, retry = defaultRetry } = spec;
  const breaker = createBreaker(clock);
  const budget = createBudget(clock, group, spec.budget);
  const signer = source.credential.open(secrets, {
    ...{ clock, fetchAnswer },
    fetchJson: async (call, judge) => (await fetchAnswer(call, judge)).json(),
  });
  const missing = source.credential.required.filter((variable) => !secrets[variable]);
  if (spec.switchedBy && tools.settings?.[spec.switchedBy.name] !== true) missing.push(spec.switchedBy.name);
  let retriesAllowed = retriesSaved;

  async function fetchAnswer(call: UpstreamCall, judge?: ClassifyResponse): Promise<UpstreamResponse> {
    const timed = new Deadline(clock, deadlineMs);
    try {
      const response = await transport.send(toRequest(source, call), { wish: timed });
      const answer = toAnswer(response, false);
      const judgement = judge?.(answer) ?? classifyStatus(group, answer);
      if (judgement instanceof Fault) throw judgement;
      return answer;
    } finally {
      timed.end();
    }
  }

  /** One exchange, in its place in the budget. `perform` says when that place is free again. */
  async function send<Got>(
    call: UpstreamCall,
    options: ExchangeOptions,
    wish: Cancellation,
    perform: Perform<Got>,
  ): Promise<Got> {
    const leave = await budget.enter(options.units, wish);
    const startedAt = clock.now();
    const seen: { status?: number; fault?: Fault } = {};
    try {
      return await perform(call, options, wish, {
        saw: (status) => {
          seen.status = status;
        },
        leave,
      });
    } catch (error) {
      leave();
      if (!(error instanceof Fault)) throw error;
      const isOverQuota = isQuotaRefusal(error);
      // A failure that says how long it will last is no better asked again before.
      const pauseSeconds = error.retryAfter ?? (error.kind === 'upstreamLimited' ? 1 : 0);
      if (pauseSeconds > 0 && !isOverQuota) budget.pause(pauseSeconds * 1000);
      seen.fault = isOverQuota ? budget.correct(options.units) : error;
      throw seen.fault;
    } finally {
      const { status, fault } = seen;
      observe({ group, endpoint: options.endpoint, status, durationMs: clock.now() - startedAt, fault });
    }
  }

  function judge(answer: UpstreamResponse, options: ExchangeOptions): void {
    const judgement = options.judge?.(answer) ?? spec.classify?.(answer) ?? classifyStatus(group, answer);
    if (judgement instanceof Fault) throw judgement;
  }

  const fetchWhole: Perform<UpstreamResponse> = async (call, options, wish, { saw, leave }) => {
    const response = await sendSigned(source, signer, call, (request) =>
      transport.send(request, { wish, ...bounded(options) }),
    );
    saw(response.status);
    const answer = toAnswer(response, options.wideIntegers);
    judge(answer, options);
    leave();
    return answer;
  };

  const openBody: Perform<Download> = async (call, options, wish, { saw, leave }) => {
    const response = await sendSigned(source, signer, call, (request) =>
      transport.open(request, { wish, ...bounded(options) }),
    );
    saw(response.status);
    const { status, body } = response;
    try {
      judge(toAnswer({ ...response, body: Buffer.alloc(0) }, false), options);
    } catch (error) {
      body.destroy();
      throw error;
    }
    body.once('close', leave);
    return { status, header: headerOf(response), body };
  };

  async function attempt<Got>(
    call: UpstreamCall,
    options: ExchangeOptions,
    wish: Cancellation,
    perform: Perform<Got>,
  ): Promise<Got> {
    // Without a limit of its own, an attempt has that of the whole.
    if (retry.attemptMs === undefined) return send(call, options, wish, perform);
    const timed = new Deadline(clock, retry.attemptMs, wish);
    try {
      return await send(call, options, timed, perform);
    } catch (error) {
      if (timed.isOver && !wish.isCancelled) throw timeout(group, error);
      throw error;
    } finally {
      timed.end();
    }
  }

  function isWorthRetrying(error: unknown, call: UpstreamCall): boolean {
    if (!(error instanceof Fault) || (call.method === 'POST' && !call.isSafe)) return false;
    const hasFailed = error.kind === 'upstreamFailed' && (isBeforeAnswer(error) || isServerError(error));
    const wasSlow = error.kind === 'upstreamTimeout' && retry.attemptMs !== undefined;
    if (!hasFailed && !wasSlow) return false;
    // A contract that promises a number of attempts is kept whatever the share.
    if (retry !== defaultRetry) return true;
    if (retriesAllowed < 1) return false;
    retriesAllowed -= 1;
    return true;
  }

  async function attempts<Got>(
    call: UpstreamCall,
    options: ExchangeOptions,
    wish: Cancellation,
    perform: Perform<Got>,
  ): Promise<Got> {
    retriesAllowed = Math.min(retriesSaved, retriesAllowed + retryShare);
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(call, options, wish, perform);
      } catch (error) {
        if (tries >= retry.attempts || wish.isCancelled || !isWorthRetrying(error, call)) throw error;
        await sleep(clock, retry.pauseMs, wish.signal);
      }
    }
  }

  const guarded =
    <Got>(perform: Perform<Got>) =>
    async (call: UpstreamCall, options: ExchangeOptions, wish: Cancellation): Promise<Got> => {
      const settle = breaker.admit();
      if (typeof settle === 'number') throw resting(group, settle);
      const timed = new Deadline(clock, options.deadlineMs ?? deadlineMs, wish);
      let outcome: Outcome = 'undecided';
      try {
        const got = await attempts(call, options, timed, perform);
        outcome = 'succeeded';
        return got;
      } catch (error) {
        const fault = timed.isOver && !wish.isCancelled ? timeout(group, error) : attributed(error, group);
        outcome = healthOf(fault);
        throw fault;
      } finally {
        timed.end();
        settle(outcome);
      }
    };

  const openGuarded = guarded(openBody);
  const open: OpenSource['open'] = async (call, options, wish) => {
    const download = await openGuarded(call, options, wish);
    const giveUp = (reason: Error) => void download.body.destroy(reason);
    // Whoever reads it hears of its failure; one that nobody reads yet must not end the process.
    download.body.on('error', () => {});
    if (wish.reason) giveUp(wish.reason);
    else wish.listen({ onCancel: giveUp });
    return download;
  };

  return { source, breaker, budget, missing, exchange: guarded(fetchWhole), open };
}

/** One way to carry out a call: whole, or as a stream. */
type Perform<Got> = (
  call: UpstreamCall,
  options: ExchangeOptions,
  wish: Cancellation,
  place: { readonly saw: (status: number) => void; readonly leave: () => void },
) => Promise<Got>;

const bounded = ({ maxBytes }: ExchangeOptions) => (maxBytes === undefined ? {} : { maxBytes });

/** Sends a call as the signer signs it; once more when it was refused and the signer has something newer. */
async function sendSigned<Response extends TransportResponse | UpstreamStream>(
  source: Source,
  signer: Signer,
  call: UpstreamCall,
  send: (request: UpstreamRequest) => Promise<Response>,
): Promise<Response> {
  const signed = await signer.sign(call);
  const response = await send(toRequest(source, call, signed));
  if (response.status !== 401 || !signer.renew?.(signed)) return response;
  // Nobody reads what a refusal says; left alone, it would hold its connection.
  if (response.body instanceof Readable) response.body.destroy();
  return send(toRequest(source, call, await signer.sign(call)));
}
