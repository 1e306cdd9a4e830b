import { afterEach, describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const site = 'www.pinterest.com';
const widgets = 'widgets.pinterest.com';
const visual = 'api.pinterest.com';
const cdn = 'i.pinimg.com';

const app = useTestApp();
afterEach(async () => {
  await app.clearFaults();
  // Pauses and breakers end.
  app.clock.skip(hours(1));
});

const path = (route: string, parameters: Readonly<Record<string, string>> = {}) =>
  `/api/pinboard/${route}?${new URLSearchParams(parameters)}`;

const text = expect.any(String);

interface Pin {
  readonly image_url: string | null;
}

/** The upstream calls: host, path and resource. */
const callsTo = async (host?: string) =>
  (await app.calls())
    .filter((call) => host === undefined || call.host === host)
    .map((call) => call.path.split('?')[0]);

const file = (name: string, size = '236x', type = 'jpg') =>
  `https://i.pinimg.com/${size}/${name.slice(0, 2)}/${name.slice(2, 4)}/${name.slice(4, 6)}/${name}.${type}`;

let files = 0;
const freshFile = () => {
  files += 1;
  return String(files).padStart(8, '0').repeat(4);
};

describe('GET /api/pinboard/user', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(path('user', { username: 'pinterest' }))).toFit({ username: 'pinterest' });
  });

  it('responds 200 with the same body from the page when the resource fails', async () => {
    const username = freshName('page');
    await app.fault({ host: site, path: '/resource/UserResource/*', status: 403, times: 1 });
    const fromPage = await app.ask(path('user', { username }));
    app.clock.skip(hours(2));
    expect((await app.ask(path('user', { username }))).body).toEqual(fromPage.body);
    expect(fromPage.status).toBe(200);
  });
});

describe.each([
  ['search', (name: string) => ({ q: name }), 'total_results'],
  ['user/pins', (name: string) => ({ username: name }), 'count'],
] as const)('GET /api/pinboard/%s', (route, about, total) => {
  it('responds 200 with twenty pins by default', async () => {
    const response = await app.ask(path(route, about('garden')));
    const { length } = response.body.pins;
    expect(response).toFit({ [route === 'search' ? 'query' : 'username']: 'garden', [total]: length });
    expect(length).toBeLessThanOrEqual(20);
  });

  it('responds 200 with a hundred pins from four pages without duplicates', async () => {
    const name = await withMany(route, about);
    app.clock.skip(hours(2));
    await app.clearCalls();
    const { body } = await app.ask(path(route, { ...about(name), limit: '100' }));
    expect(body[total]).toBe(100);
    expect(new Set(body.pins.map(({ image_url }: Pin) => image_url?.split('/').at(-1))).size).toBe(100);
    expect(await callsTo(site)).toHaveLength(4);
    await app.clearCalls();
    const { body: fewer } = await app.ask(path(route, { ...about(name), limit: '80' }));
    expect(fewer.pins).toEqual(body.pins.slice(0, 80));
    expect(await app.calls()).toEqual([]);
  });
});

/** A name whose list has at least a hundred pins. */
async function withMany(
  route: string,
  about: (name: string) => Readonly<Record<string, string>>,
): Promise<string> {
  for (let index = 0; ; index += 1) {
    const { body } = await app.ask(path(route, { ...about(`many${index}`), limit: '100' }));
    if (body.pins.length === 100) return `many${index}`;
  }
}

describe('the fields of a pin', () => {
  const search = { host: site, path: '/resource/BaseSearchResource/*', times: 1 };
  const grid = (pins: readonly object[]) => ({
    resource_response: { status: 'success', data: { results: pins }, bookmark: '-end-' },
  });
  const image = (width: number, size: string) => ({ width, url: `https://i.pinimg.com/${size}/a.jpg` });
  const none = { title: '', link: null, domain: null };
  const plain = { ...none, id: '1', type: 'pin', grid_title: '', description: ' ', images: {} };
  const linked = { link: 'https://a.example/b', domain: 'a.example' };

  it.each([
    ['a title', { title: ' Red \n bird ' }, { title: 'Red bird' }],
    ['the title of the grid', { grid_title: 'Red bird' }, { title: 'Red bird' }],
    ['a description', { description: 'Red bird' }, { title: 'Red bird' }],
    ['a long title', { title: 'x'.repeat(300) }, { title: 'x'.repeat(200) }],
    ['a long title with a bird at its end', { title: `${'x'.repeat(199)}🐦` }, { title: 'x'.repeat(199) }],
    ['no title', {}, {}],
    ['a link', linked, linked],
    ['a link back', { link: 'https://www.pinterest.com/pin/1/', domain: 'pinterest.com' }, {}],
    ['a regional link back', { link: 'https://www.pinterest.co.uk/pin/1/', domain: 'pinterest.co.uk' }, {}],
    ['a short link back', { link: 'https://pin.it/abc', domain: 'pin.it' }, {}],
    ['a link to a picture of its own', { link: 'https://i.pinimg.com/a.jpg', domain: 'pinimg.com' }, {}],
    ['a name that ends alike', { link: 'https://notpinterest.com/' }, { link: 'https://notpinterest.com/' }],
    ['no link that can be opened', { link: 'javascript:alert(1)', domain: 'a.example' }, {}],
    ['an upload', { domain: 'Uploaded by user' }, {}],
    ['an upload with a link', { ...linked, domain: 'Uploaded by user' }, { link: linked.link }],
    [
      'the original',
      { images: { '736x': image(736, '736x'), orig: image(500, 'originals') } },
      { image_url: 'https://i.pinimg.com/originals/a.jpg' },
    ],
    [
      'the largest',
      { images: { '736x': image(736, '736x'), '170x': image(236, '236x') } },
      { image_url: 'https://i.pinimg.com/736x/a.jpg' },
    ],
  ])('decodes %s', async (_, fields, expected) => {
    await app.fault({ ...search, body: grid([{ ...plain, ...fields }]) });
    const { body } = await app.ask(path('search', { q: freshName('one') }));
    expect(body.pins).toEqual([{ ...none, image_url: null, ...expected }]);
  });

  it('omits items that are not pins', async () => {
    const pins = [plain, { type: 'story', id: '2' }, { ...plain, id: '3' }, { ...plain, id: '3' }];
    await app.fault({ ...search, body: grid(pins) });
    const { body } = await app.ask(path('search', { q: freshName('mixed') }));
    expect(body.total_results).toBe(2);
  });
});

describe('GET /api/pinboard/user/pins', () => {
  it.each([
    ['404 when there is no such user', 'notfounduser', 404],
    ['404 when the pins are private', 'privateuser', 404],
    ['200 when there are none', 'pinlessuser', 200],
  ])('%s', async (_, username, status) => {
    const response = await app.ask(path('user/pins', { username }));
    expect(response.status).toBe(status);
    expect(response.body).toEqual(
      status === 200 ? { username, count: 0, pins: [] } : { error: expect.stringContaining(`"${username}"`) },
    );
  });

  it('responds 200 with the fifty pins of the widget when the resource fails', async () => {
    const username = freshName('w');
    await app.fault({ host: site, status: 500 });
    const { status, body } = await app.ask(path('user/pins', { username, limit: '100' }));
    expect([status, body.count > 25, body.count <= 50]).toEqual([200, true, true]);
  });
});

describe('GET /api/pinboard/board', () => {
  const board = (name: string, username = 'pinterest') => path('board', { username, board: name });

  it('responds 200 with the documented body and at most a hundred pins', async () => {
    const response = await app.ask(board('gardens'));
    const { pins, pin_count } = response.body;
    expect(response).toFit({ username: 'pinterest', board: 'gardens' });
    expect(pins).toHaveLength(Math.min(pin_count, 100));
  });

  it.each(['jardin-été', 'кошки', 'a_b'])('responds 200 for a board named %s', async (name) => {
    expect(await app.ask(board(name))).toMatchObject({ status: 200, body: { board: name } });
  });

  it('responds 200 without pins', async () => {
    const empty = { username: 'pinterest', board: 'empty-one', pin_count: 0, pins: [] };
    expect(await app.ask(board('empty-one'))).toRespond(200, empty);
  });

  it.each([
    ['gardens', 'notfounduser'],
    ['notfoundboard', 'pinterest'],
    ['private-board', 'pinterest'],
    ['gardens', 'privateuser'],
  ])('responds 404 for %s of %s', async (name, username) => {
    expect(await app.ask(board(name, username))).toFail(404, `No board "${username}/${name}" was found.`);
  });

  it('responds 200 with the number of its pins when the board does not state one', async () => {
    const [username, data] = [freshName('b'), { id: '123' }];
    const stated = { resource_response: { status: 'success', data } };
    await app.fault({ host: site, path: '/resource/BoardResource/*', body: stated, times: 1 });
    const { status, body } = await app.ask(board('gardens', username));
    expect([status, body.pin_count]).toEqual([200, body.pins.length]);
    expect(body.pin_count).toBeGreaterThan(0);
  });

  it.each(['<html></html>', '<!doctype html>'])(
    'responds 200 from the widget to a 404 of %s',
    async (page) => {
      await app.fault({ host: site, path: '/resource/*', status: 404, body: page });
      expect((await app.ask(board('gardens', freshName('b')))).status).toBe(200);
      expect((await app.ask(path('user/pins', { username: freshName('w') }))).status).toBe(200);
    },
  );

  it('responds 200 from the widget with the count of the board when the resource fails', async () => {
    const username = freshName('b');
    await app.fault({ host: site, status: 403 });
    const { status, body } = await app.ask(board('gardens', username));
    await app.clearFaults();
    expect(status).toBe(200);
    app.clock.skip(hours(48));
    expect((await app.ask(board('gardens', username))).body.pin_count).toBe(body.pin_count);
  });
});

describe('GET /api/pinboard/download', () => {
  it.each([
    ['a JPEG', '00', 'jpg', 'image/jpeg'],
    ['a PNG', 'a9', 'png', 'image/png'],
    ['a WebP', 'b9', 'webp', 'image/webp'],
    ['a GIF', 'c9', 'gif', 'image/gif'],
  ])('responds 200 with the original, %s, of a smaller picture', async (_, end, type, contentType) => {
    const name = freshFile().slice(0, -2) + end;
    const { status, body } = await app.ask(path('download', { url: file(name) }));
    expect(status).toBe(200);
    expect(body).toEqual({
      url: file(name, 'originals', type),
      content_type: contentType,
      size_bytes: Buffer.from(body.data_uri.split(',')[1], 'base64').length,
      data_uri: expect.stringMatching(new RegExp(`^data:${contentType};base64,[A-Za-z0-9+/]+=*$`)),
    });
  });

  it('responds 200 with the given URL when the original does not exist', async () => {
    const name = freshFile();
    await app.fault({ host: cdn, path: '/originals/*', status: 403 });
    const { body } = await app.ask(path('download', { url: file(name, '736x') }));
    expect([body.url, body.content_type]).toEqual([file(name, '736x'), 'image/jpeg']);
  });

  it('responds 200 with the given URL when the original is truncated, without trying another type', async () => {
    const name = freshFile();
    await app.fault({ host: cdn, path: '/originals/*', reset: true });
    await app.clearCalls();
    expect((await app.ask(path('download', { url: file(name) }))).body.url).toBe(file(name));
    expect(await app.calls()).toHaveLength(2);
  });

  it.each([
    ['http', (name: string) => file(name).replace('https:', 'http:')],
    ['a query', (name: string) => `${file(name)}?x=1#y`],
    ['upper case', (name: string) => file(name).replace('https://i.pinimg.com', 'HTTPS://I.PINIMG.COM')],
    [
      'several dots',
      (name: string) =>
        file(name).replace('236x', 'videos/thumbnails/originals').replace('.jpg', '.0000000.jpg'),
    ],
  ])('responds 200 for an address with %s', async (_, write) => {
    expect((await app.ask(path('download', { url: write(freshFile()) }))).status).toBe(200);
  });

  it.each([
    ['there is no picture', 404, {}],
    ['the host refuses it', 403, { status: 403 }],
    ['the host fails', 500, { status: 500 }],
    ['the host breaks off', 500, { reset: 'midBody' }],
    ['it redirects to another host', 302, { redirect: 'https://example.com/a.jpg' }],
    ['it redirects to this machine', 302, { redirect: 'https://127.0.0.1/a.jpg' }],
    ['it is a page', 200, { body: '<!doctype html>', headers: { 'content-type': 'image/png' } }],
    ['it is an SVG', 200, { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    ['it is larger than ten megabytes', 200, { gzipBomb: true }],
  ])('responds 400 when %s', async (_, _status, fault) => {
    const name = Object.keys(fault).length === 0 ? `notfound${freshFile().slice(8)}` : freshFile();
    if (Object.keys(fault).length > 0) await app.fault({ host: cdn, ...fault });
    expect(await app.ask(path('download', { url: file(name) }))).toFail(400, text);
  });
});

describe('GET /api/pinboard/similar', () => {
  it('responds 500 when all of the pin board fails', async () => {
    await using broken = await startTestApp();
    await broken.fault(...[site, widgets, visual, cdn].map((host) => ({ host, status: 503 })));
    const pin = 'https://www.pinterest.com/pin/99360735500167749/';
    for (const url of [pin, file(freshFile())]) {
      expect((await broken.ask(path('similar', { url }))).status).toBe(500);
    }
  });

  it('responds 200 with pins similar to a picture', async () => {
    const url = file(freshFile());
    await app.clearCalls();
    const response = await app.ask(path('similar', { url, limit: '7' }));
    expect(response).toFit({ source_image: url, count: 7, pins: Array(7).fill({}) });
    const calls = (await app.calls()).map(({ method, host }) => `${method} ${host}`);
    expect(calls).toEqual([`GET ${cdn}`, `PUT ${visual}`]);
  });

  it.each([
    'https://www.pinterest.com/pin/123456789012345678/',
    'https://pinterest.com/pin/123456789012345679',
    'https://nl.pinterest.com/pin/red-bird--123456789012345670/',
    'https://www.pinterest.co.uk/pin/123456789012345671/?lp=true',
  ])('responds 200 with pins similar to the pin at %s', async (url) => {
    const response = await app.ask(path('similar', { url }));
    expect(response).toFit({ source_image: url, count: 20, pins: Array(20).fill({}) });
  });

  it('responds 200 with a text search when the visual search fails', async () => {
    await app.fault({ host: visual, status: 429, times: 1 });
    await app.clearCalls();
    const url = 'https://www.pinterest.com/pin/red-bird-in-snow--123456789012345672/';
    const { status, body } = await app.ask(path('similar', { url }));
    expect(status).toBe(200);
    expect(body.pins.length).toBe(body.count);
    const search = (await app.calls()).find((call) => call.path.includes('BaseSearch'))!;
    expect(decodeURIComponent(search.path)).toContain('"query":"red bird snow');
  });

  it.each([
    [500, 'reports a failure', { body: { status: 'failure', message: 'No.' } }],
    [500, 'fails', { status: 500 }],
    [500, 'refuses', { status: 403 }],
    [500, 'is late', { delayMs: 600_000 }],
    [503, 'responds 429', { status: 429 }],
  ])('responds %s when the visual search %s and the address has no words', async (status, _, fault) => {
    await app.fault({ host: visual, ...fault });
    const response = await app.ask(path('similar', { url: file(freshFile()) }));
    expect(response).toFail(status, expect.stringContaining('source for pinboard'));
  });

  it.each([
    ['responds 403', { status: 403 }, /^There is no picture at https:\/\/i\.pinimg\.com\/236x\//],
    ['responds 404', { status: 404 }, /^There is no picture at https:\/\/i\.pinimg\.com\/236x\//],
    ['sends a page', { body: '<!doctype html>' }, 'url must lead to a picture: a PNG, JPEG, GIF or WebP.'],
  ])('responds 400 as the download when the host of the picture %s', async (_, fault, message) => {
    const url = file(freshFile());
    await app.fault({ host: cdn, ...fault });
    const response = await app.ask(path('similar', { url }));
    expect(response).toFail(400, message);
    expect((await app.ask(path('download', { url }))).body).toEqual(response.body);
  });
});

describe('failures of the upstreams of /api/pinboard', () => {
  const everywhere = [site, widgets, visual, cdn];
  const routes = {
    user: () => path('user', { username: freshName('f') }),
    search: () => path('search', { q: freshName('f') }),
    'user/pins': () => path('user/pins', { username: freshName('f') }),
    board: () => path('board', { username: freshName('f'), board: 'a' }),
  } as const;
  type Route = keyof typeof routes;

  it.each<[number, Route, string, Record<string, unknown>]>([
    [404, 'user', 'fails', { status: 500 }],
    [404, 'user', 'responds 403', { status: 403 }],
    [500, 'user', 'changed', { body: { resource_response: { status: 'success', data: { id: {} } } } }],
    [500, 'search', 'fails', { status: 500 }],
    [500, 'search', 'responds 403', { status: 403 }],
    [500, 'search', 'responds with garbage', { garbage: true }],
    [503, 'search', 'responds 429', { status: 429 }],
    [500, 'user/pins', 'fails', { status: 500 }],
    [500, 'user/pins', 'changed', { body: { data: 1, resource_response: { data: [{ type: 'pin' }] } } }],
    [500, 'board', 'fails', { status: 500 }],
  ])('responds %s for %s when every upstream %s', async (status, route, _, fault) => {
    await app.fault(...everywhere.map((host) => ({ host, ...fault })));
    const response = await app.ask(routes[route]());
    expect(response).toFail(status, expect.stringContaining('source for pinboard'));
    expect(response.headers.has('retry-after')).toBe(status === 503);
  });

  it('logs the JSON path when the format of a page changes', async () => {
    await app.fault(
      { host: site, path: '/resource/*', status: 500 },
      { host: site, body: '<script id="__PWS_INITIAL_PROPS__">{"initialReduxState":{}}</script>' },
    );
    const { body } = await app.graphql(`{ pinboard { user(username: "${freshName('c')}") { id } } }`);
    expect(body.errors[0].extensions.code).toBe('UPSTREAM_FAILED');
  });
});

describe('{ pinboard } in GraphQL', () => {
  it('links profile → pins → similar, and profile → board → owner', async () => {
    const { body } = await app.graphql(`{
      pinboard {
        user(username: "pinterest") {
          username
          pins: userPins(first: 2) { count pins { pinId title similar(first: 1) { count pins { pinId } } } profile { username } }
          board: boardNamed(board: "gardens") { pinCount pins(first: 100) { pinId } owner { username } }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { username, pins, board } = body.data.pinboard.user;
    expect(pins).toMatchObject({ count: 2, profile: { username } });
    for (const each of pins.pins) expect(each.similar.count).toBe(1);
    expect(board.owner).toEqual({ username });
    expect(board.pins).toHaveLength(Math.min(board.pinCount, 100));
  });

  it('distinguishes the reasons for missing pins', async () => {
    const { body } = await app.graphql(`{
      pinboard {
        hidden: userPins(username: "privateuser") { count }
        gone: userPins(username: "notfounduser") { count }
        none: userPins(username: "pinlessuser") { count }
      }
    }`);
    expect(body.data.pinboard).toEqual({ hidden: null, gone: null, none: { count: 0 } });
    const codes = body.errors.map(
      ({ path, extensions }: { path: string[]; extensions: { code: string } }) => [path[1], extensions.code],
    );
    expect(Object.fromEntries(codes)).toEqual({ hidden: 'PRIVATE', gone: 'NOT_FOUND' });
  });
});
