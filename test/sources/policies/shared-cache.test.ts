import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { minutes, seconds, systemClock } from '../../../core/clock.ts';
import { textStore } from '../../../server/stores/text-store.ts';
import { openSharedStore, type SharedStore } from '../../../server/stores/valkey.ts';
import { integer, shape, text } from '../../../sources/kernel/decode.ts';
import { createSharedCache, type SharedCacheOptions } from '../../../sources/kernel/policies/shared-cache.ts';
import type { AnyEndpoint } from '../../../sources/kernel/source.ts';
import type { Reading } from '../../../sources/kernel/upstreams.ts';
import { freePort, startValkey, type ValkeyServer, valkeyMissing } from '../../server/stores-fixture.ts';
import { inTurn, type Play, playedUpstream, says, sourceOf, upstreamsOver } from '../sources-fixture.ts';

/** Processes with caches of their own, and a real store between them. */

let valkey: ValkeyServer;
let store: SharedStore;
beforeAll(async () => {
  if (valkeyMissing) return;
  valkey = await startValkey();
  // What is tested is what is shared, not how fast a busy machine does it.
  store = openSharedStore({ url: valkey.url, clock: systemClock, deadlineMs: 10_000 });
  await store.opened(10_000);
});
afterAll(async () => {
  store?.close();
  await valkey?.stop();
});
beforeEach(async () => {
  await valkey?.command('FLUSHALL');
});

interface City {
  readonly city: string;
}

async function processesOver(play: Play, more: Partial<SharedCacheOptions> = {}) {
  const source = sourceOf({ retry: { attempts: 1, pauseMs: 0 } });
  const keep = { freshMs: minutes(10), revalidateMs: minutes(2) };
  const endpoints = {
    now: source.endpoint('now', {
      request: ({ city }: City) => ({ path: '/now', query: { city } }),
      decode: shape({ temp: integer }),
      notFound: ({ city }) => `No city named "${city}" was found.`,
      cache: keep,
    }),
    picture: source.endpoint('picture', {
      request: ({ city }: City) => ({ path: '/picture', query: { city } }),
      payload: (answer) => answer.body(),
      decode: z.instanceof(Buffer),
      cache: keep,
    }),
    places: source.batched('places', {
      maxPerRequest: 10,
      key: ({ city }: City) => city,
      request: (keys) => ({ path: '/places', query: { names: keys.join(',') } }),
      decode: z.array(shape({ name: text })),
      keyOf: ({ name }) => name,
      cache: keep,
    }),
  };
  const fixture = await playedUpstream(play);
  const shared = { store: textStore(store), clock: fixture.clock, edition: 'first', ...more };
  const process = (own: Partial<SharedCacheOptions> = {}) => {
    const { upstreams } = upstreamsOver(fixture, source, {
      shared: createSharedCache({ ...shared, ...own }),
    });
    const readings: Reading[] = [];
    const read = (name: keyof typeof endpoints, city = 'Oslo') => {
      const endpoint: AnyEndpoint = endpoints[name];
      const reader = { onRead: (reading: Reading) => readings.push(reading) };
      const question: Promise<unknown> = Promise.resolve(upstreams.read(endpoint, { city }, reader));
      question.catch(() => {});
      return question;
    };
    return { read, readings };
  };
  /** Reads what a batch answers, which waits for the clock. */
  const settle = async (question: Promise<unknown>) => {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    question.then(over, over);
    while (!isOver) await fixture.clock.advance(5);
    return question;
  };
  return { ...fixture, process, settle };
}

const entries = async () => (await valkey.command('KEYS', 'almanac:answer:*')) as string[];
const shares = (count: number) => vi.waitFor(async () => expect(await entries()).toHaveLength(count));
/** Longer than it takes to share what is shared. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 150));

const skipped = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';

describe.skipIf(valkeyMissing)(`what one process has fresh${skipped}`, () => {
  it('another that starts cold does not ask for, and knows how old it is', async () => {
    const { process, received, clock } = await processesOver(says(200, { temp: 7 }));
    const [first, second] = [process(), process()];
    await first.read('now');
    await shares(1);
    await clock.advance(seconds(30));
    // As the store counts them, these seconds have not passed.
    expect(await second.read('now')).toEqual({ temp: 7 });
    expect(received).toHaveLength(1);
    const [own, taken] = [first.readings[0]!, second.readings[0]!];
    expect([own.cacheStatus, taken.cacheStatus]).toEqual(['MISS', 'HIT']);
    const life = ({ entry }: Reading) => Math.round((entry.freshUntil - entry.storedAt) / 100);
    expect(life(taken)).toBe(life(own));
    expect(taken.entry.onErrorUntil - taken.entry.freshUntil).toBeCloseTo(minutes(60), -2);
  });

  it('is asked for in the store once, and then kept', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    const [first, second] = [process(), process()];
    await first.read('now');
    await shares(1);
    await second.read('now');
    await valkey.command('FLUSHALL');
    await second.read('now');
    expect(received).toHaveLength(1);
  });

  it('goes no further than its time', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    await process().read('now');
    await shares(1);
    const [name] = await entries();
    const left = Number(await valkey.command('PTTL', name!));
    expect(left).toBeLessThanOrEqual(minutes(10));
    await valkey.command('PEXPIRE', name!, 1);
    await aMoment();
    await process().read('now');
    expect(received).toHaveLength(2);
  });

  it('includes that there is no such thing, in the same words', async () => {
    const { process, received } = await processesOver(says(404, {}));
    const [first, second] = [process(), process()];
    const refusal = { kind: 'notFound', source: 'weather', message: 'No city named "Oslo" was found.' };
    await expect(first.read('now')).rejects.toMatchObject(refusal);
    await shares(1);
    await expect(second.read('now')).rejects.toMatchObject(refusal);
    expect(received).toHaveLength(1);
  });

  it('includes what was asked for in a batch, and what was not found in it', async () => {
    const { process, received, settle } = await processesOver(says(200, [{ name: 'Oslo' }]));
    const [first, second] = [process(), process()];
    await settle(Promise.all([first.read('places', 'Oslo'), first.read('places', 'Nowhere')]));
    await shares(2);
    expect(await second.read('places', 'Oslo')).toEqual({ name: 'Oslo' });
    expect(await second.read('places', 'Nowhere')).toBeNull();
    expect(received).toHaveLength(1);
  });
});

describe.skipIf(valkeyMissing)(`what is not shared${skipped}`, () => {
  it('are failures', async () => {
    const { process, received } = await processesOver(inTurn(says(500, {}), says(200, { temp: 7 })));
    await expect(process().read('now')).rejects.toMatchObject({ kind: 'upstreamFailed' });
    await aMoment();
    expect(await entries()).toEqual([]);
    expect(await process().read('now')).toEqual({ temp: 7 });
    expect(received).toHaveLength(2);
  });

  it('are bytes, which JSON would not give back', async () => {
    const { process } = await processesOver((_, response) => void response.end('a picture'));
    expect(await process().read('picture')).toEqual(Buffer.from('a picture'));
    await aMoment();
    expect(await entries()).toEqual([]);
  });

  it('are answers past the largest size', async () => {
    const { process } = await processesOver(says(200, { temp: 7 }), { maxBytes: 20 });
    await process().read('now');
    await aMoment();
    expect(await entries()).toEqual([]);
  });

  it('are those of another edition', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    await process().read('now');
    await shares(1);
    await process({ edition: 'second' }).read('now');
    expect(received).toHaveLength(2);
  });

  it('are the questions themselves: the store shows digests', async () => {
    const { process } = await processesOver(says(200, { temp: 7 }));
    await process().read('now', 'Longyearbyen');
    await shares(1);
    expect(await entries()).toEqual([expect.stringMatching(/^almanac:answer:[\w-]{43}$/)]);
  });
});

describe.skipIf(valkeyMissing)(`a store that is no help${skipped}`, () => {
  it('because it holds nonsense, is passed over', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    await process().read('now');
    await shares(1);
    const [name] = await entries();
    await valkey.command('SET', name!, '{"freshMs":', 'PX', 60_000);
    expect(await process().read('now')).toEqual({ temp: 7 });
    expect(received).toHaveLength(2);
  });

  it('because it is not there, is not waited for', async () => {
    const away = openSharedStore({ url: `redis://127.0.0.1:${await freePort()}`, clock: systemClock });
    const { process, received } = await processesOver(says(200, { temp: 7 }), { store: textStore(away) });
    const [first, second] = [process(), process()];
    expect([await first.read('now'), await second.read('now')]).toEqual([{ temp: 7 }, { temp: 7 }]);
    expect(received).toHaveLength(2);
    away.close();
  });

  it('because it hangs, is waited for no longer than its deadline', async () => {
    const hanging = openSharedStore({ url: valkey.url, clock: systemClock });
    const { process } = await processesOver(says(200, { temp: 7 }), { store: textStore(hanging) });
    await hanging.opened(5_000);
    await valkey.command('CLIENT', 'PAUSE', 10_000, 'ALL');
    const startedAt = Date.now();
    expect(await process().read('now')).toEqual({ temp: 7 });
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    hanging.close();
  });
});
