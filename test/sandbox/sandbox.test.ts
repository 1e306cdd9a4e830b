import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/index.ts';
import { bytes, file, htmlPage, json, plainText, redirect, refuse } from '../../sandbox/kernel/responses.ts';
import { SandboxServer } from '../../sandbox/kernel/server.ts';
import { defineUpstream, get, post } from '../../sandbox/kernel/upstream.ts';
import { World } from '../../sandbox/world.ts';
import type { Answered } from '../app.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function sandbox(settings: Parameters<typeof startSandbox>[0] = {}): Promise<RunningSandbox> {
  const running = await startSandbox(settings);
  open.push(running);
  return running;
}

const oslo = '/api.openweathermap.org/data/2.5/weather?q=Oslo&appid=secret';
const octocat = '/api.github.com/users/ada';

const setFaults = (origin: string, faults: unknown) =>
  fetch(`${origin}/__faults`, {
    method: 'POST',
    body: typeof faults === 'string' ? faults : JSON.stringify(faults),
  });

const weatherFault = (effects: object) => ({ host: 'api.openweathermap.org', ...effects });

const video = {
  byteLength: 300_000,
  piece: (start: number, end: number) =>
    Buffer.from(Array.from({ length: end - start }, (_, index) => (start + index) % 251)),
};

describe('a declared upstream', () => {
  const example = defineUpstream({
    hosts: ['api.example.com', '*.cdn.example.com'],
    guard: ({ headers }) =>
      headers['x-key'] === 'wrong' ? json({ why: 'key' }, { status: 401 }) : undefined,
    failure: (status) => json({ failed: status }, { status }),
    finish: (response) => ({ ...response, headers: { ...response.headers, 'x-always': 'there' } }),
    routes: [
      get('/things/{id}', ({ params, host }) => json({ id: params.id, host })),
      get('/things/newest', () => plainText('the newest')),
      get('/pictures/{size}/{name}.png', ({ params }) =>
        bytes('image/png', Buffer.from(params.size + params.name)),
      ),
      get('/page', () => htmlPage('<p>a page</p>', { headers: { 'x-own': 'yes' } })),
      get('/moved', () => redirect('https://api.example.com/page', { status: 308 })),
      get('/film', ({ headers }) => file('video/mp4', video, headers.range)),
      get('/wide', () => json({ id: 12345678901234567890n, list: [1n, 'text'] })),
      get('/refused', () => refuse(json({ no: true }, { status: 418 }))),
      post('/form', ({ form }) => json(Object.fromEntries(form()))),
      post('/json', (request) => json({ got: request.json() ?? null })),
    ],
  });

  async function origin(): Promise<string> {
    const server = new SandboxServer({ upstreams: [example], world: new World('test'), clock: systemClock });
    open.push(server);
    const { port } = await server.listen(0);
    return `http://127.0.0.1:${port}`;
  }

  it.each([
    ['one decoding', '/api.example.com/things/a%252Fb%20c', 200, '{"id":"a%2Fb c","host":"api.example.com"}'],
    ['a host of a wildcard', '/r1.cdn.example.com/things/1', 200, '{"id":"1","host":"r1.cdn.example.com"}'],
    ['a host in capitals', '/API.Example.COM/things/1', 200, '{"id":"1","host":"api.example.com"}'],
    ['a literal before a parameter', '/api.example.com/things/newest', 200, 'the newest'],
    ['parameters inside a segment', '/api.example.com/pictures/64/cat.png', 200, '64cat'],
    ['a page', '/api.example.com/page', 200, '<p>a page</p>'],
    ['integers past 53 bits', '/api.example.com/wide', 200, '{"id":12345678901234567890,"list":[1,"text"]}'],
    ['a refusal that a handler throws', '/api.example.com/refused', 418, '{"no":true}'],
    ['an unknown path', '/api.example.com/other', 404, '{"failed":404}'],
    ['a parameter across segments', '/api.example.com/things/a/b', 404, '{"failed":404}'],
    ['a malformed escape', '/api.example.com/things/%E0%A4%A', 400, '{"failed":400}'],
    ['a wrong method', '/api.example.com/form', 405, '{"failed":405}'],
    ['no such host', '/other.example/x', 501, '{"error":"The sandbox has no upstream other.example."}'],
  ])('serves %s', async (_what, path, status, body) => {
    const response = await fetch((await origin()) + path);
    expect([response.status, await response.text()]).toEqual([status, body]);
  });

  it.each<[string | undefined, number, string | null, number, number]>([
    [undefined, 200, null, 0, 300_000],
    ['bytes=0-', 206, 'bytes 0-299999/300000', 0, 300_000],
    ['bytes=100-199', 206, 'bytes 100-199/300000', 100, 200],
    ['bytes=299990-400000', 206, 'bytes 299990-299999/300000', 299_990, 300_000],
    ['bytes=-5', 206, 'bytes 299995-299999/300000', 299_995, 300_000],
    ['bytes=300000-', 416, 'bytes */300000', 0, 0],
    ['lines=1-2', 200, null, 0, 300_000],
  ])('generates a file while it is sent: range %s', async (range, status, contentRange, start, end) => {
    const response = await fetch(`${await origin()}/api.example.com/film`, {
      headers: range === undefined ? {} : { range },
    });
    const body = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect(body.equals(video.piece(start, end))).toBe(true);
  });

  it.each([{ reset: 'midBody' }, { truncate: true }])(
    'breaks off while it generates a file: %j',
    async (fault) => {
      const at = await origin();
      await setFaults(at, { host: 'api.example.com', ...fault });
      const response = await fetch(`${at}/api.example.com/film`);
      await expect(response.arrayBuffer()).rejects.toThrow();
    },
  );

  it('guards its routes, and finishes every response', async () => {
    const at = await origin();
    const refused = await fetch(`${at}/api.example.com/page`, { headers: { 'x-key': 'wrong' } });
    expect([refused.status, refused.headers.get('x-always')]).toEqual([401, 'there']);
    const page = await fetch(`${at}/api.example.com/page`);
    expect([page.headers.get('x-own'), page.headers.get('x-always')]).toEqual(['yes', 'there']);
  });

  it('redirects, and sends the allowed methods', async () => {
    const at = await origin();
    const moved = await fetch(`${at}/api.example.com/moved`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'https://api.example.com/page']);
    expect((await fetch(`${at}/api.example.com/form`)).headers.get('allow')).toBe('POST');
  });

  it('reads forms and JSON up to a size limit', async () => {
    const at = await origin();
    const send = (path: string, body: string | Uint8Array) =>
      fetch(`${at}/api.example.com${path}`, { method: 'POST', body: body as string });
    expect(await (await send('/form', 'a=1&b=x%20y')).json()).toEqual({ a: '1', b: 'x y' });
    expect(await (await send('/json', '{"a":[1]}')).json()).toEqual({ got: { a: [1] } });
    expect(await (await send('/json', 'not json')).json()).toEqual({ got: null });
    expect((await send('/json', new Uint8Array(17 * 1_048_576))).status).toBe(413);
  });

  it('responds to HEAD without a body', async () => {
    const response = await fetch(`${await origin()}/api.example.com/page`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('GET /__calls', () => {
  it('lists the received requests, oldest first, without credentials, until DELETE /__calls', async () => {
    const { origin } = await sandbox();
    await setFaults(origin, weatherFault({ reset: true, times: 1 }));
    await fetch(origin + oslo).catch(() => 'broken');
    await fetch(`${origin}/api.github.com/users/a%20b?x=1&api_key=2&app%69d=3`);
    await fetch(`${origin}/id.twitch.tv/oauth2/token`, { method: 'POST', body: 'client_secret=hidden' });
    await fetch(`${origin}/nobody.example.com/`);
    const calls = await fetch(`${origin}/__calls`);
    expect(await calls.json()).toEqual([
      { method: 'GET', host: 'api.openweathermap.org', path: '/data/2.5/weather?q=Oslo&appid=***' },
      { method: 'GET', host: 'api.github.com', path: '/users/a%20b?x=1&api_key=***&app%69d=***' },
      { method: 'POST', host: 'id.twitch.tv', path: '/oauth2/token' },
      { method: 'GET', host: 'nobody.example.com', path: '/' },
    ]);
    expect((await fetch(`${origin}/__calls`, { method: 'DELETE' })).status).toBe(204);
    expect(await (await fetch(`${origin}/__calls`)).json()).toEqual([]);
    expect((await fetch(`${origin}/__calls`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${origin}/__other`)).status).toBe(404);
  });
});

describe('POST /__faults', () => {
  it.each([
    [
      'a status without a body, which is then the body of the upstream',
      { status: 404 },
      404,
      '{"cod":"404","message":"city not found"}',
    ],
    ['a status and a body', { status: 500, body: { broken: [1, null] } }, 500, '{"broken":[1,null]}'],
    ['a text as the body', { body: '<html>' }, 200, '<html>'],
    ['a redirect', { redirect: 'https://elsewhere.example.com/' }, 302, expect.stringContaining('elsewhere')],
    ['a redirect with another status', { redirect: '/', status: 301 }, 301, expect.any(String)],
  ])('accepts %s', async (_what, effects, status, body) => {
    const { origin } = await sandbox();
    await setFaults(origin, weatherFault(effects));
    const response = await fetch(origin + oslo, { redirect: 'manual' });
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect((await fetch(origin + octocat)).status).toBe(200);
  });

  it('responds with a status in the form of the upstream, with its headers', async () => {
    const { origin } = await sandbox();
    await setFaults(origin, [
      { host: 'api.github.com', status: 403 },
      { host: 'api.twitch.tv', status: 503 },
      { host: 'nobody.example.com', status: 502 },
    ]);
    const limited = await fetch(origin + octocat);
    expect([limited.status, limited.headers.get('x-ratelimit-remaining')]).toEqual([403, '0']);
    expect(await (await fetch(`${origin}/api.twitch.tv/helix/users`)).json()).toMatchObject({ status: 503 });
    expect((await fetch(`${origin}/nobody.example.com/x`)).status).toBe(502);
  });

  it.each([
    ['no path, for the entire host', undefined, [503, 503]],
    ['an exact path', '/data/2.5/weather', [503, 200]],
    ['a prefix', '/data/2.5/*', [503, 503]],
    ['another path', '/data/2.5', [200, 200]],
    ['path and query', '/data/2.5/weather?q=Oslo*', [503, 200]],
    ['another query', '/data/2.5/weather?q=Rome*', [200, 200]],
  ])('selects requests by %s', async (_what, path, expected) => {
    const { origin } = await sandbox();
    await setFaults(origin, weatherFault({ status: 503, ...(path && { path }) }));
    const statuses = [oslo, oslo.replace('weather?', 'forecast?')].map(
      async (each) => (await fetch(origin + each)).status,
    );
    expect(await Promise.all(statuses)).toEqual(expected);
  });

  it('applies faults the given number of times and in order; GET lists them and DELETE clears them', async () => {
    const { origin } = await sandbox();
    const set = await setFaults(origin, [
      weatherFault({ status: 500, times: 2 }),
      weatherFault({ status: 429 }),
    ]);
    expect(set.status).toBe(200);
    const status = async () => (await fetch(origin + oslo)).status;
    expect([await status(), await status(), await status()]).toEqual([500, 500, 429]);
    expect(await (await fetch(`${origin}/__faults`)).json()).toMatchObject({
      set: [weatherFault({ status: 429 })],
    });
    expect((await fetch(`${origin}/__faults`, { method: 'DELETE' })).status).toBe(204);
    expect(await status()).toBe(200);
  });

  it.each([
    ['invalid JSON', '{', 'The body is not JSON.'],
    ['no host', { status: 500 }, 'host: '],
    ['no effect', weatherFault({}), 'needs an effect'],
    ['an unknown member', weatherFault({ state: 500 }), 'state'],
    ['an invalid status', weatherFault({ status: 42 }), 'status: '],
    ['an unknown name', { name: 'no such fault' }, 'GET /__faults lists'],
    ['a name with an effect', { name: 'agent refused', status: 500 }, 'status'],
    ['an invalid path', weatherFault({ status: 500, path: 'data' }), 'path: '],
    ['one of a list', [weatherFault({ status: 500 }), weatherFault({ times: 0, drip: true })], '1.times: '],
  ])('responds to %s with 400, and sets no fault', async (_what, faults, message) => {
    const { origin } = await sandbox();
    const response = await setFaults(origin, faults);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(message);
    expect(await (await fetch(`${origin}/__faults`)).json()).toMatchObject({ set: [] });
  });
});

it('the upstream of cardgame pages forward and backward, and refuses short names', async () => {
  const { origin } = await sandbox();
  const init = { headers: { authorization: 'Bearer token' } };
  const ask = async (path: string): Promise<Answered['body']> =>
    (await fetch(`${origin}/api.clashroyale.com/v1/clans${path}`, init)).json();
  const members = '/%23PAGES/members?limit=2';
  const first = await ask(members);
  const second = await ask(`${members}&after=${encodeURIComponent(first.paging.cursors.after)}`);
  expect([...first.items, ...second.items]).toEqual((await ask('/%23PAGES/members')).items.slice(0, 4));
  expect(await ask(`${members}&before=${encodeURIComponent(second.paging.cursors.before)}`)).toEqual(first);
  for (const query of ['?name=ab', '']) expect(await ask(query)).toMatchObject({ reason: 'badRequest' });
});

describe('the world', () => {
  it('is the same for the same seed', () => {
    const roll = (seed: string) => {
      const dice = new World(seed).of('some.thing', 'name', 1);
      return [
        dice.int(1, 1e9),
        dice.uuid(),
        dice.handle(),
        dice.sentence(),
        dice.isoDate(),
        dice.shuffle([1, 2, 3, 4]),
      ];
    };
    expect(roll('a')).toEqual(roll('a'));
    expect(roll('a')).not.toEqual(roll('b'));
  });

  it('maps names to identifiers, and identifiers to names', () => {
    const world = new World('test');
    const id = world.idOf('user', 'ada');
    expect(id).toMatch(/^\d{9}$/);
    expect(world.nameOf('user', id)).toBe('ada');
    expect(new World('test').idOf('user', 'ada')).toBe(id);
    const name = world.nameOf('user', '12345');
    expect(world.idOf('user', name)).toBe('12345');
    expect(world.nameOf('group', '12345')).not.toBe(name);
  });

  it.each([
    ['ada', true, false],
    ['NotFound-ada', false, false],
    ['my-private-thing', true, true],
    ['404', false, false],
    ['123404', false, false],
    ['4041', true, false],
    ['a404', true, false],
  ])('has for %s: exists %s, private %s', (identifier, exists, isPrivate) => {
    const world = new World('test');
    expect([world.exists(identifier), world.isPrivate(identifier)]).toEqual([exists, isPrivate]);
  });

  it('never generates reserved values', () => {
    const world = new World('test');
    for (let index = 0; index < 20_000; index++) {
      const dice = world.of('any', index);
      const generated = [
        dice.digits(4),
        dice.token(3, '04'),
        dice.hex(3),
        dice.handle(),
        dice.int(0, 2000),
        dice.count(2000),
      ];
      expect(generated.filter((value) => !world.exists(value) || world.isPrivate(String(value)))).toEqual([]);
    }
  });
});
