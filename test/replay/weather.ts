import { type GroupReplays, pick, type Recorded, row } from './recordings.ts';

const host = 'api.openweathermap.org/data/2.5';
const request = '/api/weather/current?city=London';
const forecastPath = '/api/weather/forecast?city=London';

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
  ...pick(from, 'coord id name'),
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

const keyless = { KEYLESS: 'on', WEATHER_API_KEY: '' };
const search = 'geocoding-api.open-meteo.com/v1/search';
const openMeteo = 'api.open-meteo.com/v1/forecast';
const metNorway = 'api.met.no/weatherapi/locationforecast/2.0/complete';
const londonPlaces = { [search]: 'keyless/geocoding--london.json' };
const inLondon = { isPart: true, also: londonPlaces, environment: keyless } as const;

const kelvin = (celsius: number) => Math.round((celsius + 273.15) * 100) / 100;
const fromFahrenheit = (fahrenheit: number) => kelvin(((fahrenheit - 32) * 5) / 9);
const london = { coord: { lat: 51.50853, lon: -0.12574 }, name: 'London' };

/** The recorded places, with the weather that Open-Meteo is not asked for again. */
const placeOnly = (request: string, expected: Recorded, recording: string) => ({
  recording: `keyless/geocoding--${recording}.json`,
  upstream: search,
  also: { [openMeteo]: 'keyless/forecast-current--nyc-imperial.json' },
  environment: keyless,
  request: `/api/weather/current?city=${encodeURIComponent(request)}`,
  expected,
});

/** New York's weather at the recorded place, from values in miles an hour and feet. */
const nyc = (place: object, timezone: number) => (from?: Recorded) => ({
  ...place,
  timezone,
  base: 'model',
  cod: 200,
  dt: Date.parse('2026-05-11T22:30Z') / 1000,
  clouds: { all: 47 },
  main: {
    temp: kelvin(16.1),
    feels_like: kelvin(13.3),
    temp_min: kelvin(16.1),
    temp_max: kelvin(16.1),
    pressure: 1018,
    humidity: 31,
    sea_level: 1018,
    grnd_level: 1014.2,
  },
  visibility: 10_000,
  weather: [{ id: 802, main: 'Clouds', description: 'scattered clouds', icon: '03d' }],
  wind: { speed: 2.1 * 0.44704, deg: 238, gust: 11.9 * 0.44704 },
  ...from,
});

/** The variables that this request did not name are added; the service names them all. */
const withHours = (more: Readonly<Record<string, number>>) => (recorded: string) => {
  const body = JSON.parse(recorded);
  for (const [name, value] of Object.entries(more)) body.hourly[name] = body.hourly.time.map(() => value);
  return JSON.stringify(body);
};

export const weather: GroupReplays = {
  group: 'weather',
  replays: [
    ...[1, 2, 3, 4].map((number) => row(`current--${number}.json`, `${host}/weather`, request, current)),
    ...[1, 2].map((number) => row(`forecast--${number}.json`, `${host}/forecast`, forecastPath, forecast)),
    row('error-401--1.json', `${host}/weather`, request, { status: 401 }, 502),
    row('error-404--1.json', `${host}/weather`, request, { status: 404 }, 404),
    // Older services sent their errors with status 200.
    { recording: 'error-404--1.json', upstream: `${host}/weather`, request, expected: 404 },
    row('error-429--1.json', `${host}/weather`, request, { status: 429 }, 503),
    ...(
      [
        ['London', 'london', 2643743, { lat: 51.50853, lon: -0.12574 }, 'GB', 3600],
        ['London, Ontario', 'london', 6058560, { lat: 42.98339, lon: -81.23304 }, 'CA', -14_400],
        ['san francisco, CA', 'san-francisco', 5391959, { lat: 37.77493, lon: -122.41942 }, 'US', -25_200],
      ] as const
    ).map(([city, recording, id, coord, country, timezone]) => {
      const [sunrise, sunset] = ['2026-05-11T05:42-04:00', '2026-05-11T20:02-04:00'].map(
        (time) => Date.parse(time) / 1000,
      );
      const sys = { country, id: null, type: null, sunrise, sunset };
      const name = recording === 'london' ? 'London' : 'San Francisco';
      return placeOnly(city, () => nyc({ id, coord, name, sys }, timezone)(), recording);
    }),
    ...['no-results', 'comma-new-york-ny--empty', 'comma-london-uk--empty'].map((recording) =>
      placeOnly('Nowhere', 404, recording),
    ),
    row('keyless/forecast-current--nyc-imperial.json', openMeteo, request, inLondon, ({ current }) => ({
      ...london,
      main: { temp: kelvin(current.temperature_2m) },
    })),
    row('keyless/forecast-current--alaska-imperial.json', openMeteo, request, inLondon, ({ current }) => ({
      main: { temp: fromFahrenheit(current.temperature_2m), humidity: 99 },
      visibility: 10_000,
      weather: [{ id: 741, main: 'Fog', description: 'fog', icon: '50d' }],
    })),
    {
      recording: 'keyless/forecast-hourly--london-24h-imperial.json',
      ...inLondon,
      upstream: openMeteo,
      within: withHours({ cloud_cover: 20, surface_pressure: 1012, wind_gusts_10m: 10, is_day: 1 }),
      request: `${forecastPath}&count=1`,
      expected: ({ hourly }: Recorded) => ({
        cnt: 1,
        // 23:00 of British Summer Time is 22:00 in UTC; the first multiple of three hours is the third.
        list: [{ dt_txt: '2026-05-12 00:00:00', main: { temp: fromFahrenheit(hourly.temperature_2m[2]) } }],
      }),
    },
    {
      recording: 'keyless/forecast-hourly--melbourne-metric.json',
      ...inLondon,
      upstream: openMeteo,
      within: withHours({ pressure_msl: 1018, wind_direction_10m: 90, is_day: 1 }),
      request: `${forecastPath}&count=2`,
      expected: ({ hourly }: Recorded) => {
        const first = 12;
        const during = hourly.temperature_2m.slice(first, first + 3);
        return {
          cnt: 2,
          list: [
            {
              dt_txt: '2025-10-25 12:00:00',
              main: {
                temp: kelvin(hourly.temperature_2m[first]),
                temp_min: kelvin(Math.min(...during)),
                temp_max: kelvin(Math.max(...during)),
                grnd_level: null,
              },
              wind: { speed: hourly.wind_speed_10m[first] / 3.6 },
              visibility: null,
            },
            { dt_txt: '2025-10-25 15:00:00' },
          ],
        };
      },
    },
    row('keyless/metno-compact--oslo.json', metNorway, request, inLondon, () => ({
      dt: Date.parse('2023-11-17T19:00Z') / 1000,
      main: { temp: kelvin(-2.7), feels_like: null, pressure: 1025.2 },
      weather: [{ id: 800, main: 'Clear', description: 'clear sky', icon: '01n' }],
      wind: { speed: 1.5, deg: 16.4, gust: null },
    })),
    row(
      'keyless/metno-compact--oslo.json',
      metNorway,
      `${forecastPath}&count=1`,
      inLondon,
      ({ properties }) => {
        const at = (time: string) =>
          properties.timeseries.find((step: Recorded) => step.time === time).data.instant.details;
        return {
          list: [
            {
              dt_txt: '2023-11-17 21:00:00',
              main: { temp: kelvin(at('2023-11-17T21:00:00Z').air_temperature) },
              pop: 0,
            },
          ],
        };
      },
    ),
  ],
};
