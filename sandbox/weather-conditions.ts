import { type City, sunTimes } from './weather-cities.ts';
import type { World } from './world.ts';

/** The weather changes every three hours. */
export const stepSeconds = 3 * 3600;

/** The condition codes of the upstream; `from` is the minimum cloud cover in percent. */
const dry = [
  { from: 85, id: 804, main: 'Clouds', description: 'overcast clouds', icon: '04' },
  { from: 51, id: 803, main: 'Clouds', description: 'broken clouds', icon: '04' },
  { from: 25, id: 802, main: 'Clouds', description: 'scattered clouds', icon: '03' },
  { from: 11, id: 801, main: 'Clouds', description: 'few clouds', icon: '02' },
  { from: 0, id: 800, main: 'Clear', description: 'clear sky', icon: '01' },
] as const;
const rain = [
  { id: 500, main: 'Rain', description: 'light rain', icon: '10' },
  { id: 501, main: 'Rain', description: 'moderate rain', icon: '10' },
] as const;
const snow = [
  { id: 600, main: 'Snow', description: 'light snow', icon: '13' },
  { id: 601, main: 'Snow', description: 'snow', icon: '13' },
] as const;

const freezingKelvin = 273.15;

/** The weather at a time in Unix seconds; constant for each interval of three hours. */
export function conditions(world: World, city: City, time: number) {
  const dice = world.of('weather.conditions', city.key, Math.floor(time / stepSeconds));
  const cloudiness = dice.int(0, 100);
  const isWet = cloudiness >= 60 && dice.chance(0.5);
  const temp = round(usualTemperature(city, time) + dice.float(-3, 3));
  const kind = temp < freezingKelvin + 1 ? ('snow' as const) : ('rain' as const);
  const millimetresPerHour = dice.float(0.1, 4);
  const wetness = (kind === 'snow' ? snow : rain)[millimetresPerHour < 1.5 ? 0 : 1];
  const { id, main, description, icon } = isWet
    ? wetness
    : (dry.find(({ from }) => cloudiness >= from) ?? dry[4]);
  const pressure = dice.int(990, 1035);
  const { sunrise, sunset } = sunTimes(city, time * 1000);
  const isDay = time >= sunrise && time < sunset;
  const speed = dice.float(0.3, 11);
  return {
    weather: [{ id, main, description, icon: `${icon}${isDay ? 'd' : 'n'}` }],
    main: {
      temp,
      feels_like: round(temp - speed * 0.35),
      temp_min: round(temp - dice.float(0, 1.5)),
      temp_max: round(temp + dice.float(0, 1.5)),
      pressure,
      humidity: isWet ? dice.int(75, 99) : dice.int(25, 85),
      sea_level: pressure,
      grnd_level: pressure - Math.round(city.elevationMetres / 8.4),
    },
    visibility: isWet ? dice.int(2_000, 9_999) : 10_000,
    // Gusts are omitted in calm weather.
    wind: { speed, deg: dice.int(0, 359), ...(speed > 2.5 && { gust: round(speed * dice.float(1.1, 1.8)) }) },
    clouds: { all: cloudiness },
    precipitation: isWet ? { kind, millimetresPerHour } : undefined,
    isDay,
  };
}

/** Kelvin: colder towards the poles, in winter, and before sunrise. */
function usualTemperature({ lat, timezone }: City, time: number): number {
  const season = Math.sin((2 * Math.PI * (time / 86_400 - 110)) / 365.2422);
  const hour = ((time + timezone) / 3600) % 24;
  return 300 - 0.006 * lat ** 2 + 0.22 * lat * season + 4 * Math.sin((2 * Math.PI * (hour - 9)) / 24);
}

export const round = (value: number): number => Number(value.toFixed(2));
