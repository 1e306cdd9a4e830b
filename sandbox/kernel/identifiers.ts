/**
 * The identifiers with a meaning of their own, the same for every upstream: they let a test ask for what does
 * not exist or is not public without setting anything up first.
 */

/** False for a text containing `notfound` and for a number ending in 404. */
export const exists = (identifier: string | number): boolean => {
  const text = String(identifier);
  return !/notfound/i.test(text) && !/^\d*404$/.test(text);
};

/** True for a text containing `private`. */
export const isPrivate = (identifier: string): boolean => /private/i.test(identifier);

/** True for whatever the sandbox must never invent itself. */
export const isReserved = (identifier: string): boolean => !exists(identifier) || isPrivate(identifier);
