import { describe, expect, it } from 'vitest';
import { routeGroups } from '../rest/index.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { type RouteReadiness, readinessSummary } from '../server/status/readiness.ts';
import { sources } from '../sources/index.ts';
import { during, movableClock, startTestApp, type TestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';
import { words } from './support/words.ts';

/** Without any credential, as on a fresh machine. */
const fresh = useTestApp({
  environment: {
    ...Object.fromEntries(sources.flatMap(({ credential }) => credential.required).map((name) => [name, ''])),
    KEYLESS: 'on',
    MUSIC_QUERIES: '',
    SONGID_SERVICE: 'off',
  },
});
/** Of the two services that are compared: what is invented follows the time. */
const clock = movableClock();
const both = useTestApp({ clock, environment: { KEYLESS: 'on', TITLEDB_WEB_CLIENT: '' } });

/** With the client id of the web site, which only an operator sets. */
const siteAlone = useTestApp({
  clock,
  environment: {
    ...{ LIVESTREAM_CLIENT_ID: '', LIVESTREAM_CLIENT_SECRET: '' },
    ...{ LIVESTREAM_WEB_CLIENT_ID: 'client-of-the-site', KEYLESS: 'on' },
  },
});

const sourceOf = async (app: TestApp, path: string) => {
  const { status, headers } = await app.ask(path);
  return `${status} ${headers.get('x-source')?.split(', ').sort().join(', ')}`;
};

/** The routes that a source without a credential serves: its name, the host of the official source, and the path. */
const served = [
  ['arenagame/brawlify', 'api.brawlstars.com', () => '/api/arenagame/fighters'],
  ['arenagame/brawlify', 'api.brawlstars.com', () => '/api/arenagame/fighters/16000001'],
  ['arenagame/brawlify', 'api.brawlstars.com', () => '/api/arenagame/events/rotation'],
  ['news/google-news', 'newsapi.org', () => '/api/news/top-headlines?country=us'],
  ['news/google-news', 'newsapi.org', () => `/api/news/top-headlines?category=science`],
  ['news/google-news', 'newsapi.org', () => `/api/news/everything?q=${freshName('word')}`],
  ['news/publishers', 'newsapi.org', () => '/api/news/everything?sources=bbc-news,wired'],
  ['news/publishers', 'newsapi.org', () => '/api/news/top-headlines?sources=the-verge'],
  ...[
    '/api/videosite/channel?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw',
    '/api/videosite/channel?username=somebody',
    '/api/videosite/search?q=harbour',
    '/api/videosite/playlists?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw',
    '/api/videosite/playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_Fj',
    '/api/videosite/comments?video_id=dQw4w9WgXcQ',
  ].map((path) => ['videosite/web', 'www.googleapis.com', () => path] as const),
  ...['video?video_id=dQw4w9WgXcQ', 'all?username=somebody&max_videos=3'].map(
    (path) =>
      ['videosite/player, videosite/web', 'www.googleapis.com', () => `/api/videosite/${path}`] as const,
  ),
  ['clips/web', 'developers.medal.tv', () => '/api/clips/categories'],
  ['titledb/cinemeta', 'www.omdbapi.com', () => `/api/titledb/title?title=${freshName('film')}`],
  [
    'weather/gazetteer, weather/open-meteo',
    'api.openweathermap.org',
    () => `/api/weather/current?city=${freshName('Else')}`,
  ],
] as const;

const refusals = [401, 402, 403, 429, 500];

describe('routes of groups without their credential', () => {
  it.each(served)('are served by %s in place of %s: %s', async (source, _, path) => {
    expect(await sourceOf(fresh, path())).toBe(`200 ${source}`);
  });

  it.each(served)('are served by %s while %s refuses', async (source, host, path) => {
    for (const status of refusals)
      expect(await during(both, [{ host, status }], () => sourceOf(both, path()))).toBe(`200 ${source}`);
  });

  it.each([
    ['/api/arenagame/player/2PP00', /needs ARENAGAME_TOKEN to be set\. Supercell issues .*45\.79\.218\.79/],
    ['/api/cardgame/player/2PP00', /needs CARDGAME_TOKEN .*CARDGAME_ORIGIN=https:\/\/proxy\.royaleapi\.dev/],
    [`/api/clips/search?text=${freshName('word')}`, /needs CLIPS_API_KEY .*"almanac credential clips"/],
    ['/api/videosite/search?q=lantern&order=date', /needs VIDEOSITE_API_KEY/],
    ['/api/titledb/search?query=harbor&type=episode', /needs TITLEDB_API_KEY to be set\. OMDb issues it at /],
  ])('respond 503 with the way to the credential where none does: %s', async (path, message) => {
    expect(await fresh.ask(path)).toFail(503, message);
  });
});

describe('a source that KEYLESS leaves out', () => {
  it('is not asked, and its group is served by the next', async () => {
    await using app = await startTestApp({
      environment: { NEWS_API_KEY: '', KEYLESS: '-news/google-news' },
    });
    expect(await sourceOf(app, '/api/news/top-headlines?country=us')).toBe('200 news/publishers');
    expect((await app.calls()).filter(({ host }) => host === 'news.google.com')).toEqual([]);
  });
});

describe('the readiness of routes', () => {
  it('states at /status and /api which routes are live, by which source, and what the others need', async () => {
    const { body } = await fresh.ask('/status');
    const stateOf = (path: string) => body.routes.find((route: { path: string }) => route.path === path);
    expect(stateOf('/api/news/everything')).toMatchObject({ state: 'keyless', source: 'news/publishers' });
    expect(stateOf('/api/weather/current')).toMatchObject({ state: 'keyless', missing: ['WEATHER_API_KEY'] });
    expect(stateOf('/api/cardgame/cards')).toMatchObject({
      state: 'unconfigured',
      missing: ['CARDGAME_TOKEN'],
    });
    expect(stateOf('/api/photosocial/stories')).toMatchObject({ missing: ['PHOTOSOCIAL_SESSION'] });
    expect(stateOf('/api/music/prerelease')).toMatchObject({ missing: ['MUSIC_QUERIES with prerelease=…'] });
    for (const path of ['/api/photosocial/profile', '/api/songid/identify'])
      expect(stateOf(path)).toMatchObject({ state: 'live' });
    const { groups } = (await fresh.ask('/api')).body;
    const arenagame = groups.find(({ group }: { group: string }) => group === 'arenagame');
    expect(arenagame.readiness).toMatchObject({
      '/api/arenagame/fighters': 'live by arenagame/brawlify, without hypercharges and gears',
      '/api/arenagame/player/{tag}': 'needs ARENAGAME_TOKEN',
    });
  });

  it('is that of the service: a route without a source responds 503, any other does not', async () => {
    const { routes } = (await fresh.ask('/status')).body as { routes: readonly RouteReadiness[] };
    const listed = routeGroups.flatMap((group) => group.routes);
    for (const { path, state } of routes) {
      const route = listed.find((each) => each.path === path)!;
      // A file of the server, which is a further permission.
      if (path === '/api/songid/identify') continue;
      const { status } = await fresh.ask(exampleAddress(route));
      expect({ path, isServed: status !== 503 }).toEqual({ path, isServed: state !== 'unconfigured' });
    }
    expect(readinessSummary(routes)[0]).toMatch(
      /^\d+ of 128 routes have a source, \d+ of them one without a credential\.$/,
    );
  });
});

describe('fighters of Brawlify', () => {
  it('have null for what it does not state, and name the derived values', async () => {
    const { body } = await fresh.graphql(`{
      arenagame { fighters { name hyperCharges { name } gears { name } source { name derived } } }
    }`);
    expect(body.data.arenagame.fighters[0]).toEqual({
      name: expect.stringMatching(/^[A-Z ]+$/),
      hyperCharges: null,
      gears: null,
      source: { name: 'Brawlify', derived: ['name', 'starPowers.name', 'gadgets.name'] },
    });
  });

  it('are those of the official source, and so are the events', async () => {
    const bodyOf = async (app: TestApp, path: string) => (await app.ask(path)).body;
    const named = ({ items }: { items: { id: number; name: string }[] }) =>
      items.map(({ id, name }) => ({ id, name })).filter(({ id }) => id !== 16_000_088);
    const [ours, theirs] = [await bodyOf(fresh, served[0][2]()), await bodyOf(both, served[0][2]())];
    expect(named(ours)).toEqual(named(theirs));
    const modesOf = (slots: { slotId: number; event: { mode: string; modeId: number } }[]) =>
      slots.map(({ slotId, event: { mode, modeId } }) => ({ slotId, mode, modeId }));
    expect(modesOf(await bodyOf(fresh, served[2][2]()))).toEqual(modesOf(await bodyOf(both, served[2][2]())));
    expect((await fresh.ask('/api/arenagame/fighters/16000999')).status).toBe(404);
  });
});

describe('videosite without the credential', () => {
  const bodies = async (path: string) => [(await fresh.ask(path)).body, (await both.ask(path)).body];

  it('responds with the video of the official source, but for what the web player does not state', async () => {
    const [ours, theirs] = await bodies('/api/videosite/video?video_id=aQw4w9WgXcQ');
    expect(ours).toEqual({ ...theirs, status: { ...theirs.status, madeForKids: null } });
  });

  it('responds with the channel of the official source without its time', async () => {
    const [ours, theirs] = await bodies('/api/videosite/channel?channel_id=UC_x5XG1OV2P6uZZ5FSM9Tta');
    const { snippet, statistics } = theirs;
    const { title, customUrl, country } = snippet;
    expect(ours.snippet).toMatchObject({ title, customUrl, country, publishedAt: null });
    const { viewCount, videoCount } = statistics;
    expect(ours.statistics).toMatchObject({ viewCount, videoCount });
  });

  it('joins and cuts the pages of the web player', async () => {
    const path = '/api/videosite/search?q=lantern&type=video&max_results=45';
    const [ours, theirs] = await bodies(path);
    const idsOf = ({ results }: { results: { id: { videoId: string } }[] }) =>
      results.map(({ id }) => id.videoId);
    expect(idsOf(ours)).toEqual(idsOf(theirs));
    const pages: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 4; page += 1) {
      const { body } = await fresh.graphql(
        'query ($id: ID!, $after: String) { videosite { playlistItems(playlistId: $id, first: 40, after: $after) { items { snippet { position } contentDetails { videoId } } next } } }',
        { id: 'UU_x5XG1OV2P6uZZ5FSM9prolific'.slice(0, 24), after },
      );
      const list = body.data.videosite.playlistItems;
      if (!list) break;
      for (const { snippet } of list.items) expect(snippet.position).toBe(pages.push('item') - 1);
      after = list.next;
      if (after === null) break;
    }
    expect(pages.length).toBeGreaterThan(0);
  });

  it('responds 404, 403 and an empty list as the official source does', async () => {
    for (const path of [
      '/api/videosite/video?video_id=private0000',
      '/api/videosite/comments?video_id=nocomments0',
      '/api/videosite/channel?username=notfound',
      '/api/videosite/playlist/items?playlist_id=PLprivate1111111111111111111111111',
    ]) {
      const [ours, theirs] = [await fresh.ask(path), await both.ask(path)];
      expect({ path, status: ours.status }).toEqual({ path, status: theirs.status });
    }
  });

  it('reads a video from its page while the player demands that an address be of no program', async () => {
    const reason = 'Sign in to confirm you’re not a bot';
    const body = { playabilityStatus: { status: 'LOGIN_REQUIRED', reason } };
    const host = 'www.youtube.com';
    const path = '/api/videosite/video?video_id=bQw4w9WgXcQ';
    const player = { host, path: '/youtubei/v1/player*', body };
    const ours = await during(fresh, [player], async () => {
      // The lists are served as before.
      expect((await fresh.ask('/api/videosite/search?q=lighthouse')).status).toBe(200);
      return fresh.graphql(
        '{ videosite { video(id: "bQw4w9WgXcQ") { snippet { title publishedAt } statistics { viewCount likeCount } contentDetails { duration } source { derived } } } }',
      );
    });
    const { snippet, statistics } = (await both.ask(path)).body;
    const { video } = ours.body.data.videosite;
    expect(video).toMatchObject({
      snippet: { title: snippet.title, publishedAt: null },
      statistics: { viewCount: statistics.viewCount },
      contentDetails: { duration: null },
      source: { derived: ['statistics.likeCount'] },
    });
    expect(video.statistics.likeCount.length).toBe(statistics.likeCount.length);
    fresh.clock.skip(400_000);
    const all = await during(fresh, [{ host, body }], () => fresh.ask(path.replace('bQ', 'cQ')));
    expect([all.status, all.headers.get('retry-after')]).toEqual([503, '300']);
    fresh.clock.skip(400_000);
  });

  it.each([
    [
      'is a pause of minutes for a redirect to a page for people',
      { redirect: 'https://www.google.com/sorry/' },
    ],
    ['is a pause of minutes for a 429', { status: 429 }],
  ])('%s', async (_, effects) => {
    const refused = await during(fresh, [{ host: 'www.youtube.com', ...effects }], () =>
      fresh.ask(`/api/videosite/search?q=${freshName('word')}`),
    );
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300']);
    fresh.clock.skip(400_000);
  });

  const refusal = { error: { code: 400, status: 'FAILED_PRECONDITION' } };
  it.each([
    [
      'the refusal of its version',
      'channel?channel_id=UC_x5XG1OV2P6uZZ5FSM9Tzz',
      { status: 400, body: refusal },
    ],
    [
      'a list of unknown elements',
      'search?q=unknowns',
      {
        body: { sectionListRenderer: { contents: [{ itemSectionRenderer: { contents: [{ other: {} }] } }] } },
      },
    ],
    ['comments without an envelope', 'comments?video_id=dQw4w9WgXcZ', { body: {} }],
  ])('takes %s for a change of the site', async (_, path, effects) => {
    const changed = await during(fresh, [{ host: 'www.youtube.com', ...effects }], () =>
      fresh.ask(`/api/videosite/${path}`),
    );
    expect(changed).toFail(502, /in a shape that we do not know/);
  });
});

describe('livestream by the graph of the web site', () => {
  const userId = '12826';

  it.each([
    '/api/livestream/user?login=live_somebody',
    `/api/livestream/user/id?id=${userId}`,
    '/api/livestream/stream?user_login=live_somebody',
    '/api/livestream/streams/top?first=70',
    `/api/livestream/followers?broadcaster_id=${userId}`,
    '/api/livestream/game?name=Chess',
    '/api/livestream/games/top?first=30',
    `/api/livestream/videos?user_id=${userId}`,
    `/api/livestream/clips?broadcaster_id=${userId}`,
    '/api/livestream/channels/search?query=night',
    `/api/livestream/channel?broadcaster_id=${userId}`,
  ])('responds as the official source but for what it does not state: %s', async (path) => {
    const [ours, theirs] = [await siteAlone.ask(path), await both.ask(path)];
    expect([ours.status, ours.headers.get('x-source')]).toEqual([200, 'livestream/web']);
    expect(ours.body.data.length).toBe(theirs.body.data.length);
    const unstated = words(
      'is_branded_content content_classification_labels is_featured external_db_id stream_id',
    );
    const rounded = words(`duration tags ${path.includes('/stream') ? 'id started_at viewer_count' : ''}`);
    // The clocks of the two services differ, and with them the order of streams.
    if (path.includes('streams/top')) return;
    for (const [index, item] of ours.body.data.entries()) {
      for (const [name, value] of Object.entries(item)) {
        if (rounded.includes(name)) continue;
        const expected = unstated.includes(name) ? null : theirs.body.data[index][name];
        expect([name, value]).toEqual([name, expected]);
      }
    }
  });

  it('pages on by its own cursors, and refuses those of the official source', async () => {
    const page = async (after?: string) => {
      const { body } = await siteAlone.graphql(
        'query ($after: String) { livestream { topStreams(first: 40, after: $after) { items { id } next } } }',
        { after },
      );
      return body.data.livestream.topStreams;
    };
    const first = await page();
    const second = await page(first.next);
    expect(first.items).toHaveLength(40);
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const { body } = await siteAlone.graphql('{ livestream { topStreams(after: "abc") { next } } }');
    expect(body.errors[0].message).toMatch(/^after must be the cursor/);
  });
});

describe('news without the credential', () => {
  const google = 'news.google.com';
  const keysOf = async (path: string) =>
    (await fresh.ask(path)).body.articles.map((article: object) => Object.keys(article));

  it('responds with the documented keys, and null for what feeds do not state', async () => {
    const path = '/api/news/everything?q=harbour';
    const { body } = await fresh.ask(path);
    expect(body.articles[0]).toEqual({
      source: { id: null, name: expect.any(String) },
      author: null,
      title: expect.stringMatching(/^(?!.* - ).*harbour/i),
      description: null,
      url: expect.stringContaining('https://news.google.com/rss/articles/'),
      urlToImage: null,
      publishedAt: expect.stringMatching(/Z$/),
      content: null,
    });
    expect(new Set((await keysOf(path)).flat())).toEqual(new Set(Object.keys(body.articles[0])));
    expect(body.totalResults).toBe(body.articles.length);
  });

  it('reads publishers where Google News fails or is switched off, without those that fail', async () => {
    const faults = [google, 'www.engadget.com'].map((host) => ({ host, status: 429 }));
    const found = await during(fresh, faults, async () => {
      const headlines = await fresh.ask('/api/news/top-headlines?category=technology&country=us');
      // Of the publications, only the one that asked to wait rests.
      expect(await sourceOf(fresh, '/api/news/everything?sources=engadget')).toBe('503 undefined');
      expect(await sourceOf(fresh, '/api/news/everything?sources=le-monde')).toBe('200 news/publishers');
      return headlines;
    });
    expect(found.status).toBe(200);
    const names = new Set(found.body.articles.map(({ source }: { source: { id: string } }) => source.id));
    expect(names.size).toBeGreaterThan(2);
    expect(names).not.toContain('engadget');
  });

  it('leaves Google News alone while it leads to a page for people', async () => {
    const redirect = 'https://consent.google.com/ml';
    await during(fresh, [{ host: google, redirect }], async () => {
      for (const q of ['ask', 'rest'])
        expect(await sourceOf(fresh, `/api/news/everything?q=${q}`)).toBe('200 news/publishers');
    });
    const asked = (await fresh.calls()).filter(({ path }) => /q=(?:ask|rest)&/.test(path));
    expect(asked).toHaveLength(1);
  });

  it('finds only what lies within dates and has the words', async () => {
    const { body } = await fresh.ask(
      '/api/news/everything?q=bell%20NOT%20tower&sources=bbc-news&from=2026-01-01',
    );
    for (const { publishedAt } of body.articles) expect(publishedAt > '2026').toBe(true);
  });

  it('responds 400 for a publication in no table', async () => {
    expect((await fresh.ask('/api/news/top-headlines?sources=no-such-paper')).status).toBe(400);
  });
});

it('sources without a credential say which routes they serve', () => {
  expect(sources.filter(({ spec }) => spec.keyless && !spec.serves).map(({ name }) => name)).toEqual([]);
});
