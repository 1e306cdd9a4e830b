import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { mapMaybe } from '../../core/maybe-promise.ts';
import { version } from '../../core/version.ts';
import type { OpenSource } from '../../sources/kernel/policies/upstream-call.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Overload } from '../limits/overload.ts';
import type { WorkMeter } from '../limits/work.ts';
import type { Observer } from './observer.ts';
import { durationBuckets, registerRequests } from './request-metrics.ts';

/** The labels of a number, and the number. */
type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Metrics of the process. Every label value is from a closed set: route templates, statuses, groups, kinds of faults and
 * reasons; never a key, an address, a path or other input of a caller.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // The helpers put `almanac_` before the names.
  collectDefaultMetrics({ register: registry });

  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `almanac_${name}`, help, labelNames, registers });
  /** Counters and gauges whose samples are read when the metrics are. */
  const sampled =
    (Kind: typeof Counter | typeof Gauge) =>
    (name: string, help: string, labelNames: readonly string[], read: () => Sample[]) =>
      new Kind({
        name: `almanac_${name}`,
        help,
        labelNames,
        registers,
        collect(this: Counter | Gauge) {
          this.reset();
          for (const [labels, value] of read()) this.inc(labels, value);
        },
      });
  const sampledCounter = sampled(Counter);
  const sampledGauge = sampled(Gauge);
  /** A gauge of 0 or 1 that is not exported before it is set. */
  function flag(name: string, help: string) {
    const gauge = new Gauge({ name: `almanac_${name}`, help, registers });
    gauge.remove();
    return { set: (isSet: boolean) => gauge.set(isSet ? 1 : 0) };
  }

  const countRequest = registerRequests(registry);
  const sandboxRequests = counter('sandbox_requests_total', 'Responses to test keys, by status.', 'status');
  const upstreamRequests = counter(
    'upstream_requests_total',
    'Upstream requests by group and outcome.',
    'group',
    'outcome',
  );
  const upstreamSeconds = new Histogram({
    name: 'almanac_upstream_request_seconds',
    help: 'Time of an upstream request, by group.',
    labelNames: ['group'],
    buckets: durationBuckets,
    registers,
  });
  const decisions = counter('limit_decisions_total', 'Requests by decision of the limits.', 'outcome');
  const refusals = counter('auth_refusals_total', 'Refused authentications, by reason.', 'reason');
  const ends = counter('connections_ended_total', 'Connections refused or ended, by reason.', 'reason');
  const errors = counter('internal_errors_total', 'Errors of the service itself, logged as failed.');
  const keyWritesFailing = flag('key_writes_failing', '1 while the uses of keys cannot be written, else 0.');
  keyWritesFailing.set(false);

  return {
    limitFallbacks: counter('limit_fallbacks_total', 'Requests whose limits this process decided alone.'),
    limiterFallback: flag(
      'limiter_fallback',
      '1 while the shared store of limits, quotas, pauses and responses is down, else 0.',
    ),
    keyWritesFailing,

    /** Wraps an observer so that its events are also counted. */
    instrumentObserver: (observer: Observer): Observer => ({
      ...observer,
      responded(facts) {
        // Alerts are about the upstreams: a client may rehearse failures with a test key.
        if (facts.mode === 'sandbox') sandboxRequests.inc({ status: facts.status });
        else countRequest(facts);
        observer.responded(facts);
      },
      exchanged(exchange) {
        const { group, fault, durationMs } = exchange;
        upstreamRequests.inc({ group, outcome: fault?.kind ?? 'ok' });
        upstreamSeconds.observe({ group }, durationMs / 1000);
        observer.exchanged(exchange);
      },
      failed(requestId, error) {
        errors.inc();
        observer.failed(requestId, error);
      },
      refused(facts) {
        refusals.inc({ reason: facts.reason });
        observer.refused(facts);
      },
      ended(facts) {
        ends.inc({ reason: facts.reason });
        observer.ended(facts);
      },
    }),

    /** Wraps a limiter so that its decisions are also counted. */
    instrumentLimiter: (limiter: Limiter): Limiter => ({
      ...limiter,
      charge: (keyId, limits, price) =>
        mapMaybe(limiter.charge(keyId, limits, price), (decision) => {
          const { refusedBy = 'accepted' } = decision;
          decisions.inc({ outcome: refusedBy === 'second' ? 'burst' : refusedBy });
          return decision;
        }),
    }),

    /** Registers whether the process is overloaded, and the requests that were shed. */
    registerOverload(overload: Overload): void {
      sampledGauge('overloaded', '1 while the process is overloaded, else 0.', [], () => [
        [{}, overload.isOverloaded ? 1 : 0],
      ]);
      sampledCounter('shed_requests_total', 'Lookups refused because the process is overloaded.', [], () => [
        [{}, overload.shedCount],
      ]);
    },

    /** Registers the work of keys. */
    registerWork(work: WorkMeter): void {
      sampledCounter('key_work_seconds_total', 'Time of the event loop that keys have taken.', [], () => [
        [{}, work.totalMs / 1000],
      ]);
      sampledGauge(
        'key_work_greatest_share',
        'The part of the work of the last seconds that is that of one key, the greatest.',
        [],
        () => [[{}, Math.max(0, ...work.shares().values())]],
      );
    },

    /** Registers the statistics that the upstreams keep themselves, and the memory of the caches in bytes. */
    registerUpstreams(upstreams: Upstreams, responses: { readonly bytes: number }): void {
      const { sources, statistics } = upstreams;
      const groups = [...new Set(sources.map(({ source }) => source.group))];
      const byGroup = (samplesOf: (of: ReturnType<typeof statistics.of>) => Sample[]) => (): Sample[] =>
        groups.flatMap((group) =>
          samplesOf(statistics.of(group)).map(([labels, value]) => [{ group, ...labels }, value] as const),
        );
      sampledCounter(
        'cache_answers_total',
        'Reads of upstream data, by group and cache status: hit, stale or miss.',
        ['group', 'cache'],
        byGroup(({ hits, stale, misses }) => [
          [{ cache: 'hit' }, hits],
          [{ cache: 'stale' }, stale],
          [{ cache: 'miss' }, misses],
        ]),
      );
      sampledCounter(
        'batches_total',
        'Batched upstream requests, by group.',
        ['group'],
        byGroup(({ batches }) => [[{}, batches]]),
      );
      sampledCounter(
        'batched_keys_total',
        'Keys in batched upstream requests, by group.',
        ['group'],
        byGroup(({ batchedKeys }) => [[{}, batchedKeys]]),
      );
      sampledCounter(
        'upstream_skipped_elements_total',
        'Elements of upstream lists that did not match their schema and were left out, by group and endpoint.',
        ['group', 'endpoint'],
        byGroup(({ skipped }) => [...skipped].map(([endpoint, { count }]) => [{ endpoint }, count] as const)),
      );
      sampledCounter(
        'upstream_drift_total',
        'Sampled responses that differ from the known shape, by group, endpoint and kind: new, missing or type.',
        ['group', 'endpoint', 'kind'],
        () =>
          groups.flatMap((group) =>
            statistics
              .driftOf(group)
              .map(({ endpoint, kind, count }) => [{ group, endpoint, kind }, count] as const),
          ),
      );
      sampledGauge('flights', 'Distinct upstream reads in progress.', [], () => [
        [{}, upstreams.flightCount],
      ]);
      sampledGauge(
        'build_info',
        '1, with the versions of almanac and Node as labels.',
        ['version', 'node'],
        () => [[{ version, node: process.versions.node }, 1]],
      );
      sampledGauge(
        'cache_bytes',
        'Estimated memory of a cache: models of upstreams, or responses.',
        ['cache'],
        () => [
          [{ cache: 'models' }, upstreams.cache.bytes],
          [{ cache: 'responses' }, responses.bytes],
        ],
      );

      /** `part` is empty where the group has no other source. */
      const labelsOf = ({ source: { group, spec } }: OpenSource) => ({ group, part: spec.part ?? '' });
      /** A number of each source that is configured. */
      const sourceGauge = (name: string, help: string, measure: (of: OpenSource) => number | undefined) =>
        sampledGauge(name, help, ['group', 'part'], () =>
          sources.flatMap((open): Sample[] => {
            const value = open.missing.length === 0 ? measure(open) : undefined;
            return value === undefined ? [] : [[labelsOf(open), value]];
          }),
        );
      sourceGauge(
        'upstream_breaker_open',
        '1 while the breaker of a source is open, 0.5 from then on until it is called again, else 0.',
        ({ breaker }) => ({ closed: 0, halfOpen: 0.5, open: 1 })[breaker.state],
      );
      sourceGauge(
        'upstream_paused',
        '1 while a source is not requested because it asked for a pause, else 0.',
        ({ limiter }) => (limiter.pausedUntil === undefined ? 0 : 1),
      );
      sourceGauge(
        'upstream_quota_left',
        'Units left of the quota of a source that has one.',
        ({ limiter }) => limiter.quota?.unitsLeft,
      );
      sourceGauge(
        'upstream_quota_units',
        'Units of the whole quota of a source that has one.',
        ({ limiter }) => limiter.quota?.units,
      );
      sampledGauge(
        'upstream_configured',
        '1 for a source that can be called, 0 without its credential.',
        ['group', 'part'],
        () => sources.map((open) => [labelsOf(open), open.missing.length === 0 ? 1 : 0]),
      );
    },

    /** All metrics in the text format of Prometheus. */
    text: () => registry.metrics(),
  };
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
