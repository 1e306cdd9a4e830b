import type { TextStore } from '../../sources/kernel/policies/shared-cache.ts';
import type { SharedStore } from './valkey.ts';

/** A `TextStore` over Valkey: a failed or late read counts as a missing text. */
export const textStore = (store: SharedStore): TextStore => ({
  async read(key) {
    if (!store.isUp) return undefined;
    try {
      const name = nameOf(key);
      const [leftMs, text] = await store.run((client) => Promise.all([client.pttl(name), client.get(name)]));
      return text === null ? undefined : { text, leftMs };
    } catch {
      return undefined;
    }
  },
  write: (key, text, forMs) => store.send((client) => client.set(nameOf(key), text, 'PX', forMs)),
});

const nameOf = (key: string) => `almanac:answer:${key}`;
