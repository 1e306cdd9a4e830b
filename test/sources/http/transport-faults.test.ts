import { randomBytes } from 'node:crypto';
import type { LookupFunction, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Transport, UpstreamRequest } from '../../../sources/kernel/http/transport.ts';
import {
  collected,
  failureOf,
  open,
  rawUpstream,
  redirectTo,
  says,
  scripted,
  selfSigned,
  send,
  started,
  transportTo,
  upstream,
  within,
} from './transport-fixture.ts';

describe('an upstream is unavailable', () => {
  const unreachable = async (transport: Transport, message: string) => {
    const fault = await failureOf(send(transport));
    expect(fault).toMatchObject({ kind: 'upstreamFailed', message });
    expect(fault.trait).toBe('beforeResponse');
    return fault;
  };

  it('because nothing listens', async () => {
    const fault = await unreachable(transportTo('http://127.0.0.1:1'), 'The upstream could not be reached.');
    expect(fault.cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('because its name is unknown', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    const fault = await unreachable(transportTo(undefined, { lookup }), 'The upstream could not be reached.');
    expect(fault.cause).toMatchObject({ code: 'ENOTFOUND' });
  });

  it('because its certificate is not trusted', async () => {
    let requests = 0;
    const server = createTlsServer(selfSigned('127.0.0.1'), (socket) => {
      socket
        .on('error', () => {})
        .on('data', () => {
          requests += 1;
        });
    });
    const fault = await unreachable(
      transportTo(await started(server, 'https')),
      'The upstream could not be reached.',
    );
    expect(fault.cause).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(requests).toBe(0);
  });

  it('because it speaks no TLS', async () => {
    const origin = await upstream(says('plain'));
    await unreachable(transportTo(origin.replace('http:', 'https:')), 'The upstream could not be reached.');
  });
});

describe('an upstream that breaks off', () => {
  it.each([
    ['at once', ''],
    ['in the middle of its head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['with bytes that are not HTTP', 'SSH-2.0-server\r\n\r\n'],
    ['with too long a head', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('%s is unavailable', async (_what, head) => {
    const origin = await rawUpstream(head, (socket) => setTimeout(() => socket.destroy(), 20));
    const fault = await failureOf(send(transportTo(origin)));
    expect(fault).toMatchObject({ kind: 'upstreamFailed', message: 'The upstream broke off.' });
    expect(fault.trait).toBe('beforeResponse');
  });

  const ok = 'HTTP/1.1 200 OK\r\n';
  const half = `${ok}content-length: 100\r\n\r\nhalf`;
  const chunk = `${ok}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n`;
  const gzip = `${ok}content-encoding: gzip\r\ncontent-length: 400\r\n\r\n`;
  const broken: [string, string, (socket: Socket) => void][] = [
    ['before its announced length', half, (socket) => socket.end()],
    ['between two chunks', chunk, (socket) => socket.end()],
    ['by a reset', half, (socket) => socket.resetAndDestroy()],
    ['with a broken chunk', `${chunk}zz\r\n`, () => {}],
    ['in the middle of gzip', gzip, (socket) => socket.end(gzipSync(randomBytes(400)).subarray(0, 200))],
  ];

  it.each(broken)('%s fails after its headers', async (_what, head, finish) => {
    const origin = await rawUpstream(head, (socket) => setTimeout(() => finish(socket), 20));
    const fault = await failureOf(send(transportTo(origin)));
    expect(fault).toMatchObject({ kind: 'upstreamFailed', message: 'The upstream broke off.' });
    expect(fault.trait).toBeUndefined();
  });

  it.each(broken)('%s fails a download', async (_what, head, finish) => {
    const origin = await rawUpstream(head, (socket) => setTimeout(() => finish(socket), 20));
    const { status, body } = await open(transportTo(origin));
    expect(status).toBe(200);
    let hasEnded = false;
    body.on('end', () => {
      hasEnded = true;
    });
    expect(await failureOf(collected(body))).toMatchObject({ kind: 'upstreamFailed' });
    expect(hasEnded).toBe(false);
    expect(body.destroyed).toBe(true);
  });
});

describe('faults', () => {
  const secrets = ['hush-header', 'hush-query', 'hush-body', 'hush-answer'];
  const request: UpstreamRequest = {
    method: 'POST',
    url: new URL('https://api.example.com/path?key=hush-query'),
    headers: { authorization: 'Bearer hush-header' },
    body: 'hush-body',
  };

  it.each<[string, () => Promise<string>]>([
    ['refused', async () => 'http://127.0.0.1:1'],
    ['reset', () => rawUpstream('', (socket) => socket.resetAndDestroy())],
    ['not HTTP', () => rawUpstream('hush-answer\r\n\r\n', () => {})],
    [
      'truncated',
      () => rawUpstream('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhush-answer', (socket) => socket.end()),
    ],
    [
      'undecodable',
      () =>
        rawUpstream('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nhush-answer', (socket) => socket.end()),
    ],
    ['redirected away', () => upstream(redirectTo('https://evil.example/?key=hush-answer'))],
    ['redirected to nowhere', () => upstream(redirectTo('https://hush-answer:hush-answer:1/'))],
    ['silent', () => upstream(() => {})],
  ])('contain no secret: %s', async (_what, serve) => {
    const transport = transportTo(await serve());
    const fault = await failureOf(transport.send(request, { signal: within(200) }));
    const everything = inspect(fault, { depth: 12, showHidden: true, getters: true });
    for (const secret of secrets) expect(everything).not.toContain(secret);
    expect(fault.message).not.toMatch(/127\.0\.0\.1|example|path/);
  });

  it('of an invalid header are internal, and do not contain it', async () => {
    const { origin, requests } = await scripted({});
    const headers = { authorization: 'Bearer hush-header\r\nx: y' };
    const fault = await failureOf(send(transportTo(origin), { headers }));
    expect(fault.kind).toBe('internal');
    expect(inspect(fault, { depth: 12, showHidden: true })).not.toContain('hush-header');
    expect(requests).toEqual([]);
  });
});
