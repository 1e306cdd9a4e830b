import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { isRecord } from '../core/json.ts';
import { path } from './kernel/credentials.ts';
import {
  emptyableList,
  from,
  id,
  integer,
  nullable,
  optionalList,
  recognised,
  shape,
  strictNullable,
  text,
} from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { cinemeta, tvmaze } from './titledb-sources.ts';

/* Titles without a credential: Cinemeta by the ids of IMDb, and the episodes of series from TVmaze. */

/** A number, which the upstream writes as text or as a number, as text. */
const digits = z.union([text, integer]).transform(String);

/** Several names, of which one alone may be no list. */
const names = z.union([text.transform((name) => [name]), optionalList(text)]);

/** An episode in the list of a series. */
const Video = z
  .object({
    season: integer,
    episode: nullable(integer),
    number: nullable(integer),
    name: nullable(text),
    title: nullable(text),
    firstAired: nullable(text),
    released: nullable(text),
  })
  .transform(({ season, episode, number, name, title, firstAired, released }) => ({
    season,
    number: episode ?? number,
    name: name ?? title,
    day: dayOf(firstAired ?? released),
  }));

/** The day of a time, as YYYY-MM-DD. */
const dayOf = (time: string | null): string | null => /^\d{4}-\d\d-\d\d/.exec(time ?? '')?.[0] ?? null;

const listing = {
  imdbId: from('imdb_id', nullable(text)),
  id: nullable(text),
  name: nullable(text),
  type: nullable(text),
  year: nullable(digits),
  releaseInfo: nullable(digits),
  poster: nullable(text),
};

const Meta = shape({
  ...listing,
  released: nullable(text),
  runtime: nullable(text),
  genre: names,
  genres: names,
  director: names,
  writer: names,
  cast: names,
  description: nullable(text),
  country: nullable(text),
  awards: nullable(text),
  rating: from('imdbRating', nullable(digits)),
  dvdRelease: nullable(text),
  videos: optionalList(Video),
});

export type Meta = z.output<typeof Meta>;
export type Video = z.output<typeof Video>;

const MetaListing = shape({ ...listing, name: text as z.ZodType<string | null> });
export type MetaListing = z.output<typeof MetaListing>;

export type Kind = 'movie' | 'series';

/** A title of one kind; null where Cinemeta has none with the id, which it says with an empty object. */
export const meta = cinemeta.endpoint('meta', {
  request: ({ kind, id }: { readonly kind: Kind; readonly id: string }) => ({
    path: path`/meta/${kind}/${id}.json`,
  }),
  decode: shape({ meta: strictNullable(Meta) }),
  classify: emptyWhenAbsent,
  payload: presentJson,
  cache: ({ meta }) =>
    meta?.name ? { freshMs: hours(24), staleIfErrorMs: hours(24) } : { freshMs: minutes(10) },
});

/** The titles of one kind whose names fit words, the best first. */
export const catalogue = cinemeta.endpoint('catalogue', {
  // The segment is read as a query, still encoded: an encoded "=" would make it a name without a value.
  request: ({ kind, words }: { readonly kind: Kind; readonly words: string }) => ({
    path: `/catalog/${kind}/top/search=${encodeURIComponent(words)}.json`,
  }),
  decode: recognised(
    shape({ metas: emptyableList(MetaListing) }),
    'metas',
    (body) => 'metas' in body || Object.keys(body).length === 0,
  ),
  cacheKey: ({ kind, words }) => ({ kind, words: words.toLowerCase().replaceAll(/\s+/g, ' ') }),
  classify: emptyWhenAbsent,
  payload: presentJson,
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});

/** An unknown title is a 404 at times, with a body of its own: a page is that of a proxy, or of a removed address. */
function emptyWhenAbsent(response: UpstreamResponse): 'accepted' | undefined {
  return response.status === 404 && isRecord(response.tryJson()) ? 'accepted' : undefined;
}

function presentJson(response: UpstreamResponse): unknown {
  return response.status === 404 ? {} : response.json();
}

const Show = shape({ id, name: text });
export type Show = z.output<typeof Show>;

const TvEpisode = z
  .object({ season: integer, number: nullable(integer), name: nullable(text), airdate: nullable(text) })
  .transform(({ airdate, ...episode }): Video => ({ ...episode, day: dayOf(airdate) }));

/** A series by its id at IMDb or by its name. */
export const show = tvmaze.endpoint('show', {
  request: (series: { readonly imdb: string } | { readonly q: string }) => ({
    path: 'imdb' in series ? '/lookup/shows' : '/singlesearch/shows',
    query: { ...series },
  }),
  decode: Show,
  notFound: () => 'No such series was found.',
  cache: { freshMs: hours(24), staleIfErrorMs: hours(24) },
});

/** All episodes of a series. */
export const episodes = tvmaze.endpoint('episodes', {
  request: ({ id }: { readonly id: string }) => ({ path: path`/shows/${id}/episodes` }),
  decode: emptyableList(TvEpisode),
  cache: { freshMs: hours(24), staleIfErrorMs: hours(24) },
});
