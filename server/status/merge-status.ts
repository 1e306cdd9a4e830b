import type {
  DriftOfEndpoint,
  SkippedElementsOfEndpoint,
  SourceStatus,
  StatusReport,
} from './status-report.ts';

/** What a worker reports of itself. */
export interface WorkerStatus {
  readonly pid: number;
  readonly report: StatusReport;
  /** Reads of each source, by which its share of the cache counts. */
  readonly reads: readonly number[];
}

/**
 * The status of several workers as that of one process: counts are summed, of states the worst is told, and of times the
 * latest. All have the same sources in the same order.
 */
export function mergeStatus(workers: readonly WorkerStatus[]): StatusReport {
  const [first] = workers;
  const reports = workers.map(({ report }) => report);
  const states = reports.map(({ sourceState }) => sourceState);
  return {
    ...first!.report,
    startedAt: reports.map(({ startedAt }) => startedAt).sort()[0]!,
    sourceState: states.includes('alone') ? 'alone' : states[0]!,
    sources: first!.report.sources.map((_, index) =>
      mergeSource(
        reports.map(({ sources }) => sources[index]!),
        workers.map(({ reads }) => reads[index]!),
      ),
    ),
    workers: workers
      .map(({ pid, report: { startedAt } }) => ({ pid, startedAt }))
      .sort((a, b) => a.pid - b.pid),
  };
}

const breakerStates = ['closed', 'halfOpen', 'open'] as const;

function mergeSource(of: readonly SourceStatus[], reads: readonly number[]): SourceStatus {
  const worst = Math.max(...of.map(({ breaker }) => breakerStates.indexOf(breaker)));
  const allReads = sum(reads);
  const kept = sum(of.map(({ cacheHitRate }, index) => (cacheHitRate ?? 0) * reads[index]!));
  const quotas = of.flatMap(({ quotaLeft }) => (quotaLeft === null ? [] : [quotaLeft]));
  return {
    ...of[0]!,
    breaker: breakerStates[worst]!,
    pausedUntil: latest(of.map(({ pausedUntil }) => pausedUntil)),
    quotaLeft: quotas.length === 0 ? null : Math.min(...quotas),
    lastSuccessAt: latest(of.map(({ lastSuccessAt }) => lastSuccessAt)),
    lastFailure: newest(of.flatMap(({ lastFailure }) => lastFailure ?? [])) ?? null,
    skippedElements: mergeCounted(
      of.flatMap(({ skippedElements }) => skippedElements),
      ({ endpoint }) => endpoint,
    ),
    drift: mergeCounted(
      of.flatMap(({ drift }) => drift),
      ({ endpoint, kind, place }) => `${endpoint} ${kind} ${place}`,
    ),
    requests: sum(of.map(({ requests }) => requests)),
    cacheHitRate: allReads === 0 ? null : Number((kept / allReads).toFixed(3)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Times are ISO 8601, whose order is that of their texts. */
const latest = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);

const newest = <Event extends { readonly at: string }>(events: readonly Event[]): Event | undefined =>
  [...events].sort((a, b) => b.at.localeCompare(a.at))[0];

/** The counts of each name, with the rest of its newest one. */
function mergeCounted<Counted extends SkippedElementsOfEndpoint | DriftOfEndpoint>(
  all: readonly Counted[],
  nameOf: (of: Counted) => string,
): readonly Counted[] {
  const byName = new Map<string, Counted[]>();
  for (const each of all) byName.set(nameOf(each), [...(byName.get(nameOf(each)) ?? []), each]);
  return [...byName.values()].map((same) => ({
    ...newest(same)!,
    count: sum(same.map(({ count }) => count)),
  }));
}
