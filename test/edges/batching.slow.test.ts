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

const app = useTestApp();

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

/** A row whose upstream takes one question at a time. */
const one = (parents: Row['parents'], edge: string, more: Partial<Row> = {}): Row => ({
  parents,
  edge,
  perRequest: 1,
  ...more,
});
const few = { atLeast: 5 };
const fights = (selection: string) => (days: readonly string[]) =>
  `{ sports { ${days.map((day, index) => `d${index}: fights(date: "${day}") { cards ${selection} }`).join(' ')} } }`;
const cities = `{ music { artists(ids: ${quoted(ids(22, 'C').slice(0, 12))}) { topCities { key: city country EDGE } } } }`;
const coders = each((handle) => `user(username: "${handle}") { key: location EDGE }`, 'coderepo');
const clans =
  '{ cardgame { clanSearch(query: "fox", first: 20) { items { place { key: countryCode EDGE } } } } }';
const bothTeams = '{ key: __typename homeTeam { name } awayTeam { name } EDGE }';
const videos = `videos ${found}`;
const news = `news ${found}`;
const forecast = 'forecast(first: 2) { cnt }';
const jam = '{ brgame { tracks(first: 60) { key: title artist EDGE } } }';

const places = each((handle) => `user(username: "${handle}") { weather { key: name EDGE } }`, 'coderepo', 30);

const rows: Readonly<Record<string, Row>> = {
  'ClipsCategory.livestream': {
    parents: '{ clips { categories(first: 60) { key: categoryName EDGE } } }',
    edge: 'livestream { game { id } }',
    perRequest: 100,
  },
  'CoderepoAccountLink.user': {
    parents: writers('coderepo { key: name EDGE }'),
    edge: 'user { id }',
    perRequest: 1,
  },
  'CoderepoUser.weather': {
    parents: each((handle) => `user(username: "${handle}") { key: location EDGE }`, 'coderepo'),
    edge: 'weather { name }',
    perRequest: 1,
    atLeast: 20,
  },
  'LivestreamAccountLink.stream': {
    parents: writers('livestream { key: name EDGE }'),
    edge: 'stream { id }',
    perRequest: 100,
  },
  'LivestreamAccountLink.user': {
    parents: writers('livestream { key: name EDGE }'),
    edge: 'user { id }',
    perRequest: 100,
  },
  'LivestreamGame.clips': {
    parents: '{ livestream { topGames(first: 50) { items { key: name EDGE } } } }',
    edge: 'clips { category { categoryName } }',
    perRequest: Number.POSITIVE_INFINITY,
  },
  'LivestreamStream.gameClips': {
    parents: '{ livestream { topStreams(first: 50) { items { key: gameName EDGE } } } }',
    edge: 'gameClips { category { categoryName } }',
    perRequest: Number.POSITIVE_INFINITY,
  },
  'MicroblogAccountLink.user': {
    parents: streamers('microblog { key: name EDGE }'),
    edge: 'user { id }',
    perRequest: 100,
  },
  'MicroblogUser.weather': {
    parents: writers('key: location EDGE'),
    edge: 'weather { name }',
    perRequest: 1,
  },
  'MusicAccountLink.artist': {
    parents: streamers('music { key: name EDGE }'),
    edge: 'artist { id }',
    perRequest: 1,
  },
  'MusicAlbum.videos': {
    parents: `{ music { ${[0, 20, 40]
      .map((from) => `a${from}: albums(ids: ${quoted(ids(22, 'A').slice(from, from + 20))}) { key: id EDGE }`)
      .join(' ')} } }`,
    edge: `videos ${found}`,
    perRequest: 1,
  },
  'MusicArtist.channel': { parents: artists, edge: 'channel { matchedBy }', perRequest: 1 },
  'MusicArtist.news': { parents: artists, edge: `news ${found}`, perRequest: 1 },
  'MusicArtist.videos': { parents: artists, edge: `videos ${found}`, perRequest: 1 },
  'MusicTrack.videos': {
    parents: `{ music { tracks(ids: ${quoted(ids(22, 'T'))}) { key: id EDGE } } }`,
    edge: `videos ${found}`,
    perRequest: 1,
  },
  'NewsArticle.others': {
    parents: '{ news { everything(q: "harbor", first: 50) { items { key: title EDGE } } } }',
    edge: `others ${found}`,
    perRequest: 1,
  },
  'PhotosocialAccountLink.user': {
    parents: streamers('photosocial { key: name EDGE }'),
    edge: 'user { id }',
    perRequest: 1,
    // What a page shows, and what the operator's session knows besides.
    steps: 2,
  },
  'PinboardAccountLink.profile': {
    parents: writers('accounts { ... on PinboardAccountLink { key: name EDGE } }'),
    edge: 'profile { id }',
    perRequest: 1,
  },
  'ShortvideoAccountLink.profile': {
    parents: streamers('shortvideo { key: name EDGE }'),
    edge: 'profile { user { uniqueId } }',
    perRequest: 1,
  },
  'SongidTrack.music': {
    parents: () => recognised(handles.slice(0, 10)),
    edge: 'music { track { name } }',
    perRequest: 1,
    atLeast: 10,
  },
  'SongidTrack.videos': {
    parents: () => recognised(handles.slice(10, 20)),
    edge: `videos ${found}`,
    perRequest: 1,
    atLeast: 10,
  },
  'SportsGame.news': {
    parents: scoreboards('{ games { key: __typename homeTeam { name } awayTeam { name } EDGE } }'),
    edge: `news ${found}`,
    perRequest: 1,
    atLeast: 10,
  },
  'SportsGame.weather': {
    parents: scoreboards('{ games { key: city status EDGE } }'),
    edge: 'weather { dt }',
    asks: isToCome,
    perRequest: 1,
    atLeast: 10,
  },
  'SportsGameTeam.news': {
    parents: scoreboards('{ games { homeTeam { key: name EDGE } } }'),
    edge: `news ${found}`,
    perRequest: 1,
    atLeast: 10,
  },
  'SportsMatch.news': {
    parents: matches('{ key: __typename homeTeam { name } awayTeam { name } EDGE }'),
    edge: `news ${found}`,
    perRequest: 1,
    atLeast: 10,
  },
  'SportsMatch.weather': {
    parents: matches('{ key: city status EDGE }'),
    edge: 'weather { dt }',
    asks: isToCome,
    perRequest: 1,
    atLeast: 10,
  },
  'SportsScoreboard.videos': {
    parents: scoreboards('{ key: leagueName EDGE }'),
    edge: `videos ${found}`,
    perRequest: 1,
    atLeast: 4,
  },
  'SportsSoccer.videos': {
    parents: '{ sports { soccer(league: ENGLAND_TOP) { key: leagueName EDGE } } }',
    edge: `videos ${found}`,
    perRequest: 1,
    atLeast: 1,
  },
  'SportsTeam.news': {
    parents: `{ sports { ${leagues
      .slice(2)
      .map((league, index) => `t${index}: teams(league: ${league}) { teams(first: 50) { key: name EDGE } }`)
      .join(' ')} } }`,
    edge: `news ${found}`,
    perRequest: 1,
  },
  'TitledbPerson.news': {
    parents: each((handle) => `title(title: "${handle}") { people { key: name EDGE } }`, 'titledb', 12),
    edge: `news ${found}`,
    perRequest: 1,
  },
  'TitledbTitle.news': { parents: titles, edge: `news ${found}`, perRequest: 1 },
  'TitledbTitle.reviews': { parents: titles, edge: `reviews ${found}`, perRequest: 1 },
  'TitledbTitle.trailers': { parents: titles, edge: `trailers ${found}`, perRequest: 1 },
  'VideositeAccountLink.channel': {
    parents: streamers('videosite { key: name EDGE }'),
    edge: 'channel { id }',
    perRequest: 1,
  },
  'ArenagameEvent.videos': one('{ arenagame { rotation { event { key: map EDGE } } } }', videos, few),
  'ArenagameFighter.videos': one('{ arenagame { fighters(first: 60) { key: name EDGE } } }', videos),
  'BlockgameGame.videos': one(
    each((handle) => `games(username: "${handle}") { items { key: name EDGE } }`, 'blockgame', 12),
    videos,
    few,
  ),
  'BrgameCar.video': one(
    '{ brgame { cars(first: 400) { key: itemId showcaseVideo EDGE } } }',
    'video { id }',
    {
      perRequest: 50,
      asks: ({ showcaseVideo }) => showcaseVideo !== null,
      ...few,
    },
  ),
  'BrgameCosmetic.videos': one('{ brgame { cosmetics(first: 60) { key: name EDGE } } }', videos),
  'BrgameCosmeticDetail.videos': one(
    '{ brgame { cosmetics(first: 10) { detail { key: name EDGE } } } }',
    videos,
    few,
  ),
  'BrgameInstrument.video': one(
    '{ brgame { instruments(first: 200) { key: itemId showcaseVideo EDGE } } }',
    'video { id }',
    { perRequest: 50, asks: ({ showcaseVideo }) => showcaseVideo !== null, ...few },
  ),
  'BrgameTrack.music': one(jam, 'music { track { name } matchedBy }'),
  'BrgameTrack.videos': one(jam, videos),
  'CardgameCard.videos': one('{ cardgame { cards { items(first: 60) { key: name EDGE } } } }', videos),
  'CardgameLocation.forecast': one(clans, forecast, { atLeast: 2 }),
  'CardgameLocation.weather': one(clans, 'weather { name }', { atLeast: 2 }),
  'ClipsCategory.news': one('{ clips { categories(first: 60) { key: categoryName EDGE } } }', news),
  'CoderepoRepo.news': one(
    each((handle) => `repos(username: "${handle}") { key: name owner { login } EDGE }`, 'coderepo', 10),
    news,
    few,
  ),
  'CoderepoUser.forecast': one(coders, forecast, { atLeast: 20 }),
  'CubegamePlayer.videos': one(
    each((handle) => `player(username: "${handle}") { key: username EDGE }`, 'cubegame'),
    videos,
  ),
  'LivestreamGame.news': one('{ livestream { topGames(first: 60) { items { key: name EDGE } } } }', news),
  'MicroblogUser.forecast': one(writers('key: location EDGE'), forecast),
  'MusicCity.forecast': one(cities, forecast),
  'MusicCity.weather': one(cities, 'weather { name }'),
  'NewsArticle.videos': one(
    '{ news { everything(q: "harbor", first: 50) { items { key: title EDGE } } } }',
    videos,
  ),
  'SportsFightCard.forecast': one(fights('{ key: city status EDGE }'), forecast, {
    asks: isToCome,
    atLeast: 1,
  }),
  'SportsFightCard.news': one(fights('{ key: name EDGE }'), news, { atLeast: 1 }),
  'SportsFightCard.videos': one(fights('{ key: name EDGE }'), videos, { atLeast: 1 }),
  'SportsFightCard.weather': one(fights('{ key: city status EDGE }'), 'weather { dt }', {
    asks: isToCome,
    atLeast: 1,
  }),
  'SportsFighter.news': one(fights('{ bouts { fighters { key: name EDGE } } }'), news, few),
  'SportsFighter.videos': one(fights('{ bouts { fighters { key: name EDGE } } }'), videos, few),
  'SportsGame.forecast': one(scoreboards('{ games { key: city status EDGE } }'), forecast, {
    asks: isToCome,
    atLeast: 10,
  }),
  'SportsGame.videos': one(scoreboards(`{ games ${bothTeams} }`), videos, { atLeast: 10 }),
  'SportsMatch.forecast': one(matches('{ key: city status EDGE }'), forecast, {
    asks: isToCome,
    atLeast: 10,
  }),
  'SportsMatch.videos': one(matches(bothTeams), videos, { atLeast: 10 }),
  'SportsTeam.videos': one(
    '{ sports { teams(league: FOOTBALL_PRO) { teams(first: 50) { key: name EDGE } } } }',
    videos,
    {
      atLeast: 30,
    },
  ),
  'TitledbPerson.videos': one(
    each((handle) => `title(title: "${handle}") { people { key: name EDGE } }`, 'titledb', 12),
    videos,
  ),
  'TitledbTitle.soundtrack': one(titles, 'soundtrack { matchedBy album { name } }'),
  'VideositeChannel.forecast': one(
    `{ videosite { channels(ids: ${quoted(ids(24, 'UC'))}) { snippet { key: country } EDGE } } }`,
    forecast,
    few,
  ),
  'WeatherCurrent.news': one(places, news, few),
  'WeatherCurrent.videos': one(places, videos, few),
};

/** Edges that other tests count. */
const elsewhere = ['ShortvideoFeedItem.song', 'ShortvideoVideo.song', 'VideositeChannel.weather'];

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
    async (name, row) => {
      const { edge, perRequest, steps = 1, asks = () => true, atLeast = 50 } = row;
      // Nothing is cached any more, and quotas of a day begin anew.
      app.clock.skip(days(2));
      const next = [1, 2, 3, 4].map((count) =>
        new Date(app.clock.now() + days(count)).toISOString().slice(0, 10),
      );
      const parents = typeof row.parents === 'string' ? row.parents : await row.parents(next);
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
});
