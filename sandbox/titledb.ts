import type { Dice } from './kernel/dice.ts';
import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { keylessTitledb } from './titledb-keyless.ts';
import {
  episodesOf,
  hit,
  type Kind,
  type Narrowing,
  seasonsOf,
  seriesNamed,
  type Work,
  workById,
  workNamed,
} from './titledb-works.ts';
import type { World } from './world.ts';

/**
 * The Open Movie Database: one path, whose parameters, in either case, select the result. Any name and any id of
 * `tt` and digits is a title; errors have status 200, apart from those of the key.
 */
const omdb = defineUpstream({
  hosts: ['www.omdbapi.com'],
  guard: ({ query }) => (query.get('apikey') ? undefined : failed('No API key provided.', 401)),
  failure: (status) => failed(messages[status] ?? 'Error getting data.', status),
  routes: [get('/', (request) => json(resultOf(request.world, parametersOf(request))))],
});

/** All upstreams of the group. */
export const titledb: readonly Upstream[] = [omdb, ...keylessTitledb];

const messages: Readonly<Record<number, string>> = {
  401: 'Invalid API key!',
  429: 'Request limit reached!',
};

const failed = (error: string, status = 200): SandboxResponse =>
  json({ Response: 'False', Error: error }, { status });

type Parameters = ReadonlyMap<string, string>;

const parametersOf = ({ query }: SandboxRequest): Parameters =>
  new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));

function resultOf(world: World, requested: Parameters) {
  const [id, name, words] = [requested.get('i'), requested.get('t'), requested.get('s')];
  if (words !== undefined) return searchBody(world, words.trim().toLowerCase(), requested);
  const season = requested.get('season');
  if (season !== undefined) return seasonBody(world, requested, season);
  if (id !== undefined) return titleBody(world, workWithId(world, id), isFull(requested));
  if (!name?.trim()) return refuse(failed('Incorrect IMDb ID.'));
  if (!world.exists(name)) refuse(failed('Movie not found!'));
  return titleBody(
    world,
    workNamed(world, name.trim().toLowerCase(), narrowing(requested)),
    isFull(requested),
  );
}

const isFull = (requested: Parameters) => requested.get('plot') === 'full';

const narrowing = (requested: Parameters): Narrowing => ({
  year: requested.get('y') || undefined,
  kind: (requested.get('type') as Kind | undefined) || undefined,
});

/** The upstream has two error messages for an unknown id. */
function workWithId(world: World, id: string): Work {
  const digits = /^tt(\d+)$/.exec(id)?.[1];
  if (digits === undefined) return refuse(failed('Incorrect IMDb ID.'));
  if (world.exists(digits)) return workById(world, id);
  return refuse(failed(digits.length === 7 ? 'Error getting data.' : 'Incorrect IMDb ID.'));
}

function seasonBody(world: World, requested: Parameters, season: string) {
  const nowhere = failed('Series or season not found!');
  const id = requested.get('i');
  const key = id === undefined ? (requested.get('t') ?? '').trim().toLowerCase() : id.replace(/^tt/, '');
  if (key === '' || !world.exists(key)) refuse(nowhere);
  const series = id === undefined ? seriesNamed(world, key) : workWithId(world, id);
  const episodes = episodesOf(world, series, Number(season)) ?? refuse(nowhere);
  return {
    Title: series.title,
    Season: season,
    totalSeasons: String(seasonsOf(world, series)),
    Episodes: episodes.map((episode) => ({
      Title: episode.title,
      Released: new Date(episode.releasedMs).toISOString().slice(0, 10),
      Episode: String(episode.part?.number),
      imdbRating: ratingOf(world, episode),
      imdbID: episode.id,
    })),
    Response: 'True',
  };
}

const pageSize = 10;
const maximumPage = 100;

function searchBody(world: World, words: string, requested: Parameters) {
  if (words.length < 3) refuse(failed('Too many results.'));
  const total = world.of('titledb.search', words).int(12 * pageSize, 40 * pageSize);
  const page = Number(requested.get('page') ?? 1);
  const from = (page - 1) * pageSize;
  if (!world.exists(words) || !(page >= 1 && page <= maximumPage) || from >= total) {
    refuse(failed('Movie not found!'));
  }
  const works = Array.from({ length: Math.min(pageSize, total - from) }, (_, index) =>
    hit(world, words, from + index, narrowing(requested)),
  );
  return {
    Search: works.map((work) => ({
      Title: work.title,
      Year: yearOf(world, work),
      imdbID: work.id,
      Type: work.kind,
      Poster: posterOf(world, work),
    })),
    totalResults: String(total),
    Response: 'True',
  };
}

const unknown = 'N/A';

/** Some values are unknown to the upstream: `N/A`. */
const known = (dice: Dice, value: string): string => (dice.chance(0.1) ? unknown : value);

const people = (dice: Dice, most: number): string =>
  Array.from({ length: dice.int(1, most) }, () => dice.personName()).join(', ');

const ratingOf = (world: World, { key }: Work): string => {
  const dice = world.of('titledb.rating', key);
  return known(dice, dice.float(3, 9.5, 1).toFixed(1));
};

const posterOf = (world: World, { key }: Work): string => {
  const dice = world.of('titledb.poster', key);
  return known(dice, `https://m.media-amazon.com/images/M/${dice.token(32)}._V1_SX300.jpg`);
};

/** A series has a range of years; a running one has an open end. */
function yearOf(world: World, work: Work): string {
  const first = new Date(work.releasedMs).getUTCFullYear();
  if (work.kind !== 'series') return String(first);
  const last = first + Math.ceil(seasonsOf(world, work) / 2);
  return `${first}–${last < 2025 ? last : ''}`;
}

const genres = ['Action', 'Adventure', 'Comedy', 'Crime', 'Documentary', 'Drama', 'Mystery', 'Romance'];
const languages = ['English', 'French', 'German', 'Hindi', 'Japanese', 'Korean', 'Spanish'];
const countries = ['Canada', 'France', 'Germany', 'India', 'Japan', 'South Korea', 'UK', 'USA'];
const ratedOnScreen = ['G', 'PG', 'PG-13', 'R'];
const ratedOnAir = ['TV-G', 'TV-PG', 'TV-14', 'TV-MA'];

function titleBody(world: World, work: Work, isFullPlot: boolean) {
  const dice = world.of('titledb.facts', work.key);
  const isFilm = work.kind === 'movie';
  const rating = ratingOf(world, work);
  const metascore = isFilm ? known(dice, String(dice.int(20, 95))) : unknown;
  const plot = known(dice, dice.sentence(8, 16));
  const more = dice.paragraph();
  return {
    Title: work.title,
    Year: yearOf(world, work),
    Rated: known(dice, dice.pick(isFilm ? ratedOnScreen : ratedOnAir)),
    Released: known(dice, new Date(work.releasedMs).toUTCString().slice(5, 16)),
    Runtime: known(dice, `${isFilm ? dice.int(75, 180) : dice.int(20, 60)} min`),
    Genre: dice.sample(genres, dice.int(1, 3)).join(', '),
    Director: isFilm ? people(dice, 2) : unknown,
    Writer: known(dice, people(dice, 3)),
    Actors: people(dice, 4),
    Plot: isFullPlot && plot !== unknown ? `${plot} ${more}` : plot,
    Language: dice.sample(languages, dice.int(1, 3)).join(', '),
    Country: dice.sample(countries, dice.int(1, 2)).join(', '),
    Awards: known(dice, `${dice.int(2, 30)} wins & ${dice.int(2, 60)} nominations.`),
    Poster: posterOf(world, work),
    Ratings: [
      ...(rating === unknown ? [] : [{ Source: 'Internet Movie Database', Value: `${rating}/10` }]),
      ...(metascore === unknown ? [] : [{ Source: 'Metacritic', Value: `${metascore}/100` }]),
    ],
    Metascore: metascore,
    imdbRating: rating,
    imdbVotes: rating === unknown ? unknown : dice.int(50, 900_000).toLocaleString('en-US'),
    imdbID: work.id,
    Type: work.kind,
    ...ofKind(world, work, dice),
    Response: 'True',
  };
}

/** The keys that depend on the kind of title. */
function ofKind(world: World, work: Work, dice: Dice) {
  if (work.kind === 'movie') {
    return {
      DVD: known(dice, new Date(work.releasedMs + 1.5e10).toUTCString().slice(5, 16)),
      BoxOffice: known(dice, `$${dice.int(10_000, 900_000_000).toLocaleString('en-US')}`),
      Production: known(dice, `${dice.title()} Pictures`),
      Website: unknown,
    };
  }
  if (work.kind === 'series') return { totalSeasons: String(seasonsOf(world, work)) };
  if (work.kind === 'game') return {};
  const { season, number, seriesId } = work.part ?? {};
  return {
    Season: String(season ?? unknown),
    Episode: String(number ?? unknown),
    seriesID: seriesId ?? unknown,
  };
}
