import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { seconds } from '../core/clock.ts';
import type { FaultSpec } from './app.ts';
import { freshName } from './fresh.ts';
import {
  calledPaths,
  hurried,
  ownedClock,
  post,
  shortvideoApp,
  site,
  user,
  videoPage,
} from './shortvideo-fixture.ts';

const running = shortvideoApp();
const signedIn = shortvideoApp({
  environment: { SHORTVIDEO_SESSION: 'sessionid=the-operators-own-session' },
});
const embedsFirst = shortvideoApp({ environment: { SHORTVIDEO_FIRST: 'embeds' } });

const challenge = '<html><body>Please wait...</body></html>';

const pageWith = (detail: string) =>
  `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">{"__DEFAULT_SCOPE__":{${
    detail && `"webapp.user-detail":${detail}`
  }}}</script>`;

describe('GET /api/shortvideo/user', () => {
  it('responds 200 with the documented body', async () => {
    const response = await running.app.ask(user('ada'));
    const { body } = response;
    expect(response).toFit({ data: { user: { uniqueId: 'ada' } } });
    expect(body.data.user.avatar).toBe(body.data.user.avatarMedium);
  });

  it('responds 200 with the public fields of a private account', async () => {
    expect(await running.app.ask(user('privateada'))).toFit({
      data: { user: { uniqueId: 'privateada', privateAccount: true } },
    });
  });

  it('makes one upstream call for equivalent spellings', async () => {
    const name = freshName('same');
    for (const spelling of [name, `@${name}`, name.toUpperCase()]) {
      expect((await running.app.ask(user(spelling))).body.data.user.uniqueId).toBe(name);
    }
    expect(await calledPaths(running)).toEqual([`/@${name}`]);
  });

  it.each<[string, Omit<FaultSpec, 'host'>]>([
    ['shows a challenge', { body: challenge }],
    ['is empty', { body: '' }],
    ['redirects to a login', { redirect: `https://${site}/login?redirect_url=x` }],
    ['is forbidden', { status: 403 }],
    ['has an unknown code', { body: pageWith('{"statusCode":10101}') }],
    ['has a code that is no number', { body: pageWith('{"statusCode":"a text"}') }],
    ['has changed', { body: '<html><body>Welcome</body></html>' }],
    ['has changed inside', { body: videoPage({}) }],
    ['responds 429', { status: 429 }],
  ])('responds 200 from the embedded page when the page %s', async (_, fault) => {
    const name = freshName('walled');
    await running.app.fault({ host: site, path: `/@${name}`, ...fault });
    expect(await running.app.ask(user(name))).toFit({ data: { user: { uniqueId: name } } });
    const places = (await calledPaths(running)).filter((path) => path !== '/login');
    expect(places).toEqual([`/@${name}`, `/embed/@${name}`]);
  });

  it('responds 404 when the embedded page reports it', async () => {
    const name = freshName('notfound');
    await running.app.fault({ host: site, path: `/@${name}`, body: challenge });
    expect((await running.app.ask(user(name))).status).toBe(404);
  });

  it('uses the configured session first and never exposes it', async () => {
    const { app } = signedIn;
    await app.fault({ host: site, path: '/@ada', body: challenge });
    const response = await app.ask(user('ada'));
    const { body } = response;
    expect(response).toFit({ data: { user: { uniqueId: 'ada' } } });
    expect(await calledPaths(signedIn)).toEqual(['/@ada', '/api/user/detail/']);
    const outputs = JSON.stringify([app.logs, body, (await app.ask('/status')).text]);
    expect(outputs).not.toContain('the-operators-own-session');
  });

  it('reads the embedded page first when the setting selects it', async () => {
    expect((await embedsFirst.app.ask(user('ada'))).status).toBe(200);
    expect(await calledPaths(embedsFirst)).toEqual(['/embed/@ada']);
  });

  it.each<[number, string, Omit<FaultSpec, 'host'>, RegExp]>([
    [500, 'has changed', { body: { data: 1 } }, /in a shape that we do not know \(at script#__UNIVERSAL/],
    [500, 'responds with garbage', { garbage: true }, /in a shape that we do not know/],
    [500, 'breaks off in the middle', { truncate: true }, /broke off/],
    [500, 'sends a decompression bomb', { gzipBomb: true }, /too much/],
    [500, 'shows challenges', { body: challenge }, /turned us away: it wants a challenge/],
    [500, 'redirects to another host', { redirect: 'https://evil.example/' }, /not allowed for it/],
    [500, 'redirects to this machine', { redirect: 'https://127.0.0.1/' }, /not allowed for it/],
    [503, 'responds 429', { status: 429 }, /asked us to wait/],
  ])('responds %s when every upstream %s', async (status, _, fault, message) => {
    await running.app.fault({ host: site, ...fault });
    const response = await running.app.ask(user('ada'));
    expect(response).toMatchObject({ status, body: { error: expect.stringMatching(message) } });
    expect(response.headers.get('retry-after')).toBe(status === 503 ? '30' : null);
  });

  it.each<[string, string, RegExp]>([
    ['__DEFAULT_SCOPE__.webapp.user-detail', '', /__DEFAULT_SCOPE__\.webapp\.user-detail/],
    ['userInfo', '{}', /at userInfo\)/],
    ['userInfo.stats', '{"userInfo":{"user":{"id":"1","uniqueId":"a"}}}', /at userInfo\.stats\)/],
  ])('reports the JSON path of a page without %s, also in /status', async (_, detail, message) => {
    const changed = { host: site, path: '/@*', body: pageWith(detail) };
    await running.app.fault(changed, { host: site, path: '/embed/*', body: challenge });
    const response = await running.app.ask(user('ada'));
    expect(response).toMatchObject({ status: 500, body: { error: expect.stringMatching(message) } });
    await running.app.clearFaults();
    await running.app.fault(changed);
    expect((await running.app.ask(user('bob'))).status).toBe(200);
    const { sources } = JSON.parse((await running.app.ask('/status')).text);
    const pages = sources.find(
      (source: { group: string; part: string }) => source.group === 'shortvideo' && source.part === 'pages',
    );
    expect(pages.lastFailure).toMatchObject({ kind: 'upstreamChanged', endpoint: 'user' });
  });
});

const feed = (query = '') => `/api/shortvideo/feed${query}`;
const feedPath = '/api/recommend/item_list/';

describe('GET /api/shortvideo/feed', () => {
  it('responds 200 with the documented body', async () => {
    expect(await running.app.ask(feed('?count=3'))).toFit({
      data: { items: expect.objectContaining({ length: 3 }), cursor: 3, hasMore: true, count: 3 },
    });
  });

  it.each([
    ['30 by default', '', 30, 2],
    ['the most that is allowed', '?count=50', 50, 3],
    ['one', '?count=1', 1, 1],
  ])('responds 200 with %s in few upstream calls', async (_, query, count, upstreamCalls) => {
    const { body } = await running.app.ask(feed(query));
    expect([body.data.count, body.data.items.length, body.data.cursor]).toEqual([count, count, count]);
    expect(await calledPaths(running)).toEqual(Array(upstreamCalls).fill(feedPath));
  });

  it('pages by its cursor to the end without gaps or duplicates', async () => {
    const ids: string[] = [];
    const complete: string[] = [];
    for (const [count, into] of [
      [7, ids],
      [50, complete],
    ] as const) {
      for (let cursor = 0, hasMore = true; hasMore; ) {
        const { data } = (await running.app.ask(feed(`?cursor=${cursor}&count=${count}`))).body;
        into.push(...data.items.map(({ id }: { id: string }) => id));
        ({ cursor, hasMore } = data);
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(300);
    expect(ids).toEqual(complete);
  });

  it('responds with an empty page past the end', async () => {
    const { data } = (await running.app.ask(feed('?cursor=5000'))).body;
    expect(data).toEqual({ items: [], cursor: 5000, hasMore: false, count: 0 });
  });

  it.each<[string, Omit<FaultSpec, 'host'>]>([
    ['with status 200', { body: { statusCode: 10_101, statusMsg: 'secret words' } }],
    ['with another status', { status: 400, body: { status_code: 10_101 } }],
  ])('responds 502 with the error code of the upstream, %s', async (_, fault) => {
    await running.app.fault({ host: site, ...fault });
    expect(await running.app.ask(feed('?cursor=1000'))).toRespond(502, {
      error: 'The source for shortvideo answered with code 10101.',
      statusCode: 10_101,
    });
  });

  it.each<[number, string, Omit<FaultSpec, 'host'>, string]>([
    [502, 'is garbage', { garbage: true }, 'answered with something that is not JSON.'],
    [502, 'is a page', { body: challenge }, 'answered with something that is not JSON.'],
    [502, 'has changed', { body: { items: {} } }, 'answered in a shape that we do not know (at itemList).'],
    [502, 'is empty', { body: {} }, 'answered in a shape that we do not know (at itemList).'],
    [502, 'breaks off', { truncate: true }, 'broke off.'],
    [503, 'responds 429', { status: 429 }, 'asked us to wait.'],
    [
      503,
      'is empty, as without a session',
      { body: '' },
      'turns away who is not logged in; it needs SHORTVIDEO_SESSION to be set.',
    ],
    [
      503,
      'redirects to a login',
      { redirect: `https://${site}/login` },
      'turns away who is not logged in; it needs SHORTVIDEO_SESSION to be set.',
    ],
  ])('responds %s with the reason when the upstream response %s', async (status, _, fault, reason) => {
    await running.app.fault({ host: site, path: feedPath, ...fault });
    const response = await running.app.ask(feed());
    expect(response).toMatchObject({ status, body: { error: `The source for shortvideo ${reason}` } });
  });

  it('responds 200 with the configured session when the anonymous request fails', async () => {
    await signedIn.app.fault({ host: site, path: feedPath, body: '', times: 1 });
    expect((await signedIn.app.ask(feed('?count=2'))).body.data.count).toBe(2);
  });

  it('omits duplicates and items that are not videos', async () => {
    const itemList = [
      post('1', 'https://a.tiktokcdn.com/1'),
      post('2', ''),
      post('1', 'https://a.tiktokcdn.com/1'),
    ];
    await running.app.fault({ host: site, times: 1, body: { statusCode: 0, hasMore: false, itemList } });
    const { data } = (await running.app.ask(feed('?cursor=2000&count=9'))).body;
    expect(data).toMatchObject({ items: [{ id: '1' }], cursor: 2003, hasMore: false, count: 1 });
  });

  it('responds with the items so far when a later page fails', async () => {
    await running.app.fault({
      host: site,
      path: `${feedPath}?from_page=fyp&count=10&cursor=20`,
      body: challenge,
    });
    const { data } = (await running.app.ask(feed())).body;
    expect(data).toMatchObject({ cursor: 20, hasMore: true, count: 20 });
  });

  it('is never served stale because its links expire', async () => {
    expect((await running.app.ask(feed('?count=4'))).headers.get('x-cache')).toBe('MISS');
    expect((await running.app.ask(feed('?count=4'))).headers.get('x-cache')).toBe('HIT');
    running.app.clock.skip(seconds(31));
    await running.app.fault({ host: site, body: challenge });
    expect((await running.app.ask(feed('?count=4'))).status).toBe(502);
  });
});

describe('retries of /api/shortvideo', () => {
  const clock = ownedClock();
  const slow = shortvideoApp({ clock });
  const settled = () => delay(25);

  it('are three attempts of 8 s, 1.5 s apart, then status 502 with the reason', async () => {
    await slow.app.fault({ host: site, delayMs: 60_000 });
    await slow.app.clearCalls();
    let isSaid = false;
    const said = slow.app.ask(feed()).finally(() => {
      isSaid = true;
    });
    const attempts = (count: number) =>
      vi.waitFor(async () => expect(await slow.app.calls()).toHaveLength(count));
    const startedAt = clock.now();
    for (const [attempt, pauseMs] of [
      [1, 1_500],
      [2, 1_500],
      [3, 0],
    ] as const) {
      await attempts(attempt);
      await settled();
      await clock.advance(7_999);
      await settled();
      expect(isSaid).toBe(false);
      await clock.advance(1);
      await settled();
      await clock.advance(Math.max(0, pauseMs - 1));
      await settled();
      await attempts(attempt);
      await clock.advance(pauseMs > 0 ? 1 : 0);
    }
    expect(await said).toMatchObject({
      status: 502,
      body: { error: 'The source for shortvideo did not answer in time.' },
    });
    expect(clock.now() - startedAt).toBe(27_000);
    await attempts(3);
  });

  it.each<[string, number, Omit<FaultSpec, 'host'>]>([
    [feed(), 502, { status: 500 }],
    [feed('?count=5'), 502, { reset: true }],
    [user('bob'), 500, { status: 503 }],
    [user('eve'), 500, { reset: true }],
  ])('are three attempts at one upstream: %s is %s after %j', async (path, status, fault) => {
    await slow.app.fault({ host: site, ...fault });
    await slow.app.clearCalls();
    expect((await hurried(clock, slow.app.ask(path))).status).toBe(status);
    const places = await calledPaths(slow);
    expect([places.length, new Set(places).size]).toEqual([3, 1]);
  });

  it('include another attempt after a failed one', async () => {
    // The failures before opened the breaker, and a part of their lookups may wait for another attempt.
    for (let times = 0; times < 4; times += 1) {
      await clock.advance(120_000);
      await settled();
    }
    await slow.app.fault({ host: site, status: 500, times: 2 });
    expect((await hurried(clock, slow.app.ask(user('zoe')))).status).toBe(200);
  });
});
