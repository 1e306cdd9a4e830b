import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import {
  emptyableList,
  from,
  id,
  integer,
  isTime,
  nullable,
  number,
  shape,
  snakeCase,
  strictList,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import type { Condition } from './weather.ts';
import { conditionOfSymbol, wmoConditions } from './weather-conditions.ts';
import { gazetteer, metNorway, openMeteo } from './weather-sources.ts';

/*
 * The weather without a credential: Open-Meteo, whose gazetteer also places the cities of MET Norway. Both are read by position.
 * A model is a list of steps in the units of OpenWeather but for temperatures, which are in degrees Celsius.
 */

const Place = shape(
  {
    id,
    name: text,
    lat: from('latitude', number),
    lon: from('longitude', number),
    countryCode: nullable(text),
    country: nullable(text),
    admin1: nullable(text),
    admin2: nullable(text),
    population: nullable(integer),
    timezone: nullable(text),
  },
  snakeCase,
);

/** A place of the gazetteer, whose ids are those of GeoNames and OpenWeather. */
export type Place = z.output<typeof Place>;

/** The most that the upstream accepts: a state or a country chooses among hundreds of places named San Juan. */
const mostPlaces = 100;

/** The places with a name, the most important first. */
export const placesNamed = gazetteer.endpoint('placesNamed', {
  request: ({ name }: { readonly name: string }) => ({
    path: '/v1/search',
    query: { name, count: mostPlaces, language: 'en', format: 'json' },
  }),
  decode: shape({ results: emptyableList(Place) }),
  cacheKey: ({ name }) => ({ name: name.toLowerCase() }),
  cache: { freshMs: hours(72), staleIfErrorMs: hours(720) },
});

/** The weather at a moment. Temperatures are in degrees Celsius; null is what the source does not state. */
export interface Step {
  /** Unix seconds. */
  readonly time: number;
  readonly temp: number | null;
  readonly feelsLike: number | null;
  readonly humidity: number | null;
  readonly clouds: number | null;
  readonly seaLevel: number | null;
  readonly grndLevel: number | null;
  readonly speed: number | null;
  readonly deg: number | null;
  readonly gust: number | null;
  readonly visibility: number | null;
  /** In percent. */
  readonly pop: number | null;
  readonly isDay: boolean | null;
  /** Null for a sky that its cover alone describes. */
  readonly condition: Condition | null;
  /** The rank of the condition among those of the source. */
  readonly severity: number;
}

/** What a source states of a place. */
export interface Outlook {
  /** When it was stated, in Unix seconds; null when that is not known. */
  readonly asOf: number | null;
  readonly current: Step | null;
  /** When the source will have newer data, in milliseconds since the epoch, where it says so. */
  readonly expiresMs?: number;
  readonly steps: readonly Step[];
  /** In Unix seconds; without days and nights of more than 24 hours. */
  readonly days: readonly { readonly sunrise: number; readonly sunset: number }[];
}

const position = ({ lat, lon }: Position) => ({ latitude: lat, longitude: lon });

export interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** The variables of Open-Meteo by the fields of a step. */
const variables = {
  temp: 'temperature_2m',
  humidity: 'relative_humidity_2m',
  feelsLike: 'apparent_temperature',
  isDay: 'is_day',
  code: 'weather_code',
  clouds: 'cloud_cover',
  seaLevel: 'pressure_msl',
  grndLevel: 'surface_pressure',
  speed: 'wind_speed_10m',
  deg: 'wind_direction_10m',
  gust: 'wind_gusts_10m',
  visibility: 'visibility',
} as const;

const currentVariables = Object.values(variables).join();
const hourlyVariables = `${currentVariables},precipitation_probability`;

/** The unit of each value is stated beside it; these differ from those that are requested. */
const conversions: Readonly<Record<string, (value: number) => number>> = {
  '°F': (value) => ((value - 32) * 5) / 9,
  'km/h': (value) => value / 3.6,
  'mp/h': (value) => value * 0.44704,
  kn: (value) => (value * 1852) / 3600,
  ft: (value) => value * 0.3048,
};

type Values = Readonly<Record<string, unknown>>;

/** Where none is stated, the unit is the one that is requested. */
const Units = withDefault(z.record(z.string(), nullable(text)), {}).catch({});

/** Unix seconds, or local time as `2026-05-11T18:30`. */
const Moment = z.union([integer, text]);
const Series = withDefault(z.record(z.string(), z.array(z.unknown()).catch([])), {});

const Forecast = z
  .object({
    utc_offset_seconds: withDefault(integer, 0),
    current_units: Units,
    current: strictNullable(z.looseObject({ time: Moment })),
    hourly_units: Units,
    hourly: Series,
    daily: nullable(Series),
    answered_at: nullable(integer),
  })
  .refine(({ current, hourly }) => current !== null || hourly.time !== undefined, { path: ['current'] })
  .transform((stated): Outlook => {
    const timeOf = (moment: unknown): number =>
      integer.safeParse(moment).data ?? Date.parse(`${moment}Z`) / 1000 - stated.utc_offset_seconds;
    const stepOf = (values: Values, units: Readonly<Record<string, string | null>>): Step => {
      const measured = (variable: string): number | null => {
        const { data: value } = number.safeParse(values[variable]);
        return value === undefined ? null : (conversions[units[variable] ?? '']?.(value) ?? value);
      };
      const { isDay, code, ...others } = variables;
      const byField = Object.entries(others).map(([field, variable]) => [field, measured(variable)]);
      const severity = measured(code) ?? 0;
      const day = measured(isDay);
      return {
        ...(Object.fromEntries(byField) as Record<keyof typeof others, number | null>),
        time: timeOf(values.time),
        pop: measured('precipitation_probability'),
        isDay: day === null ? null : day === 1,
        condition: wmoConditions.get(severity) ?? null,
        severity,
      };
    };
    const { hourly, daily } = stated;
    const rowsOf = (series: Readonly<Record<string, readonly unknown[]>>): Values[] =>
      (series.time ?? []).map((_, index) =>
        Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values[index]])),
      );
    const now = stated.current && stepOf(stated.current, stated.current_units);
    const current = now && isTime(now.time) ? now : null;
    return {
      asOf: current?.time ?? stated.answered_at,
      current,
      steps: rowsOf(hourly)
        .map((values) => stepOf(values, stated.hourly_units))
        .filter(({ time }) => isTime(time)),
      days: rowsOf(daily ?? {})
        .map(({ sunrise, sunset }) => ({ sunrise: timeOf(sunrise), sunset: timeOf(sunset) }))
        .filter(({ sunrise, sunset }) => sunset > sunrise && sunset - sunrise < 86_400),
    };
  });

/** Unix seconds of a response's `Date`. */
const answeredAt = (response: UpstreamResponse): number | null => {
  const ms = Date.parse(response.header('date') ?? '');
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
};

const openMeteoEndpoint = (name: string, asked: Readonly<Record<string, string | number>>) =>
  openMeteo.endpoint(name, {
    // The days are those of the longitude: beyond the date line, sunrise and sunset of the local day are among those of
    // yesterday or tomorrow.
    request: (place: Position) => ({
      path: '/v1/forecast',
      query: {
        ...position(place),
        ...asked,
        daily: 'sunrise,sunset',
        past_days: 1,
        wind_speed_unit: 'ms',
        timeformat: 'unixtime',
        timezone: 'GMT',
      },
    }),
    payload: (response) => ({ ...(response.json() as object), answered_at: answeredAt(response) }),
    decode: Forecast,
    cache: { freshMs: minutes(10) },
  });

export const openMeteoCurrent = openMeteoEndpoint('openMeteoCurrent', {
  current: currentVariables,
  forecast_days: 2,
});

/** By the hour. */
export const openMeteoForecast = openMeteoEndpoint('openMeteoForecast', {
  hourly: hourlyVariables,
  forecast_days: 7,
});

const Period = nullable(
  z.object({
    summary: nullable(z.object({ symbol_code: nullable(text) })),
    details: nullable(z.object({ probability_of_precipitation: nullable(number) })),
  }),
);

const Instant = shape(
  {
    temp: from('air_temperature', nullable(number)),
    seaLevel: from('air_pressure_at_sea_level', nullable(number)),
    humidity: from('relative_humidity', nullable(number)),
    clouds: from('cloud_area_fraction', nullable(number)),
    speed: from('wind_speed', nullable(number)),
    deg: from('wind_from_direction', nullable(number)),
    gust: from('wind_speed_of_gust', nullable(number)),
  },
  snakeCase,
);

const TimeStep = z.object({
  time: text,
  data: z.object({ instant: z.object({ details: Instant }), next_1_hours: Period, next_6_hours: Period }),
});

const Locationforecast = z
  .object({
    geometry: nullable(z.object({ coordinates: strictList(number) })),
    properties: z.object({ timeseries: emptyableList(TimeStep) }),
    answered_at: nullable(integer),
    expires: nullable(text),
  })
  .transform(({ geometry, properties, answered_at, expires }): Outlook => {
    const [lon, lat] = geometry?.coordinates ?? [];
    const stated = properties.timeseries.map(({ time: written, data }): Step => {
      const time = Date.parse(written) / 1000;
      const period = data.next_1_hours ?? data.next_6_hours;
      return {
        ...data.instant.details,
        time,
        feelsLike: null,
        grndLevel: null,
        visibility: null,
        pop: period?.details?.probability_of_precipitation ?? null,
        isDay: lat === undefined || lon === undefined ? null : isSunUp({ lat, lon }, time),
        ...(conditionOfSymbol(period?.summary?.symbol_code ?? '') ?? { condition: null, severity: 0 }),
      };
    });
    const steps = stated.filter(({ time }) => isTime(time));
    const current = steps[0] ?? null;
    return { asOf: answered_at, current, steps, days: [], expiresMs: expiresMs(expires) };
  });

const expiresMs = (expires: string | null | undefined): number => Date.parse(expires ?? '');

/**
 * Steps of an hour for two and a half days, then of six hours. The upstream asks to wait until its `Expires`, and then to
 * request conditionally.
 */
export const metNorwayForecast = metNorway.endpoint('metNorwayForecast', {
  request: ({ lat, lon }: Position) => ({
    path: '/weatherapi/locationforecast/2.0/complete',
    query: { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) },
  }),
  payload: (response) => ({
    ...(response.json() as object),
    answered_at: answeredAt(response),
    expires: response.header('expires') ?? null,
  }),
  decode: Locationforecast,
  revalidation: {
    by: 'last-modified',
    renew: (outlook, response) => ({
      ...outlook,
      asOf: answeredAt(response),
      expiresMs: expiresMs(response.header('expires')),
    }),
  },
  cache: ({ expiresMs = 0 }, nowMs) => ({
    freshMs: Math.min(Math.max(minutes(10), expiresMs - nowMs || 0), hours(3)),
  }),
});

/** Whether the sun stands above the horizon, by the mean sun; right but for a few minutes about sunrise and sunset. */
function isSunUp({ lat, lon }: Position, time: number): boolean {
  const radians = Math.PI / 180;
  const daysSinceEquinox = time / 86_400 - 79;
  const declination = 23.44 * radians * Math.sin((2 * Math.PI * daysSinceEquinox) / 365.2422);
  const hourAngle = (((time / 86_400) % 1) * 360 - 180 + lon) * radians;
  const height =
    Math.sin(lat * radians) * Math.sin(declination) +
    Math.cos(lat * radians) * Math.cos(declination) * Math.cos(hourAngle);
  return height > Math.sin(-0.833 * radians);
}
