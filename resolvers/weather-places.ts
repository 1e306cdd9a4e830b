import { Fault } from '../core/faults.ts';
import { type Place, placesNamed } from '../sources/weather-keyless.ts';
import type { Context } from './kernel/context.ts';
import { isSameName } from './kernel/names.ts';

const rowsOf = (table: string): readonly (readonly [code: string, name: string])[] =>
  table
    .toLowerCase()
    .split(/;\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]);

/** The provinces and territories of Canada by their letters. */
const provinces = new Map(
  rowsOf(`AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia;
NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon`),
);

/** The states of the United States by their letters, for "Portland, OR", and the provinces. */
const states = new Map([
  ...rowsOf(`AK Alaska; AL Alabama; AR Arkansas; AZ Arizona; CA California; CO Colorado; CT Connecticut; DC District of Columbia;
DE Delaware; FL Florida; GA Georgia; HI Hawaii; IA Iowa; ID Idaho; IL Illinois; IN Indiana; KS Kansas; KY Kentucky;
LA Louisiana; MA Massachusetts; MD Maryland; ME Maine; MI Michigan; MN Minnesota; MO Missouri; MS Mississippi; MT Montana;
NC North Carolina; ND North Dakota; NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico; NV Nevada; NY New York;
OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas;
UT Utah; VA Virginia; VT Vermont; WA Washington; WI Wisconsin; WV West Virginia; WY Wyoming`),
  ...provinces,
]);

/** The codes of countries by names that the gazetteer may lack, without "the" and periods. */
const countries = new Map(
  rowsOf(`AE UAE; BR Brasil; CA Canada; CZ Czechia; CZ Czech Republic; DE Deutschland; GB Britain; GB Great Britain; GB UK;
KR Korea; KR Republic of Korea; KR South Korea; NL Holland; NL Netherlands; RU Russia; RU Russian Federation; TR Turkey;
US America; US United States; US United States of America; US USA`).map(
    ([code, name]) => [name, code] as const,
  ),
);

/** A name and its areas, such as its state and its country, in lower case without periods. */
function partsOf(city: string): readonly [name: string, ...areas: string[]] {
  const [name = '', ...areas] = city.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '));
  const plain = areas.map((area) => area.toLowerCase().replaceAll('.', '').replace(/^the /, ''));
  return [name, ...plain.filter((area) => area !== '')];
}

/** The place that a name such as `Oslo`, `Paris, US` or `Portland, Oregon` means. Rejects with `notFound` without one. */
export async function placeOf(city: string, { read }: Context): Promise<Place> {
  const [name, ...wanted] = partsOf(city);
  const { results } = name === '' ? { results: [] } : await read(placesNamed, { name });
  // Two letters are a country before they are a state: "London, CA" lies in Canada.
  const place = [isInCountry, isInArea]
    .map((isIn) => results.find((each) => wanted.every((area) => isIn(each, area))))
    .find((found) => found !== undefined);
  if (place) return place;
  throw new Fault('notFound', `No city named "${city}" was found.`, { group: 'weather' });
}

/** A city in a state or a province as `Portland,or,us`, the only form that OpenWeather's geocoder knows; else undefined. */
export function inState(city: string): string | undefined {
  const [name, area = '', country, ...more] = partsOf(city);
  const [state] = [...states].find((names) => names.some((each) => isSameName(each, area))) ?? [];
  if (state === undefined || more.length > 0) return undefined;
  const home = provinces.has(state) ? 'ca' : 'us';
  return (countries.get(country ?? home) ?? country ?? home) === home
    ? `${name},${state},${home}`
    : undefined;
}

const isInCountry = ({ countryCode }: Place, area: string): boolean =>
  countryCode?.toLowerCase() === (countries.get(area) ?? area);

const isInArea = (place: Place, area: string): boolean =>
  isInCountry(place, area) ||
  (['CA', 'US'].includes(place.countryCode ?? '') && place.admin1?.toLowerCase() === states.get(area)) ||
  [place.admin1, place.admin2, place.country].some((name) => isSameName(name ?? '', area));

/** What names teams, and may be a city elsewhere. New York and Washington are cities among teams. */
const regions = [
  'Carolina',
  'Golden State',
  'LA',
  'New England',
  'Tampa Bay',
  'Vegas',
  ...states.values(),
].filter((name) => name !== 'new york' && name !== 'washington');
const canadianCities = ['Calgary', 'Edmonton', 'Montreal', 'Ottawa', 'Toronto', 'Vancouver', 'Winnipeg'];

/** The city of a team with its country, as weather is asked for it. Null for a region, and for the school of a college. */
export function cityOfTeam(location: string | null, league: string): string | null {
  const isAmong = (names: readonly string[]) => names.some((name) => isSameName(name, location ?? ''));
  if (location === null || league.endsWith('college') || isAmong(regions)) return null;
  return `${location}, ${isAmong(canadianCities) ? 'CA' : 'US'}`;
}

/** Seconds east of UTC at a place at a time in Unix seconds; null for a time zone that is not known. */
export function offsetOf({ timezone }: Place, time: number): number | null {
  if (timezone === null) return null;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    const written = format.formatToParts(time * 1000).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(written ?? '') ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  } catch {
    return null;
  }
}
