import type { Group } from '../core/groups.ts';
import { routeGroups } from '../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../rest/kernel/compile.ts';
import { schema } from '../schema/index.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { jsonOption, type Output, optionLines, readOptions, UsageError } from './command-line.ts';
import { findingLines, isGroupDegraded, summaryLine } from './doctor-findings.ts';
import { type ExamineOptions, examineGroup, type Finding } from './doctor-group.ts';

export interface DoctorIo extends ExamineOptions, Output {
  /** Shows how many groups are done, where the output is a terminal. */
  progress?(text: string): void;
}

/** Exit codes of the command. */
const exits = { healthy: 0, failing: 1, misused: 2, degraded: 3 } as const;

/**
 * The command `doctor`: requests one documented example of each group through the service's own lookups, in this process
 * with an empty cache, and then asks each way of the groups that have several. Resolves to the exit code: 0 when every
 * configured way answers, 1 when a group fails, 3 when all groups answer but a way fails or has changed, 2 for an invalid
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
  'Exit codes: 0 every way that is configured answers, 1 a group fails, 2 an invalid command line, 3 all groups answer,',
  'but a way of one fails or has changed',
];

/** So many groups are examined at the same time: more would delay each other in this process, up to their deadlines. */
const groupsAtOnce = 3;

/** Calls `onFinding` as the groups are done; the result is in their order. */
async function examine(
  groups: readonly Group[],
  io: DoctorIo,
  onFinding: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const routes = compileRoutes(createPreparer(schema), routeGroups);
  const findings: Finding[] = [];
  const waiting = groups.entries();
  async function examineWaiting(): Promise<void> {
    for (const [index, group] of waiting) {
      findings[index] = await examineGroup(group, examplesOf(group, routes), io);
      onFinding(findings[index]);
    }
  }
  await Promise.all(Array.from({ length: groupsAtOnce }, examineWaiting));
  return findings;
}

/**
 * The routes of a group that return JSON. The first needs no further permission and has a required parameter where there is
 * such a route, since looking up one thing costs an upstream less than a list.
 */
function examplesOf(group: Group, compiled: readonly CompiledRoute[]): readonly CompiledRoute[] {
  const routes = compiled.filter((route) => route.group === group && !route.lookup.isBytes);
  const first = routes.find(
    ({ lookup, parameters, route }) =>
      lookup.permission === group &&
      parameters.some(({ name, input }) => input.isRequired && name in route.example),
  );
  return first ? [first, ...routes.filter((route) => route !== first)] : routes;
}
