import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openKeyring } from '../../../server/keys/keyring.ts';
import type { KeyStore } from '../../../server/keys/keys.ts';
import { type KeyStoreOptions, openKeyStore } from '../../../server/keys/store.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../stores-fixture.ts';

/** Live keys and test keys in both kinds of stores. */

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

interface Kind {
  readonly name: string;
  readonly missing: string | undefined;
  place(): Promise<Place>;
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
  },
  {
    name: `PostgreSQL${postgresMissing ? ` (skipped: ${postgresMissing})` : ''}`,
    missing: postgresMissing,
    place: async () => ({ dataDir: 'nowhere', keysUrl: await postgres.createDatabase() }),
  },
];

const ada = { name: "Ada's bot", address: '203.0.113.7' };
const adaTests = { ...ada, mode: 'sandbox' } as const;

describe.each(kinds)('the modes of keys in $name', ({ missing, place }) => {
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

    it('are both accepted', async () => {
      const clock = manualClock();
      const store = await open(await place(), clock);
      const issued = [await store.issue(ada), await store.issue(adaTests)];
      const keyring = await openKeyring(store, { clock });
      cleanups.push(() => keyring.close());
      expect(issued.map(({ secret }) => keyring.verify(secret, ada.address, clock.now()))).toMatchObject([
        { outcome: 'accepted', key: { mode: 'upstream' } },
        { outcome: 'accepted', key: { mode: 'sandbox' } },
      ]);
    });
  });
});
