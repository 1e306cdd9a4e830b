import type { MaybePromise } from '../core/maybe-promise.ts';
import * as news from '../sources/news.ts';
import { source as official } from '../sources/news-sources.ts';
import type { Context } from './kernel/context.ts';
import { atLeastOne, choice, date, freeText, handle, list, notTogether, type Rule } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { firstSuccess } from './kernel/optional.ts';
import { afterPosition, first, type ListPage, upToFirst } from './kernel/paging.ts';
import { type Provenance, provenanceOf } from './kernel/provenance.ts';
import * as keyless from './news-keyless.ts';

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

const after = afterPosition('How many articles to leave out before them.');
const pagedHeadlines = { first: first(news.mostHeadlines), after };

/** The first date must not be later than the second. */
export const inOrder =
  (earlier: string, later: string): Rule =>
  (values, publicName) => {
    const [from, to] = [values[earlier], values[later]];
    if (typeof from !== 'string' || typeof to !== 'string' || Date.parse(from) <= Date.parse(to))
      return undefined;
    return `${publicName(earlier)} must not be later than ${publicName(later)}.`;
  };

export interface Articles extends Omit<Sourced, 'articles'>, ListPage<news.Article> {}

/** Articles; they are from the official source where none is named. */
type Sourced = news.Articles & { readonly source?: Provenance };

/** Where a result without a source of its own comes from. */
export const officialSource = provenanceOf(official);

/** A page of what a source without a credential has found, which has no further ones. */
async function pageIn(
  found: Promise<keyless.Found>,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Sourced> {
  const { articles, source } = await found;
  const some = articles.slice((page - 1) * size, page * size);
  return { status: 'ok', totalResults: articles.length, articles: some, source };
}

interface Window {
  readonly first: number;
  readonly after: number;
  /** Articles per page of the source. */
  readonly size: number;
}

/** Some articles of a page of the source, which is read as a whole, since its quota is small. */
async function pageOf(
  { first, after, size }: Window,
  read: (page: number) => MaybePromise<Sourced>,
): Promise<Articles> {
  const page = Math.floor(after / size) + 1;
  const { articles, ...found } = await read(page);
  // A page behind those that the plan of the source covers has no number of results.
  const isUncounted = page > 1 && found.totalResults === 0;
  const counts = isUncounted ? { ...found, totalResults: (await read(1)).totalResults } : found;
  const start = after % size;
  const items = articles.slice(start, start + first);
  const end = after + items.length;
  return { ...counts, items, next: items.length > 0 && end < counts.totalResults ? String(end) : null };
}

/** The current headlines. */
export const topHeadlines = lookup({
  group: 'news',
  summary: 'The newest headlines of a country, a category, publications, or with words in them.',
  input: {
    country: handle(
      'Country of the publications, by its ISO 3166-1 code; us where nothing else is asked for.',
      twoLetters('country', 'us'),
    ),
    category,
    sources: publications,
    q,
    ...pagedHeadlines,
  },
  rules: [notTogether('sources', 'country', 'category')],
  maxItems: upToFirst,
  run: ({ country, first, after, ...filters }, context) => {
    const isUnfiltered = Object.values(filters).every((value) => value === undefined);
    const of = country?.toLowerCase() ?? (isUnfiltered ? 'us' : undefined);
    return pageOfHeadlines({ ...filters, country: of }, { first, after }, context);
  },
});

const pageOfHeadlines = (
  asked: Omit<news.Headlines, 'page'>,
  window: Omit<Window, 'size'>,
  context: Context,
): Promise<Articles> =>
  pageOf({ ...window, size: news.mostHeadlines }, (page) =>
    firstSuccess<Sourced>(
      () => context.read(news.topHeadlines, { ...asked, page }),
      () => pageIn(keyless.topHeadlines(asked, context), { page, size: news.mostHeadlines }),
    ),
  );

/** The headlines of a publication, as a field of its type. */
export const headlinesOf = lookup({
  group: 'news',
  summary: 'The newest headlines of this publication; null where it has no id.',
  input: { source: publication, q, ...pagedHeadlines },
  maxItems: upToFirst,
  run: ({ source, q, ...paged }, context) => pageOfHeadlines({ sources: [source], q }, paged, context),
});

/** Articles by search term, publications or hosts. */
export const everything = lookup({
  group: 'news',
  summary: 'Articles with words in them, of publications, or of their web sites.',
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
    first: first(news.mostArticles),
    after,
  },
  maxItems: upToFirst,
  rules: [atLeastOne('q', 'domains', 'sources'), inOrder('from', 'to')],
  run: ({ language, first, after, ...values }, context) =>
    pageOf({ first, after, size: news.mostArticles }, (page) =>
      everythingOn({ ...values, language: language?.toLowerCase(), page }, context),
    ),
});

/** One page of a search, of the first source that serves. */
export const everythingOn = (asked: news.Search, context: Context): MaybePromise<Sourced> =>
  firstSuccess<Sourced>(
    () => context.read(news.everything, asked),
    () => pageIn(keyless.everything(asked, context), { page: asked.page, size: news.mostArticles }),
  );
