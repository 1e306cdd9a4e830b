import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isBeforeResponse } from '../../../sources/kernel/http/exchange.ts';
import type { UpstreamRequest } from '../../../sources/kernel/http/transport.ts';
import {
  failureOf,
  get,
  never,
  redirectTo,
  says,
  scripted,
  transportTo,
  upstream,
} from './transport-fixture.ts';

describe('redirects', () => {
  const hosts = ['api.example.com', 'www.example.com', '*.cdn.example'];
  const ask = async (
    routes: Parameters<typeof scripted>[0],
    more: Partial<UpstreamRequest> = {},
    url = 'https://api.example.com/a',
  ) => {
    const { origin, asked } = await scripted(routes);
    const answer = transportTo(origin).send(get(url, { hosts, ...more }), { signal: never() });
    return { answer, asked };
  };
  const paths = (asked: { path: string }[]) => asked.map(({ path }) => path);

  it.each([301, 302, 303, 307, 308])('%i is followed, to a path or an address', async (status) => {
    const { answer, asked } = await ask({
      '/api.example.com/a': redirectTo('../b?x=1#part', status),
      '/api.example.com/b?x=1': redirectTo('https://www.example.com/c', status),
      '/www.example.com/c': redirectTo('//x.cdn.example/d', status),
      '/x.cdn.example/d': says('found'),
    });
    expect((await answer).body.toString()).toBe('found');
    expect((await answer).url.href).toBe('https://x.cdn.example/d');
    expect(paths(asked)).toEqual([
      '/api.example.com/a',
      '/api.example.com/b?x=1',
      '/www.example.com/c',
      '/x.cdn.example/d',
    ]);
  });

  it('reads an address at the upstream origin as the real one', async () => {
    const { origin, asked } = await scripted({ '/www.example.com/b?x=1': says('found') });
    const front = await upstream((request, response) => {
      const target = request.url === '/api.example.com/a' ? `${origin}/www.example.com/b?x=1` : undefined;
      response.writeHead(target ? 302 : 404, target ? { location: target } : {}).end();
    });
    // An address at some other origin than the configured one is not mapped, so it is refused.
    const refused = transportTo(front).send(get('https://api.example.com/a', { hosts }), { signal: never() });
    expect(await failureOf(refused)).toMatchObject({ kind: 'upstreamFailed' });
    expect(asked).toEqual([]);

    const self: { origin: string } = { origin: '' };
    self.origin = await upstream((request, response) => {
      if (request.url === '/www.example.com/b?x=1') return response.end('found');
      return response.writeHead(302, { location: `${self.origin}/www.example.com/b?x=1` }).end();
    });
    const answer = await transportTo(self.origin).send(get('https://api.example.com/a', { hosts }), {
      signal: never(),
    });
    expect(answer.url.href).toBe('https://www.example.com/b?x=1');
    expect(answer.body.toString()).toBe('found');
  });

  it.each([
    ['another host', 'https://evil.example/'],
    ['a host that only looks alike', 'https://www.example.com.evil.example/'],
    ['plain http', 'http://www.example.com/'],
    ['another port', 'https://www.example.com:8443/'],
    ['credentials', 'https://user:word@www.example.com/'],
    ['this machine', 'https://127.0.0.1/'],
    ['this machine by name', 'https://localhost/'],
    ['metadata', 'http://169.254.169.254/latest'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'https://'],
  ])('to %s are refused', async (_what, location) => {
    const { answer, asked } = await ask({ '/api.example.com/a': redirectTo(location) });
    const fault = await failureOf(answer);
    expect(fault).toMatchObject({ kind: 'upstreamFailed' });
    expect(isBeforeResponse(fault)).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('to a literal or local address are refused even when a list allows it', async () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.1']) {
      const { answer, asked } = await ask(
        { '/api.example.com/a': redirectTo(`https://${host}/`) },
        { hosts: ['api.example.com', host] },
      );
      expect(await failureOf(answer)).toMatchObject({ message: 'The upstream is not at a public address.' });
      expect(asked).toHaveLength(1);
    }
  });

  it('stay on the host of the request unless hosts are given', async () => {
    const { origin } = await scripted({
      '/api.example.com/a': redirectTo('/b'),
      '/api.example.com/b': redirectTo('https://www.example.com/c'),
    });
    const answer = transportTo(origin).send(get('https://api.example.com/a'), { signal: never() });
    expect(await failureOf(answer)).toMatchObject({ kind: 'upstreamFailed' });
  });

  it('end after three, or after as many as the request says', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`/api.example.com/${index}`, redirectTo(`/${index + 1}`)]),
    );
    const three = await ask(chain, {}, 'https://api.example.com/0');
    expect(await failureOf(three.answer)).toMatchObject({ message: 'The upstream redirected too often.' });
    expect(three.asked).toHaveLength(4);
    const one = await ask(chain, { redirects: 1 }, 'https://api.example.com/0');
    await failureOf(one.answer);
    expect(one.asked).toHaveLength(2);
  });

  it('are answers when none are to be followed, with a real address', async () => {
    const { answer, asked } = await ask({ '/api.example.com/a': redirectTo('/b?x=1') }, { redirects: 0 });
    expect(await answer).toMatchObject({
      status: 302,
      headers: { location: 'https://api.example.com/b?x=1' },
    });
    expect((await answer).body.toString()).toBe('moved');
    expect(asked).toHaveLength(1);
  });

  it('are not followed in a loop', async () => {
    const { answer, asked } = await ask({
      '/api.example.com/a': redirectTo('/b'),
      '/api.example.com/b': redirectTo('/a'),
    });
    expect(await failureOf(answer)).toMatchObject({ message: 'The upstream redirected too often.' });
    expect(asked).toHaveLength(2);
  });

  it('without a location are answers', async () => {
    const { answer } = await ask({
      '/api.example.com/a': (_request, response) => response.writeHead(302).end('x'),
    });
    expect((await answer).status).toBe(302);
  });

  it('carry no secret to another host, nor back', async () => {
    const { answer, asked } = await ask(
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
    await answer;
    const secrets = asked.map(({ headers }) => [headers.authorization, headers.cookie, headers['x-api-key']]);
    const all = ['Bearer s', 's', 's'];
    const none = [undefined, undefined, undefined];
    expect(secrets).toEqual([all, all, none, none]);
    expect(asked.map(({ headers }) => headers.accept)).toEqual(Array(4).fill('text/plain'));
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [307, 'POST', 'POST', 'x=1'],
    [308, 'POST', 'POST', 'x=1'],
    [301, 'HEAD', 'HEAD', ''],
    [303, 'HEAD', 'HEAD', ''],
  ] as const)('%i turns %s into %s', async (status, method, expected, body) => {
    const { answer, asked } = await ask(
      { '/api.example.com/a': redirectTo('/b', status), '/api.example.com/b': says('found') },
      { method, ...(method === 'POST' && { body: 'x=1', headers: { 'content-type': 'text/plain' } }) },
    );
    await answer;
    expect(asked[1]).toMatchObject({ method: expected, body });
    expect(asked[1]?.headers['content-type']).toBe(body ? 'text/plain' : undefined);
  });

  it.each([307, 308])('%i does not take a body to another host', async (status) => {
    const { answer, asked } = await ask(
      { '/api.example.com/a': redirectTo('https://www.example.com/b', status) },
      { method: 'POST', body: 'client_secret=s' },
    );
    expect(await failureOf(answer)).toMatchObject({ kind: 'upstreamFailed' });
    expect(asked).toHaveLength(1);
  });
});

describe('the first address', () => {
  it.each([
    ['plain http', 'http://api.example.com/', {}],
    ['a port', 'https://api.example.com:8443/', {}],
    ['credentials', 'https://user:word@api.example.com/', {}],
    ['a host off the list', 'https://api.example.com/', { hosts: ['www.example.com'] }],
    ['a literal address', 'https://127.0.0.1/', {}],
    ['a literal address, otherwise spelled', 'https://0x7f.1/', {}],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', {}],
    ['a local name', 'https://localhost/', {}],
  ])('is refused with %s, at every destination', async (_what, url, more) => {
    const { origin, asked } = await scripted({});
    for (const transport of [
      transportTo(origin),
      transportTo(undefined),
      transportTo(undefined, { proxy: origin }),
    ]) {
      const fault = await failureOf(transport.send(get(url, more), { signal: never() }));
      expect(fault).toMatchObject({ kind: 'upstreamFailed' });
      expect(isBeforeResponse(fault)).toBe(false);
    }
    expect(asked).toEqual([]);
  });

  it('is refused when its name resolves to a private address', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const fault = await failureOf(
      transportTo(undefined, { lookup }).send(get('https://api.example.com/'), { signal: never() }),
    );
    expect(fault).toMatchObject({
      kind: 'upstreamFailed',
      message: 'The upstream is not at a public address.',
    });
  });
});
