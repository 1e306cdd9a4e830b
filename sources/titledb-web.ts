import { z } from 'zod';
import { hours } from '../core/clock.ts';
import { integer, nullable, number, optionalList, shape, strictNullable, text } from './kernel/decode.ts';
import { imdb } from './titledb-sources.ts';

/*
 * Titles from the graph of IMDb's web site, which is asked in plain text. Values are literals of the query, since the graph
 * publishes no types of variables.
 */

const asking = (operation: string) => ({
  method: 'POST' as const,
  isSafe: true,
  path: '/',
  body: JSON.stringify({ query: operation }),
});

const literal = (value: string): string => JSON.stringify(value);

const listingFields =
  'id titleText { text } titleType { id } releaseYear { year endYear } primaryImage { url }';

const names = 'category { id } credits { name { nameText { text } } }';

const titleFields = `${listingFields} certificate { rating } runtime { seconds } releaseDate { day month year }
  titleGenres { genres { genre { text } } } plot { plotText { plainText } }
  plots(first: 5, filter: { type: SUMMARY }) { edges { node { plotText { plainText } } } }
  spokenLanguages { spokenLanguages { text } } countriesOfOrigin { countries { text } }
  ratingsSummary { aggregateRating voteCount } metacritic { metascore { score } }
  prestigiousAwardSummary { wins nominations award { text } }
  wins: awardNominations(first: 0, filter: { wins: WINS_ONLY }) { total }
  nominationsExcludeWins: awardNominations(first: 0, filter: { wins: EXCLUDE_WINS }) { total }
  lifetimeGross(boxOfficeArea: DOMESTIC) { total { amount currency } }
  principalCredits(filter: { categories: ["director", "writer", "creator", "cast"] }) { ${names} }`;

const Named = nullable(shape({ text: nullable(text) }));
const Day = nullable(shape({ day: nullable(integer), month: nullable(integer), year: nullable(integer) }));
const Ratings = nullable(shape({ aggregateRating: nullable(number), voteCount: nullable(integer) }));
const Total = nullable(shape({ total: nullable(integer) }));
const Plot = nullable(shape({ plotText: nullable(shape({ plainText: nullable(text) })) }));

/** The text of each element of a list, of which some may have none. */
const textsOf = (texts: readonly ({ readonly text: string | null } | null)[]): string[] =>
  texts.flatMap((each) => each?.text ?? []);

const Title = shape({
  id: text,
  titleText: shape({ text }),
  titleType: nullable(shape({ id: text })),
  releaseYear: nullable(shape({ year: nullable(integer), endYear: nullable(integer) })),
  primaryImage: nullable(shape({ url: nullable(text) })),
  certificate: nullable(shape({ rating: nullable(text) })),
  runtime: nullable(shape({ seconds: nullable(integer) })),
  releaseDate: Day,
  titleGenres: nullable(shape({ genres: optionalList(shape({ genre: Named })) })),
  plot: Plot,
  plots: nullable(shape({ edges: optionalList(shape({ node: Plot })) })),
  spokenLanguages: nullable(shape({ spokenLanguages: optionalList(Named) })),
  countriesOfOrigin: nullable(shape({ countries: optionalList(Named) })),
  ratingsSummary: Ratings,
  metacritic: nullable(shape({ metascore: nullable(shape({ score: nullable(integer) })) })),
  prestigiousAwardSummary: nullable(
    shape({ wins: nullable(integer), nominations: nullable(integer), award: Named }),
  ),
  wins: Total,
  nominationsExcludeWins: Total,
  lifetimeGross: nullable(
    shape({ total: nullable(shape({ amount: nullable(number), currency: nullable(text) })) }),
  ),
  principalCredits: optionalList(
    shape({
      category: nullable(shape({ id: text })),
      credits: optionalList(shape({ name: nullable(shape({ nameText: Named })) })),
    }),
  ),
}).transform((told) => ({
  id: told.id,
  name: told.titleText.text,
  /** Such as `tvMiniSeries`. */
  type: told.titleType?.id ?? null,
  year: told.releaseYear?.year ?? null,
  endYear: told.releaseYear?.endYear ?? null,
  picture: told.primaryImage?.url ?? null,
  certificate: told.certificate?.rating ?? null,
  seconds: told.runtime?.seconds ?? null,
  released: told.releaseDate,
  genres: textsOf(told.titleGenres?.genres.map(({ genre }) => genre) ?? []),
  plot: told.plot?.plotText?.plainText ?? null,
  summaries: (told.plots?.edges ?? []).flatMap(({ node }) => node?.plotText?.plainText ?? []),
  languages: textsOf(told.spokenLanguages?.spokenLanguages ?? []),
  countries: textsOf(told.countriesOfOrigin?.countries ?? []),
  rating: told.ratingsSummary?.aggregateRating ?? null,
  votes: told.ratingsSummary?.voteCount ?? null,
  metascore: told.metacritic?.metascore?.score ?? null,
  award: told.prestigiousAwardSummary && {
    ...told.prestigiousAwardSummary,
    name: told.prestigiousAwardSummary.award?.text ?? null,
  },
  wins: told.wins?.total ?? null,
  nominations: told.nominationsExcludeWins?.total ?? null,
  gross: told.lifetimeGross?.total ?? null,
  /** Names by category, such as `director`. */
  credits: Object.fromEntries(
    told.principalCredits.map(({ category, credits }) => [
      category?.id ?? '',
      textsOf(credits.map(({ name }) => name?.nameText ?? null)),
    ]),
  ) as Readonly<Record<string, readonly string[] | undefined>>,
}));

export type ImdbTitle = z.output<typeof Title>;

/** A title by its id; null where there is none. */
export const imdbTitle = imdb.endpoint('imdbTitle', {
  request: ({ id }: { readonly id: string }) =>
    asking(`query Title { title(id: ${literal(id)}) { ${titleFields} } }`),
  decode: z
    .object({ data: z.object({ title: strictNullable(Title) }) })
    .transform(({ data: { title } }) => title),
  cache: { freshMs: hours(24), staleIfErrorMs: hours(24) },
});

/** The kinds of titles that a search can be narrowed to. */
export type SearchKind = 'MOVIE' | 'TV' | 'TV_EPISODE';

export interface OfSearch {
  readonly words: string;
  readonly kind?: SearchKind | undefined;
}

/** Names of people are hits as well. */
const Other = z.looseObject({ titleText: z.undefined().optional() }).transform(() => null);
const Hit = z.object({ node: z.object({ entity: z.union([Title, Other]) }) });

const Found = z
  .object({ data: z.object({ mainSearch: z.object({ edges: optionalList(Hit) }) }) })
  .transform(({ data: { mainSearch } }) => mainSearch.edges.flatMap(({ node }) => node.entity ?? []));

const searching = (name: string, first: number, fields: string) =>
  imdb.endpoint(name, {
    request: ({ words, kind }: OfSearch) => {
      const narrowed = kind === undefined ? '' : `, titleSearchOptions: { type: [${kind}] }`;
      const options = `{ searchTerm: ${literal(words)}, type: [TITLE]${narrowed} }`;
      return asking(
        `query Search { mainSearch(first: ${first}, options: ${options}) { edges { node { entity { ... on Title { ${fields} } } } } } }`,
      );
    },
    decode: Found,
    cacheKey: (asked) => ({ ...asked, words: asked.words.toLowerCase().replaceAll(/\s+/g, ' ') }),
    cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
  });

/** The titles whose names fit words, as listings; no pages are known. */
export const imdbSearch = searching('imdbSearch', 50, listingFields);

/** The first of them, whole. */
export const imdbNamed = searching('imdbNamed', 20, titleFields);

const Episode = shape({
  id: text,
  titleText: Named,
  releaseDate: Day,
  ratingsSummary: Ratings,
  series: nullable(
    shape({
      displayableEpisodeNumber: nullable(shape({ episodeNumber: nullable(shape({ text: nullable(text) })) })),
    }),
  ),
});

const Season = shape({
  titleText: shape({ text }),
  episodes: strictNullable(
    shape({
      displayableSeasons: nullable(shape({ edges: optionalList(shape({ node: Named })) })),
      episodes: shape({
        edges: optionalList(shape({ node: Episode })),
        pageInfo: shape({ endCursor: strictNullable(text), hasNextPage: strictNullable(z.boolean()) }),
      }),
    }),
  ),
}).transform(({ titleText, episodes }) => ({
  name: titleText.text,
  seasons: textsOf((episodes?.displayableSeasons?.edges ?? []).map(({ node }) => node)),
  episodes: (episodes?.episodes.edges ?? []).map(({ node }) => ({
    id: node.id,
    name: node.titleText?.text ?? null,
    released: node.releaseDate,
    rating: node.ratingsSummary?.aggregateRating ?? null,
    number: node.series?.displayableEpisodeNumber?.episodeNumber?.text ?? null,
  })),
  next: (episodes?.episodes.pageInfo.hasNextPage && episodes.episodes.pageInfo.endCursor) || null,
}));

export interface OfSeason {
  readonly id: string;
  readonly season: number;
  readonly after: string | null;
}

/** Episodes of a season, at most 250; null where there is no such title. */
export const imdbSeason = imdb.endpoint('imdbSeason', {
  request: ({ id, season, after }: OfSeason) => {
    const from = after === null ? '' : `, after: ${literal(after)}`;
    return asking(`query Season { title(id: ${literal(id)}) { titleText { text } episodes {
      displayableSeasons(first: 9999) { edges { node { text } } }
      episodes(first: 250${from}, filter: { includeSeasons: ["${season}"] }) {
        edges { node { id titleText { text } releaseDate { day month year } ratingsSummary { aggregateRating }
          series { displayableEpisodeNumber { episodeNumber { text } } } } }
        pageInfo { endCursor hasNextPage }
      }
    } } }`);
  },
  decode: z
    .object({ data: z.object({ title: strictNullable(Season) }) })
    .transform(({ data: { title } }) => title),
  cache: { freshMs: hours(24), staleIfErrorMs: hours(24) },
});
