import ipaddr from 'ipaddr.js';
import { type Group, isGroup } from '../../core/groups.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';

/** `'all'` is every group, including groups added later, and no further permission: those are granted by name only. */
export type GrantedGroups = 'all' | readonly Permission[];

/** Where the data of a key comes from: the upstreams, or the sandbox, which invents it. */
export type KeyMode = 'upstream' | 'sandbox';

/** The name of a mode in responses, on the command line and for plugins. */
export type PublicMode = 'live' | 'sandbox';

export const publicMode = (mode: KeyMode): PublicMode => (mode === 'upstream' ? 'live' : mode);

/** The fields of a key that an operator sets. Times are milliseconds since the Unix epoch. */
export interface KeyFields {
  readonly name: string;
  /** The only address from which the key is accepted, in the form of `canonicalAddress`. */
  readonly address: string;
  readonly groups: GrantedGroups;
  readonly perMinute: number;
  readonly perSecond: number;
  readonly expiresAt: number | null;
  readonly note: string;
}

/** `unknown` is a secret without a key; the other reasons concern a key that exists. */
export type RefusalReason = 'unknown' | 'revoked' | 'expired' | 'address';

export interface Refusal {
  readonly reason: Exclude<RefusalReason, 'unknown'>;
  /** The address of the refused caller. */
  readonly address: string;
  readonly at: number;
}

export interface Key extends KeyFields {
  readonly id: string;
  /** It never changes. */
  readonly mode: KeyMode;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastRefusal: Refusal | null;
}

/** A key as the store holds it. Digests are SHA-256 in hex; the secrets themselves are not stored. */
export interface StoredKey {
  readonly key: Key;
  readonly digest: string;
  /** The digest before the last rotation, by which a caller who still sends the old secret is recognised. */
  readonly retiredDigest: string | null;
}

export type KeyRequest = Pick<KeyFields, 'name' | 'address'> &
  Partial<KeyFields> & {
    /** Revokes the key that the address already has; otherwise such a request is refused. */
    readonly replace?: boolean;
    readonly mode?: KeyMode;
  };

export type KeyChanges = Partial<KeyFields>;

/** A key and its secret, which cannot be read again afterwards. */
export interface IssuedKey {
  readonly key: Key;
  readonly secret: string;
  /** The key that this one replaced, which is revoked. */
  readonly replaced?: Key;
}

/** The last use and the last refusal of a key, as far as they are new, and the milliseconds of this process that it took. */
export interface KeyActivity {
  readonly id: string;
  readonly lastUsedAt?: number;
  readonly lastRefusal?: Refusal;
  readonly workMs?: number;
}

/** What begins the name of a source among the groups of usage: its requests are the units of the quota of a day. */
export const quotaPrefix = 'quota of ';

/** The use of one group by one request. */
export interface GroupUse {
  readonly group: Group | `${typeof quotaPrefix}${string}`;
  /** The number of lookups that the key's limit is charged. */
  readonly lookups: number;
}

/** The total use of one group by one key. */
export interface KeyUsage extends GroupUse {
  readonly id: string;
  readonly requests: number;
  readonly lastUsedAt: number;
}

/**
 * The store of the keys. Each operation is one transaction: after a crash it has taken effect entirely or not at all.
 * Operations reject with `KeyRefused` when a rule forbids them, and with the driver's error when the store fails.
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
  /** A number that each of the changes above sets anew, and no other store has. Cheap to read. */
  version(): Promise<number>;
  load(): Promise<{ readonly version: number; readonly keys: StoredKey[] }>;
  /** Records uses and refusals and adds usage to the totals, in one transaction. The version stays. */
  recordActivity(activity: readonly KeyActivity[], usage?: readonly KeyUsage[]): Promise<void>;
  /** The totals by key and group, in the order of the groups' names. */
  usage(): Promise<readonly KeyUsage[]>;
  /** The time of the event loops that each key has taken in all, in milliseconds, by id. */
  workMs(): Promise<ReadonlyMap<string, number>>;
  /** Writes a consistent copy to a new file that its owner alone can read. Refuses a file that exists. */
  export(file: string): Promise<void>;
  close(): void | Promise<void>;
}

/** A change that a rule forbids. The message is for the operator and never holds a secret. */
export class KeyRefused extends Error {
  /** The field with the invalid value, if the rule concerns a single one. */
  readonly field: keyof KeyFields | undefined;

  constructor(message: string, field?: keyof KeyFields) {
    super(message);
    this.name = 'KeyRefused';
    this.field = field;
  }
}

/** A store whose content cannot be read. A start must not go on with an empty one in its place. */
export class StoreDamaged extends Error {
  /** Of SQLite; undefined for a file without the tables of the keys. */
  readonly code: string | undefined;

  constructor(path: string, code?: string) {
    const advice = 'Restore a backup, or move the file away to begin without keys.';
    super(`The key store ${path} is damaged (${code ?? 'it holds no keys'}). ${advice}`);
    this.name = 'StoreDamaged';
    this.code = code;
  }
}

/**
 * The canonical form of an IP address: dotted decimal for IPv4 and IPv4-mapped IPv6, the shortest lower-case form for
 * other IPv6. Undefined for any other text, including octal and shortened forms of IPv4.
 */
export function canonicalAddress(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

export const permits = (key: Key, permission: Permission): boolean =>
  key.groups === 'all' ? isGroup(permission) : key.groups.includes(permission);

export const permitsAll = (key: Key, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => permits(key, permission));

export type KeyState = 'active' | 'revoked' | 'expired';

export function stateOf(key: Key, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}
