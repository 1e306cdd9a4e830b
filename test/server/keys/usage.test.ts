import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysCommand } from '../../../cli/keys.ts';
import { quotasIn } from '../../../cli/top-table.ts';
import { minutes, seconds } from '../../../core/clock.ts';
import { openKeyring } from '../../../server/keys/keyring.ts';
import type { Key, KeyStore } from '../../../server/keys/keys.ts';
import { openKeyStore } from '../../../server/keys/store.ts';
import { useTestApp } from '../../suite.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';

let folder: string;
let clock: ManualClock;
let store: KeyStore;
let ada: Key;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-keys-usage-'));
  clock = manualClock();
  store = await openKeyStore({ dataDir: folder, clock });
  ada = (await store.issue({ name: 'Ada', address: '203.0.113.7' })).key;
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const weather = (lookups: number) => [{ group: 'weather', lookups }] as const;

describe('the usage of keys', () => {
  it('is neither lost nor counted twice when the store cannot be written', async () => {
    let isDown = true;
    const recordActivity: KeyStore['recordActivity'] = async (...written) => {
      if (isDown) throw new Error('The disk is full.');
      await store.recordActivity(...written);
    };
    const flaky = new Proxy(store, {
      get: (of, name) => (name === 'recordActivity' ? recordActivity : Reflect.get(of, name).bind(of)),
    });
    const keyring = await openKeyring(flaky, { clock });
    keyring.count(ada, weather(1));
    keyring.recordWork(ada.id, 12);
    await clock.advance(seconds(3));
    keyring.count(ada, weather(1));
    keyring.recordWork(ada.id, 30);
    isDown = false;
    await clock.advance(seconds(4));
    await keyring.close();
    expect(await store.usage()).toMatchObject([{ requests: 2, lookups: 2 }]);
    expect(await store.workMs()).toEqual(new Map([[ada.id, 42]]));
  });
});

describe('npm run keys -- usage', () => {
  const usage = (...args: string[]) => run('usage', ...args);

  async function run(...args: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const io = {
      openStore: async () => store,
      clock,
      print: (line: string) => out.push(line),
      warn: (line: string) => err.push(line),
      quotas: async () => quotasIn(metrics),
    };
    const code = await keysCommand(args, io);
    return { code, out, err };
  }

  const at = Date.UTC(2026, 0, 1);
  const metrics = `almanac_upstream_quota_left{group="weather",part=""} 60
almanac_upstream_quota_left{group="videosite",part="search"} 4
almanac_upstream_quota_units{group="weather",part=""} 60
almanac_upstream_quota_units{group="videosite",part="search"} 100
`;

  beforeEach(async () => {
    const counted = { id: ada.id, lastUsedAt: at + minutes(5) };
    const refusal = { reason: 'address', address: '198.51.100.9', at: at + minutes(7) } as const;
    await clock.advance(1);
    await store.issue({ name: 'Grace', address: '203.0.113.8' });
    await store.recordActivity(
      [{ id: ada.id, lastUsedAt: at + minutes(6), lastRefusal: refusal, workMs: 1_234 }],
      [
        { ...counted, group: 'weather', requests: 12, lookups: 40 },
        { ...counted, group: 'news', requests: 3, lookups: 3 },
        { ...counted, group: 'quota of videosite (search)', requests: 2, lookups: 0 },
      ],
    );
  });

  it('prints every key, with a line for each group', async () => {
    const { code, out, err } = await usage();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.map((line) => line.replaceAll(/ {2,}/g, '|').replaceAll(ada.id, 'ID'))).toEqual([
      'ID|NAME|GROUP|REQUESTS|LOOKUPS|LAST USE|LAST REFUSAL',
      'ID|Ada|news|3|3|2026-01-01 00:05|2026-01-01 00:07 address from 198.51.100.9',
      'ID|Ada|weather|12|40|2026-01-01 00:05|2026-01-01 00:07 address from 198.51.100.9',
      'ID|Ada|quota of videosite (search)|2|-|2026-01-01 00:05|2026-01-01 00:07 address from 198.51.100.9',
      expect.stringMatching(/^\w{6}\|Grace\|-\|0\|0\|never\|-$/),
    ]);
  });

  it('prints JSON for one key', async () => {
    const { out } = await usage(ada.id, '--json');
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0]!)).toEqual({
      id: ada.id,
      name: 'Ada',
      requests: 15,
      lookups: 43,
      lastUsedAt: '2026-01-01T00:06:00.000Z',
      lastRefusal: { reason: 'address', address: '198.51.100.9', at: '2026-01-01T00:07:00.000Z' },
      groups: [
        { group: 'news', requests: 3, lookups: 3, lastUsedAt: '2026-01-01T00:05:00.000Z' },
        { group: 'weather', requests: 12, lookups: 40, lastUsedAt: '2026-01-01T00:05:00.000Z' },
      ],
      quotas: [{ source: 'videosite (search)', units: 2 }],
    });
  });

  it('prints the busiest keys and the quotas of the metrics on one page', async () => {
    const { out } = await run('top');
    expect(out.map((line) => line.replaceAll(/ {2,}/g, '|').replaceAll(ada.id, 'ID'))).toEqual([
      'ID|NAME|WORK|REQUESTS|LOOKUPS|UNITS|LIMIT|LAST USE|MOST IN',
      'ID|Ada|1.2|15|43|2|100/min|2026-01-01 00:06|weather, news',
      '',
      'QUOTA|LEFT|OF',
      'videosite (search)|4|100',
      'weather|60|60',
    ]);
    const { keys, quotas } = JSON.parse((await run('top', '--json')).out[0]!);
    expect(keys).toMatchObject([{ name: 'Ada', workMs: 1_234, lookups: 43, units: 2 }]);
    expect(quotas[1]).toEqual({ source: 'videosite (search)', left: 4, units: 100 });
  });

  it('prints a list of all keys without an id', async () => {
    const { out } = await usage('--json');
    expect(JSON.parse(out[0]!).map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Grace']);
  });

  it.each([
    [['nobody'], 1, 'There is no key "nobody".'],
    [['nobody', 'else'], 2, 'usage: "else" is one word too many'],
    [['--name', 'x'], 2, "Unknown option '--name'; --help shows the options"],
  ])('%j is refused', async (args, code, message) => {
    expect(await usage(...args)).toEqual({ code, out: [], err: [message] });
  });
});

describe('a request', () => {
  const app = useTestApp();

  it('is counted in each of its groups when it is charged, with or without a cached response', async () => {
    const headers = await app.issue({ name: 'Counted' });
    const ask = (path: string) => app.ask(path, { headers });
    const twoGroups = `{
      weather { current(city: "Oslo") { name } }
      coderepo { user(username: "octocat") { weather { name } } }
    }`;
    // The second of each is served from the response cache.
    for (const _ of ['first', 'second']) await ask('/api/weather/current?city=Oslo');
    for (const _ of ['first', 'second']) await app.graphql(twoGroups, {}, { headers });
    await ask('/api/coderepo/user');
    await ask('/api/me');
    await app.graphql('{ __typename }', {}, { headers });

    const { id } = (await app.store.list()).find(({ name }) => name === 'Counted')!;
    await vi.waitFor(
      async () => {
        const counted = (await app.store.usage()).filter((usage) => usage.id === id);
        expect(counted).toMatchObject([
          // Of the second query, the cache serves all lookups: it costs one, for its first group.
          { group: 'coderepo', requests: 3, lookups: 2 },
          { group: 'weather', requests: 4, lookups: 5 },
        ]);
      },
      { timeout: 10_000, interval: 200 },
    );
  });
});
