import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { routeGroups } from '../../rest/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { exampleAddress } from '../../server/pages/home.ts';
import { sources } from '../../sources/index.ts';
import { startTestApp } from '../app.ts';
import { selfSigned } from '../sources/http/transport-fixture.ts';
import { useStarted } from '../suite.ts';
import { usualCatalogueItems } from '../support/catalogue.ts';

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

const listening = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A proxy whose tunnels all lead to one TLS server, which stands for the hosts: the sandbox responds behind it. */
const tunnels = useStarted(async () => {
  const sandbox = await startSandbox({ catalogueItems: usualCatalogueItems });
  const hosts: string[] = [];
  const tls = createTlsServer(selfSigned('upstreams'), async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const host = request.headers.host === 'mirror.example' ? 'api.openweathermap.org' : request.headers.host;
    const headers = new Headers(Object.entries(request.headers) as [string, string][]);
    for (const name of ['host', 'connection', 'transfer-encoding', 'content-length']) headers.delete(name);
    const reply = await fetch(`${sandbox.origin}/${host}${request.url}`, {
      ...{ method: request.method!, headers, redirect: 'manual' },
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    });
    const kept = [...reply.headers].filter(
      ([name]) => !/^(?:content-(?:encoding|length)|transfer-)/.test(name),
    );
    response.writeHead(reply.status, kept).end(Buffer.from(await reply.arrayBuffer()));
  });
  const port = await listening(tls);
  const proxy = createServer();
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    hosts.push(request.url!.replace(':443', ''));
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const target = connect(port, '127.0.0.1');
    for (const end of [socket, target]) end.on('error', () => {});
    socket.pipe(target).pipe(socket);
  });
  const origin = `http://127.0.0.1:${await listening(proxy)}`;
  return {
    ...{ hosts, origin },
    async close() {
      for (const server of [proxy, tls]) server.close();
      tls.closeAllConnections();
      await sandbox.close();
    },
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

  it('are served through the proxy of each group, and by an https origin behind it', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const proxies = routeGroups.map(({ group }) => [`${group.toUpperCase()}_PROXY`, tunnels.origin]);
    const environment = { ...Object.fromEntries(proxies), WEATHER_ORIGIN: 'https://mirror.example' };
    await using app = await startTestApp({ upstreamOrigin: '', environment });
    for (const { group, routes } of routeGroups) {
      if (group === 'songid') continue;
      const { status } = await app.ask(exampleAddress(routes[0]!));
      const own = sources.filter((source) => source.group === group).flatMap(({ hosts }) => hosts);
      const [host = 'none'] = tunnels.hosts.splice(0);
      const isOwn = group === 'weather' ? host === 'mirror.example' : own.some((each) => isIn(each, host));
      expect({ group, status, host, isOwn }).toEqual({ group, status: 200, host, isOwn: true });
    }
    vi.unstubAllEnvs();
  });

  it.each(['ARENAGAME_ORIGIN', 'MUSIC_PROXY'])('have settings that are addresses: %s', async (name) => {
    await expect(startTestApp({ environment: { [name]: 'nowhere' } })).rejects.toThrow(
      new RegExp(`^${name} must be an address such as`),
    );
  });
});

const isIn = (pattern: string, host: string): boolean =>
  pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)));
