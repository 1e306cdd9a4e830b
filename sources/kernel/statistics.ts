import type { Clock } from '../../core/clock.ts';
import type { FaultKind } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { createDriftWatch, type Drift, type KnownShapes } from './drift.ts';
import type { NoteDecoded, PayloadNotes } from './payload-notes.ts';
import type { Exchanged } from './policies/upstream-call.ts';

/** Elements of an endpoint's lists that did not match their schema, and were left out. */
export interface SkippedCount {
  count: number;
  /** Of the newest one: its time, … */
  at: number;
  /** … and the place of its mismatch in it, without its value. */
  place: string;
}

/** Counters of a group since the process started; times are milliseconds since the epoch. */
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

export interface Statistics extends PayloadNotes {
  of(group: Group): SourceStats;
  /** Counts an attempt. `notFound` and `private` are successes of the source. */
  noteExchange(group: Group, exchanged: Exchanged): void;
  /** Notes a response that does not decode any more. */
  noteChange(group: Group, endpoint: string): void;
  /** The places where payloads differ from their known shapes. */
  driftOf(group: Group): readonly Drift[];
}

export interface StatisticsOptions {
  readonly knownShapes?: KnownShapes | undefined;
  /** Receives every decoded payload, for tools that collect shapes. */
  readonly onDecoded?: NoteDecoded | undefined;
}

export function createStatistics(clock: Clock, options: StatisticsOptions = {}): Statistics {
  const drift = createDriftWatch(clock, options.knownShapes ?? {});
  const groups = new Map<Group, SourceStats>();
  const of = (group: Group): SourceStats => {
    let stats = groups.get(group);
    if (!stats) {
      stats = {
        ...{ hits: 0, stale: 0, misses: 0, requests: 0, batches: 0, batchedKeys: 0, skipped: new Map() },
        ...{ lastSuccessAt: undefined, lastFailure: undefined },
      };
      groups.set(group, stats);
    }
    return stats;
  };
  return {
    of,
    noteExchange(group, { endpoint, fault }) {
      // No request was sent.
      if (fault?.kind === 'unconfigured') return;
      const stats = of(group);
      stats.requests += 1;
      if (!fault || fault.kind === 'notFound' || fault.kind === 'private') stats.lastSuccessAt = clock.now();
      else stats.lastFailure = { at: clock.now(), kind: fault.kind, endpoint };
    },
    driftOf: drift.of,
    noteDecoded(source, endpoint, payload, elements) {
      const { group } = source;
      options.onDecoded?.(source, endpoint, payload, elements);
      drift.note(group, endpoint, payload);
      if (elements.length === 0) return;
      const { skipped } = of(group);
      const count = (skipped.get(endpoint)?.count ?? 0) + elements.length;
      skipped.set(endpoint, { count, at: clock.now(), place: elements.at(-1)!.place });
    },
    noteMismatched: ({ group }, endpoint, payload) => drift.note(group, endpoint, payload),
    noteChange(group, endpoint) {
      of(group).lastFailure = { at: clock.now(), kind: 'upstreamChanged', endpoint };
    },
  };
}
