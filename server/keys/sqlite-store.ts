import { mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
// This entry point does not load the clients of remote databases.
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client/sqlite3';
import { type KeyDatabase, type Rows, type Statement, tables } from './sql-tables.ts';

/**
 * The keys in one SQLite file. Every operation is one `batch`, never an interactive transaction: the driver runs a batch
 * synchronously, so operations of one process never wait for each other's locks, and only other processes can cause the
 * busy timeout.
 */
function sqliteDatabase(client: Client): KeyDatabase {
  const run = async (statements: readonly Statement[], mode: 'read' | 'write'): Promise<Rows[]> => {
    const batch = statements.map(({ sql, args = [] }): InStatement => ({ sql, args: [...args] }));
    return (await client.batch(batch, mode)).map(({ rows }) => rows);
  };
  return {
    read: (statements) => run(statements, 'read'),
    write: (statements) => run(statements, 'write'),
    isConstraint: (error) => error instanceof LibsqlError && error.code === 'SQLITE_CONSTRAINT',
    close: () => client.close(),
  };
}

/**
 * Opens `keys.db` in the data folder. Creates both when they are missing, readable by their owner only. Rejects with an
 * error that holds the path of the file and none of its content.
 */
export async function openSqlite(dataDir: string): Promise<KeyDatabase> {
  const path = join(resolve(dataDir), 'keys.db');
  let client: Client | undefined;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // SQLite creates its -wal and -shm files with the mode of the database file.
    await (await open(path, 'a', 0o600)).close();
    client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 2000 });
    await client.execute('pragma journal_mode = wal');
    await client.batch([...tables('integer', 'integer', ' strict')], 'write');
    return sqliteDatabase(client);
  } catch (cause) {
    client?.close();
    const code = (cause as { code?: unknown }).code ?? 'unknown error';
    throw new Error(`The key store ${path} cannot be opened (${code}).`, { cause });
  }
}
