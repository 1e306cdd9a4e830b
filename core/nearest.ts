/** The candidate that is most like the word, if one is like enough to be what was meant. Case is not compared. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = likeEnough(word) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** The most edits between a misspelt word and what was meant: one of three letters, and three at most. */
const likeEnough = (word: string): number => Math.min(Math.floor(word.length / 3), 3);

/**
 * The Levenshtein distance of two words: insertions, deletions and replacements of one character. `bound` is returned for
 * any distance from there on, so that long words that differ much take no time.
 */
function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    if (Math.min(...current) >= bound) return bound;
    previous = current;
  }
  return Math.min(previous[b.length]!, bound);
}
