import * as news from '../sources/news.ts';
import { atLeastOne, choice, date, freeText, handle, inOrder, list, notTogether } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

const q = freeText('Words to search for; "exact phrases", AND, OR, NOT and parentheses have their meaning.', {
  max: 500,
  optional: true,
});

const publication = handle('Id of a publication, such as "bbc-news".', {
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  expected: 'the id of a publication in lower case, such as bbc-news',
});

const publications = list('Ids of publications, such as "bbc-news".', publication, {
  max: 20,
  separator: ',',
  optional: true,
});

const twoLetters = (of: string, example: string) => ({
  pattern: /^[A-Za-z]{2}$/,
  expected: `a ${of} code of two letters, such as ${example}`,
  optional: true,
});

const category = choice(
  'Category of the headlines.',
  ['business', 'entertainment', 'general', 'health', 'science', 'sports', 'technology'],
  { type: 'NewsCategory', optional: true },
);

/** The current headlines. */
export const topHeadlines = lookup({
  group: 'news',
  summary: 'The newest headlines, at most 20, of a country, a category, publications, or with words in them.',
  input: {
    country: handle(
      'Country of the publications, by its ISO 3166-1 code; us where nothing else is asked for.',
      twoLetters('country', 'us'),
    ),
    category,
    sources: publications,
    q,
  },
  rules: [notTogether('sources', 'country', 'category')],
  maxItems: () => news.mostHeadlines,
  run: ({ country, ...filters }, { read }) => {
    const isUnfiltered = Object.values(filters).every((value) => value === undefined);
    const of = country?.toLowerCase() ?? (isUnfiltered ? 'us' : undefined);
    return read(news.topHeadlines, { ...filters, country: of });
  },
});

/** The headlines of a publication, as a field of its type. */
export const headlinesOf = lookup({
  group: 'news',
  summary: 'The newest headlines of this publication, at most 20; null where it has no id.',
  input: { source: publication, q },
  maxItems: () => news.mostHeadlines,
  run: ({ source, q }, { read }) => read(news.topHeadlines, { sources: [source], q }),
});

/** Articles by search term, publications or hosts. */
export const everything = lookup({
  group: 'news',
  summary: 'Articles, at most 100, with words in them, of publications, or of their web sites.',
  input: {
    q,
    domains: list(
      'Hosts of web sites, such as "bbc.co.uk".',
      handle('Host of a web site.', {
        pattern: /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i,
        expected: 'the host of a web site, such as bbc.co.uk',
      }),
      { max: 100, separator: ',', optional: true },
    ),
    sources: publications,
    from: date('Oldest article, in ISO 8601.', { optional: true }),
    to: date('Newest article, in ISO 8601.', { optional: true }),
    language: handle(
      'Language of the articles, by its ISO 639-1 code; all where none is given.',
      twoLetters('language', 'en'),
    ),
    sortBy: choice('What comes first.', ['relevancy', 'popularity', 'publishedAt'], {
      type: 'NewsOrder',
      default: 'publishedAt',
    }),
  },
  rules: [atLeastOne('q', 'domains', 'sources'), inOrder('from', 'to')],
  maxItems: () => news.mostArticles,
  run: ({ language, ...values }, { read }) =>
    read(news.everything, { ...values, language: language?.toLowerCase() }),
});
