import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seconds } from '../../../core/clock.ts';
import { secretDigest } from '../../../server/keys/key-secrets.ts';
import { openKeyStore } from '../../../server/keys/store.ts';
import { manualClock } from '../../support/manual-clock.ts';
import {
  ada,
  cleanUpAfterEach,
  describeKeys,
  openRing,
  openStore,
  root,
  temporaryFolder,
} from './keys-cases.ts';

cleanUpAfterEach();

describeKeys('SQLite', async () => ({ dataDir: await temporaryFolder() }));

describe('the store in a file', () => {
  it('is followed when another file takes its name, and a key that is revoked there is refused', async () => {
    const [dataDir, backup] = [await temporaryFolder(), await temporaryFolder()];
    const clock = manualClock();
    const store = await openStore({ dataDir }, clock);
    const { key, secret } = await store.issue(ada);
    await store.export(join(backup, 'keys.db'));
    const other = await openStore({ dataDir: backup }, clock);
    await other.revoke(key.id);
    await other.export(join(backup, 'revoked.db'));

    const keyring = await openRing(store, clock);
    const outcome = () => keyring.verify(secret, ada.address, clock.now()).outcome;
    expect(outcome()).toBe('accepted');

    for (const ending of ['-wal', '-shm']) await rm(join(dataDir, `keys.db${ending}`), { force: true });
    await rename(join(backup, 'revoked.db'), join(dataDir, 'keys.db'));
    await clock.advance(seconds(1));
    await expect.poll(outcome).toBe('refused');
    expect(keyring.healthy).toBe(true);

    await rm(join(dataDir, 'keys.db'));
    await clock.advance(seconds(1));
    await expect.poll(() => keyring.healthy).toBe(false);
    expect(outcome()).toBe('refused');
  });

  it.each(['a store without keys', 'an empty file'])(
    'keeps its keys in force when %s takes its name',
    async (what) => {
      const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
      const clock = manualClock();
      const store = await openStore({ dataDir }, clock);
      const { secret } = await store.issue(ada);
      const keyring = await openRing(store, clock);
      const other = join(elsewhere, 'other.db');
      if (what === 'an empty file') await writeFile(other, '');
      else await (await openStore({ dataDir: elsewhere }, clock)).export(other);

      for (const ending of ['-wal', '-shm']) await rm(join(dataDir, `keys.db${ending}`), { force: true });
      await rename(other, join(dataDir, 'keys.db'));
      await clock.advance(seconds(1));
      await expect.poll(() => keyring.healthy).toBe(false);
      expect(keyring.verify(secret, ada.address, clock.now()).outcome).toBe('accepted');
    },
  );

  it('is not created by what must find one', async () => {
    const dataDir = await temporaryFolder();
    await expect(openKeyStore({ dataDir, mustExist: true, clock: manualClock() })).rejects.toThrow(
      /^There is no key store .*keys\.db\. "keys issue" creates it/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('never blocks the event loop while another process holds its lock', async () => {
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir }, manualClock());
    const { key } = await store.issue(ada);
    const script = `
      const { default: Database } = await import('libsql');
      const database = new Database(${JSON.stringify(join(dataDir, 'keys.db'))});
      database.exec('begin immediate');
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
    await once(child.stdout, 'data');
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 10);
    const writing = store.recordActivity([{ id: key.id, lastUsedAt: 7 }]);
    await expect(writing).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    clearInterval(ticking);
    // The event loop would turn once, when the driver waited in it.
    expect(turns).toBeGreaterThan(20);
    const repeated = store.recordActivity([{ id: key.id, lastUsedAt: 8 }]);
    child.kill('SIGKILL');
    await repeated;
    expect((await store.find(key.id))?.lastUsedAt).toBe(8);
  });

  it('holds the digest and no part of the secret in any file', async () => {
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir }, manualClock());
    const { key, secret } = await store.issue(ada);
    const rotated = await store.rotate(key.id);
    const files = await readdir(dataDir);
    const bytes = (await Promise.all(files.map((file) => readFile(join(dataDir, file), 'latin1')))).join('');
    expect(bytes).toContain(secretDigest(rotated.secret));
    for (const text of [secret, rotated.secret]) expect(bytes).not.toContain(text.slice(11));
  });

  it('creates the folder, and files that only their owner can read', async () => {
    const folder = join(await temporaryFolder(), 'some where', 'deep #1');
    const store = await openStore({ dataDir: folder }, manualClock());
    await store.issue(ada);
    const files = await readdir(folder);
    expect(files).toContain('keys.db');
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  /** The bytes of a store with some keys. */
  async function bytesOfStore(): Promise<Buffer> {
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir }, manualClock());
    for (let key = 0; key < 50; key += 1) {
      await store.issue({ name: `Key ${key}`, address: `192.0.2.${key}`, note: 'x'.repeat(200) });
    }
    await store.export(join(dataDir, 'copy.db'));
    return readFile(join(dataDir, 'copy.db'));
  }

  it.each<[string, string, () => Promise<Buffer | string>]>([
    ['is empty', 'it holds no keys', async () => ''],
    ['is no database', 'SQLITE_NOTADB', async () => 'not a database '.repeat(1000)],
    [
      'is cut off',
      'SQLITE_CORRUPT',
      async () => {
        const bytes = await bytesOfStore();
        return bytes.subarray(0, bytes.length / 2);
      },
    ],
    ['has a damaged page', 'SQLITE_CORRUPT', async () => (await bytesOfStore()).fill(0xa5, 8_192, 12_288)],
  ])('refuses a file that %s, says what to do, and leaves it as it is', async (_, code, content) => {
    const dataDir = await temporaryFolder();
    const path = join(dataDir, 'keys.db');
    await writeFile(path, await content());
    const before = await readFile(path);
    const opening = openKeyStore({ dataDir, clock: manualClock() });
    await expect(opening).rejects.toMatchObject({
      name: 'StoreDamaged',
      message: `The key store ${path} is damaged (${code}). Restore a backup, or move the file away to begin without keys.`,
    });
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('is noticed when it is overwritten in place: keys are refused until it can be read again', async () => {
    const dataDir = await temporaryFolder();
    const path = join(dataDir, 'keys.db');
    const clock = manualClock();
    const store = await openStore({ dataDir }, clock);
    const { key, secret } = await store.issue(ada);
    for (let number = 0; number < 50; number += 1)
      await store.issue({ name: 'Other', address: `192.0.2.${number}`, note: 'x'.repeat(200) });
    await store.export(join(dataDir, 'copy.db'));
    const keyring = await openRing(store, clock);
    const overwritten = async (content: Buffer | string, expected: readonly unknown[]) => {
      await writeFile(path, content);
      const nextState = async () => {
        await clock.advance(seconds(1));
        return [keyring.healthy, keyring.verify(secret, ada.address, clock.now()).outcome];
      };
      await expect.poll(nextState, { timeout: 10_000 }).toEqual(expected);
    };

    const copy = await readFile(join(dataDir, 'copy.db'));
    await overwritten('no database '.repeat(1000), [false, 'refused']);
    await overwritten(copy, [true, 'accepted']);
    // The head is as it was.
    await overwritten(Buffer.from(copy).fill(0xa5, 8_192), [false, 'refused']);
    await overwritten(copy, [true, 'accepted']);
    await store.revoke(key.id);
    await store.export(join(dataDir, 'revoked.db'));
    const revoked = await readFile(join(dataDir, 'revoked.db'));
    await overwritten(revoked, [true, 'refused']);
    await overwritten(copy, [true, 'accepted']);
  });
});
