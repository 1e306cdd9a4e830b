import type { TextStore } from '../../sources/kernel/policies/shared-cache.ts';
import type { SharedStore } from './valkey.ts';

/** The store as a place for texts; see `TextStore`. */
export const textStore = (store: SharedStore): TextStore => ({
  async read(key) {
    if (!store.isUp) return undefined;
    try {
      const name = nameOf(key);
      const [left, text] = await store.ask((client) => Promise.all([client.pttl(name), client.get(name)]));
      return text === null ? undefined : { text, leftMs: left };
    } catch {
      return undefined;
    }
  },
  write: (key, text, forMs) => store.send((client) => client.set(nameOf(key), text, 'PX', forMs)),
});

const nameOf = (key: string) => `almanac:answer:${key}`;
