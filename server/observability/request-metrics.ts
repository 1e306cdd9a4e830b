import type { Metric, Registry } from 'prom-client';
import type { ResponseFacts } from './observer.ts';

/** Upper bounds of the buckets of durations, in seconds. The longest documented response takes 28 s. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The responses of one route. */
interface RouteCounts {
  readonly statuses: Map<number, number>;
  /** Of each bucket alone; the last one has no upper bound. */
  readonly buckets: number[];
  sumMs: number;
}

interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/**
 * The two series that every request updates. The metrics of prom-client hash the labels each time, which takes half a
 * microsecond; these are counted by route, and summed up when they are read. Returns the function that counts.
 */
export function registerRequests(registry: Registry): (facts: ResponseFacts) => void {
  const routes = new Map<string, RouteCounts>();
  const register = (name: string, type: string, help: string, collect: () => Sample[]) =>
    registry.registerMetric({
      name,
      get: async () => ({ name, type, help, aggregator: 'sum', values: collect() }),
    } as unknown as Metric);

  register('almanac_requests_total', 'counter', 'Responses by route and status.', () =>
    [...routes].flatMap(([route, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
    ),
  );
  const name = 'almanac_request_seconds';
  register(name, 'histogram', 'Time to a response, by route.', () =>
    [...routes].flatMap(([route, counts]) => durationSamples(name, route, counts)),
  );

  return ({ route, status, durationMs }) => {
    let counts = routes.get(route);
    if (!counts) {
      counts = { statuses: new Map(), buckets: Array(durationBuckets.length + 1).fill(0), sumMs: 0 };
      routes.set(route, counts);
    }
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < durationBuckets.length && durationMs > durationBuckets[bucket]! * 1000) bucket += 1;
    counts.buckets[bucket]! += 1;
    counts.sumMs += durationMs;
  };
}

function durationSamples(name: string, route: string, { buckets, sumMs }: RouteCounts): Sample[] {
  let total = 0;
  const cumulative = buckets.map((count, index): Sample => {
    total += count;
    const le = durationBuckets[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { route, le }, value: total };
  });
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels: { route }, value: sumMs / 1000 },
    { metricName: `${name}_count`, labels: { route }, value: total },
  ];
}
