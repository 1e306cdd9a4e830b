import { Fault } from '../../core/faults.ts';
import { parse } from '../../core/safe-parse.ts';
import type { Input, Inputs, Rule, ValuesOf } from './inputs.ts';

/** The fault of a required input that is missing. */
export const missing = (name: string, { description }: Input, misspelt?: string): Fault => {
  const hint = misspelt === undefined ? '' : ` There is no parameter ${JSON.stringify(misspelt)}.`;
  return new Fault('missing', `${name} is required: ${uncapitalized(description)}${hint}`);
};

/** The fault of an invalid value, or of one that is given several times. */
export const refused = (name: string, { expected }: Input, times = 1): Fault => {
  const hint = times === 1 ? '' : ` It is given ${times} times, and takes one value.`;
  return new Fault('invalid', `${name} must be ${expected}.${hint}`);
};

/** What is checked of a lookup. */
export interface Checked<Of extends Inputs> {
  readonly input: Of;
  readonly rules: readonly Rule[];
}

/**
 * Validates the arguments of a request. Faults `missing` and `invalid` name an input by its public name, which is its own
 * by default.
 */
export function checkInputs<Of extends Inputs>(
  checked: Checked<Of>,
  given: Readonly<Record<string, unknown>>,
  publicName = (_checked: object, name: string) => name,
): ValuesOf<Of> {
  const { input, rules } = checked;
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(input)) {
    const kind = input[name]!;
    const value = given[name] ?? kind.default;
    if (value === undefined || value === null) {
      if (kind.isRequired) throw missing(publicName(checked, name), kind);
      continue;
    }
    if (kind.isRequired && typeof value === 'string' && value.trim() === '')
      throw missing(publicName(checked, name), kind);
    const { success, data } = parse(kind.schema, value);
    if (!success) throw refused(publicName(checked, name), kind);
    values[name] = data;
  }
  for (const rule of rules) {
    const wrong = rule(values, (name) => publicName(checked, name));
    if (wrong !== undefined) throw new Fault('invalid', wrong);
  }
  return values as ValuesOf<Of>;
}

/** An abbreviation such as URL keeps its capitals. */
const uncapitalized = (sentence: string) =>
  sentence.replace(/^[A-Z](?![A-Z])/, (capital) => capital.toLowerCase());
