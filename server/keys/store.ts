import type { Clock } from '../../core/clock.ts';
import type { KeyStore } from './keys.ts';
import { SqlKeyStore } from './sql-store.ts';
import type { KeyDatabase } from './sql-tables.ts';

export interface KeyStoreOptions {
  /** The folder of the SQLite file, which is used without `keysUrl`. */
  readonly dataDir: string;
  /** The PostgreSQL that stores the keys instead. */
  readonly keysUrl?: string | undefined;
  readonly clock: Clock;
  /** Whether a SQLite file that is missing is an error, and is not created. */
  readonly mustExist?: boolean;
}

/** Opens the store that the options name. Rejects with an error that holds no secret. */
export async function openKeyStore(options: KeyStoreOptions): Promise<KeyStore> {
  return new SqlKeyStore(await openDatabase(options), options.clock);
}

/** Imports only the driver that is used, which keeps the start short. */
async function openDatabase({ dataDir, keysUrl, mustExist }: KeyStoreOptions): Promise<KeyDatabase> {
  if (keysUrl === undefined) return (await import('./sqlite-store.ts')).openSqlite(dataDir, mustExist);
  return (await import('./postgres-store.ts')).openPostgres(keysUrl);
}
