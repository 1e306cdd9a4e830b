import MiniSearch from 'minisearch';
import { singular } from './singular.ts';

/** Words of callers, each with words of the indexed texts that mean it. */
export type Synonyms = Readonly<Record<string, string>>;

/** Words that say nothing about what a caller looks for. */
const stopWords = new Set(
  (
    'a about after all also d ll m re s t ve am an and any are as ask at be before been being between by can could did do does done each every find for from get give ' +
    'had has have he her his how i if in into is it its itself just latest let list lives look me mine moment my no not of on one or order our out over ' +
    'please right same say see she should show since so some somebody someone something than that the their them then there they this those to told ' +
    'under until us used very was we well were what when where which while who whom whose will with would write you your yours'
  ).split(' '),
);

/** Synonyms that belong to no group. */
const commonSynonyms: Synonyms = {
  account: 'user',
  achievement: 'badges',
  best: 'top most',
  biggest: 'top most',
  bio: 'user',
  gamer: 'player',
  handle: 'user',
  image: 'picture',
  link: 'address',
  most: 'top most',
  photo: 'picture',
  pic: 'picture',
  popular: 'top trending watched',
  previous: 'former',
  profile: 'user',
  recent: 'newest last',
  recently: 'newest last',
  reply: 'comments',
  trend: 'trending',
  upload: 'video',
  url: 'address',
  write: 'comments post',
};

/** The part of the words of a text that its best item has at least. */
const leastKnown = 0.34;

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
  /** A factor of the rank of an item, by the words that are sought, each with those that mean it. */
  readonly weigh?: (item: Item, sought: readonly (readonly string[])[], text: string) => number;
}

/** The words of a text; those of a name such as `weatherCurrent` are apart. */
export const wordsOf = (text: string): string[] =>
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
  { boosts, textsOf, synonyms, weigh }: WordIndexOptions<Item, Field>,
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
  /** The words of a text that say what is looked for, each with those that mean it. */
  const soughtIn = (text: string) =>
    // Names and numbers are not in the texts.
    [...new Set(wordsOf(text.trim().replace(/(?<=\s)\p{Lu}\p{Ll}+|\d+/gu, '')))]
      .filter((word) => !stopWords.has(word))
      .map((word) => [word, ...meaningsOf(word)].map(singular));
  return {
    find(text, most) {
      const sought = soughtIn(text);
      const found = index.search(text).map(({ id, score, terms }) => {
        // Words that differ in letters count for a text of one word alone.
        const isKnown = (word: string) =>
          sought.length === 1 ||
          terms.some((term) => term === word || (word.length > 4 && term.startsWith(word)));
        const part = sought.filter((meaning) => meaning.some(isKnown)).length / sought.length;
        return {
          item: items[id]!,
          part,
          score: score * part ** 1.5 * (weigh?.(items[id]!, sought, text) ?? 1),
        };
      });
      found.sort((a, b) => b.score - a.score);
      if ((found[0]?.part ?? 0) < leastKnown) return [];
      return found.slice(0, most).map(({ item }) => item);
    },
  };
}
