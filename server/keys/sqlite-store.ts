import { mkdir, open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
// This entry point does not load the clients of remote databases.
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client/sqlite3';
import { type KeyDatabase, type Rows, type Statement, tables } from './sql-tables.ts';

/** How long an operation waits for the lock of another process. */
const busyMs = 2_000;

/**
 * Repeats an operation while another process holds the lock. SQLite itself would wait in the calling thread, which is
 * that of the event loop. The timer is one of the platform, because it waits for a process and keeps this one alive.
 */
async function whenUnlocked<Value>(client: Client, operate: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await operate();
    } catch (error) {
      const isBusy = error instanceof LibsqlError && error.code === 'SQLITE_BUSY';
      // The driver leaves the refused statement open, and the next transaction of the connection could not be committed.
      if (isBusy) client.reconnect();
      if (!isBusy || performance.now() - startedAt > busyMs) throw error;
    }
    // Of different lengths, so that waiting processes do not meet again and again.
    await pause(5 + Math.random() * 20);
  }
}

/**
 * The keys in one SQLite file. Every operation is one `batch`, never an interactive transaction: the driver runs a batch
 * synchronously, so operations of one process never wait for each other's locks.
 */
function sqliteDatabase(file: OpenFile): KeyDatabase {
  const run = async (statements: readonly Statement[], mode: 'read' | 'write'): Promise<Rows[]> => {
    const batch = statements.map(({ sql, args = [] }): InStatement => ({ sql, args: [...args] }));
    const client = await file.client();
    return (await whenUnlocked(client, () => client.batch(batch, mode))).map(({ rows }) => rows);
  };
  return {
    read: (statements) => run(statements, 'read'),
    write: (statements) => run(statements, 'write'),
    isConstraint: (error) => error instanceof LibsqlError && error.code === 'SQLITE_CONSTRAINT',
    close: () => file.close(),
    replacements: () => file.replacements,
  };
}

/** A file and the connection to it, which is opened again when another file has taken its name. */
class OpenFile {
  readonly #path: string;
  #client: Client;
  /** Which file the connection has open. */
  #identity: string;
  #replacements = 0;
  #opening: Promise<void> | undefined;

  constructor(path: string, client: Client, identity: string) {
    this.#path = path;
    this.#client = client;
    this.#identity = identity;
  }

  /** How often another file has taken the name. */
  get replacements(): number {
    return this.#replacements;
  }

  /** The connection to the file that has the name now. Rejects when there is none, or no key store. */
  async client(): Promise<Client> {
    if ((await identityOf(this.#path)) !== this.#identity) {
      this.#opening ??= this.#reopen().finally(() => {
        this.#opening = undefined;
      });
      await this.#opening;
    }
    return this.#client;
  }

  close(): void {
    this.#client.close();
  }

  async #reopen(): Promise<void> {
    const identity = await identityOf(this.#path);
    const client = await connect(this.#path);
    // Not closed: closing would delete the write-ahead log by its name, and that is the log of the new file by now.
    this.#client = client;
    this.#identity = identity;
    this.#replacements += 1;
  }
}

/** No other file gets the number of a file that a connection has open. Some file systems change the time of birth. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev} ${ino}`;
}

/** Connects to a file that exists, and creates the tables in it when they are missing. */
async function connect(path: string): Promise<Client> {
  const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 0 });
  try {
    await whenUnlocked(client, () => client.execute('pragma journal_mode = wal'));
    await whenUnlocked(client, () => client.batch([...tables('integer', 'integer', ' strict')], 'write'));
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/**
 * Opens `keys.db` in the data folder. Creates both when they are missing, readable by their owner only. Rejects with an
 * error that holds the path of the file and none of its content.
 */
export async function openSqlite(dataDir: string): Promise<KeyDatabase> {
  const path = join(resolve(dataDir), 'keys.db');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // SQLite creates its -wal and -shm files with the mode of the database file.
    await (await open(path, 'a', 0o600)).close();
    const identity = await identityOf(path);
    return sqliteDatabase(new OpenFile(path, await connect(path), identity));
  } catch (cause) {
    const code = (cause as { code?: unknown }).code ?? 'unknown error';
    throw new Error(`The key store ${path} cannot be opened (${code}).`, { cause });
  }
}
