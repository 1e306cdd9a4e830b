/** The singular of an English word, roughly: `entries` as `entry`. */
export function singular(word: string): string {
  if (/ies$/i.test(word) && word.length > 4) return word.replace(/ies$/i, 'y');
  if (/(?:ss|us|is)$/i.test(word)) return word;
  if (/(?:x|ch|sh|ss)es$/i.test(word)) return word.replace(/es$/i, '');
  return word.length > 2 ? word.replace(/s$/i, '') : word;
}
