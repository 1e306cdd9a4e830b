import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { UpstreamCall } from '../messages.ts';
import type { Source } from '../source.ts';
import { type Breaker, type BreakerState, createBreaker, healthOf, type Settle } from './breaker.ts';

/** An origin of a source in one process. */
export interface OpenOrigin {
  /** `https://host` */
  readonly origin: string;
  readonly breaker: Breaker;
}

/** The first origin of a source and its mirrors. */
export interface OpenOrigins {
  readonly all: readonly OpenOrigin[];
  /** The origin that the next call is sent to: the first whose breaker is not open. */
  readonly inUse: OpenOrigin;
  /**
   * Sends a call to the origins in turn, until one responds in any way that is not a failure. Rejects with the fault of
   * the last that was called.
   */
  inTurn<Result>(call: UpstreamCall, ask: AskOrigin<Result>, onChange: OnBreakerChange): Promise<Result>;
}

/** Called when the result of a call opens the breaker of an origin, or closes it. */
export type OnBreakerChange = (origin: string, state: BreakerState) => void;

/** Sends a call to one origin and settles it. `share` is its part of the time that is left; 1 for the last one. */
export type AskOrigin<Result> = (call: UpstreamCall, settle: Settle, share: number) => Promise<Result>;

/** While another origin can serve, one that fails is left alone sooner and for longer than one that is alone. */
const withSubstitute = { minimum: 3, windowMs: 60_000, coolMs: 30_000 } as const;

/** The fault of an origin that is left out, so that its substitutes are called; undefined for those that are called. */
export type LeaveOut = (source: Source, origin: string) => Fault | undefined;

/**
 * Whether another origin of the source may serve a call that failed: after refusals (401, 403), server errors, broken
 * connections and timeouts. A status such as 400 or 404 answers the request, and 429 asks to wait.
 */
const mayPassElsewhere = (error: unknown): boolean =>
  error instanceof Fault && healthOf(error) === 'failed' && error.trait !== 'clientError';

/** The fault of an origin whose breaker is open. */
const breakerOpen = (group: string, waitMs: number): Fault =>
  new Fault('upstreamLimited', `The source for ${group} keeps failing and is not asked for a moment.`, {
    group,
    retryAfter: Math.ceil(waitMs / 1000),
  });

export function openOrigins(source: Source, clock: Clock, leaveOut: LeaveOut | undefined): OpenOrigins {
  const { group, spec } = source;
  const { mirrors = [] } = spec;
  const all = [spec.origins[0], ...mirrors].map((origin, index): OpenOrigin => {
    const options = index < mirrors.length ? withSubstitute : {};
    return { origin, breaker: createBreaker(clock, options) };
  });
  const first = all[0]!;
  const isSafe = ({ method, isSafe }: UpstreamCall) => method !== 'POST' || isSafe === true;

  /** Mirrors serve the paths of the first origin, and calls that may be repeated. */
  function originsFor(call: UpstreamCall): readonly OpenOrigin[] {
    const isMirrored = (call.origin ?? first.origin) === first.origin && isSafe(call);
    return isMirrored ? all : [first];
  }

  return {
    all,
    get inUse() {
      return all.find(({ breaker }) => breaker.state !== 'open') ?? first;
    },
    async inTurn(call, ask, onChange) {
      const origins = originsFor(call);
      let failure: unknown;
      let waitMs = Number.POSITIVE_INFINITY;
      for (const [index, { origin, breaker }] of origins.entries()) {
        const leftOut = leaveOut?.(source, origin);
        if (leftOut) {
          failure = leftOut;
          continue;
        }
        const settle = breaker.admit();
        if (typeof settle === 'number') {
          waitMs = Math.min(waitMs, settle);
          continue;
        }
        const others = origins.slice(index + 1).filter((other) => other.breaker.state !== 'open').length;
        try {
          const asked = origin === first.origin ? call : { ...call, origin };
          return await ask(asked, noting(origin, breaker, settle, onChange), 1 / (others + 1));
        } catch (error) {
          if (!mayPassElsewhere(error)) throw error;
          failure = error;
        }
      }
      throw failure ?? breakerOpen(group, waitMs);
    },
  };
}

/** Settles a call, and reports when its outcome changes the state of the breaker. */
const noting =
  (origin: string, breaker: Breaker, settle: Settle, onChange: OnBreakerChange): Settle =>
  (outcome) => {
    const before = breaker.state;
    settle(outcome);
    if (breaker.state !== before) onChange(origin, breaker.state);
  };
