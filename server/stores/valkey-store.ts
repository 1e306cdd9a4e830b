import type { SharedStore } from '../../core/shared-store.ts';
import type { ValkeyConnection } from './valkey.ts';

/** A shared store with its connection. */
export interface OpenSharedStore extends SharedStore {
  readonly isUp: boolean;
  /** A text; null without one, undefined while the store is unavailable. */
  read(name: string): Promise<string | null | undefined>;
  close(): void;
}

/** The lease of a load whose process has died: the deadline of most calls. A longer load may be repeated. */
const leaseMs = 8_000;

const textOf = (name: string) => `almanac:text:{${name}}`;
const leaseOf = (name: string) => `almanac:lease:{${name}}`;
const pauseOf = (name: string) => `almanac:pause:{${name}}`;

/** What instances share through Valkey. `now` is the time in milliseconds, for tests; else Valkey decides. */
export function valkeyStore(valkey: ValkeyConnection, now?: () => number): OpenSharedStore {
  return {
    get isUp() {
      return valkey.isUp;
    },
    async charge(name, { units, limit, lengthMs, perSecond = '', ofWindow = '' }) {
      const [window, burst] = [`almanac:window:{${name}}`, `almanac:burst:{${name}}`] as const;
      const reply = await valkey.run((client) =>
        client.almanacCharge(window, burst, units, limit, lengthMs, perSecond, now?.() ?? '', ofWindow),
      );
      if (!reply) return undefined;
      const [outcome, used, endsAtMs, leftMs] = reply;
      return { outcome, used, endsAtMs, leftMs };
    },
    async pauseLeft(name) {
      const leftMs = await valkey.run((client) => client.pttl(pauseOf(name)));
      return leftMs && Math.max(0, leftMs);
    },
    pause: (name, forMs) =>
      void valkey.run((client) => client.set(pauseOf(name), '1', 'PX', Math.ceil(forMs))),
    async claim(name) {
      // In this order: a holder writes the text before it ends its lease, so that a lease without a text is one to load.
      const replies = await valkey.run((client) =>
        Promise.all([
          client.set(leaseOf(name), '1', 'PX', leaseMs, 'NX'),
          client.get(textOf(name)),
          client.pttl(textOf(name)),
        ]),
      );
      if (!replies) return undefined;
      const [lease, text, leftMs] = replies;
      if (text === null) return { kind: lease ? 'lease' : 'held' };
      if (lease) void valkey.run((client) => client.del(leaseOf(name)));
      return { kind: 'text', text, leftMs };
    },
    read: (name) => valkey.run((client) => client.get(textOf(name))),
    write: (name, text, forMs) => void valkey.run((client) => client.set(textOf(name), text, 'PX', forMs)),
    // When a load took longer than its lease, this may end the lease of another one, which costs a request at most.
    release: (name) => void valkey.run((client) => client.del(leaseOf(name))),
    close: () => valkey.close(),
  };
}
