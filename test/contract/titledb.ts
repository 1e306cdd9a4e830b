import { contractGroup, get, optional, required } from './routes.ts';
import { digits, each, list, object, oneOf, text } from './shapes.ts';
import { choice, custom, integerIn, phrase } from './values.ts';

const succeeded = { Response: oneOf('True') };

const title = object({
  ...each(
    text,
    'Title Year Rated Released Runtime Genre Director Writer Actors Plot Language Country Awards',
  ),
  ...each(
    text,
    'Poster Metascore titledbRating titledbVotes titledbID Type DVD BoxOffice Production Website',
  ),
  Ratings: list(object(each(text, 'Source Value'))),
  ...succeeded,
});

const search = object({
  Search: list(object(each(text, 'Title Year titledbID Type Poster')), 10),
  totalResults: digits,
  ...succeeded,
});

const season = object({
  ...each(text, 'Title Season totalSeasons'),
  Episodes: list(object(each(text, 'Title Released Episode titledbRating titledbID'))),
  ...succeeded,
});

const id = custom((dice) => `tt${dice.digits(7)}`, { unknown: (dice) => `tt${dice.digits(4)}404` });
const year = optional(custom((dice) => String(dice.int(1990, 2020)), { type: 'integer' }));
const plot = optional(choice('short', 'full'), 'short');
const type = optional(choice('movie', 'series', 'episode'));
const badId = { refused: [{ given: { id: 'nm0000001' } }, { given: { id: 'tt' } }] };

/** The documented routes of titledb. */
export const titledb = contractGroup(
  'titledb',
  {},
  get('/api/titledb/title', { title: required(phrase), year, plot, type }, title),
  get('/api/titledb/id', { id: required(id), plot }, title, badId),
  get(
    '/api/titledb/search',
    { query: required(phrase), page: optional(integerIn(1), 1), year, type },
    search,
  ),
  get(
    '/api/titledb/season',
    { title: optional(phrase), id: optional(id), season: required(integerIn(1)) },
    season,
    { needs: [['title', 'id']] },
  ),
);
