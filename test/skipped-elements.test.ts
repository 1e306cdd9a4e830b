import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import type { Group } from '../core/groups.ts';
import { startSandbox } from '../sandbox/index.ts';
import type { StatusReport } from '../server/status/status-report.ts';
import { movableClock, startTestApp, type TestApp } from './app.ts';
import { type Change, startBreakingProxy } from './breaking-proxy.ts';
import { contract } from './contract/index.ts';
import { usualCatalogueItems } from './support/catalogue.ts';

/**
 * A list of every group: the request, the upstream path that responds with the list, and the list's place in that
 * response; '' where the response is the list.
 */
const lists: readonly [request: string, upstream: RegExp, place: string][] = [
  ['arenagame/player/2PP00', /v1\/players\/[^/]+$/, 'brawlers'],
  ['arenagame/battlelog/2PP00', /battlelog/, 'items'],
  ['arenagame/club/2PP00', /v1\/clubs\/[^/]+$/, 'members'],
  ['arenagame/club/2PP00/members', /members/, 'items'],
  ['arenagame/rankings/global/players', /rankings/, 'items'],
  ['arenagame/rankings/global/clubs', /rankings/, 'items'],
  ['arenagame/rankings/global/fighters/16000000', /rankings/, 'items'],
  ['arenagame/fighters', /brawlers/, 'items'],
  ['arenagame/events/rotation', /rotation/, ''],
  ['blockgame/builderman/badges', /v1\/users\/\d+\/badges/, 'data'],
  ['blockgame/builderman/friends', /users\/\d+\/friends$/, 'data'],
  ['blockgame/builderman/games', /v2\/users\/\d+\/games/, 'data'],
  ['blockgame/builderman/username/history', /username-history/, 'data'],
  ['blockgame/builderman/avatar', /\/avatar$/, 'emotes'],
  ['brgame/cosmetics/new?language=en', /cosmetics\/new/, 'data.items.br'],
  ['brgame/cosmetics/br/search/all?type=outfit&rarity=legendary', /search\/all/, 'data'],
  ['brgame/cosmetics/tracks?language=en', /tracks/, 'data'],
  ['brgame/cosmetics/instruments?language=en', /instruments/, 'data'],
  ['brgame/cosmetics/cars?language=en', /cars/, 'data'],
  ['brgame/cosmetics/lego?language=en', /lego/, 'data'],
  ['brgame/cosmetics/lego/kits?language=en', /kits/, 'data'],
  ['brgame/cosmetics/beans?language=en', /beans/, 'data'],
  ['brgame/shop?language=en', /shop/, 'data.entries'],
  ['brgame/banners?language=en', /banners/, 'data'],
  ['brgame/banners/colors', /colors/, 'data'],
  ['brgame/map?language=en', /map/, 'data.pois'],
  ['brgame/news?language=en', /news/, 'data.br.motds'],
  ['brgame/news/coop?language=en', /news/, 'data.messages'],
  ['brgame/playlists?language=en', /playlists/, 'data'],
  ['brgame/aes?keyFormat=hex', /aes/, 'data.dynamicKeys'],
  ['cardgame/player/%232PP00', /players/, 'badges'],
  ['cardgame/cards', /cards/, 'items'],
  ['cardgame/clan/%232PP00', /clans/, 'memberList'],
  ['cardgame/members/%232PP00', /members/, 'items'],
  ['cardgame/clansearch/Golden', /clans/, 'items'],
  ['cardgame/chests/%232PP00', /upcomingchests/, 'items'],
  ['cardgame/battlelog/%232PP00', /battlelog/, ''],
  ['clips/trending?limit=3', /trending/, 'contentObjects'],
  ['clips/latest?userId=12597&limit=3', /latest/, 'contentObjects'],
  ['clips/search?text=%23speedrun&limit=3', /search/, 'contentObjects'],
  ['clips/categories', /categories/, ''],
  ['coderepo/repos?username=octocat', /repos/, ''],
  ['coderepo/commits?username=octocat&repo=hello-world', /commits/, ''],
  ['cubegame/full?username=Notch', /laby/, 'name_history'],
  ['livestream/streams/top?first=5', /streams/, 'data'],
  ['livestream/channels/search?query=chess&first=5', /search/, 'data'],
  ['livestream/clips?broadcaster_id=141981764', /clips/, 'data'],
  ['livestream/videos?user_id=141981764', /videos/, 'data'],
  ['livestream/games/top?first=5', /games/, 'data'],
  ['microblog/user/posts?username=jack', /tweets/, 'data'],
  ['music/search?song=One+More+Time&artist=Daft+Punk', /query/, 'data.searchV2.tracksV2.items'],
  ['music/album?id=6N9PS4QXF1D0OWPk0Sxtb4', /query/, 'data.albumUnion.tracksV2.items'],
  ['music/artist?id=0gxyHStUsqpMadRV0Di1Qt', /query/, 'data.artistUnion.stats.topCities.items'],
  ['music/artist/discography?id=0gxyHStUsqpMadRV0Di1Qt', /query/, 'data.artistUnion.discography.all.items'],
  ['news/top-headlines?category=science', /top-headlines/, 'articles'],
  ['news/everything?q=lighthouse&sortBy=relevancy', /everything/, 'articles'],
  ['photosocial/highlights?username=instagram', /highlights_tray/, 'tray'],
  ['photosocial/comments?url=https%3A%2F%2Fwww.instagram.com%2Fp%2FCAnqPB-Jzcj%2F', /comments/, 'comments'],
  ['shortvideo/feed?count=10', /item_list/, 'itemList'],
  ['pinboard/search?q=garden&limit=5', /BaseSearch/, 'resource_response.data.results'],
  ['pinboard/user/pins?username=pinterest&limit=5', /UserPins/, 'resource_response.data'],
  ['pinboard/board?username=pinterest&board=gardens', /BoardFeed/, 'resource_response.data'],
  [
    'pinboard/similar?url=https%3A%2F%2Fi.pinimg.com%2F236x%2F5f%2F1e%2F2d%2F5f1e2d3c4b5a69788796a5b4c3d2e1f0.jpg&limit=5',
    /visual_search/,
    'data',
  ],
  ['sports/basketball/pro-men/scoreboard?date=2026-11-20', /scoreboard/, 'events'],
  ['sports/basketball/pro-men/teams', /teams/, 'sports.0.leagues.0.teams'],
  ['sports/football/pro/scoreboard', /scoreboard/, 'events'],
  ['titledb/search?query=metropolis', /omdbapi/, 'Search'],
  ['titledb/season?title=Harbor+Lights&season=1', /omdbapi/, 'Episodes'],
  ['videosite/search?q=surfing&type=video&max_results=5', /search/, 'items'],
  ['videosite/playlists?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw&max_results=5', /playlists/, 'items'],
  ['videosite/playlist/items?playlist_id=PLOU2XLYxmsIKpaV8h0AGE05so0fAwwfTw', /playlistItems/, 'items'],
  ['videosite/comments?video_id=D-lhorsDlUQ&max_results=5', /commentThreads/, 'items'],
  ['weather/forecast?city=Oslo&count=8', /forecast/, 'list'],
];

/** A response with its list replaced; unchanged where it has none at this place. */
function withList(value: unknown, place: string, replace: (list: readonly unknown[]) => unknown): unknown {
  if (place === '') return Array.isArray(value) ? replace(value) : value;
  const [name = '', ...rest] = place.split('.');
  if (typeof value !== 'object' || value === null || !(name in value)) return value;
  const child = withList((value as Record<string, unknown>)[name], rest.join('.'), replace);
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === name ? child : each));
  return { ...value, [name]: child };
}

/** Requests that another source or page answers when the list cannot be read. */
const answeredOtherwise =
  /^(?:cubegame\/full|microblog\/user\/posts|music\/(?:search|artist\/discography)|pinboard\/(?:user|board))/;

/** The status of each group for a response that does not decode. */
const failureStatuses = new Map(
  contract.flatMap(({ group, routes }) => routes.map(({ failures }) => [group, failures.upstreamChanged])),
);

/** Elements that match no schema of a list; an event of sports without teams is no game, however little it holds. */
const oddElements = (group: string) => (group === 'sports' ? [null, 'odd', 7] : [null, {}, 'odd', 7]);

let app: TestApp;
let proxy: Awaited<ReturnType<typeof startBreakingProxy>>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  const clock = movableClock();
  // What the sandbox invents for a period, such as the number of news, depends on the hour.
  clock.set(Date.UTC(2026, 9, 1, 12) - clock.now());
  sandbox = await startSandbox({ clock, catalogueItems: usualCatalogueItems });
  proxy = await startBreakingProxy(sandbox.origin);
  app = await startTestApp({ upstreamOrigin: proxy.origin, clock });
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  await sandbox.close();
});

async function answerWith(request: string, change?: Change) {
  // Cached responses have expired, and so has the memory of failures.
  app.clock.skip(hours(48));
  proxy.change(change);
  const { status, body } = await app.ask(`/api/${request}`);
  return { status, body };
}

const sourcesOf = async (group: string) =>
  ((await app.ask('/status')).body as StatusReport).sources.filter((source) => source.group === group);

const skippedOf = async (group: string) =>
  (await sourcesOf(group))
    .flatMap(({ skippedElements }) => skippedElements)
    .reduce((sum, { count }) => sum + count, 0);

describe.each(lists)('the list of %s', (request, upstream, place) => {
  const group = request.split('/')[0]!;
  const changing =
    (replace: (list: readonly unknown[]) => unknown): Change =>
    (value, target) =>
      upstream.test(target) ? withList(value, place, replace) : value;

  it('is served without the elements that do not match, which are counted', async () => {
    const plain = await answerWith(request);
    expect(plain).toMatchObject({ status: 200 });
    const before = await skippedOf(group);
    const kinds = oddElements(group);
    const odd = kinds[lists.findIndex((row) => row[0] === request) % kinds.length];
    const mixed = await answerWith(
      request,
      changing((list) => [...list.slice(0, 1), odd, ...list.slice(1)]),
    );
    expect(await skippedOf(group)).toBeGreaterThan(before);
    expect(mixed).toMatchObject({ status: 200 });
    expect(longest(mixed.body)).toBe(longest(plain.body));
  });

  it('is a failure of the upstream when no element matches', async () => {
    const { status } = await answerWith(
      request,
      changing((list) => list.map(() => 'odd').concat(Array(4).fill('odd'))),
    );
    expect(status).toBe(answeredOtherwise.test(request) ? 200 : failureStatuses.get(group as Group));
    const failures = (await sourcesOf(group)).map(({ lastFailure }) => lastFailure?.kind);
    expect(failures).toContain('upstreamChanged');
  });
});

/** The length of the longest list in a body. */
const longest = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longest))
    : 0;
