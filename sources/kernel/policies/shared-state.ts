import { type Clock, seconds, sleep } from '../../../core/clock.ts';
import type { Outcome } from './breaker.ts';
import type { Quota } from './quota.ts';

/**
 * The state of the sources that processes share: quotas, pauses and breakers. A store of it may fail at any time. No
 * method rejects, and those with a reply resolve within the store's deadline; `undefined` means that this process
 * decides alone.
 */
export interface SharedState {
  /** The state of a source as the processes with the same credential share it. */
  ofSource(source: SourceIdentity): SharedSource;
}

/** What makes the state of a source that of the same source in another process. */
export interface SourceIdentity {
  readonly group: string;
  readonly part: string | undefined;
  /** The values of its credential. They name the state by a digest, and are not stored. */
  readonly secrets: readonly (string | undefined)[];
}

/** The shared state of one source with one credential. */
export interface SharedSource {
  /**
   * Decides one attempt: its pause, the breaker of its origin and the quota, in this order. A reply that comes after
   * `undefined` was returned is given to `onLate`.
   */
  enter(attempt: SharedAttempt, onLate: (verdict: SharedVerdict) => void): Promise<SharedVerdict | undefined>;
  /** Refuses attempts for this long; the longest pause wins. False when the store did not take it. */
  pause(forMs: number): Promise<boolean>;
  /** Opens the breaker of an origin for this long; the longest wins. False when the store did not take it. */
  openBreaker(origin: string, forMs: number): Promise<boolean>;
  /**
   * The outcome of the call that `token` names, which held the probe of an origin's breaker. False when the store did not
   * take it.
   */
  settleProbe(probe: SettledProbe): Promise<boolean>;
  /** See `QuotaCounter.correct`. False when the store did not take it. */
  correct(quota: Quota, units: number): Promise<boolean>;
}

export interface SettledProbe {
  readonly origin: string;
  readonly token: string;
  readonly outcome: Outcome;
  /** How long the breaker stays open after a failure. */
  readonly coolMs: number;
}

export interface SharedAttempt {
  readonly origin: string;
  /** Names the call; its retries have the same. */
  readonly token: string;
  /** Milliseconds since this process's own breaker opened, where that admitted the call as its probe. */
  readonly openedMs: number | undefined;
  /** The time after which a probe that was not settled has died with its process. */
  readonly probeMs: number;
  readonly units: number;
  /** Undefined for a source without a quota. */
  readonly quota: (SharedSpending & { readonly of: Quota }) | undefined;
}

/** What this process tells the store of a quota with each attempt. */
export interface SharedSpending {
  /** The window as the store last told it: it may have been lost since. */
  readonly known: SharedWindow | undefined;
  /** Units that this process spent alone, which the store was not told yet. */
  readonly alone: number;
  /** The time that is left of the window that they were spent in. */
  readonly aloneLeftMs: number;
}

/** A window of a quota. */
export interface SharedWindow {
  readonly spent: number;
  /** Its end in milliseconds by the clock of the store. */
  readonly end: number;
  /** Names the store's record of it: one that replaces a lost record has another name. */
  readonly name: string;
}

export interface SharedVerdict {
  /** `resting`: the breaker of the origin is open, or another call probes it. */
  readonly decision: 'admitted' | 'paused' | 'resting' | 'spent';
  /** Milliseconds until the refusal ends. */
  readonly waitMs: number;
  /** The breaker: `probing` when the call is its probe, `closed` when a probe has closed it since it opened. */
  readonly breaker: 'probing' | 'closed' | undefined;
  /** The window of the quota after the attempt, and the time that is left of it. */
  readonly window: (SharedWindow & { readonly leftMs: number }) | undefined;
}

const tellAgainMs = seconds(0.5);

/** Tells the store something that holds for `forMs`, again while it is unavailable. `tell` receives the time left. */
export async function tellUntilTaken(
  clock: Clock,
  forMs: number,
  tell: (leftMs: number) => Promise<boolean>,
): Promise<void> {
  const until = clock.monotonic() + forMs;
  for (let leftMs = forMs; leftMs > 0; leftMs = until - clock.monotonic()) {
    if (await tell(leftMs)) return;
    await sleep(clock, tellAgainMs);
  }
}
