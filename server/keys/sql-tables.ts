import type { Group } from '../../core/groups.ts';
import type { Key, KeyChanges, KeyUsage, StoredKey } from './keys.ts';

/** A statement in the SQL dialect that SQLite and PostgreSQL share; each `?` is one of `args`, in order. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly Cell[];
}

type Cell = string | number | boolean | null;

export type Rows = readonly unknown[];

/** A database with the tables of the keys. Rejects with the errors of its driver. */
export interface KeyDatabase {
  /** Runs statements in one read-only transaction with a consistent snapshot; resolves to the rows of each. */
  read(statements: readonly Statement[]): Promise<Rows[]>;
  /** Runs statements in one transaction; writing transactions of all processes are serialized. */
  write(statements: readonly Statement[]): Promise<Rows[]>;
  /** Writes a consistent copy to a new file. */
  export(file: string): Promise<void>;
  /** Whether an error is the violation of a constraint. */
  isConstraint(error: unknown): boolean;
  close(): void | Promise<void>;
}

/**
 * The statements that create the tables where they are missing, with a database's type for integers of 53 bits. A column of `keys` has the name of the field of `Key` in snake case. The index enforces one active key of each
 * mode for each address.
 */
export const tables = (integer: string, ending = ''): readonly string[] => [
  `create table if not exists keys (
    id text primary key,
    digest text not null unique,
    retired_digest text,
    name text not null,
    address text not null,
    groups text not null,
    per_minute ${integer} not null,
    per_second ${integer} not null,
    expires_at ${integer},
    note text not null,
    mode text not null,
    created_at ${integer} not null,
    revoked_at ${integer},
    last_used_at ${integer},
    last_refusal text
  )${ending}`,
  `create unique index if not exists one_active_key on keys (address, mode) where revoked_at is null`,
  `create table if not exists key_usage (
    key_id text not null,
    group_name text not null,
    requests ${integer} not null,
    lookups ${integer} not null,
    last_used_at ${integer} not null,
    primary key (key_id, group_name)
  )${ending}`,
  `create table if not exists key_work (key_id text primary key, ms ${integer} not null)${ending}`,
  `create table if not exists key_set (version ${integer} not null)${ending}`,
  `insert into key_set select 0 where not exists (select 1 from key_set)`,
];

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The columns and, in the same order, the values of some fields. */
export function cellsOf(fields: KeyChanges) {
  const entries = Object.entries(fields);
  return {
    names: entries.map(([field]) => snakeCase(field)),
    values: entries.map(([field, value]) => (field === 'groups' ? JSON.stringify(value) : (value as Cell))),
  };
}

/** A row by the names of fields in place of those of columns. */
const fieldsOf = (row: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row as object).map(([name, cell]) => [camelCase(name), cell]));

export const storedKeysIn = (rows: Rows = []): StoredKey[] =>
  rows.map((row) => {
    const { digest, retiredDigest, groups, lastRefusal, ...fields } = fieldsOf(row);
    const parsed = { groups: JSON.parse(String(groups)), lastRefusal: JSON.parse(String(lastRefusal)) };
    return { digest, retiredDigest, key: { ...fields, ...parsed } } as StoredKey;
  });

export const keysIn = (rows: Rows = []): Key[] => storedKeysIn(rows).map(({ key }) => key);

export const usageIn = (rows: Rows = []): KeyUsage[] =>
  rows.map((row) => {
    const { keyId, groupName, ...counts } = fieldsOf(row);
    return { id: keyId, group: groupName as Group, ...counts } as KeyUsage;
  });

export const versionIn = ([row]: Rows = []): number => (row as { readonly version: number }).version;
