import { count, cursor, type Input, position } from './inputs.ts';

/** Lists are short unless more is asked for, since each item costs what is selected below it. */
const defaultFirst = 10;

/** The input `first` of a list of at most `max` items; ten by default. */
export const first = (max: number, byDefault = Math.min(defaultFirst, max)): Input<number> =>
  count(`How many items, at most; ${max} is the maximum.`, { max, default: byDefault });

/** `maxItems` of a lookup with the input `first`. */
export const upToFirst = (values: { readonly first: number }): number => values.first;

/** The input `after` of a list that an upstream pages by cursors. */
export const after = cursor(
  'Cursor of the page before, its `next` in the graph; the first page without it.',
  { optional: true },
);

/** The input `after` of a list whose items or pages an upstream counts: REST takes the number. */
export const afterPosition = (
  description: string,
  bounds?: { readonly min?: number; readonly max?: number },
) => position(`${description} The graph takes the \`next\` of the page before.`, bounds);

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The `after` of the page behind it; null on the last. */
  readonly next: string | null;
}

/** `next` of a list whose items an upstream counts; null where another page of that length would exceed `most`. */
export const nextPosition = (after: number, first: number, length: number, most: number): string | null =>
  length < first || after + 2 * first > most ? null : String(after + first);
