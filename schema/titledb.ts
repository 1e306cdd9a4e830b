import * as lookups from '../resolvers/titledb.ts';
import type { Sourced } from '../resolvers/titledb-keyless.ts';
import type * as titledb from '../sources/titledb.ts';
import { builder } from './kernel/builder.ts';
import { isAmong, isSince, listFilters } from './kernel/list-filters.ts';
import { PageInterface, type PageModel } from './kernel/paging.ts';
import { DataSource } from './kernel/provenance.ts';
import {
  asDecimal,
  asFlag,
  asTime,
  asUrl,
  asWhole,
  numberOfText,
  timeOfText,
  wholeOfText,
} from './kernel/values.ts';

/** The first and last year of `2010`, `2004–2010` and `2011–`; both are null for other texts. */
function yearsOf({ year }: titledb.Listing): { readonly first: number | null; readonly last: number | null } {
  const [, first, dash, last] = /^(\d{4})([–-]?)(\d{4})?$/.exec(year) ?? [];
  return { first: wholeOfText(first), last: wholeOfText(dash ? last : first) };
}

/** The number before `min`. */
const minutesOf = (runtime: string): number | null => wholeOfText(/^(.+) min$/.exec(runtime)?.[1]);

const Answered = builder.interfaceRef<titledb.Answered & Partial<Sourced>>('TitledbAnswered').implement({
  description: 'What the source says of every answer.',
  fields: (t) => ({
    response: t.exposeString('response', { description: 'The word True: something was found.' }),
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived or approximate.',
      resolve: ({ source }) => source ?? lookups.officialSource,
    }),
    isFound: t.typed('response', asFlag, 'Whether something was found.'),
  }),
});

const Listing = builder.interfaceRef<titledb.Listing>('TitledbListing').implement({
  description: 'What a search tells of a title. Values that the source does not know read N/A.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the title.' }),
    year: t.exposeString('year', {
      description: 'Year that it came out in; of a series the years that it ran, such as 2004–2010 or 2011–.',
    }),
    titledbId: t.exposeID('titledbId', { description: 'Id of the title, tt and digits.' }),
    type: t.exposeString('type', { description: 'Kind of title: movie, series, episode or game.' }),
    poster: t.exposeString('poster', { description: 'Address of its poster.' }),
    startYear: t.int({
      nullable: true,
      description: 'Year that it came out in, or that a series began in.',
      resolve: (listing) => yearsOf(listing).first,
    }),
    endYear: t.int({
      nullable: true,
      description: 'Year that it came out in, or that a series ended in; null while it runs.',
      resolve: (listing) => yearsOf(listing).last,
    }),
    posterUrl: t.typed('poster', asUrl, 'Address of its poster; null where there is none.'),
  }),
});

const Rating = builder.objectRef<titledb.Rating>('TitledbRating').implement({
  description: 'How one publication rates a title.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Name of the publication.' }),
    value: t.exposeString('value', { description: 'The rating as it gives it, such as 8.0/10 or 85%.' }),
  }),
});

export const Title = builder.objectRef<titledb.Title & Partial<Sourced>>('TitledbTitle');
const Season = builder.objectRef<titledb.Season & Partial<Sourced>>('TitledbSeason');

Title.implement({
  description: 'A film, a series or an episode. Values that the source does not know read N/A.',
  interfaces: [Listing, Answered],
  fields: (t) => ({
    rated: t.exposeString('rated', { description: 'Whom it is fit for, such as PG-13 or TV-MA.' }),
    released: t.exposeString('released', {
      description: 'Day that it first came out on, such as 16 Jul 2010.',
    }),
    runtime: t.exposeString('runtime', { description: 'Length, such as 121 min.' }),
    genre: t.exposeString('genre', { description: 'Genres, with commas between them.' }),
    director: t.exposeString('director', { description: 'Directors, with commas between them.' }),
    writer: t.exposeString('writer', { description: 'Writers, with commas between them.' }),
    actors: t.exposeString('actors', { description: 'Main actors, with commas between them.' }),
    plot: t.exposeString('plot', { description: 'What happens in it.' }),
    language: t.exposeString('language', { description: 'Languages spoken, with commas between them.' }),
    country: t.exposeString('country', { description: 'Countries it is from, with commas between them.' }),
    awards: t.exposeString('awards', { description: 'Awards and nominations, in words.' }),
    ratings: t.list('ratings', { type: [Rating], max: 20, description: 'Ratings of several publications.' }),
    metascore: t.exposeString('metascore', { description: 'Average of the critics, from 0 to 100.' }),
    titledbRating: t.exposeString('titledbRating', { description: 'Rating by users, from 1.0 to 10.0.' }),
    titledbVotes: t.exposeString('titledbVotes', {
      description: 'How many users rated it, with commas at the thousands.',
    }),
    dvd: t.exposeString('dvd', { description: 'Day that a film came out on disc.' }),
    boxOffice: t.exposeString('boxOffice', {
      description: 'What a film took at the box office, in dollars.',
    }),
    production: t.exposeString('production', { description: 'Who produced a film.' }),
    website: t.exposeString('website', { description: 'Address of a film’s own site.' }),
    releasedTime: t.typed('released', asTime, 'Beginning of the day that it first came out on, in UTC.'),
    runtimeMinutes: t.int({
      nullable: true,
      description: 'Length in minutes.',
      resolve: ({ runtime }) => minutesOf(runtime),
    }),
    metascoreNumber: t.typed('metascore', asWhole, 'Average of the critics, from 0 to 100.'),
    ratingNumber: t.typed('titledbRating', asDecimal, 'Rating by users, from 1 to 10.'),
    voteCount: t.typed('titledbVotes', asWhole, 'How many users rated it.'),
    discTime: t.typed('dvd', asTime, 'Beginning of the day that a film came out on disc, in UTC.'),
    boxOfficeDollars: t.typed('boxOffice', asWhole, 'What a film took at the box office, in US dollars.'),
    websiteUrl: t.typed('website', asUrl, 'Address of a film’s own site; null where there is none.'),
    seasonNumbered: t.lookup(lookups.seasonOfSeries, {
      type: Season,
      from: {
        id: (title) => (title.type === 'series' ? title.titledbId : null),
      },
    }),
  }),
});

export const SearchResult = builder.objectRef<titledb.Listing>('TitledbSearchResult').implement({
  description: 'One title of a search. Values that the source does not know read N/A.',
  interfaces: [Listing],
  fields: (t) => ({
    details: t.lookup(lookups.titleById, { type: Title, from: { id: (found) => found.titledbId } }),
  }),
});

const Search = builder.objectRef<titledb.Search & PageModel & Partial<Sourced>>('TitledbSearch').implement({
  description: 'A page of what a search found.',
  interfaces: [Answered, PageInterface],
  fields: (t) => ({
    items: t.list('search', {
      type: [SearchResult],
      max: 10,
      filters: listFilters<titledb.Listing>(
        'TitledbSearchResult',
        { type: isAmong('movie, series or episode.', ({ type }) => type) },
        { year: ({ year }) => year, title: ({ title }) => title },
      ),
      description: 'The titles of this page.',
    }),
    totalText: t.exposeString('totalResults', {
      description: 'How many titles there are on all pages, in digits.',
    }),
    totalCount: t.typed('totalResults', asWhole, 'How many titles there are on all pages.'),
  }),
});

const Episode = builder.objectRef<titledb.Episode>('TitledbEpisode').implement({
  description: 'One episode of a season. Values that the source does not know read N/A.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the episode.' }),
    released: t.exposeString('released', { description: 'Day that it was first shown on, as YYYY-MM-DD.' }),
    episode: t.exposeString('episode', { description: 'Its number in the season.' }),
    titledbRating: t.exposeString('titledbRating', { description: 'Rating by users, from 1.0 to 10.0.' }),
    titledbId: t.exposeID('titledbId', { description: 'Id of the episode, tt and digits.' }),
    releasedTime: t.typed('released', asTime, 'Beginning of the day that it was first shown on, in UTC.'),
    episodeNumber: t.typed('episode', asWhole, 'Its number in the season.'),
    ratingNumber: t.typed('titledbRating', asDecimal, 'Rating by users, from 1 to 10.'),
    details: t.lookup(lookups.titleById, {
      type: Title,
      from: { id: ({ titledbId }) => (titledbId === 'N/A' ? null : titledbId) },
    }),
  }),
});

Season.implement({
  description: 'One season of a series.',
  interfaces: [Answered],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the series.' }),
    season: t.exposeString('season', { description: 'Number of the season.' }),
    totalSeasons: t.exposeString('totalSeasons', {
      description: 'How many seasons the series has; N/A where the source does not know.',
    }),
    seasonNumber: t.typed('season', asWhole, 'Number of the season.'),
    seasonCount: t.typed('totalSeasons', asWhole, 'How many seasons the series has.'),
    episodes: t.list('episodes', {
      type: [Episode],
      max: 500,
      filters: listFilters<titledb.Episode>(
        'TitledbEpisode',
        { since: isSince('When they were first shown, at the earliest.', ({ released }) => released) },
        {
          rating: ({ titledbRating }) => numberOfText(titledbRating),
          released: ({ released }) => timeOfText(released),
          episode: ({ episode }) => numberOfText(episode),
        },
      ),
      description: 'The episodes that the source knows; numbers can be missing between them.',
    }),
  }),
});

builder.namespace('titledb', {
  description: 'Films, series and episodes.',
  synonyms: {
    '': '*cinema *film *imdb *movie *omdb picture screen series show shows *tv',
    'episodes season': 'air aired episode list tv',
    'fits name':
      'actor award box boxoffice cast character cost direct directed director earn earned genre gross length long metascore oscar play plays plot poster rated rating runtime screenplay starring story summary synopsis votes won writer written wrote year',
    id: 'detail details identifier imdb tt',
    people: 'actor actress cast director interview',
    person: 'actor actress cast crew director filmmaker interview star',
    reviews: 'critic criticism opinion',
    search: 'autocomplete called contain films keyword list movies name named titles',
    season: 'air aired date season',
    soundtrack: 'ost score song',
    title: 'film movie release released series story title',
    trailers: 'preview teaser',
  },
  fields: (t) => ({
    title: t.lookup(lookups.title, { type: Title }),
    titleById: t.lookup(lookups.titleById, { type: Title }),
    search: t.lookup(lookups.search, { type: Search }),
    season: t.lookup(lookups.season, { type: Season }),
  }),
});
