import MiniSearch from 'minisearch';
import { singular } from '../../core/singular.ts';
import { isStopWord, synonymsOf } from './vocabulary.ts';

/** Items that are found by words. */
export interface WordIndex<Item> {
  /** The items that fit the words, the best first; none if no word is known. */
  find(text: string, most: number): readonly Item[];
}

/** The words of a text; those of a name such as `weatherCurrent` are apart. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Indexes items by their fields, ranked by BM25. `boosts` has the fields, and how much a word in them counts. A word also
 * finds longer words that begin with it and, from five letters on, words that differ in one letter of five.
 */
export function indexWords<Item, Field extends string>(
  items: readonly Item[],
  boosts: Readonly<Record<Field, number>>,
  textsOf: (item: Item) => Readonly<Record<Field, string>>,
): WordIndex<Item> {
  const index = new MiniSearch<{ readonly item: number }>({
    idField: 'item',
    fields: Object.keys(boosts),
    tokenize: wordsOf,
    processTerm: singular,
    searchOptions: {
      boost: boosts as Record<string, number>,
      processTerm: (word) => (isStopWord(word) ? null : [word, ...synonymsOf(word)].map(singular)),
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
