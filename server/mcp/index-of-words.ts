/** Texts that are found by words. */
export interface WordIndex<Item> {
  /** The items that have the most of the words, the best first. */
  find(text: string, most: number): readonly Item[];
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A plural or a longer form has its beginning in common with the word. */
const isForm = (word: string, of: string) =>
  word === of || (of.length >= 3 && word.startsWith(of)) || (word.length >= 4 && of.startsWith(word));

/** Indexes items by texts, of which a word in the first counts most. */
export function indexWords<Item>(
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
): WordIndex<Item> {
  const indexed = items.map((item) => ({ item, words: textsOf(item).map((text) => new Set(wordsOf(text))) }));
  const weightOf = (words: readonly ReadonlySet<string>[], word: string): number => {
    const place = words.findIndex((set) => set.has(word) || [...set].some((known) => isForm(known, word)));
    return place < 0 ? 0 : 1 / (place + 1);
  };
  return {
    find(text, most) {
      const wanted = [...new Set(wordsOf(text))];
      const score = (words: readonly ReadonlySet<string>[]) =>
        wanted.reduce((sum, word) => sum + weightOf(words, word), 0);
      return indexed
        .map(({ item, words }) => ({ item, score: score(words) }))
        .filter((each) => each.score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
        .map(({ item }) => item);
    },
  };
}
