import type { GroupReplays } from './recordings.ts';

const headlines = 'newsapi.org/v2/top-headlines';
const everything = 'newsapi.org/v2/everything';
const askHeadlines = '/api/news/top-headlines?country=us&category=business';
const askSource = '/api/news/top-headlines?sources=bbc-news';
const askEverything = '/api/news/everything?q=bitcoin';

// biome-ignore lint/suspicious/noExplicitAny: recordings are read by those who know them
const same = (recorded: any) => recorded;

export const news: GroupReplays = {
  group: 'news',
  replays: [
    { recording: 'top-headlines--1.json', upstream: headlines, ask: askHeadlines, expected: same },
    { recording: 'top-headlines-sources--1.json', upstream: headlines, ask: askSource, expected: same },
    { recording: 'everything--1.json', upstream: everything, ask: askEverything, expected: same },
    { recording: 'empty--1.json', upstream: headlines, ask: askHeadlines, expected: same },
    { recording: 'empty--1.json', upstream: everything, ask: askEverything, expected: same },
    {
      recording: 'error-api-key-invalid--1.json',
      upstream: headlines,
      status: 401,
      ask: askHeadlines,
      expected: 502,
    },
    {
      recording: 'error-maximum-results--1.json',
      upstream: everything,
      status: 426,
      ask: askEverything,
      expected: 400,
    },
  ],
};
