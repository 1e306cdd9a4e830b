import { Fault } from '../../core/faults.ts';
import { createKeyPlaces } from '../limits/key-places.ts';

/** Files and pictures that are being sent. Each holds a place of its upstream until the caller has read it. */
export interface Downloads {
  /** Runs a download in a place of the key until it is sent. Throws the fault `limited` when the key has none left. */
  hold<Value>(keyId: string, send: () => Promise<Value>): Promise<Value>;
}

export function createDownloads(perKey: number): Downloads {
  const places = createKeyPlaces(perKey);
  return {
    async hold(keyId, send) {
      const leave = places.enter(keyId);
      if (!leave) {
        const files = perKey === 1 ? 'one file' : `${perKey} files`;
        throw new Fault('limited', `This key may receive ${files} at once.`, { retryAfter: 1 });
      }
      try {
        return await send();
      } finally {
        leave();
      }
    },
  };
}
