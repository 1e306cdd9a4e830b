import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { hours, minutes, seconds } from '../../core/clock.ts';
import { startSandbox } from '../../sandbox/index.ts';
import * as coderepo from '../../sources/coderepo.ts';
import { text } from '../../sources/kernel/decode.ts';
import type { AnyEndpoint, EndpointSpec } from '../../sources/kernel/source.ts';
import { metNorwayForecast } from '../../sources/weather-keyless.ts';
import { manualClock } from '../support/manual-clock.ts';
import { failureOf } from './http/transport-fixture.ts';
import { type Play, playedUpstream, says, silence, sourceOf, upstreamsOver } from './sources-fixture.ts';

type Names = EndpointSpec<{ readonly of: string }, string[]>;

/** An endpoint for a list of names. */
async function namesOver(play: Play, more: Partial<Names> = {}) {
  const source = sourceOf({ retry: { attempts: 1, pauseMs: 0 } });
  const names = source.endpoint('names', {
    request: ({ of }) => ({ path: '/names', query: { of } }),
    decode: z.array(text),
    cacheKey: ({ of }) => ({ of: of.toLowerCase() }),
    cache: { freshMs: minutes(10), staleWhileRevalidateMs: minutes(5) },
    ...more,
  });
  const fixture = await playedUpstream(play);
  const { upstreams } = upstreamsOver(fixture, source, { cacheBytes: 100_000 });
  return { ...fixture, upstreams, names };
}

describe('a cached model', () => {
  const longBody = says(
    200,
    Array.from({ length: 4_000 }, (_, index) => `name-${index}`),
  );

  it.each<[string, Partial<Names>, number]>([
    ['is not stored when its body is large', {}, 2],
    ['is stored when its body is large and its own weight is small', { weigh: ({ length }) => length }, 1],
  ])('%s', async (_, more, requests) => {
    const { upstreams, names, received } = await namesOver(longBody, more);
    await upstreams.read(names, { of: 'oslo' });
    await upstreams.read(names, { of: 'oslo' });
    expect(received).toHaveLength(requests);
  });

  it('can expire at a time of day', async () => {
    const untilMidnight = (_: string[], nowMs: number) => ({
      freshMs: hours(24) - (nowMs % hours(24)),
      staleWhileRevalidateMs: 0,
    });
    const { upstreams, names, clock } = await namesOver(says(200, ['Ada']), { cache: untilMidnight });
    await clock.advance(hours(23));
    await upstreams.read(names, { of: 'oslo' });
    await clock.advance(minutes(50));
    expect(upstreams.cached(names, { of: 'oslo' })).toEqual(['Ada']);
    await clock.advance(minutes(10));
    expect(upstreams.cached(names, { of: 'oslo' })).toBeUndefined();
  });
});

describe('a clock that was set back an hour', () => {
  it('does not keep a model past its lifetime: it is served once more, and loaded', async () => {
    const { upstreams, names, clock, received } = await namesOver(says(200, ['Ada']));
    await upstreams.read(names, { of: 'oslo' });
    clock.set(-hours(1));
    expect(upstreams.cached(names, { of: 'oslo' })).toBeUndefined();
    await upstreams.read(names, { of: 'oslo' });
    await vi.waitFor(() => expect(received).toHaveLength(2));
    await vi.waitFor(() => expect(upstreams.cached(names, { of: 'oslo' })).toEqual(['Ada']));
  });
});

describe('the deadline of all pages', () => {
  it('is twenty seconds, however quick each page is', async () => {
    const play: Play = (_request, response) => {
      setImmediate(() => says(200, ['Ada'])(_request, response, 0));
    };
    const { upstreams, names, clock, received } = await namesOver(play, {
      next: ({ args, number }) => ({ path: '/names', query: { of: args.of, page: number } }),
    });
    const fault = failureOf(upstreams.read(names, { of: 'oslo' }));
    for (let page = 1; page <= 20; page += 1) {
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(page));
      await clock.advance(seconds(1));
    }
    expect(await fault).toMatchObject({ kind: 'upstreamTimeout', group: 'weather' });
    const pages = received.length;
    await clock.advance(seconds(10));
    expect(received).toHaveLength(pages);
  });
});

describe('the deadline of an endpoint', () => {
  it('replaces the deadline of its source', async () => {
    const { upstreams, names, clock, received } = await namesOver(silence, { deadlineMs: seconds(14) });
    let isOver = false;
    const failure = failureOf(upstreams.read(names, { of: 'oslo' })).finally(() => {
      isOver = true;
    });
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await clock.advance(seconds(13));
    expect(isOver).toBe(false);
    await clock.advance(seconds(1));
    expect((await failure).kind).toBe('upstreamTimeout');
  });
});

describe('a stale model of an upstream with validators', () => {
  const repo = { username: 'octocat', repo: 'hello-world' };
  it.each<[string, AnyEndpoint, object, readonly number[]]>([
    ['user', coderepo.user, { username: 'octocat' }, [200, 304, 304]],
    ['repository', coderepo.repo, repo, [200, 304, 304]],
    ['list of one page', coderepo.repos, { username: 'octocat' }, [200, 304, 304]],
    ['list of several pages', coderepo.repos, { username: 'prolific' }, Array(9).fill(200)],
    ['forecast', metNorwayForecast, { lat: 59.91, lon: 10.75 }, [200, 304, 200]],
  ])('is fresh again after a 304, in the same memory: %s', async (_, endpoint, args, statuses) => {
    const clock = manualClock();
    const sandbox = await startSandbox({ clock });
    onTestFinished(() => sandbox.close());
    const fixture = { origin: sandbox.origin, clock, received: [] };
    const { upstreams, exchanged } = upstreamsOver(fixture, endpoint.source, { cacheBytes: 67_108_864 });
    const first = (await upstreams.read(endpoint, args)) as { readonly expiresMs?: number };
    const { bytes } = upstreams.cache;
    for (const _ of [1, 2]) {
      await clock.advance(minutes(45));
      const again = (await upstreams.read(endpoint, args)) as typeof first;
      if (first.expiresMs) expect(again.expiresMs).toBeGreaterThan(clock.now());
      else expect(again).toEqual(first);
      if (endpoint.source.group === 'coderepo') expect(upstreams.cache.bytes).toBe(bytes);
      await clock.advance(minutes(4));
      expect(upstreams.cached(endpoint, args)).toEqual(again);
    }
    expect(exchanged.map(({ status }) => status)).toEqual(statuses);
  });
});
