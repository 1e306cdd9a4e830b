/** Bounds the requests of one kind that each key has in progress, so that no key takes all places of the service. */
export interface KeyPlaces {
  /** Takes a place and returns the function that leaves it; undefined when the key has no place left. */
  enter(keyId: string): (() => void) | undefined;
}

export function createKeyPlaces(perKey: number): KeyPlaces {
  const taken = new Map<string, number>();

  function leave(keyId: string): void {
    const count = taken.get(keyId)!;
    if (count === 1) taken.delete(keyId);
    else taken.set(keyId, count - 1);
  }

  return {
    enter(keyId) {
      const count = taken.get(keyId) ?? 0;
      if (count >= perKey) return undefined;
      taken.set(keyId, count + 1);
      return () => leave(keyId);
    },
  };
}
