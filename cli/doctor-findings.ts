import { accessOf } from '../server/config/credential-variables.ts';
import { type RouteReadiness, readinessText } from '../server/status/readiness.ts';
import { describeAccess } from '../sources/kernel/credential-access.ts';
import type { Drift } from '../sources/kernel/drift.ts';
import type { Finding, FoundFault, WayFinding } from './doctor-group.ts';

/** Such as `(upstreamLimited): The source for music asked us to wait. Until 2026-12-01T08:00:00.000Z.` */
const faultText = ({ kind, message, until }: FoundFault): string =>
  `(${kind}): ${message}${until === undefined ? '' : ` Until ${until}.`}`;

/** Whether a group answers although one of its ways does not. */
export const isGroupDegraded = ({ state, changed, ways }: Finding): boolean =>
  state === 'answering' &&
  (changed !== null || ways.some((way) => way.state === 'failing' || way.state === 'changed'));

/** What the doctor prints of one group: its example, how to obtain what it lacks, its ways, and the fields that differ from the known shapes. */
export const findingLines = (finding: Finding): readonly string[] => [
  findingLine(finding),
  ...accessLines(finding.missing),
  ...routeLines(finding.routes),
  ...finding.ways.map(wayLine),
  ...finding.drift.map(driftLine),
];

/** Where the missing credentials come from and what they cost: one line for each provider. */
function accessLines(missing: readonly string[]): readonly string[] {
  const accesses = new Set(missing.map(accessOf).filter((access) => access !== undefined));
  return [...accesses].map((access) => {
    const variables = missing.filter((variable) => accessOf(variable) === access);
    return `  ${variables.join(' and ')}: ${describeAccess(access, variables.length > 1)}`;
  });
}

/** One line for the routes of each kind, where the official source does not serve all. */
function routeLines(routes: readonly RouteReadiness[]): readonly string[] {
  const texts = new Set(routes.map(readinessText));
  if (texts.size === 1 && texts.has('live')) return [];
  return [...texts].map((text) => {
    const paths = routes.filter((route) => readinessText(route) === text).map(({ path }) => path);
    return `  ${text}: ${paths.join(' ')}`;
  });
}

const wayStates: Readonly<Record<WayFinding['state'], string>> = {
  answering: 'answers',
  failing: 'FAILS',
  changed: 'CHANGED',
  unconfigured: 'without a credential',
  unasked: 'not asked by the examples',
};

function wayLine({ part, origin, state, fault }: WayFinding): string {
  const name = part === null ? origin : `${part}, ${origin}`;
  return `  ${name}: ${wayStates[state]}${fault ? ` ${faultText(fault)}` : ''}`;
}

function findingLine({ group, state, asked, durationMs, missing, changed, fault }: Finding): string {
  const needs = `needs ${missing.join(' and ')}`;
  const partial = missing.length > 0 ? `; a part of it ${needs}` : '';
  const result = {
    answering: `answers in ${durationMs} ms${changed === null ? '' : ` by another way: "${changed}" CHANGED`}${partial}`,
    unconfigured: missing.length > 0 ? needs : fault?.message,
    failing: `FAILS after ${durationMs} ms ${fault && faultText(fault)}${partial}`,
  };
  return `${group.padEnd(12)}${result[state]}   ${asked}`;
}

export function summaryLine(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const parts = [`${count('answering')} answer`, `${count('failing')} fail`];
  return `${[...parts, `${count('unconfigured')} without a credential`].join(', ')}.`;
}

const driftKinds: Readonly<Record<Drift['kind'], string>> = {
  new: 'is new',
  missing: 'is missing',
  type: 'has another type',
};

const driftLine = ({ endpoint, kind, place }: Drift): string =>
  `  "${endpoint}": ${place} ${driftKinds[kind]}`;
