import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { matches } from '../sources/brgame-cosmetics.ts';
import { CosmeticDetail } from '../sources/brgame-items.ts';
import { startTestApp, wholeCatalogues } from './app.ts';
import { cosmetic, host, item, kinds, route, seriesOrNull, text, time, track } from './brgame-fixture.ts';
import { freshName } from './fresh.ts';
import { haveRecordings, readRecording } from './replay/recordings.ts';
import { useTestApp } from './suite.ts';
import { words } from './support/words.ts';

const app = useTestApp();

describe('GET /api/brgame/cosmetics', () => {
  const catalogue = useTestApp({ catalogueItems: wholeCatalogues });

  it('responds 200 with ten thousand items of seven kinds from one upstream call', async () => {
    const { status, body } = await catalogue.ask(route('cosmetics', { language: 'de' }));
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(words('br tracks instruments cars lego legoKits beans'));
    expect(body.data.br.length).toBeGreaterThan(10_000);
    const firsts = Object.fromEntries(
      Object.entries(body.data).map(([kind, items]) => [kind, (items as unknown[])[0]]),
    );
    const kit = { ...item, series: seriesOrNull, name: text, type: expect.anything() };
    expect(firsts).toEqual({ br: cosmetic, tracks: track, legoKits: kit, ...kinds });
    expect((await catalogue.calls()).map(({ path }) => path)).toEqual(['/v2/cosmetics?language=de']);
  });

  it('serves cosmetics, searches and ids of its language while it is cached', async () => {
    const { data } = (await catalogue.ask(route('cosmetics', { language: 'de' }))).body;
    const some = data.br[4_321];
    await catalogue.clearCalls();
    const listed = await catalogue.ask(route('cosmetics/br', { language: 'de' }));
    const ids = await catalogue.ask(route('cosmetics/br/search/ids', { id: some.id, language: 'de' }));
    const found = await catalogue.ask(
      route('cosmetics/br/search/all', { name: some.name.toUpperCase(), language: 'de' }),
    );
    expect(listed.body.data).toEqual(data.br);
    expect(ids.body.data).toEqual([some]);
    expect(found.body.data).toContainEqual(some);
    expect(listed.headers.get('x-cache')).toBe('HIT');
    expect(await catalogue.calls()).toEqual([]);
  });

  it('responds 200 with the new items', async () => {
    const { status, body } = await catalogue.ask(route('cosmetics/new'));
    const perKind = {
      all: text,
      br: text,
      tracks: text,
      instruments: text,
      cars: text,
      lego: text,
      legoKits: text,
      beans: null,
    };
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      date: time,
      build: text,
      previousBuild: text,
      hashes: perKind,
      lastAdditions: perKind,
      items: { br: Array(80).fill(cosmetic), beans: [] },
    });
  });
});

describe('GET /api/brgame/cosmetics/br/search', () => {
  const search = (query: Record<string, string>) => app.ask(route('cosmetics/br/search', query));
  const searchAll = (query: Record<string, string>) => app.ask(route('cosmetics/br/search/all', query));

  it('returns the first of all matches', async () => {
    const query = { type: 'pickaxe', rarity: 'epic', language: 'fr' };
    const all = (await searchAll(query)).body.data;
    expect((await search(query)).body.data).toEqual(all[0]);
    expect(new Set(all.map(({ type, rarity }: typeof cosmetic) => `${rarity.value} ${type.value}`))).toEqual(
      new Set(['epic pickaxe']),
    );
  });

  it('sends the language of the names upstream', async () => {
    const name = freshName('Zeta');
    await app.clearCalls();
    expect((await search({ name, language: 'it' })).body.data.name).toBe(name);
    expect((await app.calls()).map(({ path }) => path)).toEqual([
      `/v2/cosmetics/br/search?name=${name}&matchMethod=full&language=it&searchLanguage=it`,
    ]);
  });

  it('matches the name by the method, and type and rarity in full', async () => {
    const { data } = (await searchAll({ rarity: 'common', matchMethod: 'contains', language: 'es' })).body;
    expect(new Set(data.map(({ rarity }: typeof cosmetic) => rarity.value))).toEqual(new Set(['common']));
    const first = (await search({ rarity: 'common', matchMethod: 'contains', language: 'es' })).body.data;
    expect(first).toEqual(data[0]);
  });

  it('finds the same in the cached list as the upstream search', async () => {
    await using own = await startTestApp({ catalogueItems: wholeCatalogues });
    const queries: Record<string, string>[] = [
      { name: 'amber falcon' },
      { name: 'The Am', matchMethod: 'starts' },
      { name: 'FALCON', matchMethod: 'ends', type: 'Outfit' },
      { name: 'ER F', matchMethod: 'contains', rarity: 'rare' },
      { type: 'wrap', rarity: 'legendary' },
    ];
    const search = () =>
      Promise.all(
        queries.map(async (query) => (await own.ask(route('cosmetics/br/search/all', query))).body),
      );
    const upstream = await search();
    expect(upstream.every(({ data }) => data.length > 0)).toBe(true);
    await own.ask(route('cosmetics/br'));
    await own.clearCalls();
    // Upstream searches leave the cache earlier than the list.
    own.clock.skip(hours(0.8));
    expect(await search()).toEqual(upstream);
    expect(await own.calls()).toEqual([]);
  });

  it('returns every cosmetic when no filter is given', async () => {
    const all = (await app.ask(route('cosmetics/br', { language: 'pl' }))).body.data;
    expect((await searchAll({ language: 'pl' })).body.data).toEqual(all);
    expect((await search({ language: 'pl' })).body.data).toEqual(all[0]);
  });

  it('responds 404 when the first of no matches is requested and 200 with an empty list when all are', async () => {
    const none = await search({ name: 'notfound thing' });
    expect(none).toMatchObject({ status: 404, body: { error: 'No cosmetic matches.' } });
    const all = await searchAll({ name: 'notfound thing' });
    expect(all).toMatchObject({ status: 200, body: { status: 200, data: [] } });
  });

  it('searches the complete list when the upstream search fails', async () => {
    await using own = await startTestApp();
    await own.fault({ host, path: '/v2/cosmetics/br/search', status: 500 });
    await own.fault({ host, path: '/v2/cosmetics/br/search/ids', status: 500 });
    const found = await own.ask(route('cosmetics/br/search', { type: 'emote' }));
    const { id } = found.body.data;
    const ids = await own.ask(`/api/brgame/cosmetics/br/search/ids?id=${id.toLowerCase()}&id=EID_unheard`);
    expect(found.body.data.type.value).toBe('emote');
    expect(ids.body.data).toEqual([found.body.data]);
  });

  it.each([
    ['full', 'the falcon', true],
    ['full', 'falcon', false],
    ['contains', 'E FAL', true],
    ['contains', 'x', false],
    ['starts', 'the', true],
    ['starts', 'falcon', false],
    ['ends', 'Falcon', true],
    ['ends', 'the', false],
  ] as const)('matches %s "%s": %s', (matchMethod, name, isMatch) => {
    const words = { value: 'outfit', displayValue: 'Outfit', backendValue: 'AthenaCharacter' };
    const falcon = {
      id: 'a',
      name: 'The Falcon',
      description: '',
      type: words,
      rarity: words,
      images: { smallIcon: null, icon: null, featured: null },
      added: '2024-01-01T00:00:00Z',
    };
    const search = { type: 'OUTFIT', rarity: undefined, language: 'en', matchMethod, name } as const;
    expect(matches(search)(falcon)).toBe(isMatch);
  });
});

describe('GET /api/brgame/cosmetics/br/search/ids', () => {
  it('resolves a hundred ids in few upstream calls, in their order, without unknown ones', async () => {
    const ids = Array.from({ length: 100 }, () => freshName('Glider_'));
    ids[17] = 'Glider_notfound';
    await app.clearCalls();
    const { data } = (await app.ask(route('cosmetics/br/search/ids') + ids.map((id) => `&id=${id}`).join('')))
      .body;
    expect(data.map(({ id }: typeof cosmetic) => id)).toEqual(ids.filter((id) => !id.includes('notfound')));
    expect(await app.calls()).toHaveLength(2);
  });

  it('batches the ids of many requests by language', async () => {
    const ids = Array.from({ length: 10 }, () => freshName('Wrap_'));
    const requests = ids.flatMap((id, index) => [
      `en${index}: cosmeticsByIds(ids: ["${id}"]) { id: cosmeticId }`,
      `ja${index}: cosmeticsByIds(ids: ["${id}"], language: JA) { id: cosmeticId }`,
    ]);
    await app.clearCalls();
    const { body } = await app.graphql(`{ brgame { ${requests.join(' ')} } }`);
    expect(Object.values(body.data.brgame)).toEqual(ids.flatMap((id) => [[{ id }], [{ id }]]));
    expect(await app.calls()).toHaveLength(2);
  });

  it('removes duplicate ids regardless of case', async () => {
    const id = freshName('Spray_');
    await app.ask(route('cosmetics/br/search/ids', { id }));
    await app.clearCalls();
    const { data } = (await app.ask(`${route('cosmetics/br/search/ids', { id })}&id=${id}`)).body;
    expect(data).toHaveLength(1);
    expect((await app.ask(route('cosmetics/br/search/ids', { id: id.toLowerCase() }))).body.data).toEqual(
      data,
    );
    expect(await app.calls()).toEqual([]);
  });

  it('responds 200 with an empty list when no id exists', async () => {
    expect(await app.ask(route('cosmetics/br/search/ids', { id: 'CID_notfound' }))).toRespond(200, {
      status: 200,
      data: [],
    });
  });
});

describe.skipIf(!haveRecordings)('recorded cosmetics of brgame', () => {
  it('decode to cosmetics with their history', () => {
    // The items of the 2022 shop have the current shape, with null for fields that are no longer sent.
    const { data } = JSON.parse(readRecording('brgame', 'shop-legacy--1.json').toString('utf8'));
    const items = [...data.featured.entries, ...data.daily.entries].flatMap((entry) => entry.items);
    expect(items.length).toBeGreaterThan(20);
    for (const recorded of items) {
      const { id, name, description, type, rarity, images, added, shopHistory } = recorded;
      const { smallIcon, icon, featured: large } = images;
      expect(CosmeticDetail.parse(recorded)).toEqual({
        id,
        name,
        description,
        type,
        rarity,
        added,
        shopHistory,
        images: { smallIcon, icon, featured: large },
      });
    }
  });
});
