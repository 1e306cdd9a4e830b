import type { Clock } from '../../core/clock.ts';
import type { FaultKind } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { createDriftWatch, type Drift, type KnownShapes } from './drift.ts';
import { healthOf } from './policies/breaker.ts';
import type { Exchanged } from './policies/upstream-call.ts';
import type { SkippedElement } from './skipped-elements.ts';
import type { Source } from './source.ts';

/** Receives every payload that was decoded, with the elements of its lists that were skipped. */
export type NoteDecoded = (
  source: Source,
  endpoint: string,
  payload: unknown,
  skipped: readonly SkippedElement[],
) => void;

/** Elements of an endpoint's lists that did not match their schema, and were left out. */
export interface SkippedCount {
  count: number;
  /** Of the newest one: its time, … */
  at: number;
  /** … and the place of its mismatch in it, without its value. */
  place: string;
}

/** Counters of a source, or of all sources of a group, since the process started; times are milliseconds since the epoch. */
export interface SourceStats {
  /** Reads served by fresh cache entries, … */
  hits: number;
  /** … by stale ones, … */
  stale: number;
  /** … and by the upstream. */
  misses: number;
  /** Upstream requests, retries included. */
  requests: number;
  /** Requests of batched endpoints, … */
  batches: number;
  /** … and the keys in them. */
  batchedKeys: number;
  /** By endpoint. */
  readonly skipped: Map<string, SkippedCount>;
  lastSuccessAt: number | undefined;
  lastFailure: { readonly at: number; readonly kind: FaultKind; readonly endpoint: string } | undefined;
}

export interface Statistics {
  /** The sums over the sources of a group, with the latest times. */
  of(group: Group): Readonly<SourceStats>;
  ofSource(source: Source): SourceStats;
  /** Counts an attempt. `notFound`, `private` and `invalid` are answers of the source. */
  noteExchange(source: Source, exchanged: Exchanged): void;
  readonly noteDecoded: NoteDecoded;
  /** Compares a payload that does not decode with the known shape. */
  noteMismatched(source: Source, endpoint: string, payload: unknown): void;
  /** Notes a response that does not decode any more. */
  noteChange(source: Source, endpoint: string): void;
  /** The places where payloads of the sources of a group differ from their known shapes. */
  driftOf(group: Group): readonly Drift[];
  driftOfSource(source: Source): readonly Drift[];
}

export interface StatisticsOptions {
  readonly knownShapes?: KnownShapes | undefined;
  /** Receives every decoded payload, for tools that collect shapes. */
  readonly onDecoded?: NoteDecoded | undefined;
}

const emptyStats = (): SourceStats => ({
  hits: 0,
  stale: 0,
  misses: 0,
  requests: 0,
  batches: 0,
  batchedKeys: 0,
  skipped: new Map(),
  lastSuccessAt: undefined,
  lastFailure: undefined,
});

export function createStatistics(clock: Clock, options: StatisticsOptions = {}): Statistics {
  const drift = createDriftWatch(clock, options.knownShapes ?? {});
  const bySource = new Map<Source, SourceStats>();
  const ofSource = (source: Source): SourceStats => {
    let stats = bySource.get(source);
    if (!stats) {
      stats = emptyStats();
      bySource.set(source, stats);
    }
    return stats;
  };
  return {
    of: (group) => sumOf([...bySource].flatMap(([source, stats]) => (source.group === group ? stats : []))),
    ofSource,
    noteExchange(source, { endpoint, fault }) {
      // No request was sent.
      if (fault?.kind === 'unconfigured') return;
      const stats = ofSource(source);
      stats.requests += 1;
      if (!fault || fault.kind === 'invalid' || healthOf(fault) === 'succeeded')
        stats.lastSuccessAt = clock.now();
      else stats.lastFailure = { at: clock.now(), kind: fault.kind, endpoint };
    },
    driftOf: drift.of,
    driftOfSource: drift.ofSource,
    noteDecoded(source, endpoint, payload, elements) {
      options.onDecoded?.(source, endpoint, payload, elements);
      drift.note(source, endpoint, payload);
      if (elements.length === 0) return;
      const { skipped } = ofSource(source);
      const count = (skipped.get(endpoint)?.count ?? 0) + elements.length;
      skipped.set(endpoint, { count, at: clock.now(), place: elements.at(-1)!.place });
    },
    noteMismatched(source, endpoint, payload) {
      drift.note(source, endpoint, payload);
    },
    noteChange(source, endpoint) {
      ofSource(source).lastFailure = { at: clock.now(), kind: 'upstreamChanged', endpoint };
    },
  };
}

const counters = ['hits', 'stale', 'misses', 'requests', 'batches', 'batchedKeys'] as const;

function sumOf(all: readonly SourceStats[]): SourceStats {
  const sum = emptyStats();
  for (const stats of all) {
    for (const counter of counters) sum[counter] += stats[counter];
    for (const [endpoint, skipped] of stats.skipped) {
      const count = skipped.count + (sum.skipped.get(endpoint)?.count ?? 0);
      sum.skipped.set(endpoint, { ...skipped, count });
    }
    if ((stats.lastSuccessAt ?? 0) > (sum.lastSuccessAt ?? 0)) sum.lastSuccessAt = stats.lastSuccessAt;
    if ((stats.lastFailure?.at ?? 0) > (sum.lastFailure?.at ?? 0)) sum.lastFailure = stats.lastFailure;
  }
  return sum;
}
