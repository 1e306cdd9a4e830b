import { request as httpRequest } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { seconds } from '../../../core/clock.ts';
import { groups } from '../../../core/groups.ts';
import { movableClock, startTestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';
import { playedUpstream } from '../../sources/sources-fixture.ts';
import { useTestApp } from '../../suite.ts';
import { words } from '../../support/words.ts';

const current = (city = 'Oslo') => `/api/weather/current?city=${encodeURIComponent(city)}`;
const rateNames = words(`x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset ratelimit-policy
  ratelimit`);
const app = useTestApp();

/** The headers of a caller at an address without a key. */
const withoutKey = (authorization?: string) => ({
  authorization: authorization ?? '',
  'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}`,
});

describe('a request', () => {
  it.each([
    ['12345678', true],
    ['abc_DEF-123', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['1234567', false],
    ['a b c d e f', false],
    ['<script>alert</script>', false],
    ['id=1;drop', false],
    ['', false],
  ])('has a request id, which is that of the header %j if it is valid: %s', async (id, isValid) => {
    const { headers } = await app.ask('/healthz', { headers: { 'x-request-id': id } });
    if (isValid) expect(headers.get('x-request-id')).toBe(id);
    else expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it('has a request id of its own without the header', async () => {
    const ids = await Promise.all([app.ask(current()), app.ask('/nowhere'), app.ask('/healthz')]);
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
  });

  it.each(['/api/weather/current?city=Oslo', '/api/nope', '/graphql', '/healthz', '/schema.graphql', '/'])(
    'to %s has X-Content-Type-Options: nosniff in its response',
    async (path) => {
      expect((await app.ask(path)).headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each([
    ['the Host is odd', '[', ''],
    ['the Host is empty', '', ''],
    ['the Host has another name', 'evil.example:99999999', ''],
    ['the target is an absolute URL', 'almanac', 'http://almanac.example'],
  ])('to a route receives its usual response when %s', async (_, hostHeader, target) => {
    const wire = await wireTo(app.baseUrl);
    const city = freshName('host');
    const authorization = `Authorization: Bearer ${app.key}`;
    wire.send(
      head(
        `GET ${target}${current(city)} HTTP/1.1`,
        `Host: ${hostHeader}`,
        authorization,
        'Connection: close',
      ),
    );
    const [response] = answersOf(await wire.closed());
    expect(response).toMatchObject({ status: 200, body: expect.stringContaining('"weather":[') });
  });

  it.each(['[', ''])(
    'to POST /graphql receives its usual response when the Host is %j',
    async (hostHeader) => {
      const wire = await wireTo(app.baseUrl);
      const body = '{"query":"{ __typename }"}';
      wire.send(
        head(
          'POST /graphql HTTP/1.1',
          `Host: ${hostHeader}`,
          `Authorization: Bearer ${app.key}`,
          'Content-Type: application/json; charset=UTF-8',
          `Content-Length: ${body.length}`,
          'Connection: close',
        ) + body,
      );
      const [response] = answersOf(await wire.closed());
      expect(response).toMatchObject({ status: 200, body: expect.stringContaining('"__typename":"Query"') });
    },
  );
});

describe('a caller without a valid key', () => {
  const details =
    'A valid API key is needed, as Authorization: Bearer <key>, from the address that it is bound to.';
  const refused = { success: false, error: { code: 401, message: 'Unauthorized', details } };

  it.each([
    ['a route', current()],
    ['a route that does not exist', '/api/nope'],
    ['a malformed path', '/api/weather/%E0%A4%A'],
    ['an invalid request', '/api/weather/current'],
    ['GET /api/me', '/api/me'],
  ])('is sent the same 401 for %s, without a charge and without an upstream call', async (_, path) => {
    const expired = await app.issue({ expiresAt: 1 });
    await app.clearCalls();
    for (const headers of [withoutKey(), expired]) {
      const response = await app.ask(path, { headers });
      expect(response).toRespond(401, refused);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(rateNames.filter((name) => response.headers.has(name))).toEqual([]);
    }
    expect(await app.calls()).toEqual([]);
  });

  it('is sent the same 401 by GraphQL, with a GraphQL error', async () => {
    for (const method of ['POST', 'GET']) {
      const response = await app.ask('/graphql?query={__typename}', {
        method,
        headers: { ...withoutKey(), 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{"query":"{ __schema { types { name } } }"}' } : {}),
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.body).toEqual({
        ...refused,
        errors: [
          {
            message: details,
            extensions: {
              code: 'UNAUTHENTICATED',
              retryable: false,
              requestId: response.headers.get('x-request-id'),
            },
          },
        ],
      });
    }
  });

  it('is sent a 401 over a persistent connection, and without a body for HEAD', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(
      head(`HEAD ${current()} HTTP/1.1`, 'Host: almanac') +
        head(`GET ${current()} HTTP/1.1`, 'Host: almanac', 'Connection: close'),
    );
    const responses = answersOf(await wire.closed());
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
    expect(responses[0]!.body).toBe('');
    expect(responses[0]!.head).toMatch(/content-length: \d+/i);
  });
});

describe('permission', () => {
  it('is checked for a field that joins another group', async () => {
    const onlyCode = await app.issue({ groups: ['coderepo'] });
    const { body } = await app.graphql(
      '{ coderepo { user(username: "octocat") { login weather { name } } } }',
      {},
      { headers: onlyCode },
    );
    expect(body.data.coderepo.user).toEqual({ login: 'octocat', weather: null });
    expect(body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
      'FORBIDDEN',
    ]);
  });
});

describe('the service', () => {
  const didYouMean = (path: string) => `There is no such route; did you mean ${path}?`;
  it.each([
    ['/api/nope', 404, 'There is no such route; /docs lists all.'],
    ['/api/', 404, 'There is no such route; /docs lists all.'],
    ['/api/weather', 404, 'There is no such route; /docs lists all.'],
    ['/api/weather/current/', 404, didYouMean('/api/weather/current')],
    ['/api/Weather/current?city=Oslo', 404, didYouMean('/api/weather/current')],
    ['/api/weather/Current?city=Oslo', 404, didYouMean('/api/weather/current')],
    ['/api//weather/current?city=Oslo', 404, didYouMean('/api/weather/current')],
    ['/api/wether/forcast?city=Oslo', 404, didYouMean('/api/weather/forecast')],
    ['/api/cardgame/batlelog/2PP', 404, didYouMean('/api/cardgame/battlelog/{playerTag}')],
    ['/api/weather/x/../current?city=Oslo', 200, undefined],
    ['/api/weather/%2e%2e/weather/current?city=Oslo', 200, undefined],
    ['/api/weather/%E0%A4%A', 400, 'The path holds a malformed escape sequence.'],
    ['/api/%', 400, 'The path holds a malformed escape sequence.'],
    ['/nowhere', 404, 'There is nothing here; the API begins at /api.'],
    ['/api', 200, undefined],
    ['/api/', 404, 'There is no such route; /docs lists all.'],
    ['/Graphql', 404, 'There is nothing here; the API begins at /api.'],
    ['/graphql/', 404, 'There is nothing here; the API begins at /api.'],
  ])('responds to GET %s with %i', async (path, status, error) => {
    const response = await app.ask(path);
    expect(response.status).toBe(status);
    if (error === undefined) return;
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-error-code')).toBe(status === 404 ? 'NOT_FOUND' : 'INVALID');
    expect(response.body).toEqual({ error });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'responds to %s of a route with 405 and the allowed methods',
    async (method) => {
      const response = await app.ask(current(), { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(response.body).toEqual({ error: `This route does not take ${method}; it takes GET.` });
      expect((await app.ask('/api/nope', { method })).status).toBe(404);
    },
  );

  it.each([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/api/weather/current', 'GET, HEAD, OPTIONS'],
  ])('responds to OPTIONS %s without a key', async (path, allow) => {
    const response = await app.ask(path, { method: 'OPTIONS', headers: withoutKey() });
    expect([response.status, response.headers.get('allow')]).toEqual([204, allow]);
  });

  it('matches no route for dot segments in the request target', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(
      head(
        'GET /api/weather/x/../current?city=Oslo HTTP/1.1',
        'Host: almanac',
        `Authorization: Bearer ${app.key}`,
        'Connection: close',
      ),
    );
    expect(answersOf(await wire.closed())[0]!.status).toBe(404);
  });
});

describe('what is no request', () => {
  const malformed =
    'The request is malformed. Characters outside ASCII must be percent-encoded, as in Troms%C3%B8.';

  it.each([
    ['a path in UTF-8', 'GET /api/weather/current?city=Troms\u00c3\u00b8 HTTP/1.1', 400, malformed],
    ['an unknown method', 'FETCH /healthz HTTP/1.1', 400, malformed],
    ['no HTTP', 'hello', 400, malformed],
    [
      'a head of 40 KB',
      `GET /${'x'.repeat(40_000)} HTTP/1.1`,
      431,
      'The head of the request is larger than 16384 bytes.',
    ],
  ])('such as %s has a refusal with a body', async (_, line, status, error) => {
    const wire = await wireTo(app.baseUrl);
    wire.send(head(line, 'Host: localhost'));
    const [answer] = answersOf(await wire.closed());
    expect(answer).toMatchObject({ status, body: JSON.stringify({ error }) });
    expect(answer!.head).toMatch(/\r\nX-Error-Code: INVALID/i);
  });

  it('after a request has a refusal as well', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(head('GET /healthz HTTP/1.1', 'Host: localhost'));
    await wire.seen('{"ok":true}');
    wire.send(head('no request'));
    expect(answersOf(await wire.closed()).map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('the service without a key', () => {
  it.each([
    ['/healthz', 'application/json; charset=utf-8', '{"ok":true}'],
    ['/readyz', 'application/json; charset=utf-8', '{"ok":true}'],
  ])('responds to GET %s with 200', async (path, type, text) => {
    const response = await app.ask(path, { headers: withoutKey() });
    expect([response.status, response.headers.get('content-type'), response.text]).toEqual([200, type, text]);
    expect((await app.ask(path, { method: 'HEAD', headers: withoutKey() })).status).toBe(200);
  });

  it('lists the groups at /api without a key, with the addresses of their documentation', async () => {
    const response = await fetch(`${app.baseUrl}/api`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const index = await response.json();
    expect(index).toMatchObject({ docs: `${app.baseUrl}/docs`, openapi: `${app.baseUrl}/openapi.json` });
    expect(index.groups.map(({ group }: { group: string }) => group).sort()).toEqual([...groups].sort());
    const { paths } = await (await fetch(index.openapi)).json();
    const page = await (await fetch(index.docs)).text();
    let total = 0;
    for (const { group, description, routes, path, docs } of index.groups) {
      expect(description).toMatch(/\w/);
      const documented = Object.keys(paths).filter((each) => each.startsWith(`/api/${group}/`));
      expect([group, path, routes]).toEqual([group, `${app.baseUrl}/api/${group}`, expect.any(Number)]);
      expect(routes).toBeGreaterThanOrEqual(documented.length);
      expect(page).toContain(`id="${new URL(docs).hash.slice(1)}"`);
      total += routes;
    }
    expect(total).toBe(128);
    expect((await app.ask('/api', { method: 'POST' })).status).not.toBe(200);
  });

  it('names the origin of the request in /openapi.json, and makes a few documents at most', async () => {
    const clock = movableClock();
    await using own = await startTestApp({ clock });
    const origin = (host: string, more: Record<string, string> = {}) =>
      new Promise<[string, string | undefined]>((resolve, reject) => {
        const request = httpRequest(
          `${own.baseUrl}/openapi.json`,
          { headers: { host, ...more } },
          (response) => {
            let body = '';
            response.on('data', (part) => (body += part));
            response.on('end', () => resolve([JSON.parse(body).servers[0].url, response.headers.etag]));
          },
        );
        request.on('error', reject).end();
      });
    // Another origin at once has relative addresses, and a tag of its own.
    const both = [origin('almanac.example'), origin('b.example')];
    const [[first, etag], [second, other]] = (await Promise.all(both)) as [
      [string, string],
      [string, string],
    ];
    expect(first).toBe('http://almanac.example');
    expect(second).toBe('/');
    expect(other).not.toBe(etag);
    clock.skip(1_000);
    expect((await origin('b.example', { 'x-forwarded-proto': 'https' }))[0]).toBe('https://b.example');
    clock.skip(1_000);
    expect((await origin('"><script>'))[0]).toBe('http://127.0.0.1:4000');
    expect(await origin('almanac.example')).toEqual([first, etag]);
  });

  it('answers a browser without a key by a page where nothing is', async () => {
    const headers = { authorization: '', accept: 'text/html,*/*;q=0.8' };
    const { status, text } = await app.ask('/nowhere', { headers });
    expect([status, text.includes('<h1>There is no page here</h1>')]).toEqual([404, true]);
    expect((await app.ask('/api/nowhere', { headers })).headers.get('content-type')).toMatch(/json/);
  });

  it.each([
    ['/api/weather/current?city=Oslo&units=metric&a%0d%0ab=1', 'units, a%0D%0Ab'],
    ['/api/weather/current?city=Oslo&fields=name', null],
    ['/api/lookup?url=https://github.com/octocat&deep=1', 'deep'],
  ])('names the ignored parameters of %s', async (path, ignored) => {
    for (const repeated of [path, path]) {
      expect((await app.ask(repeated)).headers.get('x-ignored')).toBe(ignored);
    }
  });

  it.each(['/schema.graphql', '/openapi.json', '/openapi-3.0.json', '/api'])(
    'has an ETag and encodings for %s',
    async (path) => {
      const plain = await app.ask(path, { headers: { authorization: '', 'accept-encoding': 'identity' } });
      const encoded = await app.ask(path, { headers: { authorization: '', 'accept-encoding': 'br' } });
      expect(encoded.headers.get('content-encoding')).toBe('br');
      expect(encoded.text).toBe(plain.text);
      const held = { authorization: '', 'if-none-match': plain.headers.get('etag')! };
      expect((await app.ask(path, { headers: held })).status).toBe(304);
    },
  );

  it('serves the schema at GET /schema.graphql', async () => {
    const { status, text, headers } = await app.ask('/schema.graphql', { headers: withoutKey() });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^type Weather \{$/m);
  });
});

describe('GET /api/me', () => {
  it('states the permissions and the remaining lookups of the key, and no secret', async () => {
    const expiresAt = Date.UTC(2100, 0, 1);
    const headers = await app.issue({
      name: 'Ada',
      groups: ['weather', 'news'],
      perMinute: 100,
      perSecond: 20,
      expiresAt,
      note: 'private',
    });
    await app.ask(current(), { headers });
    const { status, body, text } = await app.ask('/api/me', { headers });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^[a-z2-9]{6}$/),
        name: 'Ada',
        mode: 'live',
        groups: ['weather', 'news'],
        limits: { perMinute: 100, perSecond: 20 },
        remaining: 98,
        work: { recentMs: expect.any(Number), share: expect.any(Number) },
        resetAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        expiresAt: '2100-01-01T00:00:00.000Z',
      },
    });
    expect(text).not.toContain(headers.authorization.slice(7));
    expect(text).not.toContain('private');
  });
});

describe('a cached response', () => {
  it('has Age and X-Cache, and Cache-Control: private', async () => {
    const city = freshName('aged');
    const first = await app.ask(current(city));
    expect([first.headers.get('x-cache'), first.headers.get('age')]).toEqual(['MISS', '0']);
    expect(first.headers.get('cache-control')).toMatch(/^private, max-age=(5[4-9]\d|600)$/);
    app.clock.skip(seconds(60));
    for (const _ of [1, 2]) {
      const second = await app.ask(current(city));
      expect([second.headers.get('x-cache'), second.headers.get('age')]).toEqual(['HIT', '60']);
      expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(second.text).toBe(first.text);
    }
  });
});

describe('secrets', () => {
  it('have no field in a log line', async () => {
    const line = [...app.logs].map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered');
    expect(Object.keys(line).sort()).toEqual(
      words('address durationMs keyId level method msg requestId route status time').filter(
        (name) => name in line,
      ),
    );
  });
});

describe('a drain', () => {
  it('aborts requests that do not end in time', async () => {
    const fixture = await playedUpstream(() => {});
    const stopping = await startTestApp({ upstreamOrigin: fixture.origin });
    const inProgress = expect(stopping.ask(current())).rejects.toThrow('fetch failed');
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    await stopping.close();
    await inProgress;
  });
});
