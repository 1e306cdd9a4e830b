import * as lookups from '../resolvers/titledb.ts';
import type * as titledb from '../sources/titledb.ts';
import { builder } from './kernel/builder.ts';

const Answered = builder.interfaceRef<titledb.Answered>('TitledbAnswered').implement({
  description: 'What the source says of every answer.',
  fields: (t) => ({
    response: t.exposeString('response', { description: 'The word True: something was found.' }),
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
  }),
});

const Rating = builder.objectRef<titledb.Rating>('TitledbRating').implement({
  description: 'How one publication rates a title.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Name of the publication.' }),
    value: t.exposeString('value', { description: 'The rating as it gives it, such as 8.0/10 or 85%.' }),
  }),
});

const Title = builder.objectRef<titledb.Title>('TitledbTitle');
const Season = builder.objectRef<titledb.Season>('TitledbSeason');

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
    ratings: t.expose('ratings', { type: [Rating], description: 'Ratings of several publications.' }),
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
    season: t.lookup(lookups.seasonOfSeries, {
      type: Season,
      from: {
        id: (title) => (title.type === 'series' ? title.titledbId : null),
      },
    }),
  }),
});

const SearchResult = builder.objectRef<titledb.Listing>('TitledbSearchResult').implement({
  description: 'One title of a search. Values that the source does not know read N/A.',
  interfaces: [Listing],
  fields: (t) => ({
    details: t.lookup(lookups.titleById, { type: Title, from: { id: (found) => found.titledbId } }),
  }),
});

const Search = builder.objectRef<titledb.Search>('TitledbSearch').implement({
  description: 'One page of a search.',
  interfaces: [Answered],
  fields: (t) => ({
    search: t.expose('search', { type: [SearchResult], description: 'The titles of this page.' }),
    totalResults: t.exposeString('totalResults', {
      description: 'How many titles there are on all pages, in digits.',
    }),
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
    details: t.lookup(lookups.titleById, { type: Title, from: { id: (episode) => episode.titledbId } }),
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
    episodes: t.expose('episodes', {
      type: [Episode],
      description: 'The episodes that the source knows; numbers can be missing between them.',
    }),
  }),
});

builder.namespace('titledb', {
  description: 'Films, series and episodes.',
  fields: (t) => ({
    title: t.lookup(lookups.title, { type: Title }),
    titleById: t.lookup(lookups.titleById, { type: Title }),
    search: t.lookup(lookups.search, { type: Search }),
    season: t.lookup(lookups.season, { type: Season }),
  }),
});
