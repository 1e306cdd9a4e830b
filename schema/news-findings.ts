import {
  articlesAlike,
  headlineOf,
  type Findings as Model,
  publicationOf,
  subjectOf,
} from '../resolvers/news-findings.ts';
import { builder } from './kernel/builder.ts';
import { MatchedBy } from './kernel/matched-by.ts';
import { Article, filtersOfArticles } from './news.ts';

/** Articles about something of another group. */
export const Findings = builder.objectRef<Model>('NewsFindings').implement({
  description: 'Articles about something that the news do not know by an id.',
  fields: (t) => ({
    matchedBy: t.field({
      type: MatchedBy,
      description: 'What the edge rests on: a name that stands in them, or words.',
      resolve: ({ words }) => (words.startsWith('"') ? 'phrase' : 'words'),
    }),
    words: t.exposeString('words', { description: 'What was searched for.' }),
    totalResults: t.expose('totalResults', {
      type: 'SafeInt',
      description: 'Number of articles that fit, shown here or not.',
    }),
    articles: t.list('articles', {
      type: [Article],
      max: 'page',
      filters: filtersOfArticles,
      description: 'The first of them.',
    }),
  }),
});

builder.objectField(Article, 'others', (t) =>
  t.lookup(articlesAlike, {
    type: Findings,
    from: {
      words: ({ title }) => subjectOf(title),
      url: ({ url }) => url,
      headline: headlineOf,
      publication: publicationOf,
    },
  }),
);
