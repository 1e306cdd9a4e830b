import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Fault, type FaultDetails, type FaultKind } from '../../../core/faults.ts';
import { tryParseJson } from '../../../core/json.ts';
import { Entry, type Life } from './cache.ts';

/**
 * A store of texts that processes share, and of who loads one. `claim` resolves within the store's deadline and never
 * rejects; `undefined` means that the store is unavailable. The rest is done in the background, in the order of the calls.
 */
export interface TextStore {
  /**
   * Reads a text, or else takes the lease to load it, which ends after about two seconds unless it is renewed. `token`
   * names the load; `awaited` is the load that the caller has waited for, of which it is told the failure.
   */
  claim(key: string, token: string, awaited: string | undefined): Promise<TextClaim | undefined>;
  /** Writes a text with a lifetime. */
  write(key: string, text: string, forMs: number): void;
  /** Prolongs the lease of a load. */
  renew(key: string, token: string): void;
  /** Ends a load. Where it has written no text, others load the key without a lease for a second. */
  settle(key: string, token: string): void;
  /** Ends a load that has failed; `failure` is told to those who await it. */
  fail(key: string, token: string, failure: string | undefined): void;
}

export type TextClaim =
  | { readonly kind: 'text'; readonly text: string; readonly leftMs: number }
  /** The caller is to load. */
  | { readonly kind: 'lease' }
  /** The load of this token is under way elsewhere. */
  | { readonly kind: 'held'; readonly by: string }
  | { readonly kind: 'failed'; readonly failure: string }
  /** The text cannot be shared; each process loads its own. */
  | { readonly kind: 'unshared' };

/**
 * The second level of the cache, which several processes share, so that each model is fetched by one of them. Its
 * entries are public, as are those of the first level. Absences are shared; other faults are told to the processes
 * that wait for the load.
 */
export interface SharedCache {
  /** Claims a key as `TextStore.claim` does; an entry has times by this process's clock. */
  claim(key: string, token: string, awaited: string | undefined): Promise<Claim | undefined>;
  /** Shares a fresh entry with the other processes. */
  share(key: string, entry: Entry): void;
  renew(key: string, token: string): void;
  /** Ends a load, with the error that it failed with if any. */
  settle(key: string, token: string, error?: unknown): void;
}

export type Claim =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | Exclude<TextClaim, { readonly kind: 'text' | 'failed' }>;

export interface SharedCacheOptions {
  readonly store: TextStore;
  readonly clock: Clock;
  /** Separates processes whose models differ: the version of the decoders, and the origin of the upstreams. */
  readonly edition: string;
  readonly maxBytes?: number;
}

/** The serialised entry. Durations are relative, in milliseconds, since the clocks of machines differ. */
interface StoredEntry extends Life {
  readonly outcome: { readonly value: unknown } | { readonly absence: StoredFault };
}

/** A serialised fault. */
interface StoredFault extends Pick<FaultDetails, 'source' | 'facts' | 'retryAfter' | 'trait'> {
  readonly kind: FaultKind;
  readonly message: string;
}

export function createSharedCache(options: SharedCacheOptions): SharedCache {
  const { store, clock, edition, maxBytes = 1_048_576 } = options;
  // Keys contain arguments of callers; a digest is short, and hides them from readers of the store.
  const named = (key: string) => createHash('sha256').update(`${edition}\n${key}`).digest('base64url');

  function entryOf(text: string, leftMs: number): Entry | undefined {
    const written = tryParseJson(text) as StoredEntry | undefined;
    if (!written || leftMs <= 0) return undefined;
    const storedAt = clock.now() + leftMs - written.freshMs;
    return new Entry(toOutcome(written.outcome), storedAt, written, text.length);
  }

  return {
    async claim(key, token, awaited) {
      const claim = await store.claim(named(key), token, awaited);
      if (claim?.kind === 'text') {
        const entry = entryOf(claim.text, claim.leftMs);
        return entry && { kind: 'entry', entry };
      }
      if (claim?.kind !== 'failed') return claim;
      const failure = tryParseJson(claim.failure) as StoredFault | undefined;
      return failure && { kind: 'failed', fault: revivedFault(failure) };
    },
    renew: (key, token) => store.renew(named(key), token),
    settle(key, token, error) {
      const name = named(key);
      // After the entry, whose serialisation waits as well.
      setImmediate(() => {
        if (error === undefined) store.settle(name, token);
        else store.fail(name, token, isOfAll(error) ? JSON.stringify(storedFault(error)) : undefined);
      });
    },
    share(key, entry) {
      // After the response, so that the caller does not wait for the serialisation.
      setImmediate(() => {
        const leftMs = Math.floor(entry.freshUntil - clock.now());
        const outcome = outcomeOf(entry);
        if (leftMs <= 0 || !isPlain(outcome)) return;
        const { freshUntil } = entry;
        const written: StoredEntry = {
          freshMs: freshUntil - entry.storedAt,
          revalidateMs: entry.revalidateUntil - freshUntil,
          onErrorMs: entry.onErrorUntil - freshUntil,
          outcome,
        };
        const text = JSON.stringify(written);
        if (text.length <= maxBytes) store.write(named(key), text, leftMs);
      });
    },
  };
}

/** Whether a failure is that of the upstream, and would be any other process's as well. */
const isOfAll = (error: unknown): error is Fault =>
  error instanceof Fault && (error.kind.startsWith('upstream') || error.kind === 'invalid');

const toOutcome = (outcome: StoredEntry['outcome']): unknown =>
  'value' in outcome ? outcome.value : revivedFault(outcome.absence);

const outcomeOf = ({ value, fault }: Entry): StoredEntry['outcome'] =>
  fault ? { absence: storedFault(fault) } : { value };

const revivedFault = ({ kind, message, ...details }: StoredFault): Fault => new Fault(kind, message, details);

const storedFault = ({ kind, message, source, facts, retryAfter, trait }: Fault): StoredFault => ({
  kind,
  message,
  source,
  facts,
  retryAfter,
  trait,
});

/** Whether JSON preserves a value; bytes, dates and the like are not shared. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value !== 'bigint' && typeof value !== 'function';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((item) => item !== undefined && isPlain(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}
