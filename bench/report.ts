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

export interface Start {
  readonly contestant: string;
  readonly coldStartMs: number;
  readonly memoryAtStart: number;
  readonly memoryAfter: number;
}

export interface Run {
  readonly tables: readonly {
    readonly workload: { readonly name: string; readonly title: string };
    readonly rows: readonly Row[];
  }[];
  readonly stampedes: readonly Stampede[];
  readonly starts: readonly Start[];
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

function startTable(starts: readonly Start[]): string {
  const floor = starts.find(({ contestant }) => contestant === floorName)!;
  return table(
    ['server', 'first answer ms', '× floor', 'memory then MB', 'memory after all load MB'],
    starts.map((start) => [
      start.contestant,
      fixed(start.coldStartMs, 0),
      fixed(start.coldStartMs / floor.coldStartMs, 2),
      fixed(start.memoryAtStart, 0),
      fixed(start.memoryAfter, 0),
    ]),
  );
}

/** The run as a page. */
export function reportOf({ tables, stampedes, starts, rounds, seconds }: Run): string {
  const sections = [
    ...tables.map(({ workload, rows }) => [
      workload.name,
      `## ${workload.name}: ${workload.title}\n\n${loadTable(rows)}`,
    ]),
    ...(stampedes.length > 0
      ? [
          [
            'W5',
            `## W5: 1,000 equal questions at once that nobody asked before\n\n${stampedeTable(stampedes)}`,
          ],
        ]
      : []),
  ].sort(([a], [b]) => (a! < b! ? -1 : 1));
  return `# Performance

Written by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

All servers run at once over one stub of the upstreams that answers after 20 ms; each is measured in turn, ${rounds} rounds of
${seconds} s, and the figures are medians. Servers share one core, the stub and the load another. Ratios are to the floor of
the same round: bare node:http that checks a key and answers bytes made before. Absolute figures are this machine's, and hold
nowhere else. almanac runs as it is shipped, with keys, addresses, limits, entity tags and all headers; the others check a
key, and Koa counts a limit.

${sections.map(([, text]) => text).join('\n\n')}

## Start and memory

From spawn to the first answer with status 200.

${startTable(starts)}
`;
}
