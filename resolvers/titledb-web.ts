import type { Listing, Narrowing, Plot, Search, Season, Series, Title } from '../sources/titledb.ts';
import { noSeason } from '../sources/titledb.ts';
import { imdb } from '../sources/titledb-sources.ts';
import * as graph from '../sources/titledb-web.ts';
import type { Context } from './kernel/context.ts';
import { provenanceOf } from './kernel/provenance.ts';
import {
  isSameName,
  joined,
  mostActors,
  noSuch,
  pageOf,
  type Sourced,
  stated,
  unknown,
} from './titledb-keyless.ts';

/* Titles in the form of OMDb from IMDb's graph, which an operator turns on with `TITLEDB_WEB_CLIENT`. */

const types: Readonly<Record<string, string>> = {
  movie: 'movie',
  tvMovie: 'movie',
  short: 'movie',
  video: 'movie',
  tvShort: 'movie',
  tvSpecial: 'movie',
  tvSeries: 'series',
  tvMiniSeries: 'series',
  tvEpisode: 'episode',
  videoGame: 'game',
};

const typeOf = ({ type }: graph.ImdbTitle): string | undefined => types[type ?? ''];

/** `2010–2022`, or `2017–` for a series that goes on. */
function yearsOf(title: graph.ImdbTitle): string {
  const { year, endYear } = title;
  if (year === null) return unknown;
  return typeOf(title) !== 'series' || endYear === year ? String(year) : `${year}–${endYear ?? ''}`;
}

const listingOf = (title: graph.ImdbTitle): Listing => ({
  title: title.name,
  year: yearsOf(title),
  titledbId: title.id,
  type: typeOf(title) ?? unknown,
  // As wide as OMDb's.
  poster: stated(title.picture?.replace(/\._V1_[^.]*(?=\.\w+$)/, '._V1_SX300')),
});

const msOf = ({ day, month, year }: NonNullable<graph.ImdbTitle['released']>): number | null =>
  day === null || month === null || year === null ? null : Date.UTC(year, month - 1, day);

function written(released: graph.ImdbTitle['released'], write: (day: Date) => string): string {
  const ms = released && msOf(released);
  return ms === null ? unknown : write(new Date(ms));
}

const rated = (rating: number | null): string =>
  rating === null || rating === 0 ? unknown : rating.toFixed(1);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Such as `Won 4 Oscars. 42 wins & 52 nominations total`. */
function awardsOf({ award, wins, nominations }: graph.ImdbTitle): string {
  const { name = null, wins: won = 0, nominations: nominated = 0 } = award ?? {};
  const first =
    name === null
      ? ''
      : won
        ? `Won ${counted(won, name)}. `
        : nominated
          ? `Nominated for ${counted(nominated, name)}. `
          : '';
  const rest = [
    ...(wins ? [counted(wins, 'win')] : []),
    ...(nominations ? [counted(nominations, 'nomination')] : []),
  ].join(' & ');
  return stated(first + (rest === '' ? '' : `${rest} total`));
}

function titleOf(title: graph.ImdbTitle, plot: Plot): Title & Sourced {
  const { credits, gross, metascore } = title;
  const isSeries = typeOf(title) === 'series';
  const rating = rated(title.rating);
  const namesOf = (category: string) => credits[category] ?? [];
  const inDollars = gross?.currency === 'USD' && gross.amount !== null && typeOf(title) === 'movie';
  return {
    ...listingOf(title),
    response: 'True',
    rated: stated(title.certificate),
    released: written(title.released, (day) => day.toUTCString().slice(5, 16)),
    runtime: title.seconds ? `${Math.round(title.seconds / 60)} min` : unknown,
    genre: joined(title.genres),
    director: isSeries ? unknown : joined(namesOf('director')),
    writer: joined(isSeries && namesOf('creator').length > 0 ? namesOf('creator') : namesOf('writer')),
    actors: joined(namesOf('cast').slice(0, mostActors)),
    plot:
      plot === 'full' && title.summaries.length > 0
        ? title.summaries.reduce((longest, other) => (other.length > longest.length ? other : longest))
        : stated(title.plot),
    language: joined(title.languages),
    country: joined(title.countries),
    awards: awardsOf(title),
    ratings: [
      ...(rating === unknown ? [] : [{ source: 'Internet Movie Database', value: `${rating}/10` }]),
      ...(metascore === null ? [] : [{ source: 'Metacritic', value: `${metascore}/100` }]),
    ],
    metascore: metascore === null ? unknown : String(metascore),
    titledbRating: rating,
    titledbVotes: title.votes ? title.votes.toLocaleString('en-US') : unknown,
    dvd: unknown,
    boxOffice: inDollars ? `$${gross.amount!.toLocaleString('en-US')}` : unknown,
    production: unknown,
    website: unknown,
    source: provenanceOf(imdb, ['awards', 'ratings']),
  };
}

export async function titleById(
  { id, plot }: { readonly id: string; readonly plot: Plot },
  { read }: Context,
): Promise<Title & Sourced> {
  const title = await read(graph.imdbTitle, { id });
  if (!title) throw noSuch(`No title with the id "${id}" was found.`);
  return titleOf(title, plot);
}

const kinds = { movie: 'MOVIE', series: 'TV', episode: 'TV_EPISODE' } as const;

/** Those of a search that OMDb has, too, by type and year. */
const narrowed = (titles: readonly graph.ImdbTitle[], { year, type }: Narrowing) =>
  titles.filter(
    (title) =>
      typeOf(title) !== undefined &&
      (type === undefined || typeOf(title) === type) &&
      (year === undefined || title.year === year),
  );

const searchFor = (words: string, { type }: Narrowing): graph.OfSearch => ({
  words,
  kind: type && kinds[type],
});

/** The title with this very name that most have voted on, else the first. */
async function named(name: string, narrowing: Narrowing, { read }: Context) {
  const titles = narrowed(await read(graph.imdbNamed, searchFor(name, narrowing)), narrowing);
  const [best] = titles
    .filter((title) => isSameName(title.name, name))
    .sort((one, other) => (other.votes ?? 0) - (one.votes ?? 0));
  return best ?? titles[0];
}

export async function titleNamed(
  { title: name, plot, ...narrowing }: Narrowing & { readonly title: string; readonly plot: Plot },
  context: Context,
): Promise<Title & Sourced> {
  const title = await named(name, narrowing, context);
  if (!title) throw noSuch(`No title named "${name}" was found.`);
  return titleOf(title, plot);
}

export async function search(
  { query, page, ...narrowing }: Narrowing & { readonly query: string; readonly page: number },
  { read }: Context,
): Promise<Search & Sourced> {
  const found = await read(graph.imdbSearch, searchFor(query, narrowing));
  return pageOf(narrowed(found, narrowing).map(listingOf), { query, page, source: imdb });
}

/** The most pages of one season, of 250 episodes each. */
const mostPages = 4;

export async function season(
  { season, ...series }: Series & { readonly season: number },
  context: Context,
): Promise<Season & Sourced> {
  const id = 'id' in series ? series.id : (await named(series.title, { type: 'series' }, context))?.id;
  const first = id === undefined ? null : await context.read(graph.imdbSeason, { id, season, after: null });
  const episodes = [...(first?.episodes ?? [])];
  for (let after = first?.next ?? null, pages = 1; after !== null && pages < mostPages; pages += 1) {
    const page = await context.read(graph.imdbSeason, { id: id!, season, after });
    episodes.push(...(page?.episodes ?? []));
    after = page?.next ?? null;
  }
  if (!first || episodes.length === 0) throw noSuch(noSeason({ season, ...series }));
  const seasons = first.seasons.map(Number).filter(Number.isInteger);
  return {
    response: 'True',
    title: first.name,
    season: String(season),
    totalSeasons: seasons.length > 0 ? String(Math.max(...seasons)) : unknown,
    episodes: episodes.map(({ id, name, released, rating, number }) => ({
      title: stated(name),
      released: written(released, (day) => day.toISOString().slice(0, 10)),
      episode: stated(number),
      titledbRating: rated(rating),
      titledbId: id,
    })),
    source: provenanceOf(imdb),
  };
}
