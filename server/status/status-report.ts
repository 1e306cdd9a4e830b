import type { CredentialAccess } from '../../sources/kernel/credential-access.ts';
import type { Drift } from '../../sources/kernel/drift.ts';
import type { SkippedCount, SourceStats } from '../../sources/kernel/statistics.ts';
import type { RouteReadiness } from './readiness.ts';

/** With its time in ISO 8601. */
type Timed<Of extends { readonly at: number }> = Omit<Of, 'at'> & { readonly at: string };

/** The state of one source as this process knows it; no upstream is requested for it. Times are ISO 8601. */
export interface SourceStatus {
  readonly group: string;
  /** The part of the group that it serves, where the group has several sources. */
  readonly part: string | null;
  /** `sandbox`: requests go to UPSTREAM_ORIGIN, or to the sandbox of test keys. `unconfigured`: see `missing`. */
  readonly state: 'live' | 'sandbox' | 'unconfigured';
  /** Variables that must be set before the source can be used. */
  readonly missing: readonly string[];
  /** Where its credential comes from; null for a source without one. */
  readonly access: CredentialAccess | null;
  /** `open`: the source failed too often and is not requested for a moment. */
  readonly breaker: 'closed' | 'open' | 'halfOpen';
  /** The origin that is called next, where the source has mirrors: the first whose breaker is not open. */
  readonly origin: string | null;
  /** The end of the pause that the upstream asked for. */
  readonly pausedUntil: string | null;
  /** Requests left of its quota, where it has one, and the time at which the quota renews. */
  readonly quotaLeft: number | null;
  readonly quotaRenewsAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: Timed<NonNullable<SourceStats['lastFailure']>> | null;
  /** Elements of the source's lists that did not match their schema and were left out, by endpoint. */
  readonly skippedElements: readonly (Timed<SkippedCount> & { readonly endpoint: string })[];
  /** Places where the source's responses differ from those that the decoders were written for, in a sample of them. */
  readonly drift: readonly Timed<Drift>[];
  /** Upstream requests since the process started. */
  readonly requests: number;
  /** Share of reads served from the cache, 0 to 1; null before the first. */
  readonly cacheHitRate: number | null;
}

/** The JSON of `GET /status`. */
export interface StatusReport {
  readonly version: string;
  readonly startedAt: string;
  /** Whose quotas and pauses these are: its own, or all instances', unless the store is away. */
  readonly sourceState: 'own' | 'shared' | 'alone';
  readonly sources: readonly SourceStatus[];
  /** Which routes can serve, by which source, and what the others need. */
  readonly routes: readonly RouteReadiness[];
}

export const isPaused = ({ pausedUntil }: SourceStatus, now: number): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > now;

export const isUsedUp = ({ quotaLeft }: SourceStatus): boolean => quotaLeft === 0;

/** Whether the source's last result is a failure, or the source is paused or used up. */
export function isFailing(source: SourceStatus, now: number): boolean {
  if (source.state === 'unconfigured') return false;
  const { lastFailure, lastSuccessAt, breaker } = source;
  const hasFailedLast =
    lastFailure !== null &&
    (lastSuccessAt === null || Date.parse(lastFailure.at) >= Date.parse(lastSuccessAt));
  return breaker !== 'closed' || isPaused(source, now) || isUsedUp(source) || hasFailedLast;
}
