import { changedAt } from '../sources/kernel/http/classify-response.ts';
import type { Endpoint } from '../sources/kernel/source.ts';
import type { Condition, Current, Forecast, Interval, Measurements, Report } from '../sources/weather.ts';
import { skyOf } from '../sources/weather-conditions.ts';
import type { Outlook, Place, Position, Step } from '../sources/weather-keyless.ts';
import * as keyless from '../sources/weather-keyless.ts';
import { metNorway, openMeteo } from '../sources/weather-sources.ts';
import type { Context } from './kernel/context.ts';
import { type Provenance, provenanceOf } from './kernel/provenance.ts';
import { offsetOf, placeOf } from './weather-places.ts';

/*
 * Weather in the form of OpenWeather from sources without a credential. A value is as stated, computed from stated ones by
 * a formula here and then named as derived, or null.
 */

const derivedNow = ['main.tempMin', 'main.tempMax', 'weather'];
const derivedAhead = [...derivedNow, 'pop', 'sys.pod'];

/** A source without a credential. */
export interface Way {
  readonly current: Endpoint<Position, Outlook>;
  readonly forecast: Endpoint<Position, Outlook>;
  readonly now: Provenance;
  readonly ahead: Provenance;
}

export const ways: readonly Way[] = [
  {
    current: keyless.openMeteoCurrent,
    forecast: keyless.openMeteoForecast,
    now: provenanceOf(openMeteo, ['main.feelsLike', ...derivedNow]),
    ahead: provenanceOf(openMeteo, ['main.feelsLike', ...derivedAhead]),
  },
  {
    current: keyless.metNorwayForecast,
    forecast: keyless.metNorwayForecast,
    now: provenanceOf(metNorway, derivedNow),
    ahead: provenanceOf(metNorway, derivedAhead),
  },
];

const kelvin = (celsius: number): number => Math.round((celsius + 273.15) * 100) / 100;

const kelvinOrNull = (celsius: number | null) => (celsius === null ? null : kelvin(celsius));

/** OpenWeather states no more than ten kilometres. */
const mostVisibility = 10_000;

const required = ['temp', 'humidity', 'seaLevel', 'speed'] as const;

/** A step with all values that a report must have. */
type WholeStep = Step & Readonly<Record<(typeof required)[number], number>>;

const isWhole = (step: Step): step is WholeStep => required.every((field) => step[field] !== null);

const iconOf = (condition: Condition, isDay: boolean | null): Condition => ({
  ...condition,
  icon: `${condition.icon}${isDay === false ? 'n' : 'd'}`,
});

/** The report of a step; extremes, gusts and conditions are those of `during`, the step itself among them. */
function reportOf(step: WholeStep, during: readonly Step[]): Report {
  const temperatures = valuesOf(during, 'temp');
  const worst = during.reduce((one, other) => (other.severity > one.severity ? other : one), step);
  const gusts = valuesOf(during, 'gust');
  const { clouds } = step;
  const condition = worst.condition ?? (clouds === null ? null : skyOf(clouds));
  const main: Measurements = {
    temp: kelvin(step.temp),
    feelsLike: kelvinOrNull(step.feelsLike),
    tempMin: kelvin(Math.min(...temperatures)),
    tempMax: kelvin(Math.max(...temperatures)),
    // OpenWeather's pressure is that at sea level.
    pressure: step.seaLevel,
    humidity: step.humidity,
    seaLevel: step.seaLevel,
    grndLevel: step.grndLevel,
  };
  return {
    clouds: clouds === null ? null : { all: clouds },
    dt: step.time,
    main,
    visibility: step.visibility === null ? null : Math.min(mostVisibility, Math.round(step.visibility)),
    weather: condition ? [iconOf(condition, step.isDay)] : [],
    wind: { speed: step.speed, deg: step.deg, gust: gusts.length > 0 ? Math.max(...gusts) : null },
  };
}

const valuesOf = (steps: readonly Step[], field: 'temp' | 'gust' | 'pop'): readonly number[] =>
  steps.map((step) => step[field]).filter((value) => value !== null);

const coordOf = ({ lat, lon }: Place) => ({ lat, lon });

/** Sunrise and sunset of the local day of a time. */
function sunOf({ days }: Outlook, offset: number | null, time: number) {
  const dayOf = (moment: number) => Math.floor((moment + (offset ?? 0)) / 86_400);
  return days.find(({ sunrise }) => dayOf(sunrise) === dayOf(time)) ?? { sunrise: null, sunset: null };
}

/** The weather now, of one source. */
export async function currentFrom(way: Way, city: string, context: Context): Promise<Current & Sourced> {
  const place = await placeOf(city, context);
  const outlook = await context.read(way.current, coordOf(place));
  const step = outlook.current;
  if (!step || !isWhole(step)) throw changedAt('weather', 'current');
  const timezone = offsetOf(place, step.time);
  return {
    ...reportOf(step, [step]),
    base: 'model',
    cod: 200,
    coord: coordOf(place),
    id: place.id,
    name: place.name,
    sys: { country: place.countryCode, ...sunOf(outlook, timezone, step.time), id: null, type: null },
    timezone,
    source: way.now,
  };
}

export interface Sourced {
  readonly source: Provenance;
}

const intervalSeconds = 3 * 3600;

/** The forecast of one source, up to a number of intervals. */
export async function forecastFrom(
  way: Way,
  { city, count }: { readonly city: string; readonly count: number },
  context: Context,
): Promise<Forecast & Sourced> {
  const place = await placeOf(city, context);
  const outlook = await context.read(way.forecast, coordOf(place));
  const list = intervalsOf(outlook).slice(0, count);
  const first = list[0];
  if (!first) throw changedAt('weather', 'hourly');
  const asOf = outlook.asOf ?? first.dt;
  const timezone = offsetOf(place, asOf);
  return {
    city: {
      coord: coordOf(place),
      country: place.countryCode,
      ...sunOf(outlook, timezone, asOf),
      id: place.id,
      name: place.name,
      population: place.population ?? 0,
      timezone,
    },
    cnt: list.length,
    cod: '200',
    message: 0,
    list,
    source: way.ahead,
  };
}

/** The intervals that begin after the outlook was stated, at multiples of three hours, up to the first incomplete one. */
function intervalsOf({ asOf, steps }: Outlook): readonly Interval[] {
  const last = steps.at(-1)?.time ?? 0;
  // A recorded response is older than its date.
  const from = asOf !== null && asOf < last ? asOf : (steps[0]?.time ?? 0) - 1;
  const beginnings = steps.filter(({ time }) => time > from && time % intervalSeconds === 0);
  const end = beginnings.findIndex((step) => !isWhole(step));
  return (end < 0 ? beginnings : beginnings.slice(0, end)).filter(isWhole).map((step) => {
    const during = steps.filter(({ time }) => time >= step.time && time < step.time + intervalSeconds);
    const probabilities = valuesOf(during, 'pop');
    return {
      ...reportOf(step, during),
      dtText: new Date(step.time * 1000).toISOString().slice(0, 19).replace('T', ' '),
      pop: Math.round(Math.max(0, ...probabilities)) / 100,
      sys: { pod: step.isDay === false ? 'n' : 'd' },
    };
  });
}
