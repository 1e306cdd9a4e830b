import { z } from 'zod';
import { minutes, systemClock } from '../../core/clock.ts';
import { textStore } from '../../server/stores/text-store.ts';
import { openSharedStore } from '../../server/stores/valkey.ts';
import { createTransport } from '../../sources/kernel/http/transport.ts';
import { createSharedCache, type TextStore } from '../../sources/kernel/policies/shared-cache.ts';
import { defineSource } from '../../sources/kernel/source.ts';
import { createUpstreams } from '../../sources/kernel/upstreams.ts';

/**
 * A process that loads one answer and is killed at a point of its lease:
 * `node dying-holder.ts <store> <upstream> <point>`. It prints `claimed` once it has the lease.
 */
const [, , url, upstreamOrigin, point] = process.argv as [string, string, string, string, string];

const die = () => process.kill(process.pid, 'SIGKILL');
const store = openSharedStore({ url, clock: systemClock, deadlineMs: 10_000 });
await store.opened(10_000);
const texts = textStore(store);
/** Commands that were sent before arrive before the process dies. */
const dieAfterCommands = () => void store.run((client) => client.ping()).finally(die);
const dying: TextStore = {
  ...texts,
  async claim(key, token, awaited) {
    const claim = await texts.claim(key, token, awaited);
    process.stdout.write('claimed\n');
    if (point === 'before its request') die();
    return claim;
  },
  write(key, text, forMs) {
    if (point === 'before it writes the answer') return die();
    texts.write(key, text, forMs);
    if (point === 'before it ends the lease') dieAfterCommands();
  },
  settle(key, token) {
    if (point !== 'before it ends the lease') texts.settle(key, token);
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
  shared: createSharedCache({ store: dying, clock: systemClock, edition: 'live' }),
});
await upstreams.read(endpoint, { about: 'the end' });
setTimeout(() => process.exit(3), 20_000);
