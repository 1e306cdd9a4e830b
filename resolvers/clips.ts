import type { MaybePromise } from '../core/maybe-promise.ts';
import * as clips from '../sources/clips.ts';
import type { Context } from './kernel/context.ts';
import { freeText, identifier, type Rule } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { isSameName } from './kernel/names.ts';
import { firstSuccess } from './kernel/optional.ts';
import { afterPosition, first, type ListPage, nextPosition, upToFirst } from './kernel/paging.ts';

const ofCategories = {
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  expected: 'a category id of at most 64 letters, digits, hyphens and underscores',
};

const categoryId = identifier('Id of the game, as the list of categories has it; all games without it.', {
  ...ofCategories,
  optional: true,
});

const userId = identifier('Id of the user who made the clips.', {
  optional: true,
  pattern: /^[1-9]\d{0,18}$/,
  expected: 'the number of a user',
});

/** The sum of two counts must not exceed `max`. */
export const sumAtMost =
  (max: number, first: string, second: string): Rule =>
  (values, publicName) =>
    Number(values[first] ?? 0) + Number(values[second] ?? 0) <= max
      ? undefined
      : `${publicName(first)} plus ${publicName(second)} must not exceed ${max}.`;

/** Inputs, rules and maximum that the lists of clips share. */
const list = {
  input: {
    first: first(clips.mostClips),
    after: afterPosition('How many clips to leave out before them.'),
  },
  rules: [sumAtMost(clips.mostClips, 'first', 'after')],
  maxItems: upToFirst,
};

interface Paged {
  readonly first: number;
  readonly after: number;
}

async function pageOf<Values extends Paged>(
  { after, ...values }: Values,
  read: (values: Omit<Values, 'after'> & clips.Window) => MaybePromise<clips.ClipList>,
): Promise<ListPage<clips.Clip>> {
  const { contentObjects: items } = await read({ ...values, offset: after });
  return { items, next: nextPosition(after, values.first, items.length, clips.mostClips) };
}

/** The trending clips. */
export const trending = lookup({
  ...list,
  group: 'clips',
  summary: 'The clips that are watched most now, of all games or of one.',
  input: { categoryId, ...list.input },
  run: (values, { read }) => pageOf(values, (window) => read(clips.trending, window)),
});

/** The newest clips. */
export const latest = lookup({
  ...list,
  group: 'clips',
  summary: 'The newest clips: of one user, of one game, or of all.',
  input: { userId, categoryId, ...list.input },
  run: (values, { read }) => pageOf(values, (window) => read(clips.latest, window)),
});

/** Clips by a search term. */
export const search = lookup({
  ...list,
  group: 'clips',
  summary: 'The clips that some words or hashtags find.',
  input: { text: freeText('Words or hashtags, such as "#flamingo".'), ...list.input },
  run: (values, { read }) => pageOf(values, (window) => read(clips.search, window)),
});

/** All categories. */
export const categories = lookup({
  group: 'clips',
  summary: 'Every game that there are clips of, with its category id.',
  input: {},
  maxItems: () => clips.mostClips,
  run: (_, context) => allCategories(context),
});

const allCategories = ({ read }: Context): MaybePromise<readonly clips.Category[]> =>
  firstSuccess<readonly clips.Category[]>(
    () => read(clips.categories, undefined),
    () => read(clips.openCategories, undefined),
  );

/** The category with a name, for edges from groups that know games by their names. */
export const categoryNamed = lookup({
  group: 'clips',
  summary: 'The game of the same name among the clips; null when there are none of it.',
  input: { name: freeText('Name of the game.', { max: 200 }) },
  batchSize: clips.mostClips,
  async run({ name }, context) {
    const all = await allCategories(context);
    const isNamed = (known: string | null) => known !== null && isSameName(known, name);
    return (
      all.find(({ categoryName }) => isNamed(categoryName)) ??
      all.find(({ alternativeName }) => isNamed(alternativeName)) ??
      null
    );
  },
});

/** One category. */
export const category = lookup({
  group: 'clips',
  summary: 'The game with a category id; null when the list of categories does not have it.',
  input: { categoryId: identifier('Id of the game.', ofCategories) },
  // The upstream has no endpoint for one category: the list is one request.
  batchSize: clips.mostClips,
  async run({ categoryId }, context) {
    const all = await allCategories(context);
    return all.find((category) => category.categoryId === categoryId) ?? null;
  },
});
