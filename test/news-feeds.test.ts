import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { during } from './app.ts';
import { useTestApp } from './suite.ts';

/** Times and texts of articles in feeds. */

const times = [
  ['Mon, 11 May 2026 10:00:00 GMT', '2026-05-11T10:00:00Z'],
  ['Mon, 11 May 2026 10:00:00 +0200', '2026-05-11T08:00:00Z'],
  ['Mon, 11 May 2026 10:00:00 EST', '2026-05-11T15:00:00Z'],
  ['2026-05-11T10:00:00.500+02:00', '2026-05-11T08:00:00.500Z'],
  ['Mon, 11 May 2026 24:00:00 GMT', '2026-05-12T00:00:00Z'],
  // Without a zone.
  ['Mon, 11 May 2026 10:00:00', null],
  ['2026-05-11 10:00:00', null],
] as const;

const feedOf = (items: readonly string[]) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News</title>${items.join('')}</channel></rss>`;

const feed = feedOf(
  times.map(
    ([time], index) =>
      `<item><title>${index}</title><link>https://www.bbc.co.uk/${index}</link><pubDate>${time}</pubDate></item>`,
  ),
);

describe('an article of a feed', () => {
  const app = useTestApp({ environment: { KEYLESS: 'on', NEWS_API_KEY: '' } });

  it('has the time that its feed states with a zone, and else none', async () => {
    const { body } = await during(app, [{ host: 'feeds.bbci.co.uk', status: 200, body: feed }], () =>
      app.ask('/api/news/top-headlines?sources=bbc-news'),
    );
    const found = Object.fromEntries(
      body.articles.map(({ title, publishedAt }: { title: string; publishedAt: string | null }) => [
        title,
        publishedAt,
      ]),
    );
    expect(found).toEqual(Object.fromEntries(times.map(([, time], index) => [String(index), time])));
  });

  it.each([
    ['from=2026-05-11&to=2026-05-11', ['0', '1', '2', '3', '5', '6']],
    ['to=2026-05-11T08:00:00Z', ['1', '5', '6']],
    ['from=2026-05-12', ['4', '5', '6']],
  ])('is within %s, whose last day is a whole one', async (asked, titles) => {
    app.clock.skip(hours(48));
    const { body } = await during(app, [{ host: 'feeds.bbci.co.uk', status: 200, body: feed }], () =>
      app.ask(`/api/news/everything?sources=bbc-news&${asked}`),
    );
    expect(body.articles.map(({ title }: { title: string }) => title).sort()).toEqual(titles);
  });

  it.each([
    ['domains=reuters.com', 503],
    ['domains=reuters.com&q=the', 503],
    ['sources=bbc-news&domains=reuters.com&q=a', ['bbc-news']],
    ['domains=nytimes.com,spiegel.de&q=a&language=de', ['spiegel-online']],
    ['sources=bbc-news&language=fr', 503],
    ['q=a&language=it', 503],
    ['q=a&language=fr', ['le-monde']],
  ])('is of the publications and the language of %s when Google refuses', async (asked, expected) => {
    app.clock.skip(hours(48));
    const item = '<item><title>A</title><link>https://www.bbc.co.uk/a</link></item>';
    const feeds = ['feeds.bbci.co.uk', 'rss.nytimes.com', 'www.spiegel.de', 'www.lemonde.fr'];
    const { status, body } = await during(
      app,
      [
        { host: 'news.google.com', status: 429 },
        ...feeds.map((host) => ({ host, status: 200, body: feedOf([item]) })),
      ],
      () => app.ask(`/api/news/everything?${asked}`),
    );
    const ids = body.articles?.map(({ source }: { source: { id: string } }) => source.id);
    expect(ids ?? status).toEqual(expected);
  });

  it.each([
    ['AI', ['AI model']],
    ['us', []],
    ["Trump's", ['Trump’s tariffs hit markets']],
    ['trump', ['Trump’s tariffs hit markets']],
    ['(AI OR tariffs) AND markets', ['Trump’s tariffs hit markets']],
    ['AI OR tariffs markets', ['AI model', 'Trump’s tariffs hit markets']],
    ['house -fire', []],
    ['house NOT (AI OR rain)', ['Police said the house is on fire']],
    ['-"the house"', ['AI model', 'Trump’s tariffs hit markets', '日本経済']],
    ['null', []],
    ['日本', ['日本経済']],
  ])('is found by the words of %s', async (q, titles) => {
    app.clock.skip(hours(48));
    const items = ['Police said the house is on fire', 'AI model', 'Trump’s tariffs hit markets', '日本経済'];
    const body = feedOf(
      items.map((title) => `<item><title>${title}</title><link>https://www.bbc.co.uk/${title}</link></item>`),
    );
    const paths = ['top-headlines', 'everything'].map(
      (path) => `/api/news/${path}?sources=bbc-news&q=${encodeURIComponent(q)}`,
    );
    const hosts = [
      { host: 'feeds.bbci.co.uk', status: 200, body },
      { host: 'news.google.com', status: 429 },
    ];
    for (const found of await during(app, hosts, () => Promise.all(paths.map((path) => app.ask(path)))))
      expect(found.body.articles.map(({ title }: { title: string }) => title)).toEqual(titles);
  });

  it('has texts that are cut between characters', async () => {
    const item = `<item><title>Owls</title><link>https://www.bbc.co.uk/owls</link><description>${'a'.repeat(499)}🦉b</description><content:encoded>${'a'.repeat(199)}🦉b</content:encoded></item>`;
    app.clock.skip(hours(48));
    const { body } = await during(
      app,
      [{ host: 'feeds.bbci.co.uk', status: 200, body: feedOf([item]) }],
      () => app.ask('/api/news/top-headlines?sources=bbc-news'),
    );
    expect(body.articles[0]).toMatchObject({
      description: 'a'.repeat(499),
      content: `${'a'.repeat(199)}… [+3 chars]`,
    });
  });

  it('is none of its others under an address of Google News', async () => {
    const title = 'Volcano erupts near harbour';
    const item = (name: string, path: string, suffix = '') =>
      `<item><title>${title}${suffix}</title><link>https://${path}</link><source url="https://x.org">${name}</source></item>`;
    const google = ['BBC', 'The Times'].map((name) => item(name, `news.google.com/${name}`, ` - ${name}`));
    app.clock.skip(hours(48));
    const { body } = await during(
      app,
      [
        { host: 'feeds.bbci.co.uk', status: 200, body: feedOf([item('', 'www.bbc.co.uk/1')]) },
        { host: 'news.google.com', status: 200, body: feedOf(google) },
      ],
      () =>
        app.graphql(
          '{ news { topHeadlines(sources: ["bbc-news"]) { items { others { articles { source { name } } } } } } }',
        ),
    );
    expect(body.data.news.topHeadlines.items).toEqual([
      { others: { articles: [{ source: { name: 'The Times' } }] } },
    ]);
  });
});
