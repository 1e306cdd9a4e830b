import { type GroupReplays, pick, type Recorded, row } from './recordings.ts';

const upstream = 'www.omdbapi.com/';
const titlePath = '/api/titledb/title?title=Lost';
const idPath = '/api/titledb/id?id=tt0411008';
const searchPath = '/api/titledb/search?query=Star%20Wars';
const seasonPath = '/api/titledb/season?title=Lost&season=1';

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

const keyless = { KEYLESS: 'on', TITLEDB_API_KEY: '', TITLEDB_WEB_CLIENT: '' };
const imdb = { ...keyless, TITLEDB_WEB_CLIENT: 'web-site' };
/** The types of IMDb that OMDb has, as far as they were recorded. */
const known = /^(movie|tvMovie|short|video|tvSeries|tvMiniSeries|tvEpisode|videoGame)$/;

export const titledb: GroupReplays = {
  group: 'titledb',
  replays: [
    ...[
      ...['title--1.json', 'title--2.json', 'title--3.json', 'title--4.json', 'title--5.json'],
      'title-full-plot--1.json',
    ].map((recording) => ({ recording, upstream, request: titlePath, expected: title })),
    ...['id--1.json', ...[1, 2, 3, 4].map((number) => `title-modern--${number}.json`)].map((recording) =>
      row(recording, upstream, idPath, title),
    ),
    ...[1, 2].map((number) => row(`search--${number}.json`, upstream, searchPath, search)),
    ...[1, 2].map((number) => row(`season--${number}.json`, upstream, seasonPath, season)),
    { recording: 'title-error--1.json', upstream, request: titlePath, expected: 404 },
    { recording: 'id-error--1.json', upstream, request: idPath, expected: 404 },
    { recording: 'search-error--1.json', upstream, request: searchPath, expected: 404 },
    { recording: 'season-error--1.json', upstream, request: seasonPath, expected: 404 },
    // The upstream status of these responses was not recorded.
    ...[200, 401].flatMap((status) => [
      { recording: 'error-no-key--1.json', upstream, status, request: searchPath, expected: 502 },
      { recording: 'error-limit--1.json', upstream, status, request: titlePath, expected: 503 },
    ]),
    row(
      'keyless/cinemeta-meta-movie--shawshank.json',
      'v3-cinemeta.strem.io/meta/movie/tt0111161.json',
      '/api/titledb/id?id=tt0111161',
      { isPart: true, environment: keyless },
      ({ meta }) => ({
        Title: 'The Shawshank Redemption',
        Year: '1994',
        Released: '14 Oct 1994',
        Runtime: '142 min',
        Director: 'Frank Darabont',
        Writer: 'Stephen King, Frank Darabont',
        Actors: 'Tim Robbins, Morgan Freeman, Bob Gunton',
        Country: 'United States',
        Awards: meta.awards,
        DVD: '15 Aug 2008',
        Ratings: [{ Source: 'Internet Movie Database', Value: '9.3/10' }],
        titledbID: 'tt0111161',
        titledbVotes: 'N/A',
      }),
    ),
    {
      recording: 'keyless/cinemeta-catalog--top-movies.json',
      upstream: /^v3-cinemeta\.strem\.io\/catalog\/movie\/top\/search(=|%3D)war\.json$/,
      environment: keyless,
      request: '/api/titledb/search?query=war&type=movie',
      expected: ({ metas }) => ({
        Search: metas.map((meta: Recorded) => ({
          Title: meta.name,
          Year: '2026',
          titledbID: meta.imdb_id,
          Type: 'movie',
          Poster: meta.poster,
        })),
        totalResults: String(metas.length),
        Response: 'True',
      }),
    },
    // The show of one recording, and an episode of another as the list of its episodes.
    {
      recording: 'keyless/tvmaze-episode--flash-2x02.json',
      isPart: true,
      upstream: 'api.tvmaze.com/shows/13/episodes',
      within: (episode) => `[${episode}]`,
      also: { 'api.tvmaze.com/lookup/shows': 'keyless/tvmaze-show--flash-with-seasons.json' },
      environment: keyless,
      request: '/api/titledb/season?id=tt3107288&season=2',
      expected: () => ({
        Title: 'The Flash',
        Season: '2',
        Episodes: [{ Title: 'Flash of Two Worlds', Released: '2015-10-13', Episode: '2', titledbID: 'N/A' }],
      }),
    },
    {
      recording: 'keyless/tvmaze-episode--flash-2x02.json',
      isPart: true,
      upstream: 'api.tvmaze.com/shows/180/episodes',
      within: (episode) => `[${episode}]`,
      also: { 'api.tvmaze.com/singlesearch/shows': 'keyless/tvmaze-singlesearch--firefly.json' },
      environment: keyless,
      request: '/api/titledb/season?title=Firefly&season=2',
      expected: () => ({ Title: 'Firefly', totalSeasons: '2' }),
    },
    row(
      'keyless/tvmaze-episode--not-found.json',
      'api.tvmaze.com/lookup/shows',
      '/api/titledb/season?id=tt3107289&season=2',
      { status: 404, environment: keyless },
      404,
    ),
    row(
      'keyless/imdb-graphql-title--squid-game.json',
      'api.graphql.imdb.com/',
      '/api/titledb/id?id=tt10919420',
      { isPart: true, environment: imdb },
      () => ({ Title: 'Squid Game', Year: '2021', titledbRating: '8.0', Genre: 'N/A', Awards: 'N/A' }),
    ),
    // The objects of a page, as one title.
    row(
      'keyless/imdb-page-title--movie.json',
      'api.graphql.imdb.com/',
      '/api/titledb/id?id=tt0133093',
      {
        isPart: true,
        environment: imdb,
        within: (page) => {
          const { aboveTheFoldData, mainColumnData } = JSON.parse(page);
          return JSON.stringify({ data: { title: { ...aboveTheFoldData, ...mainColumnData } } });
        },
      },
      () => ({
        Title: 'Matrix',
        Year: '1999',
        Rated: 'T',
        Released: '07 May 1999',
        Runtime: '136 min',
        Awards: 'Won 4 Oscars. 42 wins & 52 nominations total',
        Metascore: '73',
        titledbVotes: '2,193,347',
        BoxOffice: '$172,076,928',
      }),
    ),
    row(
      'keyless/imdb-graphql-mainsearch--matrix.json',
      'api.graphql.imdb.com/',
      '/api/titledb/search?query=matrix',
      { isPart: true, environment: imdb },
      ({ data }) => ({
        Search: data.mainSearch.edges
          .map(({ node }: Recorded) => node.entity)
          .filter(({ titleType }: Recorded) => known.test(titleType?.id))
          .slice(0, 10)
          .map(({ id, titleText }: Recorded) => ({ titledbID: id, Title: titleText.text })),
      }),
    ),
    row(
      'keyless/imdb-graphql-mainsearch--matrix.json',
      'api.graphql.imdb.com/',
      '/api/titledb/title?title=The%20Matrix',
      { isPart: true, environment: imdb },
      () => ({ titledbID: 'tt0133093', Runtime: '136 min', titledbRating: '8.7', titledbVotes: 'N/A' }),
    ),
  ],
  unused: Object.fromEntries(
    ['page-episodes--walking-dead-s1', 'suggestion--by-id', 'suggestion--saw'].map((name) => [
      `keyless/imdb-${name}.json`,
      'neither pages nor suggestions are requested',
    ]),
  ),
};
