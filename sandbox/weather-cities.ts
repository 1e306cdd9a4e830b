import type { Dice } from './kernel/dice.ts';
import type { World } from './world.ts';

export interface City {
  /** `Name,CC`: the unique key of a city. */
  readonly key: string;
  readonly name: string;
  /** Two capital letters. */
  readonly country: string;
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
  /** Seconds east of UTC. */
  readonly timezone: number;
  readonly population: number;
  readonly elevationMetres: number;
}

/** The positions of well-known cities, which also locate the countries of invented ones. */
const landmarks = [
  { name: 'Amsterdam', country: 'NL', lat: 52.37, lon: 4.9 },
  { name: 'Athens', country: 'GR', lat: 37.98, lon: 23.73 },
  { name: 'Berlin', country: 'DE', lat: 52.52, lon: 13.41 },
  { name: 'Buenos Aires', country: 'AR', lat: -34.6, lon: -58.38 },
  { name: 'Cairo', country: 'EG', lat: 30.04, lon: 31.24 },
  { name: 'Cape Town', country: 'ZA', lat: -33.92, lon: 18.42 },
  { name: 'Helsinki', country: 'FI', lat: 60.17, lon: 24.94 },
  { name: 'Lagos', country: 'NG', lat: 6.45, lon: 3.39 },
  { name: 'London', country: 'GB', lat: 51.51, lon: -0.13 },
  { name: 'Los Angeles', country: 'US', lat: 34.05, lon: -118.24 },
  { name: 'Madrid', country: 'ES', lat: 40.42, lon: -3.7 },
  { name: 'Mexico City', country: 'MX', lat: 19.43, lon: -99.13 },
  { name: 'Mumbai', country: 'IN', lat: 19.08, lon: 72.88 },
  { name: 'Nairobi', country: 'KE', lat: -1.29, lon: 36.82 },
  { name: 'New York', country: 'US', lat: 40.71, lon: -74.01 },
  { name: 'Oslo', country: 'NO', lat: 59.91, lon: 10.75 },
  { name: 'Paris', country: 'FR', lat: 48.86, lon: 2.35 },
  { name: 'Reykjavik', country: 'IS', lat: 64.15, lon: -21.94 },
  { name: 'Rio de Janeiro', country: 'BR', lat: -22.91, lon: -43.17 },
  { name: 'Rome', country: 'IT', lat: 41.89, lon: 12.48 },
  { name: 'Seoul', country: 'KR', lat: 37.57, lon: 126.98 },
  { name: 'Sydney', country: 'AU', lat: -33.87, lon: 151.21 },
  { name: 'Tokyo', country: 'JP', lat: 35.69, lon: 139.69 },
  { name: 'Toronto', country: 'CA', lat: 43.65, lon: -79.38 },
  { name: 'Warsaw', country: 'PL', lat: 52.23, lon: 21.01 },
  { name: 'Wellington', country: 'NZ', lat: -41.29, lon: 174.78 },
] as const;

/**
 * The city that `q` names: `city`, `city,CC` or `city,state,CC`. With anything else in place of the country the
 * upstream finds nothing; the geocoder does.
 */
export function cityByName(world: World, q: string): City | undefined {
  const [name = '', ...others] = partsOf(q);
  const country = others.at(-1);
  if (!isKnown(world, q) || (country !== undefined && !/^[a-z]{2}$/.test(country))) return undefined;
  return cityNamed(world, name, country?.toUpperCase());
}

export const cityById = (world: World, id: string): City | undefined =>
  world.exists(id)
    ? cityOf(
        world,
        world.nameOf('weather.city', id, (dice) => `${dice.placeName()},${dice.pick(landmarks).country}`),
      )
    : undefined;

/** The city at a position: a stored one, else an invented one in the nearest country. */
export function cityAt(world: World, lat: number, lon: number): City {
  const distance = (place: { lat: number; lon: number }) => (place.lat - lat) ** 2 + (place.lon - lon) ** 2;
  const nearest = landmarks.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  const place = coordinates(lat, lon);
  const invent = (dice: Dice) => `${dice.placeName()},${nearest.country}`;
  return cityOf(world, world.nameOf('weather.place', place, invent));
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The results of the geocoder: places with that name in several countries, the best match of `q` first. */
export function sameNames(world: World, q: string, limit: number): City[] {
  if (!isKnown(world, q)) return [];
  const [name = '', ...others] = partsOf(q);
  const requested = others.findLast((part) => /^[a-z]{2}$/.test(part))?.toUpperCase();
  // The letters of a state are none of a country, which must be behind them.
  if (requested !== undefined && countryNames.of(requested) === requested) return [];
  const first = cityNamed(world, name, requested);
  if (requested !== undefined) return [first];
  const countries = new Set([first.country, ...landmarks.map(({ country }) => country)]);
  return [...countries].slice(0, Math.min(limit || 1, 5)).map((country) => cityNamed(world, name, country));
}

const partsOf = (q: string): string[] =>
  q
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '');

/** Whether a text is a name: it has a letter or a digit. */
const isKnown = (world: World, q: string): boolean =>
  partsOf(q).every((part) => world.exists(part)) && /[\p{L}\p{N}]/u.test(q);

function cityNamed(world: World, name: string, country?: string): City {
  const landmark = landmarks.find(
    (place) => place.name.toLowerCase() === name && (country ?? place.country) === place.country,
  );
  if (landmark) return cityOf(world, `${landmark.name},${landmark.country}`);
  const tidyName = name.replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  return cityOf(world, `${tidyName},${country ?? world.of('weather.country', name).pick(landmarks).country}`);
}

/** All fields of a city are derived from its key, so that all endpoints agree. */
function cityOf(world: World, key: string): City {
  const name = key.slice(0, -3);
  const country = key.slice(-2);
  const dice = world.of('weather.cityFacts', key);
  const place = world.idOf('weather.place', key, (placeDice) => placeFor(placeDice, name, country));
  const [lat = 0, lon = 0] = place.split(',').map(Number);
  return {
    key,
    name,
    country,
    id: Number(world.idOf('weather.city', key, (idDice) => idDice.digits(7))),
    lat,
    lon,
    // Solar time, which is an approximation of the time zone.
    timezone: Math.round(lon / 15) * 3600,
    population: dice.int(2, 90) * 10 ** dice.int(3, 5),
    elevationMetres: dice.int(0, 600),
  };
}

/** The position of a city: a landmark's own, else near a landmark of its country, else anywhere. */
function placeFor(dice: Dice, name: string, country: string): string {
  const inCountry = landmarks.filter((place) => place.country === country);
  const landmark = inCountry.find((place) => place.name === name);
  if (landmark) return coordinates(landmark.lat, landmark.lon);
  if (inCountry.length === 0) return coordinates(dice.float(-50, 62, 4), dice.float(-175, 175, 4));
  const centre = dice.pick(inCountry);
  return coordinates(centre.lat + dice.float(-2, 2, 4), centre.lon + dice.float(-2, 2, 4));
}

/** A coordinate as text, with the four decimals of the upstream. */
const coordinates = (lat: number, lon: number): string =>
  [lat, lon].map((value) => Number(value.toFixed(4))).join(',');

/** The equinox of March 1970, in days since the epoch. */
const equinoxDay = 79;

/** Sunrise and sunset of the local day, in Unix seconds; near the poles the day is shortened to less than 24 hours. */
export function sunTimes({ lat, lon, timezone }: City, timeMs: number): { sunrise: number; sunset: number } {
  const day = Math.floor((timeMs / 1000 + timezone) / 86_400);
  const declination = 0.4091 * Math.sin((2 * Math.PI * (day - equinoxDay)) / 365.2422);
  const cosine = -Math.tan((lat * Math.PI) / 180) * Math.tan(declination);
  const halfDay = (Math.acos(Math.min(0.996, Math.max(-0.996, cosine))) / (2 * Math.PI)) * 86_400;
  const noon = day * 86_400 + 43_200 - lon * 240;
  return { sunrise: Math.round(noon - halfDay), sunset: Math.round(noon + halfDay) };
}
