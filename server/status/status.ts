import type { Clock } from '../../core/clock.ts';
import { version } from '../../core/version.ts';
import { routeGroups } from '../../rest/index.ts';
import type { OpenSource } from '../../sources/kernel/policies/upstream-call.ts';
import type { Backend } from '../backends/backend.ts';
import { publicMode } from '../keys/keys.ts';
import { readinessOfRoutes } from './readiness.ts';
import { isFailing, isUsedUp, type SourceStatus, type StatusReport } from './status-report.ts';

export interface StatusServices {
  readonly config: { readonly upstreamOrigin: string | undefined };
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Whether quotas and pauses are shared with other instances now; undefined without a shared store. */
  readonly sharesSources: () => boolean | undefined;
}

export interface HealthServices extends StatusServices {
  readonly clock: Clock;
  readonly upstreamBackend: Backend;
  /** Whether the instance takes new requests. */
  isReady(): boolean;
}

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/**
 * How many groups respond: those with a configured source whose last request succeeded. Beside them, how many were not
 * requested yet, and which quotas are used up. Which groups they are, and why the others do not respond, is in the status for
 * callers with a key.
 */
export function healthLine(services: HealthServices): string {
  const now = services.clock.now();
  const { sources } = describeStatus(services, services.upstreamBackend);
  const groupsOf = (some: readonly SourceStatus[]) => new Set(some.map(({ group }) => group));
  const able = sources.filter((source) => source.state !== 'unconfigured' && !isFailing(source, now));
  const responding = groupsOf(able.filter(({ lastSuccessAt }) => lastSuccessAt !== null));
  const idle = groupsOf(able.filter(({ group }) => !responding.has(group))).size;
  const parts = [
    services.isReady() ? 'ok' : 'not ready',
    `${responding.size} of ${groupsOf(sources).size} groups answering`,
    ...(idle > 0 ? [`${idle} not asked yet`] : []),
    ...sources.filter(isUsedUp).map(usedUpText),
  ];
  return `${parts.join(', ')}\n`;
}

/** Such as `videosite (search) used up until 2026-12-01T08:00Z`. */
const usedUpText = ({ group, part, quotaRenewsAt }: SourceStatus): string =>
  `${part === null ? group : `${group} (${part})`} used up until ${quotaRenewsAt!.slice(0, 16)}Z`;

const sortedSources = ({ upstreams }: Backend): readonly OpenSource[] =>
  [...upstreams.sources].sort(
    ({ source: a }, { source: b }) =>
      a.group.localeCompare(b.group) || (a.spec.part ?? '').localeCompare(b.spec.part ?? ''),
  );

/** The status of a backend in this process. */
export const describeStatus = (services: StatusServices, backend: Backend): StatusReport => ({
  version,
  startedAt: new Date(services.startedAt).toISOString(),
  sourceState: stateOf(services.sharesSources()),
  sources: sortedSources(backend).map((open) => describeSource(services, backend, open)),
  routes: readinessOfRoutes(routeGroups, backend.upstreams.sources),
});

const stateOf = (sharesSources: boolean | undefined): StatusReport['sourceState'] =>
  sharesSources === undefined ? 'own' : sharesSources ? 'shared' : 'alone';

function describeSource({ config }: StatusServices, { mode, upstreams }: Backend, open: OpenSource) {
  const { source, missing, breaker, limiter, origins } = open;
  const stats = upstreams.statistics.ofSource(source);
  const reads = stats.hits + stats.stale + stats.misses;
  const reached = config.upstreamOrigin === undefined ? publicMode(mode) : 'sandbox';
  const { lastFailure } = stats;
  return {
    group: source.group,
    part: source.spec.part ?? null,
    state: missing.length > 0 ? ('unconfigured' as const) : reached,
    missing,
    access: source.spec.access ?? null,
    breaker: breaker.state,
    origin: source.spec.mirrors ? origins.inUse.origin : null,
    pausedUntil: time(limiter.pausedUntil),
    quotaLeft: limiter.quota?.unitsLeft ?? null,
    quotaRenewsAt: time(limiter.quota?.renewsAt),
    lastSuccessAt: time(stats.lastSuccessAt),
    lastFailure: lastFailure ? { ...lastFailure, at: time(lastFailure.at)! } : null,
    skippedElements: [...stats.skipped].map(([endpoint, of]) => ({ endpoint, ...of, at: time(of.at)! })),
    drift: upstreams.statistics.driftOfSource(source).map((drift) => ({ ...drift, at: time(drift.at)! })),
    requests: stats.requests,
    cacheHitRate: reads === 0 ? null : Number(((stats.hits + stats.stale) / reads).toFixed(3)),
  };
}
