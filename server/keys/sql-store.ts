import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Group } from '../../core/groups.ts';
import {
  checkChanges,
  checkDemoSecret,
  checkRequest,
  createId,
  createSecret,
  digestOf,
  type GrantedGroups,
  type IssuedKey,
  type Key,
  type KeyChanges,
  type KeyFields,
  type KeyNote,
  KeyRefused,
  type KeyRequest,
  type KeyStore,
  type KeyUsage,
  type Refusal,
  type StoredKey,
} from './keys.ts';

/** One statement in the SQL that SQLite and PostgreSQL share; `?` stands for each argument in turn. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly (string | number | boolean | null)[];
}

export type Rows = readonly unknown[];

/** A database with the tables of the keys. Whatever it rejects with is its driver's error. */
export interface KeyDatabase {
  /** Runs statements as one transaction that sees one state of the tables; answers the rows of each. */
  read(statements: readonly Statement[]): Promise<Rows[]>;
  /** The same for changes: one after the other, whoever makes them, and all of them or none. */
  write(statements: readonly Statement[]): Promise<Rows[]>;
  /** Whether a rule of the tables was broken. */
  isConstraint(error: unknown): boolean;
  close(): void | Promise<void>;
}

/**
 * The tables, with a database's own words for whole numbers of 53 bits and for flags. The index is the rule "one key,
 * one IP" (contract 5 and 8), kept by the database itself. A demo key stands beside a real one: starting the demo must
 * not take an operator's key away.
 */
export const tables = (integer: string, flag: string, ending = ''): readonly string[] => [
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
    demo ${flag} not null,
    created_at ${integer} not null,
    revoked_at ${integer},
    last_used_at ${integer},
    last_refusal text
  )${ending}`,
  `create unique index if not exists one_key_per_address on keys (address, demo) where revoked_at is null`,
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

const raiseVersion = { sql: 'update key_set set version = version + 1' };

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
  // SQLite has no flags of its own.
  demo: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
  created_at: z.number(),
  revoked_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  last_refusal: json<Refusal>().nullable(),
});

const storedKeys = (rows: Rows = []): StoredKey[] =>
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
      demo: fields.demo,
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

const keysIn = (rows: Rows = []): Key[] => storedKeys(rows).map(({ key }) => key);

/** Column names and values, side by side, of the fields that are given. */
function cellsOf(fields: KeyChanges) {
  const entries = Object.entries(fields) as [keyof KeyFields, KeyFields[keyof KeyFields]][];
  return {
    names: entries.map(([field]) => columns[field]),
    values: entries.map(([field, value]) =>
      field === 'groups' ? JSON.stringify(value) : (value as string | number | null),
    ),
  };
}

/** The key store over a database of either kind. */
export class SqlKeyStore implements KeyStore {
  readonly #database: KeyDatabase;
  readonly #clock: Clock;

  constructor(database: KeyDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async issue(request: KeyRequest): Promise<IssuedKey> {
    if (request.demo) checkDemoSecret(request.secret);
    const fields = checkRequest(request);
    const isDemo = request.demo === true;
    for (let attempt = 1; ; attempt += 1) {
      const id = createId();
      const secret = request.demo ? request.secret : createSecret(id);
      const digest = digestOf(secret);
      try {
        const [revoked, updated, inserted] = await this.#change([
          this.#revokeHolder(fields.address, isDemo, digest, request.replace),
          this.#updateDemo(fields, digest),
          this.#insert(id, fields, digest, isDemo),
        ]);
        const key = keysIn(updated)[0] ?? keysIn(inserted)[0];
        if (!key) throw new KeyRefused('This text is the secret of a key that is not a demo key.');
        const replaced = keysIn(revoked)[0];
        return { key, secret, ...(replaced && { replaced }) };
      } catch (error) {
        if (!this.#database.isConstraint(error)) throw error;
        await this.#refuseTaken(fields.address, isDemo);
        // Nobody holds the address: it was the id that is taken, and the next one will hardly be.
        if (attempt === 5) throw error;
      }
    }
  }

  async list(): Promise<Key[]> {
    return keysIn(await this.#select('select * from keys order by created_at, id'));
  }

  async find(id: string): Promise<Key | undefined> {
    return keysIn(await this.#select('select * from keys where id = ?', [id]))[0];
  }

  async set(id: string, changes: KeyChanges, options: { readonly replace?: boolean } = {}): Promise<Key> {
    const fields = checkChanges(changes);
    const { names, values } = cellsOf(fields);
    if (names.length === 0) throw new KeyRefused('Nothing to change was given.');
    const update = `update keys set ${names.map((name) => `${name} = ?`).join(', ')}
      where id = ? and revoked_at is null returning *`;
    // The other key only gives way to one that is there to take its place.
    const revokeOther = `update keys set revoked_at = ?
      where ? and address = ? and id <> ? and revoked_at is null
      and demo = (select demo from keys where id = ? and revoked_at is null)`;
    const { address = '' } = fields;
    try {
      const [, updated] = await this.#change([
        { sql: revokeOther, args: [this.#clock.now(), options.replace ?? false, address, id, id] },
        { sql: update, args: [...values, id] },
      ]);
      return keysIn(updated)[0] ?? (await this.#active(id));
    } catch (error) {
      if (this.#database.isConstraint(error)) await this.#refuseTaken(address, (await this.#active(id)).demo);
      throw error;
    }
  }

  async revoke(id: string): Promise<Key> {
    const sql = 'update keys set revoked_at = coalesce(revoked_at, ?) where id = ? returning *';
    const [updated] = await this.#change([{ sql, args: [this.#clock.now(), id] }]);
    return keysIn(updated)[0] ?? (await this.#active(id));
  }

  async rotate(id: string): Promise<IssuedKey> {
    const secret = createSecret(id);
    const sql = `update keys set retired_digest = digest, digest = ?
      where id = ? and revoked_at is null returning *`;
    const [updated] = await this.#change([{ sql, args: [digestOf(secret), id] }]);
    return { key: keysIn(updated)[0] ?? (await this.#active(id)), secret };
  }

  async version(): Promise<number> {
    return versionIn(await this.#select('select version from key_set'));
  }

  async load(): Promise<{ version: number; keys: StoredKey[] }> {
    const [version, keys] = await this.#database.read([
      { sql: 'select version from key_set' },
      { sql: 'select * from keys' },
    ]);
    return { version: versionIn(version), keys: storedKeys(keys) };
  }

  async note(notes: readonly KeyNote[], usages: readonly KeyUsage[] = []): Promise<void> {
    const sql = `update keys set last_used_at = coalesce(?, last_used_at),
      last_refusal = coalesce(?, last_refusal) where id = ?`;
    const noted: Statement[] = notes.map(({ id, lastUsedAt = null, lastRefusal }) => ({
      sql,
      args: [lastUsedAt, lastRefusal ? JSON.stringify(lastRefusal) : null, id],
    }));
    const statements = [...noted, ...usages.map(addUsage)];
    if (statements.length > 0) await this.#database.write(statements);
  }

  async usage(): Promise<readonly KeyUsage[]> {
    const rows = await this.#select('select * from key_usage order by key_id, group_name');
    return rows.map((cells) => {
      const { key_id: id, group_name: group, requests, lookups, last_used_at } = usageRow.parse(cells);
      return { id, group, requests, lookups, lastUsedAt: last_used_at };
    });
  }

  close(): void | Promise<void> {
    return this.#database.close();
  }

  async #select(sql: string, args: readonly (string | boolean)[] = []): Promise<Rows> {
    const [rows] = await this.#database.read([{ sql, args }]);
    return rows!;
  }

  #change(statements: Statement[]): Promise<Rows[]> {
    return this.#database.write([...statements, raiseVersion]);
  }

  #revokeHolder(address: string, isDemo: boolean, exceptDigest: string, replace = false): Statement {
    const sql = `update keys set revoked_at = ?
      where ? and address = ? and demo = ? and digest <> ? and revoked_at is null returning *`;
    return { sql, args: [this.#clock.now(), replace, address, isDemo, exceptDigest] };
  }

  /** The demo comes with the same secret at every start; its key takes the new fields and lives again. */
  #updateDemo(fields: KeyFields, digest: string): Statement {
    const { names, values } = cellsOf(fields);
    const sql = `update keys set ${names.map((name) => `${name} = ?`).join(', ')}, revoked_at = null
      where digest = ? and demo = ? returning *`;
    return { sql, args: [...values, digest, true] };
  }

  #insert(id: string, fields: KeyFields, digest: string, isDemo: boolean): Statement {
    const { names, values } = cellsOf(fields);
    const allNames = ['id', 'digest', 'demo', 'created_at', ...names];
    const sql = `insert into keys (${allNames.join(', ')}) select ${allNames.map(() => '?').join(', ')}
      where not exists (select 1 from keys where digest = ?) returning *`;
    return { sql, args: [id, digest, isDemo, this.#clock.now(), ...values, digest] };
  }

  async #refuseTaken(address: string, isDemo: boolean): Promise<void> {
    const sql = 'select * from keys where address = ? and demo = ? and revoked_at is null';
    const holder = keysIn(await this.#select(sql, [address, isDemo]))[0];
    if (!holder) return;
    const taken = `${address} already has the key ${holder.id} (${JSON.stringify(holder.name)})`;
    throw new KeyRefused(`${taken}; an address has one key, and --replace revokes that one`, 'address');
  }

  async #active(id: string): Promise<Key> {
    const key = await this.find(id);
    if (!key) throw new KeyRefused(`There is no key ${JSON.stringify(id)}.`);
    if (key.revokedAt !== null) throw new KeyRefused(`The key ${id} is revoked for good; issue another.`);
    return key;
  }
}

const addUsage = ({ id, group, requests, lookups, lastUsedAt }: KeyUsage): Statement => ({
  sql: `insert into key_usage (key_id, group_name, requests, lookups, last_used_at) values (?, ?, ?, ?, ?)
    on conflict (key_id, group_name) do update set
    requests = key_usage.requests + excluded.requests,
    lookups = key_usage.lookups + excluded.lookups,
    last_used_at = excluded.last_used_at`,
  args: [id, group, requests, lookups, lastUsedAt],
});

const versionIn = (rows: Rows = []) => z.array(z.object({ version: z.number() })).parse(rows)[0]!.version;
