import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
// This entry point does not load the clients of remote databases.
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client/sqlite3';
import { KeyRefused, StoreDamaged } from './keys.ts';
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
    export: async (target) => exportTo(await file.client(), target),
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

const clientOf = (path: string): Client =>
  createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 0 });

/** Connects to a key store that exists. */
async function connect(path: string): Promise<Client> {
  const client = clientOf(path);
  try {
    await checkContent(client, path);
    await whenUnlocked(client, () => client.execute('pragma journal_mode = wal'));
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

const createTables = (client: Client) =>
  whenUnlocked(client, () => client.batch([...tables('integer', 'integer', ' strict')], 'write'));

/** An empty file is a database without tables to SQLite, and a damaged page is found when it is read. */
async function checkContent(client: Client, path: string): Promise<void> {
  const batch = [`select count(*) as count from sqlite_schema where name = 'keys'`, 'pragma quick_check(1)'];
  try {
    const [named, checked] = await whenUnlocked(client, () => client.batch(batch, 'read'));
    if (named?.rows[0]?.count !== 1) throw new StoreDamaged(path, 'it holds no keys');
    if (checked?.rows[0]?.quick_check !== 'ok') throw new StoreDamaged(path, 'SQLITE_CORRUPT');
  } catch (error) {
    const isDamage = error instanceof LibsqlError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
    throw isDamage ? new StoreDamaged(path, error.code) : error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Creates the file when it is missing. It gets its name when its tables are complete, so that a file without them is never
 * one that another process is about to fill.
 */
async function createMissing(path: string): Promise<void> {
  if (await isThere(path)) return;
  const draft = `${path}-${randomBytes(6).toString('hex')}`;
  try {
    // SQLite creates its -wal and -shm files with the mode of the database file.
    await (await open(draft, 'wx', 0o600)).close();
    const client = clientOf(draft);
    // Without a write-ahead log, which would have the name of the draft.
    await createTables(client).finally(() => client.close());
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    for (const ending of ['', '-journal']) await rm(draft + ending, { force: true });
  }
}

/** SQLite writes the copy into an empty file, whose mode it keeps. */
async function exportTo(client: Client, target: string): Promise<void> {
  try {
    await (await open(target, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new KeyRefused(`${target} exists already; the copy needs a new file.`);
  }
  try {
    await whenUnlocked(client, () => client.execute({ sql: 'vacuum into ?', args: [target] }));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/**
 * Opens `keys.db` in the data folder. Creates both when they are missing, readable by their owner only, unless the file
 * must exist. Rejects with `StoreDamaged`, or with an error that holds the path of the file; neither holds its content.
 */
export async function openSqlite(dataDir: string, mustExist = false): Promise<KeyDatabase> {
  const path = join(resolve(dataDir), 'keys.db');
  if (mustExist && !(await isThere(path))) {
    throw new Error(
      `There is no key store ${path}. "keys issue" creates it with a first key; DATA_DIR names its folder.`,
    );
  }
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await createMissing(path);
    const identity = await identityOf(path);
    return sqliteDatabase(new OpenFile(path, await connect(path), identity));
  } catch (cause) {
    if (cause instanceof StoreDamaged) throw cause;
    const code = String((cause as { code?: unknown }).code ?? 'unknown error');
    const isOfFolder = /^E|^SQLITE_(CANTOPEN|READONLY)/.test(code);
    const advice = isOfFolder ? ': DATA_DIR must be a folder that this user may write to' : '';
    throw new Error(`The key store ${path} cannot be opened (${code})${advice}.`, { cause });
  }
}
