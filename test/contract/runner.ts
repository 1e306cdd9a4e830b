import type { Group } from '../../core/groups.ts';
import { routeGroups } from '../../rest/index.ts';
import { type Check, checksOf, subjectOf } from './checks.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { type GraphTwin, graphChecks, graphTwins } from './graph.ts';
import { contract } from './index.ts';
import type { ContractGroup, ContractRoute } from './routes.ts';
import { uploadChecks } from './uploads.ts';
import { Dice } from './values.ts';

export interface RunOptions extends ClientOptions {
  /** Every group by default. */
  readonly groups?: readonly Group[];
  /** Seed of the identifiers: a run with the same seed sends the same requests. */
  readonly seed: string;
  /** How many routes are tried at a time; 2 unless given. */
  readonly concurrency?: number;
  /** Called after each route. */
  readonly onRoute?: (report: RouteReport) => void;
}

export interface Report {
  readonly baseUrl: string;
  readonly seed: string;
  readonly routes: readonly RouteReport[];
  readonly passed: number;
  readonly failed: number;
}

export interface RouteReport {
  readonly group: Group;
  readonly method: string;
  readonly path: string;
  readonly passed: readonly string[];
  readonly failed: readonly FailedCheck[];
}

export interface FailedCheck {
  readonly check: string;
  readonly problems: readonly string[];
}

/** Checks every documented route of a deployment over HTTP. */
export async function runContract(options: RunOptions): Promise<Report> {
  const { baseUrl, seed, groups, concurrency = 2, onRoute } = options;
  const client = createClient(options);
  const twins = graphTwins(routeGroups);
  const selected = contract
    .filter(({ group }) => groups === undefined || groups.includes(group))
    .flatMap((group) =>
      group.routes.map((route) => ({ group, route, checks: checks(group, route, seed, twins) })),
    );

  const routes: RouteReport[] = new Array(selected.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < selected.length) {
      const index = next;
      next += 1;
      const { group, route, checks } = selected[index]!;
      routes[index] = await runRoute(client, group, route, checks);
      onRoute?.(routes[index]);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));

  const count = (kind: 'passed' | 'failed') => routes.reduce((sum, route) => sum + route[kind].length, 0);
  return { baseUrl, seed, routes, passed: count('passed'), failed: count('failed') };
}

function checks(
  group: ContractGroup,
  route: ContractRoute,
  seed: string,
  twins: ReadonlyMap<string, GraphTwin>,
): readonly Check[] {
  const twin = twins.get(`${route.method} ${route.path}`);
  const dice = new Dice(`${seed} ${route.method} ${route.path}`);
  const subject = subjectOf(group, route, dice, twin?.compiled.lookup.isVolatile);
  if (route.upload) return uploadChecks(subject, route.upload);
  return [...checksOf(subject), ...(twin ? graphChecks(subject, twin) : [])];
}

async function runRoute(
  client: Client,
  { group }: ContractGroup,
  { method, path }: ContractRoute,
  checks: readonly Check[],
): Promise<RouteReport> {
  const passed: string[] = [];
  const failed: FailedCheck[] = [];
  for (const { name, run } of checks) {
    const problems = await run(client).catch((error: unknown) => [reasonOf(error)]);
    if (problems.length === 0) passed.push(name);
    else failed.push({ check: name, problems });
  }
  return { group, method, path, passed, failed };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
