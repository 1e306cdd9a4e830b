import { floorName } from './contestants.ts';
import type { Burst, Measured } from './load.ts';

/** A figure of one server in one round. */
export interface Sample {
  readonly contestant: string;
  readonly round: number;
}

/** A server in one round of a workload. */
export interface LoadRow extends Sample, Measured {
  readonly cpuMicrosecondsPerRequest: number;
  readonly upstreamCallsPerRequest: number;
}

export interface BurstRow extends Sample, Burst {
  readonly upstreamCalls: number;
}

/** A cached lookup while the server builds a large list. */
export interface PauseRow extends Sample {
  readonly longestMs: number;
  /** Until the list is complete. */
  readonly listMs: number;
}

export interface StartRow extends Sample {
  /** From spawn to the first response with status 200. */
  readonly coldStartMs: number;
}

/** A cached workload in one round after one of several starts. */
export interface EachStartRow extends Sample {
  readonly start: number;
  readonly workload: string;
  /** Requests a second, divided by those of the floor right after. */
  readonly overFloor: number;
}

/** Resident memory in megabytes. */
export interface Memory {
  readonly contestant: string;
  readonly atStart: number;
  readonly afterLoad: number;
}

interface Table<Row> {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface LoadTable extends Table<LoadRow> {
  readonly isCached: boolean;
}

/** Everything that a run measures; also the content of the file that `--json` writes. */
export interface Run {
  /** ISO 8601. */
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly loads: readonly LoadTable[];
  readonly bursts: readonly Table<BurstRow>[];
  readonly pauses: readonly Table<PauseRow>[];
  readonly starts: readonly StartRow[];
  readonly eachStart: readonly EachStartRow[];
  readonly memories: readonly Memory[];
}

/** The median of the rounds of each start of a workload. */
export function figuresOfStarts({ eachStart }: Run, workload: string): number[] {
  const rows = eachStart.filter((row) => row.workload === workload);
  const starts = [...new Set(rows.map(({ start }) => start))];
  return starts.map((start) => median(rows.filter((row) => row.start === start).map((row) => row.overFloor)));
}

/** NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const namesOf = (rows: readonly Sample[]): string[] => [
  ...new Set(rows.map(({ contestant }) => contestant)),
];

/**
 * A server's figure divided by the reference server's figure of the same round, for each round that has both. A
 * disturbance of one round falls on both servers.
 */
export function ratios<Row extends Sample>(
  rows: readonly Row[],
  contestant: string,
  figure: (row: Row) => number,
  reference = floorName,
): number[] {
  const references = new Map(
    rows.filter((row) => row.contestant === reference).map((row) => [row.round, figure(row)]),
  );
  return rows
    .filter((row) => row.contestant === contestant && references.has(row.round))
    .map((row) => figure(row) / references.get(row.round)!);
}

export const cpu = (row: LoadRow): number => row.cpuMicrosecondsPerRequest;
export const throughput = (row: LoadRow): number => row.perSecond;
export const p99 = (row: LoadRow): number => row.p99Ms;

/** Responses with another status than 200. */
const failuresOf = ({ statuses }: { readonly statuses: Readonly<Record<number, number>> }): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status === '200' ? 0 : count), 0);

/**
 * What makes a run unusable, one sentence each: requests that failed or were refused, and cached workloads that called
 * the upstream.
 */
export function problemsOf({ loads, bursts }: Run): string[] {
  const failed = [...loads, ...bursts].flatMap(({ name, rows }) =>
    rows
      .filter((row) => failuresOf(row) > 0)
      .map(
        ({ contestant, round, statuses }) =>
          `${name}: ${contestant} has responses with another status than 200 in round ${round + 1}: ${JSON.stringify(statuses)}.`,
      ),
  );
  const uncached = loads
    .filter(({ isCached }) => isCached)
    .flatMap(({ name, rows }) =>
      namesOf(rows)
        .filter((contestant) => {
          const own = rows.filter((row) => row.contestant === contestant);
          return median(own.map((row) => row.upstreamCallsPerRequest)) > 0.01;
        })
        .map((contestant) => `${name}: ${contestant} calls the upstream, though the workload is cached.`),
    );
  return [...failed, ...uncached];
}
