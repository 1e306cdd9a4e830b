import * as clips from '../sources/clips.ts';
import { count, freeText, identifier, sumAtMost } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

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

/** Inputs, rules and maximum that the lists of clips share. */
const list = {
  input: {
    limit: count('How many clips.', { max: clips.mostClips, default: 10 }),
    offset: count('How many clips to leave out before them.', { min: 0, default: 0 }),
  },
  rules: [sumAtMost(clips.mostClips, 'limit', 'offset')],
  maxItems: ({ limit }: { readonly limit: number }) => limit,
};

/** The trending clips. */
export const trending = lookup({
  ...list,
  group: 'clips',
  summary: 'The clips that are watched most now, of all games or of one.',
  input: { categoryId, ...list.input },
  run: (values, { read }) => read(clips.trending, values),
});

/** The newest clips. */
export const latest = lookup({
  ...list,
  group: 'clips',
  summary: 'The newest clips: of one user, of one game, or of all.',
  input: { userId, categoryId, ...list.input },
  run: (values, { read }) => read(clips.latest, values),
});

/** Clips by a search term. */
export const search = lookup({
  ...list,
  group: 'clips',
  summary: 'The clips that some words or hashtags find.',
  input: { text: freeText('Words or hashtags, such as "#flamingo".'), ...list.input },
  run: (values, { read }) => read(clips.search, values),
});

/** All categories. */
export const categories = lookup({
  group: 'clips',
  summary: 'Every game that there are clips of, with its category id.',
  input: {},
  maxItems: () => clips.mostClips,
  run: (_, { read }) => read(clips.categories, undefined),
});

/** One category. */
export const category = lookup({
  group: 'clips',
  summary: 'The game with a category id; null when the list of categories does not have it.',
  input: { categoryId: identifier('Id of the game.', ofCategories) },
  // The upstream has no endpoint for one category: the list is one request.
  batchSize: clips.mostClips,
  async run({ categoryId }, { read }) {
    const all = await read(clips.categories, undefined);
    return all.find((category) => category.categoryId === categoryId) ?? null;
  },
});
