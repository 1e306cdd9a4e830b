import { contractGroup, get, optional, required } from './routes.ts';
import {
  each,
  optional as ifAny,
  integer,
  list,
  matching,
  nullable,
  number,
  object,
  text,
} from './shapes.ts';
import { integerIn, phrase } from './values.ts';

// Reports of some places and of older days lack what is nullable here.
const main = object({
  ...each(number, 'temp temp_min temp_max pressure humidity'),
  ...each(nullable(number), 'feels_like sea_level grnd_level'),
});
const coord = object(each(number, 'lat lon'));
const clouds = ifAny(object({ all: number }));
const weathers = list(object({ id: integer, ...each(text, 'main description icon') }));
const wind = object({ speed: number, deg: nullable(number), gust: nullable(number) });

const daylight = { country: nullable(text), ...each(nullable(integer), 'sunrise sunset') };

const current = object({
  base: text,
  clouds,
  cod: integer,
  coord,
  dt: integer,
  id: integer,
  main,
  name: text,
  sys: object({ ...daylight, ...each(nullable(integer), 'id type') }),
  timezone: nullable(integer),
  visibility: nullable(number),
  weather: weathers,
  wind,
});

const entry = object({
  clouds,
  dt: integer,
  dt_txt: matching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'a time as YYYY-MM-DD HH:MM:SS'),
  main,
  pop: number,
  sys: object({ pod: text }),
  visibility: nullable(number),
  weather: weathers,
  wind,
});

const forecast = object({
  city: object({ ...daylight, coord, name: text, ...each(nullable(integer), 'id population timezone') }),
  cnt: integer,
  cod: text,
  message: number,
  list: list(entry, 40),
});

/** The documented routes of weather. */
export const weather = contractGroup(
  'weather',
  {},
  get('/api/weather/current', { city: required(phrase) }, current),
  get('/api/weather/forecast', { city: required(phrase), count: optional(integerIn(1, 40), 40) }, forecast),
);
