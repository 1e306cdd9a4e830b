/**
 * Loaded into the service under the soak test before its own modules (`node --expose-gc --import`): tells over IPC what
 * the process holds, after a collection of garbage when it is asked for one.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** What a finalizer releases is freed by the second collection. */
async function collect() {
  globalThis.gc();
  await wait(100);
  globalThis.gc();
}

process.on('message', async ({ id, collects }) => {
  if (collects) await collect();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((kind) => kind === 'Timeout').length;
  process.send({ id, memory: process.memoryUsage(), timers, handles: resources.length - timers });
});
process.channel?.unref();
