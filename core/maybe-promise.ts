/** A value, or a promise of it. A value that is known already is used in the same turn of the event loop. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Whether a value has a `then` method, which is how GraphQL.js recognises promises. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

/** Whether a promise is fulfilled, in place of its value or its reason. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Applies a function to a value, at once or when its promise is fulfilled. */
export const mapMaybe = <Value, Result>(
  value: MaybePromise<Value>,
  map: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> =>
  isPromise(value) ? value.then(map as (value: unknown) => MaybePromise<Result>) : map(value);

/** Calls a function, and handles what it throws or rejects with. */
export function tryMaybe<Result>(
  run: () => MaybePromise<Result>,
  handle: (error: unknown) => Result,
): MaybePromise<Result> {
  try {
    const result = run();
    return isPromise(result) ? (result as Promise<Result>).catch(handle) : result;
  } catch (error) {
    return handle(error);
  }
}

/** Calls a function when a value is there, or will not be. */
export function finallyMaybe<Value>(value: MaybePromise<Value>, end: () => void): MaybePromise<Value> {
  if (isPromise(value)) return (value as Promise<Value>).finally(end);
  end();
  return value;
}
