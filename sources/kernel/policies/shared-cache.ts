import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Fault, type FaultDetails, type FaultKind } from '../../../core/faults.ts';
import { tryParseJson } from '../../../core/json.ts';
import { Entry, type Life } from './cache.ts';

/** A store of texts that processes share. A failure of the store is reported as an absent text. */
export interface TextStore {
  /** A text and its remaining lifetime. Resolves within the store's deadline, and never rejects. */
  read(key: string): Promise<{ readonly text: string; readonly leftMs: number } | undefined>;
  /** Writes a text with a lifetime, in the background. */
  write(key: string, text: string, forMs: number): void;
}

/**
 * The second level of the cache, which several processes share, so that each model is fetched by one of them. Its
 * entries are public, as are those of the first level. Absences are shared, other faults are not.
 */
export interface SharedCache {
  /** A fresh entry of another process, with times by this process's clock. */
  read(key: string): Promise<Entry | undefined>;
  /** Shares a fresh entry with the other processes. */
  share(key: string, entry: Entry): void;
}

export interface SharedCacheOptions {
  readonly store: TextStore;
  readonly clock: Clock;
  /** Separates processes whose models differ: the version of the decoders, and the origin of the upstreams. */
  readonly edition: string;
  readonly maxBytes?: number;
}

/** The serialised entry. Durations are relative, in milliseconds, since the clocks of machines differ. */
interface StoredEntry extends Life {
  readonly outcome: { readonly value: unknown } | { readonly absence: Absence };
}

interface Absence extends Pick<FaultDetails, 'source' | 'facts'> {
  readonly kind: FaultKind;
  readonly message: string;
}

export function createSharedCache(options: SharedCacheOptions): SharedCache {
  const { store, clock, edition, maxBytes = 1_048_576 } = options;
  // Keys contain arguments of callers; a digest is short, and hides them from readers of the store.
  const named = (key: string) => createHash('sha256').update(`${edition}\n${key}`).digest('base64url');

  return {
    async read(key) {
      const found = await store.read(named(key));
      const written = found && (tryParseJson(found.text) as StoredEntry | undefined);
      if (!written || found.leftMs <= 0) return undefined;
      const storedAt = clock.now() + found.leftMs - written.freshMs;
      return new Entry(toOutcome(written.outcome), storedAt, written, found.text.length);
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

function toOutcome(outcome: StoredEntry['outcome']): unknown {
  if ('value' in outcome) return outcome.value;
  const { kind, message, source, facts } = outcome.absence;
  return new Fault(kind, message, { ...(source && { source }), ...(facts && { facts }) });
}

function outcomeOf({ value, fault }: Entry): StoredEntry['outcome'] {
  if (!fault) return { value };
  const { kind, message, source, facts } = fault;
  return { absence: { kind, message, ...(source && { source }), ...(facts && { facts }) } };
}

/** Whether JSON preserves a value; bytes, dates and the like are not shared. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value !== 'bigint' && typeof value !== 'function';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((item) => item !== undefined && isPlain(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}
