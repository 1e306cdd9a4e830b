import { version } from '../../core/version.ts';
import type { OpenSource } from '../../sources/kernel/policies/upstream-call.ts';
import type { Services } from './services.ts';

/** How one group's source is doing, from what is known in this process: nothing is asked of an upstream for it. */
export interface SourceStatus {
  readonly group: string;
  /** What of the group it answers, where the group has several sources. */
  readonly part: string | null;
  /** `sandbox`: requests go to UPSTREAM_ORIGIN. `unconfigured`: see `missing`. */
  readonly state: 'live' | 'sandbox' | 'unconfigured';
  /** Variables that must be set before it can be asked. */
  readonly missing: readonly string[];
  /** `open`: it failed too often and is not asked for a moment. */
  readonly breaker: 'closed' | 'open' | 'halfOpen';
  /** When it may be asked again, if it asked for silence; ISO 8601. */
  readonly pausedUntil: string | null;
  /** Units left of its quota, where it has one. */
  readonly quotaLeft: number | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: { readonly at: string; readonly kind: string; readonly endpoint: string } | null;
  /** Requests made upstream since the process started. */
  readonly requests: number;
  /** Part of the answers that came from the cache, 0 to 1; null before the first. */
  readonly cacheHitRate: number | null;
}

export interface Status {
  readonly version: string;
  readonly startedAt: string;
  readonly sources: readonly SourceStatus[];
}

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

export const describeStatus = (service: Services): Status => ({
  version,
  startedAt: new Date(service.startedAt).toISOString(),
  sources: service.upstreams.sources.map((open) => describeSource(service, open)),
});

function describeSource({ config, upstreams }: Services, open: OpenSource): SourceStatus {
  const { source, missing, breaker, budget } = open;
  const stats = upstreams.statistics.of(source.group);
  const answers = stats.hits + stats.stale + stats.misses;
  const reached = config.upstreamOrigin === undefined ? 'live' : 'sandbox';
  const { lastFailure } = stats;
  return {
    group: source.group,
    part: source.spec.part ?? null,
    state: missing.length > 0 ? 'unconfigured' : reached,
    missing,
    breaker: breaker.state,
    pausedUntil: time(budget.pausedUntil),
    quotaLeft: budget.unitsLeft ?? null,
    lastSuccessAt: time(stats.lastSuccessAt),
    lastFailure: lastFailure ? { ...lastFailure, at: time(lastFailure.at)! } : null,
    requests: stats.requests,
    cacheHitRate: answers === 0 ? null : Number(((stats.hits + stats.stale) / answers).toFixed(3)),
  };
}
