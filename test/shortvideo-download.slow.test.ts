import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type FaultSpec, startTestApp, type TestApp } from './app.ts';
import { bytesInUse } from './memory-in-use.ts';
import {
  calledPaths,
  download,
  freshId,
  hurried,
  ownedClock,
  pageOf,
  post,
  shortvideoApp,
  site,
  videoPage,
} from './shortvideo-fixture.ts';
import { upstream } from './sources/http/transport-fixture.ts';

const running = shortvideoApp();
const onPages = 'v16-webapp-prime.tiktok.com';
const inEmbeds = 'v16m.tiktokcdn.com';
const challenge = '<html><body>Please wait...</body></html>';

async function fetched(id: string, init: RequestInit = {}, app: TestApp = running.app) {
  const headers = { authorization: `Bearer ${app.key}`, ...(init.headers as Record<string, string>) };
  const response = await fetch(app.baseUrl + download(pageOf(id)), { ...init, headers });
  const header = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    type: header('content-type'),
    disposition: header('content-disposition'),
    length: header('content-length'),
    range: header('content-range'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const megabyte = 1_048_576;
const isMp4 = (bytes: Buffer) => bytes.toString('latin1', 4, 8) === 'ftyp';
/** The hosts called since the last reading, in order. */
const hosts = async () =>
  (await calledPaths(running)).map((path) => (path.startsWith('/') ? site : path.split('/')[0]));

describe('GET /api/shortvideo/download', () => {
  it('responds 200 with the complete file and the documented headers', async () => {
    const id = freshId();
    const { bytes, ...described } = await fetched(id);
    expect(described).toEqual({
      status: 200,
      type: 'video/mp4',
      disposition: `attachment; filename=${id}.mp4`,
      length: String(bytes.length),
      range: null,
    });
    expect(isMp4(bytes)).toBe(true);
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(await hosts()).toEqual([site, onPages]);
  });

  it('responds to HEAD with the headers and no body', async () => {
    const id = freshId();
    const { bytes: _, ...got } = await fetched(id);
    expect(await fetched(id, { method: 'HEAD' })).toEqual({ ...got, bytes: Buffer.alloc(0) });
  });

  it('responds 200 for a short link', async () => {
    const response = await running.app.ask(download('https://vm.tiktok.com/ZMdown1/'), { method: 'HEAD' });
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=\d{19}\.mp4$/);
  });

  it('responds 206 with ranges that add up to the file', async () => {
    const id = freshId();
    const { bytes } = await fetched(id);
    const total = bytes.length;
    for (const [range, start, end] of [
      ['bytes=0-999', 0, 1000],
      [`bytes=${total - 500}-`, total - 500, total],
      ['bytes=-77', total - 77, total],
      ['bytes=100-100', 100, 101],
    ] as const) {
      const part = await fetched(id, { headers: { range } });
      expect(part).toMatchObject({
        status: 206,
        type: 'video/mp4',
        disposition: `attachment; filename=${id}.mp4`,
        length: String(end - start),
        range: `bytes ${start}-${end - 1}/${total}`,
      });
      expect(part.bytes.equals(bytes.subarray(start, end))).toBe(true);
    }
  });

  it.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=x-y', 'bytes=-'])(
    'responds 200 with the complete file for the range "%s"',
    async (range) => {
      const { status, bytes, length } = await fetched(freshId(), { headers: { range } });
      expect([status, length]).toEqual([200, String(bytes.length)]);
    },
  );

  it('responds 400 for a range outside the file', async () => {
    const { status, bytes } = await fetched(freshId(), { headers: { range: 'bytes=99999999-' } });
    expect([status, JSON.parse(bytes.toString())]).toEqual([
      400,
      { error: 'Range must be within the video.' },
    ]);
  });

  it.each([
    ['does not exist', '7123456789012345404', 'ada', 'No video with the id 7123456789012345404 was found.'],
    ['is private', '7123456789012341111', 'privateada', 'This is not public.'],
  ])('responds 404 when the video %s', async (_, id, author, error) => {
    expect(await running.app.ask(download(pageOf(id, author)))).toFail(404, error);
    expect(await hosts()).not.toContain(onPages);
  });

  it.each<[string, Omit<FaultSpec, 'host'>]>([
    ['is not good any more', { status: 403 }],
    ['responds 404', { status: 404 }],
    ['responds with HTML', { body: '<html>' }],
    ['leads to JSON', { body: { error: 'no' } }],
    ['responds with garbage', { garbage: true }],
  ])('responds 200 from the player link when the page link %s', async (_, fault) => {
    const id = freshId();
    await running.app.fault({ host: onPages, ...fault });
    const { status, bytes, length } = await fetched(id);
    expect([status, length, isMp4(bytes)]).toEqual([200, String(bytes.length), true]);
    expect(await hosts()).toEqual([site, onPages, site, inEmbeds]);
  });

  it('responds 200 when the page fails', async () => {
    const id = freshId();
    await running.app.fault({ host: site, path: `/@ada/video/${id}`, body: challenge });
    expect(isMp4((await fetched(id)).bytes)).toBe(true);
    expect(await hosts()).toEqual([site, site, site, inEmbeds]);
  });

  it.each<[number, string, Omit<FaultSpec, 'host'>]>([
    [500, 'is good', { status: 403 }],
    [500, 'leads to a video', { garbage: true }],
    [500, 'leads to a public address', { redirect: 'https://127.0.0.1/video' }],
    [500, 'stays with the source', { redirect: 'https://evil.example/video' }],
    [503, 'responds 429', { status: 429 }],
  ])('responds %s and never a body other than video when no link %s', async (status, _, fault) => {
    await running.app.fault({ host: onPages, ...fault }, { host: inEmbeds, ...fault });
    const response = await fetched(freshId());
    expect([response.status, response.type]).toEqual([status, 'application/json; charset=utf-8']);
    expect(JSON.parse(response.bytes.toString())).toEqual({
      error: expect.stringContaining('source for shortvideo'),
    });
  });

  it.each([
    'https://evil.example/v.mp4',
    'http://127.0.0.1/v.mp4',
    'https://x.tiktok.com.evil.example/v.mp4',
    'https://10.0.0.1/v',
  ])('responds 500 without a call when the file address is %s', async (playAddr) => {
    const id = freshId();
    await running.app.fault({ host: site, path: `/@ada/video/${id}`, body: videoPage(post(id, playAddr)) });
    expect((await fetched(id)).status).toBe(500);
    expect(await hosts()).toEqual([site]);
  });

  it.each<[string, Omit<FaultSpec, 'host'>]>([
    ['resets the connection', { reset: 'midBody' }],
    ['ends early', { truncate: true }],
  ])('aborts the response when the upstream %s', async (_, fault) => {
    await running.app.fault({ host: onPages, ...fault });
    await expect(fetched(freshId())).rejects.toThrow('terminated');
  });

  it('aborts the upstream body when the client disconnects', async () => {
    const url = running.app.baseUrl + download(pageOf('7123456790000000400'));
    const headers = { authorization: `Bearer ${running.app.key}` };
    // More than the concurrency limit of the source.
    for (let count = 0; count < 70; count += 10) {
      const callers = Array.from({ length: 10 }, async () => {
        const caller = new AbortController();
        const response = await fetch(url, { headers, signal: caller.signal });
        expect(response.headers.get('content-length')).toBe(String(400 * 1_048_576));
        caller.abort();
      });
      await Promise.all(callers);
    }
    expect((await fetched(freshId())).status).toBe(200);
  });

  it('is limited to twelve at once for one key, and other keys still have theirs', async () => {
    const url = running.app.baseUrl + download(pageOf('7123456790000000400'));
    const slow = await running.app.issue();
    const unread = Array.from({ length: 12 }, () => get(url, { headers: slow }));
    await Promise.all(unread.map((request) => once(request, 'response')));
    const further = await running.app.ask(download(pageOf(freshId())), { headers: slow });
    expect(further.status).toBe(429);
    expect(further.headers.get('retry-after')).toBe('1');
    expect(further.body).toMatchObject({
      success: false,
      error: { code: 429, details: 'This key may receive 12 files at once.' },
    });
    expect((await fetched(freshId())).status).toBe(200);
    for (const request of unread) request.destroy();
    await vi.waitFor(async () => {
      const again = await running.app.ask(download(pageOf(freshId())), { method: 'HEAD', headers: slow });
      expect(again.status).toBe(200);
    });
  });

  it('buffers little while several clients do not read', async () => {
    const path = download(pageOf('7123456790000000040'));
    const headers = { authorization: `Bearer ${running.app.key}` };
    const before = bytesInUse();
    const responses = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const [response] = await once(get(running.app.baseUrl + path, { headers }), 'response');
        return response as IncomingMessage;
      }),
    );
    const held = [bytesInUse() - before];
    // What the sockets and streams take in arrives.
    while (held.length < 3 || held.at(-1)! - held.at(-3)! > 100_000) {
      await pause(200);
      held.push(bytesInUse() - before);
    }
    // Both ends of each connection and the sandbox are in this process. The files have 120 megabytes.

    expect(Math.max(...held)).toBeLessThan(8 * megabyte);
    const sizes = responses.map(async (response) => {
      let size = 0;
      for await (const piece of response) size += (piece as Buffer).length;
      return size;
    });
    expect(await Promise.all(sizes)).toEqual(Array(3).fill(40 * megabyte));
  });
});

describe('retries of GET /api/shortvideo/download', () => {
  const clock = ownedClock();
  const slow = shortvideoApp({ clock });

  it.each<[string, Omit<FaultSpec, 'host'>]>([
    ['fail', { status: 500 }],
    ['break off', { reset: true }],
  ])('are three attempts that %s, then status 500', async (_, fault) => {
    await slow.app.fault({ host: onPages, ...fault });
    expect((await hurried(clock, fetched(freshId(), { method: 'HEAD' }, slow.app))).status).toBe(500);
    expect((await calledPaths(slow)).filter((path) => path.startsWith(onPages))).toHaveLength(3);
  });
});

describe('GET /api/shortvideo/download of a file without Content-Length', () => {
  /** An app over an own upstream that sends `byteLength` bytes in chunks. */
  async function over(byteLength: number, run: (app: TestApp) => Promise<void>) {
    const id = freshId();
    const send = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).write('\0\0\0\x20ftypisom');
      response.end(Buffer.alloc(byteLength - 12));
    };
    const origin = await upstream((request, response) => {
      if (request.url?.startsWith(`/${site}`)) response.end(videoPage(post(id, `https://${onPages}/v.mp4`)));
      else send(response);
    });
    const app = await startTestApp({ upstreamOrigin: origin });
    try {
      await run(app);
    } finally {
      await app.close();
    }
  }

  it.each([
    ['a Content-Length when the file has the expected size', 10 * 1_048_576, String(10 * 1_048_576)],
    ['sent without it when it is larger, since no file is held in memory', 12 * 1_048_576, null],
  ])('responds with %s', async (_, byteLength, length) => {
    await over(byteLength, async (app) => {
      const response = await fetched('1', {}, app);
      expect([response.status, response.length, response.bytes.length]).toEqual([200, length, byteLength]);
    });
  });
});

describe('{ shortvideo { video { file } } } in GraphQL', () => {
  it('returns the address of the file without an upstream call for it', async () => {
    const url = pageOf(freshId());
    const { body } = await running.app.graphql(
      'query ($url: String!) { shortvideo { download(url: $url) { url contentType byteLength filename } } }',
      { url },
    );
    expect(body.data.shortvideo.download).toEqual({
      url: download(url),
      contentType: 'video/mp4',
      byteLength: null,
      filename: `${url.split('/').at(-1)}.mp4`,
    });
    expect(await hosts()).toEqual([site]);
    await vi.waitFor(async () =>
      expect((await running.app.ask(download(url), { method: 'HEAD' })).status).toBe(200),
    );
  });
});
