import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { openKeyStore } from '../../../server/keys/store.ts';
import { openInstances, type TestInstance, type TestInstances } from '../instances-fixture.ts';
import { freePort, type PostgresServer, postgresMissing, startPostgres } from '../stores-fixture.ts';

/** Several instances with one store in PostgreSQL. keys.test.ts tests the operations of both kinds of stores. */

let postgres: PostgresServer;
let instances: TestInstances;
let both: TestInstance[];
type Issued = Awaited<ReturnType<TestInstances['issue']>>;
let key: Issued;

const skipped = postgresMissing ? ` (skipped: ${postgresMissing})` : '';

describe.skipIf(postgresMissing)(`keys of two instances in PostgreSQL${skipped}`, () => {
  beforeEach(async () => {
    postgres = await startPostgres();
    instances = await openInstances(await postgres.createDatabase());
    key = await instances.issue();
    both = [await instances.start(), await instances.start()];
  }, 120_000);
  afterEach(async () => {
    await instances.close();
    await postgres.remove();
  }, 60_000);

  const statuses = ({ secret, headers }: Pick<Issued, 'secret' | 'headers'>) =>
    Promise.all(both.map(async (instance) => (await instance.ask('/api/me', secret, headers)).status));
  /** A change applies within a second; the rest is for the requests themselves on a busy machine. */
  const soon = { timeout: 2_500, interval: 50 };

  it('apply and change in both instances within a second', async () => {
    expect(await statuses(key)).toEqual([200, 200]);
    const rotated = { ...key, ...(await instances.keys.rotate(key.key.id)) };
    await vi.waitFor(async () => expect(await statuses(rotated)).toEqual([200, 200]), soon);
    expect(await statuses(key)).toEqual([401, 401]);
    await instances.keys.revoke(key.key.id);
    await vi.waitFor(async () => expect(await statuses(rotated)).toEqual([401, 401]), soon);
  });

  it('stay in force while the store is unavailable, and are polled again after it recovers', async () => {
    const ready = () => Promise.all(both.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    expect([await statuses(key), await ready()]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await postgres.stop('SIGQUIT');
    await vi.waitFor(async () => expect(await ready()).toEqual([503, 503]), { timeout: 10_000 });
    expect(await statuses(key)).toEqual([200, 200]);
    await postgres.start();
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 200]), { timeout: 10_000 });
    await instances.keys.revoke(key.key.id);
    await vi.waitFor(async () => expect(await statuses(key)).toEqual([401, 401]), soon);
  }, 60_000);

  it('stay in force, with limits of one process, while Valkey is away as well', async () => {
    const narrow = await instances.issue({ perMinute: 3 });
    const VALKEY_URL = `redis://127.0.0.1:${await freePort()}`;
    const alone = await instances.start({ environment: { VALKEY_URL } });
    await postgres.stop('SIGQUIT');
    const ready = async () => (await fetch(`${alone.url}/readyz`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 10_000 });
    const asked = [];
    for (let times = 0; times < 4; times += 1) {
      asked.push((await alone.ask('/api/me', narrow.secret, narrow.headers)).status);
    }
    expect(asked).toEqual([200, 200, 200, 429]);
    await postgres.start();
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 10_000 });
  }, 60_000);

  it('accept concurrent changes, which are serialized', async () => {
    const { keys } = instances;
    const before = await keys.version();
    const others = await Promise.all(Array.from({ length: 20 }, () => instances.issue()));
    const move = { address: '198.51.100.1' };
    await Promise.all(others.map(({ key: { id } }) => keys.set(id, move, { replace: true })));
    // Each key replaced the one before it.
    const active = (await keys.list()).filter(({ revokedAt }) => revokedAt === null);
    expect(active.filter(({ address }) => address === move.address)).toHaveLength(1);
    expect(active).toHaveLength(2);
    expect(await keys.version()).not.toBe(before);
  });

  it('create no file', () => {
    for (const { service } of both) expect(existsSync(join(service.config.dataDir, 'keys.db'))).toBe(false);
  });
});

describe('a store in PostgreSQL that cannot be opened', () => {
  it('is reported without its URL, which may hold a password', async () => {
    const keysUrl = `postgres://ada:sesame-open@127.0.0.1:${await freePort()}/keys`;
    const opening = openKeyStore({ dataDir: 'nowhere', keysUrl, clock: systemClock });
    const error = await opening.catch((caught: Error) => caught);
    expect(error).toMatchObject({
      message: 'The key store at KEYS_URL cannot be opened (ECONNREFUSED): start it, or correct the URL.',
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sesame');
  });
});
