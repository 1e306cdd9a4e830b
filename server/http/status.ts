import { version } from '../../core/version.ts';
import type { OpenSource } from '../../sources/kernel/policies/upstream-call.ts';
import type { Services } from './services.ts';
import type { SourceStatus, StatusReport } from './status-report.ts';

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

export const describeStatus = (service: Services): StatusReport => ({
  version,
  startedAt: new Date(service.startedAt).toISOString(),
  sources: service.upstreams.sources.map((open) => describeSource(service, open)),
});

function describeSource({ config, upstreams }: Services, open: OpenSource): SourceStatus {
  const { source, missing, breaker, budget, origins } = open;
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
    origin: source.spec.mirrors ? origins.inUse.origin : null,
    pausedUntil: time(budget.pausedUntil),
    quotaLeft: budget.unitsLeft ?? null,
    lastSuccessAt: time(stats.lastSuccessAt),
    lastFailure: lastFailure ? { ...lastFailure, at: time(lastFailure.at)! } : null,
    skippedElements: [...stats.skipped].map(([endpoint, { count, at, place }]) => ({
      ...{ endpoint, count, place },
      at: time(at)!,
    })),
    drift: upstreams.statistics.driftOf(source.group).map((drift) => ({ ...drift, at: time(drift.at)! })),
    requests: stats.requests,
    cacheHitRate: answers === 0 ? null : Number(((stats.hits + stats.stale) / answers).toFixed(3)),
  };
}
