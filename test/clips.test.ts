import { describe, expect, it } from 'vitest';
import { startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const host = 'developers.medal.tv';

const path = (route: string, parameters: Readonly<Record<string, string>> = {}) =>
  `/api/clips/${route}?${new URLSearchParams(parameters)}`;

const app = useTestApp();

const text = expect.any(String);
const integer = expect.toSatisfy(Number.isInteger);
const url = expect.stringMatching(/^https:\/\//);
const notAuthorized = 'not_authorized';

/** Beside the documented shape. */
const clip = {
  ...{ contentId: expect.stringMatching(/^cid[A-Za-z0-9]+$/), contentThumbnail: url, directClipUrl: url },
  embedIframeCode: expect.stringMatching(/^<iframe .*<\/iframe>$/),
  credits: expect.stringMatching(/^Credits to /),
  ...{ rawFileUrl: notAuthorized, rawFileUrlLowRes: notAuthorized, unbrandedFileUrl: notAuthorized },
};

type Clip = Readonly<Record<'contentId' | 'credits', string>> & { readonly createdTimestamp: number };

const lists = ['trending', 'latest', 'search'] as const;
/** The required parameters of each list, without paging. */
const least = { trending: {}, latest: {}, search: { text: 'flip reset' } } as const;

const upstreamQuery = async () => (await app.calls()).map(({ path }) => path.split('?')[1]);

describe.each(lists)('GET /api/clips/%s', (route) => {
  const list = (parameters: Readonly<Record<string, string>> = {}) =>
    path(route, { ...least[route], ...parameters });

  it('responds 200 with ten clips of the documented shape', async () => {
    expect(await app.ask(list())).toFit({ contentObjects: Array(10).fill(clip) });
  });

  it('responds 200 with consecutive pages without gaps or duplicates', async () => {
    const ids = async (parameters: Readonly<Record<string, string>>) =>
      (await app.ask(list(parameters))).body.contentObjects.map(({ contentId }: Clip) => contentId);
    const complete = await ids({ limit: '30' });
    expect(new Set(complete).size).toBe(30);
    const pages = ['0', '10', '20'].map((offset) => ids({ offset, limit: '10' }));
    expect((await Promise.all(pages)).flat()).toEqual(complete);
  });
});

describe('filters of the lists of /api/clips', () => {
  it.each([
    ['an opaque category id', 'trending', { categoryId: 'hAXdelx2t' }],
    ['a category id of old', 'trending', { categoryId: '62' }],
    ['a category id of old', 'latest', { categoryId: '10' }],
  ])('responds 200 for %s', async (_, route, parameters) => {
    expect(await app.ask(path(route, parameters))).toFit({
      contentObjects: Array(10).fill({ ...clip, ...parameters }),
    });
  });

  it('responds 200 with the clips of one user, newest first', async () => {
    const { body } = await app.ask(path('latest', { userId: '12597' }));
    const clips = body.contentObjects as Clip[];
    expect(clips.every(({ credits }) => credits.endsWith('(https://medal.tv/users/12597)'))).toBe(true);
    const times = clips.map(({ createdTimestamp }) => createdTimestamp);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(times[0]).toBeGreaterThan(Date.UTC(2020, 0, 1));
  });

  it.each([
    ['trending', { categoryId: 'notfound' }],
    ['latest', { userId: '1234404' }],
    ['search', { text: 'notfound' }],
  ])('responds 200 with an empty list when %s matches nothing for %o', async (route, parameters) => {
    expect(await app.ask(path(route, parameters as Record<string, string>))).toRespond(200, {
      contentObjects: [],
    });
  });
});

describe('upstream calls of /api/clips', () => {
  it.each([
    ['trending', { categoryId: '62', limit: '1' }, 'categoryId=62&limit=1&offset=0'],
    ['latest', { userId: '7', offset: '20' }, 'userId=7&limit=10&offset=20'],
    ['search', { text: '#flip reset' }, 'text=%23flip%20reset&limit=10&offset=0'],
    ['search', { text: '50% + ß' }, 'text=50%25%20%2B%20%C3%9F&limit=10&offset=0'],
  ])('maps %s with %o to the upstream query', async (route, parameters, query) => {
    await app.clearCalls();
    await app.ask(path(route, parameters as Record<string, string>));
    expect(await upstreamQuery()).toEqual([query]);
  });
});

describe('GET /api/clips/categories', () => {
  it('responds 200 with the games and their ids', async () => {
    const { status, body } = await app.ask(path('categories'));
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(10);
    expect(body).toEqual(
      Array(body.length).fill({
        categoryId: text,
        categoryName: text,
        alternativeName: text,
        slug: text,
        publishedClipCount: integer,
        activeSessions: integer,
        coverPhoto: url,
        isGame: expect.any(Boolean),
      }),
    );
  });

  it('responds 200 with null for missing fields and with legacy numbers as text', async () => {
    await using fresh = await startTestApp();
    await fresh.fault({ host, body: [{ categoryId: 17, categoryName: 'Minecraft', isFeatured: true }] });
    const { body } = await fresh.ask(path('categories'));
    const rest = { alternativeName: null, slug: null, publishedClipCount: null, activeSessions: null };
    expect(body).toEqual([
      { categoryId: '17', categoryName: 'Minecraft', ...rest, coverPhoto: null, isGame: null },
    ]);
  });
});

describe('GET /api/clips/search with granted file permissions', () => {
  it('responds 200 with the file addresses that the upstream grants', async () => {
    const { body: usual } = await app.ask(path('trending', { limit: '1' }));
    const granted = { rawFileUrl: 'https://cdn.medal.tv/1/content.mp4', unbrandedFileUrl: null };
    const contentObjects = [{ ...usual.contentObjects[0], ...granted }];
    await app.fault({ host, times: 1, body: { contentObjects } });
    const { body } = await app.ask(path('search', { text: freshName('granted') }));
    expect(body.contentObjects[0]).toMatchObject({ ...granted, unbrandedFileUrl: notAuthorized });
  });
});

describe('{ clips } in GraphQL', () => {
  it('links clip → category → clips with one upstream call for all categories', async () => {
    await app.ask(path('categories'));
    await app.clearCalls();
    const { body } = await app.graphql(`{
      clips {
        trending(first: 5, after: "40") { items { categoryId category { categoryId categoryName } } }
      }
    }`);
    expect(body.errors).toBeUndefined();
    for (const { categoryId, category } of body.data.clips.trending.items) {
      expect(category).toEqual({ categoryId, categoryName: text });
    }
    expect(await app.calls()).toHaveLength(1);
  });

  it('reports a category that is missing in the list where it is asked for alone', async () => {
    const { body } = await app.graphql(`{
      clips {
        category(categoryId: "62") { categoryName }
        latest(categoryId: 62, first: 1) { items { categoryId category { slug } } }
      }
    }`);
    expect(body).toMatchObject({
      errors: [{ path: ['clips', 'category'], extensions: { code: 'NOT_FOUND' } }],
      data: { clips: { category: null, latest: { items: [{ categoryId: '62', category: null }] } } },
    });
  });

  it('links a category to its clips', async () => {
    const { body: all } = await app.ask(path('categories'));
    const { categoryId } = all[0];
    const { body } = await app.graphql(
      `query ($id: ID!) {
        clips {
          category(categoryId: $id) {
            categoryId
            trending(first: 2) { items { categoryId } }
            latest(first: 1) { items { categoryId } }
          }
        }
      }`,
      { id: categoryId },
    );
    expect(body.data.clips.category).toEqual({
      categoryId,
      trending: { items: [{ categoryId }, { categoryId }] },
      latest: { items: [{ categoryId }] },
    });
  });

  it('rejects an offset beyond the first thousand clips', async () => {
    const query = '{ clips { trending(first: 900, after: "101") { items { contentId } } } }';
    const { errors } = (await app.graphql(query)).body;
    expect(errors[0].message).toBe('first plus after must not exceed 1000.');
  });
});
