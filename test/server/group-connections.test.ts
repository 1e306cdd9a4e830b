import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../app.ts';
import { useStarted } from '../suite.ts';

/** A server on loopback that notes what it is asked for: as an origin, and as a proxy. */
const stub = useStarted(async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"list":[]}');
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
});

const player = '/api/arenagame/player/2PP00';

describe('the connections of one group', () => {
  it('lead to an https origin in place of the first origin of the group, with the same paths', async () => {
    await using app = await startTestApp({
      upstreamOrigin: stub.origin,
      environment: { ARENAGAME_ORIGIN: 'https://bsproxy.royaleapi.dev' },
    });
    await app.ask(player);
    await app.ask('/api/cardgame/player/2PP00');
    expect(stub.asked.splice(0).map((url) => url.split('/')[1])).toEqual([
      'bsproxy.royaleapi.dev',
      'api.clashroyale.com',
    ]);
  });

  it('lead to an origin of the operator with the host in the path, and those of other groups do not', async () => {
    await using app = await startTestApp({ environment: { ARENAGAME_ORIGIN: stub.origin } });
    await app.ask(player);
    expect((await app.ask('/api/weather/current?city=Oslo')).status).toBe(200);
    expect(stub.asked.splice(0)).toEqual(['/api.brawlstars.com/v1/players/%232PP00']);
    const tester = await app.issue({ mode: 'sandbox' });
    expect((await app.ask(player, { headers: tester })).status).toBe(200);
    expect(stub.asked.splice(0)).toEqual([]);
  });

  it('go through a proxy of its own', async () => {
    const { origin } = stub;
    await using app = await startTestApp({ upstreamOrigin: '', environment: { PHOTOSOCIAL_PROXY: origin } });
    expect((await app.ask('/api/photosocial/profile?username=somebody')).status).toBeGreaterThanOrEqual(500);
    expect(new Set(stub.asked.splice(0))).toContain('CONNECT www.instagram.com:443');
  });

  it.each(['ARENAGAME_ORIGIN', 'MUSIC_PROXY'])('have settings that are addresses: %s', async (name) => {
    await expect(startTestApp({ environment: { [name]: 'nowhere' } })).rejects.toThrow(
      new RegExp(`^${name} must be an address such as`),
    );
  });
});
