import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { during, startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const official = 'api.openweathermap.org';
const gazetteer = 'geocoding-api.open-meteo.com';
const openMeteo = 'api.open-meteo.com';
const metNorway = 'api.met.no';

const current = (city: string) => `/api/weather/current?city=${encodeURIComponent(city)}`;
const forecast = (city: string, count = 40) =>
  `/api/weather/forecast?city=${encodeURIComponent(city)}&count=${count}`;

const keyless = useTestApp({ environment: { WEATHER_API_KEY: '', KEYLESS: 'on' } });
const both = useTestApp({ environment: { KEYLESS: 'on' } });

const sourceOf = ({ headers }: { headers: Headers }) => headers.get('x-source');

describe('/api/weather without a credential', () => {
  it('responds with the current weather of Open-Meteo in the documented form', async () => {
    const response = await keyless.ask(current('Oslo'));
    expect(response).toFit({
      base: 'model',
      cod: 200,
      name: 'Oslo',
      sys: { country: 'NO', id: null, type: null },
    });
    expect(sourceOf(response)).toBe('weather/gazetteer, weather/open-meteo');
    const { main, sys, dt, visibility, weather } = response.body;
    expect(main).toMatchObject({ temp_min: main.temp, temp_max: main.temp, pressure: main.sea_level });
    expect(main.temp).toBeGreaterThan(200);
    expect(dt - sys.sunrise).toBeLessThan(86_400);
    expect(sys.sunset).toBeGreaterThan(sys.sunrise);
    expect(visibility).toBeLessThanOrEqual(10_000);
    expect(weather).toEqual([expect.objectContaining({ icon: expect.stringMatching(/^\d\d[dn]$/) })]);
  });

  it('responds with 40 intervals of three hours, from the next one on', async () => {
    const response = await keyless.ask(forecast('Lagos'));
    expect(response).toFit({ cnt: 40, cod: '200', message: 0, city: { name: 'Lagos', country: 'NG' } });
    const { list } = response.body;
    expect(list.map(({ dt }: { dt: number }) => dt - list[0].dt)).toEqual(
      Array.from({ length: 40 }, (_, index) => index * 10_800),
    );
    expect(list[0].dt % 10_800).toBe(0);
    expect(list[0].dt).toBeGreaterThan(keyless.clock.now() / 1000);
  });

  it('responds with the same place and nearly the same weather as the official source', async () => {
    const ask = async (from: typeof keyless) => {
      const { dt: _, ...body } = (await from.ask(current('Cairo'))).body;
      return body;
    };
    const [ours, theirs] = [await ask(keyless), await ask(both)];
    expect(ours).toMatchObject({
      coord: theirs.coord,
      id: theirs.id,
      timezone: theirs.timezone,
      clouds: theirs.clouds,
    });
  });

  it.each([
    ['a country', 'Portland, US'],
    ['a state', 'Portland, Oregon'],
    ['the letters of a state', 'Portland, or'],
    ['a country by its name', 'Portland, united states'],
  ])('finds a place by %s', async (_, city) => {
    expect((await keyless.ask(current(city))).body).toMatchObject({
      name: 'Portland',
      sys: { country: 'US' },
    });
  });

  it.each([
    ['Seattle, WA, USA', 'US', 'United States', 'Washington'],
    ['Seattle, U.S.A.', 'US', 'United States', 'Washington'],
    ['Seattle, United States of America', 'US', 'United States', 'Washington'],
    ['Toronto, ON', 'CA', 'Canada', 'Ontario'],
    ['Toronto, ON, Canada', 'CA', 'Canada', 'Ontario'],
    ['Montreal, Québec', 'CA', 'Canada', 'Quebec'],
    ['Amsterdam, The Netherlands', 'NL', 'Netherlands', 'North Holland'],
    ['Prague, Czech Republic', 'CZ', 'Czechia', 'Prague'],
    ['Toronto, ON, USA', null, 'Canada', 'Ontario'],
    ['Toronto, WA, Canada', null, 'Canada', 'Ontario'],
  ])('finds "%s" in %s', async (city, code, country, admin1) => {
    const place = { id: 1, name: 'Found', latitude: 40, longitude: 5, country, admin1 };
    const country_code = code ?? 'CA';
    const other = { ...place, country_code: 'FR', country: 'France', admin1: 'Normandy' };
    const body = { results: [other, { ...place, country_code }] };
    keyless.clock.skip(hours(24 * 40));
    const found = await during(keyless, [{ host: gazetteer, body }], () => keyless.ask(current(city)));
    expect(found.body.sys?.country ?? null).toBe(code);
  });

  it('finds a place that is the hundredth of its name', async () => {
    const place = { id: 1, name: 'Union', latitude: 40, longitude: 5, country_code: 'FR' };
    const results = [...Array(99).fill(place), { ...place, country_code: 'US', admin1: 'Iowa' }];
    const fault = { host: gazetteer, path: '/v1/search?name=union&count=100&*', body: { results } };
    const found = await during(keyless, [fault], () => keyless.ask(current('Union, Iowa')));
    expect(found.body.sys?.country).toBe('US');
  });

  it.each(['notfoundville', 'Oslo, Nowhere', 'x', ', NO'])('responds 404 for "%s"', async (city) => {
    expect(await keyless.ask(current(city))).toFail(404, /^No city named ".*" was found\.$/);
  });

  it.each([
    ['Pacific/Apia', -13.83, -171.77],
    ['Pacific/Pago_Pago', -14.28, -170.7],
    ['America/Adak', 51.88, -176.66],
    ['Pacific/Auckland', -36.85, 174.76],
  ])(
    'states sunrise and sunset of the local day near the date line: %s',
    async (timezone, latitude, longitude) => {
      const body = { results: [{ id: 1, name: 'Far', latitude, longitude, timezone }] };
      const paths = [current(freshName('Far')), forecast(freshName('Far'))];
      const [now, ahead] = await during(keyless, [{ host: gazetteer, body }], () =>
        Promise.all(paths.map((path) => keyless.ask(path))),
      );
      const dayOf = (seconds: number) =>
        new Intl.DateTimeFormat('en', { timeZone: timezone, dateStyle: 'short' }).format(seconds * 1000);
      for (const { sunrise } of [now!.body.sys, ahead!.body.city]) {
        expect(dayOf(sunrise)).toBe(dayOf(keyless.clock.now() / 1000));
      }
    },
  );

  it.each([
    ['responds 429', { status: 429 }],
    ['responds 500', { status: 500 }],
    ['responds in another shape', { body: { current: {} } }],
    ['responds with an error and status 200', { body: { error: true, reason: 'Not now' } }],
  ])('serves from MET Norway when Open-Meteo %s', async (_, fault) => {
    const city = freshName('Nord');
    const paths = [current(city), forecast(city)];
    const responses = await during(keyless, [{ host: openMeteo, ...fault }], () =>
      Promise.all(paths.map((path) => keyless.ask(path))),
    );
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(sourceOf(response)).toBe('weather/gazetteer, weather/met-norway');
    }
    const [now, ahead] = responses.map(({ body }) => body);
    expect(now).toMatchObject({
      main: { feels_like: null, grnd_level: null },
      visibility: null,
      wind: { gust: null },
    });
    expect(ahead.list.length).toBe(ahead.cnt);
    expect(ahead.cnt).toBeGreaterThan(20);
  });

  it('reads numbers that are text, and a sky whose cover is not stated', async () => {
    const now = {
      ...{ time: '1767225600', temperature_2m: '1.5', relative_humidity_2m: '80', pressure_msl: '1013' },
      wind_speed_10m: '3',
    };
    const response = await during(keyless, [{ host: openMeteo, body: { current: now } }], () =>
      keyless.ask(current(freshName('Texts'))),
    );
    const { dt, main, wind, weather, clouds } = response.body;
    expect({ dt, main, wind, weather, clouds }).toMatchObject({
      dt: 1_767_225_600,
      main: { temp: 274.65, humidity: 80, pressure: 1013 },
      wind: { speed: 3 },
      weather: [],
      clouds: undefined,
    });
  });

  it('responds 503 when all of its sources ask to wait, and not with what is missing', async () => {
    const response = await during(
      keyless,
      [gazetteer, openMeteo, metNorway].map((host) => ({ host, status: 429 })),
      () => keyless.ask(current(freshName('Still'))),
    );
    expect(response).toFail(503, 'The source for weather asked us to wait.');
    expect(response.headers.get('retry-after')).toBe('60');
  });

  it.each(['off', 'news,titledb/cinemeta', '-weather', '-weather/gazetteer'])(
    'responds 503 with what is missing when KEYLESS is %s',
    async (KEYLESS) => {
      await using without = await startTestApp({ environment: { WEATHER_API_KEY: '', KEYLESS } });
      expect(await without.ask(current('Oslo'))).toFail(503, /needs WEATHER_API_KEY to be set/);
    },
  );

  it('caches what it serves, with its sources', async () => {
    const city = freshName('Kept');
    for (let times = 0; times < 3; times += 1) await keyless.ask(current(city));
    await keyless.clearCalls();
    const response = await keyless.ask(current(city));
    expect(response.headers.get('x-cache')).toBe('HIT');
    expect(sourceOf(response)).toBe('weather/gazetteer, weather/open-meteo');
    await keyless.ask(forecast(city));
    expect((await keyless.calls()).map(({ host }) => host)).toEqual([openMeteo]);
  });

  it('states source, licence and derived fields in the graph', async () => {
    const query = `query ($city: String!) {
      weather {
        current(city: $city) { source { name licence attribution derived } }
        forecast(city: $city, first: 1) { source { name derived } }
      }
    }`;
    const { body } = await keyless.graphql(query, { city: 'Rome' });
    expect(body.data.weather).toEqual({
      current: {
        source: {
          name: 'Open-Meteo',
          licence: 'CC BY 4.0',
          attribution: 'Weather data by Open-Meteo.com',
          derived: ['main.feelsLike', 'main.tempMin', 'main.tempMax', 'weather'],
        },
      },
      forecast: { source: { name: 'Open-Meteo', derived: expect.arrayContaining(['pop', 'sys.pod']) } },
    });
    const theirs = await both.graphql(query, { city: 'Rome' });
    expect(theirs.body.data.weather.current.source).toMatchObject({ name: 'OpenWeather', derived: [] });
  });
});

describe('/api/weather with a credential', () => {
  it('reads the official source alone', async () => {
    await both.clearCalls();
    const response = await both.ask(current(freshName('Sure')));
    expect(sourceOf(response)).toBe('weather');
    expect((await both.calls()).map(({ host }) => host)).toEqual([official]);
  });

  it('responds with the failure of the official source when no other serves', async () => {
    await using refused = await startTestApp({ environment: { KEYLESS: 'on' } });
    await refused.fault(...[official, gazetteer].map((host) => ({ host, status: 403 })));
    const response = await refused.ask(current('Oslo'));
    expect(response).toFail(502, 'The source for weather did not accept our credentials.');
  });
});
