import { buildSchema, graphqlSync } from 'graphql';
import { htmlPage, json } from './kernel/responses.ts';
import { defineUpstream, post } from './kernel/upstream.ts';
import { episodesOf, hit, seasonsOf, titleBody, type Work, workById, workNamed } from './titledb-works.ts';
import type { World } from './world.ts';

/* The graph of IMDb's web site: the titles of the other upstreams, in its own form. */

const schema = buildSchema(`
  type Query {
    title(id: ID!): Title
    mainSearch(first: Int!, options: MainSearchOptions!): MainSearch
  }
  input MainSearchOptions { searchTerm: String!, type: [MainSearchType!], titleSearchOptions: TitleSearchOptions }
  enum MainSearchType { TITLE NAME }
  input TitleSearchOptions { type: [MainSearchTitleType!] }
  enum MainSearchTitleType { MOVIE TV TV_EPISODE }
  type MainSearch { edges: [MainSearchEdge!]! }
  type MainSearchEdge { node: MainSearchNode! }
  type MainSearchNode { entity: MainSearchEntity! }
  union MainSearchEntity = Title
  type Title {
    id: ID!
    titleText: Named
    titleType: Id
    releaseYear: Years
    primaryImage: Picture
    certificate: Certificate
    runtime: Runtime
    releaseDate: Day
    titleGenres: TitleGenres
    plot: Plot
    plots(first: Int, filter: PlotFilter): Plots
    spokenLanguages: Languages
    countriesOfOrigin: Countries
    ratingsSummary: Ratings
    metacritic: Metacritic
    prestigiousAwardSummary: Award
    awardNominations(first: Int, filter: NominationFilter): Total
    lifetimeGross(boxOfficeArea: BoxOfficeArea!): Gross
    principalCredits(filter: CreditFilter): [Credits!]
    episodes: Episodes
    series: InSeries
  }
  type Named { text: String }
  type Id { id: ID! }
  type Years { year: Int, endYear: Int }
  type Picture { url: String }
  type Certificate { rating: String }
  type Runtime { seconds: Int }
  type Day { day: Int, month: Int, year: Int }
  type TitleGenres { genres: [TitleGenre!] }
  type TitleGenre { genre: Named }
  type Plot { plotText: PlainText }
  type PlainText { plainText: String }
  input PlotFilter { type: PlotType }
  enum PlotType { OUTLINE SUMMARY SYNOPSIS }
  type Plots { edges: [PlotEdge!] }
  type PlotEdge { node: Plot }
  type Languages { spokenLanguages: [Named!] }
  type Countries { countries: [Named!] }
  type Ratings { aggregateRating: Float, voteCount: Int }
  type Metacritic { metascore: Score }
  type Score { score: Int }
  type Award { wins: Int, nominations: Int, award: Named }
  input NominationFilter { wins: Wins }
  enum Wins { WINS_ONLY EXCLUDE_WINS }
  type Total { total: Int }
  enum BoxOfficeArea { DOMESTIC WORLDWIDE }
  type Gross { total: Money }
  type Money { amount: Int, currency: String }
  input CreditFilter { categories: [String!] }
  type Credits { category: Id, credits: [Credit!] }
  type Credit { name: Person }
  type Person { nameText: Named }
  type Episodes {
    displayableSeasons(first: Int): Seasons
    episodes(first: Int, after: ID, filter: EpisodeFilter): EpisodePage
  }
  type Seasons { edges: [SeasonEdge!] }
  type SeasonEdge { node: Named }
  input EpisodeFilter { includeSeasons: [String!] }
  type EpisodePage { edges: [EpisodeEdge!], pageInfo: PageInfo }
  type EpisodeEdge { node: Title }
  type PageInfo { endCursor: ID, hasNextPage: Boolean! }
  type InSeries { displayableEpisodeNumber: EpisodeNumber }
  type EpisodeNumber { episodeNumber: Named }
`);

const types = { movie: 'movie', series: 'tvSeries', episode: 'tvEpisode', game: 'videoGame' } as const;

const unknown = 'N/A';
const known = (text: string | undefined): string | null =>
  text === undefined || text === unknown ? null : text;
const numberIn = (text: string | undefined): number | null =>
  known(text) === null ? null : Number(text!.replaceAll(/[^\d.]/g, ''));
const listed = (text: string | undefined) =>
  (known(text) ?? '')
    .split(', ')
    .filter(Boolean)
    .map((text) => ({ text }));
const people = (category: string, text: string | undefined) => ({
  category: { id: category },
  credits: listed(text).map((nameText) => ({ name: { nameText } })),
});

/** What OMDb tells of it. */
function factsOf(world: World, work: Work, isFullPlot = false): Readonly<Record<string, string | undefined>> {
  const { Ratings, ...facts } = titleBody(world, work, isFullPlot);
  return facts;
}

function titleOf(world: World, work: Work) {
  const facts = factsOf(world, work);
  const [year, endYear] = facts.Year!.split('–');
  const released = new Date(work.releasedMs);
  const [, wins, nominations] = /(\d+) wins & (\d+)/.exec(facts.Awards!) ?? [];
  const isSeries = work.kind === 'series';
  const gross = numberIn(facts.BoxOffice);
  return {
    __typename: 'Title',
    id: work.id,
    titleText: { text: work.title },
    titleType: { id: types[work.kind] },
    releaseYear: { year: Number(year), endYear: endYear ? Number(endYear) : null },
    primaryImage: known(facts.Poster) && { url: facts.Poster!.replace('_SX300', '_') },
    certificate: known(facts.Rated) && { rating: facts.Rated },
    runtime: known(facts.Runtime) && { seconds: numberIn(facts.Runtime)! * 60 },
    releaseDate: {
      day: released.getUTCDate(),
      month: released.getUTCMonth() + 1,
      year: released.getUTCFullYear(),
    },
    titleGenres: { genres: listed(facts.Genre).map((genre) => ({ genre })) },
    plot: known(facts.Plot) && { plotText: { plainText: facts.Plot } },
    plots: () => ({
      edges: [facts.Plot, factsOf(world, work, true).Plot].flatMap((plot) =>
        known(plot) ? { node: { plotText: { plainText: plot } } } : [],
      ),
    }),
    spokenLanguages: { spokenLanguages: listed(facts.Language) },
    countriesOfOrigin: { countries: listed(facts.Country) },
    ratingsSummary: {
      aggregateRating: numberIn(facts.imdbRating),
      voteCount: numberIn(facts.imdbVotes) ?? 0,
    },
    metacritic: known(facts.Metascore) && { metascore: { score: Number(facts.Metascore) } },
    prestigiousAwardSummary: null,
    awardNominations: ({ filter }: { readonly filter: { readonly wins: string } }) => ({
      total: Number((filter.wins === 'WINS_ONLY' ? wins : nominations) ?? 0),
    }),
    lifetimeGross: gross && { total: { amount: gross, currency: 'USD' } },
    principalCredits: [
      people('director', facts.Director),
      people(isSeries ? 'creator' : 'writer', facts.Writer),
      people('cast', facts.Actors),
    ],
    episodes: isSeries ? episodes(world, work) : null,
    series: work.part && {
      displayableEpisodeNumber: { episodeNumber: { text: String(work.part.number) } },
    },
  };
}

interface EpisodesAsked {
  readonly first: number;
  readonly after?: string;
  readonly filter: { readonly includeSeasons: readonly string[] };
}

const episodes = (world: World, series: Work) => ({
  displayableSeasons: {
    edges: Array.from({ length: seasonsOf(world, series) }, (_, index) => ({
      node: { text: String(index + 1) },
    })),
  },
  episodes({ first, after = '0', filter }: EpisodesAsked) {
    const all = filter.includeSeasons.flatMap((season) => episodesOf(world, series, Number(season)) ?? []);
    const to = Number(after) + first;
    return {
      edges: all.slice(Number(after), to).map((work) => ({ node: titleOf(world, work) })),
      pageInfo: { endCursor: String(Math.min(to, all.length)), hasNextPage: to < all.length },
    };
  },
});

interface SearchAsked {
  readonly first: number;
  readonly options: {
    readonly searchTerm: string;
    readonly titleSearchOptions?: { readonly type?: readonly (keyof typeof kinds)[] };
  };
}

const kinds = { MOVIE: 'movie', TV: 'series', TV_EPISODE: 'episode' } as const;

/** Of a search. */
const hits = 30;

function found(world: World, { first, options: { searchTerm, titleSearchOptions } }: SearchAsked) {
  const words = searchTerm.trim().toLowerCase();
  const type = titleSearchOptions?.type?.[0];
  const kind = type && kinds[type];
  return Array.from({ length: world.exists(words) ? Math.min(first, hits) : 0 }, (_, index) =>
    index === 0 ? workNamed(world, words, { kind }) : hit(world, words, index, { kind }),
  );
}

export const imdbGraph = defineUpstream({
  hosts: ['api.graphql.imdb.com'],
  guard: ({ headers }) =>
    headers['x-imdb-client-name']
      ? undefined
      : htmlPage('<html><head><title>403 Forbidden</title></head></html>', { status: 403 }),
  routes: [
    post('/', (request) => {
      const { query = '' } = (request.json() ?? {}) as { query?: string };
      const { world } = request;
      const rootValue = {
        title: ({ id }: { readonly id: string }) =>
          world.exists(id.replace(/^tt/, '')) ? titleOf(world, workById(world, id)) : null,
        mainSearch: (asked: SearchAsked) => ({
          edges: found(world, asked).map((work) => ({ node: { entity: titleOf(world, work) } })),
        }),
      };
      return json({
        ...graphqlSync({ schema, source: query, rootValue }),
        extensions: { disclaimer: 'For limited non-commercial use.', experimentalFields: { janet: [] } },
      });
    }),
  ],
});
