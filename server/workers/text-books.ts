import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Books } from './messages.ts';

type TextBooks = Pick<Books, 'claim' | 'write' | 'renew' | 'settle' | 'fail'>;

/** The time after which a load has died with its process, unless it renews its lease. */
const leaseMs = 2_000;
/** How long a failure is told, and a key without a text is loaded without a lease. */
const afterLoadMs = 1_000;
/** More loads than all workers have under way; one whose lease is dropped may be loaded twice. */
const mostLeases = 20_000;

/** The lease of a key whose text cannot be shared. */
const unshared = '-';

/** Texts and the leases of their loads by the rules of the scripts in `server/stores/answer-scripts.ts`. */
export function createTextBooks(clock: Clock, maxBytes: number): TextBooks {
  const timed = { perf: { now: clock.monotonic }, ttlResolution: 0 } as const;
  // A text has up to two bytes for each character.
  const sizeCalculation = (text: string, key: string) => 2 * (text.length + key.length);
  const texts = new LRUCache<string, string>({ ...timed, maxSize: maxBytes, sizeCalculation, ttl: leaseMs });
  const leases = new LRUCache<string, string>({ ...timed, max: mostLeases, ttl: leaseMs });
  /** By key and token of the load. */
  const failures = new LRUCache<string, string>({ ...timed, max: mostLeases, ttl: afterLoadMs });
  const failureOf = (key: string, token: string | undefined) => `${key} ${token}`;

  return {
    claim(key, token, awaited) {
      const text = texts.get(key);
      if (text !== undefined) return { kind: 'text', text, leftMs: texts.getRemainingTTL(key) };
      const failure = failures.get(failureOf(key, awaited));
      if (failure !== undefined) return { kind: 'failed', failure };
      const holder = leases.get(key);
      if (holder === unshared) return { kind: 'unshared' };
      if (holder !== undefined && holder !== token) return { kind: 'held', by: holder };
      leases.set(key, token);
      return { kind: 'lease' };
    },
    write(key, text, forMs) {
      texts.set(key, text, { ttl: Math.ceil(forMs) });
    },
    renew(key, token) {
      if (leases.get(key) === token) leases.set(key, token);
    },
    settle(key, token) {
      if (leases.get(key) !== token) return;
      if (texts.has(key)) leases.delete(key);
      else leases.set(key, unshared, { ttl: afterLoadMs });
    },
    fail(key, token, failure) {
      if (leases.get(key) !== token) return;
      leases.delete(key);
      if (failure) failures.set(failureOf(key, token), failure);
    },
  };
}
