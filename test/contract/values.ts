import { Dice } from '../../sandbox/kernel/dice.ts';

/**
 * The values of a parameter and their generator. Each run generates values from a seed, so that
 * no prepared list can contain the results.
 */
export interface Kind {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  /** The ends of its range, where the contract gives them. */
  readonly min?: number;
  readonly max?: number;
  /** The closed set that it belongs to. */
  readonly choices?: readonly string[];
  /** Whether it takes several values, between commas or by repetition. */
  readonly isList?: true;
  readonly generate: (dice: Dice) => string;
  /** Names something that does not exist in the sandbox. */
  readonly unknown?: (dice: Dice) => string;
  /** Names something that is not public in the sandbox. */
  readonly hidden?: (dice: Dice) => string;
  /** Another form of a value, with the same result. */
  readonly alternative?: (value: string) => string;
}

export { Dice };

const syllables =
  'ba be bi bo da de di do fa fi ga go ka ke ko la le li lo lu ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo za zo'.split(
    ' ',
  );

/** A random word of two letters per syllable. */
export const coined = (dice: Dice, length = 4): string =>
  Array.from({ length }, () => dice.pick(syllables)).join('');

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** An integer in this range; without `max` the contract gives no upper bound. */
export const integerIn = (min?: number, max?: number): Kind => ({
  type: 'integer',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
  generate: (dice) => String(dice.int(min ?? 1, Math.min(max ?? 12, (min ?? 1) + 11))),
});

export const numberIn = (min: number, max: number): Kind => ({
  type: 'number',
  min,
  max,
  generate: (dice) => String(dice.int(min, max)),
});

export const boolean: Kind = { type: 'boolean', generate: (dice) => dice.pick(['true', 'false']) };

export const choice = (...choices: readonly string[]): Kind => ({
  type: 'string',
  choices,
  generate: (dice) => dice.pick(choices),
});

/** One of the values that the contract gives as examples of an open set. */
export const example = (...choices: readonly string[]): Kind => ({
  type: 'string',
  generate: (dice) => dice.pick(choices),
});

/** Several choices of a closed set, between commas. */
export const choiceList = (...choices: readonly string[]): Kind => ({
  type: 'string',
  choices,
  isList: true,
  generate: (dice) => dice.sample(choices, dice.int(1, choices.length)).join(','),
});

/** Text of no particular form, such as the name of a city or a search term. */
export const phrase: Kind = {
  type: 'string',
  generate: (dice) => capital(coined(dice)),
  unknown: (dice) => `notfound ${coined(dice)}`,
};

/** The name of an account. */
export const handle: Kind = {
  type: 'string',
  generate: (dice) => `${coined(dice, 3)}${dice.int(10, 99)}`,
  unknown: (dice) => `notfound${coined(dice, 2)}`,
  hidden: (dice) => `private${coined(dice, 2)}`,
};

/** Several plain names, between commas. */
export const names = (suffix = ''): Kind => ({
  type: 'string',
  isList: true,
  generate: (dice) => `${coined(dice)}${suffix},${coined(dice)}${suffix}`,
});

/** A number that is an identifier; documented as text or as an integer. */
export const numericId = (type: 'string' | 'integer' = 'string', length = 9): Kind => ({
  type,
  generate: (dice) => dice.digits(length),
  unknown: (dice) => `${dice.digits(length - 3)}404`,
});

/** An opaque identifier of so many letters and digits, behind a fixed beginning. */
export const token = (length: number, beginning = ''): Kind => ({
  type: 'string',
  generate: (dice) => beginning + dice.token(length),
  unknown: (dice) => `${beginning}notfound${dice.token(length).slice(8)}`,
});

/** A tag of the tag games, written without its `#`; one with it is the same. */
export const tag: Kind = {
  type: 'string',
  generate: (dice) => dice.token(8, '0289PYLQGRJCUV'),
  unknown: (dice) => `NOTFOUND${dice.token(2, '0289PYLQGRJCUV')}`,
  alternative: (value) => `#${value}`,
};

/** A UUID with dashes; one without is the same. The unknown one has no letters, since it must end in 404. */
export const uuid: Kind = {
  type: 'string',
  generate: (dice) => dice.uuid(),
  unknown: (dice) => `${dice.digits(12)}4${dice.digits(3)}8${dice.digits(12)}404`,
  alternative: (value) => value.replaceAll('-', ''),
};

export const date: Kind = {
  type: 'string',
  generate: (dice) =>
    new Date(dice.timeMs(Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1))).toISOString().slice(0, 10),
};

/** Values of a form that only one group has. */
export const custom = (generate: Kind['generate'], others: Partial<Kind> = {}): Kind => ({
  type: 'string',
  generate,
  ...others,
});
