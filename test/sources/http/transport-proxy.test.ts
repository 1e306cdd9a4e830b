import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failureOf, says, scripted, send, started, transportTo } from './transport-fixture.ts';

describe('a proxy', () => {
  async function proxied(onConnect: (socket: Socket) => void) {
    const requests: { target: string | undefined; authorization: string | undefined }[] = [];
    const server = createServer((_request, response) => response.writeHead(500).end());
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      socket.on('error', () => {});
      requests.push({ target: request.url, authorization: request.headers['proxy-authorization'] });
      onConnect(socket);
    });
    return { requests, proxy: (await started(server)).replace('//', '//user:hush@') };
  }

  it('opens a tunnel to the real host, and receives no readable request', async () => {
    const received: Buffer[] = [];
    const { requests, proxy } = await proxied((socket) => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.once('data', (data) => {
        received.push(data);
        socket.destroy();
      });
    });
    const to = transportTo(undefined, { proxy });
    const fault = await failureOf(send(to, { url: 'https://api.example.com/path?key=hush' }));
    expect(fault.kind).toBe('upstreamFailed');
    expect(requests[0]).toEqual({
      target: 'api.example.com:443',
      authorization: `Basic ${Buffer.from('user:hush').toString('base64')}`,
    });
    // 22 is a TLS handshake: the tunnel carries no plain text.
    expect(received[0]?.[0]).toBe(22);
    expect(Buffer.concat(received).includes('hush')).toBe(false);
  });

  it.each([403, 407, 502])('that responds with %i makes the upstream unavailable', async (status) => {
    const { proxy } = await proxied((socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`),
    );
    const response = send(transportTo(undefined, { proxy }));
    const fault = await failureOf(response);
    expect(fault).toMatchObject({ kind: 'upstreamFailed', message: 'The upstream could not be reached.' });
    expect(fault.trait).toBe('beforeResponse');
    expect(inspect(fault, { depth: 12 })).not.toContain('hush');
  });

  it('is not used when an upstream origin is set', async () => {
    const { requests, proxy } = await proxied((socket) => socket.destroy());
    const { origin } = await scripted({ '/api.example.com/a': says('a') });
    const response = await send(transportTo(origin, { proxy }), { url: 'https://api.example.com/a' });
    expect(response.body.toString()).toBe('a');
    expect(requests).toEqual([]);
  });
});
