/** Computes a value on first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Computes the value of each key on first use. */
export function memoize<Key, Value>(
  make: (key: Key) => Value,
  made: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map(),
): (key: Key) => Value {
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}

/** Makes a promise on first use, and again after one that was rejected. */
export function onceResolved<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
