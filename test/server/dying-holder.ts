import { z } from 'zod';
import { minutes, systemClock } from '../../core/clock.ts';
import type { SharedStore } from '../../core/shared-store.ts';
import { connectValkey } from '../../server/stores/valkey.ts';
import { valkeyStore } from '../../server/stores/valkey-store.ts';
import { createTransport } from '../../sources/kernel/http/transport.ts';
import { defineSource } from '../../sources/kernel/source.ts';
import { createUpstreams } from '../../sources/kernel/upstreams.ts';

/**
 * A process that loads one answer and is killed at a point of its lease:
 * `node dying-holder.ts <store> <upstream> <point>`. It prints `claimed` once it has the lease.
 */
const [, , url, upstreamOrigin, point] = process.argv as [string, string, string, string, string];

const die = () => process.kill(process.pid, 'SIGKILL');
const connection = connectValkey({ url, clock: systemClock, timeoutMs: 10_000 });
await connection.opened(10_000);
const store = valkeyStore(connection);
/** Commands that were sent before arrive before the process dies. */
const dieAfterCommands = () => void connection.run((client) => client.ping()).finally(die);
const dying: SharedStore = {
  ...store,
  async claim(name) {
    const claim = await store.claim(name);
    process.stdout.write('claimed\n');
    if (point === 'before its request') die();
    return claim;
  },
  write(name, text, forMs) {
    if (point === 'before it writes the answer') return die();
    store.write(name, text, forMs);
    if (point === 'before it ends the lease') dieAfterCommands();
  },
  release(name) {
    if (point !== 'before it ends the lease') store.release(name);
  },
};

const source = defineSource({ group: 'weather', origins: ['https://api.example.com'] });
const endpoint = source.endpoint('cheap', {
  request: ({ about }: { about: string }) => ({ path: '/answer', query: { about } }),
  decode: z.object({ value: z.unknown() }),
  cache: { freshMs: minutes(10) },
});
const upstreams = createUpstreams({
  sources: [source],
  secrets: {},
  transport: createTransport({ clock: systemClock, userAgent: 'almanac-test', upstreamOrigin }),
  clock: systemClock,
  cacheBytes: 1_048_576,
  sharing: { store: dying, edition: 'live' },
});
await upstreams.read(endpoint, { about: 'the end' });
setTimeout(() => process.exit(3), 20_000);
