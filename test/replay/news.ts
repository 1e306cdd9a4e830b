import { expect } from 'vitest';
import { type GroupReplays, row } from './recordings.ts';

const headlines = 'newsapi.org/v2/top-headlines';
const everything = 'newsapi.org/v2/everything';
const google = 'news.google.com/rss';
const keyless = { KEYLESS: 'on', NEWS_API_KEY: '' };
const partly = { environment: keyless, isPart: true } as const;
const unstated = { author: null, description: null, urlToImage: null, content: null };
const headlinesPath = '/api/news/top-headlines?country=us&category=business';
const sourcePath = '/api/news/top-headlines?sources=bbc-news';
const everythingPath = '/api/news/everything?q=bitcoin';

const same = (recorded: unknown) => recorded;

export const news: GroupReplays = {
  group: 'news',
  replays: [
    { recording: 'top-headlines--1.json', upstream: headlines, request: headlinesPath, expected: same },
    { recording: 'top-headlines-sources--1.json', upstream: headlines, request: sourcePath, expected: same },
    { recording: 'everything--1.json', upstream: everything, request: everythingPath, expected: same },
    { recording: 'empty--1.json', upstream: headlines, request: headlinesPath, expected: same },
    { recording: 'empty--1.json', upstream: everything, request: everythingPath, expected: same },
    row('error-api-key-invalid--1.json', headlines, headlinesPath, { status: 401 }, 502),
    row('error-maximum-results--1.json', everything, everythingPath, { status: 426 }, 400),
    row(
      'keyless/google-news-search--bears-ears.xml',
      `${google}/search`,
      '/api/news/everything?q=Bears%20Ears&sortBy=relevancy',
      partly,
      () => ({
        totalResults: 30,
        articles: expect.arrayContaining([
          {
            ...unstated,
            source: { id: 'the-washington-post', name: 'The Washington Post' },
            title: 'Trump again shrinks two national monuments in Utah',
            url: expect.stringMatching(/^https:\/\/news\.google\.com\/rss\/articles\/CBM/),
            publishedAt: '2026-07-14T03:33:16Z',
          },
        ]),
      }),
    ),
    row('keyless/google-news-top--fr-be.xml', google, '/api/news/top-headlines?country=be', partly, () => ({
      totalResults: 1,
      articles: [
        { source: { id: null, name: 'RTBF' }, title: / - RTBF$/, publishedAt: '2020-03-08T10:32:07Z' },
      ].map((article) => ({ ...article, title: expect.stringMatching(article.title) })),
    })),
    row(
      'keyless/publisher--bbc-top.xml',
      'feeds.bbci.co.uk/news/rss.xml',
      '/api/news/top-headlines?sources=bbc-news',
      partly,
      () => ({
        totalResults: 18,
        articles: expect.arrayContaining([
          {
            source: { id: 'bbc-news', name: 'BBC News' },
            author: null,
            title: "Relish and dread as Starmer 'shambles' hangs over Scotland and Wales elections",
            description:
              'Laura Kuenssberg travels to Wales and Scotland to speak to candidates and voters ahead of May 7 polls.',
            url: 'https://www.bbc.com/news/articles/cq59xvdzjv7o',
            urlToImage: expect.stringMatching(/^https:\/\/ichef\.bbci\.co\.uk\//),
            publishedAt: '2026-04-25T12:07:54Z',
            content: null,
          },
        ]),
      }),
    ),
    row(
      'keyless/publisher--heise-atom.xml',
      'www.spiegel.de/schlagzeilen/index.rss',
      '/api/news/everything?sources=spiegel-online',
      partly,
      () => ({
        totalResults: 15,
        articles: expect.arrayContaining([
          expect.objectContaining({
            title: 'Top 10: Das beste günstige Tablet im Test',
            publishedAt: '2026-04-25T18:00:00Z',
            url: expect.stringMatching(/wq0c4t9$/),
          }),
        ]),
      }),
    ),
  ],
  unused: {
    'keyless/bing-news-search--madrid.xml': 'its terms exclude all but personal readers',
    'keyless/newsapi-sources.json': 'the table of publications has what is read of it',
  },
};
