/** What is there already, or will be: who can use it at once saves the turn that a promise takes. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** As GraphQL.js asks it: whatever can be waited for. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}

/** Goes on with a value: now, or when it is there. */
export const mapMaybe = <Value, Result>(
  value: MaybePromise<Value>,
  goOn: (value: Value) => Result,
): MaybePromise<Result> => (isPromise(value) ? value.then(goOn as (value: unknown) => Result) : goOn(value));
