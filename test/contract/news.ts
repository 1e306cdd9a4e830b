import { contractGroup, emptyAt, general, get, optional } from './routes.ts';
import { each, list, nullable, number, object, text, time } from './shapes.ts';
import { choice, date, example, names, phrase } from './values.ts';

const body = object({
  status: text,
  totalResults: number,
  articles: list(
    object({
      source: object(each(nullable(text), 'id name')),
      url: text,
      ...each(nullable(text), 'author title description urlToImage content'),
      publishedAt: nullable(time),
    }),
  ),
});

const q = optional(phrase);
const sources = optional(names());
// `us` stands for it only where no other filter is given, so it is no default of the parameter alone.
const country = optional(example('us', 'de', 'fr', 'gb', 'jp'));
const category = optional(
  choice('business', 'entertainment', 'general', 'health', 'science', 'sports', 'technology'),
);

/** The documented routes of news. */
export const news = contractGroup(
  'news',
  { failures: { ...general, notFound: emptyAt('articles') } },
  get('/api/news/top-headlines', { country, category, sources, q }, body, {
    refused: [
      { given: { sources: 'daily-planet', country: 'us' }, says: /sources/ },
      { given: { sources: 'daily-planet', category: 'health' }, says: /sources/ },
      { given: { country: 'usa' }, says: /country/ },
    ],
    accepted: [{ country: 'us', category: 'health' }],
  }),
  get(
    '/api/news/everything',
    {
      q,
      domains: optional(names('.com')),
      sources,
      from: optional(date),
      to: optional(date),
      sortBy: optional(choice('relevancy', 'popularity', 'publishedAt'), 'publishedAt'),
    },
    body,
    {
      additions: ['language'],
      // The upstream needs one of them.
      needs: [['q', 'domains', 'sources']],
      refused: [
        { given: { from: 'yesterday' }, says: /from/ },
        { given: { to: '2026-02-30' }, says: /to/ },
      ],
    },
  ),
);
