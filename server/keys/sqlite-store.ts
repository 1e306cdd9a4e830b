import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { succeeds } from '../../core/maybe-promise.ts';
import {
  hasCode,
  inTransaction,
  isDamage,
  openDatabase,
  runStatement,
  type SqliteDatabase,
} from '../../core/sqlite.ts';
import { ConfigError } from '../config/config-error.ts';
import { KeyRefused, StoreDamaged } from './keys.ts';
import { type KeyDatabase, type Rows, type Statement, tables } from './sql-tables.ts';

/** How long an operation waits for the lock of another process. */
const busyMs = 2_000;

/**
 * Opens the file for one operation, and again while another process holds the lock. SQLite itself would wait in the calling
 * thread, which is that of the event loop. The timer is one of the platform, because it waits for a process and keeps this
 * one alive.
 */
async function whenUnlocked<Value>(
  path: string,
  operate: (database: SqliteDatabase) => Value,
): Promise<Value> {
  const startedAt = performance.now();
  for (;;) {
    const database = openDatabase(path, 0);
    try {
      return operate(database);
    } catch (error) {
      if (!hasCode(error, /^SQLITE_BUSY/) || performance.now() - startedAt > busyMs) throw error;
    } finally {
      database.close();
    }
    // Of different lengths, so that waiting processes do not meet again and again.
    await pause(1 + Math.random() * 4);
  }
}

/** Runs statements in one transaction; returns the rows of each. */
const transaction =
  (mode: 'deferred' | 'immediate', statements: readonly Statement[]) =>
  (database: SqliteDatabase): Rows[] =>
    inTransaction(database, mode, statements).map(({ rows }) => rows);

/**
 * The keys in one SQLite file, which is opened for each operation: what is read is the file that has the name, with what any
 * program wrote into it last. There is no write-ahead log, which would hide such writes. Every operation is one synchronous
 * transaction, so operations of one process never wait for each other's locks.
 */
function sqliteDatabase(path: string): KeyDatabase {
  /** The stamp of the content that was checked last, or written since by this process. */
  let checked: string | undefined;
  let isClosed = false;

  async function run<Value>(operate: (database: SqliteDatabase) => Value): Promise<Value> {
    if (isClosed) throw new Error('it is closed');
    const stamp = await stampOf(path);
    if (stamp !== checked) await checkContent(path);
    checked = stamp;
    return whenUnlocked(path, operate);
  }

  return {
    read: (statements) => run(transaction('deferred', statements)),
    async write(statements) {
      const rows = await run(transaction('immediate', statements));
      checked = await stampOf(path);
      return rows;
    },
    isConstraint: (error) => hasCode(error, /^SQLITE_CONSTRAINT/),
    export: (target) =>
      exportTo(target, () =>
        run((database) => runStatement(database, { sql: 'vacuum into ?', args: [target] })),
      ),
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

/** Rejects with `StoreDamaged`; to SQLite an empty file is a database without tables. */
async function checkContent(path: string): Promise<void> {
  const named = { sql: `select count(*) as count from sqlite_schema where name = 'keys'` };
  try {
    const [[table], [check]] = (await whenUnlocked(
      path,
      transaction('deferred', [named, { sql: 'pragma quick_check(1)' }]),
    )) as [[{ readonly count: number }], [{ readonly quick_check: string }]];
    if (table.count !== 1) throw new StoreDamaged(path);
    if (check.quick_check !== 'ok') throw new StoreDamaged(path, 'SQLITE_CORRUPT');
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreDamaged(path, (error as { code: string }).code);
  }
}

/** Creates a missing file, which gets its name when its tables are complete: no process fills it twice. */
async function createMissing(path: string): Promise<void> {
  if (await succeeds(stat(path))) return;
  const draft = `${path}-${randomBytes(6).toString('hex')}`;
  try {
    // SQLite creates its journal with the mode of the database file.
    await (await open(draft, 'wx', 0o600)).close();
    const creation = tables('integer', ' strict').map((sql) => ({ sql }));
    await whenUnlocked(draft, transaction('immediate', creation));
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    for (const ending of ['', '-journal']) await rm(draft + ending, { force: true });
  }
}

/** SQLite writes the copy into an empty file, whose mode it keeps. */
async function exportTo(target: string, copy: () => Promise<unknown>): Promise<void> {
  try {
    await (await open(target, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new KeyRefused(`${target} exists already; the copy needs a new file.`);
  }
  try {
    await copy();
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
  if (mustExist && !(await succeeds(stat(path)))) {
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
    const refusal = `The key store ${path} cannot be opened (${code})`;
    // The others may pass: too many open files, a full or failing disk.
    if (!/^E(?!DQUOT|IO|MFILE|NFILE|NOMEM|NOSPC)|^SQLITE_(CANTOPEN|READONLY)/.test(code))
      throw new Error(`${refusal}.`, { cause });
    throw new ConfigError(`${refusal}: DATA_DIR must be a folder that this user may write to.`, { cause });
  }
}
