import { contractGroup, get, optional, required } from './routes.ts';
import { digits, each, list, object, oneOf, text } from './shapes.ts';
import { custom, phrase, whole, word } from './values.ts';

const answered = { Response: oneOf('True') };

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
  ...answered,
});

const search = object({
  Search: list(object(each(text, 'Title Year titledbID Type Poster')), 10),
  totalResults: digits,
  ...answered,
});

const season = object({
  ...each(text, 'Title Season totalSeasons'),
  Episodes: list(object(each(text, 'Title Released Episode titledbRating titledbID'))),
  ...answered,
});

const id = custom((dice) => `tt${dice.digits(7)}`, { unknown: (dice) => `tt${dice.digits(4)}404` });
const year = optional(custom((dice) => String(dice.int(1990, 2020)), { type: 'integer' }));
const plot = optional(word('short', 'full'), 'short');
const type = optional(word('movie', 'series', 'episode'));
const badId = { refuses: [{ given: { id: 'nm0000001' } }, { given: { id: 'tt' } }] };

/** The documented routes of titledb. */
export const titledb = contractGroup(
  'titledb',
  {},
  get('/api/titledb/title', { title: required(phrase), year, plot, type }, title),
  get('/api/titledb/id', { id: required(id), plot }, title, badId),
  get('/api/titledb/search', { query: required(phrase), page: optional(whole(1), 1), year, type }, search),
  get(
    '/api/titledb/season',
    { title: optional(phrase), id: optional(id), season: required(whole(1)) },
    season,
    {
      needs: [['title', 'id']],
    },
  ),
);
