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
    await pause(1 + Math.random() * 4);
  }
}

/**
 * The keys in one SQLite file, which is opened for each operation: what is read is the file that has the name, with what any
 * program wrote into it last. There is no write-ahead log, which would hide such writes. Every operation is one `batch`,
 * never an interactive transaction: the driver runs a batch synchronously, so operations of one process never wait for
 * each other's locks.
 */
function sqliteDatabase(path: string): KeyDatabase {
  /** The stamp of the content that was checked last, or written since by this process. */
  let checked: string | undefined;
  let isClosed = false;

  async function run<Value>(operate: (client: Client) => Promise<Value>): Promise<Value> {
    if (isClosed) throw new Error('it is closed');
    const stamp = await stampOf(path);
    const client = clientOf(path);
    try {
      if (stamp !== checked) await checkContent(client, path);
      checked = stamp;
      return await whenUnlocked(client, () => operate(client));
    } finally {
      client.close();
    }
  }

  const runBatch = (statements: readonly Statement[], mode: 'read' | 'write'): Promise<Rows[]> => {
    const batch = statements.map(({ sql, args = [] }): InStatement => ({ sql, args: [...args] }));
    return run(async (client) => (await client.batch(batch, mode)).map(({ rows }) => rows));
  };
  return {
    read: (statements) => runBatch(statements, 'read'),
    async write(statements) {
      const rows = await runBatch(statements, 'write');
      checked = await stampOf(path);
      return rows;
    },
    isConstraint: (error) => error instanceof LibsqlError && error.code === 'SQLITE_CONSTRAINT',
    export: (target) => run((client) => exportTo(client, target)),
    close() {
      isClosed = true;
    },
  };
}

/** Which file has the name, and when it was written last. Rejects when there is none. */
async function stampOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}

const clientOf = (path: string): Client =>
  createClient({ url: pathToFileURL(path).href, concurrency: 1, timeout: 0 });

/**
 * Rejects with `StoreDamaged`. An empty file is a database without tables to SQLite, and a damaged page is found when it is
 * read.
 */
async function checkContent(client: Client, path: string): Promise<void> {
  const batch = [`select count(*) as count from sqlite_schema where name = 'keys'`, 'pragma quick_check(1)'];
  try {
    const [named, checked] = await whenUnlocked(client, () => client.batch(batch, 'read'));
    if (named?.rows[0]?.count !== 1) throw new StoreDamaged(path);
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
    // SQLite creates its journal with the mode of the database file.
    await (await open(draft, 'wx', 0o600)).close();
    const client = clientOf(draft);
    await client.batch([...tables('integer', ' strict')], 'write').finally(() => client.close());
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
    await client.execute({ sql: 'vacuum into ?', args: [target] });
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
    const database = sqliteDatabase(path);
    // A damaged file is found now.
    await database.read([]);
    return database;
  } catch (cause) {
    if (cause instanceof StoreDamaged) throw cause;
    const code = String((cause as { code?: unknown }).code ?? 'unknown error');
    const isOfFolder = /^E|^SQLITE_(CANTOPEN|READONLY)/.test(code);
    const advice = isOfFolder ? ': DATA_DIR must be a folder that this user may write to' : '';
    throw new Error(`The key store ${path} cannot be opened (${code})${advice}.`, { cause });
  }
}
