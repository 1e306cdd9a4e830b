import { describe, expect, it } from 'vitest';
import { seconds } from '../core/clock.ts';
import type { FaultSpec } from './app.ts';
import { freshName } from './fresh.ts';
import {
  calledPaths,
  freshId,
  pageOf,
  post,
  shortvideoApp,
  site,
  text,
  user,
  video,
  videoPage,
} from './shortvideo-fixture.ts';

const running = shortvideoApp();

const challenge = '<html><body>Please wait...</body></html>';
const pagePath = (id: string) => `/@ada/video/${id}`;
const playLink = (file: string, expiresAtMs: number) =>
  `https://v16-webapp-prime.tiktok.com/video/tos/x/${file}/?expire=${Math.floor(expiresAtMs / 1000)}`;

describe('GET /api/shortvideo/video', () => {
  it('responds 200 with the documented body, whose author equals the body of the user route', async () => {
    const id = freshId();
    const response = await running.app.ask(video(pageOf(id)));
    const { body } = response;
    expect(response).toFit({
      data: {
        id,
        url: expect.stringMatching(/^https:\/\/v16-webapp-prime\.tiktok\.com\/.*expire=\d+/),
        author: { uniqueId: 'ada' },
      },
    });
    const { user: ada, stats } = (await running.app.ask(user('ada'))).body.data;
    const { author } = body.data;
    expect(ada).toMatchObject({
      id: author.id,
      nickname: author.nickname,
      avatarMedium: author.avatarMedium,
    });
    expect(stats).toMatchObject(author.stats);
  });

  it.each<[string, string, string?]>([
    ['https://www.tiktok.com/@ada/video/{id}', '/@ada/video/{id}'],
    ['https://www.tiktok.com/@ada/photo/{id}', '/@ada/video/{id}'],
    ['https://tiktok.com/@ada.b_1/video/{id}/', '/@ada.b_1/video/{id}'],
    ['http://www.tiktok.com/@ada/video/{id}?is_from_webapp=1&sender_device=pc#top', '/@ada/video/{id}'],
    ['https://WWW.TikTok.com:443/%40ada/video/{id}', '/@ada/video/{id}'],
    ['https://m.tiktok.com/@/video/{id}', '/@_/video/{id}'],
    ['https://www.tiktok.com/video/{id}', '/@_/video/{id}'],
    ['https://m.tiktok.com/v/{id}.html?x=y', '/@_/video/{id}'],
    ['https://www.tiktok.com/v/{id}', '/@_/video/{id}'],
    ['https://www.tiktok.com/share/video/{id}', '/@_/video/{id}'],
    ['https://www.tiktokv.com/share/video/{id}/', '/@_/video/{id}'],
    ['https://www.tiktok.com/embed/{id}', '/@_/video/{id}'],
    ['https://www.tiktok.com/embed/v2/{id}', '/@_/video/{id}'],
    ['https://www.tiktok.com/player/v1/{id}', '/@_/video/{id}'],
    ['https://www.tiktok.com/foryou?item_id={id}', '/@_/video/{id}'],
  ])('responds 200 for %s', async (url, path) => {
    const id = freshId();
    const { status, body } = await running.app.ask(video(url.replace('{id}', id)));
    expect([status, body.data?.id]).toEqual([200, id]);
    expect(await calledPaths(running)).toEqual([path.replace('{id}', id)]);
  });

  it.each([
    ['https://vm.tiktok.com/ZMabc123/', 'vm.tiktok.com/ZMabc123/'],
    ['https://vt.tiktok.com/ZSabc-_1', 'vt.tiktok.com/ZSabc-_1/'],
    ['https://www.tiktok.com/t/ZTabc123/', '/t/ZTabc123/'],
    ['http://m.tiktok.com/t/ZTabc124?x=y', '/t/ZTabc124/'],
  ])(
    'responds 200 for the short link %s, resolved with one upstream call and not followed',
    async (url, path) => {
      const first = await running.app.ask(video(url));
      expect(first.status).toBe(200);
      const { id, author } = first.body.data;
      expect(await calledPaths(running)).toEqual([path, `/@${author.uniqueId}/video/${id}`]);
      expect((await running.app.ask(video(url))).body).toEqual(first.body);
      expect(await calledPaths(running)).toEqual([]);
    },
  );

  it.each<[string, Omit<FaultSpec, 'host'>]>([
    ['elsewhere', { redirect: 'https://evil.example/@ada/video/1' }],
    ['to this machine', { redirect: 'https://127.0.0.1/@ada/video/1' }],
    ['to a user', { redirect: 'https://www.tiktok.com/@ada' }],
    ['to another short link', { redirect: 'https://vm.tiktok.com/ZMother/' }],
    ['nowhere', { status: 404 }],
    ['to no other place', { body: '<html>' }],
  ])('responds 404, without a further call, for a short link that leads %s', async (_, fault) => {
    await running.app.fault({ host: 'vm.tiktok.com', ...fault });
    const code = freshName('ZM');
    expect(await running.app.ask(video(`https://vm.tiktok.com/${code}/`))).toFail(
      404,
      'This short link leads to no video.',
    );
    expect(await calledPaths(running)).toEqual([`vm.tiktok.com/${code}/`]);
  });

  it('responds 404 when the post is not a video', async () => {
    const id = freshId();
    const pictures = { ...post(id, ''), imagePost: { images: [{}] } };
    await running.app.fault({ host: site, path: pagePath(id), body: videoPage(pictures) });
    expect(await running.app.ask(video(pageOf(id)))).toFail(404, `The post ${id} is no video.`);
  });

  it.each([{ playAddr: '' }, undefined])(
    'responds 200 with the file of the player where the page states %o',
    async (file) => {
      const id = freshId();
      const body = videoPage({ ...post(id, ''), video: file });
      await running.app.fault({ host: site, path: pagePath(id), body });
      const response = await running.app.ask(video(pageOf(id)));
      expect(response).toMatchObject({
        status: 200,
        body: { data: { id, url: expect.stringMatching(/^https:/) } },
      });
    },
  );

  it('responds 404 with the reason for a video that is for adults, whose page leaves the file out', async () => {
    const id = freshId();
    const { video: _, ...gated } = { ...post(id, ''), isContentClassified: true };
    await running.app.fault({ host: site, path: pagePath(id), body: videoPage(gated) });
    expect(await running.app.ask(video(pageOf(id)))).toFail(404, /for adults/);
  });
});

describe('the upstreams of a video', () => {
  const places = (id: string) => ({
    page: pagePath(id),
    player: '/player/api/v1/items',
    embed: `/embed/v2/${id}`,
  });

  it('are the page, then the player with the fields of the embedded page', async () => {
    const known = freshId();
    const { data: onPage } = (await running.app.ask(video(pageOf(known)))).body;
    running.app.clock.skip(seconds(3600));
    await running.app.clearCalls();
    await running.app.fault({ host: site, path: pagePath(known), body: challenge });
    const { data } = (await running.app.ask(video(pageOf(known)))).body;
    expect(data).toEqual({
      ...onPage,
      url: expect.stringMatching(/^https:\/\/v16m\.tiktokcdn\.com\//),
      author: { ...onPage.author, avatarMedium: text, privateAccount: false },
      // No other upstream has the number of saves.
      stats: { ...onPage.stats, collectCount: 0 },
    });
    const { page, player, embed } = places(known);
    expect(await calledPaths(running)).toEqual([page, player, embed]);
  });

  it.each([
    ['has no play link', { body: { items: [], results: [{ code: 'api_busy' }], status_code: 0 } }],
    ['responds 404 with a page', { status: 404, body: '<html></html>' }],
    ['responds 404 with nothing', { status: 404, body: '' }],
  ])('are the embedded page only when the player %s', async (_, fault) => {
    const id = freshId();
    const { page, player, embed } = places(id);
    await running.app.fault({ host: site, path: page, status: 403 }, { host: site, path: player, ...fault });
    const { status, body } = await running.app.ask(video(pageOf(id)));
    expect([status, body.data.id]).toEqual([200, id]);
    expect(await calledPaths(running)).toEqual([page, player, embed]);
  });

  it('include the author page for missing author fields', async () => {
    const id = freshId();
    const { authorStats: _, ...item } = post(id, playLink('a', running.app.clock.now() + 3_600_000));
    await running.app.fault({ host: site, path: pagePath(id), body: videoPage(item) });
    const { data } = (await running.app.ask(video(pageOf(id)))).body;
    const { stats } = (await running.app.ask(user('ada'))).body.data;
    const { followingCount: _following, ...knownStats } = stats;
    expect(data.author.stats).toEqual(knownStats);
    expect(await calledPaths(running)).toEqual([pagePath(id), '/@ada']);
  });

  it('fail when no upstream has the author', async () => {
    const id = freshId();
    const { authorStats: _, ...item } = post(id, 'https://v16-webapp-prime.tiktok.com/video/a');
    const author = { ...item.author, uniqueId: freshName('unheard') };
    await running.app.fault(
      { host: site, path: pagePath(id), body: videoPage({ ...item, author }) },
      { host: site, body: challenge },
    );
    const { data } = (await running.app.ask(video(pageOf(id)))).body;
    expect(data.author).toMatchObject({ stats: { followerCount: 0, heartCount: 0, videoCount: 0 } });
  });

  it.each<[number, string, Omit<FaultSpec, 'host'>, RegExp]>([
    [500, 'has changed', { body: '<html>' }, /at script#__UNIVERSAL_DATA_FOR_REHYDRATION__/],
    [500, 'is a challenge', { body: challenge }, /turned us away/],
    [500, 'is garbage', { garbage: true }, /in a shape that we do not know/],
    [503, 'responds 429', { status: 429 }, /asked us to wait/],
  ])('respond %s when every upstream %s', async (status, _, fault, message) => {
    await running.app.fault({ host: site, ...fault });
    const response = await running.app.ask(video(pageOf(freshId())));
    expect(response).toMatchObject({ status, body: { error: expect.stringMatching(message) } });
  });

  it.each<[string, object, RegExp]>([
    ['stats', { stats: undefined }, /at itemInfo\.itemStruct\.stats/],
    ['all counts', { stats: { playCount: 'many' } }, /at itemInfo\.itemStruct\.stats/],
    ['the author', { author: undefined }, /at itemInfo\.itemStruct\.author/],
  ])('report the JSON path where the page format changes: %s', async (_, change, message) => {
    const id = freshId();
    const body = videoPage({ ...post(id, 'https://v16-webapp-prime.tiktok.com/video/a'), ...change });
    await running.app.fault({ host: site, path: pagePath(id), body }, { host: site, body: challenge });
    const response = await running.app.ask(video(pageOf(id)));
    expect(response).toMatchObject({ status: 500, body: { error: expect.stringMatching(message) } });
  });
});

describe('the cache lifetime of a play link', () => {
  async function withLink(link: (nowMs: number) => string) {
    const id = freshId();
    const page = videoPage(post(id, link(running.app.clock.now())));
    await running.app.fault({ host: site, path: pagePath(id), body: page });
    const statusOf = async () => (await running.app.ask(video(pageOf(id)))).status;
    const pageCalls = async () => (await calledPaths(running)).filter((path) => path === pagePath(id)).length;
    return { statusOf, pageCalls };
  }
  const hex = (nowMs: number) => Math.floor(nowMs / 1000).toString(16);

  it.each<[string, (nowMs: number) => string, number]>([
    ['to ten minutes', (nowMs) => playLink('a', nowMs + 86_400_000), 600],
    ['to half of its validity', (nowMs) => playLink('a', nowMs + 100_000), 50],
    [
      'also when the expiry is in the path',
      (nowMs) => `https://v16m.tiktokcdn.com/${'a'.repeat(32)}/${hex(nowMs + 100_000)}/video/x/`,
      50,
    ],
    ['to a minute without an expiry', () => 'https://v16-webapp-prime.tiktok.com/video/a', 60],
  ])('is limited %s, and never stale', async (_, link, cachedSeconds) => {
    const { statusOf, pageCalls } = await withLink(link);
    await statusOf();
    // The jitter of the cache lifetime is up to ten percent less.
    running.app.clock.skip(seconds(cachedSeconds * 0.85));
    await statusOf();
    expect(await pageCalls()).toBe(1);
    running.app.clock.skip(seconds(cachedSeconds * 0.2));
    await running.app.clearFaults();
    await running.app.fault({ host: site, body: challenge });
    expect(await statusOf()).toBe(500);
  });

  it('is zero when the link has expired', async () => {
    const { statusOf, pageCalls } = await withLink((nowMs) => playLink('a', nowMs - 1000));
    expect([await statusOf(), await statusOf(), await pageCalls()]).toEqual([200, 200, 2]);
  });
});

describe('{ shortvideo } in GraphQL', () => {
  it('links the feed to videos, their authors and their files', async () => {
    const { body } = await running.app.graphql(`{
      shortvideo {
        feed(first: 2) {
          items { url video { pageUrl: url author { profile { user { uniqueId } } } } download { url filename contentType } author { uniqueId } }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    for (const { url, video, download, author } of body.data.shortvideo.feed.items) {
      expect(video).toEqual({ pageUrl: url, author: { profile: { user: { uniqueId: author.uniqueId } } } });
      expect(download).toEqual({
        url: `/api/shortvideo/download?url=${encodeURIComponent(url)}`,
        filename: `${url.split('/').at(-1)}.mp4`,
        contentType: 'video/mp4',
      });
    }
  });
});
