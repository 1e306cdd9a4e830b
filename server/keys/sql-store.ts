import { randomInt } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { checkChanges, checkRequest } from './key-fields.ts';
import { createId, createSecret, secretDigest } from './key-secrets.ts';
import {
  type IssuedKey,
  type Key,
  type KeyActivity,
  type KeyChanges,
  type KeyFields,
  type KeyMode,
  KeyRefused,
  type KeyRequest,
  type KeyStore,
  type KeyUsage,
  type StoredKey,
} from './keys.ts';
import {
  cellsOf,
  type KeyDatabase,
  keysIn,
  type Rows,
  type Statement,
  storedKeysIn,
  usageIn,
  versionIn,
} from './sql-tables.ts';

/** Random, so that the versions of two stores differ as well. */
const newVersion = (): Statement => ({
  sql: 'update key_set set version = ?',
  args: [randomInt(2 ** 48 - 1)],
});

/** The key store over SQLite or PostgreSQL. */
export class SqlKeyStore implements KeyStore {
  readonly #database: KeyDatabase;
  readonly #clock: Clock;

  constructor(database: KeyDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async issue({ mode = 'upstream', replace = false, ...request }: KeyRequest): Promise<IssuedKey> {
    const fields = checkRequest(request);
    const id = createId();
    const secret = createSecret({ id, mode });
    try {
      const [revoked, inserted] = await this.#change([
        this.#revokeHolder(fields.address, mode, replace),
        this.#insert(id, fields, secretDigest(secret), mode),
      ]);
      const replaced = keysIn(revoked)[0];
      return { key: keysIn(inserted)[0]!, secret, ...(replaced && { replaced }) };
    } catch (error) {
      if (this.#database.isConstraint(error)) await this.#refuseTaken(fields.address, mode);
      throw error;
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
    // The other key is revoked only when the key that should replace it exists.
    const revokeOther = `update keys set revoked_at = ?
      where ? and address = ? and id <> ? and revoked_at is null
      and mode = (select mode from keys where id = ? and revoked_at is null)`;
    const { address = '' } = fields;
    try {
      const [, updated] = await this.#change([
        { sql: revokeOther, args: [this.#clock.now(), options.replace ?? false, address, id, id] },
        { sql: update, args: [...values, id] },
      ]);
      return keysIn(updated)[0] ?? (await this.#active(id));
    } catch (error) {
      if (this.#database.isConstraint(error)) {
        await this.#refuseTaken(address, (await this.#active(id)).mode);
      }
      throw error;
    }
  }

  async revoke(id: string): Promise<Key> {
    const sql = 'update keys set revoked_at = coalesce(revoked_at, ?) where id = ? returning *';
    const [updated] = await this.#change([{ sql, args: [this.#clock.now(), id] }]);
    return keysIn(updated)[0] ?? (await this.#active(id));
  }

  async rotate(id: string): Promise<IssuedKey> {
    const secret = createSecret(await this.#active(id));
    const sql = `update keys set retired_digest = digest, digest = ?
      where id = ? and revoked_at is null returning *`;
    const [updated] = await this.#change([{ sql, args: [secretDigest(secret), id] }]);
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
    return { version: versionIn(version), keys: storedKeysIn(keys) };
  }

  async recordActivity(activity: readonly KeyActivity[], usage: readonly KeyUsage[] = []): Promise<void> {
    const sql = `update keys set last_used_at = coalesce(?, last_used_at),
      last_refusal = coalesce(?, last_refusal) where id = ?`;
    const updates: Statement[] = activity.map(({ id, lastUsedAt = null, lastRefusal }) => ({
      sql,
      args: [lastUsedAt, lastRefusal ? JSON.stringify(lastRefusal) : null, id],
    }));
    const works = activity.filter(({ workMs }) => workMs !== undefined);
    const statements = [...updates, ...works.map(addWork), ...usage.map(addUsage)];
    if (statements.length > 0) await this.#database.write(statements);
  }

  async usage(): Promise<readonly KeyUsage[]> {
    return usageIn(await this.#select('select * from key_usage order by key_id, group_name'));
  }

  async workMs(): Promise<ReadonlyMap<string, number>> {
    const rows = (await this.#select('select * from key_work')) as { key_id: string; ms: number }[];
    return new Map(rows.map(({ key_id, ms }) => [key_id, ms]));
  }

  export(file: string): Promise<void> {
    return this.#database.export(file);
  }

  close(): void | Promise<void> {
    return this.#database.close();
  }

  async #select(sql: string, args: readonly string[] = []): Promise<Rows> {
    const [rows] = await this.#database.read([{ sql, args }]);
    return rows!;
  }

  #change(statements: Statement[]): Promise<Rows[]> {
    return this.#database.write([...statements, newVersion()]);
  }

  #revokeHolder(address: string, mode: KeyMode, isWanted: boolean): Statement {
    const sql = `update keys set revoked_at = ?
      where ? and address = ? and mode = ? and revoked_at is null returning *`;
    return { sql, args: [this.#clock.now(), isWanted, address, mode] };
  }

  #insert(id: string, fields: KeyFields, digest: string, mode: KeyMode): Statement {
    const { names, values } = cellsOf(fields);
    const allNames = ['id', 'digest', 'mode', 'created_at', ...names];
    const sql = `insert into keys (${allNames.join(', ')}) values (${allNames.map(() => '?').join(', ')}) returning *`;
    return { sql, args: [id, digest, mode, this.#clock.now(), ...values] };
  }

  async #refuseTaken(address: string, mode: KeyMode): Promise<void> {
    const sql = 'select * from keys where address = ? and mode = ? and revoked_at is null';
    const holder = keysIn(await this.#select(sql, [address, mode]))[0];
    if (!holder) return;
    const taken = `${address} already has the key ${holder.id} (${JSON.stringify(holder.name)})`;
    const kind = mode === 'sandbox' ? 'test key' : 'key';
    throw new KeyRefused(`${taken}; an address has one ${kind}, and --replace revokes that one`, 'address');
  }

  async #active(id: string): Promise<Key> {
    const key = await this.find(id);
    if (!key) throw new KeyRefused(`There is no key ${JSON.stringify(id)}.`);
    if (key.revokedAt !== null) throw new KeyRefused(`The key ${id} is revoked for good; issue another.`);
    return key;
  }
}

const addWork = ({ id, workMs = 0 }: KeyActivity): Statement => ({
  sql: `insert into key_work (key_id, ms) values (?, ?)
    on conflict (key_id) do update set ms = key_work.ms + excluded.ms`,
  args: [id, Math.round(workMs)],
});

const addUsage = ({ id, group, requests, lookups, lastUsedAt }: KeyUsage): Statement => ({
  sql: `insert into key_usage (key_id, group_name, requests, lookups, last_used_at) values (?, ?, ?, ?, ?)
    on conflict (key_id, group_name) do update set
    requests = key_usage.requests + excluded.requests,
    lookups = key_usage.lookups + excluded.lookups,
    last_used_at = excluded.last_used_at`,
  args: [id, group, requests, lookups, lastUsedAt],
});
