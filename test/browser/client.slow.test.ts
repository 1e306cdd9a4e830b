import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { type Chromium, startChromium, whyNoChromium } from './chromium.ts';

const reason = whyNoChromium ? ` (skipped: ${whyNoChromium})` : '';

describe.skipIf(whyNoChromium)(`the client in a page of another origin${reason}`, { timeout: 60_000 }, () => {
  let app: TestApp;
  let chromium: Chromium;
  let site: Server;
  let origin: string;

  beforeAll(async () => {
    site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><title>A page</title><script type="module">
        import * as almanacClient from '${app.baseUrl}/almanac-client.js';
        globalThis.almanacClient = almanacClient;
        </script>`,
      );
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    [app, chromium] = await Promise.all([
      startTestApp({ environment: { CORS_ORIGINS: origin } }),
      startChromium(),
    ]);
  }, 60_000);
  afterAll(async () => {
    site.close();
    await chromium?.close();
    await app?.close();
  });

  it('asks, has errors with their facts, sends a file, goes through pages, and follows a stream again', async () => {
    const { tab } = await chromium.open();
    await tab.goto(origin);
    const result = await tab.evaluate<Record<string, unknown>>(`(async () => {
      const { createClient, NotFoundError } = almanacClient;
      const infos = [];
      const options = { url: '${app.baseUrl}', key: '${app.key}', onResponse: (info) => infos.push(info) };
      const almanac = createClient(options);
      const weather = await almanac.get('/api/weather/current', { city: 'Oslo' });
      const error = await almanac.get('/api/weather/current', { city: 'notfoundville' }).catch((error) => error);
      const file = new File([new Uint8Array(64)], 'clip.wav');
      const upload = await almanac.upload('/api/songid/identify', { file }).catch(({ code }) => code);
      const picture = await (await almanac.file('/api/cubegame/avatar', { uuid: '069a79f444e94726a5befca90e38aaf5' })).blob();
      const ids = [];
      for await (const { id } of almanac.items('/api/livestream/streams/top', { first: 2 })) if (ids.push(id) === 3) break;
      const { data } = await almanac.graphql('{ weather { current(city: "Oslo") { name } } }');
      // The first connection ends after an event, and the second names it.
      let sent = 0;
      const breaking = createClient({ ...options, fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (sent++ > 0 || !response.body) return response;
        await response.body.cancel();
        return new Response(new Blob(['id: seen\\ndata: {"name":"first"}\\n\\nretry: 10\\n\\n']).stream(), response);
      } });
      const names = [];
      for await (const { name } of breaking.watch('/api/weather/current', { city: 'Oslo' })) if (names.push(name) === 2) break;
      return {
        weather: weather.name,
        failure: [error instanceof NotFoundError, error.code, typeof error.requestId],
        upload, picture: picture.type, ids: new Set(ids).size, data, names,
        limits: infos.filter(({ rateLimit }) => rateLimit?.limit > 0).length > 3,
      };
    })()`);
    expect(result).toEqual({
      weather: 'Oslo',
      failure: [true, 'NOT_FOUND', 'string'],
      upload: 'INVALID',
      picture: 'image/png',
      ids: 3,
      data: { weather: { current: { name: 'Oslo' } } },
      names: ['first', 'Oslo'],
      limits: true,
    });
  });
});
