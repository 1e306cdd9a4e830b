import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Fault, type FaultDetails, type FaultKind } from '../../../core/faults.ts';
import { Entry, type Life } from './cache.ts';

/** Where processes leave texts for each other. Whatever goes wrong with it looks as if nothing were there. */
export interface TextStore {
  /** A text, and for how much longer it is there. Resolves soon, and never rejects. */
  read(key: string): Promise<{ readonly text: string; readonly leftMs: number } | undefined>;
  /** Leaves a text for so long; nobody waits for it. */
  write(key: string, text: string, forMs: number): void;
}

/**
 * The second level of the cache: what one process has fresh, the others need not ask an upstream for. It is public and
 * the same for every caller, as is the first level. What says that there is no such thing is shared, failures are not.
 */
export interface SharedCache {
  /** What another process has fresh, by this process' clock. */
  read(key: string): Promise<Entry | undefined>;
  /** Lets the others have an entry that is fresh. */
  share(key: string, entry: Entry): void;
}

export interface SharedCacheOptions {
  readonly store: TextStore;
  readonly clock: Clock;
  /** Whatever makes the same question have another answer: the version of the decoders, and where upstreams are. */
  readonly edition: string;
  readonly maxBytes?: number;
}

/** How an entry is written. Lengths are relative, in milliseconds: the clocks of two machines need not agree. */
interface Written extends Life {
  readonly outcome: { readonly value: unknown } | { readonly absence: Absence };
}

interface Absence extends Pick<FaultDetails, 'source' | 'facts'> {
  readonly kind: FaultKind;
  readonly message: string;
}

export function createSharedCache(options: SharedCacheOptions): SharedCache {
  const { store, clock, edition, maxBytes = 1_048_576 } = options;
  // Questions hold what callers wrote; a digest is short, and says nothing to who looks at the store.
  const named = (key: string) => createHash('sha256').update(`${edition}\n${key}`).digest('base64url');

  return {
    async read(key) {
      const found = await store.read(named(key));
      const written = found && tryParse(found.text);
      if (!written || found.leftMs <= 0) return undefined;
      const storedAt = clock.now() + found.leftMs - written.freshMs;
      return new Entry(toOutcome(written.outcome), storedAt, written, found.text.length);
    },
    share(key, entry) {
      // Behind the answer: whoever waits for it does not wait for this.
      setImmediate(() => {
        const leftMs = Math.floor(entry.freshUntil - clock.now());
        const outcome = outcomeOf(entry);
        if (leftMs <= 0 || !isPlain(outcome)) return;
        const { freshUntil } = entry;
        const written: Written = {
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

function toOutcome(outcome: Written['outcome']): unknown {
  if ('value' in outcome) return outcome.value;
  const { kind, message, source, facts } = outcome.absence;
  return new Fault(kind, message, { ...(source && { source }), ...(facts && { facts }) });
}

function outcomeOf({ value, fault }: Entry): Written['outcome'] {
  if (!fault) return { value };
  const { kind, message, source, facts } = fault;
  return { absence: { kind, message, ...(source && { source }), ...(facts && { facts }) } };
}

function tryParse(text: string): Written | undefined {
  try {
    return JSON.parse(text) as Written;
  } catch {
    return undefined;
  }
}

/** Whether JSON gives a value back as it is: bytes, dates and the like stay with the process that has them. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value !== 'bigint' && typeof value !== 'function';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((item) => item !== undefined && isPlain(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}
