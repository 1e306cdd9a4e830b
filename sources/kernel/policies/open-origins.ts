import { type Clock, seconds } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { mayPassElsewhere, resting } from '../http/classify-response.ts';
import type { UpstreamCall } from '../messages.ts';
import type { Source } from '../source.ts';
import { type Admission, admit } from './admission.ts';
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts';
import type { SharedSource } from './shared-state.ts';

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

/** Sends a call to one origin. `share` is its part of the time that is left; 1 for the last one. */
export type AskOrigin<Result> = (call: UpstreamCall, admission: Admission, share: number) => Promise<Result>;

/** While another origin can serve, one that fails is left alone sooner and for longer than one that is alone. */
const withSubstitute = { minimum: 3, windowMs: 60_000, coolMs: 30_000 } as const;

/** The fault of an origin that is left out, so that its substitutes are called; undefined for those that are called. */
export type LeaveOut = (source: Source, origin: string) => Fault | undefined;

export interface OpenOriginsOptions {
  readonly clock: Clock;
  readonly leaveOut?: LeaveOut | undefined;
  /** The breakers as processes share them. */
  readonly shared?: SharedSource | undefined;
}

export function openOrigins(source: Source, { clock, leaveOut, shared }: OpenOriginsOptions): OpenOrigins {
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
        const admission = admit({ origin, breaker, clock, shared });
        if (typeof admission === 'number') {
          waitMs = Math.min(waitMs, admission);
          continue;
        }
        const others = origins.slice(index + 1).filter((other) => other.breaker.state !== 'open').length;
        try {
          const asked = origin === first.origin ? call : { ...call, origin };
          return await ask(asked, told(admission, breaker, onChange), 1 / (others + 1));
        } catch (error) {
          // Another process found the origin failing: it is left out as if this one had.
          if (error instanceof Fault && error.trait === 'breakerOpen')
            waitMs = Math.min(waitMs, seconds(error.retryAfter ?? 1));
          else if (mayPassElsewhere(error)) failure = error;
          else throw error;
        }
      }
      throw failure ?? resting(group, waitMs);
    },
  };
}

/** The admission, which tells when the result of the call has changed the state of the breaker. */
const told = (admission: Admission, breaker: Breaker, onChange: OnBreakerChange): Admission => ({
  ...admission,
  settle(outcome) {
    const before = breaker.state;
    admission.settle(outcome);
    if (breaker.state !== before) onChange(admission.origin, breaker.state);
  },
});
