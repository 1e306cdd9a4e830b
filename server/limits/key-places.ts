import { Fault } from '../../core/faults.ts';

/** Bounds the transfers, messages or batches that each key has in progress, so that no key takes all places of the service. */
export interface KeyPlaces {
  /** Takes a place and returns the function that leaves it. Throws the fault `limited` when the key has no place left. */
  enter(keyId: string): () => void;
}

/** `verb` and `noun` word the fault: "This key may receive 12 files at once." */
export function createKeyPlaces(perKey: number, verb: string, noun: string): KeyPlaces {
  const taken = new Map<string, number>();

  function leave(keyId: string): void {
    const count = taken.get(keyId)!;
    if (count === 1) taken.delete(keyId);
    else taken.set(keyId, count - 1);
  }

  return {
    enter(keyId) {
      const count = taken.get(keyId) ?? 0;
      if (count >= perKey) {
        const most = perKey === 1 ? `one ${noun}` : `${perKey} ${noun}s`;
        throw new Fault('limited', `This key may ${verb} ${most} at once.`, {
          retryAfter: 1,
          scope: 'concurrent',
        });
      }
      taken.set(keyId, count + 1);
      return () => leave(keyId);
    },
  };
}
