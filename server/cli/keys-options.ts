import { parseArgs } from 'node:util';
import { hours } from '../../core/clock.ts';
import { groups, isGroup } from '../../core/groups.ts';
import { type Permission, permissions } from '../../resolvers/kernel/permissions.ts';
import type { KeyChanges, KeyFields } from '../keys/keys.ts';

/** An invalid command line. The message is one line that names the option and the values that it accepts. */
export class UsageError extends Error {}

interface FieldOption<Field extends keyof KeyFields = keyof KeyFields> {
  readonly field: Field;
  readonly value: string;
  readonly meaning: string;
  /** Parses the text; the key store validates the value. */
  read(text: string, now: number): KeyFields[Field];
}

const option = <Field extends keyof KeyFields>(declared: FieldOption<Field>) => declared;

/** Permissions that `all` does not include. */
const furtherPermissions = permissions.filter((permission) => !isGroup(permission));

/** Options that set a field of a key. */
export const fieldOptions = {
  ip: option({
    field: 'address',
    value: 'ADDRESS',
    meaning: 'the one address that calls come from, such as 203.0.113.7',
    read: (text) => text,
  }),
  name: option({
    field: 'name',
    value: 'NAME',
    meaning: 'whose key it is, such as "Ada\'s bot"',
    read: (text) => text,
  }),
  groups: option({
    field: 'groups',
    value: 'LIST',
    meaning: `all, or names with commas; ${furtherPermissions.join(', ')} is never in all`,
    read: readGroups,
  }),
  'per-minute': option({
    field: 'perMinute',
    value: 'COUNT',
    meaning: 'lookups a minute, 100 unless given',
    read: readCount,
  }),
  'per-second': option({
    field: 'perSecond',
    value: 'COUNT',
    meaning: 'requests a second, 10 unless given',
    read: readCount,
  }),
  expires: option({
    field: 'expiresAt',
    value: 'WHEN',
    meaning: 'a span such as 90d or 12h, a UTC day such as 2030-01-31, or never',
    read: readExpiry,
  }),
  note: option({
    field: 'note',
    value: 'TEXT',
    meaning: 'anything worth remembering about the key',
    read: (text) => text,
  }),
} as const;

/** Options without a value. */
export const flagOptions = {
  sandbox: 'a test key: the sandbox answers it, with invented data',
  replace: 'revoke the key that the address already has',
  json: 'answer with one line of JSON',
  help: 'show this help',
} as const;

export type FieldOptionName = keyof typeof fieldOptions;
export type FlagName = keyof typeof flagOptions;
export type OptionName = FieldOptionName | FlagName;

export const isFieldOption = (name: string): name is FieldOptionName => Object.hasOwn(fieldOptions, name);

/** The option that sets a field, such as `--ip`. */
export function optionFor(field: keyof KeyFields): string {
  const found = Object.entries(fieldOptions).find(([, declared]) => declared.field === field);
  return `--${found?.[0]}`;
}

export interface CommandLine {
  readonly fields: KeyChanges;
  readonly flags: ReadonlySet<FlagName>;
  readonly positionals: readonly string[];
}

/** Parses a command line. Throws `UsageError` for options that the command does not accept. */
export function readCommandLine(
  args: readonly string[],
  accepted: readonly OptionName[],
  now: number,
): CommandLine {
  const types = accepted.map((name) => [name, { type: isFieldOption(name) ? 'string' : 'boolean' }] as const);
  // Not strict, because the messages of strict parsing are several sentences long; tokens show missing values.
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const fields: Partial<Record<keyof KeyFields, unknown>> = {};
  const flags = new Set<FlagName>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = accepted.find((other) => other === token.name);
    if (!name)
      throw new UsageError(`${token.rawName}: no such option here; there are ${optionList(accepted)}`);
    if (!isFieldOption(name)) {
      if (token.value !== undefined) throw new UsageError(`--${name}: takes no value`);
      flags.add(name);
      continue;
    }
    const { field, meaning, read } = fieldOptions[name];
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'));
    if (isMissing) throw new UsageError(`--${name}: needs a value: ${meaning}`);
    if (field in fields) throw new UsageError(`--${name}: is given twice`);
    fields[field] = read(token.value ?? '', now);
  }
  return { fields: fields as KeyChanges, flags, positionals };
}

const optionList = (names: readonly OptionName[]) => names.map((name) => `--${name}`).join(', ');

function readGroups(text: string): KeyFields['groups'] {
  const words = text.split(',').map((word) => word.trim());
  if (words.length === 1 && words[0] === 'all') return 'all';
  const named = words.flatMap((word): readonly string[] => (word === 'all' ? groups : [word]));
  const unknown = named.find((word) => !(permissions as readonly string[]).includes(word));
  if (unknown !== undefined) {
    const choices = ['all', ...permissions].join(', ');
    throw new UsageError(`--groups: ${JSON.stringify(unknown)} is not one of ${choices}`);
  }
  return [...new Set(named as Permission[])];
}

/** NaN for a text that is no number; the key store refuses it with a message that names the accepted range. */
function readCount(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };

function readExpiry(text: string, now: number): number | null {
  if (text === 'never') return null;
  const span = /^(\d{1,5})([hdw])$/.exec(text);
  const at = span ? now + Number(span[1]) * hours(hoursIn[span[2]!]!) : readDay(text);
  if (Number.isNaN(at)) throw new UsageError(`--expires: must be ${fieldOptions.expires.meaning}`);
  if (at <= now) throw new UsageError('--expires: must lie in the future; to end a key now, use revoke');
  return at;
}

/** Midnight UTC of a day that exists, otherwise NaN. */
function readDay(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? Number.NaN : at;
}
