import MiniSearch, { type MatchInfo } from 'minisearch';
import { stemmer } from 'stemmer';

/** Words that say nothing about what a caller looks for. */
const stopWords = new Set(
  (
    'a about after all also d ll m re s t ve am an and any are as ask at be been before being between by can could did do does done each every find for from get give ' +
    'had has have he her his how i if in into is it its itself just let list look me mine my no not of on one or order our out over ' +
    'please right same say see she should show since so some somebody someone something than that the their them then there they this those to told ' +
    'under until us used very was we well were what when where which while who whom whose will with would you your yours'
  ).split(' '),
);

/** The part of the words of a text, by their weights, that its best item has at least. */
const leastKnown = 0.38;
/** The weight of a word that no item has, which may be a name, and the factor of one that names a group. */
const weights = { unknown: 2, naming: 2.5 };

/** Items that are found by words. */
export interface WordIndex<Item> {
  /** The items that fit the words, the best first; none if no word is known. */
  find(text: string, most: number): readonly Item[];
}

interface WordIndexOptions<Item, Field extends string> {
  /** How much a word in each field counts. */
  readonly boosts: Readonly<Record<Field, number>>;
  readonly textsOf: (item: Item) => Readonly<Record<Field, string>>;
  /** The stems of words that name a group of items. */
  readonly naming: ReadonlySet<string>;
  /** A factor of the rank of an item, by the sought stems, and the fields of each that it has. */
  readonly weigh?: (item: Item, sought: readonly string[], fieldsOf: MatchInfo, text: string) => number;
}

/** The words of a text; those of a name such as `weatherCurrent` are apart. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The stems of the words of a text: `streaming` and `streams` are `stream`. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemmer));

/**
 * Indexes items by the stems of their fields, ranked by BM25 and by the part of the sought words that an item has. A word
 * also finds longer words that begin with it and, from five letters on, words that differ in one letter of five.
 */
export function indexWords<Item, Field extends string>(
  items: readonly Item[],
  { boosts, textsOf, naming, weigh }: WordIndexOptions<Item, Field>,
): WordIndex<Item> {
  const texts = items.map(textsOf);
  const counts = new Map<string, number>();
  for (const stem of texts.flatMap((each) => [...stemsOf(Object.values(each).join(' '))]))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weightOf = (stem: string) => {
    const count = counts.get(stem);
    const rarity = count === undefined ? weights.unknown : Math.sqrt(Math.log(1 + items.length / count));
    return naming.has(stem) ? rarity * weights.naming : rarity;
  };
  const sum = (stems: readonly string[]) => stems.reduce((all, stem) => all + weightOf(stem), 0);
  const index = new MiniSearch<{ readonly item: number }>({
    idField: 'item',
    fields: Object.keys(boosts),
    tokenize: wordsOf,
    processTerm: stemmer,
    searchOptions: {
      boost: boosts as Record<string, number>,
      processTerm: (word) => (stopWords.has(word) ? null : stemmer(word)),
      prefix: (word) => word.length >= 3,
      fuzzy: (word) => (word.length >= 5 ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
      bm25: { k: 1.2, b: 0.7, d: 1 },
    },
  });
  index.addAll(texts.map((each, item) => ({ item, ...each })));
  return {
    find(text, most) {
      // Names and numbers are not in the texts.
      const words = wordsOf(text.trim().replace(/(?<=\s)\p{Lu}\p{Ll}+|\d+/gu, ''));
      const sought = [...new Set(words.filter((word) => !stopWords.has(word)).map(stemmer))];
      const found = index.search(text).map(({ id, score, terms, match }) => {
        const known = sought.filter((stem) =>
          terms.some((term) => term === stem || (stem.length > 4 && term.startsWith(stem))),
        );
        // Words that differ in letters count for a text of one word alone.
        const part = sought.length < 2 ? 1 : sum(known) / sum(sought);
        const item: Item = items[id]!;
        return { item, part, score: score * part ** 1.75 * (weigh?.(item, sought, match, text) ?? 1) };
      });
      found.sort((a, b) => b.score - a.score);
      return (found[0]?.part ?? 0) < leastKnown ? [] : found.slice(0, most).map(({ item }) => item);
    },
  };
}
