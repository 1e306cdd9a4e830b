import { isoSeconds } from './kernel/dice.ts';
import { json, refuse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { type City, cityAt, cityById, cityByName, sameNames, sunTimes } from './weather-cities.ts';
import { conditions, round, stepSeconds } from './weather-conditions.ts';
import { nameFaults } from './weather-faults.ts';
import { keylessWeather } from './weather-keyless.ts';
import type { World } from './world.ts';

/**
 * OpenWeather 2.5 and its geocoder, with the keys of its recorded responses. Any city exists; its facts
 * follow from its name (`weather-cities.ts`), and the weather there from the place, the season and the hour.
 */
const openWeather = defineUpstream({
  hosts: ['api.openweathermap.org'],
  faults: nameFaults,
  guard: (request) => (request.query.get('appid') ? undefined : error(401)),
  failure: (status) => error(status),
  unknown: () => json({ cod: '404', message: 'Internal error' }, { status: 404 }),
  routes: [
    get('/data/2.5/weather', (request) => {
      const city = cityAsked(request);
      return json(current(request.world, city, request.clock.now()));
    }),
    get('/data/2.5/forecast', (request) => {
      const city = cityAsked(request);
      const entries = wholeNumber(request.query.get('cnt'), maximumEntries);
      if (!(entries >= 1 && entries <= maximumEntries)) refuse(error(400, `cnt from 1 to ${maximumEntries}`));
      return json(forecast(request.world, city, request.clock.now(), entries));
    }),
    get('/geo/1.0/direct', ({ query, world }) => {
      const requested = query.get('q') ?? '';
      if (requested.trim() === '') refuse(error(400, 'Nothing to geocode'));
      return json(sameNames(world, requested, wholeNumber(query.get('limit'), 1)).map(geocoded));
    }),
  ],
});

/** All upstreams of the group. */
export const weather: readonly Upstream[] = [openWeather, ...keylessWeather];

/** Five days. */
const maximumEntries = 40;

/** `cod` is a text for some failures and a number for others, as recorded. */
function error(status: number, message = messages[status] ?? 'Internal error') {
  const cod = status === 400 || status === 404 ? String(status) : status;
  return json({ cod, message }, { status });
}

const messages: Readonly<Record<number, string>> = {
  400: 'Nothing to geocode',
  401: 'Invalid API key. Please see http://openweathermap.org/faq#error401 for more info.',
  404: 'city not found',
  429: 'Your account is temporary blocked due to exceeding of requests limitation of your subscription type.',
};

const wholeNumber = (text: string | null, otherwise: number): number =>
  text === null ? otherwise : /^\d+$/.test(text) ? Number(text) : Number.NaN;

/** The city of a request: by `q`, by `id`, or by `lat` and `lon`. */
function cityAsked({ query, world }: SandboxRequest): City {
  const latitude = query.get('lat');
  const longitude = query.get('lon');
  if (latitude !== null && longitude !== null) {
    return cityAt(world, coordinate(latitude, 90, 'latitude'), coordinate(longitude, 180, 'longitude'));
  }
  const id = query.get('id');
  if (id !== null && !/^\d+$/.test(id)) refuse(error(400, `${id} is not a city ID`));
  const name = query.get('q') ?? '';
  if (id === null && name.trim() === '') refuse(error(400));
  return (id === null ? cityByName(world, name) : cityById(world, id)) ?? refuse(error(404));
}

function coordinate(text: string, limit: number, name: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= limit)) refuse(error(400, `wrong ${name}`));
  return value;
}

/** `/data/2.5/weather`: measured every ten minutes. */
function current(world: World, city: City, nowMs: number) {
  const time = Math.floor(nowMs / 600_000) * 600;
  const { weather, main, visibility, wind, clouds, precipitation } = conditions(world, city, time);
  const station = world.of('weather.station', city.key);
  return {
    coord: { lon: city.lon, lat: city.lat },
    weather,
    base: 'stations',
    main,
    // The upstream omits missing measurements: visibility in snow, the station's number.
    ...(precipitation?.kind === 'snow' ? {} : { visibility }),
    wind,
    ...(precipitation && { [precipitation.kind]: { '1h': precipitation.millimetresPerHour } }),
    clouds,
    dt: time,
    sys: {
      ...(station.chance(0.85) && { type: station.int(1, 2), id: Number(station.digits(7)) }),
      country: city.country,
      ...sunTimes(city, nowMs),
    },
    timezone: city.timezone,
    id: city.id,
    name: city.name,
    cod: 200,
  };
}

/** `/data/2.5/forecast`: every three hours from the next multiple of three hours UTC on. */
function forecast(world: World, city: City, nowMs: number, entries: number) {
  const first = (Math.floor(nowMs / 1000 / stepSeconds) + 1) * stepSeconds;
  return {
    cod: '200',
    message: 0,
    cnt: entries,
    list: Array.from({ length: entries }, (_, index) =>
      forecastEntry(world, city, first + index * stepSeconds),
    ),
    city: {
      id: city.id,
      name: city.name,
      coord: { lat: city.lat, lon: city.lon },
      country: city.country,
      population: city.population,
      timezone: city.timezone,
      ...sunTimes(city, nowMs),
    },
  };
}

function forecastEntry(world: World, city: City, time: number) {
  const { weather, main, clouds, wind, visibility, precipitation, isDay } = conditions(world, city, time);
  const dice = world.of('weather.entry', city.key, time);
  const rest = dice.chance(0.3) ? dice.float(0, 0.3) : 0;
  return {
    dt: time,
    main: { ...main, temp_kf: dice.float(-1, 2) },
    weather,
    clouds,
    wind,
    visibility,
    pop: precipitation ? dice.float(0.35, 1) : rest,
    ...(precipitation && { [precipitation.kind]: { '3h': round(precipitation.millimetresPerHour * 3) } }),
    sys: { pod: isDay ? 'd' : 'n' },
    dt_txt: isoSeconds(time * 1000)
      .replace('T', ' ')
      .replace('Z', ''),
  };
}

/** An entry of `/geo/1.0/direct`. */
const geocoded = ({ name, lat, lon, country }: City) => ({
  name,
  local_names: { en: name },
  lat,
  lon,
  country,
});
