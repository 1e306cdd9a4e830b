import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { comparePaths, compileRoutes } from '../../rest/kernel/compile.ts';
import { type Route, routes } from '../../rest/kernel/route.ts';
import { createPreparer, type Preparer } from '../../schema/kernel/prepare.ts';
import type { TestApp } from '../app.ts';
import { fixtureSchema, startFixtureApp } from '../server/app-fixture.ts';
import { deferred } from '../sources/http/transport-fixture.ts';

const root = '/api/weather/fixture';

/** Videos that the fixture's upstream sends; the name of a video decides how it ends. */
interface Video {
  isAborted: boolean;
}
const videos: Video[] = [];
const part = Buffer.alloc(64 * 1024, 'x');
let app: TestApp;
let preparer: Preparer;
const stopped = deferred();

beforeAll(async () => {
  const upstreamOrigin = await upstreamFor();
  app = await startFixtureApp({ upstreamOrigin });
  preparer = createPreparer(await fixtureSchema());
});
afterAll(async () => {
  stopped.resolve();
  await app.close();
});

async function upstreamFor(): Promise<string> {
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream');
    const name = url.searchParams.get('name') ?? '';
    if (url.pathname.endsWith('/number')) {
      if (name.startsWith('no')) response.writeHead(404).end('{}');
      else response.end(JSON.stringify({ number: name.length }));
      return;
    }
    const video: Video = { isAborted: false };
    videos.push(video);
    response.once('close', () => {
      video.isAborted = !response.writableFinished;
    });
    if (name === 'missing') response.writeHead(404).end();
    else if (name === 'refused') response.writeHead(403).end();
    else if (name === 'whole') response.writeHead(200, { 'content-length': '5' }).end('bytes');
    else if (name === 'chunked') {
      response.writeHead(200, { 'set-cookie': 'a=b', server: 'upstream', 'x-secret': 's3cret' });
      response.write('by');
      response.end('tes');
    } else {
      response.writeHead(200, { 'content-length': String(10 * part.length) });
      response.write(part, () => {
        if (name === 'broken') setTimeout(() => response.socket?.destroy(), 20);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  void stopped.promise.then(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

describe('paths', () => {
  it.each([
    ['special/greeting', 'a literal before a parameter', { number: 8 }],
    ['ada/greeting', 'a literal after a parameter', { values: '{"name":"ada"}' }],
    ['ada', 'a parameter', { values: '{"name":"ada"}' }],
    ['number?name=ada', 'a literal', { success: true, data: { value: 3 } }],
    ['special/ada', 'a literal before a parameter', { number: 3 }],
    ['special', 'a parameter, since the literal has another segment', { values: '{"name":"special"}' }],
    ['a%2Fb', 'an escaped slash inside a segment', { values: '{"name":"a/b"}' }],
    ['%23ada', 'an escaped sign', { values: '{"name":"#ada"}' }],
    ['%C3%BC', 'an escaped letter', { values: '{"name":"ü"}' }],
    ['a+b', 'a plus sign, which is not a space in a path', { values: '{"name":"a+b"}' }],
    ['a%2Bb?name=c', 'a path parameter before the query', { values: '{"name":"a+b"}' }],
    ['constructor', 'a name with a meaning in JavaScript', { values: '{"name":"constructor"}' }],
    ['__proto__', 'another name with a meaning in JavaScript', { values: '{"name":"__proto__"}' }],
  ])('match %s as %s', async (path, _, expected) => {
    expect(await app.ask(`${root}/${path}`)).toRespond(200, expected);
  });

  it.each([
    ['%E0%A4%A', 400, 'The path holds a malformed escape sequence.'],
    ['a%', 400, 'The path holds a malformed escape sequence.'],
    ['a%00b', 400, 'name must be text of 1 to 40 characters, without control characters.'],
    ['a%0d%0aX:1', 400, 'name must be text of 1 to 40 characters, without control characters.'],
    ['ada/', 404, expect.stringMatching(/^There is no such route/)],
    ['', 404, expect.stringMatching(/^There is no such route/)],
    ['ada/Greeting', 404, expect.stringMatching(/^There is no such route/)],
    ['ada/greeting/', 404, expect.stringMatching(/^There is no such route/)],
    ['ada/greeting/x', 404, expect.stringMatching(/^There is no such route/)],
    ['/ada', 404, expect.stringMatching(/^There is no such route/)],
  ])('respond to %s with %i', async (path, status, error) => {
    const response = await app.ask(`${root}/${path}`);
    expect(response).toFail(status, error);
  });

  it('are matched in the order of their literals, independent of the order of their declarations', () => {
    const paths = ['/a/{b}', '/a/{b}/c', '/a/x', '/a/x/{c}', '/{a}/x', '/a/{b}/{c}', '/a'];
    const sorted = (list: readonly string[]) => [...list].sort(comparePaths);
    for (const list of [paths, [...paths].reverse()]) {
      const order = sorted(list);
      for (const [first, second] of [
        ['/a/x', '/a/{b}'],
        ['/a/x/{c}', '/a/{b}/c'],
        ['/a/{b}/c', '/a/{b}/{c}'],
        ['/a/x', '/{a}/x'],
      ]) {
        expect(order.indexOf(first!)).toBeLessThan(order.indexOf(second!));
      }
    }
  });
});

describe('compileRoutes', () => {
  const compiled = (route: Partial<Route>) =>
    compileRoutes(preparer, [
      routes('weather', {}, { path: '/api/weather/test', example: {}, document: '', ...route }),
    ]);
  const greeting = 'query ($name: String!) { fixture { greeting(name: $name) { values } } }';

  it.each<[string, Partial<Route>, RegExp]>([
    ['it is not GraphQL', { document: '{' }, /Syntax Error/],
    ['a field is unknown', { document: '{ fixture { nope } }' }, /Cannot query field "nope"/],
    ['an argument is unknown', { document: greeting.replace('(name:', '(town:') }, /Unknown argument "town"/],
    ['a type differs', { document: greeting.replace('String!', 'Int!') }, /Variable "\$name" of type "Int!"/],
    [
      'a variable of a required input is nullable',
      { document: greeting.replace('String!', 'String') },
      /Variable "\$name" of type "String"/,
    ],
    [
      'a variable of an optional input is non-null',
      { document: 'query ($wide: String!) { fixture { wired(wide: $wide) { id } } }' },
      /\$wide may be left out, so its type must not end in !/,
    ],
    ['it selects no lookup', { document: '{ __typename }' }, /it must select one lookup of one group/],
    [
      'it selects two lookups',
      { document: '{ fixture { a: wired { id } b: wired { id } } }' },
      /it must select one lookup of one group/,
    ],
    [
      'it selects two groups',
      { document: '{ fixture { wired { id } } weather { current(city: "a") { name } } }' },
      /it must select one lookup of one group/,
    ],
    [
      'a variable is used outside the lookup',
      { document: 'query ($limit: Int) { fixture { things { things(limit: $limit) { name } } } }' },
      /its lookup does not take \$limit/,
    ],
    [
      'its path has a parameter that the lookup does not have',
      { path: '/api/weather/{town}', document: greeting },
      /its lookup does not take the town of its path/,
    ],
    ['its lookup takes no file', { document: greeting, upload: 'file' }, /its lookup takes no file/],
    [
      'the digest of its file is fixed',
      {
        document: `{ songid { identified(sha256: "${'0'.repeat(64)}") { matched } } }`,
        path: '/api/weather/file',
        upload: 'file',
      },
      /its sha256 must be a variable/,
    ],
    ['it is a mutation', { document: 'mutation { fixture { wired { id } } }' }, /There is no mutation here/],
  ])('throws when %s', (_, route, message) => {
    expect(() => compiled(route)).toThrow(message);
    expect(() => compiled(route)).toThrow(/^The document of \/api\/weather\//);
  });

  it('compiles a valid document', () => {
    expect(compiled({ path: '/api/weather/{name}', document: greeting })).toMatchObject([
      { parameters: [{ name: 'name', in: 'path', argument: 'name' }] },
    ]);
  });

  it('documents the default of a closed set by the word of the route', () => {
    const document = `query ($username: String!, $sortOrder: BlockgameSortOrder = DESC) {
      blockgame { usernameHistory(username: $username, sortOrder: $sortOrder) { count } }
    }`;
    const [route] = compiled({ document });
    const { json } = route!.parameters.find(({ name }) => name === 'sortOrder')!.input;
    expect(json).toMatchObject({ enum: expect.arrayContaining([json.default]), default: 'Desc' });
  });
});

describe('faults', () => {
  it.each([
    ['missing', 400],
    ['invalid', 400],
    ['forbidden', 403],
    ['private', 403],
    ['notFound', 404],
    ['limited', 429],
    ['internal', 500],
    ['upstreamFailed', 502],
    ['upstreamTimeout', 504],
    ['upstreamLimited', 503],
    ['overloaded', 503],
    ['unconfigured', 503],
    ['upstreamChanged', 500],
  ])('of kind %s have status %i and the documented members', async (kind, status) => {
    const response = await app.ask(`${root}/failing?kind=${kind}`);
    expect(response.status).toBe(status);
    // A limit is told in the words of a refusal, wherever it is met.
    const refusal = { code: 429, message: 'Rate limit exceeded', details: 'It failed.' };
    expect(response.body).toEqual(
      kind === 'limited' ? { success: false, error: refusal } : { error: 'It failed.', statusCode: 10_204 },
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('retry-after')).toBe(/Limited|overloaded/.test(kind) ? '1' : null);
  });

  it('that are unexpected errors reveal nothing of their cause', async () => {
    expect(await app.ask(`${root}/failing?kind=mistake`)).toRespond(500, {
      error: 'Something went wrong on our side.',
    });
  });
});

describe('a lookup with a price of three', () => {
  it('costs one through REST, cached or not, and three through GraphQL unless it is cached', async () => {
    const caller = await app.issue({ perMinute: 100, perSecond: 100 });
    const remaining = async (request: Promise<{ headers: Headers }>) =>
      Number((await request).headers.get('x-ratelimit-remaining'));
    const costly = () => app.ask(`${root}/dear?name=dear`, { headers: caller });
    expect([await remaining(costly()), await remaining(costly()), await remaining(costly())]).toEqual([
      99, 98, 97,
    ]);
    const throughGraphql = (name: string) =>
      remaining(app.graphql(`{ fixture { dear(name: "${name}") { number } } }`, {}, { headers: caller }));
    expect([await throughGraphql('a'), await throughGraphql('b'), await throughGraphql('dear')]).toEqual([
      94, 91, 90,
    ]);
  });
});

describe('bytes', () => {
  it('are sent with their type, name and length', async () => {
    const image = await app.ask(`${root}/image?name=a`);
    expect([image.status, image.headers.get('content-type'), image.headers.get('content-length')]).toEqual([
      200,
      'image/png',
      String(Buffer.byteLength('\x89PNG fixture')),
    ]);
    expect(image.headers.get('content-disposition')).toBeNull();
    const video = await app.ask(`${root}/video?name=whole`);
    expect([video.status, video.text, video.headers.get('content-length')]).toEqual([200, 'bytes', '5']);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    // The file name is documented without quotes.
    expect(video.headers.get('content-disposition')).toBe('attachment; filename=whole.mp4');
    expect(video.headers.get('x-ratelimit-remaining')).not.toBeNull();
  });

  it('of unknown length are sent without Content-Length and without the headers of the upstream', async () => {
    const video = await app.ask(`${root}/video?name=chunked`);
    expect([video.status, video.text, video.headers.get('content-length')]).toEqual([200, 'bytes', null]);
    for (const name of ['set-cookie', 'server', 'x-secret']) expect(video.headers.get(name)).toBeNull();
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=99-', 200, '0123456789', null],
    [undefined, 200, '0123456789', null],
  ])('are served for the Range %s', async (range, status, text, contentRange) => {
    const response = await app.ask(`${root}/slices`, range === undefined ? {} : { headers: { range } });
    expect([response.status, response.text, response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
  });

  it.each(['image?name=a', 'video?name=whole', 'slices'])(
    'have their headers in the response to HEAD %s',
    async (path) => {
      const get = await app.ask(`${root}/${path}`);
      const head = await app.ask(`${root}/${path}`, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'content-disposition']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
    },
  );

  it.each([
    ['image?name=a&missing=true', 404, 'There is no image named a.'],
    ['image', 400, 'name is required: name of what is asked for.'],
    ['image?name=a&missing=1', 400, 'missing must be true or false.'],
    ['video?name=missing', 404, 'There is no film named missing.'],
    ['video?name=refused', 502, 'The source for weather refused us.'],
  ])('that are unavailable are replaced by JSON: %s', async (path, status, error) => {
    const response = await app.ask(`${root}/${path}`);
    expect(response).toFail(status, error);
    for (const name of ['content-disposition', 'content-range'])
      expect(response.headers.get(name)).toBeNull();
  });

  it('are metadata and a URL in GraphQL', async () => {
    const { body } = await app.graphql(
      '{ fixture { image(name: "a") { contentType filename byteLength url } } }',
    );
    expect(body.data.fixture.image).toEqual({
      contentType: 'image/png',
      filename: null,
      byteLength: Buffer.byteLength('\x89PNG fixture'),
      url: '/api/weather/fixture/image',
    });
  });

  /** Requests a video and resolves to the response as soon as its headers are received. */
  async function begin(name: string) {
    const url = new URL(`${app.baseUrl}${root}/video?name=${name}`);
    const request = httpRequest(url, { headers: { authorization: `Bearer ${app.key}` } }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { request, response };
  }

  it('are aborted upstream when the client closes the connection', async () => {
    const { request, response } = await begin('endless');
    const video = videos.at(-1)!;
    response.on('error', () => {});
    request.destroy();
    await vi.waitFor(() => expect(video.isAborted).toBe(true));
  });

  it('are aborted upstream after the response to HEAD', async () => {
    await app.ask(`${root}/video?name=endless`, { method: 'HEAD' });
    const video = videos.at(-1)!;
    await vi.waitFor(() => expect(video.isAborted).toBe(true));
  });
});
