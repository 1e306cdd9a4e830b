// Its client package loads the clients of remote databases as well, which takes a twentieth of a start.
import Database from 'libsql';

export type SqliteDatabase = Database.Database;

export type SqliteValue = string | number | boolean | null | Uint8Array;

/** A statement of SQLite; each `?` is one of `args`, in order. */
export interface SqliteStatement {
  readonly sql: string;
  readonly args?: readonly SqliteValue[];
}

export interface SqliteResult {
  readonly rows: readonly unknown[];
  /** The number of rows that it inserted, updated or deleted. */
  readonly changes: number;
}

/** Opens a file of SQLite, or creates it. A statement waits `busyMs` for the lock of another process, in the calling thread. */
export const openDatabase = (file: string, busyMs: number): SqliteDatabase =>
  new Database(file, { timeout: busyMs });

/** The driver's errors are not instances that pass from one thread to another: those of `operate` have their message and code. */
function withErrors<Result>(operate: () => Result): Result {
  try {
    return operate();
  } catch (error) {
    const { message, code } = error as { readonly message: string; readonly code?: unknown };
    throw Object.assign(new Error(message, { cause: error }), { code });
  }
}

function execute(database: SqliteDatabase, { sql, args = [] }: SqliteStatement): SqliteResult {
  const statement = database.prepare(sql);
  // The driver ends the process where a value is a boolean.
  const values = args.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  return statement.reader
    ? { rows: statement.all(values), changes: 0 }
    : { rows: [], changes: statement.run(values).changes };
}

/** Whether an error of the driver has one of these codes. */
export const hasCode = (error: unknown, codes: RegExp): boolean =>
  codes.test(String((error as { readonly code?: unknown }).code));

/** Whether an error says that the file is damaged, or none of SQLite. */
export const isDamage = (error: unknown): boolean => hasCode(error, /^SQLITE_(?:CORRUPT|NOTADB)/);

/** Runs a statement outside of a transaction. */
export const runStatement = (database: SqliteDatabase, statement: SqliteStatement): SqliteResult =>
  withErrors(() => execute(database, statement));

/** Runs statements in one transaction: `deferred` for reading, `immediate` for writing. */
export const inTransaction = (
  database: SqliteDatabase,
  mode: 'deferred' | 'immediate',
  statements: readonly SqliteStatement[],
): SqliteResult[] =>
  withErrors(() =>
    database.transaction(() => statements.map((statement) => execute(database, statement)))[mode](),
  );
