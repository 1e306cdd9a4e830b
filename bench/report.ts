import { type Verdict, verdictsOf } from './acceptance.ts';
import { floorName, ownName } from './contestants.ts';
import {
  type BurstRow,
  cpu,
  figuresOfStarts,
  type LoadRow,
  type Memory,
  median,
  namesOf,
  type PauseRow,
  p99,
  type Run,
  ratios,
  type StartRow,
  throughput,
} from './figures.ts';

const fixed = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '-');

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|---|${'---:|'.repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Ratios are of whole digits only where the figure itself is a count. */
const digitsOf = ({ figure }: Verdict) => (figure.includes('×') ? 2 : 0);

function acceptanceTable(run: Run, before: Run | undefined): string {
  const earlier = before && verdictsOf(before);
  const lines = verdictsOf(run).map((verdict, index) => {
    const digits = digitsOf(verdict);
    const { workload, figure, bound, measured, lowest, highest, result } = verdict;
    return [
      workload,
      figure,
      bound,
      ...(earlier ? [fixed(earlier[index]!.measured, digits)] : []),
      fixed(measured, digits),
      result === 'not measured' ? '-' : `${fixed(lowest, digits)} to ${fixed(highest, digits)}`,
      result,
    ];
  });
  const head = ['workload', 'figure', 'bound', ...(earlier ? ['before'] : []), 'measured', 'range', 'result'];
  return markdownTable(head, lines);
}

type LoadFigure = (row: LoadRow) => number;

const own = (rows: readonly LoadRow[], name: string) => rows.filter((row) => row.contestant === name);

/** A figure of every server under every load, divided by that of the floor. */
function ratioTable(loads: Run['loads'], figure: LoadFigure): string {
  const servers = namesOf(loads.flatMap(({ rows }) => rows)).filter((name) => name !== floorName);
  const ratio = (rows: readonly LoadRow[], name: string) => fixed(median(ratios(rows, name, figure)), 2);
  return markdownTable(
    ['server', ...loads.map(({ name }) => name)],
    servers.map((server) => [server, ...loads.map(({ rows }) => ratio(rows, server))]),
  );
}

/** almanac's own figures beside those of the floor. */
function absoluteTable(loads: Run['loads']): string {
  const middle = (rows: readonly LoadRow[], name: string, figure: LoadFigure, digits: number) =>
    fixed(median(own(rows, name).map(figure)), digits);
  const head = ['load', 'requests/s', 'of the floor', 'CPU µs', 'of the floor', 'p99 ms', 'upstream calls'];
  return markdownTable(
    head,
    loads.map(({ name, rows }) => [
      name,
      middle(rows, ownName, throughput, 0),
      middle(rows, floorName, throughput, 0),
      middle(rows, ownName, cpu, 1),
      middle(rows, floorName, cpu, 1),
      middle(rows, ownName, p99, 1),
      middle(rows, ownName, (row) => row.upstreamCallsPerRequest, 2),
    ]),
  );
}

function burstTable(rows: readonly BurstRow[]): string {
  const lines = namesOf(rows).map((name) => {
    const own = rows.filter((row) => row.contestant === name);
    const lastMs = (row: BurstRow) => row.lastMs;
    return [
      name,
      fixed(median(ratios(rows, name, lastMs)), 2),
      String(median(own.map((row) => row.upstreamCalls))),
      fixed(median(own.map(lastMs)), 0),
    ];
  });
  return markdownTable(['server', '× floor', 'upstream calls', 'last response ms'], lines);
}

function pauseTable(rows: readonly PauseRow[]): string {
  const lines = namesOf(rows).map((name) => {
    const own = rows.filter((row) => row.contestant === name);
    return [
      name,
      fixed(median(ratios(rows, name, (row) => row.longestMs)), 2),
      fixed(median(own.map(({ longestMs }) => longestMs)), 1),
      fixed(median(own.map(({ listMs }) => listMs)), 0),
    ];
  });
  return markdownTable(['server', '× floor', 'longest wait ms', 'list complete after ms'], lines);
}

function startTable(starts: readonly StartRow[], memories: readonly Memory[]): string {
  const startMs = (row: StartRow) => row.coldStartMs;
  const lines = memories.map(({ contestant, atStart, afterLoad }) => [
    contestant,
    fixed(median(ratios(starts, contestant, startMs)), 2),
    fixed(median(starts.filter((row) => row.contestant === contestant).map(startMs)), 0),
    fixed(atStart, 0),
    fixed(afterLoad, 0),
  ]);
  const head = ['server', '× floor', 'first response ms', 'memory then MB', 'memory after all load MB'];
  return markdownTable(head, lines);
}

function eachStartSection(run: Run): string {
  const workloads = [...new Set(run.eachStart.map(({ workload }) => workload))];
  const figures = workloads.map((workload) => figuresOfStarts(run, workload));
  const lines = (figures[0] ?? []).map((_, start) => [
    String(start + 1),
    ...figures.map((of) => fixed(of[start]!, 2)),
  ]);
  return `## Each start\n\nRequests/s of ${ownName}, × floor, in several starts: each first serves all workloads, then rounds with pauses.\n\n${markdownTable(['start', ...workloads], lines)}`;
}

/** almanac's ratios of two runs side by side, for the workloads that both measured; nothing if there are none. */
function comparison(run: Run, before: Run): string[] {
  const lines = run.loads.flatMap(({ name, rows }) => {
    const earlier = before.loads.find((table) => table.name === name)?.rows;
    if (!earlier) return [];
    const pair = (figure: (row: LoadRow) => number) =>
      [earlier, rows].map((of) => fixed(median(ratios(of, ownName, figure)), 2));
    return [[name, ...pair(throughput), ...pair(cpu), ...pair(p99)]];
  });
  if (lines.length === 0) return [];
  const figures = ['requests/s × floor', 'CPU × floor', 'p99 × floor'];
  const head = ['workload', ...figures.flatMap((figure) => [`${figure}, before`, 'after'])];
  return [
    `## Before and after

${ownName} in this run, and in the run of ${before.date} (Node ${before.node}, ${before.machine}, ${before.rounds} rounds of ${before.secondsPerRound} s).

${markdownTable(head, lines)}`,
  ];
}

function loadSections(loads: Run['loads']): string[] {
  if (loads.length === 0) return [];
  return [
    `## Loads\n\n${loads.map(({ name, title }) => `- ${name}: ${title}`).join('\n')}`,
    `### Requests/s, × floor\n\n${ratioTable(loads, throughput)}`,
    `### CPU, × floor\n\n${ratioTable(loads, cpu)}`,
    `### ${ownName} itself\n\n${absoluteTable(loads)}`,
  ];
}

function sectionsOf({ loads, bursts, pauses }: Run): string[] {
  const sections = [
    ...bursts.map(({ name, title, rows }) => ({ name, title, table: burstTable(rows) })),
    ...pauses.map(({ name, title, rows }) => ({ name, title, table: pauseTable(rows) })),
  ];
  const byName = [...loads].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...loadSections(byName),
    ...sections
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, title, table }) => `## ${name}: ${title}\n\n${table}`),
  ];
}

/** What the figures come from, by profiles of the loads. */
const causes = `## Causes

- Every start: V8 allocates arrays in the old generation once many from one place have survived, and a dead one keeps the request
  that it belongs to. In such starts each scavenge promoted 0.9 to 1.7 MB of 15, in others 0.1, and W8 took a third longer, for the
  whole life of the process. The service turns that off (\`--no-allocation-site-pretenuring\`).
- W8, each query executed: the write to the socket takes a quarter, Yoga and Envelop a sixth, lookups and fields a fifth, garbage a
  twentieth. Wrappers of Yoga's promise helpers took a quarter in most processes that had served other requests before; the build
  leaves them out (\`scripts/promise-helpers.ts\`).
- W2: less than a tenth of the time is the own code of the service, the rest Node's reading and writing. W6: nearly all of it is the
  writing of 3 MB to the socket, whose time varies between starts.
- W3, misses: half is the collection of garbage, mostly models that the cache keeps and the promises of lookups that wait. A heap
  that grows by 90 % in place of 40 takes a seventh less, and 31 MB more.
- Start: a fifth compiles modules, which Node 22 keeps between starts, a fifth builds the schema, a sixth collects garbage. Routes
  are compiled after the port is open, and V8 optimises code after that (\`--no-opt\` until then): it took a fifth of a start.
- Memory: 48 MB of heap hold schema, routes and code; a full cache of small models adds 25 (the accounts, which suit large
  models, say 67), responses 6. The heap grows by 40 % between collections, which leaves 20 MB less than 70 %. The rest is Node itself.`;

/** The run as Markdown; `before` is an earlier run to set beside it. */
export function reportOf(run: Run, before?: Run): string {
  return `# Performance

Written by \`npm run bench -- --write\` on ${run.date.slice(0, 10)}, Node ${run.node}, ${run.machine}.

All servers run at the same time over one stub of the upstreams, which responds after 20 ms. They are measured in turn,
${run.rounds} rounds of ${run.secondsPerRound} s, and each figure is the median of the rounds. The servers share one core; the stub and the load
generator share another. "× floor" divides by the floor's figure of the same round: bare node:http that checks a key and
sends bytes that exist already. Only ratios can be compared between machines. almanac runs as it is shipped, with keys,
addresses, limits, entity tags and all headers; the other servers check a key, and Koa counts a limit. A run with a
failed request is not written.

## Acceptance

${acceptanceTable(run, before)}

${causes}

${[...(before ? comparison(run, before) : []), ...sectionsOf(run)].join('\n\n')}

${eachStartSection(run)}

## Start and memory

From spawn to the first response with status 200.

${startTable(run.starts, run.memories)}
`;
}
