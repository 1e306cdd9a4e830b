import type { Clock } from '../../core/clock.ts';
import type { KeyStore } from './keys.ts';
import { type KeyDatabase, SqlKeyStore } from './sql-store.ts';

export interface KeyStoreOptions {
  /** The folder of the file that keeps the keys, unless they are kept elsewhere. */
  readonly dataDir: string;
  /** The PostgreSQL that keeps them instead. */
  readonly keysUrl?: string | undefined;
  readonly clock: Clock;
}

/** Opens the keys where they are kept. Rejects with an error that holds nothing secret. */
export async function openKeyStore({ dataDir, keysUrl, clock }: KeyStoreOptions): Promise<KeyStore> {
  return new SqlKeyStore(await openDatabase(dataDir, keysUrl), clock);
}

/** Each driver is loaded only where it is used: a start should not wait for the other one. */
async function openDatabase(dataDir: string, keysUrl: string | undefined): Promise<KeyDatabase> {
  if (keysUrl === undefined) return (await import('./sqlite-store.ts')).openSqlite(dataDir);
  return (await import('./postgres-store.ts')).openPostgres(keysUrl);
}
