import { z } from 'zod';
import { permissions } from '../../resolvers/kernel/permissions.ts';
import {
  canonicalAddress,
  type GrantedGroups,
  type KeyChanges,
  type KeyFields,
  KeyRefused,
  type KeyRequest,
} from './keys.ts';

const addressRule = 'must be one IPv4 or IPv6 address, such as 203.0.113.7';
const groupsRule = `must be all, or some of ${permissions.join(', ')}`;

/** Without control characters, which could manipulate the terminal that prints the text. */
const printable = (min: number, max: number) => {
  const message = `must be ${min} to ${max} printable characters`;
  return z
    .string({ error: message })
    .min(min, { error: message })
    .max(max, { error: message })
    .regex(/^\P{C}*$/u, { error: message });
};

const rate = (max: number) => {
  const message = `must be a whole number from 1 to ${max}`;
  return z.int({ error: message }).min(1, { error: message }).max(max, { error: message });
};

const keyFields = z.object({
  name: printable(1, 100),
  address: z.string({ error: addressRule }).transform((text, context) => {
    const address = canonicalAddress(text.trim());
    // The unspecified address is easily mistaken for a wildcard, and is never the address of a caller.
    if (address !== undefined && address !== '0.0.0.0' && address !== '::') return address;
    context.addIssue({ code: 'custom', message: addressRule });
    return z.NEVER;
  }),
  groups: z.custom<GrantedGroups>(areGroups, { error: groupsRule }),
  perMinute: rate(1_000_000),
  perSecond: rate(100_000),
  expiresAt: z.int({ error: 'must be a time' }).min(0).max(8.64e15).nullable(),
  note: printable(0, 500),
});

function areGroups(value: unknown): boolean {
  if (value === 'all') return true;
  return Array.isArray(value) && value.length > 0 && value.every((word) => permissions.includes(word));
}

const defaultFields = { groups: 'all', perMinute: 100, perSecond: 10, expiresAt: null, note: '' } as const;

function checked<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new KeyRefused(issue.message, issue.path[0] as keyof KeyFields);
}

/** The fields of a new key with their defaults, in canonical form. Throws `KeyRefused`. */
export const checkRequest = (request: KeyRequest): KeyFields =>
  checked(keyFields, { ...defaultFields, ...request });

/** The fields that a change sets, in canonical form. Throws `KeyRefused`. */
export function checkChanges(changes: KeyChanges): KeyChanges {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return checked(keyFields.partial(), Object.fromEntries(defined)) as KeyChanges;
}
