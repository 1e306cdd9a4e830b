import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  redirectTo,
  type Sent,
  says,
  scripted,
  send,
  transportTo,
  upstream,
} from './transport-fixture.ts';

describe('redirects', () => {
  const hosts = ['api.example.com', 'www.example.com', '*.cdn.example'];
  const ask = async (routes: Parameters<typeof scripted>[0], more: Sent = {}) => {
    const { origin, requests } = await scripted(routes);
    const response = send(transportTo(origin), { url: 'https://api.example.com/a', hosts, ...more });
    return { response, requests };
  };
  const paths = (requests: { path: string }[]) => requests.map(({ path }) => path);

  it.each([301, 302, 303, 307, 308])('with status %i are followed, to a path or a URL', async (status) => {
    const { response, requests } = await ask({
      '/api.example.com/a': redirectTo('../b?x=1#part', status),
      '/api.example.com/b?x=1': redirectTo('https://www.example.com/c', status),
      '/www.example.com/c': redirectTo('//x.cdn.example/d', status),
      '/x.cdn.example/d': says('found'),
    });
    expect((await response).body.toString()).toBe('found');
    expect((await response).url.href).toBe('https://x.cdn.example/d');
    expect(paths(requests)).toEqual([
      '/api.example.com/a',
      '/api.example.com/b?x=1',
      '/www.example.com/c',
      '/x.cdn.example/d',
    ]);
  });

  it('to a URL at the upstream origin are mapped to the real URL', async () => {
    const { origin, requests } = await scripted({ '/www.example.com/b?x=1': says('found') });
    const front = await upstream((request, response) => {
      const target = request.url === '/api.example.com/a' ? `${origin}/www.example.com/b?x=1` : undefined;
      response.writeHead(target ? 302 : 404, target ? { location: target } : {}).end();
    });
    // A URL at another origin than the configured one is not mapped, so it is refused.
    const refused = send(transportTo(front), { url: 'https://api.example.com/a', hosts });
    expect(await failureOf(refused)).toMatchObject({ kind: 'upstreamFailed' });
    expect(requests).toEqual([]);

    const self: { origin: string } = { origin: '' };
    self.origin = await upstream((request, response) => {
      if (request.url === '/www.example.com/b?x=1') return response.end('found');
      return response.writeHead(302, { location: `${self.origin}/www.example.com/b?x=1` }).end();
    });
    const response = await send(transportTo(self.origin), { url: 'https://api.example.com/a', hosts });
    expect(response.url.href).toBe('https://www.example.com/b?x=1');
    expect(response.body.toString()).toBe('found');
  });

  it.each([
    ['another host', 'https://evil.example/'],
    ['a host with an allowed host as its prefix', 'https://www.example.com.evil.example/'],
    ['plain http', 'http://www.example.com/'],
    ['another port', 'https://www.example.com:8443/'],
    ['credentials', 'https://user:word@www.example.com/'],
    ['this machine', 'https://127.0.0.1/'],
    ['this machine by name', 'https://localhost/'],
    ['metadata', 'http://169.254.169.254/latest'],
    ['a file', 'file:///etc/passwd'],
    ['an invalid URL', 'https://'],
  ])('to %s are refused', async (_what, location) => {
    const { response, requests } = await ask({ '/api.example.com/a': redirectTo(location) });
    const fault = await failureOf(response);
    expect(fault).toMatchObject({ kind: 'upstreamFailed' });
    expect(fault.trait).toBeUndefined();
    expect(requests).toHaveLength(1);
  });

  it('to a literal or local address are refused even when the hosts include it', async () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.1']) {
      const { response, requests } = await ask(
        { '/api.example.com/a': redirectTo(`https://${host}/`) },
        { hosts: ['api.example.com', host] },
      );
      expect(await failureOf(response)).toMatchObject({
        message: 'The upstream is not at a public address.',
      });
      expect(requests).toHaveLength(1);
    }
  });

  it('are limited to the host of the request unless hosts are given', async () => {
    const { origin } = await scripted({
      '/api.example.com/a': redirectTo('/b'),
      '/api.example.com/b': redirectTo('https://www.example.com/c'),
    });
    const response = send(transportTo(origin), { url: 'https://api.example.com/a' });
    expect(await failureOf(response)).toMatchObject({ kind: 'upstreamFailed' });
  });

  it('are limited to three, or to the number in the request', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`/api.example.com/${index}`, redirectTo(`/${index + 1}`)]),
    );
    const three = await ask(chain, { url: 'https://api.example.com/0' });
    expect(await failureOf(three.response)).toMatchObject({ message: 'The upstream redirected too often.' });
    expect(three.requests).toHaveLength(4);
    const one = await ask(chain, { redirects: 1, url: 'https://api.example.com/0' });
    await failureOf(one.response);
    expect(one.requests).toHaveLength(2);
  });

  it('are responses with a real URL when redirects is 0', async () => {
    const { response, requests } = await ask(
      { '/api.example.com/a': redirectTo('/b?x=1') },
      { redirects: 0 },
    );
    expect(await response).toMatchObject({
      status: 302,
      headers: { location: 'https://api.example.com/b?x=1' },
    });
    expect((await response).body.toString()).toBe('moved');
    expect(requests).toHaveLength(1);
  });

  it('without a location are responses', async () => {
    const { response } = await ask({
      '/api.example.com/a': (_request, response) => response.writeHead(302).end('x'),
    });
    expect((await response).status).toBe(302);
  });

  it('remove secrets for another host and afterwards', async () => {
    const { response, requests } = await ask(
      {
        '/api.example.com/a': redirectTo('/b'),
        '/api.example.com/b': redirectTo('https://www.example.com/c'),
        '/www.example.com/c': redirectTo('https://api.example.com/d'),
        '/api.example.com/d': says('found'),
      },
      {
        headers: { Authorization: 'Bearer s', Cookie: 's', 'X-Api-Key': 's', accept: 'text/plain' },
        secretHeaders: ['X-API-Key'],
      },
    );
    await response;
    const secrets = requests.map(({ headers }) => [
      headers.authorization,
      headers.cookie,
      headers['x-api-key'],
    ]);
    const all = ['Bearer s', 's', 's'];
    const none = [undefined, undefined, undefined];
    expect(secrets).toEqual([all, all, none, none]);
    expect(requests.map(({ headers }) => headers.accept)).toEqual(Array(4).fill('text/plain'));
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [307, 'POST', 'POST', 'x=1'],
    [308, 'POST', 'POST', 'x=1'],
  ] as const)('with status %i change %s to %s', async (status, method, expected, body) => {
    const { response, requests } = await ask(
      { '/api.example.com/a': redirectTo('/b', status), '/api.example.com/b': says('found') },
      { method, body: 'x=1', headers: { 'content-type': 'text/plain' } },
    );
    await response;
    expect(requests[1]).toMatchObject({ method: expected, body });
    expect(requests[1]?.headers['content-type']).toBe(body ? 'text/plain' : undefined);
  });

  it.each([307, 308])('with status %i do not send a body to another host', async (status) => {
    const { response, requests } = await ask(
      { '/api.example.com/a': redirectTo('https://www.example.com/b', status) },
      { method: 'POST', body: 'client_secret=s' },
    );
    expect(await failureOf(response)).toMatchObject({ kind: 'upstreamFailed' });
    expect(requests).toHaveLength(1);
  });
});

describe('the URL of a request', () => {
  it.each([
    ['plain http', 'http://api.example.com/', {}],
    ['a port', 'https://api.example.com:8443/', {}],
    ['credentials', 'https://user:word@api.example.com/', {}],
    ['a host that is not in the list', 'https://api.example.com/', { hosts: ['www.example.com'] }],
    ['a literal address', 'https://127.0.0.1/', {}],
    ['a literal address in another spelling', 'https://0x7f.1/', {}],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', {}],
    ['a local name', 'https://localhost/', {}],
  ])('is refused with %s, at every destination', async (_what, url, more) => {
    const { origin, requests } = await scripted({});
    for (const transport of [
      transportTo(origin),
      transportTo(undefined),
      transportTo(undefined, { proxy: origin }),
    ]) {
      const fault = await failureOf(send(transport, { url, ...more }));
      expect(fault).toMatchObject({ kind: 'upstreamFailed' });
      expect(fault.trait).toBeUndefined();
    }
    expect(requests).toEqual([]);
  });

  it('is refused when its name resolves to a private address', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const fault = await failureOf(send(transportTo(undefined, { lookup })));
    expect(fault).toMatchObject({
      kind: 'upstreamFailed',
      message: 'The upstream is not at a public address.',
    });
  });
});
