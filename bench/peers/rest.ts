import { currentWeather, once, repos, type Weather } from './domain.ts';

/** The documented REST bodies, serialised once per resource. */

export const key = `Bearer ${process.env.BENCH_KEY}`;

const weatherBody = (model: Weather) => ({
  clouds: model.clouds,
  dt: model.dt,
  main: {
    temp: model.main.temp,
    feels_like: model.main.feelsLike,
    temp_min: model.main.tempMin,
    temp_max: model.main.tempMax,
    pressure: model.main.pressure,
    humidity: model.main.humidity,
    sea_level: model.main.seaLevel,
    grnd_level: model.main.grndLevel,
  },
  visibility: model.visibility,
  weather: model.weather.map(({ code, main, description, icon }) => ({ id: code, main, description, icon })),
  wind: model.wind,
  base: model.base,
  cod: model.cod,
  coord: model.coord,
  id: model.id,
  name: model.name,
  sys: model.sys,
  timezone: model.timezone,
});

const serialised = new Map<string, Buffer>();

/** The bytes of a body: from the cache, else a promise of them. */
function bytesOf(name: string, build: () => Promise<unknown>): Buffer | Promise<Buffer> {
  return (
    serialised.get(name) ??
    once(name, async () => {
      const bytes = Buffer.from(JSON.stringify(await build()));
      serialised.set(name, bytes);
      return bytes;
    })
  );
}

export const weatherBytes = (city: string) =>
  bytesOf(`body weather ${city}`, async () => weatherBody(await currentWeather(city)));

export const reposBytes = (username: string) =>
  bytesOf(`body repos ${username}`, async () => ({ success: true, data: await repos(username) }));
