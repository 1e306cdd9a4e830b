import { Fault } from '../core/faults.ts';
import type { Article, Headlines, Search } from '../sources/news.ts';
import * as keyless from '../sources/news-keyless.ts';
import { isAt, type Publisher, publishers, sections } from '../sources/news-publishers.ts';
import { feeds, googleNews, invalid, refusals } from '../sources/news-sources.ts';
import type { Context } from './kernel/context.ts';
import { firstSuccess } from './kernel/optional.ts';
import { type Provenance, provenanceOf } from './kernel/provenance.ts';

/*
 * Headlines and articles of Google News and of publishers' feeds. Neither has further pages: the total is what was found.
 */

/** The articles that were found, with their source. */
export interface Found {
  readonly articles: readonly Article[];
  readonly source: Provenance;
}

const fromGoogle = provenanceOf(googleNews, ['totalResults', 'articles.source.id']);
const fromFeeds = provenanceOf(feeds, ['totalResults', 'articles.content']);

const newestFirst = (articles: readonly Article[]): readonly Article[] =>
  articles.toSorted((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''));

/** The suffix of Google's titles, by the name of the publication: titles and names hold dashes as well. */
export const withoutPublisher = (article: Article): Article => {
  const { title, source } = article;
  const suffix = ` - ${source.name}`;
  return title?.endsWith(suffix) ? { ...article, title: title.slice(0, -suffix.length) } : article;
};

/** The articles of feeds, without those that fail; the fault of the first when all do. */
async function articlesIn(from: readonly Publisher[], { read }: Context): Promise<readonly Article[]> {
  if (from.length === 0) {
    throw new Fault('unconfigured', 'The source for news needs NEWS_API_KEY to be set for this.', {
      group: 'news',
    });
  }
  const results = await Promise.allSettled(
    from.map(async ({ id, name, feed }) =>
      (await read(keyless.feed, { address: feed })).map((article) => ({ ...article, source: { id, name } })),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && results.every(({ status }) => status === 'rejected')) throw failed.reason;
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  return newestFirst([...new Map(found.map((article) => [article.url, article])).values()]);
}

type Test = (text: string) => boolean;

/**
 * The words of a text in lower case, each between spaces. An apostrophe ends a word: "Trump" is in "Trump’s". The signs of
 * scripts that join words, or endings to them, are words, since none of their words stands alone.
 */
function wordsIn(text: string): string {
  const spaced = text
    .toLowerCase()
    .replaceAll(/[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu, ' $& ');
  return ` ${spaced.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' ') ?? ''} `;
}

/** What a query asks for: words and "exact phrases" with AND, which may be left out, OR, NOT or a minus, and parentheses. */
function matcherOf(q: string | undefined): Test {
  if (q === undefined) return () => true;
  const tokens = q.match(/[-+](?=\S)|"[^"]+"|[()]|[^\s"()]+/g) ?? [];
  let at = 0;
  const term = (): Test => {
    const token = tokens[at++] ?? '';
    if (token === '-' || token === 'NOT') {
      const isUnwanted = term();
      return (text) => !isUnwanted(text);
    }
    if (token === '(') {
      const isWanted = any();
      at += 1;
      return isWanted;
    }
    const words = wordsIn(token);
    return /^(?:and|or|not)$/i.test(token) ? () => true : (text) => words === '  ' || text.includes(words);
  };
  const all = (): Test => {
    const tests: Test[] = [];
    while (at < tokens.length && !['OR', ')'].includes(tokens[at]!)) tests.push(term());
    return (text) => tests.length > 0 && tests.every((test) => test(text));
  };
  const any = (): Test => {
    const tests = [all()];
    for (; tokens[at] === 'OR'; tests.push(all())) at += 1;
    return (text) => tests.some((test) => test(text));
  };
  const isWanted = any();
  return (text) => isWanted(wordsIn(text));
}

/** The query in the syntax of Google, where terms are joined by AND, and a minus excludes. */
const googleWords = (q: string): string =>
  q
    .replaceAll(/\bAND\b/g, ' ')
    .replaceAll(/\bNOT\s+/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

function publishersOf(ids: readonly string[]): readonly Publisher[] {
  const known = ids.map((id) => publishers.find((publisher) => publisher.id === id));
  if (known.includes(undefined)) throw invalid(refusals.sourceDoesNotExist!);
  return known as readonly Publisher[];
}

const topics: Readonly<Record<string, string>> = { general: '' };
const topicPath = (category: string | undefined): string =>
  category === undefined ? '' : (topics[category] ?? `/headlines/section/topic/${category.toUpperCase()}`);

/** The current headlines, the newest first. */
export async function topHeadlines(
  { country, category, sources, q }: Omit<Headlines, 'page'>,
  context: Context,
): Promise<Found> {
  const isOf = matcherOf(q);
  const isNamed = ({ title }: Article) => isOf(title ?? '');
  const fromPublishers = async (some: readonly Publisher[]): Promise<Found> => ({
    articles: (await articlesIn(some, context)).filter(isNamed),
    source: fromFeeds,
  });
  if (sources) return fromPublishers(publishersOf(sources));
  const edition = keyless.editionOf(country, undefined);
  const isSearch = q !== undefined && country === undefined && category === undefined;
  return firstSuccess<Found>(
    async () => {
      const query = isSearch
        ? { path: '/search', q: `${googleWords(q)} when:1d` }
        : { path: topicPath(category) };
      const found = (await context.read(keyless.google, { ...query, ...edition })).filter(isNamed);
      return { articles: newestFirst(found), source: fromGoogle };
    },
    () =>
      fromPublishers(
        [...publishers, ...sections].filter(
          (each) =>
            each.category === (category ?? 'general') && (country === undefined || each.country === country),
        ),
      ),
  );
}

const dayMs = 86_400_000;
const dayOf = (time: string, plusMs = 0): string =>
  new Date(Date.parse(time) + plusMs).toISOString().slice(0, 10);

/** Articles by words, publications or hosts. */
export async function everything(
  { q, domains = [], sources = [], from, to, language, sortBy }: Omit<Search, 'page'>,
  context: Context,
): Promise<Found> {
  // A day without a time ends with its last moment.
  const lastMs = Date.parse(to ?? '') + (to?.includes('T') ? 0 : dayMs - 1);
  const isWithin = ({ publishedAt }: Article): boolean => {
    const at = Date.parse(publishedAt ?? '');
    return !(at < Date.parse(from ?? '')) && !(at > lastMs);
  };
  const known = publishersOf(sources);
  const atDomains = publishers.filter(({ host }) =>
    domains.some((domain) => isAt(domain.toLowerCase(), host)),
  );
  const isKnown = domains.every((domain) => atDomains.some(({ host }) => isAt(domain.toLowerCase(), host)));
  const isOf = matcherOf(q);
  const isNamed = sources.length + domains.length > 0;
  // A publication writes in the language of its country.
  const inTable = (isNamed ? [...new Set([...known, ...atDomains])] : publishers).filter(
    ({ country }) => language === undefined || keyless.editionOf(country, undefined).language === language,
  );
  const inFeeds = async (): Promise<Found> => ({
    articles: (await articlesIn(inTable, context)).filter(
      (article) => isWithin(article) && isOf([article.title, article.description].join(' ')),
    ),
    source: fromFeeds,
  });
  if (q === undefined && isKnown && inTable.length > 0) return inFeeds();
  const sites = [...known.map(({ host }) => host), ...domains].map((host) => `site:${host}`);
  const search = [
    ...(q === undefined ? [] : [googleWords(q)]),
    ...(sites.length > 1 ? [`(${sites.join(' OR ')})`] : sites),
    // Both exclude their own day.
    ...(from === undefined ? [] : [`after:${dayOf(from, -dayMs)}`]),
    ...(to === undefined ? [] : [`before:${dayOf(to, dayMs)}`]),
  ].join(' ');
  return firstSuccess<Found>(async () => {
    const query = { path: '/search', q: search, ...keyless.editionOf(undefined, language) };
    const found = (await context.read(keyless.google, query)).filter(isWithin).map(withoutPublisher);
    return { articles: sortBy === 'publishedAt' ? newestFirst(found) : found, source: fromGoogle };
  }, inFeeds);
}
