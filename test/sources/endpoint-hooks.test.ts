import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../core/clock.ts';
import { integer, nullable, requiredList, shape, text } from '../../sources/kernel/decode.ts';
import { failureOf } from './http/transport-fixture.ts';
import { playedUpstream, says, sourceOf, upstreamsOver } from './sources-fixture.ts';

const cache = { freshMs: minutes(10) };
const oneAttempt = { retry: { attempts: 1, pauseMs: 0 } };

describe('absent', () => {
  async function readOver(status: number, body: unknown) {
    const source = sourceOf(oneAttempt);
    const city = source.endpoint('city', {
      request: ({ name }: { readonly name: string }) => ({ path: '/city', query: { name } }),
      decode: z.object({ city: nullable(shape({ temp: integer })) }).transform((body) => body.city),
      absent: (model) => model === null,
      notFound: ({ name }) => `No city named "${name}" was found.`,
      cache,
    });
    const fixture = await playedUpstream(says(status, body));
    const { upstreams } = upstreamsOver(fixture, source);
    return { ...fixture, read: () => upstreams.read(city, { name: 'Oslo' }) };
  }

  it('does not change other models, whose type excludes the absent ones', async () => {
    const { read } = await readOver(200, { city: { temp: 7 } });
    const { temp } = await read();
    expect(temp).toBe(7);
  });

  it('turns an absent model into notFound with the message of the endpoint, which is cached', async () => {
    const { read, received } = await readOver(200, { city: null });
    for (const _ of [1, 2]) {
      expect(await failureOf(read())).toMatchObject({
        kind: 'notFound',
        group: 'weather',
        message: 'No city named "Oslo" was found.',
      });
    }
    expect(received).toHaveLength(1);
  });

  it.each([
    [500, 'upstreamFailed'],
    [403, 'upstreamFailed'],
    [429, 'upstreamLimited'],
  ])('does not hide a status of %i', async (status, kind) => {
    const { read } = await readOver(status, { city: null });
    expect((await failureOf(read())).kind).toBe(kind);
  });

  it('returns null for an absent item of a batch', async () => {
    const source = sourceOf();
    const city = source.batched('city', {
      maxPerRequest: 1,
      key: ({ name }: { readonly name: string }) => name,
      request: (names) => ({ path: '/cities', query: { name: names } }),
      decode: requiredList(shape({ name: text, temp: nullable(integer) })),
      keyOf: ({ name }) => name,
      absent: ({ temp }) => temp === null,
      cache,
    });
    const { upstreams } = upstreamsOver(
      await playedUpstream(says(200, [{ name: 'Oslo', temp: null }])),
      source,
    );
    expect(await upstreams.read(city, { name: 'Oslo' })).toBeNull();
  });
});
