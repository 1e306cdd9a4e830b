import { type Breaker, createBreaker } from './breaker.ts';
import { type Budget, createBudget } from './budget.ts';
import { type Clock, sleep } from './clock.ts';
import type { Call, QueryValue, Secrets, Signer } from './credentials.ts';
import { Fault } from './faults.ts';
import { parseJson } from './json.ts';
import type { Answer, Judge, Retry, Source } from './source.ts';
import { isBeforeAnswer, type Transport, type UpstreamRequest, type UpstreamResponse } from './transport.ts';

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
  readonly wideIntegers: boolean;
  readonly judge: Judge | undefined;
}

/** A source in one process: its signer, breaker and budget. */
export interface OpenSource {
  readonly source: Source;
  readonly breaker: Breaker;
  readonly budget: Budget;
  /** The variables that are not set and without which the source cannot be asked. */
  readonly missing: readonly string[];
  /** Asks, within the source's policies: deadline → retry → breaker → budget → transport. */
  exchange(call: Call, options: ExchangeOptions, signal: AbortSignal): Promise<Answer>;
}

export interface OpenSourceTools {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly transport: Transport;
  readonly observe: (exchanged: Exchanged) => void;
}

const defaultDeadlineMs = 8_000;
const defaultRetry: Retry = { attempts: 2, pauseMs: 150 };
/** Retries may add this share to the traffic of a source, so that a failing upstream is not asked twice as much. */
const retryShare = 0.2;
const retriesSaved = 10;
const longestPauseSeconds = 60;

export function openSource(source: Source, tools: OpenSourceTools): OpenSource {
  const { clock, secrets, transport, observe } = tools;
  const { group, spec } = source;
  const { deadlineMs = defaultDeadlineMs, retry = defaultRetry } = spec;
  const breaker = createBreaker(clock);
  const budget = createBudget(clock, group, spec.budget);
  const signer = source.credential.open(secrets, { clock, fetchJson });
  const missing = source.credential.required.filter((variable) => !secrets[variable]);
  let retriesAllowed = retriesSaved;

  async function fetchJson(call: Call, signal?: AbortSignal): Promise<unknown> {
    const timed = withTimeout(clock, deadlineMs, signal);
    try {
      const response = await transport.send(toRequest(source, call), { signal: timed.signal });
      const answer = toAnswer(response, false);
      const fault = judgeStatus(group, answer);
      if (fault) throw fault;
      return answer.json();
    } finally {
      timed.cancel();
    }
  }

  async function send(call: Call, options: ExchangeOptions, signal: AbortSignal): Promise<Answer> {
    const leave = await budget.enter(options.units, signal);
    const startedAt = clock.now();
    let status: number | undefined;
    let fault: Fault | undefined;
    try {
      const response = await sendSigned(source, signer, call, (request) =>
        transport.send(request, {
          signal,
          ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
        }),
      );
      status = response.status;
      const answer = toAnswer(response, options.wideIntegers);
      const judgement = options.judge?.(answer) ?? spec.judge?.(answer) ?? judgeStatus(group, answer);
      if (judgement instanceof Fault) throw judgement;
      return answer;
    } catch (error) {
      if (error instanceof Fault) fault = error;
      throw error;
    } finally {
      leave();
      if (fault?.kind === 'upstreamLimited') budget.pause((fault.retryAfter ?? 1) * 1000);
      observe({ group, endpoint: options.endpoint, status, durationMs: clock.now() - startedAt, fault });
    }
  }

  async function attempt(call: Call, options: ExchangeOptions, signal: AbortSignal): Promise<Answer> {
    const timed = withTimeout(clock, retry.attemptMs ?? deadlineMs, signal);
    try {
      return await send(call, options, timed.signal);
    } catch (error) {
      if (timed.isOver() && !signal.aborted) throw timeout(group, error);
      throw error;
    } finally {
      timed.cancel();
    }
  }

  function isWorthRetrying(error: unknown, call: Call): boolean {
    if (!(error instanceof Fault) || (call.method ?? 'GET') === 'POST') return false;
    const hasFailed = error.kind === 'upstreamFailed' && (isBeforeAnswer(error) || isServerError(error));
    const wasSlow = error.kind === 'upstreamTimeout' && retry.attemptMs !== undefined;
    if (!hasFailed && !wasSlow) return false;
    // A contract that promises a number of attempts is kept whatever the share.
    if (retry !== defaultRetry) return true;
    if (retriesAllowed < 1) return false;
    retriesAllowed -= 1;
    return true;
  }

  async function attempts(call: Call, options: ExchangeOptions, signal: AbortSignal): Promise<Answer> {
    retriesAllowed = Math.min(retriesSaved, retriesAllowed + retryShare);
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(call, options, signal);
      } catch (error) {
        if (tries >= retry.attempts || signal.aborted || !isWorthRetrying(error, call)) throw error;
        await sleep(clock, retry.pauseMs, signal);
      }
    }
  }

  return {
    source,
    breaker,
    budget,
    missing,
    async exchange(call, options, signal) {
      const waitMs = breaker.admit();
      if (waitMs > 0) throw resting(group, waitMs);
      const timed = withTimeout(clock, deadlineMs, signal);
      let outcome: Parameters<Breaker['settle']>[0] = 'undecided';
      try {
        const answer = await attempts(call, options, timed.signal);
        outcome = 'succeeded';
        return answer;
      } catch (error) {
        const fault = timed.isOver() && !signal.aborted ? timeout(group, error) : attributed(error, group);
        outcome = healthOf(fault);
        throw fault;
      } finally {
        timed.cancel();
        breaker.settle(outcome);
      }
    },
  };
}

/** What a failure says of the upstream's health: a clear "no" is a sign of life. */
function healthOf(error: unknown): 'succeeded' | 'failed' | 'undecided' {
  if (!(error instanceof Fault)) return 'undecided';
  if (error.kind === 'upstreamFailed' || error.kind === 'upstreamTimeout') return 'failed';
  return error.kind === 'notFound' || error.kind === 'private' ? 'succeeded' : 'undecided';
}

const serverErrors = new WeakSet<Fault>();
const isServerError = (fault: Fault) => serverErrors.has(fault);

/** The meaning of a status that the source itself has not judged. */
function judgeStatus(group: string, answer: Answer): Fault | undefined {
  const { status } = answer;
  if ((status >= 200 && status < 300) || status === 304) return undefined;
  if (status === 404 || status === 410) {
    return new Fault('notFound', 'There is no such thing upstream.', { source: group });
  }
  if (status === 429) return limitedBy(group, answer);
  if (status === 401 || status === 403) {
    return new Fault('upstreamFailed', `The source for ${group} did not accept our credentials.`, {
      source: group,
    });
  }
  const fault = new Fault('upstreamFailed', `The source for ${group} answered with status ${status}.`, {
    source: group,
  });
  if (status >= 500) serverErrors.add(fault);
  return fault;
}

/** The fault for an upstream that asks us to come back later, as its `Retry-After` says: 1 to 60 seconds. */
export function limitedBy(group: string, answer: Answer, retryAfterSeconds?: number): Fault {
  const wanted = retryAfterSeconds ?? Number(answer.header('retry-after') ?? 30);
  const retryAfter = Number.isFinite(wanted) ? Math.ceil(wanted) : 30;
  return new Fault('upstreamLimited', `The source for ${group} asked us to wait.`, {
    source: group,
    retryAfter: Math.min(Math.max(retryAfter, 1), longestPauseSeconds),
  });
}

const timeout = (group: string, cause: unknown) =>
  new Fault('upstreamTimeout', `The source for ${group} did not answer in time.`, { source: group, cause });

/** The transport does not know whose upstream it speaks to; here it is named. */
export function attributed(error: unknown, group: string): unknown {
  if (!(error instanceof Fault) || error.source !== undefined) return error;
  const { kind, retryAfter, cause } = error;
  const message = error.message.replace(/^The upstream\b/, `The source for ${group}`);
  return new Fault(kind, message, {
    source: group,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(cause === undefined ? {} : { cause }),
  });
}

const resting = (group: string, waitMs: number) =>
  new Fault('upstreamLimited', `The source for ${group} keeps failing and is not asked for a moment.`, {
    source: group,
    retryAfter: Math.ceil(waitMs / 1000),
  });

async function sendSigned(
  source: Source,
  signer: Signer,
  call: Call,
  send: (request: UpstreamRequest) => Promise<UpstreamResponse>,
): Promise<UpstreamResponse> {
  const signed = await signer.sign(call);
  const response = await send(toRequest(source, signed));
  if (response.status !== 401 || !signer.renew?.(signed)) return response;
  return send(toRequest(source, await signer.sign(call)));
}

function toRequest(source: Source, call: Call): UpstreamRequest {
  const origin = call.origin ?? source.spec.origins[0];
  if (!source.spec.origins.includes(origin)) {
    throw new Fault('upstreamFailed', `The source for ${source.group} led to a place it does not own.`, {
      source: source.group,
    });
  }
  const url = new URL(origin + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) appendQuery(url, name, value);
  return {
    method: call.method ?? 'GET',
    url,
    headers: { accept: 'application/json', ...source.spec.headers, ...call.headers },
    hosts: source.spec.origins.map((known) => new URL(known).host),
    ...(call.body === undefined ? {} : { body: call.body }),
  };
}

function appendQuery(url: URL, name: string, value: QueryValue): void {
  if (value === undefined) return;
  if (typeof value === 'object') for (const item of value) url.searchParams.append(name, String(item));
  else url.searchParams.append(name, String(value));
}

function toAnswer(response: UpstreamResponse, wideIntegers: boolean): Answer {
  return {
    status: response.status,
    bytes: response.body.length,
    header(name) {
      const value = response.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    text: () => response.body.toString('utf8'),
    json: () => parseJson(response.body, { wideIntegers }),
    tryJson() {
      try {
        return parseJson(response.body, { wideIntegers });
      } catch {
        return undefined;
      }
    },
  };
}

/** A signal that also aborts after `delayMs`; `cancel` once the work is done. */
function withTimeout(clock: Clock, delayMs: number, signal?: AbortSignal) {
  const controller = new AbortController();
  let isOver = false;
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  const cancelTimer = clock.timer(delayMs, () => {
    isOver = true;
    controller.abort(new DOMException('Time is up.', 'TimeoutError'));
  });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    cancel() {
      cancelTimer();
      signal?.removeEventListener('abort', follow);
    },
  };
}
