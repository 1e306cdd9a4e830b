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
    { recording: 'top-headlines--1.json', answers: headlines, ask: askHeadlines, gives: same },
    { recording: 'top-headlines-sources--1.json', answers: headlines, ask: askSource, gives: same },
    { recording: 'everything--1.json', answers: everything, ask: askEverything, gives: same },
    { recording: 'empty--1.json', answers: headlines, ask: askHeadlines, gives: same },
    { recording: 'empty--1.json', answers: everything, ask: askEverything, gives: same },
    {
      recording: 'error-api-key-invalid--1.json',
      answers: headlines,
      status: 401,
      ask: askHeadlines,
      gives: 502,
    },
    {
      recording: 'error-maximum-results--1.json',
      answers: everything,
      status: 426,
      ask: askEverything,
      gives: 400,
    },
  ],
};
