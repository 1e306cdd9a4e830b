import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** What a process holds: memory in MB, the others as counts. */
export interface Figures {
  readonly rssMb: number;
  /** Objects that V8 has not collected. */
  readonly heapMb: number;
  /** What V8 has reserved for objects. */
  readonly heapTotalMb: number;
  /** Buffers. */
  readonly externalMb: number;
  /** What the caches count of both. */
  readonly cachedMb: number;
  /** Both without what the caches count, which are still being filled in a short test. */
  readonly besideCachesMb: number;
  /** What is resident beside V8's heap and buffers: code, stacks, worker threads, and what the allocator has kept. */
  readonly nativeMb: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly timers: number;
}

interface Answer {
  readonly id: number;
  readonly memory: NodeJS.MemoryUsage;
  readonly handles: number;
  readonly timers: number;
}

/** Reads the figures of a process that was started with `soak-probe.mjs`. */
export interface Probe {
  read(options?: { readonly collects: boolean }): Promise<Figures>;
}

export function probeOf(child: ChildProcess, metricsUrl: string): Probe {
  let sent = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });

  async function cachedMb(): Promise<number> {
    // A connection that is kept may be closed by the service as it is used again.
    const metrics = await (await fetch(metricsUrl, { headers: { connection: 'close' } })).text();
    const sizes = metrics.matchAll(/^almanac_cache_bytes\{.*\} (\S+)$/gm);
    return [...sizes].reduce((sum, [, bytes]) => sum + Number(bytes) / 1_048_576, 0);
  }

  return {
    async read({ collects } = { collects: false }) {
      sent += 1;
      const id = sent;
      const { memory, handles, timers } = await new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        child.send({ id, collects }, (error) => error && reject(error));
      });
      const cached = await cachedMb();
      return {
        rssMb: memory.rss / 1_048_576,
        heapMb: memory.heapUsed / 1_048_576,
        heapTotalMb: memory.heapTotal / 1_048_576,
        externalMb: memory.external / 1_048_576,
        cachedMb: cached,
        nativeMb: (memory.rss - memory.heapTotal - memory.external) / 1_048_576,
        besideCachesMb: (memory.heapUsed + memory.external) / 1_048_576 - cached,
        descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
        handles,
        timers,
      };
    },
  };
}

/**
 * The growth from three rounds to the next three that still counts as flat. The resident memory as a whole is not among
 * the figures: at rest it is what V8 has reserved for garbage, and the test bounds its maximum instead.
 */
const flat = {
  besideCachesMb: 10,
  nativeMb: 40,
  descriptors: 3,
  handles: 3,
  timers: 3,
} as const satisfies Partial<Figures>;

export type Judged = keyof typeof flat;
export const judged = Object.keys(flat) as readonly Judged[];

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** Rounds that are compared with as many before them. */
export const comparedRounds = 3;

/** The medians of a figure at rest. */
export interface Course {
  readonly before: number;
  readonly after: number;
  readonly hasGrown: boolean;
}

/**
 * Compares the last three looks with the three before them; the others are the warm-up. A figure has grown when its median is
 * higher by more than counts as flat, and each of the last looks is higher than each one before: by chance, that happens to
 * three and three looks once in twenty times.
 */
export function courseOf(name: Judged, looks: readonly Figures[]): Course {
  const values = looks.map((look) => look[name]);
  const earlier = values.slice(-2 * comparedRounds, -comparedRounds);
  const later = values.slice(-comparedRounds);
  const [before, after] = [median(earlier), median(later)];
  const hasGrown = after - before > flat[name] && Math.min(...later) > Math.max(...earlier);
  return { before, after, hasGrown };
}
