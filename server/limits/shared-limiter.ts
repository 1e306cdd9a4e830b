import type { Clock } from '../../core/clock.ts';
import { type AloneCharge, AloneCharges, nothingAlone } from './alone-charges.ts';
import {
  type Decision,
  decide,
  type Limiter,
  type LimitOutcome,
  type MemoryLimiter,
  type RateLimits,
  rateLimitStatus,
} from './limiter.ts';

/** The requests of one key that are decided together, in their order. */
export interface LimitQuestion {
  readonly keyId: string;
  readonly limits: RateLimits;
  /** What the asking process charged without the store. */
  readonly alone: AloneCharge;
  readonly prices: readonly number[];
}

/**
 * The time in milliseconds; then, for each key, the lookups used, the start of the minute, and a letter for each request,
 * which is accepted (`a`) or refused by the minute (`m`) or the burst limit (`b`).
 */
export type LimitReply = [nowMs: number, ...accounts: (number | string)[]];

/** The limits of keys as several processes share them. It may fail at any time. */
export interface LimitStore {
  /** Whether it is worth asking. */
  readonly isUp: boolean;
  /**
   * Decides the requests of several keys. Rejects when the store fails or is late; a reply that comes after that is given
   * to `onLate`.
   */
  decide(questions: readonly LimitQuestion[], onLate?: (reply: LimitReply) => void): Promise<LimitReply>;
}

export interface SharedLimiterOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
  /** Decides while the store is unavailable, from the last known state of each key. */
  readonly fallback: MemoryLimiter;
  /** Called for every request that the fallback decides. */
  readonly onFallback?: () => void;
}

interface Account extends LimitQuestion {
  readonly prices: number[];
  readonly resolve: ((decision: Decision) => void)[];
}

/** A longer call would delay the decisions of other processes. */
const maxRequestsPerCall = 256;

const outcomeOf: Readonly<Record<string, LimitOutcome>> = { a: 'accepted', b: 'burst', m: 'minute' };

/**
 * Exact limits over all processes that share the store, by the clock of the store. The requests of one turn of the event
 * loop are decided by one call, in their order. When it fails or times out, the memory of this process decides, so
 * that a failure of the store refuses no request. The store is told what was charged alone with the next request of the
 * key, so that the rest of the minute is exact again.
 */
export function createSharedLimiter(options: SharedLimiterOptions): Limiter {
  const { store, clock, fallback, onFallback } = options;
  const untold = new AloneCharges(clock);
  let waiting = new Map<string, Account>();
  let waitingCount = 0;

  function decideAlone(keyId: string, limits: RateLimits, price: number): Decision {
    onFallback?.();
    const decision = fallback.charge(keyId, limits, price);
    if (decision.accepted) untold.add(keyId, decision, price);
    return decision;
  }

  function settle({ keyId, limits, prices, resolve }: Account, told: ToldAccount, nowMs: number): void {
    const { used, startMs, outcomes } = told;
    let accepted = 0;
    let usedThen = used;
    for (let index = 0; index < prices.length; index += 1) {
      if (outcomes[index] !== 'a') continue;
      accepted += 1;
      usedThen -= prices[index]!;
    }
    fallback.synchronize(keyId, { used, elapsedMs: nowMs - startMs, accepted });
    for (let index = 0; index < prices.length; index += 1) {
      const outcome = outcomeOf[outcomes[index]!]!;
      if (outcome === 'accepted') usedThen += prices[index]!;
      resolve[index]!(decide(outcome, { used: usedThen, startMs }, limits, nowMs));
    }
  }

  /** Decides alone; the returned function notes that the store has decided all the same. */
  function settleAlone({ keyId, limits, alone, prices, resolve }: Account): (told: ToldAccount) => void {
    untold.restore(keyId, alone);
    const decisions = prices.map((price) => decideAlone(keyId, limits, price));
    for (const [index, decision] of decisions.entries()) resolve[index]!(decision);
    return ({ outcomes }) => {
      const isChargedTwice = (index: number) => decisions[index]!.accepted && outcomes[index] === 'a';
      const twice = prices.reduce((sum, price, index) => sum + (isChargedTwice(index) ? price : 0), 0);
      untold.remove(keyId, alone.lookups + twice);
    };
  }

  async function decideWaiting(): Promise<void> {
    const accounts = [...waiting.values()];
    if (accounts.length === 0) return;
    waiting = new Map();
    waitingCount = 0;
    let noteLate: readonly ((told: ToldAccount) => void)[] = [];
    const onLate = (reply: LimitReply) =>
      noteLate.forEach((note, index) => {
        note(toldIn(reply, index));
      });
    try {
      const reply = await store.decide(accounts, onLate);
      accounts.forEach((account, index) => {
        settle(account, toldIn(reply, index), reply[0]);
      });
    } catch {
      noteLate = accounts.map(settleAlone);
    }
  }

  function accountOf(keyId: string, limits: RateLimits): Account {
    const known = waiting.get(keyId);
    if (known) return known;
    const account = { keyId, limits, alone: untold.take(keyId), prices: [], resolve: [] };
    // After the requests that the same turn of the event loop has received.
    if (waiting.size === 0) setImmediate(decideWaiting);
    waiting.set(keyId, account);
    return account;
  }

  return {
    charge(keyId, limits, price) {
      if (!store.isUp) return decideAlone(keyId, limits, price);
      return new Promise((resolve) => {
        const account = accountOf(keyId, limits);
        account.prices.push(price);
        account.resolve.push(resolve);
        waitingCount += 1;
        if (waitingCount >= maxRequestsPerCall) void decideWaiting();
      });
    },
    peek(keyId, limits) {
      const peekInMemory = () => fallback.peek(keyId, limits);
      if (!store.isUp) return peekInMemory();
      const question = { keyId, limits, alone: nothingAlone, prices: [] };
      return store
        .decide([question])
        .then((reply) => rateLimitStatus(toldIn(reply, 0), limits, reply[0]), peekInMemory);
    },
  };
}

/** What a reply says of a key. */
interface ToldAccount {
  readonly used: number;
  readonly startMs: number;
  /** A letter for each request. */
  readonly outcomes: string;
}

function toldIn(reply: LimitReply, index: number): ToldAccount {
  const at = 1 + index * 3;
  return {
    used: reply[at] as number,
    startMs: reply[at + 1] as number,
    outcomes: reply[at + 2] as string,
  };
}
