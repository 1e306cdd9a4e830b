const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Whether two names are equal but for case, accents and punctuation. */
export const isSameName = (one: string, other: string): boolean =>
  collator.compare(one.trim(), other.trim()) === 0;

const commonWords = new Set(
  'a an and are as at be but by for from has have he her his how if in into is it its more new no not of off on or over says she than that the their they this to up was we what when who why will with you your'.split(
    ' ',
  ),
);
const mostWords = 6;

/**
 * The words of a headline that tell its subject, for a search; null where too few are left. The publication that some
 * write behind the headline is none of them.
 */
export function subjectOf(headline: string | null): string | null {
  const plain = headline?.replace(/\s[-–|]\s[^-–|]{1,60}$/u, '') ?? '';
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const telling = [...new Set(words)].filter(
    (word) => word.length > 2 && !commonWords.has(word.toLowerCase()),
  );
  return telling.length < 2 ? null : telling.slice(0, mostWords).join(' ');
}
