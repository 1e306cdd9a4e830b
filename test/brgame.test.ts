import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { startTestApp, wholeCatalogues } from './app.ts';
import { cosmetic, flag, host, kinds, listOrNull, route, tags, text, textOrNull } from './brgame-fixture.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp({ catalogueItems: wholeCatalogues });

/** Routes whose bodies the documentation leaves open: the shapes of their items. */
const open: readonly (readonly [string, unknown])[] = [
  ['cosmetics/instruments', { ...kinds.instruments, ...tags, shopHistory: listOrNull }],
  ['cosmetics/cars', { ...kinds.cars, ...tags, shopHistory: listOrNull }],
  ['cosmetics/lego', { ...kinds.lego, path: textOrNull }],
  ['cosmetics/beans', { ...kinds.beans, ...tags }],
  ['cosmetics/br/search', cosmetic],
  [
    'banners',
    {
      id: text,
      devName: text,
      name: text,
      description: text,
      category: textOrNull,
      fullUsageRights: flag,
      images: { smallIcon: text, icon: text },
    },
  ],
];

describe('GET /api/brgame', () => {
  it.each(open)('responds 200 with the items of %s', async (path, shape) => {
    const response = await app.ask(
      `/api/brgame/${path}${path.endsWith('search') ? '?type=outfit&rarity=epic' : ''}`,
    );
    expect(response).toFit({ status: 200 });
    const items = [response.body.data].flat();
    expect(items).toEqual(items.map(() => shape));
    if (Array.isArray(response.body.data)) expect(items.length).toBeGreaterThan(1);
  });

  it.each([
    ['cosmetics/tracks', {}],
    ['cosmetics/br/CID_028_Athena_Commando_F', {}],
    ['cosmetics/br/search/ids?id=Wrap_a&id=BID_b', Array(2).fill(cosmetic)],
    ['banners/colors', {}],
    ['creatorcode?name=Ninja', { code: 'ninja', account: { name: 'Ninja' }, status: 'ACTIVE' }],
    ['news', { br: { messages: [] }, coop: { motds: [] } }],
    ['news/br', { motds: expect.objectContaining({ length: 6 }), messages: [] }],
    [
      'news/coop',
      { motds: [], messages: Array(3).fill({ title: text, body: text, image: text, adspace: textOrNull }) },
    ],
    ['playlists', {}],
    ['playlists/Playlist_NoBuildBR_Duo', {}],
    ['aes', { mainKey: expect.stringMatching(/^0x[0-9A-F]{64}$/) }],
    [
      'stats/br?name=Ninja',
      { account: { name: 'Ninja' }, stats: { all: { overall: {} }, keyboardMouse: { overall: {} } } },
    ],
    ['map', { pois: expect.objectContaining({ length: 40 }) }],
    ['shop', { currencyIcon: expect.stringMatching(/vbuck/) }],
  ])('responds 200 with the documented body: %s', async (path, data) => {
    const { body, ...response } = await app.ask(`/api/brgame/${path}`);
    expect({ ...response, body }).toFit({ status: 200, ...(Object.keys(data).length > 0 && { data }) });
    if (Array.isArray(body.data)) expect(body.data.length).toBeGreaterThan(1);
  });
});

describe('GET /api/brgame/shop', () => {
  it('has offers without cosmetics', async () => {
    const { entries } = (await app.ask(route('shop'))).body.data;
    expect(entries.some(({ brItems }: { brItems: unknown[] }) => brItems.length === 0)).toBe(true);
  });

  it('changes at midnight and not before', async () => {
    await using own = await startTestApp();
    const first = (await own.ask(route('shop'))).body.data;
    own.clock.skip(hours(24) - (own.clock.now() % hours(24)));
    const second = (await own.ask(route('shop'))).body.data;
    expect(Date.parse(second.date) - Date.parse(first.date)).toBe(hours(24));
    expect(second.hash).not.toBe(first.hash);
  });
});

describe('GET /api/brgame/map', () => {
  it('has a place without a name', async () => {
    expect((await app.ask(route('map'))).body.data.pois[0].name).toBeNull();
  });
});

describe('parameters of /api/brgame', () => {
  it.each([
    ['stats/br?name=Zoe', 'name=Zoe&accountType=epic&timeWindow=lifetime&image=none'],
    [
      'stats/br?name=Zoe&accountType=console_a&timeWindow=season',
      'name=Zoe&accountType=psn&timeWindow=season&image=none',
    ],
    ['stats/br?name=Zoe&accountType=console_b', 'name=Zoe&accountType=xbl&timeWindow=lifetime&image=none'],
    ['aes?keyFormat=base64', 'keyFormat=base64'],
    ['cosmetics/br/EID_x?language=zh-Hant', 'language=zh-Hant&responseFlags=4'],
    ['playlists/Playlist_x?language=pt-BR', 'language=pt-BR'],
  ])('maps the parameters to those of the upstream: %s', async (path, query) => {
    await app.clearCalls();
    expect((await app.ask(`/api/brgame/${path}`)).status).toBe(200);
    expect((await app.calls()).map((call) => call.path.split('?')[1])).toEqual([query]);
  });

  it('shares one cache key with and without the default language', async () => {
    await app.ask(route('banners'));
    await app.clearCalls();
    await app.ask(route('banners', { language: 'en' }));
    expect(await app.calls()).toEqual([]);
  });
});

describe('failures of /api/brgame', () => {
  const says = (status: number, error: string) => ({ status, body: { status, error } });
  const page = (status: number) => ({ status, body: '<html>No</html>' });
  const bare = (status: number) => ({ status, body: { message: 'No' } });
  const refused = /did not accept our credentials/;
  const gone = /no longer offers this/;
  it.each([
    ['news/coop', '/v2/news/stw', says(404, 'the requested news were not found'), 404, /^There is no news/],
    ['news/coop', '/v2/news/stw', says(404, 'the requested endpoint was not found'), 502, gone],
    ['news/coop', '/v2/news/stw', page(404), 502, gone],
    ['creatorcode?name=zoe', '/v2/creatorcode', bare(404), 502, gone],
    ['playlists/Playlist_x', '/v1/playlists/*', bare(404), 502, gone],
    ['cosmetics/br/search/all?name=Zoe', '/v2/cosmetics/*', bare(404), 502, gone],
    ['stats/br?name=Zoe', '/v2/stats/br/v2', bare(404), 502, gone],
    [
      'stats/br?name=Zoe',
      '/v2/stats/br/v2',
      says(403, "the requested account's stats are not public"),
      403,
      /^The statistics of this player are not public/,
    ],
    ['stats/br?name=Zoe', '/v2/stats/br/v2', says(403, 'the api key has been banned'), 502, refused],
    ['stats/br?name=Zoe', '/v2/stats/br/v2', page(403), 502, refused],
  ])(
    'are told from absences by their body: %s at %s, %o',
    async (path, upstreamPath, fault, status, error) => {
      await using own = await startTestApp();
      await own.fault({ host, path: upstreamPath, ...fault });
      expect(await own.ask(`/api/brgame/${path}`)).toFail(status, error);
    },
  );

  it('responds 503 until the time that the upstream sends', async () => {
    await using broken = await startTestApp();
    const at = (ms: number) => new Date(ms).toISOString();
    const now = Date.parse('2026-01-01T00:00:00Z');
    await broken.fault({
      host,
      status: 429,
      headers: { date: new Date(now).toUTCString(), 'x-ratelimit-reset': at(now + 7_000) },
    });
    const { status, headers } = await broken.ask(route('map'));
    expect([status, headers.get('retry-after')]).toEqual([503, '7']);
  });

  it('never exposes the key, even when the upstream refuses it', async () => {
    await using own = await startTestApp();
    await own.fault({ host, path: '/v2/stats/br/v2', status: 401 });
    await own.ask(route('stats/br', { name: 'Zoe' }));
    expect(own.logs.join()).not.toContain('test-brgame_api_key');
  });
});

describe('fields missing upstream in /api/brgame', () => {
  const own = useTestApp();
  const figures = { wins: 5, kills: 40, kd: 1.5, matches: 30, winRate: 16.7 };
  const unstated = { score: null, deaths: null, playersOutlived: null, lastModified: null };

  it.each([
    [
      'a creator code',
      'creatorcode?name=zoe',
      '/v2/creatorcode',
      { code: 'zoe', account: { id: '1', name: 'Zoe' } },
      { code: 'zoe', account: { id: '1', name: 'Zoe' }, status: 'ACTIVE', verified: false },
    ],
    [
      'a cosmetic',
      'cosmetics/br/X_1',
      '/v2/cosmetics/br/X_1',
      { id: 'X_1', name: null, added: '2024-01-01T00:00:00Z', images: null },
      {
        id: 'X_1',
        name: '',
        description: '',
        type: { value: '', displayValue: '', backendValue: '' },
        rarity: { value: '', displayValue: '', backendValue: '' },
        images: { smallIcon: null, icon: null, featured: null },
        added: '2024-01-01T00:00:00Z',
        shopHistory: [],
      },
    ],
    ['everything', 'cosmetics', '/v2/cosmetics', {}, expect.objectContaining({ br: [], beans: [] })],
    ['all news', 'news', '/v2/news', {}, { br: null, coop: null }],
    [
      'the keys of a new version',
      'aes',
      '/v2/aes',
      { build: '1', updated: '2024-01-01T00:00:00Z' },
      { build: '1', mainKey: null, dynamicKeys: [], updated: '2024-01-01T00:00:00Z' },
    ],
    [
      'a player who never played',
      'stats/br?name=Zoe',
      '/v2/stats/br/v2',
      { account: { id: '1', name: 'Zoe' }, stats: {} },
      {
        account: { id: '1', name: 'Zoe' },
        battlePass: null,
        stats: { all: null, keyboardMouse: null, gamepad: null, touch: null },
      },
    ],
    [
      'figures of a player',
      'stats/br?name=Zoe',
      '/v2/stats/br/v2',
      {
        account: { id: '1', name: 'Zoe' },
        stats: { all: { overall: { ...figures, minutesPlayed: 100.5 }, solo: { ...figures, kd: null } } },
      },
      {
        account: { id: '1', name: 'Zoe' },
        battlePass: null,
        stats: {
          all: {
            overall: { ...figures, ...unstated, minutesPlayed: null },
            ...{ solo: { ...figures, kd: null }, duo: null, squad: null },
          },
          ...{ keyboardMouse: null, gamepad: null, touch: null },
        },
      },
    ],
    [
      'a player in the first days of a season',
      'stats/br?name=Zoe&timeWindow=season',
      '/v2/stats/br/v2',
      { account: { id: '1', name: 'Zoe' }, battlePass: { level: 1, progress: null }, stats: null },
      {
        account: { id: '1', name: 'Zoe' },
        battlePass: { level: 1, progress: null },
        stats: { all: null, keyboardMouse: null, gamepad: null, touch: null },
      },
    ],
  ])('%s', async (_, path, upstreamPath, given, expected) => {
    await own.fault({ host, path: upstreamPath, body: { status: 200, data: given }, times: 1 });
    const { status, body } = await own.ask(`/api/brgame/${path}`);
    expect({ status, data: body.data }).toEqual({ status: 200, data: expected });
    own.clock.skip(hours(1));
  });

  const zoe = { id: '1', name: 'Zoe' };
  it.each([
    ['stats/br?name=Zoe', '/v2/stats/br/v2', { data: { account: zoe, stats: { all: { solo: 'none' } } } }],
    ['stats/br?name=Zoe', '/v2/stats/br/v2', { data: { account: zoe, stats: { all: 'none' } } }],
    ['cosmetics/br/search/all?rarity=epic', '/v2/cosmetics/br/search/all', {}],
    ['cosmetics/br/search/all?rarity=epic', '/v2/cosmetics/br/search/all', { data: null }],
    ['cosmetics/br/search/ids?id=X_1', '/v2/cosmetics/br/search/ids', {}],
  ])('are a change where they would state an absence: %s', async (path, upstreamPath, given) => {
    await own.fault({ host, path: upstreamPath, body: given });
    expect(await own.ask(`/api/brgame/${path}`)).toFail(502, /a shape that we do not know/);
    await own.clearFaults();
  });
});

describe('{ brgame } in GraphQL', () => {
  it('links cosmetics to their history and variants in few upstream calls', async () => {
    await app.clearCalls();
    const { body } = await app.graphql(`{
      brgame {
        firstMatch(type: "outfit", language: KO) { cosmeticId detail { cosmeticId shopHistory } }
        lego(language: KO, first: 5000) { cosmeticId cosmetic(language: KO) { cosmeticId cosmeticType { value } } }
      }
    }`);
    const { firstMatch, lego } = body.data.brgame;
    expect(firstMatch.detail).toEqual({ cosmeticId: firstMatch.cosmeticId, shopHistory: expect.any(Array) });
    expect(lego.length).toBeGreaterThan(1_000);
    for (const { cosmeticId, cosmetic } of lego) {
      expect(cosmetic).toEqual(
        cosmeticId === null ? null : { cosmeticId, cosmeticType: { value: 'outfit' } },
      );
    }
    expect((await app.calls()).length).toBeLessThan(3 + lego.length / 40);
  });

  it('links a shop entry to the other entries', async () => {
    const { body } = await app.graphql(
      '{ brgame { shop { entries(first: 1000) { brItems { description } tracks { title } cars { vehicleId } } } } }',
    );
    const entries: readonly { brItems: unknown[]; tracks: unknown[]; cars: unknown[] }[] =
      body.data.brgame.shop.entries;
    expect(entries.some(({ tracks }) => tracks.length > 0)).toBe(true);
    expect(entries.every(({ brItems, tracks }) => brItems.length === 0 || tracks.length === 0)).toBe(true);
  });
});
