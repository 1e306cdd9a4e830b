import { version } from '../../core/version.ts';
import type { OpenSource } from '../../sources/kernel/policies/upstream-call.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Sample } from './counters.ts';

/** A gauge whose samples are collected when the metrics are read. */
export type Gauge = (name: string, help: string, collect: () => Sample[]) => void;

const breakerValues = { closed: 0, halfOpen: 0.5, open: 1 } as const;

/** The labels of a source; `part` is empty where its group has no other. */
const labelsOf = ({ source }: OpenSource) => ({ group: source.group, part: source.spec.part ?? '' });

/** What each source allows now: its breaker, its pause and its quota, for those that are configured. */
export function registerSourceStates(gauge: Gauge, { sources }: Upstreams): void {
  const bySource = (value: (source: OpenSource) => number | undefined) => (): Sample[] =>
    sources
      .filter(({ missing }) => missing.length === 0)
      .flatMap((open) => {
        const measured = value(open);
        return measured === undefined ? [] : { labels: labelsOf(open), value: measured };
      });
  gauge(
    'almanac_upstream_breaker_open',
    '1 while the breaker of a source is open, 0.5 while it is tried again, else 0.',
    bySource(({ breaker }) => breakerValues[breaker.state]),
  );
  gauge(
    'almanac_upstream_paused',
    '1 while a source is not requested because it asked for a pause, else 0.',
    bySource(({ budget }) => (budget.pausedUntil === undefined ? 0 : 1)),
  );
  gauge(
    'almanac_upstream_quota_left',
    'Units left of the quota of a source that has one.',
    bySource(({ budget }) => budget.unitsLeft),
  );
  gauge(
    'almanac_upstream_quota_units',
    'Units of the whole quota of a source that has one.',
    bySource(({ source }) => source.spec.budget?.quota?.units),
  );
  gauge('almanac_upstream_configured', '1 for a source that can be called, 0 without its credential.', () =>
    sources.map((open) => ({ labels: labelsOf(open), value: open.missing.length === 0 ? 1 : 0 })),
  );
}

/** The version, and the memory of both caches. */
export function registerProcessState(gauge: Gauge, bytesOf: Readonly<Record<string, () => number>>): void {
  gauge('almanac_build_info', '1, with the versions of almanac and Node as labels.', () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  gauge('almanac_cache_bytes', 'Estimated memory of a cache: models of upstreams, or responses.', () =>
    Object.entries(bytesOf).map(([cache, bytes]) => ({ labels: { cache }, value: bytes() })),
  );
}
