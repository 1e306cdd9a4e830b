import { type Clock, minutes } from '../../core/clock.ts';
import { createMemoryLimiter, type MemoryLimiter } from '../limits/limiter.ts';
import type { LimitQuestion } from '../limits/shared-limiter.ts';
import type { BookCall, Books } from './messages.ts';
import { createSourceBooks } from './source-books.ts';
import { createTextBooks } from './text-books.ts';

/** The books of a primary process. Texts take up to `maxBytes`; the least recently used are removed first. */
export function createBooks(clock: Clock, maxBytes: number): Books {
  const limiter = createMemoryLimiter(clock);
  return {
    ...createSourceBooks(clock),
    ...createTextBooks(clock, maxBytes),
    limits: (questions) => [
      clock.now(),
      ...questions.flatMap((question) => decideRequests(limiter, question, clock.now())),
    ],
  };
}

const minuteMs = minutes(1);

/** The lookups used after the requests of a key, the start of its minute, and a letter for each request. */
function decideRequests(
  limiter: MemoryLimiter,
  { keyId, limits, alone, prices }: LimitQuestion,
  now: number,
): readonly [used: number, startMs: number, outcomes: string] {
  const minute = () => {
    const { limit, remaining, resetAtMs } = limiter.peek(keyId, limits);
    return { used: limit - remaining, startMs: resetAtMs - minuteMs };
  };
  if (alone.lookups > 0) {
    const { used, startMs } = minute();
    const told =
      used > 0
        ? { used: used + alone.lookups, elapsedMs: now - startMs }
        : { used: alone.before + alone.lookups, elapsedMs: alone.ageMs };
    limiter.synchronize(keyId, { ...told, accepted: 0 });
  }
  const outcomes = prices.map((price) => {
    const { accepted, refusedBy } = limiter.charge(keyId, limits, price);
    if (accepted) return 'a';
    return refusedBy === 'minute' ? 'm' : 'b';
  });
  const { used, startMs } = minute();
  return [used, startMs, outcomes.join('')];
}

/** The replies to the calls of a worker; undefined for a call without one. */
export const answerCalls = (books: Books, calls: readonly BookCall[]): readonly unknown[] =>
  calls.map(([name, ...of]) => (books[name] as (...of: readonly unknown[]) => unknown)(...of));
