import { currentWeather, once, repos } from './domain.js';

/** The documented bodies, serialised once. */

export const key = `Bearer ${process.env.BENCH_KEY}`;

const weatherBody = ({
  clouds,
  dt,
  main,
  visibility,
  weather,
  wind,
  base,
  cod,
  coord,
  id,
  name,
  sys,
  timezone,
}) => ({
  clouds,
  dt,
  main: {
    temp: main.temp,
    feels_like: main.feelsLike,
    temp_min: main.tempMin,
    temp_max: main.tempMax,
    pressure: main.pressure,
    humidity: main.humidity,
    sea_level: main.seaLevel,
    grnd_level: main.grndLevel,
  },
  visibility,
  weather: weather.map(({ code, main, description, icon }) => ({ id: code, main, description, icon })),
  wind,
  base,
  cod,
  coord,
  id,
  name,
  sys,
  timezone,
});

const bytes = (body) => Buffer.from(JSON.stringify(body));
const finished = new Map();

/** Bytes that are there already, else a promise of them. */
function finish(name, make) {
  return (
    finished.get(name) ??
    once(name, async () => {
      const body = bytes(await make());
      finished.set(name, body);
      return body;
    })
  );
}

export const weatherBytes = (city) =>
  finish(`body weather ${city}`, async () => weatherBody(await currentWeather(city)));

export const reposBytes = (username) =>
  finish(`body repos ${username}`, async () => ({ success: true, data: await repos(username) }));
