import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { GroupUse } from '../keys/keys.ts';
import type { Freshness } from './freshness.ts';
import { Representation } from './representation.ts';

/**
 * An answer that was given before, as bytes. Nothing of the caller is in it: who may have it is asked each time, and
 * it is gone as soon as one of the entries that it was made from is past its time or superseded.
 */
export interface CachedResponse {
  /** The template of the route, for the log. */
  readonly route: string;
  readonly representation: Representation;
  /** What every lookup in it asks of a key. */
  readonly permissions: readonly Permission[];
  /** What it costs. */
  readonly price: number;
  /** The same, by group. */
  readonly uses: readonly GroupUse[];
  readonly freshness: Freshness;
}

export interface CachedResponses {
  /** The answer, if it may still be given at this time (milliseconds). */
  get(key: string, now: number): CachedResponse | undefined;
  /**
   * Renders an answer for this caller and the next ones, and keeps it if it is fresh, has a key, and is long or has been
   * made before.
   */
  keep(key: string | undefined, body: string, of: Omit<CachedResponse, 'representation'>): CachedResponse;
}

/** The other forms of a body are made when it is kept already, and counted before: text as large, or compressed ones. */
const formsShare = 2;
/** What an answer weighs beside its body. */
const bytesPerAnswer = 2_048;

/** Shorter answers are quickly made again, and most are never asked for twice: they are kept from the second time on. */
const longBytes = 16_384;
const madeOnceCount = 10_000;

export function createCachedResponses(clock: Clock, maxBytes: number): CachedResponses {
  const kept = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 2)),
  });
  let madeOnce = new Set<number>();
  let madeOnceEarlier = new Set<number>();

  function wasMadeBefore(key: string): boolean {
    // A number instead of the text: what is never asked for again costs no more, and two that share one are no harm.
    const digest = shortDigestOf(key);
    if (madeOnce.delete(digest) || madeOnceEarlier.delete(digest)) return true;
    madeOnce.add(digest);
    if (madeOnce.size >= madeOnceCount) [madeOnceEarlier, madeOnce] = [madeOnce, new Set()];
    return false;
  }

  return {
    get(key, now) {
      const rendered = kept.get(key);
      if (!rendered || rendered.freshness.isFresh(now)) return rendered;
      kept.delete(key);
      return undefined;
    },
    keep(key, body, of) {
      const rendered = { ...of, representation: new Representation(body) };
      const { byteLength } = rendered.representation;
      const isWanted = key !== undefined && of.freshness.isFresh(clock.now());
      if (isWanted && (byteLength >= longBytes || wasMadeBefore(key))) {
        kept.set(key, rendered, {
          size: Math.ceil(byteLength * formsShare) + key.length * 2 + bytesPerAnswer,
        });
      }
      return rendered;
    },
  };
}

/** FNV-1a, as far as a small integer goes. */
function shortDigestOf(text: string): number {
  let digest = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(index), 0x01000193);
  }
  return digest >>> 1;
}
