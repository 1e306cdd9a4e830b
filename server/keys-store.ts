import { mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, type InStatement, LibsqlError, type ResultSet } from '@libsql/client';
import { z } from 'zod';
import type { Clock } from '../sources/kernel/clock.ts';
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
  type Refusal,
  type StoredKey,
} from './keys.ts';

// The index is the rule "one key, one IP" (contract 5 and 8), kept by the database itself. A demo key stands
// beside a real one: starting the demo must not take an operator's key away.
const tables = [
  `create table if not exists keys (
    id text primary key,
    digest text not null unique,
    retired_digest text,
    name text not null,
    address text not null,
    permissions text not null,
    per_minute integer not null,
    per_second integer not null,
    expires_at integer,
    note text not null,
    demo integer not null,
    created_at integer not null,
    revoked_at integer,
    last_used_at integer,
    last_refusal text
  ) strict`,
  `create unique index if not exists one_key_per_address on keys (address, demo) where revoked_at is null`,
  `create table if not exists key_set (version integer not null) strict`,
  `insert into key_set select 0 where not exists (select 1 from key_set)`,
];

const raiseVersion = 'update key_set set version = version + 1';

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
  demo: z.number(),
  created_at: z.number(),
  revoked_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  last_refusal: json<Refusal>().nullable(),
});

const storedKeys = (result: ResultSet | undefined): StoredKey[] =>
  (result?.rows ?? []).map((cells) => {
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
      demo: fields.demo === 1,
      createdAt: fields.created_at,
      revokedAt: fields.revoked_at,
      lastUsedAt: fields.last_used_at,
      lastRefusal: fields.last_refusal,
    };
    return { key, digest: fields.digest, retiredDigest: fields.retired_digest };
  });

const keysIn = (result: ResultSet | undefined): Key[] => storedKeys(result).map(({ key }) => key);

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

const isConstraint = (error: unknown) => error instanceof LibsqlError && error.code === 'SQLITE_CONSTRAINT';

/**
 * The key store in one SQLite file. Every change is one `batch`, never an interactive transaction: the driver
 * runs a batch without giving way, so nothing in this process can meet a half-done one and wait for itself, and
 * the busy timeout is only ever spent on another process.
 */
class SqliteKeyStore implements KeyStore {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
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
        if (!isConstraint(error)) throw error;
        await this.#refuseTaken(fields.address, isDemo);
        // Nobody holds the address: it was the id that is taken, and the next one will hardly be.
        if (attempt === 5) throw error;
      }
    }
  }

  async list(): Promise<Key[]> {
    return keysIn(await this.#client.execute('select * from keys order by created_at, id'));
  }

  async find(id: string): Promise<Key | undefined> {
    return keysIn(await this.#client.execute('select * from keys where id = ?', [id]))[0];
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
      if (isConstraint(error)) await this.#refuseTaken(address, (await this.#active(id)).demo);
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
    return versionIn(await this.#client.execute('select version from key_set'));
  }

  async load(): Promise<{ version: number; keys: StoredKey[] }> {
    const [version, keys] = await this.#client.batch(
      ['select version from key_set', 'select * from keys'],
      'read',
    );
    return { version: versionIn(version), keys: storedKeys(keys) };
  }

  async note(notes: readonly KeyNote[]): Promise<void> {
    const sql = `update keys set last_used_at = coalesce(?, last_used_at),
      last_refusal = coalesce(?, last_refusal) where id = ?`;
    const statements = notes.map(({ id, lastUsedAt = null, lastRefusal }) => ({
      sql,
      args: [lastUsedAt, lastRefusal ? JSON.stringify(lastRefusal) : null, id],
    }));
    if (statements.length > 0) await this.#client.batch(statements, 'write');
  }

  close(): void {
    this.#client.close();
  }

  #change(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#client.batch([...statements, raiseVersion], 'write');
  }

  #revokeHolder(address: string, isDemo: boolean, exceptDigest: string, replace = false): InStatement {
    const sql = `update keys set revoked_at = ?
      where ? and address = ? and demo = ? and digest <> ? and revoked_at is null returning *`;
    return { sql, args: [this.#clock.now(), replace, address, isDemo, exceptDigest] };
  }

  /** The demo comes with the same secret at every start; its key takes the new fields and lives again. */
  #updateDemo(fields: KeyFields, digest: string): InStatement {
    const { names, values } = cellsOf(fields);
    const sql = `update keys set ${names.map((name) => `${name} = ?`).join(', ')}, revoked_at = null
      where digest = ? and demo = 1 returning *`;
    return { sql, args: [...values, digest] };
  }

  #insert(id: string, fields: KeyFields, digest: string, isDemo: boolean): InStatement {
    const { names, values } = cellsOf(fields);
    const allNames = ['id', 'digest', 'demo', 'created_at', ...names];
    const sql = `insert into keys (${allNames.join(', ')}) select ${allNames.map(() => '?').join(', ')}
      where not exists (select 1 from keys where digest = ?) returning *`;
    return { sql, args: [id, digest, isDemo, this.#clock.now(), ...values, digest] };
  }

  async #refuseTaken(address: string, isDemo: boolean): Promise<void> {
    const sql = 'select * from keys where address = ? and demo = ? and revoked_at is null';
    const holder = keysIn(await this.#client.execute(sql, [address, isDemo]))[0];
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

const versionIn = (result: ResultSet | undefined) => z.number().parse(result?.rows[0]?.version);

/**
 * Opens `keys.db` in the data folder, making both when they are missing, readable by their owner only. Rejects
 * with an error that names the file and holds no content of it.
 */
export async function openKeyStore(options: {
  readonly dataDir: string;
  readonly clock: Clock;
}): Promise<KeyStore> {
  const path = join(resolve(options.dataDir), 'keys.db');
  let client: Client | undefined;
  try {
    await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
    // SQLite gives its -wal and -shm files the mode of the file itself.
    await (await open(path, 'a', 0o600)).close();
    client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 2000 });
    await client.execute('pragma journal_mode = wal');
    await client.batch(tables, 'write');
    return new SqliteKeyStore(client, options.clock);
  } catch (cause) {
    client?.close();
    const code = (cause as { code?: unknown }).code ?? 'unknown error';
    throw new Error(`The key store ${path} cannot be opened (${code}).`, { cause });
  }
}
