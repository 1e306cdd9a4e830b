import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { GroupUse } from '../keys/keys.ts';
import type { Freshness } from './freshness.ts';
import type { Representation } from './representation.ts';

/**
 * A response body with all that is needed to serve it again. It holds nothing of the caller: permissions are checked
 * and the price is charged each time. It expires with the first of the source entries that it is made from.
 */
export interface CachedResponse {
  /** The template of the route, for the log. */
  readonly route: string;
  readonly representation: Representation;
  /** The permissions of every lookup in it. */
  readonly permissions: readonly Permission[];
  /** The bound of the lookups in it; 0 for a route that costs one. */
  readonly requested: number;
  /** Lookups that it costs when it is served from here. */
  readonly price: number;
  /** The same by group. */
  readonly uses: readonly GroupUse[];
  readonly freshness: Freshness;
}

/**
 * Cached responses, by the meaning of a request: route and variables, or the normal form of a query with the variables
 * that it uses. Requests as received (the target of a GET, the body of a POST) are aliases of such keys.
 */
export interface CachedResponses {
  /** The response of a key, if it is fresh at this time (milliseconds). */
  get(key: string, now: number): CachedResponse | undefined;
  /** The key of a request as received; undefined when it is not known. */
  keyOf(received: string): string | undefined;
  /** Remembers the key of a request as received, once its response is stored. */
  alias(received: string, key: string): void;
  /** Stores a response when it is fresh, and either long or stored for the second time. */
  set(key: string, response: CachedResponse): void;
  clear(): void;
  /** About the memory of all responses. */
  readonly bytes: number;
}

/** Compressed forms and the latin1 text of a body are made later, and counted beforehand. */
const formsShare = 2;
/** Estimated size of a response beside its body. */
const overheadBytes = 2_048;

/** Shorter responses are made again quickly, and most are never requested twice: they are stored from the second time on. */
const longBytes = 16_384;

const maxAliases = 20_000;
const maxAliasCharacters = 4_000_000;
/** Longer requests are rare, and cost more to look up than to read. */
const maxAliasLength = 4_096;

export function createCachedResponses(clock: Clock, maxBytes: number): CachedResponses {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 2)),
  });
  const aliases = new LRUCache<string, string>({ max: maxAliases, maxSize: maxAliasCharacters });
  const doorkeeper = createDoorkeeper();

  return {
    get(key, now) {
      const response = responses.get(key);
      if (!response || response.freshness.isFresh(now)) return response;
      responses.delete(key);
      return undefined;
    },
    keyOf: (received) => (received.length <= maxAliasLength ? aliases.get(received) : undefined),
    alias(received, key) {
      if (received.length <= maxAliasLength && responses.has(key))
        aliases.set(received, key, { size: received.length });
    },
    set(key, response) {
      const { byteLength } = response.representation;
      if (!response.freshness.isFresh(clock.now()) || responses.peek(key) === response) return;
      if (byteLength >= longBytes || doorkeeper.seenOnce(key)) {
        const size = Math.ceil(byteLength * formsShare) + key.length * 2 + overheadBytes;
        responses.set(key, response, { size });
      }
    },
    clear: () => responses.clear(),
    get bytes() {
      return responses.calculatedSize;
    },
  };
}

const doorkeeperSize = 10_000;

/** Admits a text from its second time on, as the doorkeeper of TinyLFU does. It holds digests, in two generations. */
function createDoorkeeper() {
  let current = new Set<number>();
  let previous = new Set<number>();
  return {
    seenOnce(text: string): boolean {
      const digest = fnv1a(text);
      if (current.delete(digest) || previous.delete(digest)) return true;
      current.add(digest);
      if (current.size >= doorkeeperSize) [previous, current] = [current, new Set()];
      return false;
    },
  };
}

/** FNV-1a, as a small integer. */
function fnv1a(text: string): number {
  let digest = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(index), 0x01000193);
  }
  return digest >>> 1;
}
