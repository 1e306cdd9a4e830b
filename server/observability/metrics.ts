import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { Exchanged } from '../../sources/kernel/policies/upstream-call.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Answered, Observer } from './observer.ts';

/**
 * What the process has done, in numbers. Every label is of a closed set: route templates, statuses, groups, kinds and
 * reasons; never a key, an address, a path or anything else that a caller wrote.
 */
export interface Metrics {
  /** The observer, with everything it is told also counted. */
  observing(observer: Observer): Observer;
  /** The limiter, with its decisions counted. */
  limiting(limiter: Limiter): Limiter;
  /** Tells of what the upstreams count themselves. */
  follow(upstreams: Upstreams): void;
  /** Tells of a call whose limits were to be decided by the shared store, and were decided by this process. */
  noteFallback(): void;
  /** Whether the store that limits are shared through is there. Until it is told, there is none. */
  noteStore(isUp: boolean): void;
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>;
}

type Labels = Readonly<Record<string, string | number>>;

interface Sample {
  readonly labels: Labels;
  readonly value: number;
  readonly metricName?: string;
}

/** Answers from memory take a fraction of a millisecond, the longest documented one 28 s. */
const bucketsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

/** Durations as they are counted: one addition to a bucket. What a bucket holds is summed up when it is asked for. */
class Durations {
  readonly #counts = new Array<number>(bucketsMs.length + 1).fill(0);
  #sumMs = 0;

  add(durationMs: number): void {
    let bucket = 0;
    while (bucket < bucketsMs.length && durationMs > bucketsMs[bucket]!) bucket += 1;
    this.#counts[bucket]! += 1;
    this.#sumMs += durationMs;
  }

  samples(name: string, labels: Labels): Sample[] {
    let total = 0;
    const buckets = this.#counts.map((count, index): Sample => {
      total += count;
      const le = index < bucketsMs.length ? bucketsMs[index]! / 1000 : '+Inf';
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sumMs / 1000 },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}

/** What is counted of one route: found once for an answer, and then only added to. */
class RouteCounts {
  readonly durations = new Durations();
  readonly statuses = new Map<number, number>();

  add({ status, durationMs }: Answered): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.durations.add(durationMs);
  }
}

/** Things of each kind, counted. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(of: string, count = 1): void {
    this.#counts.set(of, (this.#counts.get(of) ?? 0) + count);
  }

  samples(label: string): Sample[] {
    return [...this.#counts].map(([of, value]) => ({ labels: { [label]: of }, value }));
  }
}

function memoize<Value>(make: () => Value): {
  of(name: string): Value;
  entries(): Iterable<[string, Value]>;
} {
  const made = new Map<string, Value>();
  return {
    of(name) {
      let value = made.get(name);
      if (value === undefined) {
        value = make();
        made.set(name, value);
      }
      return value;
    },
    entries: () => made.entries(),
  };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const routes = memoize(() => new RouteCounts());
  const upstreamDurations = memoize(() => new Durations());
  const upstreamOutcomes = memoize(() => new Tally());
  const refusals = new Tally();
  const decisions = new Tally();
  let fallbacks = 0;
  let storeIsUp: boolean | undefined;

  /** Tells numbers that are counted elsewhere whenever they are asked for. */
  function tell(
    name: string,
    type: 'counter' | 'gauge' | 'histogram',
    help: string,
    read: () => Sample[],
  ): void {
    const metric = { name, get: async () => ({ name, help, type, values: read(), aggregator: 'sum' }) };
    registry.registerMetric(metric as unknown as Metric);
  }

  tell('almanac_requests_total', 'counter', 'Answers by route and status.', () =>
    [...routes.entries()].flatMap(([route, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
    ),
  );
  tell('almanac_request_seconds', 'histogram', 'Time to an answer, by route.', () =>
    [...routes.entries()].flatMap(([route, { durations }]) =>
      durations.samples('almanac_request_seconds', { route }),
    ),
  );
  tell('almanac_upstream_requests_total', 'counter', 'Requests upstream by group and outcome.', () =>
    [...upstreamOutcomes.entries()].flatMap(([group, outcomes]) =>
      outcomes.samples('outcome').map(({ labels, value }) => ({ labels: { group, ...labels }, value })),
    ),
  );
  tell('almanac_upstream_request_seconds', 'histogram', 'Time of a request upstream, by group.', () =>
    [...upstreamDurations.entries()].flatMap(([group, durations]) =>
      durations.samples('almanac_upstream_request_seconds', { group }),
    ),
  );
  tell('almanac_limit_decisions_total', 'counter', 'Calls as the limits decided them.', () =>
    decisions.samples('outcome'),
  );
  tell('almanac_auth_refusals_total', 'counter', 'Callers who were not let in, by reason.', () =>
    refusals.samples('reason'),
  );
  tell('almanac_limit_fallbacks_total', 'counter', 'Calls whose limits this process decided alone.', () => [
    { labels: {}, value: fallbacks },
  ]);
  tell('almanac_limiter_fallback', 'gauge', '1 while the shared store of limits is away, else 0.', () =>
    storeIsUp === undefined ? [] : [{ labels: {}, value: storeIsUp ? 0 : 1 }],
  );

  function noteExchange({ group, durationMs, fault }: Exchanged): void {
    upstreamOutcomes.of(group).add(fault?.kind ?? 'ok');
    upstreamDurations.of(group).add(durationMs);
  }

  return {
    observing: (observer) => ({
      ...observer,
      answered(facts) {
        routes.of(facts.route).add(facts);
        observer.answered(facts);
      },
      exchanged(exchange) {
        noteExchange(exchange);
        observer.exchanged(exchange);
      },
      refused(facts) {
        refusals.add(facts.reason);
        observer.refused(facts);
      },
    }),
    limiting: (limiter) => ({
      ...limiter,
      charge(keyId, limits, price) {
        const decision = limiter.charge(keyId, limits, price);
        if (!(decision instanceof Promise)) {
          decisions.add(decision.refusedBy ?? 'accepted');
          return decision;
        }
        return decision.then((decided) => {
          decisions.add(decided.refusedBy ?? 'accepted');
          return decided;
        });
      },
    }),
    follow: (upstreams) => tellUpstreams(tell, upstreams),
    noteFallback() {
      fallbacks += 1;
    },
    noteStore(isUp) {
      storeIsUp = isUp;
    },
    text: () => registry.metrics(),
  };
}

function tellUpstreams(
  tell: (name: string, type: 'counter' | 'gauge', help: string, read: () => Sample[]) => void,
  upstreams: Upstreams,
): void {
  const perGroup = (read: (of: ReturnType<Upstreams['statistics']['of']>) => Sample[]) => () =>
    upstreams.sources.flatMap(({ source: { group } }) =>
      read(upstreams.statistics.of(group)).map(({ labels, value }) => ({
        labels: { group, ...labels },
        value,
      })),
    );
  tell(
    'almanac_cache_answers_total',
    'counter',
    'Questions by group, and whether the cache answered: hit, stale or miss.',
    perGroup(({ hits, stale, misses }) => [
      { labels: { cache: 'hit' }, value: hits },
      { labels: { cache: 'stale' }, value: stale },
      { labels: { cache: 'miss' }, value: misses },
    ]),
  );
  tell(
    'almanac_batches_total',
    'counter',
    'Requests upstream that ask for many at once, by group.',
    perGroup(({ batches }) => [{ labels: {}, value: batches }]),
  );
  tell(
    'almanac_batched_keys_total',
    'counter',
    'Keys that were asked for in those requests, by group.',
    perGroup(({ batchedKeys }) => [{ labels: {}, value: batchedKeys }]),
  );
  tell('almanac_flights', 'gauge', 'Distinct questions that are under way upstream.', () => [
    { labels: {}, value: upstreams.flightCount },
  ]);
}

/** The door of the metrics: `GET /metrics` and nothing else. It is for those who run the service, and asks for no key. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    const isAsked = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isAsked) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
