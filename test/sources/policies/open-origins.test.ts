import { describe, expect, it, vi } from 'vitest';
import { hours, seconds } from '../../../core/clock.ts';
import { bearer } from '../../../sources/kernel/credentials.ts';
import { openSource } from '../../../sources/kernel/policies/upstream-call.ts';
import type { SourceSpec } from '../../../sources/kernel/source.ts';
import { collected, failureOf, never, transportTo } from '../http/transport-fixture.ts';
import {
  brokenOff,
  options,
  type Play,
  playedUpstream,
  says,
  silence,
  sourceOf,
} from '../sources-fixture.ts';

const fine = says(200, { value: 'fine' });
const once = { attempts: 1, pauseMs: 0 };

/** A source with a mirror; each of the two hosts plays its own part. */
async function mirrored(first: Play, mirror: Play, spec: Partial<SourceSpec> = {}) {
  const plays = { first, mirror };
  const fixture = await playedUpstream((request, response, number) => {
    const play = request.path.startsWith('/api.example.com/') ? plays.first : plays.mirror;
    play(request, response, number);
  });
  const { origin, clock, received } = fixture;
  const source = openSource(sourceOf({ mirrors: ['https://mirror.example.com'], retry: once, ...spec }), {
    clock,
    secrets: { TOKEN: 's3cret' },
    transport: transportTo(origin, { clock }),
    observe() {},
  });
  return {
    clock,
    source,
    received,
    plays,
    ask: (call: object = {}) => source.send({ path: '/now', ...call }, options, never()),
    open: () => source.open({ path: '/now' }, options, never()),
    /** The hosts that were called since the last time. */
    called: () => received.splice(0).map(({ path }) => path.split('/')[1]!.split('.')[0]),
    hits: (count: number) => vi.waitFor(() => expect(received).toHaveLength(count)),
  };
}

describe('a mirror', () => {
  it.each<[string, Play]>([
    ['a refusal with 403', says(403, {})],
    ['a refusal with 401', says(401, {})],
    ['a server error', says(503, {})],
    ['a broken connection', brokenOff],
  ])('serves a call after %s of the first origin', async (_, failing) => {
    const { ask, open, called } = await mirrored(failing, fine);
    expect((await ask()).json()).toEqual({ value: 'fine' });
    expect(called()).toEqual(['api', 'mirror']);
    expect(String(await collected((await open()).body))).toBe('{"value":"fine"}');
    expect(called()).toEqual(['api', 'mirror']);
  });

  it.each<[string, Play, string]>([
    ['404', says(404, {}), 'notFound'],
    ['400', says(400, {}), 'upstreamFailed'],
    ['429', says(429, {}), 'upstreamLimited'],
  ])('is not called after %s', async (_, answering, kind) => {
    const { ask, called } = await mirrored(answering, fine);
    expect((await failureOf(ask())).kind).toBe(kind);
    expect(called()).toEqual(['api']);
  });

  it('is not called while the first origin works', async () => {
    const { ask, called } = await mirrored(fine, says(500, {}));
    await ask();
    expect(called()).toEqual(['api']);
  });

  it.each([
    ['a POST, which may have taken effect', { method: 'POST', body: '{}' }],
    ['a call to another origin of the source', { origin: 'https://other.example.com' }],
  ])('is not called for %s', async (_, call) => {
    const origins: [string, string] = ['https://api.example.com', 'https://other.example.com'];
    const { ask, called } = await mirrored(says(503, {}), says(503, {}), { origins });
    await failureOf(ask(call));
    expect(called()).toHaveLength(1);
  });

  it('has the fault told when it fails as well', async () => {
    const { ask } = await mirrored(says(403, {}), says(500, {}));
    expect(await failureOf(ask())).toMatchObject({
      kind: 'upstreamFailed',
      message: 'The source for weather answered with status 500.',
    });
  });

  it('has half of the deadline when the first origin is silent, and all of it while that one rests', async () => {
    const { ask, clock, hits, source, called } = await mirrored(silence, silence);
    for (const round of [1, 2, 3]) {
      const startedAt = clock.now();
      const fault = failureOf(ask());
      await hits(1);
      await clock.advance(seconds(4));
      await hits(2);
      await clock.advance(seconds(4));
      expect((await fault).kind).toBe('upstreamTimeout');
      expect([round, clock.now() - startedAt]).toEqual([round, seconds(8)]);
      expect(called()).toEqual(['api', 'mirror']);
    }
    expect(source.origins.all.map(({ breaker }) => breaker.state)).toEqual(['open', 'open']);
    await clock.advance(seconds(5));
    const fault = failureOf(ask());
    await hits(1);
    await clock.advance(seconds(7.9));
    expect(called()).toEqual(['mirror']);
    await clock.advance(seconds(0.1));
    expect((await fault).kind).toBe('upstreamTimeout');
  });

  it('is called at once after three failures of the first origin, which is tried again after half a minute', async () => {
    const { ask, called, source, clock, plays } = await mirrored(says(403, {}), fine);
    expect(source.origins.inUse.origin).toBe('https://api.example.com');
    for (let call = 0; call < 5; call += 1) await ask();
    expect(called()).toEqual(['api', 'mirror', 'api', 'mirror', 'api', 'mirror', 'mirror', 'mirror']);
    expect(source.origins.inUse.origin).toBe('https://mirror.example.com');
    expect(source.breaker.state).toBe('closed');
    plays.first = fine;
    await clock.advance(seconds(30));
    await ask();
    expect(called()).toEqual(['api']);
    expect(source.origins.inUse.origin).toBe('https://api.example.com');
  });

  it('rests by its own breaker: both refuse when both fail', async () => {
    const { ask, source } = await mirrored(says(500, {}), says(500, {}));
    for (let call = 0; call < 20; call += 1) await failureOf(ask());
    expect(source.breaker.state).toBe('open');
    expect(await failureOf(ask())).toMatchObject({ kind: 'upstreamLimited', retryAfter: 5 });
  });

  it('costs units of the quota for each request made, and receives the credential', async () => {
    const quota = { units: 10, windowMs: hours(1) };
    const { ask, source, received } = await mirrored(says(403, {}), fine, {
      limits: { quota },
      credential: bearer('TOKEN'),
    });
    await ask();
    expect(source.limiter.quota?.unitsLeft).toBe(8);
    expect(received.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer s3cret'));
  });
});
