import type { z } from 'zod';
import { minutes } from '../core/clock.ts';
import {
  emptyableList,
  from,
  id,
  integer,
  nullable,
  number,
  optionalList,
  requiredList,
  shape,
  snakeCase,
  text,
  withDefault,
} from './kernel/decode.ts';
import { source } from './weather-sources.ts';

const Coordinates = shape({ lat: number, lon: number });
const Condition = shape({ code: from('id', integer), main: text, description: text, icon: text });
const Clouds = shape({ all: number });
const Wind = shape({ speed: number, deg: nullable(number), gust: nullable(number) });

const Measurements = shape(
  {
    temp: number,
    feelsLike: nullable(number),
    tempMin: nullable(number),
    tempMax: nullable(number),
    pressure: number,
    humidity: number,
    seaLevel: nullable(number),
    grndLevel: nullable(number),
  },
  snakeCase,
).transform(({ tempMin, tempMax, ...told }) => ({
  ...told,
  // They are those of the moment, and the same for a place of one station.
  tempMin: tempMin ?? told.temp,
  tempMax: tempMax ?? told.temp,
}));

/** The fields that current weather and forecasts share. */
const report = {
  clouds: nullable(Clouds),
  dt: integer,
  main: Measurements,
  visibility: nullable(number),
  weather: optionalList(Condition),
  wind: Wind,
};

/** Days and nights of more than 24 hours have neither; the upstream writes 0. */
const sunTime = nullable(integer.refine((time) => time > 0));
const daylight = { country: nullable(text), sunrise: sunTime, sunset: sunTime };

const Current = shape({
  ...report,
  base: withDefault(text, 'stations'),
  cod: withDefault(integer, 200),
  coord: Coordinates,
  id,
  name: text,
  sys: nullable(shape({ ...daylight, id: nullable(id), type: nullable(integer) })).transform(
    (sys) => sys ?? { country: null, sunrise: null, sunset: null, id: null, type: null },
  ),
  timezone: nullable(integer),
});

const Interval = shape({
  ...report,
  dtText: from('dt_txt', text),
  pop: withDefault(number, 0),
  sys: shape({ pod: text }),
});

const Forecast = shape({
  city: shape({
    ...daylight,
    coord: Coordinates,
    id: nullable(id),
    name: text,
    population: nullable(integer),
    timezone: nullable(integer),
  }),
  cnt: nullable(integer),
  cod: withDefault(text, '200'),
  message: withDefault(number, 0),
  list: emptyableList(Interval),
}).transform(({ cnt, ...forecast }) => ({ ...forecast, cnt: cnt ?? forecast.list.length }));

export type Coordinates = z.output<typeof Coordinates>;
export type Condition = z.output<typeof Condition>;
export type Clouds = z.output<typeof Clouds>;
export type Wind = z.output<typeof Wind>;
export type Measurements = z.output<typeof Measurements>;
export type Report = Pick<Interval, keyof typeof report>;
export type Daylight = Pick<Forecast['city'], keyof typeof daylight>;
export type Current = z.output<typeof Current>;
export type Interval = z.output<typeof Interval>;
export type Forecast = z.output<typeof Forecast>;

/** A place, by a name such as `Oslo` or `Oslo,NO`, or by its coordinates. */
export type Place = { readonly city: string } | Coordinates;

const placeQuery = (place: Place) =>
  'city' in place ? { q: place.city } : { lat: place.lat, lon: place.lon };

/** Place names are equal whatever their case and the spaces around commas. */
const samePlace = <Asked extends Place>(asked: Asked): Asked =>
  'city' in asked
    ? {
        ...asked,
        city: asked.city
          .toLowerCase()
          .split(',')
          .map((part) => part.trim().replaceAll(/\s+/g, ' '))
          .join(','),
      }
    : asked;

const noSuchPlace = (place: Place) =>
  'city' in place ? `No city named "${place.city}" was found.` : 'No place was found there.';

const cache = { freshMs: minutes(10) };

/** The current weather. */
export const current = source.endpoint('current', {
  request: (place: Place) => ({ path: '/data/2.5/weather', query: placeQuery(place) }),
  decode: Current,
  cacheKey: samePlace,
  notFound: noSuchPlace,
  cache,
});

/** The forecast, at intervals of three hours. */
export const forecast = source.endpoint('forecast', {
  request: ({ count, ...place }: Place & { readonly count: number }) => ({
    path: '/data/2.5/forecast',
    query: { ...placeQuery(place), cnt: count },
  }),
  decode: Forecast,
  cacheKey: samePlace,
  notFound: noSuchPlace,
  cache,
});

/** The coordinates of the places with a name; the best match first. */
export const places = source.endpoint('places', {
  request: ({ name }: { readonly name: string }) => ({
    path: '/geo/1.0/direct',
    query: { q: name, limit: 1 },
  }),
  decode: requiredList(Coordinates),
  cache: { freshMs: minutes(60) },
});
