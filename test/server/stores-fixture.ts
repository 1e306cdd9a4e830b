import { afterAll } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../../scripts/local-servers.ts';
import { createMemoryLimiter, type Limiter } from '../../server/limits/limiter.ts';
import { createSharedLimiter } from '../../server/limits/shared-limiter.ts';
import { connectValkey, type ValkeyConnection } from '../../server/stores/valkey.ts';
import { valkeyStore } from '../../server/stores/valkey-store.ts';

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
  let opened: Promise<{ server: ValkeyServer; connection: ValkeyConnection }> | undefined;
  const opening = async () => {
    const server = await startValkey();
    // A long timeout: the tests are about decisions and must not depend on the speed of the machine.
    const connection = connectValkey({ url: server.url, clock: systemClock, timeoutMs: 10_000 });
    await connection.opened(10_000);
    return { server, connection };
  };
  afterAll(async () => {
    const { server, connection } = (await opened) ?? {};
    connection?.close();
    await server?.stop();
  });
  return {
    reason: valkeyMissing,
    async open(clock: Clock): Promise<Limiter> {
      opened ??= opening();
      const { server, connection } = await opened;
      await server.command('FLUSHALL');
      return createSharedLimiter({
        store: valkeyStore(connection, clock.now),
        fallback: createMemoryLimiter(clock),
        onFallback: () => {
          throw new Error('The store should have decided.');
        },
      });
    },
  };
}
