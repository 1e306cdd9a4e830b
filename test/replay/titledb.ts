import { type GroupReplays, pick } from './recordings.ts';

const upstream = 'www.omdbapi.com/';
const titlePath = '/api/titledb/title?title=Lost';
const idPath = '/api/titledb/id?id=tt0411008';
const searchPath = '/api/titledb/search?query=Star%20Wars';
const seasonPath = '/api/titledb/season?title=Lost&season=1';

// biome-ignore lint/suspicious/noExplicitAny: recordings have any shape
type Recorded = any;

/** The values of these names, with the default of missing ones. */
const stated = (from: Recorded, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, from[name] ?? 'N/A']));

const title = (from: Recorded) => ({
  ...stated(from, 'Title Year Rated Released Runtime Genre Director Writer Actors Plot Language Country'),
  ...stated(from, 'Awards Poster Metascore Type DVD BoxOffice Production Website'),
  Ratings: from.Ratings ?? [],
  ...pick(from, 'titledbRating:imdbRating titledbVotes:imdbVotes titledbID:imdbID'),
  Response: 'True',
});

const search = (from: Recorded) => ({
  Search: from.Search.map(({ imdbID, ...found }: Recorded) => ({ ...found, titledbID: imdbID })),
  totalResults: from.totalResults,
  Response: 'True',
});

const season = (from: Recorded) => ({
  ...stated(from, 'Title Season totalSeasons'),
  Episodes: from.Episodes.map(({ imdbRating, imdbID, ...episode }: Recorded) => ({
    ...episode,
    titledbRating: imdbRating,
    titledbID: imdbID,
  })),
  Response: 'True',
});

export const titledb: GroupReplays = {
  group: 'titledb',
  replays: [
    ...[
      ...['title--1.json', 'title--2.json', 'title--3.json', 'title--4.json', 'title--5.json'],
      'title-full-plot--1.json',
    ].map((recording) => ({ recording, upstream, request: titlePath, expected: title })),
    ...['id--1.json', ...[1, 2, 3, 4].map((number) => `title-modern--${number}.json`)].map((recording) => ({
      recording,
      upstream,
      request: idPath,
      expected: title,
    })),
    ...[1, 2].map((number) => ({
      recording: `search--${number}.json`,
      upstream,
      request: searchPath,
      expected: search,
    })),
    ...[1, 2].map((number) => ({
      recording: `season--${number}.json`,
      upstream,
      request: seasonPath,
      expected: season,
    })),
    { recording: 'title-error--1.json', upstream, request: titlePath, expected: 404 },
    { recording: 'id-error--1.json', upstream, request: idPath, expected: 404 },
    { recording: 'search-error--1.json', upstream, request: searchPath, expected: 404 },
    { recording: 'season-error--1.json', upstream, request: seasonPath, expected: 404 },
    // The upstream status of these responses was not recorded.
    ...[200, 401].flatMap((status) => [
      { recording: 'error-no-key--1.json', upstream, status, request: searchPath, expected: 502 },
      { recording: 'error-limit--1.json', upstream, status, request: titlePath, expected: 503 },
    ]),
  ],
};
