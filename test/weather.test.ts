import { describe, expect, it } from 'vitest';
import { during } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const host = 'api.openweathermap.org';
const current = (city: string) => `/api/weather/current?city=${encodeURIComponent(city)}`;
const forecast = (city: string, rest = '') => `/api/weather/forecast?city=${encodeURIComponent(city)}${rest}`;

const app = useTestApp();

describe('GET /api/weather/current', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(current('Oslo'))).toFit({
      cod: 200,
      name: 'Oslo',
      sys: { country: expect.any(String) },
    });
  });

  it.each([
    ['a name', ''],
    ['a name with a comma', ', Oregon'],
    ['a name with the letters of a state', ', OR'],
    ['a name with a state and its country', ', WA, U.S.A.'],
    ['a name with a province', ', Québec'],
  ])('responds 200 by coordinates for %s that only the geocoder knows', async (_, rest) => {
    const city = `${freshName('port')}${rest}`;
    await app.fault({ name: 'names unknown' });
    await app.clearCalls();
    const responses = [await app.ask(current(city)), await app.ask(forecast(city))];
    await app.clearFaults();
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const asked = (await app.calls()).map((call) => call.path.split('?')[0]);
    // A state whose country is left out is asked for again with it.
    const paths = asked.filter((each, index) => each !== asked[index - 1]);
    expect(paths.slice(0, 3)).toEqual(['/data/2.5/weather', '/geo/1.0/direct', '/data/2.5/weather']);
  });

  it('takes two letters for a country before a state', async () => {
    await app.fault({ name: 'names unknown' });
    const { body } = await app.ask(current(`${freshName('port')}, DE`));
    await app.clearFaults();
    expect(body.sys.country).toBe('DE');
  });

  it.each([
    [404, 'a name', ''],
    [502, 'a name with a comma', ', Oregon'],
  ])('responds %i for %s that is not found while the geocoder fails', async (status, _, rest) => {
    await app.fault({ host, path: '/geo/*', status: 500 }, { name: 'names unknown' });
    const response = await app.ask(current(`${freshName('port')}${rest}`));
    await app.clearFaults();
    expect(response.status).toBe(status);
  });

  it('responds without sunrise and sunset where the sun does neither', async () => {
    const usual = await fetch(`${app.config.upstreamOrigin}/${host}/data/2.5/weather?q=Tromso&appid=any`);
    const body = (await usual.json()) as { readonly sys: object };
    Object.assign(body.sys, { sunrise: 0, sunset: 0 });
    const response = await during(app, [{ host, body }], () => app.ask(current(freshName('polar'))));
    expect(response).toFit({ sys: { sunrise: null, sunset: null } });
  });

  it('makes one upstream call for equivalent spellings', async () => {
    const city = freshName('same');
    await app.clearCalls();
    await app.ask(current(`${city}, NO`));
    const { headers } = await app.ask(current(` ${city.toUpperCase()} ,no`));
    expect(headers.get('x-cache')).toBe('HIT');
    expect(await app.calls()).toHaveLength(1);
  });
});

describe('GET /api/weather/forecast', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(forecast('Oslo', '&count=3'))).toFit({
      city: { name: 'Oslo' },
      cnt: 3,
      cod: '200',
      list: expect.objectContaining({ length: 3 }),
    });
  });

  it('responds 200 with 40 intervals of three hours by default', async () => {
    const { list } = (await app.ask(forecast('Oslo'))).body;
    const steps = list.slice(1).map((entry: { dt: number }, index: number) => entry.dt - list[index].dt);
    expect(steps).toEqual(Array(39).fill(3 * 3600));
  });

  it('responds 200 with the maximum count', async () => {
    expect((await app.ask(forecast('Oslo', '&count=40'))).body.cnt).toBe(40);
  });
});

describe('{ weather } in GraphQL', () => {
  it('returns the data of the routes without further upstream calls', async () => {
    const city = freshName('both');
    const rest = await app.ask(current(city));
    await app.clearCalls();
    const { body } = await app.graphql(
      'query ($city: String!) { weather { current(city: $city) { name dt main { temp feelsLike } } } }',
      { city },
    );
    const { name, dt, main } = rest.body;
    expect(body).toEqual({
      data: { weather: { current: { name, dt, main: { temp: main.temp, feelsLike: main.feels_like } } } },
    });
    expect(await app.calls()).toEqual([]);
  });

  it('reports each failure and returns the fields that did not fail', async () => {
    const { status, body } = await app.graphql(`{
      weather {
        here: current(city: "Oslo") { name }
        nowhere: current(city: "notfoundville") { name }
        wrong: forecast(city: "Oslo", first: 41) { cnt }
      }
    }`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ weather: { here: { name: 'Oslo' }, nowhere: null, wrong: null } });
    const codes = body.errors.map(
      (error: { message: string; path: string[]; extensions: { code: string } }) => [
        error.path.at(-1),
        error.extensions.code,
        error.message,
      ],
    );
    expect(codes.sort()).toEqual([
      ['nowhere', 'NOT_FOUND', 'No city named "notfoundville" was found.'],
      ['wrong', 'INVALID', 'first must be a whole number from 1 to 40.'],
    ]);
  });
});
