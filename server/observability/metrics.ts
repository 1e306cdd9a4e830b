import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Overload } from '../limits/overload.ts';
import {
  Counter,
  type CounterMap,
  counterMap,
  DurationHistogram,
  type Labels,
  type Sample,
} from './counters.ts';
import type { Observer, ResponseFacts } from './observer.ts';
import { type Gauge, registerProcessState, registerSourceStates } from './state-metrics.ts';

/**
 * Metrics of the process. Every label value is from a closed set: route templates, statuses, groups, kinds of faults and
 * reasons; never a key, an address, a path or other input of a caller.
 */
export interface Metrics {
  /** Wraps an observer so that its events are also counted. */
  instrumentObserver(observer: Observer): Observer;
  /** Wraps a limiter so that its decisions are also counted. */
  instrumentLimiter(limiter: Limiter): Limiter;
  /** Registers the statistics that the upstreams keep themselves, and the memory of the caches. */
  registerUpstreams(upstreams: Upstreams, responses: { readonly bytes: number }): void;
  /** Registers whether the process is overloaded, and the requests that were shed. */
  registerOverload(overload: Overload): void;
  /** Counts a request whose limits this process decided because the shared store was unavailable. */
  countFallback(): void;
  /** Sets whether the uses of keys can be written to their store. */
  setKeyWrites(succeed: boolean): void;
  /** Sets whether the shared store of the limits is up. Before the first call, no such metric is exported. */
  setSharedStoreUp(isUp: boolean): void;
  /** The same for the shared store of the sources. */
  setSharedSourcesUp(isUp: boolean): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

type Register = (
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  collect: () => Sample[],
) => void;

/** Responses of one route. */
class RouteMetrics {
  readonly durations = new DurationHistogram();
  readonly statuses = new Counter<number>();

  add({ status, durationMs }: ResponseFacts): void {
    this.statuses.add(status);
    this.durations.add(durationMs);
  }
}

/** Requests to the upstreams of one group. */
class UpstreamMetrics {
  readonly durations = new DurationHistogram();
  readonly outcomes = new Counter<string>();
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  /** Registers a metric whose samples are collected when the metrics are read. */
  const register: Register = (name, type, help, collect) => {
    const get = async () => ({ name, help, type, values: collect() });
    registry.registerMetric({ name, get } as unknown as Metric);
  };
  const gauge: Gauge = (name, help, collect) => register(name, 'gauge', help, collect);
  const routes = counterMap(() => new RouteMetrics());
  const upstreams = counterMap(() => new UpstreamMetrics());
  const sandboxStatuses = new Counter<number>();
  const refusals = new Counter<string>();
  const ends = new Counter<string>();
  const decisions = new Counter<string>();

  registerRequests(register, routes);
  registerUpstreamRequests(register, upstreams);
  register('almanac_sandbox_requests_total', 'counter', 'Responses to test keys, by status.', () =>
    sandboxStatuses.samples('status'),
  );
  register('almanac_limit_decisions_total', 'counter', 'Requests by decision of the limits.', () =>
    decisions.samples('outcome'),
  );
  register('almanac_auth_refusals_total', 'counter', 'Refused authentications, by reason.', () =>
    refusals.samples('reason'),
  );
  register('almanac_connections_ended_total', 'counter', 'Connections refused or ended, by reason.', () =>
    ends.samples('reason'),
  );
  const countError = registerErrors(register);
  const fallback = registerFallback(register);

  return {
    instrumentObserver: (observer) =>
      instrumentObserver(observer, { routes, sandboxStatuses, upstreams, refusals, ends, countError }),
    instrumentLimiter: (limiter) => instrumentLimiter(limiter, decisions),
    registerUpstreams(of, responses) {
      registerStatistics(register, of);
      registerSourceStates(gauge, of);
      registerProcessState(gauge, { models: () => of.cache.bytes, responses: () => responses.bytes });
    },
    registerOverload: (of) => registerOverload(register, of),
    ...fallback,
    ...registerKeyWrites(register),
    ...registerSharedSources(register),
    text: () => registry.metrics(),
  };
}

interface ObserverCounters {
  readonly routes: CounterMap<RouteMetrics>;
  readonly sandboxStatuses: Counter<number>;
  readonly upstreams: CounterMap<UpstreamMetrics>;
  readonly refusals: Counter<string>;
  readonly ends: Counter<string>;
  countError(): void;
}

const instrumentObserver = (
  observer: Observer,
  { routes, sandboxStatuses, upstreams, refusals, ends, countError }: ObserverCounters,
): Observer => ({
  ...observer,
  responded(facts) {
    // Alerts are about the live service: a client may rehearse failures with a test key.
    if (facts.mode === 'sandbox') sandboxStatuses.add(facts.status);
    else routes.get(facts.route).add(facts);
    observer.responded(facts);
  },
  exchanged(exchange) {
    const { outcomes, durations } = upstreams.get(exchange.group);
    outcomes.add(exchange.fault?.kind ?? 'ok');
    durations.add(exchange.durationMs);
    observer.exchanged(exchange);
  },
  failed(requestId, error) {
    countError();
    observer.failed(requestId, error);
  },
  refused(facts) {
    refusals.add(facts.reason);
    observer.refused(facts);
  },
  ended(facts) {
    ends.add(facts.reason);
    observer.ended(facts);
  },
});

const instrumentLimiter = (limiter: Limiter, decisions: Counter<string>): Limiter => ({
  ...limiter,
  charge(keyId, limits, price) {
    const decision = limiter.charge(keyId, limits, price);
    if (!(decision instanceof Promise)) {
      decisions.add(decision.refusedBy ?? 'accepted');
      return decision;
    }
    return decision.then((settled) => {
      decisions.add(settled.refusedBy ?? 'accepted');
      return settled;
    });
  },
});

function registerRequests(register: Register, routes: CounterMap<RouteMetrics>): void {
  register('almanac_requests_total', 'counter', 'Responses by route and status.', () =>
    routes.samples('route', ({ statuses }) => statuses.samples('status')),
  );
  register('almanac_request_seconds', 'histogram', 'Time to a response, by route.', () =>
    routes.samples('route', ({ durations }) => durations.samples('almanac_request_seconds')),
  );
}

function registerUpstreamRequests(register: Register, upstreams: CounterMap<UpstreamMetrics>): void {
  register('almanac_upstream_requests_total', 'counter', 'Upstream requests by group and outcome.', () =>
    upstreams.samples('group', ({ outcomes }) => outcomes.samples('outcome')),
  );
  register('almanac_upstream_request_seconds', 'histogram', 'Time of an upstream request, by group.', () =>
    upstreams.samples('group', ({ durations }) => durations.samples('almanac_upstream_request_seconds')),
  );
}

/** The function counts an error. */
function registerErrors(register: Register): () => void {
  let errors = 0;
  register(
    'almanac_internal_errors_total',
    'counter',
    'Errors of the service itself, logged as failed.',
    () => [{ labels: {}, value: errors }],
  );
  return () => {
    errors += 1;
  };
}

function registerFallback(register: Register): Pick<Metrics, 'countFallback' | 'setSharedStoreUp'> {
  let fallbacks = 0;
  let isSharedStoreUp: boolean | undefined;
  register(
    'almanac_limit_fallbacks_total',
    'counter',
    'Requests whose limits this process decided alone.',
    () => [{ labels: {}, value: fallbacks }],
  );
  register(
    'almanac_limiter_fallback',
    'gauge',
    '1 while the shared store of the limits is down, else 0.',
    () => (isSharedStoreUp === undefined ? [] : [{ labels: {}, value: isSharedStoreUp ? 0 : 1 }]),
  );
  return {
    countFallback() {
      fallbacks += 1;
    },
    setSharedStoreUp(isUp) {
      isSharedStoreUp = isUp;
    },
  };
}

function registerSharedSources(register: Register): Pick<Metrics, 'setSharedSourcesUp'> {
  let isSharedStoreUp: boolean | undefined;
  register(
    'almanac_sources_fallback',
    'gauge',
    '1 while the shared store of quotas, pauses, breakers and fresh responses is down, else 0.',
    () => (isSharedStoreUp === undefined ? [] : [{ labels: {}, value: isSharedStoreUp ? 0 : 1 }]),
  );
  return {
    setSharedSourcesUp(isUp) {
      isSharedStoreUp = isUp;
    },
  };
}

function registerKeyWrites(register: Register): Pick<Metrics, 'setKeyWrites'> {
  let areFailing = false;
  register(
    'almanac_key_writes_failing',
    'gauge',
    '1 while the uses of keys cannot be written, else 0.',
    () => [{ labels: {}, value: areFailing ? 1 : 0 }],
  );
  return {
    setKeyWrites(succeed) {
      areFailing = !succeed;
    },
  };
}

function registerOverload(register: Register, overload: Overload): void {
  register('almanac_overloaded', 'gauge', '1 while the process is overloaded, else 0.', () => [
    { labels: {}, value: overload.isOverloaded ? 1 : 0 },
  ]);
  register(
    'almanac_shed_requests_total',
    'counter',
    'Lookups refused because the process is overloaded.',
    () => [{ labels: {}, value: overload.shedCount }],
  );
}

function registerStatistics(register: Register, upstreams: Upstreams): void {
  const { sources, statistics } = upstreams;
  type GroupStatistics = ReturnType<typeof statistics.of>;
  const byGroup = (collect: (of: GroupStatistics) => Sample[]) => () =>
    [...new Set(sources.map(({ source }) => source.group))].flatMap((group) =>
      collect(statistics.of(group)).map(({ labels, value }) => ({ labels: { group, ...labels }, value })),
    );
  const sample = (value: number, labels: Labels = {}): Sample => ({ labels, value });
  register(
    'almanac_cache_answers_total',
    'counter',
    'Reads of upstream data, by group and cache status: hit, stale or miss.',
    byGroup(({ hits, stale, misses }) => [
      sample(hits, { cache: 'hit' }),
      sample(stale, { cache: 'stale' }),
      sample(misses, { cache: 'miss' }),
    ]),
  );
  register(
    'almanac_batches_total',
    'counter',
    'Batched upstream requests, by group.',
    byGroup(({ batches }) => [sample(batches)]),
  );
  register(
    'almanac_batched_keys_total',
    'counter',
    'Keys in batched upstream requests, by group.',
    byGroup(({ batchedKeys }) => [sample(batchedKeys)]),
  );
  register(
    'almanac_upstream_skipped_elements_total',
    'counter',
    'Elements of upstream lists that did not match their schema and were left out, by group and endpoint.',
    byGroup(({ skipped }) => [...skipped].map(([endpoint, { count }]) => sample(count, { endpoint }))),
  );
  register(
    'almanac_upstream_drift_total',
    'counter',
    'Sampled responses that differ from the known shape, by source, endpoint and kind: new, missing or type.',
    () =>
      [...new Set(sources.map(({ source: { group } }) => group))].flatMap((source) => {
        const counts = new Map<string, Sample>();
        for (const { endpoint, kind, count } of statistics.driftOf(source)) {
          const value = (counts.get(`${endpoint} ${kind}`)?.value ?? 0) + count;
          counts.set(`${endpoint} ${kind}`, sample(value, { source, endpoint, kind }));
        }
        return [...counts.values()];
      }),
  );
  register('almanac_flights', 'gauge', 'Distinct upstream reads in progress.', () => [
    sample(upstreams.flightCount),
  ]);
}

/** A server of `GET /metrics` and nothing else. It requires no key, so it belongs on an internal port. */
export function createMetricsServer(textOf: () => Promise<string>): Server {
  return createServer((request, response) => {
    const isMetrics = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isMetrics) {
      response.writeHead(404).end();
      return;
    }
    textOf().then(
      (text) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
