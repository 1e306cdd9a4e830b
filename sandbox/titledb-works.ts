import { capitalised, type Dice } from './kernel/dice.ts';
import type { World } from './world.ts';

/** A film, a series, an episode or a game; all fields are derived from its key. */
export interface Work {
  readonly key: string;
  /** `tt` and seven digits. */
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  /** The time of the first release, in milliseconds since the epoch. */
  readonly releasedMs: number;
  /** The position of an episode in its series; an episode by name has none. */
  readonly part?: { readonly seriesId: string; readonly season: number; readonly number: number };
}

export type Kind = 'movie' | 'series' | 'episode' | 'game';

/** The filters of a request for a name. */
export interface Narrowing {
  readonly year?: string | undefined;
  readonly kind?: Kind | undefined;
}

const dayMs = 86_400_000;

/** The work with a name. Kind and year are derived from the name, unless the request has them. */
export function workNamed(world: World, name: string, { year, kind }: Narrowing): Work {
  const dice = world.of('titledb.name', name);
  const ownKind = dice.pick(['movie', 'movie', 'series'] as const);
  const ownYear = dice.int(1960, 2018);
  return workOf(world, `${kind ?? ownKind}:${year ?? ownYear}:${name}`);
}

/** The series with a name. */
export const seriesNamed = (world: World, name: string): Work => workNamed(world, name, { kind: 'series' });

/** The work with an id. An unknown id is a series, which supports every kind of request. */
export function workById(world: World, id: string): Work {
  const invent = (dice: Dice) =>
    `series:${dice.int(1960, 2018)}:${dice.title().toLowerCase()} ${dice.word()}`;
  return workOf(world, world.nameOf('titledb.work', id, invent));
}

/** A hit of a search: the first one has the search term as its name. */
export function hit(world: World, words: string, index: number, { year, kind }: Narrowing): Work {
  if (index === 0) return workNamed(world, words, { year, kind });
  const dice = world.of('titledb.hit', words, index);
  const ownKind = dice.pick(['movie', 'movie', 'series', 'game'] as const);
  const name = `${words} ${index + 1}: ${dice.title().toLowerCase()}`;
  return workNamed(world, name, { year, kind: kind ?? ownKind });
}

/** The number of episodes of a season; null beyond the last season. */
export function episodesOf(world: World, series: Work, season: number): readonly Work[] | null {
  if (series.kind !== 'series' || season < 1 || season > seasonsOf(world, series)) return null;
  const length = world.of('titledb.season', series.key, season).int(6, 22);
  return Array.from({ length }, (_, index) => workOf(world, `part:${series.id}:${season}:${index + 1}`));
}

export const seasonsOf = (world: World, series: Work): number =>
  world.of('titledb.seasons', series.key).int(12, 20);

function workOf(world: World, key: string): Work {
  const [kind, ...rest] = key.split(':');
  const id = world.idOf('titledb.work', key, (dice) => `tt${dice.digits(7)}`);
  const dice = world.of('titledb.birth', key);
  if (kind === 'part') {
    const [seriesId = '', season, number] = rest;
    const part = { seriesId, season: Number(season), number: Number(number) };
    return { key, id, kind: 'episode', title: dice.title(), releasedMs: shownMs(world, part), part };
  }
  const [year = '', ...name] = rest;
  const title = name.join(':').split(' ').map(capitalised).join(' ');
  const releasedMs = Date.UTC(Number(year), 0, 1) + dice.int(0, 364) * dayMs;
  return { key, id, kind: kind as Kind, title, releasedMs };
}

/** Two seasons a year, an episode a week. */
const shownMs = (world: World, { seriesId, season, number }: NonNullable<Work['part']>): number =>
  workById(world, seriesId).releasedMs + ((season - 1) * 182 + (number - 1) * 7) * dayMs;

const unknown = 'N/A';

/** Some values are unknown to the upstream: `N/A`. */
const known = (dice: Dice, value: string): string => (dice.chance(0.1) ? unknown : value);

const people = (dice: Dice, most: number): string =>
  Array.from({ length: dice.int(1, most) }, () => dice.personName()).join(', ');

export const ratingOf = (world: World, { key }: Work): string => {
  const dice = world.of('titledb.rating', key);
  return known(dice, dice.float(3, 9.5, 1).toFixed(1));
};

export const posterOf = (world: World, { key }: Work): string => {
  const dice = world.of('titledb.poster', key);
  return known(dice, `https://m.media-amazon.com/images/M/${dice.token(32)}._V1_SX300.jpg`);
};

/** A series has a range of years; a running one has an open end. */
export function yearOf(world: World, work: Work): string {
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

/** A title as the Open Movie Database states it. */
export function titleBody(world: World, work: Work, isFullPlot: boolean) {
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
