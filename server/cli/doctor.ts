import type { Clock } from '../../core/clock.ts';
import { toFault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { Setting } from '../../core/settings.ts';
import { type Context, type ReceivedFile, receivedFile } from '../../resolvers/kernel/context.ts';
import { routeGroups } from '../../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { sources as allSources } from '../../sources/index.ts';
import type { Drift } from '../../sources/kernel/drift.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import { openUpstreams } from '../backends/upstreams.ts';
import type { Config } from '../config/config.ts';
import { exampleAddress } from '../pages/home.ts';
import { jsonOption, type Output, optionLines, readOptions, UsageError } from './command-line.ts';
import { type Finding, findingLines, isGroupDegraded, summaryLine } from './doctor-findings.ts';
import { examineWays, foundFault, type RunExample, type Ways, type WaysIo } from './doctor-ways.ts';

export interface DoctorIo extends WaysIo, Output {
  /** Shows how many groups are done, where the output is a terminal. */
  progress?(text: string): void;
}

/** Exit codes of the command. */
const exits = { healthy: 0, failing: 1, misused: 2, degraded: 3 } as const;

/**
 * The command `doctor`: requests one documented example of each group through the service's own lookups, in this process
 * with an empty cache, and then asks each way of the groups that have several. Resolves to the exit code: 0 when every
 * configured way is live, 1 when a group fails, 3 when all groups answer but a way fails or has changed, 2 for an invalid
 * command line. A missing credential is reported and is no failure, and neither is a field that differs.
 */
export async function doctorCommand(args: string[], io: DoctorIo): Promise<number> {
  let values: DoctorValues;
  try {
    const read = readOptions<DoctorValues>(args, options, io.clock.now());
    const [extra] = read.positionals;
    if (extra !== undefined) throw new UsageError(`${JSON.stringify(extra)} is one word too many`);
    values = read.values;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.warn(`doctor: ${error.message}`);
    return exits.misused;
  }
  if (values.help) {
    for (const line of help) io.print(line);
    return exits.healthy;
  }
  const { groups = knownGroups, json: isJson = false } = values;
  if (!isJson) io.print(`Asking ${groups.length} groups, each way of them.`);
  let done = 0;
  const findings = await examine(groups, io, (finding) => {
    done += 1;
    io.progress?.('');
    if (!isJson) for (const line of findingLines(finding)) io.print(line);
    if (done < groups.length) io.progress?.(`${done} of ${groups.length} groups …`);
  });
  const isFailing = findings.some(({ state }) => state === 'failing');
  const isDegraded = findings.some(isGroupDegraded);
  if (isJson) io.print(JSON.stringify({ ok: !isFailing, degraded: isDegraded, sources: findings }));
  else io.print(summaryLine(findings));
  if (isFailing) return exits.failing;
  return isDegraded ? exits.degraded : exits.healthy;
}

/** The groups that the service has, in the order of their routes. */
const knownGroups = routeGroups.map(({ group }) => group);

interface DoctorValues {
  readonly groups?: readonly Group[];
  readonly json?: boolean;
  readonly help?: boolean;
}

const options = {
  groups: { value: 'LIST', meaning: 'only these, with commas between them', read: readGroups },
  json: jsonOption,
};

function readGroups(text: string): readonly Group[] {
  const words: readonly string[] = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !(knownGroups as readonly string[]).includes(word));
  if (unknown !== undefined)
    throw new UsageError(`--groups: ${JSON.stringify(unknown)} is not one of ${knownGroups.join(', ')}`);
  return knownGroups.filter((group) => words.includes(group));
}

const help = [
  'doctor: asks each configured source, every way of those that have several, and says how that went',
  '',
  ...optionLines(options),
  '',
  'Exit codes: 0 every way that is configured is live, 1 a group fails, 2 an invalid command line, 3 all groups answer,',
  'but a way of one fails or has changed',
];

/** So many groups are examined at the same time: more would delay each other in this process, up to their deadlines. */
const groupsAtOnce = 3;

/** Calls `onFinding` as the groups are done; the result is in their order. */
async function examine(
  groups: readonly Group[],
  { config, clock, onDecoded }: DoctorIo,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const upstreams = openUpstreams(config, clock, { onDecoded });
  const routes = compileRoutes(createPreparer(schema), routeGroups);
  const findings: Finding[] = [];
  const waiting = groups.entries();
  async function examineWaiting(): Promise<void> {
    for (const [index, group] of waiting) {
      const finding = await probe(representative(group, routes), upstreams, config, clock);
      const { ways, drift } = await waysOf(group, routes, { config, clock, onDecoded });
      findings[index] = { ...finding, ways, drift: distinct([...finding.drift, ...drift]) };
      onFinding(findings[index]);
    }
  }
  try {
    await Promise.all(Array.from({ length: groupsAtOnce }, examineWaiting));
    return findings;
  } finally {
    await upstreams.close();
  }
}

/** Each place once. */
const distinct = (drift: readonly Drift[]): readonly Drift[] => [
  ...new Map(drift.map((each) => [`${each.endpoint} ${each.kind} ${each.place}`, each])).values(),
];

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

/** The ways of a group that has several. */
async function waysOf(group: Group, compiled: readonly CompiledRoute[], io: WaysIo): Promise<Ways> {
  const sources = allSources.filter((source) => source.group === group);
  if (sources.length === 1 && !sources[0]!.spec.mirrors) return { ways: [], drift: [] };
  const first = representative(group, compiled);
  const others = compiled.filter(
    (route) => route.group === group && route !== first && !route.lookup.isBytes,
  );
  const examples = [first, ...others].map(
    (route): RunExample =>
      (upstreams) =>
        runExample(route, upstreams, io.config),
  );
  return examineWays(group, examples, io);
}

/** Runs the documented example of a route. */
function runExample(compiled: CompiledRoute, upstreams: Upstreams, config: Config) {
  const { route } = compiled;
  const file = compiled.upload && receivedFile(compiled.upload.example());
  const variables = compiled.read(route.example, new URLSearchParams(route.example), file);
  return compiled.run(variables, contextFor(upstreams, config, file));
}

async function probe(
  compiled: CompiledRoute,
  upstreams: Upstreams,
  config: Config,
  clock: Clock,
): Promise<Omit<Finding, 'ways'>> {
  const { group, route } = compiled;
  const missing = new Set(
    upstreams.sources.filter(({ source }) => source.group === group).flatMap(({ missing }) => missing),
  );
  const about = { group, asked: exampleAddress(route), missing: [...missing] };
  const startedAt = clock.monotonic();
  const durationMs = () => Math.round(clock.monotonic() - startedAt);
  try {
    await runExample(compiled, upstreams, config);
    const { lastFailure } = upstreams.statistics.of(group);
    const changed = lastFailure?.kind === 'upstreamChanged' ? lastFailure.endpoint : null;
    const drift = upstreams.statistics.driftOf(group);
    return { ...about, state: 'answering', durationMs: durationMs(), changed, fault: null, drift };
  } catch (error) {
    const fault = foundFault(toFault(error), clock.now());
    const state = fault.kind === 'unconfigured' ? 'unconfigured' : 'failing';
    const drift = upstreams.statistics.driftOf(group);
    return { ...about, state, durationMs: durationMs(), changed: null, fault, drift };
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
