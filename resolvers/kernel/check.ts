import { Fault } from '../../core/faults.ts';
import { parse } from '../../core/safe-parse.ts';
import type { Input, Inputs, PublicName, Rule, ValuesOf } from './inputs.ts';

/** The fault for a required parameter that is not there. */
export const missing = (name: string, { description }: Input): Fault =>
  new Fault('missing', `${name} is required: ${uncapitalized(description)}`);

/** The fault for a value that its kind does not accept. */
export const refused = (name: string, { expected: accepts }: Input): Fault =>
  new Fault('invalid', `${name} must be ${accepts}.`);

/** Checks what a door was given. Faults `missing` and `invalid` name the parameter as that door spells it. */
export function checkInputs<Of extends Inputs>(
  inputs: Of,
  rules: readonly Rule[],
  given: Readonly<Record<string, unknown>>,
  spelled: PublicName,
): ValuesOf<Of> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(inputs)) {
    const kind = inputs[name]!;
    const value = given[name] ?? kind.default;
    if (value === undefined || value === null) {
      if (kind.isRequired) throw missing(spelled(name), kind);
      continue;
    }
    if (kind.isRequired && typeof value === 'string' && value.trim() === '')
      throw missing(spelled(name), kind);
    const checked = parse(kind.schema, value);
    if (!checked.success) throw refused(spelled(name), kind);
    values[name] = checked.data;
  }
  for (const rule of rules) {
    const wrong = rule(values, spelled);
    if (wrong !== undefined) throw new Fault('invalid', wrong);
  }
  return values as ValuesOf<Of>;
}

/** A word of capitals, such as URL, keeps them. */
const uncapitalized = (sentence: string) =>
  sentence.replace(/^[A-Z](?![A-Z])/, (capital) => capital.toLowerCase());
