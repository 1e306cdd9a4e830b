import { cpus } from 'node:os';
import { floorName } from './contestants.ts';
import type { Measured } from './load.ts';

/** One contestant in one round of one workload. */
export interface Row extends Measured {
  readonly contestant: string;
  readonly round: number;
  /** For each request. */
  readonly cpuMicroseconds: number;
  readonly callsPerRequest: number;
}

export interface Stampede {
  readonly contestant: string;
  readonly round: number;
  readonly lastMs: number;
  readonly failures: number;
  readonly calls: number;
}

/** What a cached lookup had to wait while a large list was made. */
export interface Pause {
  readonly contestant: string;
  readonly round: number;
  readonly longestMs: number;
  /** Until the list was there. */
  readonly listMs: number;
}

export interface Start {
  readonly contestant: string;
  readonly round: number;
  readonly coldStartMs: number;
}

/** Megabytes. */
export interface Memory {
  readonly contestant: string;
  readonly atStart: number;
  readonly afterAll: number;
}

export interface Run {
  readonly tables: readonly {
    readonly workload: { readonly name: string; readonly title: string };
    readonly rows: readonly Row[];
  }[];
  readonly stampedes: readonly { readonly title: string; readonly rows: readonly Stampede[] }[];
  readonly pauses: readonly Pause[];
  readonly starts: readonly Start[];
  readonly memories: readonly Memory[];
  readonly rounds: number;
  readonly seconds: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const fixed = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '-');

/** The median of the ratios to the floor's figure of the same round: what disturbs a round disturbs both. */
function ratio<Of extends { readonly contestant: string; readonly round: number }>(
  rows: readonly Of[],
  contestant: string,
  figure: (row: Of) => number,
): number {
  const floors = new Map(
    rows.filter((row) => row.contestant === floorName).map((row) => [row.round, figure(row)]),
  );
  const own = rows.filter((row) => row.contestant === contestant);
  return median(own.map((row) => figure(row) / (floors.get(row.round) ?? Number.NaN)));
}

const namesOf = (rows: readonly { readonly contestant: string }[]) => [
  ...new Set(rows.map((row) => row.contestant)),
];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|---|${'---:|'.repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

type Figure = (row: Row) => number;

const cpu: Figure = (row) => row.cpuMicroseconds;
const rate: Figure = (row) => row.perSecond;

function loadTable(rows: readonly Row[]): string {
  const asksUpstream = rows.some((row) => row.callsPerRequest > 0.01);
  const lines = namesOf(rows).map((name) => {
    const own = rows.filter((row) => row.contestant === name);
    const middle = (figure: Figure, digits: number) => fixed(median(own.map(figure)), digits);
    const relative = ratio(rows, name, cpu);
    const cells = [
      name,
      middle(cpu, 1),
      fixed(relative, 2),
      middle(rate, 0),
      fixed(ratio(rows, name, rate), 2),
      middle((row) => row.p50Ms, 2),
      middle((row) => row.p99Ms, 1),
      String(own.reduce((sum, row) => sum + row.failures, 0)),
    ];
    return { relative, cells: asksUpstream ? [...cells, middle((row) => row.callsPerRequest, 2)] : cells };
  });
  const head = ['server', 'CPU µs', '× floor', 'requests/s', '× floor', 'p50 ms', 'p99 ms', 'failed'];
  return table(
    asksUpstream ? [...head, 'upstream calls'] : head,
    lines.sort((a, b) => a.relative - b.relative).map(({ cells }) => cells),
  );
}

function stampedeTable(rows: readonly Stampede[]): string {
  const lines = namesOf(rows).map((name) => {
    const own = rows.filter((row) => row.contestant === name);
    const lastMs = (row: Stampede) => row.lastMs;
    const calls = median(own.map((row) => row.calls));
    const failures = own.reduce((sum, row) => sum + row.failures, 0);
    return [
      name,
      String(calls),
      fixed(median(own.map(lastMs)), 0),
      fixed(ratio(rows, name, lastMs), 2),
      String(failures),
    ];
  });
  return table(['server', 'upstream calls', 'last answer ms', '× floor', 'failed'], lines);
}

function pauseTable(rows: readonly Pause[]): string {
  const lines = namesOf(rows).map((name) => {
    const own = rows.filter((row) => row.contestant === name);
    return [
      name,
      fixed(median(own.map(({ longestMs }) => longestMs)), 1),
      fixed(median(own.map(({ listMs }) => listMs)), 0),
    ];
  });
  return table(['server', 'longest wait ms', 'list there after ms'], lines);
}

function startTable(starts: readonly Start[], memories: readonly Memory[]): string {
  const startOf = (row: Start) => row.coldStartMs;
  const lines = memories.map(({ contestant, atStart, afterAll }) => {
    const own = starts.filter((start) => start.contestant === contestant);
    return [
      contestant,
      fixed(median(own.map(startOf)), 0),
      fixed(ratio(starts, contestant, startOf), 2),
      fixed(atStart, 0),
      fixed(afterAll, 0),
    ];
  });
  return table(['server', 'first answer ms', '× floor', 'memory then MB', 'memory after all load MB'], lines);
}

/** The run as a page. */
export function reportOf({ tables, stampedes, pauses, starts, memories, rounds, seconds }: Run): string {
  const sections = [
    ...tables.map(({ workload, rows }) => `## ${workload.name}: ${workload.title}\n\n${loadTable(rows)}`),
    ...stampedes.map(({ title, rows }) => `## ${title}\n\n${stampedeTable(rows)}`),
    ...(pauses.length > 0
      ? [
          `## W6c: a cached lookup while a list of 3 MB is made that nobody asked for before\n\n${pauseTable(pauses)}`,
        ]
      : []),
  ].sort();
  return `# Performance

Written by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

All servers run at once over one stub of the upstreams that answers after 20 ms; each is measured in turn, ${rounds} rounds of
${seconds} s, and the figures are medians. Servers share one core, the stub and the load another. Ratios are to the floor of
the same round: bare node:http that checks a key and answers bytes made before. Absolute figures are this machine's, and hold
nowhere else. almanac runs as it is shipped, with keys, addresses, limits, entity tags and all headers; the others check a
key, and Koa counts a limit.

${sections.join('\n\n')}

## Start and memory

From spawn to the first answer with status 200.

${startTable(starts, memories)}
`;
}
