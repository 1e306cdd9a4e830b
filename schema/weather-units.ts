import { enumKind } from '../resolvers/kernel/inputs.ts';
import { builder } from './kernel/builder.ts';

const zeroCelsius = 273.15;

/** From kelvin. */
const temperatures = {
  kelvin: (kelvin: number) => kelvin,
  celsius: (kelvin: number) => kelvin - zeroCelsius,
  fahrenheit: (kelvin: number) => ((kelvin - zeroCelsius) * 9) / 5 + 32,
};

/** From metres per second. */
const speeds = {
  metresPerSecond: (speed: number) => speed,
  kilometresPerHour: (speed: number) => speed * 3.6,
  milesPerHour: (speed: number) => (speed * 3600) / 1609.344,
};

type Conversions = Readonly<Record<string, (value: number) => number>>;

/** The enum of the units, and the conversion to one of them; the first is that of the source. */
function unitsOf(name: string, conversions: Conversions, description: string) {
  const words = Object.keys(conversions);
  const own = words[0]!;
  const type = builder.enumOf(enumKind(name, words, description));
  return {
    /** The options of the argument `unit`; without it a field has the number of the source. */
    argument: { type, required: true, defaultValue: own, description: 'Unit of the number.' } as const,
    /** Rounded to two decimals. */
    converted: (value: number, unit: string): number =>
      unit === own ? value : Math.round(conversions[unit]!(value) * 100) / 100,
  };
}

export const temperature = unitsOf('WeatherTemperatureUnit', temperatures, 'A unit of temperature.');
export const speed = unitsOf('WeatherSpeedUnit', speeds, 'A unit of speed.');
