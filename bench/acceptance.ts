import { ownName } from './contestants.ts';
import { cpu, figuresOfStarts, median, p99, type Run, ratios, throughput } from './figures.ts';

/** What almanac must reach, relative to another server of the same run where a ratio is possible. */
interface Bound {
  readonly workload: string;
  readonly figure: string;
  readonly limit: number;
  readonly isMinimum: boolean;
  /** Whether the least value counts in place of the median. */
  readonly isWorst?: boolean;
  /** One value for each round; none where the run did not measure it. */
  readonly values: (run: Run) => readonly number[];
}

export interface Verdict {
  readonly workload: string;
  readonly figure: string;
  /** Such as `≥ 0.80`. */
  readonly bound: string;
  /** The median of all rounds, and their range. */
  readonly measured: number;
  readonly lowest: number;
  readonly highest: number;
  readonly result: 'met' | 'not met' | 'not measured';
}

const loadRows = ({ loads }: Run, name: string) => loads.find((table) => table.name === name)?.rows ?? [];

const throughputOverFloor = (workload: string, limit: number): Bound => ({
  workload,
  figure: 'requests/s, × floor',
  limit,
  isMinimum: true,
  values: (run) => ratios(loadRows(run, workload), ownName, throughput),
});

/** Judged by its worst start. */
const inEachStart = (workload: string, limit: number): Bound => ({
  workload,
  figure: 'requests/s in the worst start, × floor',
  limit,
  isMinimum: true,
  isWorst: true,
  values: (run) => figuresOfStarts(run, workload),
});

const bounds: readonly Bound[] = [
  inEachStart('W1', 0.85),
  inEachStart('W2', 0.92),
  throughputOverFloor('W2n', 0.75),
  {
    workload: 'W3',
    figure: 'CPU, × mercurius',
    limit: 2,
    isMinimum: false,
    values: (run) => ratios(loadRows(run, 'W3'), ownName, cpu, 'mercurius + jit'),
  },
  inEachStart('W4', 0.85),
  {
    workload: 'W5',
    figure: 'upstream calls',
    limit: 1,
    isMinimum: false,
    values: ({ bursts }) => {
      const rows = bursts.find(({ name }) => name === 'W5')?.rows ?? [];
      return rows.filter((row) => row.contestant === ownName).map((row) => row.upstreamCalls);
    },
  },
  {
    workload: 'W5',
    figure: 'last response, × Koa',
    limit: 2.5,
    isMinimum: false,
    values: ({ bursts }) => {
      const rows = bursts.find(({ name }) => name === 'W5')?.rows ?? [];
      return ratios(rows, ownName, ({ lastMs }) => lastMs, 'Koa + koa-ratelimit');
    },
  },
  inEachStart('W6', 1),
  {
    workload: 'W7',
    figure: 'p99, × floor',
    limit: 1,
    isMinimum: false,
    values: (run) => ratios(loadRows(run, 'W7'), ownName, p99),
  },
  {
    workload: 'W8',
    figure: 'requests/s, × Apollo Server',
    limit: 1.2,
    isMinimum: true,
    values: (run) => ratios(loadRows(run, 'W8'), ownName, throughput, 'Apollo Server'),
  },
  {
    workload: 'start',
    figure: 'first response, × floor',
    limit: 3,
    isMinimum: false,
    values: ({ starts }) => ratios(starts, ownName, (row) => row.coldStartMs),
  },
  {
    workload: 'memory',
    figure: 'MB after all load',
    limit: 220,
    isMinimum: false,
    values: ({ memories }) =>
      memories.filter(({ contestant }) => contestant === ownName).map(({ afterLoad }) => afterLoad),
  },
];

/** Judges a run by the median of each figure, or by the worst start; a figure that is a ratio has two digits. */
export function verdictsOf(run: Run): Verdict[] {
  return bounds.map(({ workload, figure, limit, isMinimum, isWorst, values }) => {
    const found = values(run);
    const measured = isWorst ? Math.min(...found) : median(found);
    const isMet = isMinimum ? measured >= limit : measured <= limit;
    const digits = figure.includes('×') ? 2 : 0;
    return {
      workload,
      figure,
      bound: `${isMinimum ? '≥' : '≤'} ${limit.toFixed(digits)}`,
      measured,
      lowest: Math.min(...found),
      highest: Math.max(...found),
      result: found.length === 0 ? 'not measured' : isMet ? 'met' : 'not met',
    };
  });
}
