import type { AtomFeed, RdfFeed, RssFeed } from 'feedsmith';
import type { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { emptyableList, nullable, shape, text } from './kernel/decode.ts';
import { beginning, withoutEntities } from './kernel/plain-text.ts';
import { callTo, type UpstreamResponse } from './kernel/source.ts';
import type { Article } from './news.ts';
import { isAt, publishers } from './news-publishers.ts';
import { feeds, googleNews } from './news-sources.ts';

/*
 * Articles of feeds, in the form of the official source. What a feed does not state is null. Addresses of feeds come from
 * the table of publications alone.
 */

const Entry = shape({
  title: nullable(text),
  link: text.regex(/^https?:\/\//),
  published: nullable(text),
  author: nullable(text),
  summary: nullable(text),
  content: nullable(text),
  image: nullable(text.regex(/^https?:\/\//)).catch(null),
  publisher: nullable(shape({ title: text, url: text })),
});

type Entry = z.output<typeof Entry>;

type MediaOf = NonNullable<RssFeed.Item<string>['media']>;

/** The widest picture. */
function imageIn(
  { contents = [], thumbnails = [], groups = [] }: MediaOf = {},
  html = '',
): string | undefined {
  const pictures = [...contents, ...groups.flatMap((group) => group.contents ?? [])].filter(
    ({ medium, type, url }) =>
      medium === 'image' || type?.startsWith('image/') || /\.(?:jpe?g|png|webp)\b/i.test(url ?? ''),
  );
  const widest = [...pictures, ...thumbnails].sort((one, other) => (other.width ?? 0) - (one.width ?? 0))[0];
  return widest?.url ?? /<img\s[^<>]*\bsrc="(https?:\/\/[^"<>]+)"/i.exec(html)?.[1];
}

function entryOfItem(item: RssFeed.Item<string> & RdfFeed.Item<string>) {
  const picture = item.enclosures?.find(({ type = '' }) => type.startsWith('image/'));
  const content = item.content?.encoded;
  return {
    title: item.title,
    link: item.link ?? addressIn(item.guid),
    published: item.pubDate ?? item.dc?.dates?.[0],
    author: item.dc?.creators?.join(', ') ?? item.authors?.[0]?.name,
    summary: item.description,
    content,
    image: imageIn(item.media) ?? picture?.url ?? imageIn({}, content ?? item.description),
    publisher: item.source,
  };
}

/** An item without a link has its address as its id. */
const addressIn = ({ value, isPermaLink = true }: RssFeed.Guid = {}): string | undefined =>
  isPermaLink ? value : undefined;

function entryOfAtom(entry: AtomFeed.Entry<string>) {
  const { links = [] } = entry;
  return {
    title: entry.title?.value,
    link: (links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0])?.href,
    published: entry.published ?? entry.updated,
    author: entry.authors?.[0]?.name,
    summary: entry.summary?.value,
    content: entry.content?.value,
    image: imageIn(entry.media, entry.content?.value),
  };
}

/** The charset that the header or the declaration names; UTF-8 by default. */
function textOf(response: UpstreamResponse): string {
  const named = /charset=["']?([\w-]+)/i.exec(response.header('content-type') ?? '')?.[1];
  const declared = /^[^>]{0,100}encoding=["']([\w-]+)/.exec(
    response.body().subarray(0, 120).toString('latin1'),
  )?.[1];
  try {
    return new TextDecoder(named ?? declared ?? 'utf-8').decode(response.body());
  } catch {
    return response.text();
  }
}

async function entriesOf(response: UpstreamResponse): Promise<unknown> {
  // The parser of feeds is loaded with the first one.
  const { parseFeed } = await import('feedsmith');
  try {
    const parsed = parseFeed(textOf(response));
    if (parsed.format === 'atom')
      return (parsed.feed.entries ?? []).map((entry) => entryOfAtom(entry as never));
    return (parsed.feed.items ?? []).map((item) => entryOfItem(item as never));
  } catch (cause) {
    throw new Fault('upstreamChanged', 'The source for news answered with no feed.', {
      group: 'news',
      cause,
    });
  }
}

/** The text of HTML. */
const plain = (html: string): string =>
  withoutEntities(html.replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

const mostDescription = 500;
/** The official source cuts content off there. */
const mostContent = 200;

function cut(content: string): string {
  const shown = beginning(content, mostContent);
  return shown === content ? content : `${shown}… [+${content.length - shown.length} chars]`;
}

const trackers = /^(?:utm_\w+|at_\w+|wt_mc|ns_\w+)$/;

function withoutTrackers(link: string): string {
  if (!link.includes('?') || !URL.canParse(link)) return link;
  const url = new URL(link);
  const tracking = [...url.searchParams.keys()].filter((name) => trackers.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return tracking.length > 0 ? url.href : link;
}

/** A day, or a time with its zone; a time without one would be read in the zone of this machine. */
const moment = /^\d{4}-\d\d-\d\d$|(?:[a-z]|[+-]\d\d:?\d\d)$/i;

function timeOf(written: string | null): string | null {
  const text = written?.trim() ?? '';
  const ms = moment.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Without an address of e-mail. */
const nameOf = (author: string | null): string | null =>
  author
    ?.split(/\s+/)
    .filter((word) => !/\S@\S/.test(word))
    .join(' ')
    .replaceAll(/[()]/g, '')
    .trim() || null;

/** An article of a publication's own feed, before its publication is known. */
const articleOf = ({
  title,
  link,
  published,
  author,
  summary,
  content,
  image,
}: Entry): Omit<Article, 'source'> => ({
  author: nameOf(author),
  title: title && plain(title),
  description: summary ? beginning(plain(summary), mostDescription) : null,
  url: withoutTrackers(link),
  urlToImage: image,
  publishedAt: timeOf(published),
  content: content ? cut(plain(content)) : null,
});

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** An article of Google News, whose description repeats the title, and whose title ends in the name of the publication. */
function googleArticleOf({ publisher, ...entry }: Entry): Article {
  const host = hostOf(publisher?.url ?? '');
  const id = publishers.find((known) => isAt(known.host, host))?.id ?? null;
  return {
    ...articleOf({ ...entry, publisher, summary: null, content: null, image: null, author: null }),
    source: { id, name: publisher?.title ?? null },
  };
}

const maxBytes = 2 * 1024 * 1024;
const cache = { freshMs: minutes(10), staleIfErrorMs: hours(24) };

/** The articles of a publication's feed. */
export const feed = feeds.endpoint('feed', {
  request: ({ address }: { readonly address: string }) => callTo(address),
  payload: entriesOf,
  decode: emptyableList(Entry).transform((entries) => entries.map(articleOf)),
  maxBytes,
  cache,
});

export interface GoogleQuery {
  /** The path below `/rss`: the front page, a topic, or a search. */
  readonly path: string;
  readonly q?: string;
  readonly language: string;
  readonly country: string;
}

/** The countries of each language but English. */
const countries: Readonly<Record<string, string>> = {
  es: 'ar co cu es mx ve',
  de: 'at ch de',
  fr: 'be fr',
  pt: 'br pt',
  cs: 'cz',
  ar: 'eg sa ae',
  el: 'gr',
  hu: 'hu',
  id: 'id',
  he: 'il',
  it: 'it',
  ja: 'jp',
  ko: 'kr',
  lt: 'lt',
  lv: 'lv',
  nl: 'nl',
  no: 'no',
  pl: 'pl',
  ro: 'ro',
  sr: 'rs',
  ru: 'ru',
  sv: 'se',
  sl: 'si',
  sk: 'sk',
  th: 'th',
  tr: 'tr',
  zh: 'tw',
  uk: 'ua',
  bg: 'bg',
};

const languages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(countries).flatMap(([language, all]) =>
    all.split(' ').map((country) => [country, language]),
  ),
);

/** The country of a language that has its name, else the first one. */
function countryOf(language: string): string {
  const [first = 'us', ...others] = (Object.hasOwn(countries, language) ? countries[language]! : 'us').split(
    ' ',
  );
  return others.includes(language) ? language : first;
}

/** The edition of a country, or of a language. */
export function editionOf(country: string | undefined, language: string | undefined) {
  const of = country ?? countryOf(language ?? 'en');
  return { country: of.toUpperCase(), language: language ?? languages[of] ?? 'en' };
}

/** Up to a hundred articles of Google News. */
export const google = googleNews.endpoint('google', {
  request: ({ path, q, language, country }: GoogleQuery) => ({
    path: `/rss${path}`,
    query: {
      q,
      hl: language === 'en' ? `en-${country}` : language,
      gl: country,
      ceid: `${country}:${language}`,
    },
  }),
  payload: entriesOf,
  decode: emptyableList(Entry).transform((entries) => entries.map(googleArticleOf)),
  maxBytes,
  cache,
});
