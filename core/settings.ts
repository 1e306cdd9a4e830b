import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** A setting of the operator, read from an environment variable. */
export interface Setting<Value = unknown> {
  /** Name of the variable. */
  readonly name: string;
  readonly description: string;
  /** The accepted values, as a phrase after "NAME must be". */
  readonly expected: string;
  /** Parses the variable's text. */
  readonly schema: z.ZodType<Value>;
  /** The text used when the variable is not set; undefined for no default. */
  readonly default?: string;
  /** The text used by the demo, over sandbox data, when the variable is not set. */
  readonly demo?: string;
}

/** A setting whose value is one of a closed set. */
export const wordSetting = <const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[],
  defaultValue: NoInfer<Value>,
): Setting<Value> => ({
  name,
  description,
  expected: `one of ${values.join(', ')}`,
  schema: z.enum(values),
  default: defaultValue,
});

/** A setting that is `on` or `off`: off by default, on in the demo. */
export const switchSetting = (name: string, description: string): Setting<boolean> => ({
  name,
  description,
  expected: 'on or off',
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  default: 'off',
  demo: 'on',
});

/** An `http:` or `https:` URL without a path, which would be dropped silently. */
export const originAddress = z
  .url({ protocol: /^https?$/ })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  .refine((text) => /^[a-z]+:\/\/[^/?#]+$/i.test(text));

/** The parts of a text; none of an empty one. */
export const commaSeparated = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',').map((part) => part.trim())));

/** Package names, paths and `file:` URLs with commas between them; a path becomes an absolute `file:` URL. */
export const moduleSpecifiers = commaSeparated.pipe(
  z.array(
    z
      .string()
      .regex(/^(\.{0,2}\/|file:\/\/\/)\S+$|^(@[a-z0-9-][\w.-]*\/)?[a-z0-9][\w.-]*(\/[\w./-]+)?$/i)
      .transform((text) => (/^\.{0,2}\//.test(text) ? pathToFileURL(resolve(text)).href : text)),
  ),
);
