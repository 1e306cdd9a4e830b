import { describe, expect, it } from 'vitest';
import { schema } from '../schema/index.ts';
import { type PageKind, pageLookups } from '../schema/lookup-pages.ts';
import type { Answered } from './app.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();

/** Kinds of pages, each with an address and the type of the object there. */
const rows: readonly (readonly [PageKind, string, string])[] = [
  ['arenagame.player', 'https://brawlstats.com/profile/2PP00', 'ArenagamePlayer'],
  ['arenagame.club', 'https://link.brawlstars.com/invite/band/en?tag=2PP00&token=x', 'ArenagameClub'],
  ['blockgame.player', 'https://www.rolimons.com/player/156', 'BlockgamePlayer'],
  ['blockgame.playerNamed', 'https://www.roblox.com/user.aspx?username=builderman', 'BlockgamePlayer'],
  ['brgame.player', 'https://fortnitetracker.com/profile/all/Ninja', 'BrgameStats'],
  ['brgame.creator', 'https://store.epicgames.com/en-US/?epic_affiliate=ninja', 'BrgameCreatorCode'],
  ['cardgame.player', 'https://statsroyale.com/profile/9L9GVQ8R', 'CardgamePlayer'],
  ['cardgame.clan', 'https://royaleapi.com/clan/2PP00', 'CardgameClan'],
  ['cubegame.player', 'https://laby.net/@Notch', 'CubegamePlayer'],
  ['cubegame.uuid', 'https://namemc.com/profile/069a79f4-44e9-4726-a5be-fca90e38aaf5', 'CubegamePlayer'],
  ['coderepo.user', 'https://github.com/octocat', 'CoderepoUser'],
  ['coderepo.repo', 'https://github.com/octocat/hello-world', 'CoderepoRepo'],
  ['livestream.user', 'https://www.twitch.tv/twitchdev', 'LivestreamUser'],
  ['livestream.game', 'https://www.twitch.tv/directory/game/Chess', 'LivestreamGame'],
  ['microblog.user', 'https://twitter.com/jack', 'MicroblogUser'],
  ['microblog.post', 'https://x.com/jack/status/20', 'MicroblogPost'],
  ['music.track', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=x', 'MusicTrack'],
  ['music.album', 'https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy', 'MusicAlbum'],
  ['music.artist', 'https://open.spotify.com/intl-de/artist/0TnOYISbd1XYRBk9myaseg', 'MusicArtist'],
  ['music.prerelease', 'https://open.spotify.com/prerelease/6yDjBJLXfAkTLSvLYPLxcB', 'MusicPrerelease'],
  ['photosocial.user', 'https://www.instagram.com/instagram/', 'PhotosocialUser'],
  ['photosocial.post', 'https://www.instagram.com/reel/CAnqPB-Jzcj/', 'PhotosocialPost'],
  ['photosocial.sharedPost', 'https://www.instagram.com/share/p/BAbc_1', 'PhotosocialPost'],
  ['pinboard.user', 'https://www.pinterest.de/pinterest/', 'PinboardProfile'],
  ['pinboard.board', 'https://www.pinterest.com/pinterest/red-birds/', 'PinboardBoard'],
  ['shortvideo.user', 'https://www.tiktok.com/@tiktok', 'ShortvideoProfile'],
  ['shortvideo.video', 'https://www.tiktok.com/@tiktok/video/6881450806688664838', 'ShortvideoVideo'],
  ['shortvideo.sharedVideo', 'https://vm.tiktok.com/ZMabc12/', 'ShortvideoVideo'],
  ['sports.teams', 'https://www.espn.com/nba/teams', 'SportsTeams'],
  ['sports.scoreboard', 'https://www.espn.com/nhl/scoreboard', 'SportsScoreboard'],
  ['titledb.title', 'https://m.imdb.com/title/tt0944947/reference', 'TitledbTitle'],
  ['videosite.channel', 'https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw', 'VideositeChannel'],
  ['videosite.handle', 'https://www.youtube.com/@GoogleDevelopers', 'VideositeChannel'],
  ['videosite.username', 'https://www.youtube.com/user/GoogleDevelopers', 'VideositeChannel'],
  ['videosite.video', 'https://youtu.be/dQw4w9WgXcQ', 'VideositeVideo'],
  ['videosite.playlist', 'https://music.youtube.com/playlist?list=RDCLAK5uy_kmPRjHDEC', 'VideositePlaylist'],
];

const types = [...new Set(rows.map(([, , type]) => type))];
const lookup = `query ($url: String!) {
  lookup(url: $url) {
    __typename
    ... on Thing { address: url name description imageUrl }
    ... on Profile { followers accounts(first: 1) { url } }
    ... on Work { creators publishedTime }
  }
}`;

describe('lookup(url:)', () => {
  it('has a row below for each kind of page and each type', () => {
    expect(rows.map(([kind]) => kind).sort()).toEqual(Object.keys(pageLookups).sort());
    const union = schema.getType('Resource') as Parameters<typeof schema.getPossibleTypes>[0];
    expect(
      schema
        .getPossibleTypes(union)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...types].sort());
  });

  it.each(rows)('finds the object of %s, and finds it again by its own address', async (_, url, type) => {
    const found = await app.graphql(lookup, { url });
    expect(found.body.errors).toBeUndefined();
    expect([found.body.data.lookup.__typename, found.cost?.requested]).toEqual([type, 1]);
    const { name, description, imageUrl } = found.body.data.lookup;
    expect(name ?? description ?? imageUrl).toMatch(/\w/);
    const again = await app.graphql(lookup, { url: found.body.data.lookup.address });
    expect(again.body).toEqual(found.body);
  });

  it.each([
    'https://example.com/',
    'https://www.youtube.com/feed/subscriptions',
    'https://github.com/explore',
    'ftp://github.com/octocat',
    'octocat',
    '',
    `https://github.com/${'a'.repeat(3_000)}`,
    'http://127.0.0.1/octocat',
    'https://github.com.evil.example/octocat',
  ])('is null for %j, and asks nothing', async (url) => {
    await app.clearCalls();
    const { body, cost } = await app.graphql(lookup, { url });
    expect([body, cost?.requested]).toEqual([{ data: { lookup: null } }, 1]);
    expect(await app.calls()).toEqual([]);
  });

  it.each(['lookup', 'person'])('takes blanks around an address for /api/%s', async (route) => {
    const [plain, blank] = await Promise.all(
      ['https://github.com/octocat', ' https://github.com/octocat\n'].map((url) =>
        app.ask(`/api/${route}?url=${encodeURIComponent(url)}`),
      ),
    );
    expect([blank!.status, blank!.body]).toEqual([200, plain!.body]);
  });

  it('takes an address that is written in the document', async () => {
    const { body } = await app.graphql(
      '{ lookup(url: "https://github.com/octocat") { ... on CoderepoUser { login } } }',
    );
    expect(body).toEqual({ data: { lookup: { login: 'octocat' } } });
  });

  it('tells what does not exist as the lookup does', async () => {
    const { body } = await app.graphql(lookup, { url: 'https://github.com/notfound' });
    expect(body.data).toEqual({ lookup: null });
    expect(body.errors).toMatchObject([
      { path: ['lookup'], extensions: { code: 'NOT_FOUND', group: 'coderepo', retryable: false } },
    ]);
  });

  it('names the group of an upstream that fails', async () => {
    await app.fault({ host: 'api.github.com', status: 500, times: 9 });
    const { body } = await app.graphql(
      `query ($a: String!, $b: String!) { a: lookup(url: $a) { __typename } b: lookup(url: $b) { __typename } }`,
      { a: 'https://github.com/defunkt', b: 'https://www.twitch.tv/twitchdev' },
    );
    await app.clearFaults();
    expect(body.data).toEqual({ a: null, b: { __typename: 'LivestreamUser' } });
    expect(body.errors).toMatchObject([{ path: ['a'], extensions: { group: 'coderepo', retryable: true } }]);
  });
});

describe('the permission of lookup(url:)', () => {
  const user = 'https://github.com/octocat';
  const channel = 'https://www.youtube.com/@GoogleDevelopers';

  it('is that of the lookup that the address stands for, also for a cached result', async () => {
    for (const _ of [1, 2, 3]) await app.graphql(lookup, { url: user });
    const permitted = await app.issue({ groups: ['coderepo'] });
    const other = await app.issue({ groups: ['videosite'] });
    for (const _ of [1, 2, 3]) {
      const found = await app.graphql(lookup, { url: user }, { headers: permitted });
      expect([found.status, found.headers.get('x-cache')]).toEqual([200, 'HIT']);
      const refused = await app.graphql(lookup, { url: user }, { headers: other });
      expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await app.graphql(lookup, { url: channel }, { headers: other })).status).toBe(200);
  });

  it('is an error beside the data of other lookups', async () => {
    const headers = await app.issue({ groups: ['videosite'] });
    const query = `query ($a: String!, $b: String!) { a: lookup(url: $a) { __typename } b: lookup(url: $b) { __typename } }`;
    const { status, body } = await app.graphql(query, { a: user, b: channel }, { headers });
    expect([status, body.data]).toEqual([200, { a: null, b: { __typename: 'VideositeChannel' } }]);
    expect(body.errors).toMatchObject([
      { path: ['a'], extensions: { code: 'FORBIDDEN', group: 'coderepo' } },
    ]);
  });
});

describe('the price of lookup(url:)', () => {
  const below = `query ($url: String!) { lookup(url: $url) {
    ... on CoderepoUser { repos { name } weather { name } }
    ... on LivestreamUser { stream { title } } } }`;
  it.each([
    ['https://github.com/octocat', 3],
    ['https://www.twitch.tv/twitchdev', 2],
    ['https://youtu.be/dQw4w9WgXcQ', 1],
    ['https://example.com/', 1],
  ])('of %s is that of its type alone', async (url, price) => {
    const body = JSON.stringify({ query: below, variables: { url }, extensions: { cost: true } });
    const headers = { 'content-type': 'application/json' };
    const { cost } = await app.ask('/graphql', { method: 'POST', body, headers });
    expect(cost?.requested).toBe(price);
    const { cost: charged, body: found } = await app.graphql(below, { url });
    expect([found.errors, charged?.requested]).toEqual([undefined, price]);
  });
});

describe('GET /api/lookup', () => {
  const route = (url: string) => `/api/lookup?url=${encodeURIComponent(url)}`;

  it.each(rows)('gives the object of %s with its fields', async (kind, url, type) => {
    const { status, body, headers } = await app.ask(route(url));
    expect([status, body.group, body.type]).toEqual([200, kind.split('.')[0], type]);
    expect(body.data.url).toMatch(/^https:/);
    expect(headers.get('x-cache')).toMatch(/^(HIT|MISS)$/);
  });

  it('costs one lookup, and is cached as other routes are', async () => {
    const headers = await app.issue({ perMinute: 9, groups: ['coderepo'] });
    const answers: Answered[] = [];
    for (const _ of [1, 2, 3, 4])
      answers.push(await app.ask(route('https://github.com/defunkt'), { headers }));
    const figures = answers.map((each) => each.headers.get('x-ratelimit-remaining'));
    expect(figures).toEqual(['8', '7', '6', '5']);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.at(-1)?.headers.get('x-cache')).toBe('HIT');
    const other = await app.issue({ groups: ['news'] });
    expect((await app.ask(route('https://github.com/defunkt'), { headers: other })).status).toBe(403);
  });

  it('answers the chosen fields of the object only', async () => {
    const user = route('https://github.com/octocat');
    const whole = await app.ask(user);
    for (const fields of ['login,name', 'data.name,data.login']) {
      const { body } = await app.ask(`${user}&fields=${fields}`);
      const { login, name } = whole.body.data;
      expect(body).toEqual({ ...whole.body, data: { login, name } });
    }
    const refused = await app.ask(`${user}&fields=nam`);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/"nam".*name/)]);
  });

  it('goes on as server-sent events', async () => {
    const controller = new AbortController();
    const response = await fetch(app.baseUrl + route('https://github.com/octocat'), {
      headers: { authorization: `Bearer ${app.key}`, accept: 'text/event-stream' },
      signal: controller.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('data: ')) text += (await reader.read()).value;
    controller.abort();
    expect(JSON.parse(/^data: (.*)$/m.exec(text)![1]!)).toMatchObject({ type: 'CoderepoUser' });
  });

  it.each([
    ['an address that is not supported', route('https://example.com/'), 404, 'NOT_FOUND'],
    ['what does not exist', route('https://github.com/notfound'), 404, 'NOT_FOUND'],
    ['no address', '/api/lookup', 400, 'MISSING'],
    ['an empty address', '/api/lookup?url=', 400, 'MISSING'],
    ['two addresses', `${route('https://github.com/a')}&url=b`, 400, 'INVALID'],
  ])('refuses %s', async (_, path, status, code) => {
    const answer = await app.ask(path);
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([status, code]);
    expect(answer.body.error).toMatch(/\w/);
  });

  it('tells the failure of an upstream apart', async () => {
    await app.fault({ host: 'api.twitch.tv', status: 500, times: 9 });
    const { status, headers } = await app.ask(route('https://www.twitch.tv/directory/game/Go'));
    await app.clearFaults();
    expect([status, headers.get('x-error-code')]).toEqual([502, 'UPSTREAM_FAILED']);
  });
});
