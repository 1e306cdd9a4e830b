import { createHash, randomInt } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Group } from '../../core/groups.ts';
import { type Permission, permissions } from '../../resolvers/kernel/permissions.ts';

/** `'all'` is every group, those added later included, and never `songid:files`: that one is always named. */
export type GrantedGroups = 'all' | readonly Permission[];

/** What an operator decides about a key. Times are milliseconds since the Unix epoch. */
export interface KeyFields {
  readonly name: string;
  /** The one address the key is accepted from (contract 5), in the form of `canonicalAddress`. */
  readonly address: string;
  readonly groups: GrantedGroups;
  readonly perMinute: number;
  readonly perSecond: number;
  readonly expiresAt: number | null;
  readonly note: string;
}

/** `unknown` is a text that belongs to no key; the others are told of a key that exists. */
export type RefusalReason = 'unknown' | 'revoked' | 'expired' | 'address';

export interface Refusal {
  readonly reason: Exclude<RefusalReason, 'unknown'>;
  /** Where the refused call came from. */
  readonly address: string;
  readonly at: number;
}

export interface Key extends KeyFields {
  readonly id: string;
  /** Made for the demo, with a secret that is no secret: a live service must not accept it. */
  readonly demo: boolean;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastRefusal: Refusal | null;
}

/** A key as the store has it. Digests are SHA-256 in hex; the secrets themselves are nowhere. */
export interface StoredKey {
  readonly key: Key;
  readonly digest: string;
  /** The digest that the last rotation replaced, so that a caller who still sends the old secret can be told apart. */
  readonly retiredDigest: string | null;
}

export type KeyRequest = Pick<KeyFields, 'name' | 'address'> &
  Partial<KeyFields> & {
    /** Revokes the key that the address already has; without it such a request is refused. */
    readonly replace?: boolean;
  } & ({ readonly demo?: false } | { readonly demo: true; readonly secret: string });

export type KeyChanges = Partial<KeyFields>;

/** A key and the text its caller presents, which nobody can read again afterwards. */
export interface IssuedKey {
  readonly key: Key;
  readonly secret: string;
  /** The key that was revoked in favour of this one. */
  readonly replaced?: Key;
}

export interface KeyNote {
  readonly id: string;
  readonly lastUsedAt?: number;
  readonly lastRefusal?: Refusal;
}

/** What one request asks of a group. */
export interface GroupUse {
  readonly group: Group;
  /** What the key's limit is charged for it. */
  readonly lookups: number;
}

/** How often a key has asked a group. */
export interface KeyUsage extends GroupUse {
  readonly id: string;
  readonly requests: number;
  readonly lastUsedAt: number;
}

/**
 * Where keys are kept. Each operation is one transaction: after a crash it has happened whole or not at all.
 * Operations reject with `KeyRefused` when a rule forbids them, and with the driver's error when the store
 * cannot be reached.
 */
export interface KeyStore {
  issue(request: KeyRequest): Promise<IssuedKey>;
  /** Every key, the oldest first, revoked ones included. */
  list(): Promise<Key[]>;
  find(id: string): Promise<Key | undefined>;
  set(id: string, changes: KeyChanges, options?: { readonly replace?: boolean }): Promise<Key>;
  /** Revoking twice keeps the first time. */
  revoke(id: string): Promise<Key>;
  /** A new secret for the same key. */
  rotate(id: string): Promise<IssuedKey>;
  /** A number that is another one after every change above, and cheap to ask for. */
  version(): Promise<number>;
  load(): Promise<{ readonly version: number; readonly keys: StoredKey[] }>;
  /**
   * Records uses and refusals, and adds to what was counted before, all of it or nothing. It leaves the version alone:
   * nobody's rights have changed.
   */
  note(notes: readonly KeyNote[], usages?: readonly KeyUsage[]): Promise<void>;
  /** What was counted, by key and group, in the order of the groups' names. */
  usage(): Promise<readonly KeyUsage[]>;
  close(): void | Promise<void>;
}

/** A change that the rules forbid. The message is for the operator and never holds a secret. */
export class KeyRefused extends Error {
  /** The field that is to blame, when it is one. */
  readonly field: keyof KeyFields | undefined;

  constructor(message: string, field?: keyof KeyFields) {
    super(message);
    this.name = 'KeyRefused';
    this.field = field;
  }
}

/**
 * The one spelling of an IP address: four decimal parts for IPv4 and for IPv6 that carries one, the shortest
 * lower-case form for the rest. Undefined for anything else, the octal and shortened spellings of IPv4 included.
 */
export function canonicalAddress(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

const anAddress = 'must be one IPv4 or IPv6 address, such as 203.0.113.7';
const someGroups = `must be all, or some of ${permissions.join(', ')}`;

// The terminal prints these texts, so they hold nothing that could steer one.
const printable = (least: number, most: number) => {
  const message = `must be ${least} to ${most} printable characters`;
  return z
    .string({ error: message })
    .min(least, { error: message })
    .max(most, { error: message })
    .regex(/^\P{C}*$/u, { error: message });
};

const rate = (most: number) => {
  const message = `must be a whole number from 1 to ${most}`;
  return z.int({ error: message }).min(1, { error: message }).max(most, { error: message });
};

const keyFields = z.object({
  name: printable(1, 100),
  address: z.string({ error: anAddress }).transform((text, context) => {
    const address = canonicalAddress(text.trim());
    // The unspecified address means "any" to those who type it, and no call ever comes from it.
    if (address !== undefined && address !== '0.0.0.0' && address !== '::') return address;
    context.addIssue({ code: 'custom', message: anAddress });
    return z.NEVER;
  }),
  groups: z.custom<GrantedGroups>(areGroups, { error: someGroups }),
  perMinute: rate(1_000_000),
  perSecond: rate(100_000),
  expiresAt: z.int({ error: 'must be a time' }).min(0).max(8.64e15).nullable(),
  note: printable(0, 500),
});

function areGroups(value: unknown): boolean {
  if (value === 'all') return true;
  return Array.isArray(value) && value.length > 0 && value.every((word) => permissions.includes(word));
}

/** Contract 8: the standard rates. */
export const standardFields = {
  groups: 'all',
  perMinute: 100,
  perSecond: 10,
  expiresAt: null,
  note: '',
} as const;

function checked<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new KeyRefused(issue.message, issue.path[0] as keyof KeyFields);
}

/** The fields of a new key, in canonical form. Throws `KeyRefused`. */
export const checkRequest = (request: KeyRequest): KeyFields =>
  checked(keyFields, { ...standardFields, ...request });

/** The fields that a change names, in canonical form. Throws `KeyRefused`. */
export function checkChanges(changes: KeyChanges): KeyChanges {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return checked(keyFields.partial(), Object.fromEntries(given)) as KeyChanges;
}

export const permits = (key: Key, permission: Permission): boolean =>
  key.groups === 'all' ? permission !== 'songid:files' : key.groups.includes(permission);

export const permitsAll = (key: Key, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => permits(key, permission));

export type KeyState = 'active' | 'revoked' | 'expired';

export function stateOf(key: Key, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// People read ids aloud: nothing that looks like something else.
const plainLetters = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const createId = (): string => randomText(plainLetters, 6);

/** 43 characters of base 62 are 256 bits, which is why one plain SHA-256 is enough to keep them by. */
export const createSecret = (id: string): string => `alm_${id}_${randomText(base62, 43)}`;

/** Whether a text can be a secret at all. What cannot is never hashed, however often it is sent. */
export const looksLikeSecret = (text: string): boolean => text.length <= 256 && /^[\x21-\x7e]+$/.test(text);

/** Throws `KeyRefused` for a demo secret that could not be sent in a header or is easily guessed. */
export function checkDemoSecret(secret: string): void {
  if (secret.length >= 16 && looksLikeSecret(secret)) return;
  throw new KeyRefused('The demo key must be 16 to 256 printable characters without spaces.');
}

/** SHA-256 in hex. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
