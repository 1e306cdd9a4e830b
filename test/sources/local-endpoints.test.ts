import { describe, expect, it, vi } from 'vitest';
import { seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { switchSetting } from '../../core/settings.ts';
import type { LocalTools, Resource } from '../../sources/kernel/source.ts';
import { deferred, failureOf } from './http/transport-fixture.ts';
import { Answered, playedUpstream, says, sourceOf, upstreamsOver } from './sources-fixture.ts';

const setting = switchSetting('FIXTURE_SERVICE', 'Whether the fixture is used.');

/** A source with a local and a remote endpoint, and the names that the local one was run with. */
async function opened(
  run: (name: string, tools: LocalTools) => Promise<string> = async (name) => name.toUpperCase(),
  settings: Record<string, unknown> = { FIXTURE_SERVICE: true },
) {
  const fixture = await playedUpstream(says(200, { value: 'upstream' }));
  const source = sourceOf({ settings: [setting], switchedBy: setting });
  const names: string[] = [];
  const local = source.local('local', {
    cacheKey: ({ name }: { readonly name: string; readonly bytes?: Buffer }) => name,
    run: ({ name }, tools) => {
      names.push(name);
      return run(name, tools);
    },
    cache: { freshMs: seconds(10), staleWhileRevalidateMs: 0, staleIfErrorMs: 0 },
    weigh: () => 1,
    maxConcurrent: 2,
  });
  const remote = source.endpoint('remote', {
    request: () => ({ path: '/remote' }),
    decode: Answered,
    cache: { freshMs: seconds(10) },
  });
  return { ...fixture, ...upstreamsOver(fixture, source, { settings }), local, remote, names };
}

describe('a local endpoint', () => {
  it('runs once for a cache key while its result is fresh', async () => {
    const { upstreams, local, names, clock, received } = await opened();
    const ask = (bytes: string) => upstreams.read(local, { name: 'ada', bytes: Buffer.from(bytes) });
    expect(await Promise.all([ask('a'), ask('b')])).toEqual(['ADA', 'ADA']);
    expect(await ask('c')).toBe('ADA');
    expect(upstreams.cached(local, { name: 'ada' })).toBe('ADA');
    await clock.advance(seconds(11));
    expect(upstreams.cached(local, { name: 'ada' })).toBeUndefined();
    await ask('d');
    expect(names).toEqual(['ada', 'ada']);
    expect(received).toEqual([]);
  });

  it('runs at most maxConcurrent times at once', async () => {
    const gates = new Map(['a', 'b', 'c'].map((name) => [name, deferred()]));
    const { upstreams, local, names } = await opened(async (name) => {
      await gates.get(name)!.promise;
      return name;
    });
    const results = [...gates.keys()].map((name) => upstreams.read(local, { name }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(names).toEqual(['a', 'b']);
    for (const { resolve } of gates.values()) resolve();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  });

  it('does not cache a failure, and is aborted when every caller has aborted', async () => {
    let signal: AbortSignal | undefined;
    const { upstreams, local, names } = await opened(async (name, tools) => {
      if (name === 'bad') throw new Fault('invalid', 'It is bad.');
      signal = tools.signal;
      return new Promise(() => {});
    });
    for (const _ of [1, 2]) {
      expect(await failureOf(upstreams.read(local, { name: 'bad' }))).toMatchObject({ kind: 'invalid' });
    }
    expect(names).toEqual(['bad', 'bad']);
    const caller = new AbortController();
    const reading = upstreams.read(local, { name: 'slow' }, { signal: caller.signal });
    await vi.waitFor(() => expect(signal).toBeDefined());
    caller.abort(new Error('The caller went away.'));
    await expect(reading).rejects.toThrow('The caller went away.');
    expect(signal?.aborted).toBe(true);
  });

  it('can read other endpoints, and open resources that are closed with the upstreams', async () => {
    const events: string[] = [];
    const index: Resource<{ readonly name: string; close(): Promise<void> }> = {
      open({ dataDir, setting: read }) {
        events.push(`opened in ${dataDir}, ${read(setting)}`);
        return { name: 'index', close: async () => void events.push('closed') };
      },
    };
    const { upstreams, local, remote, received } = await opened(async (name, { use, read }) => {
      const { value } = await read(endpoint, {});
      return `${name} ${use(index).name} ${value}`;
    });
    const endpoint = remote;
    expect(await upstreams.read(local, { name: 'a' })).toBe('a index upstream');
    expect(await upstreams.read(local, { name: 'b' })).toBe('b index upstream');
    expect(received).toHaveLength(1);
    await upstreams.close();
    expect(events).toEqual(['opened in ./data, true', 'closed']);
  });
});

describe('a source that is switched off', () => {
  it('is unconfigured, except for its local endpoints', async () => {
    const { upstreams, local, remote, received } = await opened(undefined, { FIXTURE_SERVICE: false });
    expect(upstreams.sources[0]?.missing).toEqual(['FIXTURE_SERVICE']);
    expect(await failureOf(upstreams.read(remote, {}))).toMatchObject({
      kind: 'unconfigured',
      message: 'The source for weather needs FIXTURE_SERVICE to be set.',
    });
    expect(await upstreams.read(local, { name: 'ada' })).toBe('ADA');
    expect(received).toEqual([]);
  });
});
