import { createHash, randomUUID } from 'node:crypto';
import type { Valkey } from 'iovalkey';
import { type Clock, hours, nextMidnight } from '../../core/clock.ts';
import type { Quota } from '../../sources/kernel/policies/quota.ts';
import type {
  SharedAttempt,
  SharedSource,
  SharedState,
  SharedVerdict,
  SourceIdentity,
} from '../../sources/kernel/policies/shared-state.ts';
import type { EnterReply } from './source-scripts.ts';
import type { SharedStore } from './valkey.ts';

export interface SharedSourcesOptions {
  readonly store: SharedStore;
  readonly clock: Clock;
  /** Separates services that call other upstreams: the origin of the upstreams. */
  readonly edition: string;
  /** Milliseconds since the epoch; for tests. Without it, the clock of the store decides, which all instances share. */
  readonly now?: () => number;
}

type Argument = string | number;

/** A day may be longer than 24 hours, when daylight saving time ends. */
const longestDayMs = hours(26);
const longestOf = (quota: Quota) => ('windowMs' in quota ? quota.windowMs : longestDayMs);

/** Quotas, pauses and breakers over all instances that share the store. */
export function createSharedSources({ store, clock, edition, now }: SharedSourcesOptions): SharedState {
  const time = () => now?.() ?? '';
  /** By how much the clock of the store is ahead of this machine's. */
  let aheadMs = 0;
  /** The next midnight by time zone, since computing it takes longer than the rest of an attempt. */
  const midnights = new Map<string, { readonly after: number; readonly at: number }>();

  function midnightAfter(nowMs: number, timeZone: string): number {
    const known = midnights.get(timeZone);
    // A clock that was corrected may be before the moment for which it was computed.
    if (known && known.after <= nowMs && nowMs < known.at) return known.at;
    const at = nextMidnight(nowMs, timeZone);
    midnights.set(timeZone, { after: nowMs, at });
    return at;
  }

  async function told(command: (client: Valkey) => Promise<unknown>): Promise<boolean> {
    if (!store.isUp) return false;
    return store.run(command).then(
      () => true,
      () => false,
    );
  }

  function quotaArguments({ quota }: SharedAttempt): Argument[] {
    if (!quota) return Array<Argument>(11).fill('');
    const { of, known, alone, aloneLeftMs } = quota;
    const believed = Math.floor(clock.now() + aheadMs);
    const length = 'windowMs' in of ? of.windowMs : '';
    const day = 'windowMs' in of ? '' : midnightAfter(believed, of.midnightIn);
    return [
      ...([of.units, of.reserve ?? 0, longestOf(of), length, believed, day] as const),
      ...([known?.end ?? 0, known?.spent ?? 0, alone, Math.ceil(aloneLeftMs), known?.name ?? ''] as const),
    ];
  }

  function verdictOf(
    [decision, waitMs, breaker, spent, end, nowMs, name]: EnterReply,
    hasQuota: boolean,
  ): SharedVerdict {
    return {
      decision: decision as SharedVerdict['decision'],
      waitMs,
      breaker: breaker === '' ? undefined : (breaker as SharedVerdict['breaker']),
      window: hasQuota ? { spent, end, name, leftMs: end - nowMs } : undefined,
    };
  }

  function openSource(identity: SourceIdentity): SharedSource {
    const name = `almanac:source:{${sourceDigest(identity, edition)}}`;
    const [quotaKey, pauseKey] = [`${name}:quota`, `${name}:pause`];
    const breakerOf = (origin: string) => `${name}:breaker:${origin}`;

    const send = (client: Valkey, attempt: SharedAttempt): Promise<EnterReply> => {
      const { token, openedMs, probeMs, units, origin } = attempt;
      return client.almanacEnter(
        ...([quotaKey, pauseKey, breakerOf(origin)] as const),
        ...[
          token,
          openedMs === undefined ? '' : Math.floor(openedMs),
          Math.ceil(probeMs),
          units,
          ...quotaArguments(attempt),
          time(),
        ],
      );
    };

    /** `clock` when the store wants the end of a day by its own clock, which the reply has told. */
    async function ask(attempt: SharedAttempt, onLate: (verdict: SharedVerdict) => void) {
      const hasQuota = attempt.quota !== undefined;
      let pending: Promise<EnterReply> | undefined;
      try {
        const reply = await store.run((client) => {
          pending = send(client, attempt);
          return pending;
        });
        aheadMs = reply[5] - clock.now();
        return reply[0] === 'clock' ? 'clock' : verdictOf(reply, hasQuota);
      } catch {
        const noteLate = (late: EnterReply) => {
          if (late[0] !== 'clock') setImmediate(onLate, verdictOf(late, hasQuota));
        };
        pending?.then(noteLate, () => {});
        return undefined;
      }
    }

    return {
      async enter(attempt, onLate) {
        if (!store.isPrompt) return undefined;
        const first = await ask(attempt, onLate);
        const last = first === 'clock' ? await ask(attempt, onLate) : first;
        return last === 'clock' ? undefined : last;
      },
      pause: (forMs) => told((client) => client.almanacPause(pauseKey, Math.ceil(forMs), time())),
      openBreaker: (origin, forMs) =>
        told((client) => client.almanacOpenBreaker(breakerOf(origin), Math.ceil(forMs), time())),
      settleProbe: ({ origin, token, outcome, coolMs }) =>
        told((client) => client.almanacSettleProbe(breakerOf(origin), token, outcome, coolMs, time())),
      correct: (quota, units) =>
        told((client) => {
          const name = randomUUID();
          return client.almanacCorrect(quotaKey, units, quota.units, longestOf(quota), name, time());
        }),
    };
  }

  return { ofSource: openSource };
}

/** Names a source and its credential without telling them to readers of the store. */
export const sourceDigest = ({ group, part, secrets }: SourceIdentity, edition: string): string =>
  createHash('sha256')
    .update(JSON.stringify([edition, group, part ?? null, ...secrets.map((secret) => secret ?? null)]))
    .digest('base64url');
