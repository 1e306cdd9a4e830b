import { z } from 'zod';

/** What an operator decides by a variable of the environment. */
export interface Setting<Value = unknown> {
  /** The variable. */
  readonly name: string;
  readonly description: string;
  /** What it must be, to follow "NAME must be …". */
  readonly expected: string;
  /** Reads its text. */
  readonly schema: z.ZodType<Value>;
  /** What stands for it when it is not set; undefined where nothing does. */
  readonly default?: string;
  /** What stands for it in the demo, over invented data, when it is not set. */
  readonly demo?: string;
}

/** One of some words. */
export const wordSetting = <const Word extends string>(
  name: string,
  description: string,
  words: readonly Word[],
  initial: NoInfer<Word>,
): Setting<Word> => ({
  name,
  description,
  expected: `one of ${words.join(', ')}`,
  schema: z.enum(words),
  default: initial,
});

/** `on` or `off`: off unless it is set, for what an operator should choose with open eyes; on in the demo. */
export const switchSetting = (name: string, description: string): Setting<boolean> => ({
  name,
  description,
  expected: 'on or off',
  schema: z.enum(['on', 'off']).transform((word) => word === 'on'),
  default: 'off',
  demo: 'on',
});
