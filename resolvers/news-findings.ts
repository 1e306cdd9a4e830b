import * as news from '../sources/news.ts';
import type { Context } from './kernel/context.ts';
import { count, freeText } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { isSameName } from './kernel/names.ts';
import { everythingOn } from './news.ts';
import { withoutPublisher } from './news-keyless.ts';

/** Articles that hold a name or words, for edges from groups that know things by their names. */
export interface Findings {
  /** What was searched for. */
  readonly words: string;
  readonly totalResults: number;
  readonly articles: readonly news.Article[];
}

const first = count('How many articles, at most.', { max: news.mostArticles, default: 5 });
const maxItems = (values: { readonly first: number }) => values.first;

async function findings(words: string, first: number, sortBy: string, context: Context): Promise<Findings> {
  const { articles, totalResults } = await everythingOn({ q: words, sortBy, page: 1 }, context);
  return { words, totalResults, articles: articles.slice(0, first) };
}

/** A name as an exact phrase. */
const phrase = (name: string): string => `"${name.replaceAll('"', ' ').trim()}"`;

/** Articles that hold a name; with a bar between them, several names that all have to be there. */
export const articlesNaming = lookup({
  group: 'news',
  summary: 'The newest articles that hold its name; those about others of the same name are among them.',
  input: { names: freeText('The name.', { max: 300 }), first },
  maxItems,
  run: ({ names, first }, context) =>
    findings(names.split('|').map(phrase).join(' AND '), first, 'publishedAt', context),
});

const inOneLine = (text: string | null): string | null =>
  text?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || null;

/** The headline of an article in one line, without the publication that Google News writes behind it. */
export const headlineOf = (article: news.Article) => inOneLine(withoutPublisher(article).title);

/** The name of the publication of an article in one line; the address, which no publication bears, where it has none. */
export const publicationOf = ({ source, url }: news.Article) => inOneLine(source.name) ?? url;

/** Whether two names are of one publication, which one of them may name in full: "BBC", "BBC News". */
function isSamePublication(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return isSameName(one.slice(0, length), other.slice(0, length));
}

/** Articles that hold all of some words, without the article that they are from. */
export const articlesAlike = lookup({
  group: 'news',
  summary: 'What others write of it: articles that hold the telling words of its headline.',
  input: {
    words: freeText('The words.', { max: 300 }),
    url: freeText('Address of the article.', { max: 4000 }),
    headline: freeText('Its headline.', { max: 4000 }),
    publication: freeText('The name of its publication.', { max: 4000 }),
    first,
  },
  maxItems,
  async run({ words, url, headline, publication, first }, context): Promise<Findings> {
    const query = words.split(' ').join(' AND ');
    const { articles, ...found } = await findings(query, news.mostArticles, 'relevancy', context);
    // The addresses of Google News are its own.
    const isItself = (article: news.Article): boolean =>
      article.url === url ||
      (isSameName(headlineOf(article) ?? '', headline) &&
        isSamePublication(article.source.name ?? '', publication));
    return { ...found, articles: articles.filter((article) => !isItself(article)).slice(0, first) };
  },
});

const commonWords = new Set(
  'a an and are as at be but by for from has have he her his how if in into is it its more new no not of off on or over says she than that the their they this to up was we what when who why will with you your'.split(
    ' ',
  ),
);
const mostWords = 6;

/**
 * The words of a headline that tell its subject, for a search; null where too few are left. The publication that some
 * write behind the headline is none of them.
 */
export function subjectOf(headline: string | null): string | null {
  const plain = headline?.replace(/\s[-–|]\s[^-–|]{1,60}$/u, '') ?? '';
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const telling = [...new Set(words)].filter(
    (word) => word.length > 2 && !commonWords.has(word.toLowerCase()),
  );
  return telling.length < 2 ? null : telling.slice(0, mostWords).join(' ');
}
