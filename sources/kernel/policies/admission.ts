import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Breaker, Settle } from './breaker.ts';
import { type SharedSource, type SharedVerdict, tellUntilTaken } from './shared-state.ts';

/** One call that the breaker of an origin has admitted. */
export interface Admission {
  readonly origin: string;
  /** Names the call among those of all processes. */
  readonly token: string;
  /** For the probe of this process's breaker: milliseconds since that opened. */
  readonly openedMs: number | undefined;
  readonly settle: Settle;
  /** Takes over what another process did to the breaker. */
  takeOver(verdict: SharedVerdict): void;
}

export interface AdmitOptions {
  readonly origin: string;
  readonly breaker: Breaker;
  readonly clock: Clock;
  readonly shared: SharedSource | undefined;
}

const processToken = randomUUID();
let admittedCount = 0;

/**
 * Admits a call to an origin; otherwise returns the milliseconds to wait. Processes that share the state of the source
 * are told when the call opens the breaker, and how it ends when it is the probe of them all.
 */
export function admit({ origin, breaker, clock, shared }: AdmitOptions): Admission | number {
  const isProbe = breaker.state === 'halfOpen';
  const settle = breaker.admit();
  if (typeof settle === 'number') return settle;
  admittedCount += 1;
  const token = `${processToken}.${admittedCount}`;
  const { coolMs } = breaker;
  const openedMs = isProbe ? breaker.openedMs : undefined;
  let isProbeOfAll = false;
  return {
    origin,
    token,
    openedMs,
    settle(outcome) {
      const stateBefore = breaker.state;
      const mayOpen = outcome === 'failed' && (isProbe || stateBefore === 'closed');
      settle(outcome);
      if (!shared) return;
      if (isProbeOfAll) {
        if (outcome === 'failed') breaker.rest(coolMs);
        void tellUntilTaken(clock, coolMs, () => shared.settleProbe({ origin, token, outcome, coolMs }));
      } else if (mayOpen && breaker.state === 'open') {
        void tellUntilTaken(clock, coolMs, (leftMs) => shared.openBreaker(origin, leftMs));
      }
    },
    takeOver(verdict) {
      if (verdict.breaker === 'probing') isProbeOfAll = true;
      if (verdict.breaker === 'closed' && isProbe) breaker.close();
      if (verdict.decision === 'resting') breaker.rest(verdict.waitMs);
    },
  };
}
