import { describe, expect, it } from 'vitest';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const host = 'newsapi.org';
const path = (route: string, parameters: Readonly<Record<string, string>> = {}) =>
  `/api/news/${route}?${new URLSearchParams(parameters)}`;
const headlines = (parameters?: Readonly<Record<string, string>>) => path('top-headlines', parameters);
const everything = (parameters?: Readonly<Record<string, string>>) => path('everything', parameters);

const app = useTestApp();

type Article = Record<'title' | 'publishedAt' | 'url', string> & { source: { id: string | null } };

const upstreamQuery = async () => {
  const [call] = await app.calls();
  return Object.fromEntries(new URL(call!.path, 'https://upstream.example').searchParams);
};

const manySources = (number: number) =>
  Array.from({ length: number }, (_, index) => `paper-${index + 10}`).join();

describe('GET /api/news/top-headlines', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(headlines({ country: 'jp' }))).toFit({
      status: 'ok',
      articles: expect.objectContaining({ length: 20 }),
    });
  });

  it.each([
    ['no filter', {}, { country: 'us' }],
    ['a country', { country: 'DE' }, { country: 'de' }],
    ['a category', { category: 'health' }, { category: 'health' }],
    ['country and category', { country: 'fr', category: 'sports' }, { country: 'fr', category: 'sports' }],
    ['publications', { sources: 'polar-post, amber-courier' }, { sources: 'amber-courier,polar-post' }],
    ['twenty publications', { sources: manySources(20) }, { sources: manySources(20) }],
    ['words', { q: 'solar  "red moon"' }, { q: 'solar "red moon"' }],
  ])('responds 200 with %s and requests only that upstream', async (_, parameters, sent) => {
    await app.clearCalls();
    const { status } = await app.ask(headlines(parameters as Record<string, string>));
    expect(status).toBe(200);
    expect(await upstreamQuery()).toEqual({ ...sent, pageSize: '20', page: '1' });
  });

  it('responds 200 with articles of the requested publications', async () => {
    const { body } = await app.ask(headlines({ sources: 'polar-post,amber-courier' }));
    const ids = body.articles.map((item: Article) => item.source.id);
    expect([...new Set(ids)].sort()).toEqual(['amber-courier', 'polar-post']);
  });

  it('responds 200 with an empty list when nothing matches', async () => {
    expect(await app.ask(headlines({ q: 'notfound' }))).toRespond(200, {
      status: 'ok',
      totalResults: 0,
      articles: [],
    });
  });

  it('responds 400 when the upstream does not know a publication', async () => {
    expect(await app.ask(headlines({ sources: 'polar-post,notfound-news' }))).toFail(
      400,
      'sources names a publication that the source for news does not know.',
    );
  });
});

describe('GET /api/news/everything', () => {
  it('responds 200 with the documented body, newest first', async () => {
    const response = await app.ask(everything({ q: 'harbor' }));
    const { body } = response;
    expect(response).toFit({
      status: 'ok',
      articles: expect.objectContaining({ length: Math.min(100, body.totalResults) }),
    });
    const times = body.articles.map((item: Article) => Date.parse(item.publishedAt));
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  it('sends all parameters and a page size of a hundred upstream', async () => {
    const parameters = {
      q: freshName('harbor'),
      domains: 'one.example,two.example',
      sources: 'amber-courier,polar-post',
      from: '2025-03-01',
      to: '2025-03-14T15:09:26+02:00',
      language: 'en',
      sortBy: 'relevancy',
    };
    await app.clearCalls();
    expect((await app.ask(everything(parameters))).status).toBe(200);
    expect(await upstreamQuery()).toEqual({ ...parameters, pageSize: '100', page: '1' });
  });

  it('responds 200 with articles of one host between two dates', async () => {
    const { body } = await app.ask(
      everything({ domains: 'lighthouse.example', from: '2025-03-01', to: '2025-03-02' }),
    );
    for (const item of body.articles as Article[]) {
      expect(item.publishedAt).toMatch(/^2025-03-01T/);
      expect(item.url).toMatch(/^https:\/\/lighthouse\.example\//);
    }
  });

  it('sorts by time by default', async () => {
    await app.clearCalls();
    await app.ask(everything({ q: freshName('order') }));
    expect(await upstreamQuery()).toMatchObject({ sortBy: 'publishedAt' });
  });

  it('responds 200 with an empty list when nothing matches', async () => {
    expect(await app.ask(everything({ q: 'notfound' }))).toRespond(200, {
      status: 'ok',
      totalResults: 0,
      articles: [],
    });
  });

  const refusal = (code: string, message: string) => ({ body: { status: 'error', code, message } });
  it.each([
    [
      'is further back than its plan',
      {
        status: 426,
        ...refusal('parameterInvalid', 'Your plan lets you go as far back as 2025-02-14, but…'),
      },
      'The plan of the source for news covers articles since 2025-02-14 only; from and to must not be earlier.',
    ],
    [
      'is more than its plan gives',
      { status: 426, ...refusal('maximumResultsReached', 'Too many results.') },
      'The plan of the source for news does not cover so many results.',
    ],
    [
      'is not well formed',
      { status: 400, ...refusal('parameterInvalid', 'The q parameter is malformed.') },
      /^The source for news does not accept one of the values/,
    ],
  ])('responds 400 when the upstream reports that the query %s', async (_, fault, message) => {
    await app.fault({ host, times: 1, ...fault });
    const error = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await app.ask(everything({ q: freshName('limits') }))).toFail(400, error);
  });
});

describe('the upstream key of /api/news', () => {
  it('appears in no URL and in no log', async () => {
    await app.ask(headlines({ q: freshName('secret') }));
    await app.fault({ host, times: 2, reset: true });
    await app.ask(headlines({ q: freshName('secret') }));
    expect(JSON.stringify([await app.calls(), app.logs])).not.toContain('test-news_api_key');
  });
});

describe('{ news } in GraphQL', () => {
  interface Page {
    readonly items: readonly { readonly url: string }[];
    readonly next: string | null;
  }

  it('pages through a list with an upstream call for each page of the source', async () => {
    await app.clearCalls();
    const query = `query ($after: ID) {
      news { topHeadlines(category: SPORTS, first: 15, after: $after) { totalResults items { url } next } }
    }`;
    const urls: string[] = [];
    const ends: (string | null)[] = [];
    let after: string | null = null;
    for (let page = 0; page < 4; page += 1) {
      const { body }: { body: { data: { news: { topHeadlines: Page } } } } = await app.graphql(query, {
        after,
      });
      const { topHeadlines } = body.data.news;
      urls.push(...topHeadlines.items.map(({ url }) => url));
      after = topHeadlines.next;
      ends.push(after);
    }
    expect(ends).toEqual(['15', '20', '35', '40']);
    expect(new Set(urls).size).toBe(40);
    expect(await app.calls()).toHaveLength(2);
    const whole = await app.ask(headlines({ category: 'sports' }));
    expect(urls.slice(0, 20)).toEqual(whole.body.articles.map(({ url }: Article) => url));
  });

  it.each([
    ['everything(q: "harbour", ', 100, 1],
    ['topHeadlines(q: "harbour", ', 20, 5],
  ])('ends %s with an empty page where the plan of the key covers no more', async (field, size, pages) => {
    const page = async (after: number) => {
      const { body } = await app.graphql(
        `{ news { page: ${field} first: ${size}, after: "${after}") { totalResults items { url } next } } }`,
      );
      return body.data.news.page;
    };
    const covered = size * pages;
    const last = await page(covered - size);
    expect([last.items.length, last.next]).toEqual([size, String(covered)]);
    const { totalResults } = last;
    expect(await page(covered)).toEqual({ totalResults, items: [], next: null });
  });

  it.each(['-1', '1.5', 'second'])('refuses after: "%s"', async (after) => {
    const { body } = await app.graphql(`{ news { topHeadlines(after: "${after}") { next } } }`);
    expect(body.errors[0].message).toBe('after must be a whole number, 0 or more.');
  });

  it('links articles to the headlines of publications that have an id', async () => {
    const { body } = await app.graphql(`{
      news { topHeadlines(category: SCIENCE) {
        articles: items { source { publicationId headlines(first: 20) { articles: items { source { publicationId } } } } }
      } }
    }`);
    expect(body.errors).toBeUndefined();
    const sources = body.data.news.topHeadlines.articles.map((item: { source: unknown }) => item.source);
    for (const { publicationId, headlines } of sources) {
      if (publicationId === null) expect(headlines).toBeNull();
      else expect(headlines.articles).toEqual(Array(20).fill({ source: { publicationId } }));
    }
    expect(
      sources.some(({ publicationId }: { publicationId: string | null }) => publicationId !== null),
    ).toBe(true);
  });
});
