import type { Clock } from '../../core/clock.ts';
import type { FaultKind } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { Exchanged } from './policies/upstream-call.ts';

/** What became of a group's questions since the process started; times are milliseconds since the epoch. */
export interface SourceStats {
  /** Answers given from the cache, … */
  hits: number;
  /** … from the cache past their time, … */
  stale: number;
  /** … and from the upstream. */
  misses: number;
  /** Requests made upstream, retries included. */
  requests: number;
  /** Requests that asked for many keys at once, … */
  batches: number;
  /** … and how many keys they asked for. */
  batchedKeys: number;
  lastSuccessAt: number | undefined;
  lastFailure: { readonly at: number; readonly kind: FaultKind; readonly endpoint: string } | undefined;
}

export interface Statistics {
  of(group: Group): SourceStats;
  /** Takes note of an exchange. That something does not exist, or is private, is a success of the source. */
  noteExchange(group: Group, exchanged: Exchanged): void;
  /** Takes note of an answer that was had and does not fit any more. */
  noteChange(group: Group, endpoint: string): void;
}

export function createStatistics(clock: Clock): Statistics {
  const groups = new Map<Group, SourceStats>();
  const of = (group: Group): SourceStats => {
    let stats = groups.get(group);
    if (!stats) {
      stats = {
        ...{ hits: 0, stale: 0, misses: 0, requests: 0, batches: 0, batchedKeys: 0 },
        ...{ lastSuccessAt: undefined, lastFailure: undefined },
      };
      groups.set(group, stats);
    }
    return stats;
  };
  return {
    of,
    noteExchange(group, { endpoint, fault }) {
      // Nobody was asked.
      if (fault?.kind === 'unconfigured') return;
      const stats = of(group);
      stats.requests += 1;
      if (!fault || fault.kind === 'notFound' || fault.kind === 'private') stats.lastSuccessAt = clock.now();
      else stats.lastFailure = { at: clock.now(), kind: fault.kind, endpoint };
    },
    noteChange(group, endpoint) {
      of(group).lastFailure = { at: clock.now(), kind: 'upstreamChanged', endpoint };
    },
  };
}
