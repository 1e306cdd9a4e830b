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
