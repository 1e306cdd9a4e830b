import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import { minutes, seconds } from '../../../core/clock.ts';
import { onceResolved } from '../../../core/once.ts';
import { type KeyringOptions, openKeyring } from '../../../server/keys/keyring.ts';
import type { KeyStore } from '../../../server/keys/keys.ts';
import { type KeyStoreOptions, openKeyStore } from '../../../server/keys/store.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const cleanups: (() => unknown)[] = [];

/** Call once in each file. */
export const cleanUpAfterEach = (): void =>
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-keys-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

/** The options that select a store. */
export type Place = Omit<KeyStoreOptions, 'clock'>;

export async function openStore(place: Place, clock: ManualClock): Promise<KeyStore> {
  const store = await openKeyStore({ ...place, clock });
  cleanups.push(() => store.close());
  return store;
}

async function freshStoreAt(findPlace: () => Promise<Place>) {
  const clock = manualClock();
  const place = await findPlace();
  return { clock, place, store: await openStore(place, clock) };
}

export async function openRing(store: KeyStore, clock: ManualClock, options: Partial<KeyringOptions> = {}) {
  const keyring = await openKeyring(store, { clock, pollMs: 500, ...options });
  cleanups.push(() => keyring.close());
  return keyring;
}

export const ada = { name: "Ada's bot", address: '203.0.113.7' };

/** The tests that every kind of store passes. */
export function describeKeys(kind: string, findPlace: () => Promise<Place>, missing?: string): void {
  describe.skipIf(missing)(`keys in ${kind}${missing ? ` (skipped: ${missing})` : ''}`, () => {
    const freshStore = () => freshStoreAt(findPlace);

    describe('issue', () => {
      it('sets the default limits, and creates a secret of the documented form', async () => {
        const { store, clock } = await freshStore();
        const { key, secret } = await store.issue(ada);
        expect(secret).toMatch(/^alm_[a-z0-9]{6}_[0-9A-Za-z]{43}$/);
        expect(secret.split('_')[1]).toBe(key.id);
        expect(key).toEqual({
          ...ada,
          id: key.id,
          groups: 'all',
          perMinute: 100,
          perSecond: 10,
          expiresAt: null,
          note: '',
          mode: 'upstream',
          createdAt: clock.now(),
          revokedAt: null,
          lastUsedAt: null,
          lastRefusal: null,
        });
        expect(await store.find(key.id)).toEqual(key);
      });

      it('refuses a second key for an address, in any spelling of the address', async () => {
        const { store } = await freshStore();
        const { key } = await store.issue(ada);
        const second = store.issue({ name: 'Second', address: '::ffff:203.0.113.7' });
        await expect(second).rejects.toMatchObject({
          name: 'KeyRefused',
          field: 'address',
          message: expect.stringContaining(key.id),
        });
        expect(await store.list()).toEqual([key]);
      });

      it('revokes the first key when the second replaces it', async () => {
        const { store, clock } = await freshStore();
        const first = await store.issue(ada);
        await clock.advance(5);
        const second = await store.issue({ ...ada, name: 'Second', replace: true });
        expect(second.replaced).toEqual({ ...first.key, revokedAt: clock.now() });
        expect((await store.list()).map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
          [first.key.id, clock.now()],
          [second.key.id, null],
        ]);
      });

      it('accepts an address again after its key was revoked, but not after its key expired', async () => {
        const { store, clock } = await freshStore();
        const { key } = await store.issue({ ...ada, expiresAt: clock.now() + 1 });
        await clock.advance(10);
        await expect(store.issue(ada)).rejects.toThrow(key.id);
        await store.revoke(key.id);
        await expect(store.issue(ada)).resolves.toMatchObject({ key: { address: ada.address } });
      });

      it.each<readonly [string, object]>([
        ['address', { address: '203.0.113.0/24' }],
        ['address', { address: '0.0.0.0' }],
        ...['127.1', '010.0.0.1', '0x7f.0.0.1', '203.0.113.256', 'localhost', ''].map(
          (address) => ['address', { address }] as const,
        ),
        ['name', { name: '' }],
        ['name', { name: 'red \u001b[31m' }],
        ['groups', { groups: [] }],
        ['groups', { groups: ['wether'] as never }],
        ['perMinute', { perMinute: 0 }],
        ['perMinute', { perMinute: 1.5 }],
        ['perSecond', { perSecond: Number.NaN }],
        ['note', { note: 'x'.repeat(501) }],
      ])('refuses an invalid %s: %o', async (field, wrong) => {
        const { store } = await freshStore();
        await expect(store.issue({ ...ada, ...wrong })).rejects.toMatchObject({ name: 'KeyRefused', field });
        expect(await store.list()).toEqual([]);
      });

      it('takes effect entirely or not at all when the process is killed', { timeout: 60_000 }, async () => {
        const { store, place } = await freshStore();
        for (const killAfter of [1, 20]) {
          const printed = await issueUntilKilled(place, killAfter);
          const keys = await store.list();
          expect(keys.map(({ id }) => id)).toEqual(expect.arrayContaining(printed));
          expect(keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
        }
      });

      it('works from several processes that create the store at once', { timeout: 60_000 }, async () => {
        const place = await findPlace();
        const printed = await Promise.all([issueUntilKilled(place, 10), issueUntilKilled(place, 10)]);
        const store = await openStore(place, manualClock());
        const keys = await store.list();
        expect(keys.map(({ id }) => id)).toEqual(expect.arrayContaining(printed.flat()));
      });
    });

    describe('set, revoke and rotate', () => {
      it('changes only the fields in the request', async () => {
        const { store } = await freshStore();
        const { key } = await store.issue({ ...ada, note: 'first' });
        const changes = { address: '2001:DB8::0:1', groups: ['news', 'songid:files'], perMinute: 5 } as const;
        const changed = await store.set(key.id, changes);
        expect(changed).toEqual({ ...key, ...changes, address: '2001:db8::1' });
        expect(await store.find(key.id)).toEqual(changed);
      });

      it('moves a key to a taken address only when it replaces the other', async () => {
        const { store } = await freshStore();
        const first = await store.issue(ada);
        const second = await store.issue({ name: 'Second', address: '203.0.113.8' });
        const move = { address: ada.address };
        await expect(store.set(second.key.id, move)).rejects.toMatchObject({ field: 'address' });
        expect(await store.list()).toHaveLength(2);
        expect(await store.set(second.key.id, move, { replace: true })).toMatchObject(move);
        expect((await store.find(first.key.id))?.revokedAt).not.toBeNull();
      });

      it('does not revoke the key of an address when the key that should replace it does not exist', async () => {
        const { store } = await freshStore();
        const { key } = await store.issue(ada);
        await expect(store.set('nobody', { address: ada.address }, { replace: true })).rejects.toThrow(
          'no key',
        );
        expect(await store.find(key.id)).toEqual(key);
      });

      it('revokes permanently, and keeps the time of the first revocation', async () => {
        const { store, clock } = await freshStore();
        const { key } = await store.issue(ada);
        const revoked = await store.revoke(key.id);
        await clock.advance(1000);
        expect(await store.revoke(key.id)).toEqual(revoked);
        await expect(store.set(key.id, { note: 'x' })).rejects.toThrow('revoked');
        await expect(store.rotate(key.id)).rejects.toThrow('revoked');
      });

      it('creates a new secret for the same key, and distinguishes the old one from an unknown one', async () => {
        const { store, clock } = await freshStore();
        const { key, secret } = await store.issue(ada);
        const rotated = await store.rotate(key.id);
        expect(rotated.key).toEqual(key);
        const keyring = await openRing(store, clock);
        expect(keyring.verify(rotated.secret, ada.address, clock.now())).toEqual({
          outcome: 'accepted',
          key,
        });
        const refusal = { outcome: 'refused', reason: 'revoked', key };
        expect(keyring.verify(secret, ada.address, clock.now())).toEqual(refusal);
      });
    });

    it('verify refuses the key from the moment it expires', async () => {
      const { store, clock } = await freshStore();
      const expiresAt = clock.now() + 1000;
      const { key, secret } = await store.issue({ ...ada, expiresAt });
      const keyring = await openRing(store, clock);
      expect(keyring.verify(secret, ada.address, expiresAt - 1).outcome).toBe('accepted');
      const expired = { outcome: 'refused', reason: 'expired', key };
      expect(keyring.verify(secret, ada.address, expiresAt)).toEqual(expired);
    });

    describe('modes', () => {
      const adaTests = { ...ada, mode: 'sandbox' } as const;

      it('are read back, stand in the secret, and are both accepted', async () => {
        const { store, clock } = await freshStore();
        const live = await store.issue(ada);
        const test = await store.issue(adaTests);
        expect(live.secret).toMatch(/^alm_[a-z0-9]{6}_[0-9A-Za-z]{43}$/);
        expect(test.secret).toMatch(new RegExp(`^alm_test_${test.key.id}_[0-9A-Za-z]{43}$`));
        expect((await store.list()).map(({ mode }) => mode).sort()).toEqual(['sandbox', 'upstream']);
        const rotated = await store.rotate(test.key.id);
        expect([rotated.secret, rotated.key.mode]).toEqual([expect.stringMatching(/^alm_test_/), 'sandbox']);
        const keyring = await openRing(store, clock);
        for (const { secret, key } of [live, rotated]) {
          expect(keyring.verify(secret, ada.address, clock.now())).toEqual({ outcome: 'accepted', key });
        }
      });

      it('give an address one key of each', async () => {
        const { store } = await freshStore();
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
    });

    describe('two keyrings on one store', () => {
      async function twoProcesses() {
        const { clock, place, store } = await freshStore();
        const otherStore = await openStore(place, clock);
        const rings = [await openRing(store, clock), await openRing(otherStore, clock)] as const;
        const outcomes = (secret: string, address = ada.address) =>
          rings.map((ring) => {
            const verification = ring.verify(secret, address, clock.now());
            return verification.outcome === 'accepted' ? 'accepted' : verification.reason;
          });
        return { clock, store, otherStore, rings, outcomes };
      }

      it('see each change of the other within a second', async () => {
        const { clock, store, otherStore, outcomes } = await twoProcesses();
        const { key, secret } = await store.issue(ada);
        expect(outcomes(secret)).toEqual(['unknown', 'unknown']);
        await clock.advance(seconds(1));
        await expect.poll(() => outcomes(secret)).toEqual(['accepted', 'accepted']);

        await otherStore.set(key.id, { address: '203.0.113.9' });
        await clock.advance(seconds(1));
        await expect.poll(() => outcomes(secret)).toEqual(['address', 'address']);
        await expect.poll(() => outcomes(secret, '203.0.113.9')).toEqual(['accepted', 'accepted']);

        const rotated = await store.rotate(key.id);
        await clock.advance(seconds(1));
        await expect.poll(() => outcomes(secret, '203.0.113.9')).toEqual(['revoked', 'revoked']);
        await expect.poll(() => outcomes(rotated.secret, '203.0.113.9')).toEqual(['accepted', 'accepted']);

        await otherStore.revoke(key.id);
        await clock.advance(seconds(1));
        await expect.poll(() => outcomes(rotated.secret, '203.0.113.9')).toEqual(['revoked', 'revoked']);
      });

      it('write uses and refusals together, later, and without a new version', async () => {
        const { clock, store, otherStore, rings } = await twoProcesses();
        const { key } = await store.issue(ada);
        const version = await store.version();
        const at = clock.now();
        for (let call = 0; call < 1000; call += 1) rings[0].recordUse(key);
        rings[0].recordRefusal(key, 'unknown', '198.51.100.1');
        rings[0].recordRefusal(key, 'address', '198.51.100.2');
        expect(await otherStore.find(key.id)).toEqual(key);
        await clock.advance(seconds(5));
        const lastRefusal = { reason: 'address', address: '198.51.100.2', at };
        await expect.poll(() => otherStore.find(key.id)).toEqual({ ...key, lastUsedAt: at, lastRefusal });

        rings[1].recordUse(key);
        await rings[1].close();
        expect(await store.find(key.id)).toEqual({ ...key, lastUsedAt: clock.now(), lastRefusal });
        expect(await store.version()).toBe(version);
      });

      it('add up their counts by key and group', async () => {
        const { clock, store, rings } = await twoProcesses();
        const { key } = await store.issue(ada);
        const uses = [
          { group: 'weather', lookups: 2 },
          { group: 'news', lookups: 1 },
        ] as const;
        for (const ring of [...rings, ...rings]) ring.count(key, uses);
        const lastUsedAt = clock.now();
        await clock.advance(seconds(5));
        await expect
          .poll(() => store.usage())
          .toEqual([
            { id: key.id, group: 'news', requests: 4, lookups: 4, lastUsedAt },
            { id: key.id, group: 'weather', requests: 4, lookups: 8, lastUsedAt },
          ]);
      });
    });

    describe('a store that fails', () => {
      /** The real store, which can be made to reject. */
      function withFailures(store: KeyStore) {
        const failures = { areEnabled: false };
        const guarded = new Proxy(store, {
          get: (target, name) => {
            const member = Reflect.get(target, name);
            return (...args: unknown[]) =>
              failures.areEnabled ? Promise.reject(new Error('SQLITE_IOERR')) : member.apply(target, args);
          },
        });
        return { failures, guarded };
      }

      it('leaves the keys that were read last in force, sets healthy to false, and is polled again after it recovers', async () => {
        const { store, clock } = await freshStore();
        const { key, secret } = await store.issue(ada);
        const { failures, guarded } = withFailures(store);
        const writes: boolean[] = [];
        const keyring = await openRing(guarded, clock, { onWrites: (succeed) => writes.push(succeed) });
        const outcome = () => keyring.verify(secret, ada.address, clock.now()).outcome;

        failures.areEnabled = true;
        await store.revoke(key.id);
        keyring.recordUse(key);
        const usedAt = clock.now();
        await clock.advance(minutes(1));
        expect([keyring.healthy, outcome()]).toEqual([false, 'accepted']);
        expect(writes).toEqual([false]);

        failures.areEnabled = false;
        await clock.advance(seconds(5));
        await expect.poll(() => [keyring.healthy, outcome()]).toEqual([true, 'refused']);
        await expect.poll(async () => (await store.find(key.id))?.lastUsedAt).toBe(usedAt);
        await expect.poll(() => writes).toEqual([false, true]);
      });
    });
  });
}

/** The modules of the store in one, which starts in a fraction of the time of their sources. */
const keyStoreBundle = onceResolved(async () => {
  const contents =
    "import { openKeyStore } from './server/keys/store.ts'; import { systemClock } from './core/clock.ts';";
  const { outputFiles } = await build({
    stdin: {
      contents: `${contents} Object.assign(globalThis, { openKeyStore, systemClock });`,
      resolveDir: root,
    },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]!.text;
});

/** Issues keys for one address, each replacing the last, in a process that is killed meanwhile. */
async function issueUntilKilled(place: Place, killAfter: number): Promise<string[]> {
  const script = `
    const store = await openKeyStore({ ...${JSON.stringify(place)}, clock: systemClock });
    for (;;) {
      const { key } = await store.issue({ name: 'Bot', address: '203.0.113.7', replace: true });
      await new Promise((resolve) => process.stdout.write(key.id + '\\n', resolve));
      // A disk that is slow to write would otherwise be locked nearly all the time.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }`;
  const program = (await keyStoreBundle()) + script;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ids: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    ids.push(line);
    if (ids.length === killAfter) child.kill('SIGKILL');
  }
  const [, signal] = await exited;
  expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' });
  return ids;
}
