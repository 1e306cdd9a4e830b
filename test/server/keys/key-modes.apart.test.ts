import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client/sqlite3';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../../core/clock.ts';
import { secretDigest } from '../../../server/keys/key-secrets.ts';
import { openKeyring } from '../../../server/keys/keyring.ts';
import type { KeyStore } from '../../../server/keys/keys.ts';
import { type KeyStoreOptions, openKeyStore } from '../../../server/keys/store.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../stores-fixture.ts';

/** Live keys and test keys in both kinds of stores, also in those that a version without modes has made. */

type Place = Omit<KeyStoreOptions, 'clock'>;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let postgres: PostgresServer;
beforeAll(async () => {
  if (!postgresMissing) postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres?.remove());

/** The tables of a version without modes. */
const formerTables = (integer: string, boolean: string, ending: string): readonly string[] => [
  `create table keys (
    id text primary key, digest text not null unique, retired_digest text, name text not null,
    address text not null, permissions text not null, per_minute ${integer} not null,
    per_second ${integer} not null, expires_at ${integer}, note text not null, demo ${boolean} not null,
    created_at ${integer} not null, revoked_at ${integer}, last_used_at ${integer}, last_refusal text
  )${ending}`,
  'create unique index one_key_per_address on keys (address, demo) where revoked_at is null',
  `create table key_set (version ${integer} not null)${ending}`,
  'insert into key_set select 7',
];

const formerSecret = 'alm_former_0123456789abcdefghij0123456789abcdefghij012';
const insertFormer = (isDemo: string) => `insert into keys
  (id, digest, name, address, permissions, per_minute, per_second, note, demo, created_at)
  values ('former', '${secretDigest(formerSecret)}', 'Former', '203.0.113.9', '"all"', 100, 10, '', ${isDemo}, 1)`;

/** What a version without modes reads of a key, and whether a live service of it takes the key. */
const formerRead = 'select id, demo, address from keys order by id';

interface Kind {
  readonly name: string;
  readonly missing: string | undefined;
  place(): Promise<Place>;
  /** Runs statements beside the store. */
  run(place: Place, statements: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  readonly former: readonly string[];
}

const kinds: readonly Kind[] = [
  {
    name: 'SQLite',
    missing: undefined,
    async place() {
      const dataDir = await mkdtemp(join(tmpdir(), 'almanac-modes-'));
      cleanups.push(() => rm(dataDir, { recursive: true }));
      return { dataDir };
    },
    async run({ dataDir }, statements) {
      const client = createClient({ url: pathToFileURL(join(dataDir, 'keys.db')).href });
      const results = [];
      for (const statement of statements) results.push(await client.execute(statement));
      client.close();
      return results.at(-1)!.rows as unknown as Record<string, unknown>[];
    },
    former: [...formerTables('integer', 'integer', ' strict'), insertFormer('0')],
  },
  {
    name: `PostgreSQL${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`,
    missing: postgresMissing,
    place: async () => ({ dataDir: 'nowhere', keysUrl: await postgres.createDatabase() }),
    async run({ keysUrl }, statements) {
      const client = new Client({ connectionString: keysUrl!, options: '-c search_path=almanac' });
      await client.connect();
      await client.query('create schema if not exists almanac');
      const results = [];
      for (const statement of statements) results.push(await client.query(statement));
      await client.end();
      return results.at(-1)!.rows as Record<string, unknown>[];
    },
    former: [...formerTables('bigint', 'boolean', ''), insertFormer('false')],
  },
];

const ada = { name: "Ada's bot", address: '203.0.113.7' };
const adaTests = { ...ada, mode: 'sandbox' } as const;

describe.each(kinds)('the modes of keys in $name', ({ missing, place, run, former }) => {
  async function open(at: Place, clock: ManualClock = manualClock()): Promise<KeyStore> {
    const store = await openKeyStore({ ...at, clock });
    cleanups.push(() => store.close());
    return store;
  }

  describe.skipIf(missing)('of one store', () => {
    it('are read back, and stand in the secret', async () => {
      const store = await open(await place());
      const live = await store.issue(ada);
      const test = await store.issue(adaTests);
      expect([live.key.mode, test.key.mode]).toEqual(['upstream', 'sandbox']);
      expect(live.secret).toMatch(/^alm_[a-z0-9]{6}_[0-9A-Za-z]{43}$/);
      expect(test.secret).toMatch(new RegExp(`^alm_test_${test.key.id}_[0-9A-Za-z]{43}$`));
      expect(test.key.demo).toBe(false);
      expect((await store.list()).map(({ mode }) => mode).sort()).toEqual(['sandbox', 'upstream']);
      const rotated = await store.rotate(test.key.id);
      expect(rotated.secret).toMatch(/^alm_test_/);
      expect(rotated.key.mode).toBe('sandbox');
    });

    it('give an address one key of each', async () => {
      const store = await open(await place());
      const live = await store.issue(ada);
      const test = await store.issue(adaTests);
      await expect(store.issue(adaTests)).rejects.toThrow(
        `already has the key ${test.key.id} ("Ada's bot"); an address has one test key, and --replace`,
      );
      const next = await store.issue({ ...adaTests, replace: true });
      expect(next.replaced?.id).toBe(test.key.id);
      expect((await store.find(live.key.id))?.revokedAt).toBeNull();
      const other = await store.issue({ ...adaTests, address: '203.0.113.8' });
      await expect(store.set(other.key.id, { address: ada.address })).rejects.toThrow(next.key.id);
      await store.set(other.key.id, { address: ada.address }, { replace: true });
      expect((await store.find(next.key.id))?.revokedAt).not.toBeNull();
      expect((await store.find(live.key.id))?.revokedAt).toBeNull();
    });

    it('are accepted by a live service, and refused by one of a version without modes', async () => {
      const at = await place();
      const clock = manualClock();
      const store = await open(at, clock);
      const live = await store.issue(ada);
      const test = await store.issue(adaTests);
      const keyring = await openKeyring(store, { clock, refusesDemoKeys: true });
      cleanups.push(() => keyring.close());
      expect(keyring.verify(test.secret, ada.address, clock.now())).toMatchObject({
        outcome: 'accepted',
        key: { id: test.key.id, mode: 'sandbox' },
      });
      // That version refuses the keys whose row is marked `demo`.
      const rows = await run(at, [formerRead]);
      expect(new Map(rows.map(({ id, demo }) => [id, Boolean(demo)]))).toEqual(
        new Map([
          [live.key.id, false],
          [test.key.id, true],
        ]),
      );
    });

    it('are not changed by the demo, which cannot take the secret of a test key', async () => {
      const store = await open(await place());
      const { secret, key } = await store.issue(adaTests);
      const demo = { name: 'Demo', address: ada.address, demo: true, replace: true } as const;
      await expect(store.issue({ ...demo, secret })).rejects.toMatchObject({ name: 'KeyRefused' });
      await store.issue({ ...demo, secret: 'demo-secret-0123456789' });
      expect(await store.find(key.id)).toMatchObject({ mode: 'sandbox', name: ada.name, revokedAt: null });
    });
  });

  describe.skipIf(missing)('of a store without modes', () => {
    it('are added by several processes that open it at once; its keys are live', async () => {
      const at = await place();
      await run(at, former);
      const clock = manualClock();
      const [store] = await Promise.all([open(at, clock), open(at), open(at)]);
      expect(await store!.list()).toMatchObject([{ id: 'former', mode: 'upstream', demo: false }]);
      const { key } = await store!.issue({ ...adaTests, address: '203.0.113.9' });
      expect(await store!.find(key.id)).toMatchObject({ mode: 'sandbox' });
      await expect(store!.issue({ ...ada, address: '203.0.113.9' })).rejects.toThrow(
        'already has the key former',
      );
      const keyring = await openKeyring(store!, { clock });
      cleanups.push(() => keyring.close());
      expect(keyring.verify(formerSecret, '203.0.113.9', clock.now())).toMatchObject({ outcome: 'accepted' });
    });

    it('are the default for the keys that such a version issues afterwards', async () => {
      const at = await place();
      const store = await open(at);
      await run(at, [insertFormer(at.keysUrl ? 'false' : '0')]);
      expect(await store.list()).toMatchObject([{ id: 'former', mode: 'upstream' }]);
    });
  });
});
