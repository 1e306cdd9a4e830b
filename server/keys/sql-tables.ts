import { z } from 'zod';
import type { Group } from '../../core/groups.ts';
import type {
  GrantedGroups,
  Key,
  KeyChanges,
  KeyFields,
  KeyMode,
  KeyUsage,
  Refusal,
  StoredKey,
} from './keys.ts';

/** A statement in the SQL dialect that SQLite and PostgreSQL share; each `?` is one of `args`, in order. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly (string | number | boolean | null)[];
}

export type Rows = readonly unknown[];

/** A database with the tables of the keys. Rejects with the errors of its driver. */
export interface KeyDatabase {
  /** Runs statements in one read-only transaction with a consistent snapshot; resolves to the rows of each. */
  read(statements: readonly Statement[]): Promise<Rows[]>;
  /** Runs statements in one transaction; writing transactions of all processes are serialized. */
  write(statements: readonly Statement[]): Promise<Rows[]>;
  /** How often another database has taken the place of this one; 0 where that cannot happen. */
  replacements(): number;
  /** Writes a consistent copy to a new file. */
  export(file: string): Promise<void>;
  /** Whether an error is the violation of a constraint. */
  isConstraint(error: unknown): boolean;
  close(): void | Promise<void>;
}

const modeColumn = `mode text not null default 'upstream'`;

/** Adds the column that tables of earlier versions lack. */
export const addModeColumn = `alter table keys add column ${modeColumn}`;

/**
 * The statements that create the indexes, once there is the column of the modes. They enforce one active key of each mode for
 * each address. A demo key does not count: starting the demo must not conflict with an operator's key. That of earlier
 * versions, without modes, gives way.
 */
export const indexes: readonly string[] = [
  `create unique index if not exists one_key_of_each_mode on keys (address, demo, mode) where revoked_at is null`,
  'drop index if exists one_key_per_address',
];

/**
 * The statements that create the tables where they are missing, with a database's types for integers of 53 bits and for
 * booleans. The row of a test key is marked `demo` as well: versions that know no modes then refuse it in place of asking the
 * upstreams for it.
 */
export const tables = (integer: string, boolean: string, ending = ''): readonly string[] => [
  `create table if not exists keys (
    id text primary key,
    digest text not null unique,
    retired_digest text,
    name text not null,
    address text not null,
    permissions text not null,
    per_minute ${integer} not null,
    per_second ${integer} not null,
    expires_at ${integer},
    note text not null,
    demo ${boolean} not null,
    created_at ${integer} not null,
    revoked_at ${integer},
    last_used_at ${integer},
    last_refusal text,
    ${modeColumn}
  )${ending}`,
  `create table if not exists key_usage (
    key_id text not null,
    group_name text not null,
    requests ${integer} not null,
    lookups ${integer} not null,
    last_used_at ${integer} not null,
    primary key (key_id, group_name)
  )${ending}`,
  `create table if not exists key_set (version ${integer} not null)${ending}`,
  `insert into key_set select 0 where not exists (select 1 from key_set)`,
];

const columns: Record<keyof KeyFields, string> = {
  name: 'name',
  address: 'address',
  groups: 'permissions',
  perMinute: 'per_minute',
  perSecond: 'per_second',
  expiresAt: 'expires_at',
  note: 'note',
};

const json = <Value>() => z.string().transform((text) => JSON.parse(text) as Value);

const keyRow = z.object({
  id: z.string(),
  digest: z.string(),
  retired_digest: z.string().nullable(),
  name: z.string(),
  address: z.string(),
  permissions: json<GrantedGroups>(),
  per_minute: z.number(),
  per_second: z.number(),
  expires_at: z.number().nullable(),
  note: z.string(),
  // SQLite stores booleans as 0 and 1.
  demo: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
  created_at: z.number(),
  revoked_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  last_refusal: json<Refusal>().nullable(),
  mode: z.enum(['upstream', 'sandbox'] satisfies readonly KeyMode[]),
});

export const storedKeysIn = (rows: Rows = []): StoredKey[] =>
  rows.map((cells) => {
    const fields = keyRow.parse(cells);
    const key: Key = {
      id: fields.id,
      name: fields.name,
      address: fields.address,
      groups: fields.permissions,
      perMinute: fields.per_minute,
      perSecond: fields.per_second,
      expiresAt: fields.expires_at,
      note: fields.note,
      mode: fields.mode,
      demo: fields.demo && fields.mode === 'upstream',
      createdAt: fields.created_at,
      revokedAt: fields.revoked_at,
      lastUsedAt: fields.last_used_at,
      lastRefusal: fields.last_refusal,
    };
    return { key, digest: fields.digest, retiredDigest: fields.retired_digest };
  });

const usageRow = z.object({
  key_id: z.string(),
  group_name: z.string().transform((name) => name as Group),
  requests: z.number(),
  lookups: z.number(),
  last_used_at: z.number(),
});

export const keysIn = (rows: Rows = []): Key[] => storedKeysIn(rows).map(({ key }) => key);

export const usageIn = (rows: Rows = []): KeyUsage[] =>
  rows.map((cells) => {
    const fields = usageRow.parse(cells);
    const { requests, lookups } = fields;
    return {
      id: fields.key_id,
      group: fields.group_name,
      requests,
      lookups,
      lastUsedAt: fields.last_used_at,
    };
  });

export const versionIn = (rows: Rows = []): number =>
  z.array(z.object({ version: z.number() })).parse(rows)[0]!.version;

/** The column names and, in the same order, the values of some fields. */
export function cellsOf(fields: KeyChanges) {
  const entries = Object.entries(fields) as [keyof KeyFields, KeyFields[keyof KeyFields]][];
  return {
    names: entries.map(([field]) => columns[field]),
    values: entries.map(([field, value]) =>
      field === 'groups' ? JSON.stringify(value) : (value as string | number | null),
    ),
  };
}
