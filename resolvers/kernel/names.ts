const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Whether two names are equal but for case, accents and punctuation. */
export const isSameName = (one: string, other: string): boolean =>
  collator.compare(one.trim(), other.trim()) === 0;
