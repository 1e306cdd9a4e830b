import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { keylessTitledb } from './titledb-keyless.ts';
import { imdbGraph } from './titledb-web.ts';
import {
  episodesOf,
  hit,
  type Kind,
  type Narrowing,
  posterOf,
  ratingOf,
  seasonsOf,
  seriesNamed,
  titleBody,
  type Work,
  workById,
  workNamed,
  yearOf,
} from './titledb-works.ts';
import type { World } from './world.ts';

/**
 * The Open Movie Database: one path, whose parameters, in either case, select the result. Any name and any id of
 * `tt` and digits is a title; errors have status 200, apart from those of the key.
 */
const omdb = defineUpstream({
  hosts: ['www.omdbapi.com'],
  guard: ({ query }) => (query.get('apikey') ? undefined : failed('No API key provided.', 401)),
  failure: (status) => failed(messages[status] ?? 'Something went wrong.', status),
  routes: [get('/', (request) => json(resultOf(request.world, parametersOf(request))))],
});

/** All upstreams of the group. */
export const titledb: readonly Upstream[] = [omdb, imdbGraph, ...keylessTitledb];

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
