import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hours } from '../../core/clock.ts';
import { clip, path, upload } from '../songid/fixture.ts';
import { useTestApp } from '../suite.ts';
import { edges } from './edges.ts';

/**
 * Upstream requests of every edge for many parents. Parents are loaded before the edge, so that all requests counted
 * are those of the edge.
 */

const app = useTestApp({ catalogueItems: 500 });

interface Row {
  /** A document with parents; `EDGE` stands for the edge, and `key:` is on what asks. */
  readonly parents: string | ((days: readonly string[]) => string | Promise<string>);
  /** The selection of the edge, with its field: `user { id }`. */
  readonly edge: string;
  /** The most questions of one upstream request; 1 where the upstream takes one at a time. */
  readonly perRequest: number;
  /** Requests that a question takes one after the other; 1 unless given. */
  readonly steps?: number;
  /** Whether a parent has a question; all that have a key unless given. */
  readonly asks?: (parent: Readonly<Record<string, unknown>>) => boolean;
  /** The fewest parents; 50 unless given, where a list of the upstream is shorter. */
  readonly atLeast?: number;
}

const days = (count: number) => hours(24 * count);

const quoted = (names: readonly string[]) => JSON.stringify(names);
const words = ['amber', 'brave', 'calm', 'deep', 'eager', 'fancy', 'gentle', 'happy', 'icy', 'jolly'];
const things = ['fox', 'owl', 'lynx', 'heron', 'otter', 'raven', 'tiger', 'wren', 'swan', 'crane'];
/** Names without separators, which every site accepts. */
const handles = words.flatMap((word) => things.flatMap((thing) => [`${word}${thing}`, `${word}${thing}7`]));
const half = handles.length / 2;
const ids = (length: number, beginning = '') =>
  handles.map((handle) => (beginning + handle).padEnd(length, '0').slice(0, length)).slice(0, 50);

/** Streamers who name an account in another group. */
const streamers = (account: string) =>
  `{ livestream { a: users(logins: ${quoted(handles.slice(0, half))}) { ${account} }
     b: users(logins: ${quoted(handles.slice(half))}) { ${account} } } }`;
/** Microblog users who name one. */
const writers = (account: string) =>
  `{ microblog { a: users(usernames: ${quoted(handles.slice(0, half))}) { ${account} }
     b: users(usernames: ${quoted(handles.slice(half))}) { ${account} } } }`;
const each = (field: (handle: string) => string, group: string, count = 50) =>
  `{ ${group} { ${handles
    .slice(0, count)
    .map((handle, index) => `p${index}: ${field(handle)}`)
    .join(' ')} } }`;
const leagues = ['BASKETBALL_PRO_MEN', 'BASKETBALL_PRO_WOMEN', 'FOOTBALL_PRO', 'HOCKEY_PRO'];
/** Games that are still to come. */
const scoreboards = (selection: string) => (days: readonly string[]) =>
  `{ sports { ${leagues
    .flatMap((league) =>
      days.map(
        (day, index) => `${league}${index}: scoreboard(league: ${league}, date: "${day}") ${selection}`,
      ),
    )
    .join(' ')} } }`;
const matches = (selection: string) => (days: readonly string[]) =>
  `{ sports { ${['ENGLAND_TOP', 'SPAIN_TOP', 'ITALY_TOP', 'FRANCE_TOP']
    .flatMap((league) =>
      days.map(
        (day, index) =>
          `${league}${index}: soccer(league: ${league}, date: "${day}") { matches ${selection} }`,
      ),
    )
    .join(' ')} } }`;
/** Of a game that is cancelled or postponed, nobody asks. */
const isToCome = ({ status }: Readonly<Record<string, unknown>>) => status === 'PRE_GAME';

/** Songs that the public service recognises in as many uploaded recordings. */
async function recognised(titles: readonly string[]): Promise<string> {
  const fields: string[] = [];
  for (const title of titles) {
    const track = { title, subtitle: 'Ada Lind', url: 'https://songs.example/1', key: '2' };
    const matches = [{ id: '1', offset: 1, timeskew: 0, frequencyskew: 0, channel: '0' }];
    await app.fault({ host: 'amp.shazam.com', body: { matches, track } });
    const recording = clip(title);
    await app.ask(path, upload(recording));
    const sha256 = hash('sha256', recording);
    fields.push(`${title}: identified(sha256: "${sha256}") { track { key: title EDGE } }`);
  }
  await app.clearFaults();
  return `{ songid { ${fields.join(' ')} } }`;
}

const artists = `{ music { artists(ids: ${quoted(ids(22))}) { key: name EDGE } } }`;
const titles = each((handle) => `title(title: "${handle}") { key: title EDGE }`, 'titledb');
const found = '{ words }';

/** A row whose upstream takes one question at a time, unless it says more. */
const row = (parents: Row['parents'], edge: string, more: Partial<Row> = {}): Row => ({
  parents,
  edge,
  perRequest: 1,
  ...more,
});
const few = { atLeast: 5 };
const ten = { atLeast: 10 };
const hundred = { perRequest: 100 };
const wholly = { perRequest: Number.POSITIVE_INFINITY };
const toCome = { asks: isToCome, atLeast: 10 };
const shown: Partial<Row> = { perRequest: 50, asks: ({ showcaseVideo }) => showcaseVideo !== null, ...few };
const fights = (selection: string) => (days: readonly string[]) =>
  `{ sports { ${days.map((day, index) => `d${index}: fights(date: "${day}") { cards ${selection} }`).join(' ')} } }`;
const cities = `{ music { artists(ids: ${quoted(ids(22, 'C').slice(0, 12))}) { topCities { key: city country EDGE } } } }`;
const coders = each((handle) => `user(username: "${handle}") { key: location EDGE }`, 'coderepo');
const clans =
  '{ cardgame { clanSearch(query: "fox", first: 20) { items { place { key: countryCode EDGE } } } } }';
const bothTeams = '{ key: __typename homeTeam { name } awayTeam { name } EDGE }';
const videos = `videos ${found}`;
const news = `news ${found}`;
const repos = each(
  (handle) => `repos(username: "${handle}", first: 6) { key: name owner { login } EDGE }`,
  'coderepo',
  10,
);
const forecast = 'forecast(first: 2) { cnt }';
const bothInGames = scoreboards(`{ games ${bothTeams} }`);
const games = scoreboards('{ games { key: city status EDGE } }');
const people = each((handle) => `title(title: "${handle}") { people { key: name EDGE } }`, 'titledb', 12);
const articles = '{ news { everything(q: "harbor", first: 50) { items { key: title EDGE } } } }';
const jam = '{ brgame { tracks(first: 60) { key: title artist EDGE } } }';

const places = each((handle) => `user(username: "${handle}") { weather { key: name EDGE } }`, 'coderepo', 30);

/** One request for the teams of each league, but that of the parents, for any number of texts. */
const otherLeagues = { perRequest: Number.POSITIVE_INFINITY, steps: 5, ...few };
/** Streamers and writers who name a player of a game. */
const players = (group: string, account = `${group} { key: name EDGE }`) =>
  `${streamers(account).slice(0, -1)} ${writers(account).slice(1)}`;

const homes = '{ sports { teams(league: FOOTBALL_PRO) { teams(first: 50) { key: location EDGE } } } }';
const albums = `{ music { ${[0, 20, 40]
  .map((from) => `a${from}: albums(ids: ${quoted(ids(22, 'A').slice(from, from + 20))}) { key: id EDGE }`)
  .join(' ')} } }`;

const rows: Readonly<Record<string, Row>> = {
  'ArenagameAccountLink.player': row(players('arenagame'), 'player { tag }', few),
  'BrgameAccountLink.creatorCode': row(
    players('brgame', 'accounts(in: [BRGAME]) { ... on BrgameAccountLink { key: url name EDGE } }'),
    'creatorCode { code }',
    { asks: ({ key }) => String(key).includes('epic_affiliate'), ...few },
  ),
  'BrgameAccountLink.stats': row(
    players('brgame', 'accounts(in: [BRGAME]) { ... on BrgameAccountLink { key: url name EDGE } }'),
    'stats { account { name } }',
    { asks: ({ key }) => !String(key).includes('epic_affiliate'), ...few },
  ),
  'LivestreamGame.channel': row(
    '{ livestream { topGames(first: 60) { items { key: name EDGE } } } }',
    'channel { matchedBy }',
  ),
  'SportsTeam.channel': row(
    '{ sports { teams(league: FOOTBALL_PRO) { teams(first: 32) { key: name EDGE } } } }',
    'channel { matchedBy }',
    { atLeast: 30 },
  ),
  'MusicAlbum.film': row(
    each(
      (handle) =>
        `search(song: "${handle} (Original Motion Picture Soundtrack)", artist: "Ada Lind") { album { key: name EDGE } }`,
      'music',
      10,
    ),
    'film { title { title } }',
    few,
  ),
  'NewsArticle.teamsNamed': row(
    '{ sports { teams(league: HOCKEY_PRO) { teams(first: 10) { news(first: 3) { articles { key: title EDGE } } } } } }',
    'teamsNamed { teams { name } }',
    otherLeagues,
  ),
  'VideositeVideo.film': row(
    each(
      (handle) =>
        `search(query: "${handle} trailer", first: 5) { results { video { key: id snippet { title } EDGE } } }`,
      'videosite',
      10,
    ),
    'film { title { title } }',
    { asks: ({ snippet }) => JSON.stringify(snippet).includes('Trailer'), ...few },
  ),
  'VideositeVideo.teamsNamed': row(
    '{ sports { teams(league: HOCKEY_PRO) { teams(first: 10) { videos(first: 1) { results { video { key: id EDGE } } } } } } }',
    'teamsNamed { teams { name } }',
    otherLeagues,
  ),
  'CardgameAccountLink.player': row(players('cardgame'), 'player { tag }', few),
  'ClipsCategory.livestream': row(
    '{ clips { categories(first: 60) { key: categoryName EDGE } } }',
    'livestream { game { id } }',
    hundred,
  ),
  'CoderepoAccountLink.user': row(writers('coderepo { key: name EDGE }'), 'user { id }'),
  'CoderepoUser.weather': row(
    each((handle) => `user(username: "${handle}") { key: location EDGE }`, 'coderepo'),
    'weather { name }',
    { atLeast: 20 },
  ),
  'LivestreamAccountLink.stream': row(writers('livestream { key: name EDGE }'), 'stream { id }', hundred),
  'LivestreamAccountLink.user': row(writers('livestream { key: name EDGE }'), 'user { id }', hundred),
  'LivestreamGame.clips': row(
    '{ livestream { topGames(first: 50) { items { key: name EDGE } } } }',
    'clips { category { categoryName } }',
    wholly,
  ),
  'LivestreamStream.gameClips': row(
    '{ livestream { topStreams(first: 50) { items { key: gameName EDGE } } } }',
    'gameClips { category { categoryName } }',
    wholly,
  ),
  'MicroblogAccountLink.user': row(streamers('microblog { key: name EDGE }'), 'user { id }', hundred),
  'MicroblogUser.weather': row(writers('key: location EDGE'), 'weather { name }'),
  'MusicAccountLink.artist': row(streamers('music { key: name EDGE }'), 'artist { id }'),
  'MusicAlbum.news': row(albums, news),
  'MusicAlbum.videos': row(albums, videos),
  'MusicArtist.channel': row(artists, 'channel { matchedBy }'),
  'MusicArtist.news': row(artists, news),
  'MusicArtist.videos': row(artists, videos),
  'MusicTrack.videos': row(`{ music { tracks(ids: ${quoted(ids(22, 'T'))}) { key: id EDGE } } }`, videos),
  'NewsArticle.others': row(articles, `others ${found}`),
  // What a page shows, and what the operator's session knows besides.
  'PhotosocialAccountLink.user': row(streamers('photosocial { key: name EDGE }'), 'user { id }', {
    steps: 2,
  }),
  'PinboardAccountLink.user': row(
    writers('accounts { ... on PinboardAccountLink { key: name EDGE } }'),
    'user { id }',
  ),
  'ShortvideoAccountLink.user': row(streamers('shortvideo { key: name EDGE }'), 'user { user { uniqueId } }'),
  'SongidTrack.music': row(() => recognised(handles.slice(0, 10)), 'music { track { name } }', ten),
  'SongidTrack.videos': row(() => recognised(handles.slice(10, 20)), videos, ten),
  'SportsGame.news': row(bothInGames, news, ten),
  'SportsGame.weather': row(games, 'weather { dt }', toCome),
  'SportsGameTeam.channel': row(
    scoreboards('{ games { homeTeam { key: name EDGE } } }'),
    'channel { matchedBy }',
    ten,
  ),
  'SportsGameTeam.videos': row(scoreboards('{ games { homeTeam { key: name EDGE } } }'), videos, ten),
  'SportsGameTeam.news': row(scoreboards('{ games { homeTeam { key: name EDGE } } }'), news, ten),
  'SportsMatch.news': row(matches(bothTeams), news, ten),
  'SportsMatch.weather': row(matches('{ key: city status EDGE }'), 'weather { dt }', toCome),
  'SportsScoreboard.videos': row(scoreboards('{ key: leagueName EDGE }'), videos, { atLeast: 4 }),
  'SportsSoccer.videos': row('{ sports { soccer(league: ENGLAND_TOP) { key: leagueName EDGE } } }', videos, {
    atLeast: 1,
  }),
  'SportsTeam.news': row(
    `{ sports { ${leagues
      .slice(2)
      .map((league, index) => `t${index}: teams(league: ${league}) { teams(first: 50) { key: name EDGE } }`)
      .join(' ')} } }`,
    news,
  ),
  'TitledbPerson.news': row(people, news),
  'TitledbTitle.news': row(titles, news),
  'TitledbTitle.reviews': row(titles, `reviews ${found}`),
  'TitledbTitle.trailers': row(titles, `trailers ${found}`),
  'VideositeAccountLink.channel': row(streamers('videosite { key: name EDGE }'), 'channel { id }'),
  'ArenagameEvent.videos': row('{ arenagame { rotation { event { key: map EDGE } } } }', videos, few),
  'ArenagameFighter.videos': row('{ arenagame { fighters(first: 60) { key: name EDGE } } }', videos),
  'BlockgameGame.videos': row(
    each((handle) => `games(username: "${handle}") { items { key: name EDGE } }`, 'blockgame', 12),
    videos,
    few,
  ),
  'BrgameCar.video': row(
    '{ brgame { cars(first: 400) { key: itemId showcaseVideo EDGE } } }',
    'video { id }',
    shown,
  ),
  'BrgameCosmetic.videos': row('{ brgame { cosmetics(first: 60) { key: name EDGE } } }', videos),
  'BrgameCosmeticDetail.videos': row(
    '{ brgame { cosmetics(first: 10) { detail { key: name EDGE } } } }',
    videos,
    few,
  ),
  'BrgameInstrument.video': row(
    '{ brgame { instruments(first: 200) { key: itemId showcaseVideo EDGE } } }',
    'video { id }',
    shown,
  ),
  'BrgameTrack.music': row(jam, 'music { track { name } matchedBy }'),
  'BrgameTrack.videos': row(jam, videos),
  'CardgameCard.videos': row('{ cardgame { cards { items(first: 60) { key: name EDGE } } } }', videos),
  'CardgameLocation.forecast': row(clans, forecast, { atLeast: 2 }),
  'CardgameLocation.weather': row(clans, 'weather { name }', { atLeast: 2 }),
  'ClipsCategory.news': row('{ clips { categories(first: 60) { key: categoryName EDGE } } }', news),
  'CoderepoRepo.news': row(repos, news, few),
  'CoderepoRepo.videos': row(repos, videos, few),
  'CoderepoUser.forecast': row(coders, forecast, { atLeast: 20 }),
  'CubegamePlayer.videos': row(
    each((handle) => `player(username: "${handle}") { key: username EDGE }`, 'cubegame'),
    videos,
  ),
  'LivestreamGame.news': row('{ livestream { topGames(first: 60) { items { key: name EDGE } } } }', news),
  'LivestreamUser.news': row(
    `{ livestream { users(logins: ${quoted(handles.slice(0, 60))}) { key: displayName EDGE } } }`,
    news,
  ),
  'MicroblogUser.news': row(
    `{ microblog { users(usernames: ${quoted(handles.slice(0, 60))}) { key: displayName EDGE } } }`,
    news,
    ten,
  ),
  'PhotosocialUser.news': row(
    each((handle) => `user(username: "${handle}") { key: fullName EDGE }`, 'photosocial', 12),
    news,
    few,
  ),
  'MicroblogUser.forecast': row(writers('key: location EDGE'), forecast),
  'MusicCity.forecast': row(cities, forecast),
  'MusicCity.weather': row(cities, 'weather { name }'),
  'NewsArticle.videos': row(articles, videos),
  'SportsFightCard.forecast': row(fights('{ key: city status EDGE }'), forecast, { ...toCome, atLeast: 1 }),
  'SportsFightCard.news': row(fights('{ key: name EDGE }'), news, { atLeast: 1 }),
  'SportsFightCard.videos': row(fights('{ key: name EDGE }'), videos, { atLeast: 1 }),
  'SportsFightCard.weather': row(fights('{ key: city status EDGE }'), 'weather { dt }', {
    ...toCome,
    atLeast: 1,
  }),
  'SportsFighter.news': row(fights('{ bouts { fighters { key: name EDGE } } }'), news, few),
  'SportsFighter.videos': row(fights('{ bouts { fighters { key: name EDGE } } }'), videos, few),
  'SportsGame.forecast': row(games, forecast, toCome),
  'SportsGame.videos': row(bothInGames, videos, ten),
  'SportsMatch.forecast': row(matches('{ key: city status EDGE }'), forecast, toCome),
  'SportsMatch.videos': row(matches(bothTeams), videos, ten),
  'SportsTeam.weather': row(homes, 'weather { name }', { atLeast: 20 }),
  'SportsTeam.forecast': row(homes, forecast, { atLeast: 20 }),
  'SportsTeam.videos': row(
    '{ sports { teams(league: FOOTBALL_PRO) { teams(first: 50) { key: name EDGE } } } }',
    videos,
    { atLeast: 30 },
  ),
  'TitledbPerson.videos': row(people, videos),
  'TitledbTitle.soundtrack': row(titles, 'soundtrack { matchedBy album { name } }'),
  'VideositeChannel.forecast': row(
    `{ videosite { channels(ids: ${quoted(ids(24, 'UC'))}) { snippet { key: country } EDGE } } }`,
    forecast,
    few,
  ),
  'VideositeChannel.news': row(
    `{ videosite { channels(ids: ${quoted(ids(24, 'UC'))}) { snippet { key: title } EDGE } } }`,
    news,
    few,
  ),
  'VideositeVideo.song': row(
    each(
      (handle) =>
        `channel(username: "${handle}") { uploads(first: 10) { items { video { snippet { key: title } EDGE } } } }`,
      'videosite',
      12,
    ),
    'song { matchedBy }',
    { asks: ({ key }) => String(key).endsWith('(Official Video)'), ...few },
  ),
  'WeatherCurrent.news': row(places, news, few),
  'WeatherCurrent.videos': row(places, videos, few),
};

/** Edges that other tests count. */
const elsewhere = [
  'BlockgameAccountLink.player',
  'CubegameAccountLink.player',
  'ShortvideoFeedItem.song',
  'ShortvideoVideo.heard',
  'ShortvideoVideo.song',
  'VideositeChannel.weather',
];

/** The values of a response key at any depth. */
function valuesOf(key: string, within: unknown): readonly unknown[] {
  if (Array.isArray(within)) return within.flatMap((item) => valuesOf(key, item));
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, value]) => (name === key ? [value] : valuesOf(key, value)));
}

/** The parents: objects with a key that is there. What is selected of them tells their questions apart. */
function parentsIn(data: unknown): readonly string[] {
  if (Array.isArray(data)) return data.flatMap(parentsIn);
  if (typeof data !== 'object' || data === null) return [];
  if (!('key' in data)) return Object.values(data).flatMap(parentsIn);
  return data.key === null || data.key === '' ? [] : [JSON.stringify(data)];
}

/** Requests for tokens serve all that follow. */
const isToken = ({ path }: { readonly path: string }) => /oauth|\/token|\/embed\/|guest|activate/.test(path);

describe('an edge', () => {
  it('has a row below, whatever it is', () => {
    expect(Object.keys(rows).concat(elsewhere).sort()).toEqual(edges);
  });

  // A loaded machine makes the service try again what took too long.
  it.each(Object.entries(rows))(
    '%s sends the fewest requests for many parents',
    { retry: 2 },
    async (name, { parents: of, edge, perRequest, steps = 1, asks = () => true, atLeast = 50 }) => {
      // Nothing is cached any more, and quotas of a day begin anew.
      app.clock.skip(days(2));
      const next = [1, 2, 3, 4].map((count) =>
        new Date(app.clock.now() + days(count)).toISOString().slice(0, 10),
      );
      const parents = typeof of === 'string' ? of : await of(next);
      const before = await app.graphql(parents.replaceAll('EDGE', ''));
      expect(before.body.errors).toBeUndefined();
      const keys = parentsIn(before.body.data).filter((parent) => asks(JSON.parse(parent)));
      expect(keys.length, `parents of ${name}`).toBeGreaterThanOrEqual(atLeast);
      await app.clearCalls();
      const after = await app.graphql(parents.replaceAll('EDGE', `edge: ${edge}`));
      expect(after.body.errors).toBeUndefined();
      const calls = (await app.calls()).filter((call) => !isToken(call));
      const reached = valuesOf('edge', after.body.data).filter((value) => value !== null);
      expect(reached.length, 'objects that the edge leads to').toBeGreaterThan(0);
      const cost = (response: typeof after) => response.cost!.requested;
      expect(calls.length).toBe(Math.max(1, Math.ceil(new Set(keys).size / perRequest)) * steps);
      expect(cost(after) - cost(before)).toBeGreaterThanOrEqual(calls.length / steps);
    },
  );
});

describe('an upstream that takes one question at a time', () => {
  it.each([
    ['MusicArtist.videos', 'www.googleapis.com', 16],
    ['TitledbTitle.trailers', 'www.googleapis.com', 16],
    ['PhotosocialAccountLink.user', 'www.instagram.com', 8],
  ] as const)('%s has %s answer %j at once, the others after them', async (name, host, concurrent) => {
    app.clock.skip(days(2));
    const { parents, edge } = rows[name]!;
    const document = parents as string;
    await app.graphql(document.replaceAll('EDGE', ''));
    await app.fault({ host, delayMs: 600_000, times: 60 });
    await app.clearCalls();
    const leaving = new AbortController();
    const { signal } = leaving;
    const body = JSON.stringify({ query: document.replaceAll('EDGE', `edge: ${edge}`) });
    const asking = app.ask('/graphql', {
      method: 'POST',
      body,
      signal,
      headers: { 'content-type': 'application/json' },
    });
    const calls = async () => (await app.calls()).filter((call) => call.host === host).length;
    await expect.poll(calls, { timeout: 20_000 }).toBe(concurrent);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await calls()).toBe(concurrent);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await app.clearFaults();
  });
});

describe('VideositeChannel.weather', () => {
  it('is one request for all channels of a country', async () => {
    const channels = `{ videosite { channels(ids: ${quoted(ids(24, 'UC'))}) { snippet { country } EDGE } } }`;
    const { body } = await app.graphql(channels.replace('EDGE', ''));
    const countries = new Set(valuesOf('country', body.data).filter((country) => country !== null));
    await app.clearCalls();
    const { body: after } = await app.graphql(
      channels.replace('EDGE', 'edge: weather { name sys { country } }'),
    );
    expect(after.errors).toBeUndefined();
    expect(await app.calls()).toHaveLength(countries.size);
    expect(countries.size).toBeGreaterThan(2);
    const channel = after.data.videosite.channels.find(
      (each: { snippet: { country: string | null } } | null) => each?.snippet.country === 'NO',
    );
    expect(channel.edge.name).toBe('Oslo');
  });
});

describe('players who are named by their names', () => {
  it.each([
    ['blockgame', 'player { name description }', '/v1/usernames/users', 100],
    ['cubegame', 'player { username uuid }', '/minecraft/profile/lookup/bulk/byname', 10],
  ] as const)(
    'of %s are found as many as the upstream takes at once',
    async (group, edge, path, perRequest) => {
      app.clock.skip(days(2));
      const parents = players(group, `${group} { key: url name EDGE }`);
      const { body: before } = await app.graphql(parents.replaceAll('EDGE', ''));
      const named = parentsIn(before.data).filter((parent) => !/users\/|-/.test(JSON.parse(parent).key));
      expect(named.length).toBeGreaterThan(10);
      await app.clearCalls();
      const { body } = await app.graphql(parents.replaceAll('EDGE', `edge: ${edge}`));
      expect(body.errors).toBeUndefined();
      expect(valuesOf('edge', body.data).filter((player) => player !== null).length).toBeGreaterThan(10);
      const calls = (await app.calls()).filter((call) => call.path.startsWith(path));
      expect(calls).toHaveLength(Math.ceil(new Set(named).size / perRequest));
    },
  );
});

describe('the song in a video', () => {
  it.each([
    ['ShortvideoFeedItem', 'EDGE'],
    ['ShortvideoVideo', 'video { id EDGE }'],
  ])('of a %s is one request for all videos that have it', async (_, parent) => {
    app.clock.skip(days(2));
    const feed = `{ shortvideo { feed(first: 30) { items { videoId ${parent} } } } }`;
    await app.graphql(feed.replace('EDGE', ''));
    await app.clearCalls();
    const { body } = await app.graphql(
      feed.replace('EDGE', 'edge: song { matchedBy track { name artists { name } } }'),
    );
    expect(body.errors).toBeUndefined();
    const songs = valuesOf('edge', body.data).filter((song) => song !== null);
    const calls = (await app.calls()).filter((call) => !isToken(call));
    expect(calls).toHaveLength(new Set(songs.map((song) => JSON.stringify(song))).size);
    expect(songs.length).toBeGreaterThan(calls.length);
    expect(new Set(valuesOf('matchedBy', songs))).toEqual(new Set(['TITLE_AND_ARTIST']));
  });

  it('is heard in its file, which is read once', async () => {
    app.clock.skip(days(2));
    const feed = '{ shortvideo { feed(first: 6) { items { video { id EDGE } } } } }';
    await app.graphql(feed.replace('EDGE', ''));
    const files = async () => {
      await app.clearCalls();
      const { body } = await app.graphql(feed.replace('EDGE', 'edge: heard { matched track { title } }'));
      expect(body.errors).toBeUndefined();
      const calls = (await app.calls()).filter(({ path }) => path.includes('/video/tos/'));
      return [calls.length, valuesOf('title', body.data)[0]];
    };
    expect(await files()).toEqual([6, expect.any(String)]);
    expect(await files()).toEqual([0, expect.any(String)]);
  });
});
