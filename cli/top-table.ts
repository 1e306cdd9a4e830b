import { isoOrNull, minuteText } from './key-tables.ts';
import { aligned, shortened } from './table.ts';
import { type KeyRecord, sumsOf } from './usage-table.ts';

/** Keys on the page. */
const mostKeys = 20;

/** What is left of the quota of a source. */
export interface QuotaLeft {
  /** Such as `videosite (search)`. */
  readonly source: string;
  readonly left: number;
  readonly units: number;
}

interface BusyKey extends KeyRecord {
  readonly workMs: number;
  readonly requests: number;
  readonly lookups: number;
}

/** The keys that have taken most of the event loops' time, then those with most lookups; keys without use are left out. */
export const topKeys = (
  records: readonly KeyRecord[],
  workMs: ReadonlyMap<string, number>,
): readonly BusyKey[] =>
  records
    .map((record) => ({ ...record, ...sumsOf(record), workMs: workMs.get(record.key.id) ?? 0 }))
    .filter(({ requests, workMs }) => requests + workMs > 0)
    .sort((a, b) => b.workMs - a.workMs || b.lookups - a.lookups)
    .slice(0, mostKeys);

/** Lines of a table. Times are UTC; work is seconds of processor time, `UNITS` are those of quotas of a day. */
export function topTable(top: readonly BusyKey[]): string[] {
  if (top.length === 0) return ['No key has been used yet.'];
  const headings = ['ID', 'NAME', 'WORK', 'REQUESTS', 'LOOKUPS', 'UNITS', 'LIMIT', 'LAST USE', 'MOST IN'];
  const rows = top.map(({ key, workMs, requests, lookups, usage, units }) => {
    const groups = usage.toSorted((a, b) => b.lookups - a.lookups).slice(0, 3);
    return [
      key.id,
      shortened(key.name, 24),
      (workMs / 1000).toFixed(1),
      ...[requests, lookups, units.reduce((sum, { requests }) => sum + requests, 0)].map(String),
      `${key.perMinute}/min`,
      key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt),
      groups.map(({ group }) => group).join(', ') || '-',
    ];
  });
  return aligned([headings, ...rows]);
}

export const topJson = ({ key, workMs, requests, lookups, units }: BusyKey) => ({
  id: key.id,
  name: key.name,
  perMinute: key.perMinute,
  workMs,
  requests,
  lookups,
  units: units.reduce((sum, { requests }) => sum + requests, 0),
  lastUsedAt: isoOrNull(key.lastUsedAt),
});

/** The quotas with the least share left come first. */
export function quotaLines(quotas: readonly QuotaLeft[] | undefined): string[] {
  if (!quotas) return ['What is left of quotas: /status, or here while the service runs with METRICS_PORT.'];
  if (quotas.length === 0) return ['No source that can be called has a quota.'];
  const share = ({ left, units }: QuotaLeft) => left / units;
  const rows = quotas
    .toSorted((a, b) => share(a) - share(b))
    .map(({ source, left, units }) => [source, String(left), String(units)]);
  return aligned([['QUOTA', 'LEFT', 'OF'], ...rows]);
}

/** The quotas among the metrics of the service, in the text format of Prometheus. */
export function quotasIn(metrics: string): readonly QuotaLeft[] {
  const gauges = (name: string) =>
    new Map(
      Array.from(
        metrics.matchAll(new RegExp(`^${name}\\{group="([^"]*)",part="([^"]*)"\\} (\\S+)$`, 'gm')),
        ([, group, part, value]) => [part === '' ? group! : `${group} (${part})`, Number(value)],
      ),
    );
  const units = gauges('almanac_upstream_quota_units');
  return Array.from(gauges('almanac_upstream_quota_left'), ([source, left]) => {
    return { source, left, units: units.get(source) ?? left };
  });
}
