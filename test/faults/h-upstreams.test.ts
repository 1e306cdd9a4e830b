import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect } from 'vitest';
import { words } from '../support/words.ts';
import { fault } from './harness/case.ts';
import { ask, type Reply } from './harness/client.ts';
import { exampleOf } from './harness/routes.ts';
import { startService, until, useFaults } from './harness/service.ts';
import { startTlsProxy } from './harness/tls-proxy.ts';

const weatherHost = 'api.openweathermap.org';

describe('H faults of upstreams', () => {
  const { dataDir, upstream, keys, serve } = useFaults();
  const service = serve();
  let count = 0;

  const get = (path: string) => service.call(`/api/${path}`, { key: keys.key });
  /** Weather of a city that was not asked for before. */
  const weather = () => {
    count += 1;
    return get(`weather/current?city=Town${count}`);
  };
  /** Ends all faults, and lets breakers, pauses and entries pass. */
  async function calm(): Promise<void> {
    await upstream.reset();
    await service.control('elapse', 120_000);
  }
  beforeEach(calm);

  fault('H1 no answer to the feed', { isLong: true }, async () => {
    await upstream.fault({ host: 'www.tiktok.com', delayMs: 60_000 });
    const startedAt = Date.now();
    const reply = await get('shortvideo/feed?count=7');
    const tookMs = Date.now() - startedAt;
    expect(reply.status).toBe(502);
    expect(reply.body.error).toMatch(/in time/);
    expect(tookMs).toBeGreaterThan(25_500);
    expect(tookMs).toBeLessThan(30_000);
    const attempts = upstream.hitsOf('www.tiktok.com');
    expect(attempts.length).toBe(3);
    for (const [index, { atMs }] of attempts.slice(1).entries()) {
      expect(atMs - attempts[index]!.atMs).toBeGreaterThan(9_300);
      expect(atMs - attempts[index]!.atMs).toBeLessThan(10_500);
    }
  });

  fault('H2 a status inside a body of 200', async () => {
    upstream.alter('www.tiktok.com', (body) => ({
      ...(body as object),
      statusCode: 10_204,
      status_code: 10_204,
    }));
    const reply = await get('shortvideo/feed?count=8');
    expect(reply).toMatchObject({ status: 502, body: { error: expect.any(String), statusCode: 10_204 } });
  });

  fault('H3 no answer in groups that list 500', { isLong: true }, async () => {
    const silentGroups = [
      ['www.pinterest.com', 'pinboard/search?q=silence'],
      ['api.rolimons.com', 'blockgame/someone/marketdata'],
      ['api.github.com', 'coderepo/user?username=silent'],
    ] as const;
    for (const [host] of silentGroups) await upstream.fault({ host, delayMs: 60_000 });
    await Promise.all(
      silentGroups.map(async ([, path]) => {
        const reply = await get(path);
        expect([reply.status, Object.keys(reply.body)], path).toEqual([500, ['error']]);
      }),
    );
  });

  fault('H4 no answer in other groups', { isLong: true }, async () => {
    const silentGroups = [
      [weatherHost, 'weather/current?city=Silent'],
      ['api-partner.spotify.com', exampleOf('/api/music/artist').slice(5)],
      ['developers.medal.tv', 'clips/categories'],
    ] as const;
    for (const [host] of silentGroups) await upstream.fault({ host, delayMs: 60_000 });
    for (const host of ['open.spotify.com', 'api.spotify.com', 'accounts.spotify.com']) {
      await upstream.fault({ host, delayMs: 60_000 });
    }
    await Promise.all(
      silentGroups.map(async ([, path]) => {
        const startedAt = Date.now();
        const reply = await get(path);
        expect(reply.status, path).toBe(504);
        expect(Date.now() - startedAt, path).toBeLessThan(11_000);
      }),
    );
  });

  fault('H5 a connection reset before and in the middle of a body', async () => {
    await upstream.fault({ host: weatherHost, reset: true, times: 1 });
    expect((await weather()).status).toBe(200);
    expect(upstream.hitsOf(weatherHost).length).toBe(2);
    await calm();
    await upstream.fault({ host: weatherHost, reset: true });
    expect((await weather()).status).toBe(502);
    expect(upstream.hitsOf(weatherHost).length).toBe(2);
    await calm();
    await upstream.fault({ host: weatherHost, reset: 'midBody' });
    expect((await weather()).status).toBe(502);
    expect(upstream.hitsOf(weatherHost).length).toBe(1);
    await calm();
    await upstream.fault({ host: 'api.github.com', reset: 'midBody' });
    expect((await get('coderepo/user?username=midbody')).status).toBe(500);
  });

  fault('H6 500 and then 200', { isLong: true }, async () => {
    await upstream.fault({ host: weatherHost, status: 500, times: 1 });
    expect((await weather()).status).toBe(200);
    expect(upstream.hitsOf(weatherHost).length).toBe(2);
    // Retries have a budget of a fifth, with ten saved: failures alone double nothing.
    await calm();
    for (let sent = 0; sent < 40; sent += 1) {
      await upstream.fault({ host: weatherHost, status: 500, times: 4 });
      await weather();
      await upstream.reset();
      await service.control('elapse', 11_000);
    }
    await upstream.fault({ host: weatherHost, status: 500 });
    const before = upstream.hits.length;
    for (let sent = 0; sent < 10; sent += 1) await weather();
    expect(upstream.hits.length - before).toBeLessThanOrEqual(13);
  });

  fault('H7 429 with Retry-After: 120', async () => {
    await upstream.fault({ host: weatherHost, status: 429, headers: { 'retry-after': '120' }, times: 1 });
    const limited = await weather();
    expect(limited.status).toBe(503);
    const retryAfter = Number(limited.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(60);
    expect(retryAfter).toBeLessThanOrEqual(120);
    expect((await weather()).status).toBe(503);
    expect(upstream.hitsOf(weatherHost).length).toBe(1);
    await service.control('elapse', 121_000);
    expect((await weather()).status).toBe(200);
  });

  fault('H8 401 and 403 of an upstream', async () => {
    for (const status of [401, 403]) {
      await calm();
      await upstream.fault({ host: weatherHost, status });
      const reply = await weather();
      expect(reply.status).toBe(502);
      expect(reply.body.error).toMatch(/credential/);
    }
    expect(await service.metrics()).toMatch(
      /almanac_upstream_requests_total\{group="weather",outcome="upstreamFailed"\} [1-9]/,
    );
  });

  fault('H9 404 and empty results', async () => {
    const missing = words(`weather/current?city=notfound coderepo/user?username=notfound
      titledb/id?id=tt0000404 cardgame/player/NOTFOUND0 cubegame/uuid?username=notfoundx`);
    for (const path of missing) {
      const reply = await get(path);
      expect([reply.status, Object.keys(reply.body)], path).toEqual([404, ['error']]);
    }
    upstream.alter('api.twitch.tv', (body) => ({ ...(body as object), data: [], pagination: {} }));
    expect(await get('livestream/stream?user_login=offline')).toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });

  const texts: readonly (readonly [text: string, type: string])[] = [
    ['{"main": {"temp": ', 'application/json'],
    ['<html><title>Are you human? captcha-text</title></html>', 'text/html'],
    ['<html>captcha-text</html>', 'application/json'],
    ['', 'application/json'],
    ['null', 'application/json'],
    ['[]', 'application/json'],
    ['"captcha-text"', 'application/json'],
  ];

  fault('H10 JSON that is malformed, a captcha page, an empty 200', async () => {
    for (const [text, type] of texts) {
      await calm();
      upstream.behave(weatherHost, (_, outgoing) =>
        outgoing.writeHead(200, { 'content-type': type }).end(text),
      );
      const reply = await weather();
      expect(reply.status, text).toBe(502);
      expect(reply.body.error).not.toMatch(/captcha-text|Unexpected|JSON at|token/);
    }
  });

  fault('H11 an error inside a body of 200', async () => {
    const titles = 'www.omdbapi.com';
    const inside: readonly (readonly [body: object, statuses: number[]])[] = [
      [{ Response: 'False', Error: 'Movie not found!' }, [404]],
      [{ Response: 'False', Error: 'Incorrect IMDb ID.' }, [404, 400]],
      [{ Response: 'False', Error: 'Invalid API key!' }, [502]],
      [{ error: 'anything' }, [502]],
      // The source then rests for half a day.
      [{ Response: 'False', Error: 'Request limit reached!' }, [502, 503]],
    ];
    for (const [index, [body, statuses]] of inside.entries()) {
      await upstream.fault({ host: titles, body });
      const reply = await get(`titledb/id?id=tt00${10 + index}`);
      expect(statuses, JSON.stringify(body)).toContain(reply.status);
      await calm();
    }
  });

  fault('H12 a field that is missing or of another type', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the body is taken apart to be changed
    type Change = (body: any) => unknown;
    const changes: readonly (readonly [name: string, status: number, change: Change])[] = [
      ['without main', 502, ({ main: _, ...rest }) => rest],
      ['main as text', 502, (body) => ({ ...body, main: 'warm' })],
      ['temp as text', 502, (body) => ({ ...body, main: { ...body.main, temp: 'warm' } })],
      ['temp as null', 502, (body) => ({ ...body, main: { ...body.main, temp: null } })],
      ['weather as object', 502, (body) => ({ ...body, weather: {} })],
      ['without sea_level', 200, (body) => ({ ...body, main: { ...body.main, sea_level: undefined } })],
      ['wind without gust', 200, (body) => ({ ...body, wind: { ...body.wind, gust: undefined } })],
    ];
    for (const [name, status, change] of changes) {
      await calm();
      upstream.alter(weatherHost, change);
      const reply = await weather();
      expect(reply.status, name).toBe(status);
      expect(reply.text).not.toContain('undefined');
      if (status === 502) expect(reply.body.error).toMatch(/in a shape that we do not know/);
    }
  });

  fault('H13 bombs of gzip and brotli, and five codings on each other', async () => {
    const blanks = Buffer.alloc(50_000_000, ' ');
    const bombs: Record<string, Buffer> = {
      gzip: gzipSync(blanks),
      br: brotliCompressSync(blanks.subarray(0, 20_000_000)),
      'gzip, gzip, gzip, gzip, gzip': [1, 2, 3, 4].reduce((bytes) => gzipSync(bytes), gzipSync(blanks)),
    };
    for (const [coding, bytes] of Object.entries(bombs)) {
      await calm();
      upstream.behave(weatherHost, (_, outgoing) =>
        outgoing
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
          .end(bytes),
      );
      const { rss: before } = await service.control('usage');
      const startedAt = Date.now();
      expect((await weather()).status, coding).toBe(502);
      expect(Date.now() - startedAt, coding).toBeLessThan(2_000);
      expect(((await service.control('usage')).rss - before) / 1_048_576, coding).toBeLessThan(60);
    }
  });

  const endless = (outgoing: ServerResponse, onWritten: (bytes: number) => void) => {
    const part = Buffer.alloc(262_144, ' ');
    const write = (error?: Error | null) => {
      if (error || outgoing.destroyed) return;
      onWritten(part.length);
      outgoing.write(part, write);
    };
    write();
  };

  fault('H14 a body without end, and one that claims 1 GB', async () => {
    for (const headers of [{}, { 'content-length': '1000000000' }]) {
      await calm();
      let written = 0;
      upstream.behave(weatherHost, (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json', ...headers });
        endless(outgoing, (bytes) => {
          written += bytes;
        });
      });
      expect((await weather()).status).toBe(502);
      expect(written).toBeLessThan(24 * 1_048_576);
      await until(() => upstream.hits.every(({ isAborted }) => isAborted), 'the request is aborted');
    }
  });

  fault('H15 a body of one byte every 200 ms', { isLong: true }, async () => {
    upstream.behave(weatherHost, (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => outgoing.write(' '), 200);
      outgoing.on('close', () => clearInterval(timer));
    });
    const startedAt = Date.now();
    expect((await weather()).status).toBe(504);
    expect(Date.now() - startedAt).toBeLessThan(11_000);
  });

  fault('H16 redirects to private addresses, in a circle, and to http', async () => {
    const targets = words(`http://127.0.0.1:1/ https://10.0.0.1/ https://example.com/ http://${weatherHost}/
      ftp://${weatherHost}/ https://${weatherHost}:8443/ https://${weatherHost}/again`);
    for (const target of targets) {
      await calm();
      await upstream.fault({ host: weatherHost, redirect: target });
      const reply = await weather();
      expect(reply.status, target).toBe(502);
      expect(new Set(upstream.hits.map(({ host }) => host))).toEqual(new Set([weatherHost]));
      expect(upstream.hits.length).toBeLessThan(8);
    }
  });

  fault('H17 headers of an upstream', async () => {
    const headers = {
      'set-cookie': 'a=b',
      server: 'theirs',
      'x-powered-by': 'theirs',
      via: '1.1 theirs',
      'x-internal': 'theirs',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=1',
      location: 'https://theirs/',
      'cache-control': 'public, max-age=99999',
      'x-ratelimit-limit': '1',
      'retry-after': '9',
    };
    await upstream.fault({ host: weatherHost, headers });
    const reply = await weather();
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.headers)).not.toMatch(/theirs|a=b/);
    expect(Object.keys(reply.headers)).not.toContain('retry-after');
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.headers['cache-control']).toMatch(/private/);
    expect(reply.headers['x-ratelimit-limit']).not.toBe('1');
  });

  fault('H18 a download whose upstream dies half-way', async () => {
    const video = encodeURIComponent('https://www.tiktok.com/@tiktok/video/6881450806688664838');
    const whole = await get(`shortvideo/download?url=${video}`);
    expect(whole.status).toBe(200);
    await calm();
    for (const host of ['v16-webapp-prime.tiktok.com', 'v16m.tiktokcdn.com']) {
      await upstream.fault({ host, reset: 'midBody' });
    }
    const outcome = await get(`shortvideo/download?url=${video}`).then(
      ({ status, bytes }) => (status === 200 ? `clean end after ${bytes.length}` : status),
      ({ code, message }: NodeJS.ErrnoException) => code ?? message,
    );
    expect(String(outcome)).toMatch(/ECONNRESET|aborted/);
  });

  fault('H19 the only waiter leaves', async () => {
    await upstream.fault({ host: weatherHost, delayMs: 5_000 });
    const only = service
      .call('/api/weather/current?city=Lonely', { key: keys.key, abortAfterMs: 500 })
      .catch((error: Error) => error.message);
    expect(await only).toBe('aborted');
    await until(() => upstream.hits[0]?.isAborted, 'the upstream request is aborted', 500);
    await calm();
    await upstream.fault({ host: weatherHost, delayMs: 1_500 });
    const leaver = service
      .call('/api/weather/current?city=Shared', { key: keys.key, abortAfterMs: 500 })
      .catch((error: Error) => error.message);
    await pause(100);
    const stayer = get('weather/current?city=Shared');
    expect(await leaver).toBe('aborted');
    expect((await stayer).status).toBe(200);
    expect(upstream.hits.length).toBe(1);
  });

  fault('H20 20 failures within ten seconds', async () => {
    await upstream.fault({ host: weatherHost, status: 500 });
    await Promise.all(Array.from({ length: 25 }, weather));
    const before = upstream.hits.length;
    const startedAt = performance.now();
    const refused = await weather();
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(upstream.hits.length).toBe(before);
    expect((await get('coderepo/user?username=octocat')).status).toBe(200);
    // A failing probe keeps it closed to others, a succeeding one opens it to all.
    await service.control('elapse', 6_000);
    const probes = await Promise.all(Array.from({ length: 5 }, weather));
    expect(probes.filter(({ status }) => status === 503).length).toBe(4);
    await upstream.reset();
    await service.control('elapse', 6_000);
    expect((await weather()).status).toBe(200);
    expect((await weather()).status).toBe(200);
  });

  const template = exampleOf('/api/blockgame/template/{assetId}').slice(5);
  const isPicture = ({ bytes, headers }: Reply) =>
    /^image\//.test(headers['content-type'] ?? '') && bytes.subarray(1, 4).toString() === 'PNG';

  fault('H21 the chain of sources of a template', async () => {
    const usual = await get(template);
    expect([usual.status, isPicture(usual)]).toEqual([200, true]);
    const hosts = upstream.hits.map(({ host }) => host);
    await calm();
    // The first interface fails: another one leads to the same picture.
    await upstream.fault({ host: hosts[0]!, status: 500 });
    const other = await get(template.replace(/\d+$/, '607785314'));
    expect([200, 404]).toContain(other.status);
    if (other.status === 200) expect(isPicture(other)).toBe(true);
    expect(new Set(upstream.hits.map(({ host }) => host)).size).toBeGreaterThan(1);
    await calm();
    upstream.behave(/roblox|rbxcdn/, (_, outgoing) => outgoing.writeHead(404).end());
    expect((await get(template.replace(/\d+$/, '607785315'))).status).toBe(404);
    await calm();
    upstream.behave(/rbxcdn/, (_, outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'image/png' }).end('<html>no picture</html>'),
    );
    const page = await get(template.replace(/\d+$/, '607785316'));
    expect(page.status).not.toBe(200);
    expect(page.text).not.toContain('no picture');
  });

  fault('H23 identifiers above 2^53 as numbers in JSON', async () => {
    const id = '1790000000000000001';
    upstream.alter('api.x.com', (body) =>
      JSON.stringify(body).replaceAll(/"(id|rest_id)":"?\d{6,}"?/g, `"$1":${id}`),
    );
    for (const host of ['cdn.syndication.twimg.com', 'syndication.twitter.com']) {
      upstream.alter(host, (body) =>
        JSON.stringify(body).replaceAll(/"(id|id_str)":"?\d{6,}"?/g, `"$1":${id}`),
      );
    }
    const reply = await get(`microblog/post?url=https://x.com/a/status/${id}`);
    expect(reply.text).not.toContain('1790000000000000000');
    if (reply.status === 200) expect(reply.text).toContain(id);
    await calm();
    const wide = await ask(
      service.url,
      `{ microblog { post(url: "https://x.com/a/status/${id}") { postId } } }`,
      { key: keys.key },
    );
    expect(wide.text).toContain(`"${id}"`);
  });

  fault(
    'H22 DNS that fails, a certificate that has expired, and one for another name',
    { needs: ['openssl'] },
    async () => {
      for (const fault of ['name', 'expired', 'other name'] as const) {
        const proxy = await startTlsProxy(fault, weatherHost);
        const live = await startService({
          dataDir,
          environment: { HTTPS_PROXY: proxy.url, ...proxy.environment },
        });
        const reply = await live.call('/api/weather/current?city=Oslo', { key: keys.key });
        expect([reply.status, Object.keys(reply.body)], fault).toEqual([502, ['error']]);
        expect(reply.text).not.toMatch(/certificate|ENOTFOUND|altnames|openweathermap/i);
        expect(proxy.requests).toBe(0);
        await live.stop();
        proxy.close();
      }
      // The same proxy with a valid certificate is read, so that the refusals are about the certificate.
      const proxy = await startTlsProxy('valid', weatherHost);
      const live = await startService({
        dataDir,
        environment: { HTTPS_PROXY: proxy.url, ...proxy.environment },
      });
      await live.call('/api/weather/current?city=Oslo', { key: keys.key });
      expect(proxy.requests).toBeGreaterThan(0);
      await live.stop();
      proxy.close();
    },
  );

  fault('H24 an upstream that fails and recovers again and again', async () => {
    for (let round = 0; round < 8; round += 1) {
      await upstream.fault({ host: weatherHost, status: 500 });
      for (const { status } of await Promise.all(Array.from({ length: 10 }, weather))) {
        expect([200, 502, 503]).toContain(status);
      }
      expect((await get(`coderepo/user?username=someone${round}`)).status).toBe(200);
      await upstream.reset();
      await service.control('elapse', 6_000);
      // The first after a failure may be the probe of the breaker.
      await until(async () => (await weather()).status === 200, `it is back in round ${round}`);
    }
  });
});
