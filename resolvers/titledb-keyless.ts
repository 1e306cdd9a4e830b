import { Fault } from '../core/faults.ts';
import type { Source } from '../sources/kernel/source.ts';
import type { Episode, Listing, Narrowing, Plot, Search, Season, Series, Title } from '../sources/titledb.ts';
import { noSeason, searchPageSize } from '../sources/titledb.ts';
import * as keyless from '../sources/titledb-keyless.ts';
import { cinemeta, tvmaze } from '../sources/titledb-sources.ts';
import type { Context } from './kernel/context.ts';
import { orAbsent } from './kernel/optional.ts';
import { type Provenance, provenanceOf } from './kernel/provenance.ts';

/*
 * Titles in the form of OMDb from sources without a credential. What a source does not have reads N/A, as OMDb writes it.
 */

export interface Sourced {
  readonly source: Provenance;
}

export const unknown = 'N/A';
export const stated = (value: string | null | undefined): string => value?.trim() || unknown;
export const joined = (names: readonly string[]): string => names.join(', ') || unknown;
const kinds = ['movie', 'series'] as const;

export const noSuch = (message: string) => new Fault('notFound', message, { group: 'titledb' });

/** `14 Oct 1994` of a time in ISO 8601. */
function writtenDay(time: string | null): string {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? unknown : new Date(ms).toUTCString().slice(5, 16);
}

const listingOf = (meta: keyless.MetaListing): Listing => ({
  title: stated(meta.name),
  year: stated(meta.releaseInfo ?? meta.year),
  titledbId: stated(meta.imdbId ?? meta.id),
  type: stated(meta.type),
  poster: stated(meta.poster),
});

/** OMDb names as many. */
export const mostActors = 4;

function titleOf(meta: keyless.Meta, plot: Plot): Title & Sourced {
  const isFilm = meta.type === 'movie';
  const rating = stated(meta.rating);
  return {
    ...listingOf(meta),
    response: 'True',
    rated: unknown,
    released: writtenDay(meta.released),
    runtime: stated(meta.runtime),
    genre: joined(meta.genre.length > 0 ? meta.genre : meta.genres),
    director: isFilm ? joined(meta.director) : unknown,
    writer: joined(meta.writer),
    actors: joined(meta.cast.slice(0, mostActors)),
    plot: stated(meta.description),
    language: unknown,
    country: stated(meta.country),
    awards: stated(meta.awards),
    ratings: rating === unknown ? [] : [{ source: 'Internet Movie Database', value: `${rating}/10` }],
    metascore: unknown,
    titledbRating: rating,
    titledbVotes: unknown,
    dvd: isFilm ? writtenDay(meta.dvdRelease) : unknown,
    boxOffice: unknown,
    production: unknown,
    website: unknown,
    // There is one plot, a short one, and one rating.
    source: provenanceOf(cinemeta, plot === 'full' ? ['plot', 'ratings'] : ['ratings']),
  };
}

/** Cinemeta's title of an id; a film is more likely than a series. */
async function metaOf(
  id: string,
  { read }: Context,
  of: readonly keyless.Kind[] = kinds,
): Promise<keyless.Meta | null> {
  for (const kind of of) {
    const { meta } = await read(keyless.meta, { kind, id });
    // For some unknown ids, the response has an id and a type alone.
    if (meta?.name) return { ...meta, id: meta.id ?? id };
  }
  return null;
}

export async function titleById(
  { id, plot }: { readonly id: string; readonly plot: Plot },
  context: Context,
): Promise<Title & Sourced> {
  const meta = await metaOf(id, context);
  if (!meta) throw noSuch(`No title with the id "${id}" was found.`);
  return titleOf(meta, plot);
}

const episodesNeedCredential = () =>
  new Fault('unconfigured', 'The source for titledb needs TITLEDB_API_KEY to be set for episodes.', {
    group: 'titledb',
  });

/** The titles whose names fit words, of films and series in turn. */
async function found(
  words: string,
  { year, type }: Narrowing,
  { read }: Context,
): Promise<readonly Listing[]> {
  if (type === 'episode') throw episodesNeedCredential();
  const of = type === undefined ? kinds : [type];
  const lists = await Promise.all(
    of.map(async (kind) => (await read(keyless.catalogue, { kind, words })).metas),
  );
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.map((list) => list[index]))
    .flat()
    .filter((meta) => meta !== undefined)
    .map(listingOf)
    .filter(({ title, titledbId }) => title !== unknown && /^tt\d+$/.test(titledbId))
    .filter((listing) => year === undefined || listing.year.startsWith(String(year).padStart(4, '0')));
}

/** A name without articles and punctuation. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^(?:the|an?) /, '')
    .trim();

/** Names without letters and digits, such as "$", are equal as they are. */
export const isSameName = (one: string, other: string): boolean =>
  (plain(one) || one.trim()) === (plain(other) || other.trim());

/**
 * Whether a title has a word of a name, of three letters at least; they may be run together, as "Spiderman". A name without
 * such words, as in another script, tells nothing.
 */
function sharesWord(title: string, name: string): boolean {
  const words = plain(name)
    .split(' ')
    .filter((word) => /^[a-z\d]{3,}$/.test(word));
  const letters = plain(title).replaceAll(' ', '');
  return words.length === 0 || words.some((word) => letters.includes(word));
}

/** The title with this very name, else the first, unless none has a word of it: such a list holds what is popular. */
const bestOf = (name: string, listings: readonly Listing[]): Listing | undefined =>
  listings.find(({ title }) => isSameName(title, name)) ??
  (listings.some(({ title }) => sharesWord(title, name)) ? listings[0] : undefined);

export async function titleNamed(
  { title, plot, ...narrowing }: Narrowing & { readonly title: string; readonly plot: Plot },
  context: Context,
): Promise<Title & Sourced> {
  const best = bestOf(title, await found(title, narrowing, context));
  const meta =
    best &&
    (await metaOf(
      best.titledbId,
      context,
      kinds.filter((kind) => kind === best.type),
    ));
  if (!meta) throw noSuch(`No title named "${title}" was found.`);
  return titleOf(meta, plot);
}

/** A page of what Cinemeta finds, which is one list without pages. */
export async function search(
  { query, page, ...narrowing }: Narrowing & { readonly query: string; readonly page: number },
  context: Context,
): Promise<Search & Sourced> {
  return pageOf(await found(query, narrowing, context), { query, page, source: cinemeta });
}

/** A page of a list without pages. */
export function pageOf(
  all: readonly Listing[],
  { query, page, source }: { readonly query: string; readonly page: number; readonly source: Source },
): Search & Sourced {
  const from = (page - 1) * searchPageSize;
  if (from >= all.length) throw noSuch(`No titles for "${query}" were found on page ${page}.`);
  return {
    response: 'True',
    search: all.slice(from, from + searchPageSize),
    totalResults: String(all.length),
    source: provenanceOf(source, ['totalResults']),
  };
}

type SeasonAsked = Series & { readonly season: number };

/** The season of a list of episodes; null where it has none. Season 0 has the specials. */
function seasonOf(
  title: string,
  episodes: readonly keyless.Video[],
  season: number,
  source: Provenance,
): (Season & Sourced) | null {
  const own = episodes.filter((episode) => episode.season === season && episode.number !== null);
  if (own.length === 0) return null;
  return {
    response: 'True',
    title,
    season: String(season),
    totalSeasons: String(Math.max(...episodes.map((episode) => episode.season))),
    episodes: own
      .sort((one, other) => one.number! - other.number!)
      // Neither source has the ids and ratings of episodes.
      .map(
        ({ name, number, day }): Episode => ({
          title: stated(name),
          released: stated(day),
          episode: String(number),
          titledbRating: unknown,
          titledbId: unknown,
        }),
      ),
    source,
  };
}

async function cinemetaSeason({ season, ...series }: SeasonAsked, context: Context) {
  const id =
    'id' in series
      ? series.id
      : bestOf(series.title, await found(series.title, { type: 'series' }, context))?.titledbId;
  const meta = id === undefined ? null : await metaOf(id, context, ['series']);
  return meta && seasonOf(stated(meta.name), meta.videos, season, provenanceOf(cinemeta));
}

/** A season from TVmaze. */
export async function tvmazeSeason(
  { season, ...series }: SeasonAsked,
  { read }: Context,
): Promise<Season & Sourced> {
  const asked = 'id' in series ? { imdb: series.id } : { q: series.title };
  const show = await orAbsent(read(keyless.show, asked));
  const episodes = show && (await read(keyless.episodes, { id: show.id }));
  const found = episodes && seasonOf(show.name, episodes, season, provenanceOf(tvmaze));
  if (found) return found;
  throw noSuch(noSeason({ season, ...series }));
}

/** A season from Cinemeta; from TVmaze where Cinemeta lacks it, since it has new ones days late. */
export const season = async (asked: SeasonAsked, context: Context): Promise<Season & Sourced> =>
  (await cinemetaSeason(asked, context)) ?? tvmazeSeason(asked, context);
