import type { Clock } from '../sources/kernel/clock.ts';
import type { KeyStore } from './keys.ts';
import { SqlKeyStore } from './keys-sql.ts';
import { openPostgres } from './keys-store-postgres.ts';
import { openSqlite } from './keys-store-sqlite.ts';

export interface KeyStoreOptions {
  /** The folder of the file that keeps the keys, unless they are kept elsewhere. */
  readonly dataDir: string;
  /** The PostgreSQL that keeps them instead. */
  readonly keysUrl?: string | undefined;
  readonly clock: Clock;
}

/** Opens the keys where they are kept. Rejects with an error that holds nothing secret. */
export async function openKeyStore({ dataDir, keysUrl, clock }: KeyStoreOptions): Promise<KeyStore> {
  const database = keysUrl === undefined ? await openSqlite(dataDir) : await openPostgres(keysUrl);
  return new SqlKeyStore(database, clock);
}
