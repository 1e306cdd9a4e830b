import { type Group, isGroup } from '../../core/groups.ts';
import { nearest } from '../../core/nearest.ts';
import { sources } from '../../sources/index.ts';
import { type CredentialAccess, describeAccess } from '../../sources/kernel/credential-access.ts';
import type { Source } from '../../sources/kernel/source.ts';

/** The variable of a credential, with what an operator needs to know of it. */
export interface CredentialVariable {
  readonly name: string;
  readonly description: string;
  /** Which hosts receive it, and where it comes from. */
  readonly details: readonly string[];
  readonly isSecret: true;
  readonly group: Group;
  /** `group`: no source of the group can be called without it. `part`: one of several cannot. `nothing`: all can. */
  readonly neededBy: 'group' | 'part' | 'nothing';
}

const sourcesOf = (group: Group): readonly Source[] => sources.filter((source) => source.group === group);

/** Whether every source of a group has a credential that must be set. */
const isClosed = (group: Group): boolean =>
  sourcesOf(group).every(({ credential }) => credential.required.length > 0);

const detailsOf = ({ spec, hosts }: Source): readonly string[] => [
  ...(spec.access ? [describeAccess(spec.access)] : []),
  `It is sent to ${hosts.join(' and ')}.`,
];

function variablesOf(source: Source): readonly CredentialVariable[] {
  const { group, credential, spec } = source;
  const part = spec.part === undefined ? group : `${group} (${spec.part})`;
  const details = detailsOf(source);
  const described = (neededBy: CredentialVariable['neededBy'], description: string) => (name: string) =>
    ({ name, group, neededBy, description, details, isSecret: true }) as const;
  const used = described('nothing', `Used by ${part} when set.`);
  const needed = isClosed(group)
    ? described('group', `Needed by ${group}.`)
    : described('part', `Needed by ${part}.`);
  return [...credential.required.map(spec.keyless ? used : needed), ...credential.optional.map(used)];
}

/** The credentials that sources declare; several sources of a group may have the same. */
export const credentialVariables: readonly CredentialVariable[] = [
  ...new Map(sources.flatMap(variablesOf).map((variable) => [variable.name, variable])).values(),
];

/** How the credential of a variable is obtained. */
export const accessOf = (variable: string): CredentialAccess | undefined =>
  sources.find(({ credential }) => [...credential.required, ...credential.optional].includes(variable))?.spec
    .access;

/** Usual names of settings that are called otherwise here. */
const otherwise: ReadonlyMap<string, string> = new Map([
  ['GROUPS', 'EXTRA_GROUPS'],
  ['REDIS_URL', 'VALKEY_URL'],
]);

/** Variables of other programs that resemble ours. */
const foreign = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'FTP_PROXY']);

/** One sentence for each unknown variable that resembles a known one or names a group, without its value. */
export function unknownVariables(names: Iterable<string>, known: readonly string[]): readonly string[] {
  const accepted = new Set(known);
  return [...names].flatMap((name) => {
    if (accepted.has(name) || foreign.has(name.toUpperCase())) return [];
    const meant = otherwise.get(name) ?? nearest(name, known) ?? credentialsBegunBy(name).join(' or ');
    return meant === '' ? [] : [`${name} is not known; did you mean ${meant}?`];
  });
}

/** The credentials of the group whose name a variable begins with. */
function credentialsBegunBy(name: string): readonly string[] {
  const [word = ''] = name.toLowerCase().split('_', 1);
  if (!isGroup(word) || !name.includes('_')) return [];
  return credentialVariables.filter(({ group }) => group === word).map((variable) => variable.name);
}
