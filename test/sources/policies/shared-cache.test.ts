import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { minutes, seconds, systemClock } from '../../../core/clock.ts';
import { connectValkey, type ValkeyConnection } from '../../../server/stores/valkey.ts';
import { valkeyStore } from '../../../server/stores/valkey-store.ts';
import { integer, shape, text } from '../../../sources/kernel/decode.ts';
import type { Sharing } from '../../../sources/kernel/policies/shared-source.ts';
import type { AnyEndpoint } from '../../../sources/kernel/source.ts';
import type { Reading } from '../../../sources/kernel/upstreams.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../../server/stores-fixture.ts';
import { inTurn, type Play, playedUpstream, says, sourceOf, upstreamsOver } from '../sources-fixture.ts';

/** Several processes, each with its own cache, over one real store. */

let valkey: ValkeyServer;
let connection: ValkeyConnection;
beforeAll(async () => {
  if (valkeyMissing) return;
  valkey = await startValkey();
  // A long timeout: the tests must not depend on the speed of the machine.
  connection = connectValkey({ url: valkey.url, clock: systemClock, timeoutMs: 10_000 });
  await connection.opened(10_000);
});
afterAll(async () => {
  connection?.close();
  await valkey?.stop();
});
beforeEach(async () => {
  // What the test before has read may still be on its way to the store.
  await pause();
  await valkey?.command('FLUSHALL');
});

interface City {
  readonly city: string;
}

async function processesOver(play: Play, more: Partial<Sharing> = {}) {
  const source = sourceOf({ retry: { attempts: 1, pauseMs: 0 } });
  const cachePolicy = { freshMs: minutes(10), staleWhileRevalidateMs: minutes(2) };
  const endpoints = {
    now: source.endpoint('now', {
      request: ({ city }: City) => ({ path: '/now', query: { city } }),
      decode: shape({ temp: integer }),
      notFound: ({ city }) => `No city named "${city}" was found.`,
      cache: cachePolicy,
    }),
    picture: source.endpoint('picture', {
      request: ({ city }: City) => ({ path: '/picture', query: { city } }),
      payload: (answer) => answer.body(),
      decode: z.instanceof(Buffer),
      cache: cachePolicy,
    }),
    places: source.batched('places', {
      maxPerRequest: 10,
      key: ({ city }: City) => city,
      request: (keys) => ({ path: '/places', query: { names: keys.join(',') } }),
      decode: z.array(shape({ name: text })),
      keyOf: ({ name }) => name,
      cache: cachePolicy,
    }),
  };
  const fixture = await playedUpstream(play);
  const sharing = { store: valkeyStore(connection), edition: 'first', ...more };
  const process = (overrides: Partial<Sharing> = {}) => {
    const { upstreams } = upstreamsOver(fixture, source, { sharing: { ...sharing, ...overrides } });
    const readings: Reading[] = [];
    const read = (name: keyof typeof endpoints, city = 'Oslo') => {
      const endpoint: AnyEndpoint = endpoints[name];
      const reader = { onRead: (reading: Reading) => readings.push(reading) };
      const reading: Promise<unknown> = Promise.resolve(upstreams.read(endpoint, { city }, reader));
      reading.catch(() => {});
      return reading;
    };
    return { read, readings };
  };
  /** Advances the clock until the read of a batch is settled. */
  const settle = async (reading: Promise<unknown>) => {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    reading.then(over, over);
    while (!isOver) {
      await fixture.clock.advance(5);
      // The upstream and the store take real time.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return reading;
  };
  return { ...fixture, process, settle };
}

const entries = async () => (await valkey.command('KEYS', 'almanac:text:*')) as string[];
const shares = (count: number) => vi.waitFor(async () => expect(await entries()).toHaveLength(count));
/** Waits for longer than a process takes to write an entry to the store. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 150));

const skipped = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';

describe.skipIf(valkeyMissing)(`a shared entry${skipped}`, () => {
  it('is read by another process with its age, without an upstream call', async () => {
    const { process, received, clock } = await processesOver(says(200, { temp: 7 }));
    const [first, second] = [process(), process()];
    await first.read('now');
    await shares(1);
    await clock.advance(seconds(30));
    // The clock of the store does not advance with the clock of the test.
    expect(await second.read('now')).toEqual({ temp: 7 });
    expect(received).toHaveLength(1);
    const [overrides, shared] = [first.readings[0]!, second.readings[0]!];
    expect([overrides.cacheStatus, shared.cacheStatus]).toEqual(['MISS', 'HIT']);
    const lifetime = ({ entry }: Reading) => Math.round((entry.freshUntil - entry.storedAt) / 100);
    expect(lifetime(shared)).toBe(lifetime(overrides));
    expect(shared.entry.onErrorUntil - shared.entry.freshUntil).toBeCloseTo(minutes(60), -2);
  });

  it('is read from the store once, and then cached by the process', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    const [first, second] = [process(), process()];
    await first.read('now');
    await shares(1);
    await second.read('now');
    await valkey.command('FLUSHALL');
    await second.read('now');
    expect(received).toHaveLength(1);
  });

  it('expires in the store with its lifetime', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    await process().read('now');
    await shares(1);
    const [name] = await entries();
    const left = Number(await valkey.command('PTTL', name!));
    expect(left).toBeLessThanOrEqual(minutes(10));
    await valkey.command('PEXPIRE', name!, 1);
    await pause();
    await process().read('now');
    expect(received).toHaveLength(2);
  });

  it('can be an item of a batch, found or not found', async () => {
    const { process, received, settle } = await processesOver(says(200, [{ name: 'Oslo' }]));
    const [first, second] = [process(), process()];
    await settle(Promise.all([first.read('places', 'Oslo'), first.read('places', 'Nowhere')]));
    await shares(2);
    expect(await second.read('places', 'Oslo')).toEqual({ name: 'Oslo' });
    expect(await second.read('places', 'Nowhere')).toBeNull();
    expect(received).toHaveLength(1);
  });
});

describe.skipIf(valkeyMissing)(`the shared cache${skipped}`, () => {
  it('does not store failures', async () => {
    const { process, received } = await processesOver(inTurn(says(500, {}), says(200, { temp: 7 })));
    await expect(process().read('now')).rejects.toMatchObject({ kind: 'upstreamFailed' });
    await pause();
    expect(await entries()).toEqual([]);
    expect(await process().read('now')).toEqual({ temp: 7 });
    expect(received).toHaveLength(2);
  });

  it('does not store bytes, which JSON cannot represent', async () => {
    const { process } = await processesOver((_, response) => void response.end('a picture'));
    expect(await process().read('picture')).toEqual(Buffer.from('a picture'));
    await pause();
    expect(await entries()).toEqual([]);
  });

  it('does not read entries of another edition', async () => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    await process().read('now');
    await shares(1);
    await process({ edition: 'second' }).read('now');
    expect(received).toHaveLength(2);
  });

  it('stores digests instead of cache keys', async () => {
    const { process } = await processesOver(says(200, { temp: 7 }));
    await process().read('now', 'Longyearbyen');
    await shares(1);
    expect(await entries()).toEqual([expect.stringMatching(/^almanac:text:\{[\w-]{43}\}$/)]);
  });
});

describe.skipIf(valkeyMissing)(`a failing store${skipped}`, () => {
  const life = '"freshMs":60000,"staleWhileRevalidateMs":0,"staleIfErrorMs":0';
  it.each([
    ...['{"freshMs":', 'null', '[]', '"x"', '1', '{"value":{"temp":7}}', '{"outcome":{"value":1}}'],
    ...['null', '"x"', '{}', '{"absence":null}', '{"absence":{}}'].map(
      (outcome) => `{${life},"outcome":${outcome}}`,
    ),
    `{${life},"outcome":{"value":{"temp":1}},"validator":1}`,
  ])('with the content %s is ignored', async (content) => {
    const { process, received } = await processesOver(says(200, { temp: 7 }));
    await process().read('now');
    await shares(1);
    const [name] = await entries();
    await valkey.command('SET', name!, content, 'PX', 60_000);
    expect(await process().read('now')).toEqual({ temp: 7 });
    expect(received).toHaveLength(2);
  });
});
