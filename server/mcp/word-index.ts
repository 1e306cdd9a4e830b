import MiniSearch from 'minisearch';
import { singular } from './singular.ts';

/** Words of callers, each with words of the indexed texts that mean it. */
export type Synonyms = Readonly<Record<string, string>>;

/** Words that say nothing about what a caller looks for. */
const stopWords = new Set(
  (
    'a about all an and any are as ask at be been by can did do does every find for from get give had has have how i if ' +
    'in into is it its latest let list look me my of on one or our please right say show some tell that the their them ' +
    'there they this to us was we were what when where which who whom whose will with would you your'
  ).split(' '),
);

/** Synonyms that belong to no group. */
const commonSynonyms: Synonyms = {
  account: 'user',
  gamer: 'player',
  handle: 'user',
  image: 'picture',
  link: 'address',
  pic: 'picture',
  popular: 'top trending watched',
  profile: 'user',
  trend: 'trending',
  url: 'address',
};

/** Items that are found by words. */
export interface WordIndex<Item> {
  /** The items that fit the words, the best first; none if no word is known. */
  find(text: string, most: number): readonly Item[];
}

interface WordIndexOptions<Item, Field extends string> {
  /** How much a word in each field counts. */
  readonly boosts: Readonly<Record<Field, number>>;
  readonly textsOf: (item: Item) => Readonly<Record<Field, string>>;
  /** The synonyms of each group. A word of several groups has the meanings of all. */
  readonly synonyms: readonly Synonyms[];
}

/** The words of a text; those of a name such as `weatherCurrent` are apart. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Indexes items by their fields, ranked by BM25. A word also finds its synonyms, longer words that begin with it and, from
 * five letters on, words that differ in one letter of five.
 */
export function indexWords<Item, Field extends string>(
  items: readonly Item[],
  { boosts, textsOf, synonyms }: WordIndexOptions<Item, Field>,
): WordIndex<Item> {
  const meanings = new Map<string, readonly string[]>();
  for (const [word, means] of [commonSynonyms, ...synonyms].flatMap((of) => Object.entries(of)))
    meanings.set(word, [...new Set([...(meanings.get(word) ?? []), ...means.split(' ')])]);
  const meaningsOf = (word: string) => meanings.get(word) ?? meanings.get(singular(word)) ?? [];
  const index = new MiniSearch<{ readonly item: number }>({
    idField: 'item',
    fields: Object.keys(boosts),
    tokenize: wordsOf,
    processTerm: singular,
    searchOptions: {
      boost: boosts as Record<string, number>,
      processTerm: (word) => (stopWords.has(word) ? null : [word, ...meaningsOf(word)].map(singular)),
      prefix: (word) => word.length >= 3,
      fuzzy: (word) => (word.length >= 5 ? 0.2 : false),
      weights: { prefix: 0.3, fuzzy: 0.2 },
    },
  });
  index.addAll(items.map((item, number) => ({ item: number, ...textsOf(item) })));
  return {
    find: (text, most) =>
      index
        .search(text)
        .slice(0, most)
        .map(({ id }) => items[id]!),
  };
}
