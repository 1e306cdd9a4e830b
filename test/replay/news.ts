import type { GroupReplays } from './recordings.ts';

const headlines = 'newsapi.org/v2/top-headlines';
const everything = 'newsapi.org/v2/everything';
const headlinesPath = '/api/news/top-headlines?country=us&category=business';
const sourcePath = '/api/news/top-headlines?sources=bbc-news';
const everythingPath = '/api/news/everything?q=bitcoin';

// biome-ignore lint/suspicious/noExplicitAny: recordings have any shape
const same = (recorded: any) => recorded;

export const news: GroupReplays = {
  group: 'news',
  replays: [
    { recording: 'top-headlines--1.json', upstream: headlines, request: headlinesPath, expected: same },
    { recording: 'top-headlines-sources--1.json', upstream: headlines, request: sourcePath, expected: same },
    { recording: 'everything--1.json', upstream: everything, request: everythingPath, expected: same },
    { recording: 'empty--1.json', upstream: headlines, request: headlinesPath, expected: same },
    { recording: 'empty--1.json', upstream: everything, request: everythingPath, expected: same },
    {
      recording: 'error-api-key-invalid--1.json',
      upstream: headlines,
      status: 401,
      request: headlinesPath,
      expected: 502,
    },
    {
      recording: 'error-maximum-results--1.json',
      upstream: everything,
      status: 426,
      request: everythingPath,
      expected: 400,
    },
  ],
};
