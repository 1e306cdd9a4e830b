import type { Condition } from './weather.ts';

/** A condition in the words of OpenWeather, without the last letter of its icon, which says day or night. */
const condition = (code: number, main: string, description: string, icon: string): Condition => ({
  code,
  main,
  description,
  icon,
});

const rain = (code: number, description: string) => condition(code, 'Rain', description, '10');
const showers = (code: number, description: string) => condition(code, 'Rain', description, '09');
const drizzle = (code: number, description: string) => condition(code, 'Drizzle', description, '09');
const snow = (code: number, description: string) => condition(code, 'Snow', description, '13');
const storm = (code: number, description: string) => condition(code, 'Thunderstorm', description, '11');
const fog = condition(741, 'Fog', 'fog', '50');
const freezing = condition(511, 'Rain', 'freezing rain', '13');

/** Cloudy skies by the least cover of the sky, in percent. */
const skies: readonly (readonly [from: number, sky: Condition])[] = [
  [85, condition(804, 'Clouds', 'overcast clouds', '04')],
  [51, condition(803, 'Clouds', 'broken clouds', '04')],
  [26, condition(802, 'Clouds', 'scattered clouds', '03')],
  [11, condition(801, 'Clouds', 'few clouds', '02')],
  [0, condition(800, 'Clear', 'clear sky', '01')],
];

/** The sky without rain, snow or fog, by its cover in percent. */
export const skyOf = (cover: number): Condition =>
  (skies.find(([from]) => Math.round(cover) >= from) ?? skies.at(-1)!)[1];

/** The conditions of WMO codes (table 4677). OpenWeather has no words for hail and freezing drizzle: the nearest is taken. */
export const wmoConditions: ReadonlyMap<number, Condition> = new Map([
  [45, fog],
  [48, fog],
  [51, drizzle(300, 'light intensity drizzle')],
  [53, drizzle(301, 'drizzle')],
  [55, drizzle(302, 'heavy intensity drizzle')],
  [56, freezing],
  [57, freezing],
  [61, rain(500, 'light rain')],
  [63, rain(501, 'moderate rain')],
  [65, rain(502, 'heavy intensity rain')],
  [66, freezing],
  [67, freezing],
  [71, snow(600, 'light snow')],
  [73, snow(601, 'snow')],
  [75, snow(602, 'heavy snow')],
  [77, snow(600, 'light snow')],
  [80, showers(520, 'light intensity shower rain')],
  [81, showers(521, 'shower rain')],
  [82, showers(522, 'heavy intensity shower rain')],
  [85, snow(620, 'light shower snow')],
  [86, snow(622, 'heavy shower snow')],
  [95, storm(211, 'thunderstorm')],
  [96, storm(201, 'thunderstorm with rain')],
  [99, storm(202, 'thunderstorm with heavy rain')],
]);

/** The conditions of MET Norway's symbols without their suffix, the mildest first. */
const symbols: ReadonlyMap<string, Condition> = new Map([
  ['clearsky', skyOf(0)],
  ['fair', skyOf(11)],
  ['partlycloudy', skyOf(26)],
  ['cloudy', skyOf(85)],
  ['fog', fog],
  ['lightrain', rain(500, 'light rain')],
  ['rain', rain(501, 'moderate rain')],
  ['heavyrain', rain(502, 'heavy intensity rain')],
  ['lightrainshowers', showers(520, 'light intensity shower rain')],
  ['rainshowers', showers(521, 'shower rain')],
  ['heavyrainshowers', showers(522, 'heavy intensity shower rain')],
  ...['lightsleet', 'sleet', 'heavysleet'].map((name) => [name, snow(611, 'sleet')] as const),
  ['lightsleetshowers', snow(612, 'light shower sleet')],
  ['sleetshowers', snow(613, 'shower sleet')],
  ['heavysleetshowers', snow(613, 'shower sleet')],
  ['lightsnow', snow(600, 'light snow')],
  ['snow', snow(601, 'snow')],
  ['heavysnow', snow(602, 'heavy snow')],
  ['lightsnowshowers', snow(620, 'light shower snow')],
  ['snowshowers', snow(621, 'shower snow')],
  ['heavysnowshowers', snow(622, 'heavy shower snow')],
]);

const storms: readonly (readonly [form: RegExp, condition: Condition])[] = [
  [/^light.*rain/, storm(200, 'thunderstorm with light rain')],
  [/^heavy.*rain/, storm(202, 'thunderstorm with heavy rain')],
  [/rain/, storm(201, 'thunderstorm with rain')],
  [/./, storm(211, 'thunderstorm')],
];

const symbolNames = [...symbols.keys()];

/** The condition of a symbol of MET Norway such as `rainshowersandthunder_day`, and its rank by severity; null for others. */
export function conditionOfSymbol(symbol: string): { condition: Condition; severity: number } | null {
  // Two symbols are misspelt upstream, as "lightssleetshowers…" and "lightssnowshowers…".
  const name = symbol.split('_')[0]!.replace(/^lightss/, 'lights');
  if (name.endsWith('andthunder')) {
    return { condition: storms.find(([form]) => form.test(name))![1], severity: symbolNames.length };
  }
  const found = symbols.get(name);
  return found ? { condition: found, severity: symbolNames.indexOf(name) } : null;
}
