import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  collected,
  deferred,
  failureOf,
  open,
  says,
  scripted,
  send,
  started,
  transportTo,
  upstream,
} from './transport-fixture.ts';

describe('send', () => {
  it('requests the URL at the upstream origin, and returns the real URL', async () => {
    const { origin, requests } = await scripted({
      '/api.example.com/v1/now?q=a%20b&q=c': says('{"ok":true}'),
    });
    const url = 'https://api.example.com/v1/now?q=a%20b&q=c#part';
    const response = await send(transportTo(origin), { url, headers: { 'X-Token': 'abc' } });
    expect(response.status).toBe(200);
    expect(response.body.toString()).toBe('{"ok":true}');
    expect(response.url.href).toBe('https://api.example.com/v1/now?q=a%20b&q=c#part');
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/api.example.com/v1/now?q=a%20b&q=c' });
    expect(requests[0]?.headers).toMatchObject({
      'x-token': 'abc',
      'user-agent': 'almanac-test',
      'accept-encoding': 'gzip, br',
    });
  });

  it('sends the user agent and the encodings of the request', async () => {
    const { origin, requests } = await scripted({ '/api.example.com/': says('') });
    const headers = { 'User-Agent': 'other', 'Accept-Encoding': 'identity' };
    await send(transportTo(origin), { headers });
    expect(requests[0]?.headers).toMatchObject({ 'user-agent': 'other', 'accept-encoding': 'identity' });
  });

  it.each(['text=a', new TextEncoder().encode('text=a')])('posts a body', async (body) => {
    const { origin, requests } = await scripted({ '/api.example.com/token': says('{}') });
    const headers = { 'content-type': 'text/plain' };
    await send(transportTo(origin), { method: 'POST', url: 'https://api.example.com/token', headers, body });
    expect(requests[0]).toMatchObject({ method: 'POST', body: 'text=a' });
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '6' });
  });

  it.each([204, 304, 400, 401, 404, 429, 500, 503])(
    'resolves to a response with status %i',
    async (status) => {
      const origin = await upstream((_request, response) =>
        response.writeHead(status, { 'content-encoding': status === 304 ? 'gzip' : 'identity' }).end(),
      );
      const response = await send(transportTo(origin));
      expect(response.status).toBe(status);
    },
  );

  it('reuses connections and limits their number', async () => {
    let connections = 0;
    let inFlight = 0;
    let maxInFlight = 0;
    const server = createServer(async (_request, response) => {
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      await delay(5);
      inFlight -= 1;
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    });
    server.on('connection', () => {
      connections += 1;
    });
    const transport = transportTo(await started(server), { connectionsPerOrigin: 3 });
    const ask = () => send(transport);
    await Promise.all(Array.from({ length: 12 }, ask));
    for (let again = 0; again < 5; again += 1) await ask();
    expect(connections).toBe(3);
    expect(maxInFlight).toBe(3);
  });
});

describe('content encodings', () => {
  const text = JSON.stringify({ words: 'a long answer '.repeat(500) });
  const serving = (encoding: string, bytes: Buffer) =>
    upstream((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.length }).end(bytes),
    );

  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('such as %s are decoded by send and by open', async (encoding, bytes) => {
    const transport = transportTo(await serving(encoding, bytes));
    const response = await send(transport);
    expect(response.body.toString()).toBe(text);
    const stream = await open(transport);
    expect(await collected(stream.body)).toEqual(Buffer.from(text));
    for (const { headers } of [response, stream]) {
      if (encoding !== 'identity') expect(headers).not.toHaveProperty('content-encoding');
      if (encoding !== 'identity') expect(headers).not.toHaveProperty('content-length');
    }
  });

  it.each([
    ['a chain', 'gzip, gzip', gzipSync(gzipSync(text))],
    ['an unknown coding', 'zstd', Buffer.from(text)],
    ['a coding named like a method', 'constructor', Buffer.from(text)],
    ['bytes that are not of the coding', 'gzip', Buffer.from(text)],
    ['bytes that are not brotli', 'br', Buffer.from(text)],
    ['an incomplete gzip response', 'gzip', gzipSync(text).subarray(0, 60)],
    ['an incomplete brotli response', 'br', brotliCompressSync(randomBytes(400)).subarray(0, 200)],
  ])('are refused for %s', async (_what, encoding, bytes) => {
    const transport = transportTo(await serving(encoding, bytes));
    const fault = await failureOf(send(transport));
    expect(fault).toMatchObject({
      kind: 'upstreamFailed',
      message: expect.stringMatching(/encoding|decode/),
    });
    expect(fault.trait).toBeUndefined();
  });
});

describe('the size limit of a body', () => {
  const exactly = (byteLength: number) =>
    upstream((_request, response) =>
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(Buffer.alloc(byteLength)),
    );

  it('is 10 MiB, inclusive, by default', async () => {
    const limit = 10 * 1024 * 1024;
    const sent = async (byteLength: number) => send(transportTo(await exactly(byteLength)));
    expect((await sent(limit)).body).toHaveLength(limit);
    expect(await failureOf(sent(limit + 1))).toMatchObject({ kind: 'upstreamFailed' });
  });

  it('applies to the stream of open', async () => {
    const transport = transportTo(await exactly(500_000));
    const { body } = await open(transport, {}, 100_000);
    expect(await failureOf(collected(body))).toMatchObject({ kind: 'upstreamFailed' });
  });
});

describe('open', () => {
  it('streams the body with its length', async () => {
    const bytes = randomBytes(700_000);
    const { origin, requests } = await scripted({
      '/media.example.com/clip': (_request, response) =>
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length }).end(bytes),
    });
    const response = await open(transportTo(origin), { url: 'https://media.example.com/clip' });
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
    });
    expect(response.url.href).toBe('https://media.example.com/clip');
    const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(digest(await collected(response.body))).toBe(digest(bytes));
    expect(requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('waits for a slow reader, so that its buffer is limited', async () => {
    let written = 0;
    const origin = await upstream((_request, response) => {
      const more = () => {
        written += 65_536;
        if (response.write(Buffer.alloc(65_536))) setImmediate(more);
      };
      response.on('drain', more);
      more();
    });
    const { body } = await open(transportTo(origin));
    await once(body, 'readable');
    await delay(200);
    const buffered = written;
    await delay(200);
    expect(written).toBe(buffered);
    expect(body.readableLength).toBeLessThan(1_000_000);
    body.destroy();
  });

  it.each([
    ['unread', (_body: Readable) => {}],
    ['half read', (body: Readable) => body.resume()],
  ])('aborts the upstream call immediately when the stream is destroyed %s', async (_what, before) => {
    const closed = deferred();
    const origin = await upstream((_request, response) => {
      response.on('close', closed.resolve).writeHead(200, { 'content-length': '100' }).write('half');
    });
    const { body } = await open(transportTo(origin));
    before(body);
    await delay(20);
    body.destroy();
    await Promise.race([closed.promise, delay(500).then(() => expect.fail('the upstream was held'))]);
  });

  it('is destroyed with the reason when the signal aborts', async () => {
    const origin = await upstream((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
    });
    const caller = new AbortController();
    const { body } = await open(transportTo(origin), { signal: caller.signal });
    const failure = collected(body).catch((error: unknown) => error);
    const reason = new Error('went away');
    setTimeout(() => caller.abort(reason), 20);
    expect(await failure).toBe(reason);
  });
});

describe('close', () => {
  it('aborts requests in progress and refuses later ones', async () => {
    const arrived = deferred();
    const origin = await upstream(() => arrived.resolve());
    const transport = transportTo(origin);
    const response = failureOf(send(transport));
    await arrived.promise;
    await transport.close();
    expect((await response).kind).toBe('upstreamFailed');
    const later = failureOf(send(transport));
    expect((await later).kind).toBe('upstreamFailed');
  });
});
