import type { SharedSource, SourceIdentity } from '../../sources/kernel/policies/shared-state.ts';
import { sourceDigest } from '../stores/shared-sources.ts';
import type { SharedStores } from '../stores/shared-stores.ts';
import type { WorkerLink } from './link.ts';

/** The books of the primary process, as the parts of a worker use them. Without its reply, the worker decides alone. */
export function openSharedBooks(link: WorkerLink): SharedStores {
  const told = async (isTold: boolean) => isTold;
  return {
    get isUp() {
      return link.isPrompt;
    },
    limits: {
      get isUp() {
        return link.isPrompt;
      },
      async decide(questions, onLate) {
        const reply = link.ask(['limits', questions], onLate);
        // The limiter has collected the requests of the turn already.
        link.flush();
        const decided = await reply;
        if (!decided) throw new Error('The primary process is late.');
        return decided;
      },
    },
    texts: {
      claim: (key, token, awaited) => link.ask(['claim', key, token, awaited]),
      write: (key, text, forMs) => void link.tell(['write', key, text, forMs]),
      renew: (key, token) => void link.tell(['renew', key, token]),
      settle: (key, token) => void link.tell(['settle', key, token]),
      fail: (key, token, failure) => void link.tell(['fail', key, token, failure]),
    },
    sources: (edition) => ({
      ofSource(identity: SourceIdentity): SharedSource {
        const name = sourceDigest(identity, edition);
        return {
          enter: (attempt, onLate) => link.ask(['enter', name, attempt], onLate),
          pause: (forMs) => told(link.tell(['pause', name, forMs])),
          openBreaker: (origin, forMs) => told(link.tell(['openBreaker', name, origin, forMs])),
          settleProbe: (probe) => told(link.tell(['settleProbe', name, probe])),
          correct: (quota, units) => told(link.tell(['correct', name, quota, units])),
        };
      },
    }),
    close() {},
  };
}
