const original = 'export function handleMaybePromise(';

/**
 * The module `@whatwg-node/promise-helpers` 1.3, with a `handleMaybePromise` that calls its functions without a wrapper around each
 * value that is no promise. Version 2.0.2 does the same and asks for Node 22. Yoga calls it some fifty times for each request, and
 * in a process that serves several kinds of requests the wrappers took a quarter of a query that is executed. Throws for another
 * module.
 */
export function withoutWrappers(source: string): string {
  if (!source.includes(original)) throw new Error('The module @whatwg-node/promise-helpers has changed.');
  return `${source.replace(original, 'function wrapped(')}
const settled = (value) => (isPromise(value) ? unfakePromise(fakePromise(value)) : value);
export function handleMaybePromise(start, onValue, onError, onEnd) {
  if (onEnd) return wrapped(start, onValue, onError, onEnd);
  let value;
  try {
    value = start();
  } catch (error) {
    if (!onError) throw error;
    return settled(onError(error));
  }
  return isPromise(value) ? wrapped(() => value, onValue, onError) : settled(onValue(value));
}
`;
}
