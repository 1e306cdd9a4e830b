import { createClient } from 'graphql-sse';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../app.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp({ bounds: { streamsPerKey: 12 }, catalogueItems: 500 });

interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape of the data that it receives
  readonly data: any;
}

interface Following {
  readonly status: number;
  readonly headers: Headers;
  text(): Promise<string>;
  /** The next event; undefined at the end of the stream. */
  next(): Promise<ServerEvent | undefined>;
  leave(): void;
}

const open = new Set<Following>();
afterEach(() => {
  for (const following of open) following.leave();
  open.clear();
});

async function follow(path: string, headers: Record<string, string> = {}): Promise<Following> {
  const controller = new AbortController();
  const response = await fetch(app.baseUrl + path, {
    headers: { authorization: `Bearer ${app.key}`, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const events = isStream ? eventsOf(response) : undefined;
  const following: Following = {
    status: response.status,
    headers: response.headers,
    text: () => response.text(),
    next: async () => (await events?.next())?.value,
    leave: () => controller.abort(),
  };
  open.add(following);
  return following;
}

/** The events of a response, without comments and the time to reconnect. */
async function* eventsOf(response: Response): AsyncGenerator<ServerEvent, undefined> {
  let buffered = '';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done) return undefined;
    buffered += value;
    const blocks = buffered.split('\n\n');
    buffered = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const data = fields.get('data');
      if (data === undefined) continue;
      yield { event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) };
    }
  }
}

const current = '/api/weather/current?city=Oslo';
const hourMs = 3_600_000;
const upstreamCalls = async () => (await app.calls()).filter(({ path }) => path.includes('/weather'));

describe('a stream of server-sent events', () => {
  it('begins with the answer of the route', async () => {
    const { body, headers } = await app.ask(current);
    const stream = await follow(current);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(stream.headers.get('x-ratelimit-remaining')).not.toBeNull();
    expect(await stream.next()).toEqual({
      event: 'message',
      id: headers.get('etag')?.slice(3, -1),
      data: body,
    });
  });

  it('has an event for each change, for which the upstream is asked once for all streams', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow(current)));
    const before = await Promise.all(streams.map((stream) => stream.next()));
    await app.clearCalls();
    app.clock.skip(6 * hourMs);
    const after = await Promise.all(streams.map((stream) => stream.next()));
    expect(new Set(after.map((event) => event?.id)).size).toBe(1);
    expect(after[0]?.data.dt).toBeGreaterThan(before[0]?.data.dt);
    expect(await upstreamCalls()).toHaveLength(1);
  });

  it('charges one lookup for the request, and one for each change that is sent', async () => {
    const headers = await app.issue({ perMinute: 3 });
    // What is left when this question has been charged, too.
    const remaining = async () => (await app.ask('/api/me', { headers })).body.remaining;
    const stream = await follow(current, headers);
    await stream.next();
    expect(await remaining()).toBe(1);
    // Another minute, too.
    app.clock.skip(6 * hourMs);
    await stream.next();
    expect(await remaining()).toBe(1);
  });

  it('leaves out what the client has already', async () => {
    const first = await (await follow(current)).next();
    const again = await follow(current, { 'last-event-id': first!.id! });
    app.clock.skip(6 * hourMs);
    expect((await again.next())?.id).not.toBe(first!.id);
  });

  it('tells a failure once, and goes on when it has passed', async () => {
    const stream = await follow(current);
    await stream.next();
    // Beyond the time in which a stale answer takes its place.
    await app.fault({ host: 'api.openweathermap.org', status: 404 });
    app.clock.skip(48 * hourMs);
    expect(await stream.next()).toMatchObject({ event: 'failure', data: { error: expect.any(String) } });
    await app.clearFaults();
    app.clock.skip(hourMs);
    expect(await stream.next()).toMatchObject({ event: 'message', data: { name: 'Oslo' } });
  });

  it.each([
    ['an invalid parameter', '/api/weather/forecast?city=Oslo&count=0', 400],
    ['an unknown route', '/api/weather/none', 404],
    ['an unknown member', `${current}&fields=none`, 400],
  ])('is refused like any request for %s', async (_, path, status) => {
    const refused = await follow(path);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
  });

  it('is none for a client that refuses events', async () => {
    const response = await follow(current, { accept: 'text/event-stream;q=0, */*' });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('ends when its key is revoked', async () => {
    const headers = await app.issue();
    const stream = await follow(current, headers);
    await stream.next();
    const { keys } = await app.store.load();
    const { key } = keys.find(({ key: { address } }) => address === headers['x-forwarded-for'])!;
    await app.store.revoke(key.id);
    let last: ServerEvent | undefined;
    for (let event = await stream.next(); event; event = await stream.next()) last = event;
    expect(last).toMatchObject({ event: 'failure', data: { error: expect.stringContaining('key') } });
  });

  it('is refused beyond the streams that a key may have, until one ends', async () => {
    const headers = await app.issue();
    const streams = await Promise.all(Array.from({ length: 12 }, () => follow(current, headers)));
    const refused = await follow(current, headers);
    expect([refused.status, refused.headers.get('x-ratelimit-scope'), await refused.text()]).toEqual([
      429,
      'concurrent',
      expect.stringContaining('This key may follow 12 answers at once.'),
    ]);
    const [limit, remaining] = ['limit', 'remaining'].map((name) =>
      refused.headers.get(`x-ratelimit-${name}`),
    );
    expect(Number(limit) - Number(remaining)).toBe(12);
    streams[0]!.leave();
    await expect.poll(async () => (await follow(current, headers)).status).toBe(200);
  });

  it('can be of chosen members, whose changes alone are sent', async () => {
    const stream = await follow(`${current}&fields=name`);
    expect((await stream.next())?.data).toEqual({ name: 'Oslo' });
  });
});

describe('a query over server-sent events', () => {
  const query = (text: string, headers: Record<string, string> = {}) =>
    createClient({
      url: `${app.baseUrl}/graphql`,
      headers: { authorization: `Bearer ${app.key}`, ...headers },
      retryAttempts: 0,
    }).iterate<{ weather: { current: { dt: number } } }>({ query: text });
  const weather = '{ weather { current(city: "Quito") { dt } } }';

  it('is answered once, with its cost', async () => {
    const results = [];
    for await (const result of query(weather)) results.push(result);
    expect(results).toEqual([
      {
        data: { weather: { current: { dt: expect.any(Number) } } },
        extensions: { cost: expect.objectContaining({ requested: 1 }) },
      },
    ]);
  });

  it('with @live is answered again when the result changes, for which the upstream is asked once', async () => {
    const live = Array.from({ length: 5 }, () => query(`query @live ${weather}`));
    const [first] = await Promise.all(live.map((each) => each.next()));
    await app.clearCalls();
    app.clock.skip(6 * hourMs);
    const [next] = await Promise.all(live.map((each) => each.next()));
    expect(next?.value?.data?.weather.current.dt).toBeGreaterThan(
      first?.value?.data?.weather.current.dt ?? 0,
    );
    expect(await upstreamCalls()).toHaveLength(1);
    await Promise.all(live.map((each) => each.return?.()));
  });

  it('has the errors of a part that fails', async () => {
    const groups = await app.issue({ groups: ['news'] });
    const partly =
      'query @live { weather { current(city: "Quito") { dt } } news { topHeadlines(category: SCIENCE) { totalResults } } }';
    const live = query(partly, groups);
    expect((await live.next()).value).toMatchObject({
      errors: [{ path: ['weather', 'current'], extensions: { code: 'FORBIDDEN' } }],
      data: { news: { topHeadlines: { totalResults: expect.any(Number) } } },
    });
    await live.return?.();
  });

  it('that repeats a result with errors pays for it, and ends when the minute of its key is used up', async () => {
    const headers = await app.issue({ groups: ['news'], perMinute: 2 });
    const partly =
      'query @live { weather { current(city: "Quito") { dt } } news { topHeadlines(category: SCIENCE) { totalResults } } }';
    const stream = await follow(`/graphql?query=${encodeURIComponent(partly)}`, headers);
    expect((await stream.next())?.event).toBe('next');
    expect(await stream.next()).toMatchObject({
      event: 'failure',
      data: { errors: [{ extensions: { code: 'LIMITED' } }] },
    });
    expect(await stream.next()).toBeUndefined();
  });

  it.each(['', '@live '])(
    '%sis refused when its result is larger than an event may be',
    async (directive) => {
      const aliases = Array.from({ length: 60 }, (_, index) => `d${index}: description`).join(' ');
      const large = `query ${directive}{ brgame { cosmetics(first: 20000) { ${aliases} } } }`;
      const refused = await follow(`/graphql?query=${encodeURIComponent(large)}`);
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('An answer by stream may have 1048576 bytes'),
      ]);
    },
  );

  it.each([
    ['has an unknown field', '{ none }', /none/],
    ['cannot be parsed', '{ weather {', /Syntax Error/],
    ['lacks a variable', 'query ($city: String!) { weather { current(city: $city) { dt } } }', /city/],
  ])('that %s is answered by its errors', async (_, text, message) => {
    const results = [];
    for await (const result of query(text)) results.push(result);
    expect(results).toEqual([
      expect.objectContaining({
        errors: [expect.objectContaining({ message: expect.stringMatching(message) })],
      }),
    ]);
  });

  it.each([
    ['a wrong key', { authorization: 'Bearer none' }, '{"query":"{ none }"}', 401],
    ['a body of another type', { 'content-type': 'text/plain' }, '{ none }', 415],
  ])('is refused by its status with %s', async (_, headers, body, status) => {
    const response = await fetch(`${app.baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...headers,
      },
      body,
    });
    expect(response.status).toBe(status);
  });
});

describe('a service that drains', () => {
  it('ends its streams', async () => {
    const draining = await startTestApp();
    const response = await fetch(draining.baseUrl + current, {
      headers: { authorization: `Bearer ${draining.key}`, accept: 'text/event-stream' },
    });
    const events = eventsOf(response);
    await events.next();
    await draining.close();
    expect((await events.next()).done).toBe(true);
  });
});
