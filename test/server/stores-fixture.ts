import { afterAll } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../../scripts/local-servers.ts';
import { createMemoryLimiter, type Limiter } from '../../server/limits/limiter.ts';
import { createValkeyLimiter } from '../../server/limits/valkey-limiter.ts';
import { openSharedStore, type SharedStore } from '../../server/stores/valkey.ts';

export {
  freePort,
  type PostgresServer,
  postgresMissing,
  startPostgres,
  startValkey,
  type ValkeyServer,
  valkeyMissing,
} from '../../scripts/local-servers.ts';

/** Limiters over one store with a test's clock, which each begin with an empty store. */
export function sharedLimiters() {
  let opened: Promise<{ server: ValkeyServer; store: SharedStore }> | undefined;
  const opening = async () => {
    const server = await startValkey();
    // A long deadline: the tests are about decisions and must not depend on the speed of the machine.
    const store = openSharedStore({ url: server.url, clock: systemClock, deadlineMs: 10_000 });
    await store.opened(10_000);
    return { server, store };
  };
  afterAll(async () => {
    const { server, store } = (await opened) ?? {};
    store?.close();
    await server?.stop();
  });
  return {
    reason: valkeyMissing,
    async open(clock: Clock): Promise<Limiter> {
      opened ??= opening();
      const { server, store } = await opened;
      await server.command('FLUSHALL');
      return createValkeyLimiter({
        store,
        clock,
        now: clock.now,
        fallback: createMemoryLimiter(clock),
        onFallback: () => {
          throw new Error('The store should have decided.');
        },
      });
    },
  };
}
