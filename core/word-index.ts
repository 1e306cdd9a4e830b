import MiniSearch, { type MatchInfo } from 'minisearch';
import { stemmer } from 'stemmer';

/** Words that say nothing about what a caller looks for. */
const stopWords = new Set(
  (
    'a about after again all already also am an and another any anything are as ask at be been before being between bot build but by can check command could d dashboard data did discord display do does doing done each else ever fetch ' +
    'find for from get gets give go goes going gone got grab had has have having he hello her here hi him his how i if in info information into is it its itself just kind know let list ll look m make me mean mine more much must my need needs ' +
    'no not of off ok on only or order our out over overlay per please pull put re really retrieve return right s say see she should show shows since so some somebody someone something t tell than that the their them then there ' +
    'they thing things think this those to told too under until up us used using ve very via want wants was way we well went were what when where which while who whom whose why widget will with within without would you your yours'
  ).split(' '),
);

/** The part of the words of a text, by their weights, that its best item has more of, where a word is unknown and none of a name. */
const leastKnown = 0.38;
/**
 * The weights of an unknown word that is a common noun or the verb of the task, of another, which may be a name, and of one that names a
 * group; factors of known words inside a name, of those that may be one, and of an item without a word that names a group.
 */
const weights = { unknown: 2, maybeName: 0.25, naming: 3, inName: 0.2, capital: 0.6, missed: 0.2 };
/** An unknown word behind one of these is a common noun. */
const determiners = new Set('a an the this that these those my your our their some every each'.split(' '));

/** What a name with a slash is the name of: `octocat/hello-world`. */
const pairMeans = 'repo';

/** A word of a task, and how much it counts; undefined for an unknown one of a name. */
interface TaskWord {
  readonly word: string;
  readonly factor: number | undefined;
}

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
  /** A factor of the rank of an item. */
  readonly weigh?: (item: Item, task: Task) => number;
}

/** A text, as an item fits it. */
export interface Task {
  /** Words in their order; '' for those of names. */
  readonly words: readonly string[];
  /** The fields in which the item has the stem of each. */
  readonly fieldsOf: MatchInfo;
  readonly hasName: boolean;
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
  const isNaming = (word: string) => naming.has(stemOf(word.toLowerCase()));
  const weightOf = (stem: string) => {
    const count = counts.get(stem);
    return (
      (count === undefined ? 1 : Math.sqrt(Math.log(1 + items.length / count))) *
      (naming.has(stem) ? weights.naming : 1)
    );
  };
  const index = new MiniSearch<{ readonly item: number }>({
    idField: 'item',
    fields: Object.keys(boosts),
    tokenize: wordsOf,
    processTerm: (word) => [stemOf(word), word],
    searchOptions: {
      boost: boosts as Record<string, number>,
      processTerm: (word) => word,
      prefix: (word) => word.length >= 3 && !isKnown(word),
      fuzzy: (word) => (word.length >= 5 && !isKnown(word) ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
      bm25: { k: 0.9, b: 0.3, d: 0.3 },
    },
  });
  index.addAll(texts.map((each, item) => ({ item, ...each })));
  /** The words of a span: one word, words that begin with capitals, or a quotation. */
  const wordsOfSpan = (span: string, at: number, before = ''): TaskWord[] => {
    const words = (span.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
      const parts = isKnown(word) ? [] : wordsOf(word.replace(/\d+/g, ''));
      return parts.length > 0 && parts.every(isKnown) ? parts : word.toLowerCase();
    });
    const isUnknown = (word: string) => !stopWords.has(word) && !isKnown(word);
    const first = words.findIndex(isUnknown);
    const isQuoted = /["“]/.test(span);
    const isPair = first >= 0 && /^\W?\w[^/]*\/\w[^/]*$/.test(span);
    const isCapital = /^\p{Lu}/u.test(span) && (at > 0 || words.length > 1);
    const isName = isQuoted || isPair || isCapital || /[@#/_\d]|\.\p{L}|['’]s\b/u.test(span);
    const ofUnknown = at === 0 || determiners.has(before.toLowerCase()) ? weights.unknown : weights.maybeName;
    const ofKnown = first < 0 && !isQuoted ? weights.capital : weights.inName;
    const factorOf = (word: string, place: number) => {
      if (isUnknown(word)) return isName ? undefined : ofUnknown;
      // `Twitch Rivals` is of the group, `Purple Rain` is not.
      const isOfGroup = isNaming(word) && !isPair && (first < 0 || place < first);
      return !isName || isOfGroup ? 1 : ofKnown;
    };
    const told = words.map((word, place) => ({ word, factor: factorOf(word, place) }));
    return isPair ? [...told, { word: pairMeans, factor: 1 }] : told;
  };
  /** The words of a task; two that are known as one are one: `you tube`, `blocks game`, `battle log`. */
  const wordsOfTask = (text: string) => {
    const spans = text
      .replace(/at (?:the|this) moment/gi, 'now')
      .replace(/\bhttps?:\/\/|\bwww\.|\.(?:com|tv)\b/gi, ' ')
      .match(/"[^"]*"|“[^”]*”|\p{Lu}\S*(?: \p{Lu}\S*)*|\S+/gu);
    const words = (spans ?? []).flatMap((span, at, all) => wordsOfSpan(span, at, all[at - 1]));
    const joinedAt = (at: number) => {
      const [before, word] = [words[at - 1]?.word, words[at]?.word];
      return before && word ? [before, stemOf(before)].map((first) => first + word).find(isKnown) : undefined;
    };
    return words.flatMap((told, at) => {
      const word = joinedAt(at);
      return joinedAt(at + 1) ? [] : word ? { word, factor: 1 } : told;
    });
  };
  return {
    find(text, most) {
      const words = wordsOfTask(text);
      const hasName = words.some(({ word, factor = 0 }) => !stopWords.has(word) && factor < 1);
      const told = words.filter(({ word, factor }) => factor !== undefined && !stopWords.has(word));
      const factors = new Map(
        told.flatMap(({ word, factor }) => [
          [word, factor!],
          [stemOf(word), factor!],
        ]),
      );
      const sought = [...new Set(told.map(({ word }) => stemOf(word)))];
      const sum = (stems: readonly string[]) =>
        stems.reduce((all, stem) => all + weightOf(stem) * factors.get(stem)!, 0);
      const plain = words.map(({ word, factor = 0 }) => (factor > weights.inName ? word : ''));
      const options = {
        // The word itself follows its stem, so that a plural ranks what has it in the plural first.
        boostTerm: (word: string) =>
          Math.min(factors.get(word)!, 1) * (isKnown(word) && stemOf(word) !== word ? 0.3 : 1),
      };
      const found = index
        .search([...factors.keys()].join(' '), options)
        .map(({ id, score, terms, match }) => {
          const known = sought.filter((stem) =>
            terms.some((term) => term === stem || (stem.length > 4 && term.startsWith(stem))),
          );
          // Words that differ in letters count for a text of one word alone.
          const part = sought.length < 2 ? 1 : sum(known) / sum(sought);
          const missed = sought.filter(
            (stem) => naming.has(stem) && factors.get(stem) === 1 && !known.includes(stem),
          ).length;
          const item: Item = items[id]!;
          const rank =
            Math.sqrt(part) *
            weights.missed ** missed *
            (weigh?.(item, { words: plain, fieldsOf: match, hasName }) ?? 1);
          return { item, part, score: score * rank };
        });
      found.sort((a, b) => b.score - a.score);
      const least = told.some(({ factor }) => factor! > 1) ? leastKnown : 0;
      return (found[0]?.part ?? 0) <= least ? [] : found.slice(0, most).map(({ item }) => item);
    },
  };
}
