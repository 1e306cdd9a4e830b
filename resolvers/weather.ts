import { hours } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { isPromise, type MaybePromise } from '../core/maybe-promise.ts';
import * as weather from '../sources/weather.ts';
import { source as official } from '../sources/weather-sources.ts';
import type { Context } from './kernel/context.ts';
import { date, freeText } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { firstSuccess, orAbsent, orNothing } from './kernel/optional.ts';
import { first, upToFirst } from './kernel/paging.ts';
import { provenanceOf } from './kernel/provenance.ts';
import { currentFrom, forecastFrom, type Sourced, ways } from './weather-keyless.ts';
import { inState } from './weather-places.ts';

const city = freeText('Name of the city, with its country if need be, such as "Oslo" or "Paris, US".', {
  max: 100,
});

/** Where a result without a source of its own comes from. */
export const officialSource = provenanceOf(official);

/** The current weather in a city. */
export const current = lookup({
  group: 'weather',
  summary: 'The weather in a city now.',
  input: { city },
  run: ({ city }, context): MaybePromise<weather.Current & Partial<Sourced>> =>
    firstSuccess<weather.Current>(
      () => byNameOrPosition(city, context, (place) => context.read(weather.current, place)),
      ...ways.map((way) => () => currentFrom(way, city, context)),
    ),
});

/** Five days. */
const mostIntervals = 40;

/** The forecast for a city at intervals of three hours. */
export const forecast = lookup({
  group: 'weather',
  summary: 'The weather in a city for up to five days, at intervals of three hours.',
  input: {
    city,
    first: first(mostIntervals),
  },
  maxItems: upToFirst,
  run: ({ city, first: count }, context): MaybePromise<weather.Forecast & Partial<Sourced>> =>
    firstSuccess<weather.Forecast>(
      () => byNameOrPosition(city, context, (place) => context.read(weather.forecast, { ...place, count })),
      ...ways.map((way) => () => forecastFrom(way, { city, count }, context)),
    ),
});

/** Intervals of a forecast are three hours long, and named by their beginnings. */
const intervalMs = hours(3);

/** The weather that is forecast for a city at a moment. */
export const forecastAt = lookup({
  group: 'weather',
  summary:
    'The weather that is forecast for its city at that time, or next if it is under way; null when it is more than five days ahead, and for a city that is not known.',
  input: { city, at: date('The moment, in ISO 8601.', {}) },
  async run({ city, at }, context): Promise<weather.Interval | null> {
    const found = await orAbsent(forecast.run({ city, first: mostIntervals }, context));
    const atMs = Date.parse(at);
    const [first] = found?.list ?? [];
    // An event under way began before the first interval of the forecast.
    if (first && atMs < first.dt * 1000) return first;
    return found?.list.find(({ dt }) => dt * 1000 <= atMs && atMs < dt * 1000 + intervalMs) ?? null;
  },
});

/**
 * Weather by the name of a place. The upstream's own search is outdated, and does not accept forms such as "Portland,
 * Oregon": a name that it does not find is looked up by the geocoder, and requested again by position.
 */
function byNameOrPosition<Model>(
  city: string,
  context: Context,
  read: (place: weather.Place) => MaybePromise<Model>,
): MaybePromise<Model> {
  const named = read({ city });
  return isPromise(named) ? named.catch(orByPosition) : named;

  async function orByPosition(fault: unknown): Promise<Model> {
    if (!(fault instanceof Fault) || fault.kind !== 'notFound') throw fault;
    const [position] = await positionsOf(city, context);
    if (!position) throw fault;
    return read(position);
  }
}

/** When the geocoder fails, the answer of the search stands; not for a name with a comma, which the search cannot find. */
async function positionsOf(city: string, { read }: Context): Promise<readonly weather.Coordinates[]> {
  const reading = read(weather.places, { name: city });
  const found = city.includes(',') ? await reading : ((await orNothing(reading)) ?? []);
  // Two letters are a country before they are a state: "London, CA" lies in Canada.
  const stated = found.length === 0 ? inState(city) : undefined;
  return stated === undefined ? found : read(weather.places, { name: stated });
}
