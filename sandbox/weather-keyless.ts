import { isoSeconds } from './kernel/dice.ts';
import { json, refuse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { type City, cityAt, sameNames, sunTimes } from './weather-cities.ts';
import { conditions, round } from './weather-conditions.ts';
import type { World } from './world.ts';

/*
 * Open-Meteo with its gazetteer, and MET Norway: the cities and the weather of the other upstream, in their own form.
 */

const reasons: Readonly<Record<number, string>> = {
  429: 'Minutely API request limit exceeded. Please try again in one minute.',
};

const failure = (status: number, reason = reasons[status] ?? 'Internal error') =>
  json({ error: true, reason }, { status });

const gazetteer = defineUpstream({
  hosts: ['geocoding-api.open-meteo.com'],
  failure: (status) => failure(status),
  routes: [
    get('/v1/search', ({ query, world }) => {
      const name = query.get('name') ?? refuse(failure(400, "Parameter 'name' is required."));
      // A name of one letter, or with its area behind a comma, is none.
      const cities = name.trim().length < 2 || name.includes(',') ? [] : sameNames(world, name, 5);
      const results = cities.slice(0, Number(query.get('count') ?? 10)).map(placeOf);
      return json({ ...(results.length > 0 && { results }), generationtime_ms: 0.2 });
    }),
  ],
});

/** Empty fields are left out. */
const placeOf = ({ id, name, lat, lon, elevationMetres, country, timezone, population }: City) => ({
  id,
  name,
  latitude: lat,
  longitude: lon,
  elevation: elevationMetres,
  feature_code: 'PPL',
  country_code: country,
  timezone: timezone === 0 ? 'Etc/GMT' : `Etc/GMT${timezone < 0 ? '+' : '-'}${Math.abs(timezone) / 3600}`,
  population,
  country: new Intl.DisplayNames('en', { type: 'region' }).of(country),
  // The places of the sandbox lie in no areas; any state is one of them.
  ...(country === 'US' && { admin1: 'Oregon' }),
});

const openMeteo = defineUpstream({
  hosts: ['api.open-meteo.com'],
  failure: (status) => failure(status),
  routes: [
    get('/v1/forecast', (request) => {
      const { query, world, clock } = request;
      const city = cityAsked(request, 'latitude', 'longitude');
      const now = Math.floor(clock.now() / 1000);
      const midnight = now - (now % daySeconds) - Number(query.get('past_days') ?? 0) * daySeconds;
      const days = Number(query.get('forecast_days') ?? 7) + Number(query.get('past_days') ?? 0);
      const dates = Array.from({ length: days }, (_, index) => midnight + index * daySeconds);
      const hourly = Array.from({ length: days * 24 }, (_, index) => midnight + index * 3600);
      const namesOf = (block: string) => query.get(block)?.split(',') ?? [];
      const valuesOf = (names: readonly string[], time: number) => {
        const all: Readonly<Record<string, number>> = variablesOf(world, city, time);
        return names.map((name) => all[name] ?? null);
      };
      const rows = hourly.map((time) => valuesOf(namesOf('hourly'), time));
      const current = now - (now % 900);
      const values = valuesOf(namesOf('current'), current);
      return json({
        latitude: city.lat,
        longitude: city.lon,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        ...(query.has('current') && {
          current_units: unitsOf(namesOf('current')),
          current: {
            time: current,
            interval: 900,
            ...Object.fromEntries(namesOf('current').map((name, index) => [name, values[index]])),
          },
        }),
        ...(query.has('hourly') && {
          hourly_units: unitsOf(namesOf('hourly')),
          hourly: {
            time: hourly,
            ...Object.fromEntries(
              namesOf('hourly').map((name, index) => [name, rows.map((row) => row[index])]),
            ),
          },
        }),
        daily: {
          time: dates,
          sunrise: dates.map((date) => sunTimes(city, localNoonMs(city, date)).sunrise),
          sunset: dates.map((date) => sunTimes(city, localNoonMs(city, date)).sunset),
        },
      });
    }),
  ],
});

const daySeconds = 86_400;

/** Within the local day that has the date of this midnight in UTC. */
const localNoonMs = ({ timezone }: City, midnight: number): number =>
  (midnight - timezone + daySeconds / 2) * 1000;

/** The city at the position that two parameters state. */
function cityAsked({ query, world }: SandboxRequest, latitude: string, longitude: string): City {
  const [lat = Number.NaN, lon = Number.NaN] = [latitude, longitude].map((name) =>
    Number(query.get(name) ?? 'none'),
  );
  if (!(Math.abs(lat) <= 90)) refuse(failure(400, `Latitude must be in range of -90 to 90°. Given: ${lat}.`));
  if (!(Math.abs(lon) <= 180))
    refuse(failure(400, `Longitude must be in range of -180 to 180°. Given: ${lon}.`));
  return cityAt(world, lat, lon);
}

/** WMO codes by those of the other upstream. */
const wmoCodes: Readonly<Record<number, number>> = {
  500: 61,
  501: 63,
  600: 71,
  601: 73,
  800: 0,
  801: 1,
  802: 2,
};

function variablesOf(world: World, city: City, time: number) {
  const { weather, main, visibility, wind, clouds, precipitation, isDay } = conditions(world, city, time);
  return {
    temperature_2m: round(main.temp - 273.15),
    relative_humidity_2m: main.humidity,
    apparent_temperature: round(main.feels_like - 273.15),
    is_day: isDay ? 1 : 0,
    weather_code: wmoCodes[weather[0]!.id] ?? 3,
    cloud_cover: clouds.all,
    pressure_msl: main.pressure,
    surface_pressure: main.grnd_level,
    wind_speed_10m: wind.speed,
    wind_direction_10m: wind.deg,
    wind_gusts_10m: round(wind.speed * 1.4),
    visibility: visibility * 2.5,
    precipitation_probability: precipitation ? 80 : 5,
  };
}

const units: Readonly<Record<string, string>> = {
  time: 'unixtime',
  temperature_2m: '°C',
  apparent_temperature: '°C',
  wind_speed_10m: 'm/s',
  wind_gusts_10m: 'm/s',
  pressure_msl: 'hPa',
  surface_pressure: 'hPa',
  visibility: 'm',
};

const unitsOf = (names: readonly string[]) =>
  Object.fromEntries(['time', ...names].map((name) => [name, units[name] ?? '']));

const metNorway = defineUpstream({
  hosts: ['api.met.no'],
  guard: ({ headers, query }) =>
    headers['user-agent'] === undefined || /\.\d{5}/.test(query.toString())
      ? json('Forbidden', { status: 403 })
      : undefined,
  routes: [
    get('/weatherapi/locationforecast/2.0/complete', (request) => {
      const city = cityAsked(request, 'lat', 'lon');
      const now = Math.floor(request.clock.now() / 1000);
      const first = now - (now % 3600);
      const nextSix = Math.ceil((first + 60 * 3600) / 21_600) * 21_600;
      const times = [
        ...Array.from({ length: (nextSix - first) / 3600 }, (_, index) => first + index * 3600),
        ...Array.from({ length: 30 }, (_, index) => nextSix + index * 21_600),
      ];
      const body = {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [city.lon, city.lat, city.elevationMetres] },
        properties: {
          meta: { updated_at: isoSeconds(first * 1000) },
          timeseries: times.map((time) => timeStep(request.world, city, time, time < nextSix)),
        },
      };
      const stamp = (seconds: number) => new Date(seconds * 1000).toUTCString();
      const headers = { expires: stamp(now - (now % 1800) + 1800), 'last-modified': stamp(first) };
      const isKnown = request.headers['if-modified-since'] === headers['last-modified'];
      return isKnown ? { status: 304, headers, body: '' } : json(body, { headers });
    }),
  ],
});

const symbols: Readonly<Record<number, string>> = {
  500: 'lightrain',
  501: 'rain',
  600: 'lightsnow',
  601: 'snow',
  800: 'clearsky',
  801: 'fair',
  802: 'partlycloudy',
  803: 'partlycloudy',
  804: 'cloudy',
};

/** Symbols with a sun or a moon have a suffix. */
const lit = /^(clearsky|fair|partlycloudy)$/;

function timeStep(world: World, city: City, time: number, isHourly: boolean) {
  const { weather, main, wind, clouds, precipitation, isDay } = conditions(world, city, time);
  const symbol = symbols[weather[0]!.id] ?? 'cloudy';
  const period = {
    summary: { symbol_code: lit.test(symbol) ? `${symbol}_${isDay ? 'day' : 'night'}` : symbol },
    details: { precipitation_amount: precipitation?.millimetresPerHour ?? 0 },
  };
  return {
    time: isoSeconds(time * 1000),
    data: {
      instant: {
        details: {
          air_pressure_at_sea_level: main.pressure,
          air_temperature: round(main.temp - 273.15),
          cloud_area_fraction: clouds.all,
          relative_humidity: main.humidity,
          wind_from_direction: wind.deg,
          wind_speed: wind.speed,
        },
      },
      ...(isHourly && { next_1_hours: period }),
      next_6_hours: period,
    },
  };
}

export const keylessWeather: readonly Upstream[] = [gazetteer, openMeteo, metNorway];
