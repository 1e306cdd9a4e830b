import type { Clock } from '../core/clock.ts';
import { Fault, type FaultKind, toFault } from '../core/faults.ts';
import type { Group } from '../core/groups.ts';
import type { Setting } from '../core/settings.ts';
import { receivedFile } from '../resolvers/kernel/context.ts';
import { routeGroups } from '../rest/index.ts';
import type { CompiledRoute } from '../rest/kernel/compile.ts';
import { openUpstreams } from '../server/backends/upstreams.ts';
import type { Config } from '../server/config/config.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { type RouteReadiness, readinessOfRoutes } from '../server/status/readiness.ts';
import type { Drift } from '../sources/kernel/drift.ts';
import type { Upstreams, UpstreamsOptions } from '../sources/kernel/upstreams.ts';

/** The fault of a request, and the time (ISO 8601) before which the upstream or its quota admits none. */
export interface FoundFault {
  readonly kind: FaultKind;
  readonly message: string;
  readonly until?: string;
}

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
  readonly state: 'answering' | 'failing' | 'changed' | 'unconfigured' | 'unasked';
  readonly fault: FoundFault | null;
}

/** The result of one group's examples. */
export interface Finding {
  readonly group: Group;
  /** That of the first example. */
  readonly state: 'answering' | 'unconfigured' | 'failing';
  /** Path and query of the first example. */
  readonly asked: string;
  readonly durationMs: number;
  /** Required variables of the group's sources that are not set, but for those that serve in place of another. */
  readonly missing: readonly string[];
  /** The endpoint whose response no longer matches its decoder, when a fallback served the request. */
  readonly changed: string | null;
  readonly fault: FoundFault | null;
  /** The ways of the group; empty where it has only one. */
  readonly ways: readonly WayFinding[];
  /** The fields of its responses that differ from the known shapes. */
  readonly drift: readonly Drift[];
  /** Which of its routes can serve, and what the others need. */
  readonly routes: readonly RouteReadiness[];
}

export interface ExamineOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** Receives every decoded payload. */
  readonly onDecoded?: UpstreamsOptions['onDecoded'];
}

/** Some lookups fall back from a source in trouble, others from one without its credential. */
const faultKinds = ['upstreamFailed', 'unconfigured'] as const;

/** The most examples that are requested of one group. */
const maxRuns = 24;

/**
 * Requests the examples of a group in order, the first of which decides its state, with empty caches. Where the group has
 * several ways, each example is repeated while it reaches others, with the last one of each time left out, so that the
 * lookups fall back to the next.
 */
export async function examineGroup(
  group: Group,
  examples: readonly CompiledRoute[],
  { config, clock, onDecoded }: ExamineOptions,
): Promise<Finding> {
  const reached = new Map<string, Pick<WayFinding, 'state' | 'fault'>>();
  const wayOfEndpoint = new Map<string, string>();
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
      wayOfEndpoint.set(endpoint, way);
      if (reached.get(way)?.state === 'changed') return;
      if (isAnswer) reached.set(way, { state: 'answering', fault: null });
      else if (fault.kind !== 'unconfigured' && reached.get(way)?.state !== 'answering') {
        reached.set(way, { state: 'failing', fault: foundFault(fault, clock.now()) });
      }
    },
  });
  const sources = upstreams.sources.filter(({ source }) => source.group === group);
  const ways = sources.flatMap(({ source: { spec }, origins, missing }) =>
    origins.all.map(({ origin }) => ({ part: spec.part, origin, isMissing: missing.length > 0 })),
  );
  const isDone = () =>
    ways.every(({ part, origin, isMissing }) => isMissing || reached.has(wayOf(part, origin)));

  /** The endpoint whose response did not decode, which was counted as a response of its way. */
  function noteChange(): string | null {
    const { lastFailure } = upstreams.statistics.of(group);
    if (lastFailure?.kind !== 'upstreamChanged') return null;
    const { kind, endpoint } = lastFailure;
    const way = wayOfEndpoint.get(endpoint);
    const message = `"${endpoint}" answered in a shape that we do not know.`;
    if (way !== undefined) reached.set(way, { state: 'changed', fault: { kind, message } });
    return endpoint;
  }

  async function run(route: CompiledRoute): Promise<Pick<Finding, 'durationMs' | 'changed' | 'fault'>> {
    upstreams.cache.clear();
    last = undefined;
    const startedAt = clock.monotonic();
    const fault = await runExample(route, upstreams, config).then(() => null, toFault);
    const changed = noteChange();
    const durationMs = Math.round(clock.monotonic() - startedAt);
    return { durationMs, changed: fault ? null : changed, fault: fault && foundFault(fault, clock.now()) };
  }

  try {
    const [first] = examples;
    let runs = 1;
    const result = await run(first!);
    for (const route of ways.length > 1 ? examples : []) {
      for (const kind of faultKinds) {
        leftOut.clear();
        substitute = new Fault(kind, 'This way is left out.', { group });
        for (let isNew = true; isNew && runs < maxRuns && !isDone(); runs += 1) {
          // The first run has been made already.
          if (runs > 1) await run(route);
          isNew = last !== undefined && !leftOut.has(last);
          if (isNew) leftOut.add(last!);
        }
      }
    }
    const state = { none: 'answering', unconfigured: 'unconfigured' } as const;
    return {
      ...result,
      group,
      state: state[(result.fault?.kind ?? 'none') as keyof typeof state] ?? 'failing',
      asked: exampleAddress(first!.route),
      missing: [...new Set(sources.flatMap(({ source, missing }) => (source.spec.keyless ? [] : missing)))],
      ways: ways.length > 1 ? ways.map(findingOf) : [],
      drift: upstreams.statistics.driftOf(group),
      routes: readinessOfRoutes(
        routeGroups.filter((routes) => routes.group === group),
        upstreams.sources,
      ),
    };
  } finally {
    await upstreams.close();
  }

  function findingOf({ part, origin, isMissing }: (typeof ways)[number]): WayFinding {
    const found = reached.get(wayOf(part, origin));
    const state = isMissing ? 'unconfigured' : 'unasked';
    return { part: part ?? null, origin, ...(found ?? { state, fault: null }) };
  }
}

const wayOf = (part: string | undefined, origin: string): string => `${part ?? ''} ${origin}`;

const foundFault = ({ kind, message, retryAfter, cause }: Fault, now: number): FoundFault => ({
  kind,
  message: cause instanceof Error ? `${message} (${cause.message})` : message,
  ...(retryAfter !== undefined && { until: new Date(now + retryAfter * 1000).toISOString() }),
});

/** Runs the documented example of a route with all permissions. */
async function runExample(compiled: CompiledRoute, upstreams: Upstreams, config: Config): Promise<unknown> {
  const { route } = compiled;
  const file = compiled.upload && receivedFile(compiled.upload.example());
  const variables = compiled.read(route.example, new URLSearchParams(route.example), file);
  return compiled.run(variables, {
    requestId: 'doctor',
    permits: () => true,
    read: (endpoint, args) => upstreams.read(endpoint, args),
    cached: (endpoint, args) => upstreams.cached(endpoint, args),
    open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
    setting: <Value>({ name }: Setting<Value>) => config.sourceSettings[name] as Value,
    selects: () => true,
    ...(file ? { file } : {}),
  });
}
