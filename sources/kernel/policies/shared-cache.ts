import { createHash } from 'node:crypto';
import { type Clock, seconds, sleep } from '../../../core/clock.ts';
import { Fault, type FaultDetails, type FaultKind } from '../../../core/faults.ts';
import { isRecord, tryParseJson } from '../../../core/json.ts';
import { version } from '../../../core/version.ts';
import { Entry, type Life } from './cache.ts';
import type { Sharing } from './shared-source.ts';

/**
 * The second level of the cache, which several processes share, so that each model is fetched by one of them. Its
 * entries are public, as are those of the first level. Absences are shared; other faults are not.
 */
export interface SharedCache {
  /**
   * The entry that another process shares; otherwise what `load` returns, which runs in one process at a time. A process
   * waits for the load of another one for ten seconds at most, and then loads as well.
   */
  loadOnce<Loaded>(key: string, signal: AbortSignal, load: () => Promise<Loaded>): Promise<Entry | Loaded>;
  /** Shares a fresh entry with the other processes. */
  share(key: string, entry: Entry): void;
}

/** The serialised entry. Durations are relative, in milliseconds, since the clocks of machines differ. */
interface StoredEntry extends Life {
  readonly outcome: { readonly value: unknown } | { readonly absence: StoredFault };
  readonly validator?: string | undefined;
}

/** A serialised fault. */
interface StoredFault extends Pick<FaultDetails, 'group' | 'facts' | 'trait'> {
  readonly kind: FaultKind;
  readonly message: string;
}

/** The length of the longest text that is shared. */
const maxLength = 1_048_576;
/** Longer than a lease, so that the load of a process that has died is taken over by one of the others. */
const longestWaitMs = seconds(10);
/** How often a process looks for the entry that another one loads: less often the longer it has waited. */
const pollAfter = (waitedMs: number) => Math.min(250, Math.max(40, waitedMs / 8));

export function createSharedCache({ store, edition }: Sharing, clock: Clock): SharedCache {
  // Keys contain arguments of callers; a digest is short, and hides them from readers of the store. Another version may
  // decode another model.
  const nameOf = (key: string) =>
    createHash('sha256').update(`${version}\n${edition}\n${key}`).digest('base64url');

  function entryOf(text: string, leftMs: number): Entry | undefined {
    const written = tryParseJson(text);
    if (!isStored(written) || leftMs <= 0) return undefined;
    const storedAt = clock.now() + leftMs - written.freshMs;
    return new Entry(toOutcome(written.outcome), storedAt, written, text.length, written.validator);
  }

  return {
    async loadOnce(key, signal, load) {
      const name = nameOf(key);
      const startedAt = clock.monotonic();
      for (;;) {
        const claim = await store.claim(name);
        if (claim?.kind === 'text') return entryOf(claim.text, claim.leftMs) ?? load();
        if (claim?.kind === 'lease') {
          // After the entry, whose serialisation waits as well.
          return load().finally(() => setImmediate(() => store.release(name)));
        }
        const waitedMs = clock.monotonic() - startedAt;
        if (!claim || waitedMs >= longestWaitMs) return load();
        await sleep(clock, pollAfter(waitedMs), signal);
      }
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
          staleWhileRevalidateMs: entry.revalidateUntil - freshUntil,
          staleIfErrorMs: entry.onErrorUntil - freshUntil,
          outcome,
          validator: entry.validator,
        };
        const text = JSON.stringify(written);
        if (text.length <= maxLength) store.write(nameOf(key), text, leftMs);
      });
    },
  };
}

/** Whether JSON of the store has the parts of an entry: other programs may write to it. */
function isStored(written: unknown): written is StoredEntry {
  if (!isRecord(written) || !isRecord(written.outcome)) return false;
  const { freshMs, staleWhileRevalidateMs, staleIfErrorMs, outcome, validator = '' } = written;
  const isTimed = [freshMs, staleWhileRevalidateMs, staleIfErrorMs].every(Number.isFinite);
  if (!isTimed || typeof validator !== 'string') return false;
  return (
    'value' in outcome ||
    (isRecord(outcome.absence) && /^(notFound|private)$/.test(`${outcome.absence.kind}`))
  );
}

const toOutcome = (outcome: StoredEntry['outcome']): unknown =>
  'value' in outcome ? outcome.value : revivedFault(outcome.absence);

const outcomeOf = ({ value, fault }: Entry): StoredEntry['outcome'] =>
  fault ? { absence: storedFault(fault) } : { value };

const revivedFault = ({ kind, message, ...details }: StoredFault): Fault => new Fault(kind, message, details);

const storedFault = ({ kind, message, group, facts, trait }: Fault): StoredFault => ({
  kind,
  message,
  group,
  facts,
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
