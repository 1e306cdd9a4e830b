const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Whether two names are equal but for case, accents and punctuation; names of punctuation alone, such as "!!!", are equal as they are. */
export function isSameName(one: string, other: string): boolean {
  const [name, known] = [one.trim(), other.trim()];
  return collator.compare(name, known) === 0 && (name === known || collator.compare(name, '') !== 0);
}
