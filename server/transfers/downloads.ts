import { Fault } from '../../core/faults.ts';
import { createKeyPlaces } from '../limits/key-places.ts';

/** Files that are streamed. Each holds a place of its upstream until the caller has read it. */
export interface Downloads {
  /** Takes a place and returns the function that leaves it. Throws the fault `limited` when the key has none left. */
  enter(keyId: string): () => void;
}

export function createDownloads(perKey: number): Downloads {
  const places = createKeyPlaces(perKey);
  return {
    enter(keyId) {
      const leave = places.enter(keyId);
      if (leave) return leave;
      const files = perKey === 1 ? 'one file' : `${perKey} files`;
      throw new Fault('limited', `This key may receive ${files} at once.`, { retryAfter: 1 });
    },
  };
}
