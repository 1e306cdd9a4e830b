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
import { sources } from '../../sources/index.ts';
import { createUpstreams, type Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Config } from '../config.ts';
import { openTransport } from '../outbound.ts';
import { exampleAddress } from '../pages/home.ts';

export interface DoctorIo {
  readonly config: Config;
  readonly clock: Clock;
  /** One line to standard output. */
  print(line: string): void;
  /** One line to standard error. */
  warn(line: string): void;
}

/** What became of one group's question. */
export interface Finding {
  readonly group: Group;
  readonly state: 'answering' | 'unconfigured' | 'failing';
  /** The documented route, with its example, that stands for the group. */
  readonly asked: string;
  readonly durationMs: number;
  /** Variables that are not set and that some of its sources need. */
  readonly missing: readonly string[];
  /** The question whose answer no longer fits, where another one took its place. */
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
 * The command `doctor`: one documented example of each group goes to its source through the service's own lookups, in
 * this process, whose cache is empty. Answers the exit code: 0 when every configured source has answered, 1 when one
 * has not, 2 for words that are not understood. What lacks a credential is told, and is no failure.
 */
export async function doctorCommand(args: string[], io: DoctorIo): Promise<number> {
  const read = readWords(args);
  if (typeof read === 'string') {
    io.warn(`doctor: ${read}`);
    return 2;
  }
  if (read.isHelp) {
    for (const line of help) io.print(line);
    return 0;
  }
  if (!read.isJson) io.print(`Asking ${read.groups.length} groups, each once.`);
  const findings = await examine(read.groups, io, (finding) => {
    if (!read.isJson) io.print(findingLine(finding));
  });
  const failing = findings.filter(({ state }) => state === 'failing');
  if (read.isJson) io.print(JSON.stringify({ ok: failing.length === 0, sources: findings }));
  else io.print(summaryLine(findings));
  return failing.length === 0 ? 0 : 1;
}

interface Words {
  readonly groups: readonly Group[];
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

/** What the words mean, or what is wrong with them. */
function readWords(args: string[]): Words | string {
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
    // The first of its sentences says what is wrong.
    return (error as Error).message.split('. ')[0]!;
  }
}

/** Asks all at once, since each is somebody else; `tell` hears of them as they answer, the result is in their order. */
async function examine(
  groups: readonly Group[],
  { config, clock }: DoctorIo,
  tell: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const { secrets, ofSources: settings, dataDir, cacheBytes } = config;
  const transport = openTransport(config, clock);
  const upstreams = createUpstreams({ sources, secrets, settings, dataDir, clock, cacheBytes, transport });
  const routes = compileRoutes(createPreparer(schema), routeGroups);
  try {
    return await Promise.all(
      groups.map(async (group) => {
        const finding = await ask(representative(group, routes), upstreams, config, clock);
        tell(finding);
        return finding;
      }),
    );
  } finally {
    await upstreams.close();
  }
}

/**
 * The route that stands for a group: the first in its file that answers with JSON and asks for one thing by name, which
 * costs a source less than a list of all, and needs no other permission; the first of all where none does.
 */
function representative(group: Group, compiled: readonly CompiledRoute[]): CompiledRoute {
  const inOrder = routeGroups
    .filter((routes) => routes.group === group)
    .flatMap(({ routes }) => routes.map((route) => compiled.find((other) => other.route === route)!));
  const isModest = ({ lookup, parameters, route }: CompiledRoute) =>
    !lookup.isBytes &&
    lookup.permission === group &&
    parameters.some(({ name, input }) => input.isRequired && name in route.example);
  return inOrder.find(isModest) ?? inOrder.find(({ lookup }) => !lookup.isBytes) ?? inOrder[0]!;
}

async function ask(
  compiled: CompiledRoute,
  upstreams: Upstreams,
  config: Config,
  clock: Clock,
): Promise<Finding> {
  const { group, route } = compiled;
  const missing = new Set(
    upstreams.sources.filter(({ source }) => source.group === group).flatMap((open) => open.missing),
  );
  const about = { group, asked: exampleAddress(route), missing: [...missing] };
  const startedAt = clock.now();
  const durationMs = () => Math.round(clock.now() - startedAt);
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

/** The operator as a caller: everything is permitted. */
const contextFor = (upstreams: Upstreams, config: Config, file: ReceivedFile | undefined): Context => ({
  requestId: 'doctor',
  permits: () => true,
  read: (endpoint, args) => upstreams.read(endpoint, args),
  cached: (endpoint, args) => upstreams.cached(endpoint, args),
  open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
  setting: <Value>({ name }: Setting<Value>) => config.ofSources[name] as Value,
  ...(file ? { file } : {}),
});

function findingLine({ group, state, asked, durationMs, missing, changed, fault }: Finding): string {
  const needs = `needs ${missing.join(' and ')}`;
  const more = missing.length > 0 ? `; a part of it ${needs}` : '';
  const told = {
    answering: `answers in ${durationMs} ms${changed === null ? '' : ` by another way: "${changed}" CHANGED`}${more}`,
    unconfigured: missing.length > 0 ? needs : fault?.message,
    failing: `FAILS after ${durationMs} ms (${fault?.kind}): ${fault?.message}${more}`,
  };
  return `${group.padEnd(12)}${told[state]}   ${asked}`;
}

function summaryLine(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const parts = [`${count('answering')} answer`, `${count('failing')} fail`];
  return `${[...parts, `${count('unconfigured')} without a credential`].join(', ')}.`;
}
