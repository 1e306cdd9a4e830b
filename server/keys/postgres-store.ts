import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import { succeeds } from '../../core/maybe-promise.ts';
import { KeyRefused } from './keys.ts';
import { type KeyDatabase, type Rows, type Statement, tables } from './sql-tables.ts';

const schema = 'almanac';
const int8 = 20;
/** An instance reads the version twice a second and writes every few seconds, which needs few connections. */
const maxConnections = 3;
const timeoutMs = 2_000;
/** The id of the advisory lock under which an instance creates the tables. */
const createTablesLock = 4_713_002;

/**
 * The keys in PostgreSQL, in a schema of their own. Each writing transaction first locks the row of the version, which
 * serializes them: a reader of a version sees every change up to it, and transactions cannot deadlock.
 */
function postgresDatabase(pool: Pool): KeyDatabase {
  const run = (begin: string, statements: readonly Statement[]) =>
    withClient(pool, async (client) => {
      await client.query(begin);
      const results: Rows[] = [];
      for (const { sql, args = [] } of statements) {
        results.push((await client.query(numbered(sql), [...args])).rows);
      }
      await client.query('commit');
      return results;
    });
  return {
    read: (statements) => run('begin isolation level repeatable read, read only', statements),
    write: async (statements) => {
      const lock = { sql: 'select version from key_set for update' };
      return (await run('begin', [lock, ...statements])).slice(1);
    },
    // SQLSTATE class 23: integrity constraint violation.
    isConstraint: (error) => error instanceof DatabaseError && error.code?.startsWith('23') === true,
    async export() {
      throw new KeyRefused('The keys are in PostgreSQL: back them up with pg_dump --schema=almanac.');
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

async function withClient<Value>(pool: Pool, work: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  try {
    const value = await work(client);
    client.release();
    return value;
  } catch (error) {
    // When the connection itself is broken, the rollback fails and the connection is discarded.
    client.release(!(await succeeds(client.query('rollback'))));
    throw error;
  }
}

/** PostgreSQL's placeholders are `$1`, `$2` and so on in place of `?`. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}

const findSchema = 'select 1 from pg_namespace where nspname = $1';

/** Opens the database of a URL; creates missing tables. Its errors hold no part of the URL. */
export async function openPostgres(url: string): Promise<KeyDatabase> {
  let pool: Pool | undefined;
  try {
    pool = new Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      application_name: 'almanac',
      options: `-c search_path=${schema}`,
      types: {
        // Times and counts fit into 53 bits, so int8 is read as a number, as in SQLite.
        getTypeParser: ((oid: number, format: 'text') =>
          oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
      },
    });
    // The pool replaces a broken connection, and its pending queries reject; without listeners the process would end.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    await withClient(pool, async (client) => {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [createTablesLock]);
      // The right to create one is demanded even where it exists.
      if ((await client.query(findSchema, [schema])).rows.length === 0)
        await client.query(`create schema ${schema}`);
      for (const table of tables('bigint')) await client.query(table);
      await client.query('commit');
    });
    return postgresDatabase(pool);
  } catch (error) {
    await pool?.end();
    const code = (error as { code?: unknown }).code ?? 'unknown error';
    throw new Error(`The key store at KEYS_URL cannot be opened (${code}): start it, or correct the URL.`);
  }
}
