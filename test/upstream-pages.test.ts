import { describe, expect, it } from 'vitest';
import type { StatusReport } from '../server/status/status-report.ts';
import { startTestApp } from './app.ts';
import { useTestApp } from './suite.ts';

/** Pages with a status that is about a thing, or a value, only in the format of the upstream. */

const page = '<!doctype html><title>404 Not Found</title>';
const espn = ['site.api.espn.com', 'site.web.api.espn.com'];

/** Routes that ask for no thing that there may not be, or whose upstream reports an absence in its own format. */
const routes: readonly (readonly [hosts: readonly string[], ...paths: readonly string[]])[] = [
  [
    ['developers.medal.tv'],
    'clips/trending',
    'clips/latest',
    'clips/search?text=lantern',
    'clips/categories',
  ],
  [['fortnite-api.com'], 'brgame/shop', 'brgame/news', 'brgame/map', 'brgame/playlists', 'brgame/banners'],
  [
    ['fortnite-api.com'],
    'brgame/cosmetics/br',
    'brgame/cosmetics/new',
    'brgame/cosmetics/cars',
    'brgame/cosmetics/br/search/all?rarity=epic',
  ],
  [['api.clashroyale.com'], 'cardgame/cards', 'cardgame/clansearch/lantern'],
  [['newsapi.org'], 'news/top-headlines?country=us', 'news/everything?q=lantern'],
  [['api.brawlstars.com'], 'arenagame/events/rotation', 'arenagame/fighters'],
  [['www.googleapis.com'], 'videosite/search?q=lantern'],
  [
    espn,
    'sports/basketball/pro-men/scoreboard',
    'sports/basketball/pro-men/teams',
    'sports/mma/pro/scoreboard',
    'sports/soccer?league=all',
  ],
  [['api.openweathermap.org'], 'weather/current?city=oslo', 'weather/forecast?city=oslo'],
  [
    ['www.omdbapi.com'],
    'titledb/title?title=Harbor',
    'titledb/id?id=tt1234567',
    'titledb/search?query=harbor',
    'titledb/season?title=Harbor&season=1',
  ],
];

describe.each([404, 410])('a page with status %i', (status) => {
  const app = useTestApp();

  it.each(routes)('of %j is a failure of the source: %s', async (...row) => {
    const [hosts, ...paths] = row as [readonly string[], ...string[]];
    await app.fault(...hosts.map((host) => ({ host, status, body: page })));
    for (const path of paths) {
      const response = await app.ask(`/api/${path}`);
      expect([path, response.body]).toEqual([path, { error: expect.stringContaining('The source for') }]);
      expect([path, response.status]).toEqual([path, expect.toBeOneOf([500, 502])]);
      app.clock.skip(120_000);
    }
    await app.clearFaults();
  });

  it('is stated as a failure, and other sources serve in its place', async () => {
    await using app = await startTestApp({ environment: { KEYLESS: 'on' } });
    await app.fault({ host: 'developers.medal.tv', status, body: page });
    const { status: served, headers } = await app.ask('/api/clips/categories');
    expect([served, headers.get('x-source')]).toEqual([200, 'clips/web']);
    const { sources }: StatusReport = (await app.ask('/status')).body;
    expect(sources.find(({ group, part }) => group === 'clips' && part === null)).toMatchObject({
      lastSuccessAt: null,
      lastFailure: { at: expect.any(String) },
    });
  });
});

describe('a page with status 400', () => {
  const app = useTestApp();
  const hostsOfPosts = ['api.x.com', 'cdn.syndication.twimg.com', 'syndication.twitter.com'];

  it.each([
    [502, 'weather/current?city=oslo', ['api.openweathermap.org']],
    [502, 'weather/forecast?city=oslo', ['api.openweathermap.org']],
    [500, 'microblog/user?username=jack', hostsOfPosts],
    [500, 'microblog/user/posts?username=jack', hostsOfPosts],
    [500, 'microblog/post?url=https://x.com/i/status/20', hostsOfPosts],
  ])('is a %i of %s', async (status, path, hosts) => {
    await app.fault(...hosts.map((host) => ({ host, status: 400, body: page })));
    expect(await app.ask(`/api/${path}`)).toFail(status, /The source for/);
    await app.clearFaults();
    app.clock.skip(120_000);
  });

  it.each([
    ['weather/current?city=oslo', 'api.openweathermap.org', { cod: '400', message: 'Nothing to geocode' }],
    [
      'microblog/user?username=jack',
      'api.x.com',
      { errors: [{ message: 'The value is not valid.' }], title: 'Invalid Request' },
    ],
  ])('is the fault of the caller in the format of the upstream: %s', async (path, host, body) => {
    await app.fault({ host, status: 400, body });
    expect((await app.ask(`/api/${path}`)).status).toBe(400);
    await app.clearFaults();
  });
});
