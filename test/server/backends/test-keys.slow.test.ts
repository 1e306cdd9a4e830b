import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { groups } from '../../../core/groups.ts';
import { permissions } from '../../../resolvers/kernel/permissions.ts';
import { packageFile } from '../../../server/backends/sandbox-environment.ts';
import type { GraphqlContext, GraphqlPlugin } from '../../../server/graphql/exchange.ts';
import { movableClock } from '../../app.ts';
import { exampleRequests } from '../../faults/harness/routes.ts';
import { type BothModes, startBothModes } from './test-keys-fixture.ts';

const modes: string[] = [];
const modeReporter: GraphqlPlugin = {
  onExecute: ({ args }) => void modes.push((args.contextValue as GraphqlContext).exchange.mode),
};

const songs = mkdtempSync(join(tmpdir(), 'almanac-songs-'));
let both: BothModes;
beforeAll(async () => {
  both = await startBothModes({
    clock: movableClock(),
    // The operator's own songs and settings.
    graphqlPlugins: [modeReporter],
    environment: { SONGID_SERVICE: 'off', SONGID_MEDIA_DIR: songs },
  });
}, 60_000);
afterAll(async () => {
  await both.close();
  rmSync(songs, { recursive: true });
});
beforeEach(async () => {
  both.app.clock.skip(120_000);
  await both.app.clearCalls();
});

const mode = 'x-almanac-mode';
const oslo = '/api/weather/current?city=Oslo';
const clip = () => new Blob([readFileSync(packageFile('examples/clip.webm'))]);
const upload = (headers: Record<string, string>) => {
  const body = new FormData();
  body.set('file', clip(), 'clip.webm');
  return both.app.ask('/api/songid/identify', { method: 'POST', body, headers });
};

describe('a test key', () => {
  it.each(groups)('is answered by the sandbox alone: %s', { timeout: 120_000 }, async (group) => {
    const gets = exampleRequests.filter((each) => each.group === group && each.method === 'GET');
    const paths = gets.filter(({ address }) => !address.startsWith('/api/songid'));
    const answers = await Promise.all(paths.map(({ address }) => both.ask(address)));
    if (group === 'songid') answers.push(await upload(both.test));
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.map(({ status, headers }) => [status, headers.get(mode)])).toEqual(
      answers.map(() => [200, 'sandbox']),
    );
    expect(await both.app.calls()).toEqual([]);
  });

  it('is shown by /api/me, and its mode is on refusals', async () => {
    expect((await both.ask('/api/me')).body).toMatchObject({ mode: 'sandbox' });
    expect((await both.askLive('/api/me')).body).toMatchObject({ mode: 'live' });
    const answers = await Promise.all(
      ['/api/weather/current', '/api/nowhere', '/status', '/api/weather/current?city=Nowhere404'].map(
        (path) => both.ask(path),
      ),
    );
    expect(answers.map(({ headers }) => headers.get(mode))).toEqual(answers.map(() => 'sandbox'));
    expect((await both.askLive(oslo)).headers.get(mode)).toBeNull();
    expect((await both.ask(oslo)).headers.get('vary')).toContain('X-Sandbox-Fault');
  });

  it('asks the graph, over several groups', async () => {
    const query =
      '{ weather { current(city: "Turku") { name } } coderepo { user(username: "octocat") { name } } }';
    const { status, body, headers } = await both.graphql(query);
    expect([status, headers.get(mode)]).toEqual([200, 'sandbox']);
    expect(body.data.weather.current.name).toBe('Turku');
    expect(await both.app.calls()).toEqual([]);
  });

  it('is known as such to plugins of the graph', async () => {
    modes.length = 0;
    await both.graphql('{ weather { current(city: "Vaasa") { name } } }');
    await both.graphqlLive('{ weather { current(city: "Vaasa") { name } } }');
    expect(modes).toEqual(['sandbox', 'live']);
  });

  it('asks through the tools of agents, whose questions name faults too', async () => {
    const ask = async (headers: Record<string, string>) => {
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { ...both.test, ...headers } };
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', both.app.baseUrl), { requestInit }),
      );
      const question = { question: 'weatherCurrent', parameters: { city: 'Narvik' } };
      const { content, isError } = await client.callTool({ name: 'ask', arguments: question });
      await client.close();
      return { isError, text: (content as { text: string }[])[0]!.text };
    };
    expect(await ask({})).toMatchObject({ isError: false, text: expect.stringContaining('Narvik') });
    expect(await ask({ 'x-sandbox-fault': 'error' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^502/),
    });
    expect(await both.app.calls()).toEqual([]);
  });

  it('follows live answers, which end when it is revoked', async () => {
    const following = await both.app.issue({ mode: 'sandbox' });
    const response = await fetch(both.app.baseUrl + oslo, {
      headers: { ...following, accept: 'text/event-stream' },
    });
    expect([response.status, response.headers.get(mode)]).toEqual([200, 'sandbox']);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const until = async (text: string) => {
      while (!received.includes(text)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended without ${text}: ${received}`);
        received += value;
      }
    };
    await until('"name":"Oslo"');
    const [key] = (await both.app.store.list()).filter(
      ({ address }) => address === following['x-forwarded-for'],
    );
    await both.app.store.revoke(key!.id);
    await until('The key of this stream is no longer valid.');
    expect(await both.app.calls()).toEqual([]);
    const refused = await both.app.ask(oslo, { headers: following });
    expect([refused.status, refused.headers.get(mode)]).toEqual([401, null]);
  });

  it('hears the songs of the examples, and none of the operator’s catalogue or folder', async () => {
    const heard = await upload(both.test);
    expect(heard.body).toMatchObject({ matched: true, track: { title: 'Low Tide' } });
    expect((await upload(both.live)).body).toMatchObject({ matched: false });
    expect(existsSync(join(both.app.config.dataDir, 'songs.db'))).toBe(false);
    const withFiles = await both.app.issue({ mode: 'sandbox', groups: permissions });
    const byPath = (path: string) =>
      both.app.ask(`/api/songid/identify?path=${encodeURIComponent(path)}`, { headers: withFiles });
    expect((await byPath(packageFile('examples/clip.webm'))).body).toMatchObject({ matched: true });
    expect((await byPath(join(songs, 'clip.webm'))).status).toBe(400);
  });

  it('has limits of its own', async () => {
    const address = '198.51.100.7';
    const limits = { address, perMinute: 2, perSecond: 2 };
    const test = await both.app.issue({ ...limits, mode: 'sandbox' });
    const live = await both.app.issue(limits);
    const headers = (issued: typeof test) => ({ ...issued, 'x-forwarded-for': address });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await both.app.ask(oslo, { headers: headers(test) })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await both.app.ask(oslo, { headers: headers(live) })).status).toBe(200);
  });
});

describe('the caches of both modes', () => {
  /** Asks both in turn, more often than it takes for a response to be kept before Koa. */
  async function inTurn(
    first: 'live' | 'sandbox',
    ask: (of: 'live' | 'sandbox') => ReturnType<BothModes['ask']>,
  ) {
    const second = first === 'live' ? 'sandbox' : 'live';
    const answers = { live: [] as string[], sandbox: [] as string[] };
    const caches = { live: [] as (string | null)[], sandbox: [] as (string | null)[] };
    for (let round = 0; round < 5; round += 1) {
      for (const of of [first, second] as const) {
        const { status, text, headers } = await ask(of);
        expect([status, headers.get(mode)]).toEqual([200, of === 'live' ? null : 'sandbox']);
        answers[of].push(text);
        caches[of].push(headers.get('x-cache'));
      }
    }
    return { answers, caches };
  }

  it.each([
    ['live', 'a route', 'Bergen'],
    ['sandbox', 'a route', 'Tromso'],
    ['live', 'the graph', 'Hamar'],
    ['sandbox', 'the graph', 'Bodo'],
  ] as const)('hold nothing of the other, asked %s first by %s', async (first, by, city) => {
    const path = `/api/weather/current?city=${city}`;
    const query = `{ weather { current(city: "${city}") { name main { temp pressure } } } }`;
    const { answers, caches } = await inTurn(first, (of) => {
      if (by === 'a route') return of === 'live' ? both.askLive(path) : both.ask(path);
      return of === 'live' ? both.graphqlLive(query) : both.graphql(query);
    });
    expect([new Set(answers.live).size, new Set(answers.sandbox).size]).toEqual([1, 1]);
    expect(answers.live[0]).not.toBe(answers.sandbox[0]);
    const once = ['MISS', 'HIT', 'HIT', 'HIT', 'HIT'];
    expect(caches).toEqual({ live: once, sandbox: once });
    expect(await both.app.calls()).toHaveLength(1);
  });

  it('are not joined by equal questions under way', async () => {
    const path = '/api/weather/current?city=Molde';
    const before = (await both.sandboxCalls()).length;
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => both.askLive(path)),
      ...Array.from({ length: 5 }, () => both.ask(path)),
    ]);
    expect(new Set(answers.slice(0, 5).map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.slice(5).map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.text).not.toBe(answers[9]!.text);
    expect(await both.app.calls()).toHaveLength(1);
    expect((await both.sandboxCalls()).length).toBe(before + 1);
  });

  it('leave a failing live source to live keys, and a failing sandbox to test keys', async () => {
    const cities = Array.from({ length: 30 }, (_, index) => `/api/weather/forecast?city=Town${index}`);
    await both.app.fault({ host: 'api.openweathermap.org', status: 500 });
    for (const path of cities) await both.askLive(path);
    const ofWeather = async (ask: BothModes['ask']) => {
      const { sources } = (await ask('/status')).body;
      return sources.find(({ group }: { group: string }) => group === 'weather');
    };
    expect(await ofWeather(both.askLive)).toMatchObject({ breaker: 'open' });
    expect(await ofWeather(both.ask)).toMatchObject({ breaker: 'closed', state: 'sandbox' });
    expect((await both.ask(cities[0]!)).status).toBe(200);
    await both.app.clearFaults();
  });
});

describe('X-Sandbox-Fault', () => {
  const under = (fault: string, path: string) => both.ask(path, { 'x-sandbox-fault': fault });

  const ofAnyUpstream: readonly (readonly [fault: string, status: number, code: string | null])[] = [
    ['error', 502, 'UPSTREAM_FAILED'],
    ['unavailable', 502, 'UPSTREAM_FAILED'],
    ['refused', 502, 'UPSTREAM_FAILED'],
    ['throttled', 503, 'UPSTREAM_LIMITED'],
    ['timeout', 504, 'UPSTREAM_TIMEOUT'],
    ['late', 200, null],
    ['reset', 502, 'UPSTREAM_FAILED'],
    ['truncated', 502, 'UPSTREAM_FAILED'],
    ['garbage', 502, 'UPSTREAM_CHANGED'],
    ['oversized', 502, 'UPSTREAM_FAILED'],
    ['dripping', 504, 'UPSTREAM_TIMEOUT'],
    ['elsewhere', 502, 'UPSTREAM_FAILED'],
  ];

  it.each([
    ...ofAnyUpstream,
    // Of another group.
    ['throttled presence', 200, null] as const,
    ['names unknown', 200, null] as const,
  ])('%s makes %i %s', { timeout: 40_000 }, async (fault, status, code) => {
    const answer = await under(fault, oslo);
    expect([answer.status, answer.headers.get('x-error-code'), answer.headers.get(mode)]).toEqual([
      ...[status, code],
      'sandbox',
    ]);
    expect((await both.ask(oslo)).status).toBe(200);
    expect(await both.app.calls()).toEqual([]);
  });

  it('covers every fault that the sandbox has for any upstream', async () => {
    const { body } = await under('none such', oslo);
    const general = /one of: (.*?), throttled presence/.exec(body.error.details)?.[1]?.split(', ');
    expect(general?.slice().sort()).toEqual(ofAnyUpstream.map(([fault]) => fault).sort());
  });

  it.each([
    ['none such', 'X-Sandbox-Fault must be one of: error, unavailable, '],
    ['', 'X-Sandbox-Fault must be one of: '],
    ['error, timeout', 'X-Sandbox-Fault must be one of: '],
    ['error; group', 'X-Sandbox-Fault must be one of: '],
    ['error; group=weather; late', 'X-Sandbox-Fault must be one of: '],
    ['error; group=wether', 'The group in X-Sandbox-Fault must be one of: arenagame, '],
  ])('%j is a 400 that is charged one lookup', async (fault, message) => {
    const test = await both.app.issue({ mode: 'sandbox', perMinute: 10 });
    const headers = { ...test, 'x-sandbox-fault': fault };
    const byRoute = await both.app.ask(oslo, { headers });
    expect(byRoute.status).toBe(400);
    expect(byRoute.body).toMatchObject({
      success: false,
      error: { details: expect.stringContaining(message) },
    });
    expect(byRoute.headers.get('x-ratelimit-remaining')).toBe('9');
    const byGraph = await both.app.graphql('{ weather { current(city: "Oslo") { name } } }', {}, { headers });
    expect(byGraph.status).toBe(400);
    expect(byGraph.body.errors[0].message).toContain(message);
    expect(byGraph.headers.get('x-ratelimit-remaining')).toBe('8');
  });

  it('is ignored with a live key', async () => {
    const answer = await both.askLive('/api/weather/current?city=Skien', { 'x-sandbox-fault': 'none such' });
    expect([answer.status, answer.headers.get(mode)]).toEqual([200, null]);
  });

  it('is neither answered from caches nor kept in them', async () => {
    const path = '/api/weather/current?city=Larvik';
    for (let count = 0; count < 3; count += 1) await both.ask(path);
    expect((await under('error', path)).status).toBe(502);
    const late = await under('late', path);
    expect(late.headers.get('x-cache')).toBe('MISS');
    expect(late.headers.get('cache-control')).toBe('private, max-age=0');
    expect((await both.ask(path)).headers.get('x-cache')).toBe('HIT');
    const other = '/api/weather/current?city=Halden';
    for (let count = 0; count < 2; count += 1) {
      expect((await under('late', other)).headers.get('x-cache')).toBe('MISS');
    }
    expect((await both.ask(other)).headers.get('x-cache')).toBe('MISS');
  });

  it('is of one group where it says so, so that a query is answered in part', async () => {
    const query =
      '{ weather { current(city: "Oslo") { name } } coderepo { user(username: "octocat") { login } } }';
    const { status, body } = await both.graphql(query, { 'x-sandbox-fault': 'error; group=weather' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ coderepo: { user: { login: expect.any(String) } } });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      path: ['weather', 'current'],
      extensions: { code: 'UPSTREAM_FAILED' },
    });
  });

  it('opens no breaker, and leaves no pause, quota or failure to others', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `/api/coderepo/user?username=user${index}`);
    const statuses = await Promise.all(
      paths.map(async (path, index) => (await under(index % 2 === 0 ? 'error' : 'throttled', path)).status),
    );
    // This group answers 500 where others answer 502.
    expect(statuses).toEqual(paths.map((_, index) => (index % 2 === 0 ? 500 : 503)));
    expect((await both.ask(paths[0]!)).status).toBe(200);
    const { sources } = (await both.ask('/status')).body;
    const [source] = sources.filter(({ group }: { group: string }) => group === 'coderepo');
    expect(source).toMatchObject({ breaker: 'closed', pausedUntil: null, lastFailure: null });
  });

  it('leaves connections and the decoder to others', async () => {
    const hanging = Array.from({ length: 100 }, (_, index) =>
      under('timeout', `/api/weather/current?city=Hanging${index}`),
    );
    const usual = await both.ask('/api/weather/current?city=Meanwhile');
    expect(usual.status).toBe(200);
    const heard = await Promise.all(
      Array.from({ length: 3 }, () => upload({ ...both.test, 'x-sandbox-fault': 'error' })),
    );
    // The song is in the catalogue, so that no upstream is asked.
    expect(heard.map(({ status, body }) => [status, body.matched])).toEqual(heard.map(() => [200, true]));
    expect((await Promise.all(hanging)).every(({ status }) => status === 504)).toBe(true);
  });

  it('ends with its stream', async () => {
    const controller = new AbortController();
    const headers = { ...both.test, accept: 'text/event-stream', 'x-sandbox-fault': 'late' };
    const response = await fetch(both.app.baseUrl + oslo, { headers, signal: controller.signal });
    expect(response.status).toBe(200);
    controller.abort();
    await vi.waitFor(async () => {
      const before = (await both.sandboxCalls()).length;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect((await both.sandboxCalls()).length).toBe(before);
    }, 20_000);
  });
});
