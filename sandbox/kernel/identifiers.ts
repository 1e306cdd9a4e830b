/**
 * Identifiers with a meaning, the same for every upstream: a test can request items that do not exist or are not
 * public without any setup.
 */

/** False for a text containing `notfound` and for a number ending in 404. */
export const exists = (identifier: string | number): boolean => {
  const text = String(identifier);
  return !/notfound/i.test(text) && !/^\d*404$/.test(text);
};

/** True for a text containing `private`. */
export const isPrivate = (identifier: string): boolean => /private/i.test(identifier);

/** True for identifiers that the sandbox must not invent. */
export const isReserved = (identifier: string): boolean => !exists(identifier) || isPrivate(identifier);
