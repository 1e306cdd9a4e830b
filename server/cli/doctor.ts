import { parseArgs } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import { type FaultKind, toFault } from '../../core/faults.ts';
import { type Group, isGroup } from '../../core/groups.ts';
import type { Setting } from '../../core/settings.ts';
import { type Context, type ReceivedFile, receivedFile } from '../../resolvers/kernel/context.ts';
import { routeGroups } from '../../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Config } from '../config.ts';
import { exampleAddress } from '../pages/home.ts';
import { openUpstreams } from '../upstreams.ts';

export interface DoctorIo {
  readonly config: Config;
  readonly clock: Clock;
  /** One line to standard output. */
  print(line: string): void;
  /** One line to standard error. */
  warn(line: string): void;
}

/** The result of one group's example request. */
export interface Finding {
  readonly group: Group;
  readonly state: 'answering' | 'unconfigured' | 'failing';
  /** Path and query of the example that was requested. */
  readonly asked: string;
  readonly durationMs: number;
  /** Required variables of the group's sources that are not set. */
  readonly missing: readonly string[];
  /** The endpoint whose response no longer matches its decoder, when a fallback served the request. */
  readonly changed: string | null;
  readonly fault: { readonly kind: FaultKind; readonly message: string } | null;
}

const help = [
  'doctor: asks each configured source once, and says how that went',
  '',
  '  --groups LIST  only these, with commas between them',
  '  --json         answer with one line of JSON',
  '  --help         show this help',
];

/**
 * The command `doctor`: requests one documented example of each group through the service's own lookups, in this process
 * with an empty cache. Resolves to the exit code: 0 when every configured source responded, 1 when one failed, 2 for an
 * invalid command line. A missing credential is reported and is no failure.
 */
export async function doctorCommand(args: string[], io: DoctorIo): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    io.warn(`doctor: ${options}`);
    return 2;
  }
  if (options.isHelp) {
    for (const line of help) io.print(line);
    return 0;
  }
  if (!options.isJson) io.print(`Asking ${options.groups.length} groups, each once.`);
  const findings = await examine(options.groups, io, (finding) => {
    if (!options.isJson) io.print(findingLine(finding));
  });
  const failing = findings.filter(({ state }) => state === 'failing');
  if (options.isJson) io.print(JSON.stringify({ ok: failing.length === 0, sources: findings }));
  else io.print(summaryLine(findings));
  return failing.length === 0 ? 0 : 1;
}

interface Options {
  readonly groups: readonly Group[];
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

/** The parsed command line, or the message of its error. */
function readOptions(args: string[]): Options | string {
  const known = routeGroups.map(({ group }) => group);
  try {
    const { values } = parseArgs({
      args,
      options: { groups: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    const words = values.groups?.split(',').map((word) => word.trim()) ?? known;
    const unknown = words.find((word) => !isGroup(word) || !known.includes(word));
    if (unknown !== undefined) return `${JSON.stringify(unknown)} is not one of ${known.join(', ')}`;
    const groups = known.filter((group) => words.includes(group));
    return { groups, isJson: values.json === true, isHelp: values.help === true };
  } catch (error) {
    // The first sentence of the message describes the error, the others give advice.
    return (error as Error).message.split('. ')[0]!;
  }
}

/**
 * Requests all examples at the same time, since each goes to another upstream. Calls `onFinding` as they finish; the result
 * is in the order of the groups.
 */
async function examine(
  groups: readonly Group[],
  { config, clock }: DoctorIo,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const upstreams = openUpstreams(config, clock);
  const routes = compileRoutes(createPreparer(schema), routeGroups);
  try {
    return await Promise.all(
      groups.map(async (group) => {
        const finding = await probe(representative(group, routes), upstreams, config, clock);
        onFinding(finding);
        return finding;
      }),
    );
  } finally {
    await upstreams.close();
  }
}

/**
 * The route that is requested for a group: the first that returns JSON, needs no further permission and has a required
 * parameter, since looking up one thing costs an upstream less than a list; else the first that returns JSON.
 */
function representative(group: Group, compiled: readonly CompiledRoute[]): CompiledRoute {
  const inOrder = routeGroups
    .filter((routes) => routes.group === group)
    .flatMap(({ routes }) => routes.map((route) => compiled.find((other) => other.route === route)!));
  const isCheap = ({ lookup, parameters, route }: CompiledRoute) =>
    !lookup.isBytes &&
    lookup.permission === group &&
    parameters.some(({ name, input }) => input.isRequired && name in route.example);
  return inOrder.find(isCheap) ?? inOrder.find(({ lookup }) => !lookup.isBytes) ?? inOrder[0]!;
}

async function probe(
  compiled: CompiledRoute,
  upstreams: Upstreams,
  config: Config,
  clock: Clock,
): Promise<Finding> {
  const { group, route } = compiled;
  const missing = new Set(
    upstreams.sources.filter(({ source }) => source.group === group).flatMap(({ missing }) => missing),
  );
  const about = { group, asked: exampleAddress(route), missing: [...missing] };
  const startedAt = clock.monotonic();
  const durationMs = () => Math.round(clock.monotonic() - startedAt);
  try {
    const file = compiled.upload && receivedFile(compiled.upload.example());
    const variables = compiled.read(route.example, new URLSearchParams(route.example), file);
    await compiled.run(variables, contextFor(upstreams, config, file));
    const { lastFailure } = upstreams.statistics.of(group);
    const changed = lastFailure?.kind === 'upstreamChanged' ? lastFailure.endpoint : null;
    return { ...about, state: 'answering', durationMs: durationMs(), changed, fault: null };
  } catch (error) {
    const { kind, message } = toFault(error);
    const state = kind === 'unconfigured' ? 'unconfigured' : 'failing';
    return { ...about, state, durationMs: durationMs(), changed: null, fault: { kind, message } };
  }
}

/** A context with all permissions. */
const contextFor = (upstreams: Upstreams, config: Config, file: ReceivedFile | undefined): Context => ({
  requestId: 'doctor',
  permits: () => true,
  read: (endpoint, args) => upstreams.read(endpoint, args),
  cached: (endpoint, args) => upstreams.cached(endpoint, args),
  open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
  setting: <Value>({ name }: Setting<Value>) => config.sourceSettings[name] as Value,
  ...(file ? { file } : {}),
});

function findingLine({ group, state, asked, durationMs, missing, changed, fault }: Finding): string {
  const needs = `needs ${missing.join(' and ')}`;
  const partial = missing.length > 0 ? `; a part of it ${needs}` : '';
  const result = {
    answering: `answers in ${durationMs} ms${changed === null ? '' : ` by another way: "${changed}" CHANGED`}${partial}`,
    unconfigured: missing.length > 0 ? needs : fault?.message,
    failing: `FAILS after ${durationMs} ms (${fault?.kind}): ${fault?.message}${partial}`,
  };
  return `${group.padEnd(12)}${result[state]}   ${asked}`;
}

function summaryLine(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const parts = [`${count('answering')} answer`, `${count('failing')} fail`];
  return `${[...parts, `${count('unconfigured')} without a credential`].join(', ')}.`;
}
