import MiniSearch, { type MatchInfo } from 'minisearch';
import { stemmer } from 'stemmer';

/** Words that say nothing about what a caller looks for. */
const stopWords = new Set(
  (
    'a about after again all already also am an and another any anything are as ask at be been before being between bot build but by can check command could d dashboard data did discord display do does doing done each else ever every fetch ' +
    'find for from get gets give go goes going gone got grab had has have having he hello her here hi him his how i if in info information into is it its itself just kind know let list ll look m make me mean mine more much must my need needs ' +
    'no not of off ok on only or order other our out over overlay per please pull put re really retrieve return right s same say see she should show shows since so some somebody someone something t tell than that the their them then there ' +
    'they thing things think this those to told too under until up us used using ve very via want wants was way we well went were what when where which while who whom whose why widget will with within without would you your yours'
  ).split(' '),
);

/** The part of the words of a text, by their weights, that its best item has at least. */
const leastKnown = 0.38;
/** The weights of a word that no item has, which may be a name, of one that names a group, and of an item without the latter. */
const weights = { unknown: 2, naming: 3, missed: 0.2 };

/** Items that are found by words. */
export interface WordIndex<Item> {
  /** The items that fit the words, the best first; none if no word is known. */
  find(text: string, most: number): readonly Item[];
}

interface WordIndexOptions<Item, Field extends string> {
  /** How much a word in each field counts. */
  readonly boosts: Readonly<Record<Field, number>>;
  readonly textsOf: (item: Item) => Readonly<Partial<Record<Field, string>>>;
  /** The stems of words that name a group of items. */
  readonly naming: ReadonlySet<string>;
  /** A factor of the rank of an item, by the words of a text, and the fields in which the item has the stem of each. */
  readonly weigh?: (item: Item, words: readonly string[], fieldsOf: MatchInfo) => number;
}

/** The words of a text; those of a name such as `weatherCurrent` are apart. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The stem of a word; `news` is not `new`. */
export const stemOf = (word: string): string => (word === 'news' ? word : stemmer(word));

/** The stems of the words of a text: `streaming` and `streams` are `stream`. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));

/**
 * Indexes items by the words of their fields and their stems, ranked by BM25 and by the part of the sought words that an item has. A
 * word that no item has finds longer words that begin with it and, from five letters on, those that differ in one letter of five.
 */
export function indexWords<Item, Field extends string>(
  items: readonly Item[],
  { boosts, textsOf, naming, weigh }: WordIndexOptions<Item, Field>,
): WordIndex<Item> {
  const texts = items.map(textsOf);
  const counts = new Map<string, number>();
  for (const stem of texts.flatMap((each) => [...stemsOf(Object.values(each).join(' '))]))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const isKnown = (word: string) => counts.has(stemOf(word.toLowerCase()));
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
    processTerm: (word) => [stemOf(word), word],
    searchOptions: {
      boost: boosts as Record<string, number>,
      // The word itself follows its stem, so that a plural ranks what has it in the plural first.
      boostTerm: (word) => (isKnown(word) && stemOf(word) !== word ? 0.3 : 1),
      processTerm: (word) => word,
      prefix: (word) => word.length >= 3 && !isKnown(word),
      fuzzy: (word) => (word.length >= 5 && !isKnown(word) ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
      bm25: { k: 0.9, b: 0.3, d: 0.3 },
    },
  });
  index.addAll(texts.map((each, item) => ({ item, ...each })));
  /** Known words as they are, two that name a group as one (`you tube`, `blocks game`), and those of other names apart. */
  const wordsOfTask = (text: string) => {
    const words = (text.replace(/at (?:the|this) moment/gi, 'now').match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(
      (word) => {
        const parts = isKnown(word) ? [] : wordsOf(word.replace(/\d+/g, ''));
        return parts.length > 0 && parts.every(isKnown) ? parts : word.toLowerCase();
      },
    );
    const joinedAt = (at: number) => `${stemOf(words[at - 1] ?? '')}${words[at]}`;
    const isName = (at: number) => naming.has(stemOf(joinedAt(at)));
    return words.flatMap((word, at) => (isName(at + 1) ? [] : isName(at) ? joinedAt(at) : word));
  };
  return {
    find(text, most) {
      const words = wordsOfTask(text);
      // Other names and numbers are not in the texts.
      const names = new Set(text.match(/(?<=\s)\p{Lu}\p{Ll}+|\d+/gu)?.map((name) => name.toLowerCase()));
      const told = words.filter((word) => !stopWords.has(word));
      const sought = [...new Set(told.filter((word) => isKnown(word) || !names.has(word)).map(stemOf))];
      const found = index
        .search([...new Set([...told.map(stemOf), ...told])].join(' '))
        .map(({ id, score, terms, match }) => {
          const known = sought.filter((stem) =>
            terms.some((term) => term === stem || (stem.length > 4 && term.startsWith(stem))),
          );
          // Words that differ in letters count for a text of one word alone.
          const part = sought.length < 2 ? 1 : sum(known) / sum(sought);
          const missed = sought.filter((stem) => naming.has(stem) && !known.includes(stem)).length;
          const item: Item = items[id]!;
          const rank = Math.sqrt(part) * weights.missed ** missed * (weigh?.(item, words, match) ?? 1);
          return { item, part, score: score * rank };
        });
      found.sort((a, b) => b.score - a.score);
      return (found[0]?.part ?? 0) < leastKnown ? [] : found.slice(0, most).map(({ item }) => item);
    },
  };
}
