import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import { type KeyDatabase, type Rows, type Statement, tables } from './sql-store.ts';

const schema = 'almanac';
const int8 = 20;
/** An instance asks for the version twice a second and writes now and then: few connections are enough for it. */
const connections = 3;
const waitMs = 2_000;
/** Any number that no other program takes in this database: whoever holds it may make the tables. */
const makingTables = 4_713_002;

/**
 * The keys in PostgreSQL, in a schema of their own. Changes are made one after the other, because each begins with a
 * lock on the version: who has read a version has read everything up to it, and no two changes wait for each other.
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
    // Class 23: a constraint was violated.
    isConstraint: (error) => error instanceof DatabaseError && error.code?.startsWith('23') === true,
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
    // The connection may be what failed; if it is not, what was begun is undone.
    const isUndone = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!isUndone);
    throw error;
  }
}

/** PostgreSQL numbers its arguments. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}

/**
 * Opens the database that an address names, making the tables when they are missing. Rejects with an error that holds
 * nothing of the address, which may have a password in it.
 */
export async function openPostgres(url: string): Promise<KeyDatabase> {
  let pool: Pool | undefined;
  try {
    pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: waitMs,
      query_timeout: waitMs,
      application_name: 'almanac',
      options: `-c search_path=${schema}`,
      types: {
        // Times and counts have 53 bits: they are numbers here as in SQLite.
        getTypeParser: ((oid: number, format: 'text') =>
          oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
      },
    });
    // A connection that breaks is replaced by the next question; whoever was using it is told by what he asked.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    await withClient(pool, async (client) => {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [makingTables]);
      await client.query(`create schema if not exists ${schema}`);
      for (const table of tables('bigint', 'boolean')) await client.query(table);
      await client.query('commit');
    });
    return postgresDatabase(pool);
  } catch (error) {
    await pool?.end();
    const code = (error as { code?: unknown }).code ?? 'unknown error';
    throw new Error(`The key store at KEYS_URL cannot be opened (${code}).`);
  }
}
