import { z } from 'zod';
import { hours } from '../core/clock.ts';
import { emptyableList, from, nullable, optionalList, shape, strictDefault, text } from './kernel/decode.ts';
import { errorOf, notFound, source } from './titledb-sources.ts';

/** Text, as all values including numbers are. A missing value is `N/A`, or left out for some kinds of titles. */
const stated = nullable(text).transform((value) => value || 'N/A');

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const answered = { response: from('Response', strictDefault(z.literal('True'), 'True')) };
const titledbId = from('imdbID', text);
const titledbRating = from('imdbRating', stated);

/** A title in search results. */
const listing = { title: stated, year: stated, titledbId, type: stated, poster: stated };

const Rating = shape({ source: stated, value: stated }, capitalised);

const Title = shape(
  {
    ...answered,
    ...listing,
    rated: stated,
    released: stated,
    runtime: stated,
    genre: stated,
    director: stated,
    writer: stated,
    actors: stated,
    plot: stated,
    language: stated,
    country: stated,
    awards: stated,
    ratings: optionalList(Rating),
    metascore: stated,
    titledbRating,
    titledbVotes: from('imdbVotes', stated),
    dvd: from('DVD', stated),
    boxOffice: stated,
    production: stated,
    website: stated,
  },
  capitalised,
);

/** A body without its list and what else only such a body has is none. */
const isStated = (value: string): boolean => value !== 'N/A';

const Listing = shape(listing, capitalised);

const Search = shape(
  { ...answered, search: emptyableList(Listing), totalResults: from('totalResults', stated) },
  capitalised,
).refine(({ search, totalResults }) => search.length > 0 || isStated(totalResults));

const Episode = shape(
  { title: stated, released: stated, episode: stated, titledbRating, titledbId },
  capitalised,
);

const Season = shape(
  {
    ...answered,
    title: stated,
    season: stated,
    totalSeasons: from('totalSeasons', stated),
    episodes: emptyableList(Episode),
  },
  capitalised,
).refine(({ episodes, season }) => episodes.length > 0 || isStated(season));

export type Rating = z.output<typeof Rating>;
export type Title = z.output<typeof Title>;
export type Listing = z.output<typeof Listing>;
export type Search = z.output<typeof Search>;
export type Episode = z.output<typeof Episode>;
export type Season = z.output<typeof Season>;
export type Answered = Pick<Title, 'response'>;

export type Plot = 'short' | 'full';

/** Filters for titles of one name. */
export interface Narrowing {
  readonly year?: number | undefined;
  readonly type?: 'movie' | 'series' | 'episode' | undefined;
}

/** Names are equal whatever their case and spaces. */
const sameName = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ');

const asking = (query: Readonly<Record<string, string | number | undefined>>) => ({
  path: '/',
  query: { ...query, r: 'json' },
});

/** A used-up quota lasts until the next day; stale entries serve until then. */
const cache = { freshMs: hours(24), staleIfErrorMs: hours(24) };

/** The best match for a name. */
export const titleByName = source.endpoint('titleByName', {
  request: ({ title, year, type, plot }: Narrowing & { readonly title: string; readonly plot: Plot }) =>
    asking({ t: title, y: year, type, plot }),
  decode: Title,
  cacheKey: (asked) => ({ ...asked, title: sameName(asked.title) }),
  notFound: ({ title }) => `No title named "${title}" was found.`,
  cache,
});

/** One title by its id. */
export const titleById = source.endpoint('titleById', {
  request: ({ id, plot }: { readonly id: string; readonly plot: Plot }) => asking({ i: id, plot }),
  // For some unknown ids, the upstream reports an error getting their data; a refusal has another status.
  classify: (response) =>
    response.status === 200 && /error getting data/i.test(errorOf(response) ?? '') ? notFound() : undefined,
  decode: Title,
  notFound: ({ id }) => `No title with the id "${id}" was found.`,
  cache,
});

/** Titles per page of a search. */
export const searchPageSize = 10;

/** A page of the titles whose names match words. */
export const search = source.endpoint('search', {
  request: ({ query, page, year, type }: Narrowing & { readonly query: string; readonly page: number }) =>
    asking({ s: query, page, y: year, type }),
  decode: Search,
  cacheKey: (asked) => ({ ...asked, query: sameName(asked.query) }),
  notFound: ({ query, page }) => `No titles for "${query}" were found on page ${page}.`,
  cache: { ...cache, freshMs: hours(1) },
});

/** A series by its id or by its name. */
export type Series = { readonly id: string } | { readonly title: string };

/** The message of `notFound` for a season. */
export const noSeason = ({ season, ...series }: Series & { readonly season: number }): string =>
  `No season ${season} of a series ${'id' in series ? `with the id "${series.id}"` : `named "${series.title}"`} was found.`;

/** The episodes of one season of a series. */
export const season = source.endpoint('season', {
  request: ({ season, ...series }: Series & { readonly season: number }) =>
    asking({ ...('id' in series ? { i: series.id } : { t: series.title }), Season: season }),
  decode: Season,
  cacheKey: (asked) => ('id' in asked ? asked : { ...asked, title: sameName(asked.title) }),
  notFound: noSeason,
  cache,
});
