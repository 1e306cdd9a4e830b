import type { GroupReplays } from './recordings.ts';

const host = 'api.openweathermap.org/data/2.5';
const request = '/api/weather/current?city=London';

// biome-ignore lint/suspicious/noExplicitAny: recordings have any shape
type Recorded = any;

const nullWhenMissing = (from: Recorded, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

const report = (from: Recorded) => ({
  clouds: { all: from.clouds.all },
  dt: from.dt,
  main: nullWhenMissing(
    from.main,
    ...['temp', 'feels_like', 'temp_min', 'temp_max', 'pressure', 'humidity', 'sea_level', 'grnd_level'],
  ),
  visibility: from.visibility ?? null,
  weather: from.weather,
  wind: nullWhenMissing(from.wind, 'speed', 'deg', 'gust'),
});

const current = (from: Recorded) => ({
  ...report(from),
  base: from.base,
  cod: 200,
  coord: from.coord,
  id: from.id,
  name: from.name,
  sys: nullWhenMissing(from.sys, 'country', 'id', 'sunrise', 'sunset', 'type'),
  timezone: from.timezone ?? null,
});

const forecast = (from: Recorded) => ({
  city: nullWhenMissing(
    from.city,
    ...['coord', 'country', 'id', 'name', 'population', 'sunrise', 'sunset', 'timezone'],
  ),
  cnt: from.cnt,
  cod: '200',
  message: from.message,
  list: from.list.map((entry: Recorded) => ({
    ...report(entry),
    dt_txt: entry.dt_txt,
    pop: entry.pop ?? 0,
    sys: { pod: entry.sys.pod },
  })),
});

export const weather: GroupReplays = {
  group: 'weather',
  replays: [
    ...[1, 2, 3, 4].map((number) => ({
      recording: `current--${number}.json`,
      upstream: `${host}/weather`,
      request,
      expected: current,
    })),
    ...[1, 2].map((number) => ({
      recording: `forecast--${number}.json`,
      upstream: `${host}/forecast`,
      request: '/api/weather/forecast?city=London',
      expected: forecast,
    })),
    {
      recording: 'error-401--1.json',
      upstream: `${host}/weather`,
      status: 401,
      request,
      expected: 502,
    },
    {
      recording: 'error-404--1.json',
      upstream: `${host}/weather`,
      status: 404,
      request,
      expected: 404,
    },
    // Older services sent their errors with status 200.
    { recording: 'error-404--1.json', upstream: `${host}/weather`, request, expected: 404 },
    {
      recording: 'error-429--1.json',
      upstream: `${host}/weather`,
      status: 429,
      request,
      expected: 503,
    },
  ],
};
