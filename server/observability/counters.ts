export type Labels = Readonly<Record<string, string | number>>;

/** One number of a metric, in the form that prom-client expects from a metric's `get`. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** For parts of a histogram, whose names differ from the metric's. */
  readonly metricName?: string;
}

/** Upper bounds. Cached responses take a fraction of a millisecond, the longest documented response 28 s. */
const bucketsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

/**
 * A histogram that increments one bucket for each duration; the cumulative counts are computed when it is read. Those of
 * prom-client update every bucket and hash the labels each time.
 */
export class DurationHistogram {
  readonly #counts = new Array<number>(bucketsMs.length + 1).fill(0);
  #sumMs = 0;

  add(durationMs: number): void {
    let bucket = 0;
    while (bucket < bucketsMs.length && durationMs > bucketsMs[bucket]!) bucket += 1;
    this.#counts[bucket]! += 1;
    this.#sumMs += durationMs;
  }

  samples(name: string): Sample[] {
    let total = 0;
    const buckets = this.#counts.map((count, index): Sample => {
      total += count;
      const le = index < bucketsMs.length ? bucketsMs[index]! / 1000 : '+Inf';
      return { metricName: `${name}_bucket`, labels: { le }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, value: this.#sumMs / 1000 },
      { metricName: `${name}_count`, labels: {}, value: total },
    ];
  }
}

/** Counts by the value of one label. */
export class Counter<Value extends string | number> {
  readonly #counts = new Map<Value, number>();

  add(value: Value): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  samples(label: string): Sample[] {
    return [...this.#counts].map(([labelValue, value]) => ({ labels: { [label]: labelValue }, value }));
  }
}

/** Counters by the value of a further label, created when a value first occurs. */
export interface CounterMap<Of> {
  get(value: string): Of;
  /** The samples of all counters, with the further label in front. */
  samples(label: string, collect: (counter: Of) => Sample[]): Sample[];
}

export function counterMap<Of>(create: () => Of): CounterMap<Of> {
  const counters = new Map<string, Of>();
  return {
    get(value) {
      let counter = counters.get(value);
      if (counter === undefined) {
        counter = create();
        counters.set(value, counter);
      }
      return counter;
    },
    samples: (label, collect) =>
      [...counters].flatMap(([value, counter]) =>
        collect(counter).map((sample) => ({ ...sample, labels: { [label]: value, ...sample.labels } })),
      ),
  };
}
