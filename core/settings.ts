import { z } from 'zod';

/** What an operator decides by a variable of the environment. */
export interface Setting<Value = unknown> {
  /** The variable. */
  readonly name: string;
  readonly description: string;
  /** What it must be, to follow "NAME must be …". */
  readonly accepts: string;
  /** Reads its text. */
  readonly schema: z.ZodType<Value>;
  /** What stands for it when it is not set; undefined where nothing does. */
  readonly initial?: string;
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
  accepts: `one of ${words.join(', ')}`,
  schema: z.enum(words),
  initial,
});

/** `on` or `off`: off unless it is set, for what an operator should choose with open eyes; on in the demo. */
export const switchSetting = (name: string, description: string): Setting<boolean> => ({
  name,
  description,
  accepts: 'on or off',
  schema: z.enum(['on', 'off']).transform((word) => word === 'on'),
  initial: 'off',
  demo: 'on',
});
