import { type Deadline, deadline, onAbort } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { Secrets, Signer } from '../credentials.ts';
import { attributed, classifyStatus, timeout } from '../http/classify-response.ts';
import { toRequest, toResponse } from '../http/request-mapping.ts';
import type { Transport } from '../http/transport.ts';
import { keylessVariable, mayReadKeyless } from '../keyless.ts';
import type { ClassifyResponse, UpstreamCall, UpstreamResponse } from '../messages.ts';
import type { Source } from '../source.ts';
import { type CallOptions, createAttempts, type Download, type Exchanged, type Perform } from './attempt.ts';
import { type BreakerState, healthOf, type Outcome, type Settle } from './breaker.ts';
import { type AskOrigin, type LeaveOut, type OpenOrigins, openOrigins } from './open-origins.ts';
import { createRetrier } from './retry.ts';
import { type Sharing, shareSource } from './shared-source.ts';
import { createSourceLimiter, type SourceLimiter } from './source-limiter.ts';

export type { CallOptions, Download, Exchanged } from './attempt.ts';

/** An origin is no longer called, or is called again. */
export interface BreakerChange {
  readonly group: string;
  readonly part: string | undefined;
  readonly origin: string;
  readonly state: BreakerState;
  /** The ids of the requests whose call decided it. */
  readonly requestIds: readonly string[];
}

/** A source in one process: its signer, origins and limiter. */
export interface OpenSource {
  readonly source: Source;
  readonly origins: Pick<OpenOrigins, 'all' | 'inUse'>;
  /** That of the origin in use. */
  readonly breaker: { readonly state: BreakerState };
  readonly limiter: SourceLimiter;
  /** The variables that are not set and without which the source cannot be called. */
  readonly missing: readonly string[];
  /** The variables that a route lacks of this source; see `SourceSpec.lacking`. */
  missingFor(path: string): readonly string[];
  /**
   * Calls the upstream within the policies of the source: deadline → origins, each with its breaker → retry → limiter →
   * transport.
   */
  send(call: UpstreamCall, options: CallOptions, signal: AbortSignal): Promise<UpstreamResponse>;
  /**
   * The same for a download: the policies apply until the response begins; its place in the limiter is held until the
   * body closes. The body is destroyed when `signal` aborts.
   */
  open(call: UpstreamCall, options: CallOptions, signal: AbortSignal): Promise<Download>;
}

export interface OpenSourceTools {
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The operator's settings, by variable. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly transport: Transport;
  readonly observe: (exchanged: Exchanged) => void;
  readonly onBreaker?: ((change: BreakerChange) => void) | undefined;
  readonly leaveOut?: LeaveOut | undefined;
  /** Whether no one else may call the upstreams; see `QuotaTools`. */
  readonly isOnlyCaller?: ((caller: string) => boolean) | undefined;
  readonly onUnit?: ((caller: string, source: string) => void) | undefined;
  /** Whether the quotas of a day are counted, as they are unless the upstreams are the sandbox. */
  readonly countsDays?: boolean | undefined;
  /** What processes share. */
  readonly sharing?: Sharing | undefined;
}

const defaultDeadlineMs = 8_000;

export function openSource(source: Source, tools: OpenSourceTools): OpenSource {
  const { clock, transport, observe, onBreaker } = tools;
  const { group, spec } = source;
  const shared = tools.sharing && shareSource(tools.sharing, source, tools.secrets);
  const origins = openOrigins(source, clock, tools.leaveOut);
  const { part } = spec;
  const { isOnlyCaller, onUnit, countsDays } = tools;
  const limiter = createSourceLimiter(clock, group, spec.limits, {
    part,
    shared,
    isOnlyCaller,
    onUnit,
    countsDays,
  });
  const retrier = createRetrier(clock, group, spec.retry);
  const signer = openSigner(source, tools);
  const { attempt, sendCall, openDownload } = createAttempts({
    source,
    clock,
    signer,
    limiter,
    transport,
    observe,
  });

  const guarded =
    <Result>(perform: Perform<Result>) =>
    (call: UpstreamCall, options: CallOptions, signal: AbortSignal): Promise<Result> => {
      const deadlineMs = options.deadlineMs ?? spec.deadlineMs ?? defaultDeadlineMs;
      const dueAt = clock.monotonic() + deadlineMs;
      const askOrigin: AskOrigin<Result> = (each, settle, share) => {
        const limit = deadline(clock, (dueAt - clock.monotonic()) * share, signal);
        return askOne(perform, each, options, { settle, limit, signal });
      };
      return origins.inTurn(call, askOrigin, (origin, state) =>
        onBreaker?.({ group, part: spec.part, origin, state, requestIds: options.caller?.requestIds ?? [] }),
      );
    };

  /** Sends a call to one origin, with retries, within its part of the deadline. */
  async function askOne<Result>(
    perform: Perform<Result>,
    call: UpstreamCall,
    options: CallOptions,
    { settle, limit, signal }: { settle: Settle; limit: Deadline; signal: AbortSignal },
  ): Promise<Result> {
    const isSafe = call.method !== 'POST' || call.isSafe === true;
    let outcome: Outcome = 'undecided';
    try {
      const result = await retrier.run(isSafe, limit.signal, (each) => attempt(perform, call, options, each));
      outcome = 'succeeded';
      return result;
    } catch (error) {
      const fault = limit.isExpired && !signal.aborted ? timeout(group, error) : attributed(error, group);
      outcome = healthOf(fault);
      throw fault;
    } finally {
      limit.clear();
      settle(outcome);
    }
  }

  const openGuarded = guarded(openDownload);
  const missing = missingVariables(source, tools);
  return {
    source,
    origins,
    limiter,
    missing,
    missingFor: (path) => spec.lacking?.[path]?.(({ name }) => tools.settings?.[name] as never) ?? missing,
    breaker: {
      get state() {
        return origins.inUse.breaker.state;
      },
    },
    send: guarded(sendCall),
    async open(call, options, signal) {
      const download = await openGuarded(call, options, signal);
      destroyOnAbort(download, signal);
      return download;
    },
  };
}

/** The source's signer, whose own calls are sent unsigned, outside of the policies but within the deadline. */
function openSigner(source: Source, { clock, secrets, transport }: OpenSourceTools): Signer {
  const { group, spec } = source;
  async function fetchResponse(call: UpstreamCall, classify?: ClassifyResponse): Promise<UpstreamResponse> {
    const limit = deadline(clock, spec.deadlineMs ?? defaultDeadlineMs);
    try {
      const raw = await transport.send(toRequest(source, call), { signal: limit.signal });
      const response = toResponse(raw, false);
      const verdict = classify?.(response) ?? classifyStatus(group, response, { isSigned: true });
      if (verdict instanceof Fault) throw verdict;
      return response;
    } finally {
      limit.clear();
    }
  }
  return source.credential.open(secrets, {
    clock,
    fetchResponse,
    fetchJson: async (call, classify) => (await fetchResponse(call, classify)).json(),
  });
}

function missingVariables(source: Source, { secrets, settings }: OpenSourceTools): string[] {
  const { credential, spec } = source;
  const missing = credential.required.filter((variable) => !secrets[variable]);
  if (spec.switchedBy && settings?.[spec.switchedBy.name] !== true) missing.push(spec.switchedBy.name);
  if (spec.keyless && !mayReadKeyless(source, settings)) missing.push(keylessVariable);
  return missing;
}

function destroyOnAbort({ body }: Download, signal: AbortSignal): void {
  const destroy = () => void body.destroy(signal.reason);
  // A reader receives the failure; without a listener, a failure before anything is read would end the process.
  body.on('error', () => {});
  if (signal.aborted) destroy();
  else body.once('close', onAbort(signal, destroy));
}
