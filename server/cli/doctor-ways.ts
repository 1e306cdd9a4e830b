import type { Clock } from '../../core/clock.ts';
import { Fault, type FaultKind } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { Drift } from '../../sources/kernel/drift.ts';
import type { Upstreams, UpstreamsOptions } from '../../sources/kernel/upstreams.ts';
import { openUpstreams } from '../backends/upstreams.ts';
import type { Config } from '../config/config.ts';

/** The fault of a request, and the time (ISO 8601) before which the upstream or its quota admits none. */
export interface FoundFault {
  readonly kind: FaultKind;
  readonly message: string;
  readonly until?: string;
}

export const foundFault = ({ kind, message, retryAfter, cause }: Fault, now: number): FoundFault => ({
  kind,
  message: cause instanceof Error ? `${message} (${cause.message})` : message,
  ...(retryAfter !== undefined && { until: new Date(now + retryAfter * 1000).toISOString() }),
});

/** One way to the data of a group: an origin of one of its sources. */
export interface WayFinding {
  /** The part of the group that the source serves; null where the group has one source. */
  readonly part: string | null;
  /** `https://host` */
  readonly origin: string;
  /**
   * `unasked`: no example called it, even while the ways before it were left out. The settings may not use it, or only
   * other routes do.
   */
  readonly state: 'live' | 'failing' | 'changed' | 'unconfigured' | 'unasked';
  readonly fault: FoundFault | null;
}

export interface Ways {
  readonly ways: readonly WayFinding[];
  /** The fields of their responses that differ from the known shapes. */
  readonly drift: readonly Drift[];
}

const faultKinds = ['upstreamFailed', 'unconfigured'] as const;

/** The most examples that are requested of one group. */
const maxRuns = 24;

export interface WaysIo {
  readonly config: Config;
  readonly clock: Clock;
  /** Receives every decoded payload. */
  readonly onDecoded?: UpstreamsOptions['onDecoded'];
}

/** Runs an example with these upstreams, whatever comes of it. */
export type RunExample = (upstreams: Upstreams) => Promise<unknown>;

/**
 * Finds out which ways of a group are live. The examples are requested in order. Each is repeated while it reaches
 * ways, with the last one of each time left out, so that the lookups fall back to the next.
 */
export async function examineWays(
  group: Group,
  examples: readonly RunExample[],
  { config, clock, onDecoded }: WaysIo,
): Promise<Ways> {
  const reached = new Map<string, Pick<WayFinding, 'state' | 'fault'>>();
  const leftOut = new Set<string>();
  /** The way that was reached last: the one that decided a run, after those that led to it. */
  let last: string | undefined;
  let substitute: Fault | undefined;
  const upstreams = openUpstreams(config, clock, {
    onDecoded,
    leaveOut: ({ spec }, origin) => (leftOut.has(wayOf(spec.part, origin)) ? substitute : undefined),
    observe({ part, origin, endpoint, fault }) {
      const isAnswer = !fault || fault.kind === 'notFound' || fault.kind === 'private';
      const way = wayOf(part, origin);
      last = way;
      endpoints.set(endpoint, way);
      if (reached.get(way)?.state === 'changed') return;
      if (isAnswer) reached.set(way, { state: 'live', fault: null });
      else if (fault.kind !== 'unconfigured' && reached.get(way)?.state !== 'live') {
        reached.set(way, { state: 'failing', fault: foundFault(fault, clock.now()) });
      }
    },
  });
  const endpoints = new Map<string, string>();
  const ways = upstreams.sources
    .filter(({ source }) => source.group === group)
    .flatMap(({ source: { spec }, origins, missing }) =>
      origins.all.map(({ origin }) => ({ part: spec.part, origin, isMissing: missing.length > 0 })),
    );
  const isDone = () =>
    ways.every(({ part, origin, isMissing }) => isMissing || reached.has(wayOf(part, origin)));

  /** A response that does not decode was counted as an answer. */
  function noteChange(): void {
    const { lastFailure } = upstreams.statistics.of(group);
    const way = lastFailure?.kind === 'upstreamChanged' ? endpoints.get(lastFailure.endpoint) : undefined;
    if (way === undefined) return;
    const message = `"${lastFailure!.endpoint}" answered in a shape that we do not know.`;
    reached.set(way, { state: 'changed', fault: { kind: 'upstreamChanged', message } });
  }

  try {
    let runs = 0;
    // Some lookups fall back from a source in trouble, others from one without its credential.
    const plan = examples.flatMap((run) => faultKinds.map((kind) => ({ run, kind })));
    for (const { run, kind } of plan) {
      leftOut.clear();
      substitute = new Fault(kind, 'This way is left out.', { source: group });
      for (let isNew = true; isNew && runs < maxRuns && !isDone(); runs += 1) {
        upstreams.cache.clear();
        last = undefined;
        await run(upstreams).catch(() => {});
        noteChange();
        const before = leftOut.size;
        if (last !== undefined) leftOut.add(last);
        isNew = leftOut.size > before;
      }
    }
  } finally {
    await upstreams.close();
  }
  const findings = ways.map(({ part, origin, isMissing }): WayFinding => {
    const found = reached.get(wayOf(part, origin));
    const state = isMissing ? 'unconfigured' : 'unasked';
    return { part: part ?? null, origin, ...(found ?? { state, fault: null }) };
  });
  return { ways: findings, drift: upstreams.statistics.driftOf(group) };
}

const wayOf = (part: string | undefined, origin: string): string => `${part ?? ''} ${origin}`;
