import type { TextClaim, TextStore } from '../../sources/kernel/policies/shared-cache.ts';
import type { ClaimReply } from './answer-scripts.ts';
import type { SharedStore } from './valkey.ts';

/** The time after which a load has died with its process, unless it renews its lease. */
const leaseMs = 2_000;

const answerOf = (key: string) => `almanac:answer:{${key}}`;
const leaseOf = (key: string) => `almanac:lease:{${key}}`;
const failureOf = (key: string, token: string) => `almanac:failure:{${key}}:${token}`;

/** A `TextStore` over Valkey: a failed or late claim counts as an unavailable store. */
export function textStore(store: SharedStore): TextStore {
  return {
    async claim(key, token, awaited = 'none') {
      if (!store.isPrompt) return undefined;
      const keys = [answerOf(key), leaseOf(key), failureOf(key, awaited)] as const;
      return store
        .run((client) => client.almanacClaim(...keys, token, leaseMs))
        .then(toClaim, () => undefined);
    },
    write: (key, text, forMs) => store.send((client) => client.set(answerOf(key), text, 'PX', forMs)),
    renew: (key, token) => store.send((client) => client.almanacRenew(leaseOf(key), token, leaseMs)),
    settle: (key, token) => store.send((client) => client.almanacSettle(answerOf(key), leaseOf(key), token)),
    fail: (key, token, failure = '') =>
      store.send((client) => client.almanacFail(leaseOf(key), failureOf(key, token), token, failure)),
  };
}

function toClaim([kind, text = '', leftMs = 0]: ClaimReply): TextClaim {
  if (kind === 'text') return { kind, text, leftMs };
  if (kind === 'held') return { kind, by: text };
  return kind === 'failed' ? { kind, failure: text } : { kind };
}
