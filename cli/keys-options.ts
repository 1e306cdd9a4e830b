import { hours } from '../core/clock.ts';
import { groups, isGroup } from '../core/groups.ts';
import { type Permission, permissions } from '../resolvers/kernel/permissions.ts';
import type { KeyFields } from '../server/keys/keys.ts';
import { jsonOption, type Option, UsageError } from './command-line.ts';

/** Permissions that `all` does not include. */
const furtherPermissions = permissions.filter((permission) => !isGroup(permission));

/** Options that set a field of a key. The store validates the values. */
export const fieldOptions = {
  ip: { value: 'ADDRESS', meaning: 'the one address that calls come from, such as 203.0.113.7' },
  name: { value: 'NAME', meaning: 'whose key it is, such as "Ada\'s bot"' },
  groups: {
    value: 'LIST',
    meaning: `all, or names with commas; ${furtherPermissions.join(', ')} is never in all`,
    read: readGroups,
  },
  'per-minute': { value: 'COUNT', meaning: 'lookups a minute, 100 unless given', read: readCount },
  'per-second': { value: 'COUNT', meaning: 'requests a second, 10 unless given', read: readCount },
  expires: {
    value: 'WHEN',
    meaning: 'a span such as 90d or 12h, a UTC day such as 2030-01-31, or never',
    read: readExpiry,
  },
  note: { value: 'TEXT', meaning: 'anything worth remembering about the key' },
} as const satisfies Readonly<Record<string, Option>>;

/** The field of a key that each option sets. */
const fieldNames: Readonly<Record<keyof typeof fieldOptions, keyof KeyFields>> = {
  ip: 'address',
  name: 'name',
  groups: 'groups',
  'per-minute': 'perMinute',
  'per-second': 'perSecond',
  expires: 'expiresAt',
  note: 'note',
};

export const keysOptions = {
  ...fieldOptions,
  sandbox: { meaning: 'a test key: the sandbox answers it, with invented data' },
  replace: { meaning: 'revoke the key that the address already has' },
  json: jsonOption,
} satisfies Readonly<Record<string, Option>>;

/** The values of the options, by name. */
export type KeysValues = Readonly<
  Partial<Record<keyof typeof fieldOptions, unknown> & Record<'sandbox' | 'replace' | 'json', boolean>>
>;

/** The fields of a key that options set. */
export const keyFieldsIn = (values: KeysValues): Partial<KeyFields> =>
  Object.fromEntries(
    Object.entries(fieldNames).flatMap(([name, field]) =>
      name in values ? [[field, values[name as keyof KeysValues]]] : [],
    ),
  );

/** The option that sets a field, such as `--ip`. */
export const optionFor = (field: keyof KeyFields): string =>
  `--${Object.entries(fieldNames).find(([, other]) => other === field)?.[0]}`;

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
