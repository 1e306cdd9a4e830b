import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type FaultSpec, freshName, startTestApp, type TestApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  await app.clearFaults();
  // No service is left silent or resting by the test before.
  app.clock.skip(120_000);
});
afterAll(() => app.close());

const root = '/api/blockgame';
const services = (name: string) => `${name}.roblox.com`;
const market = 'api.rolimons.com';

const answerOf = async (path: string) => {
  const { status, body } = await app.ask(root + path);
  return { status, body };
};

/** The upstream requests that a question costs, as `host/path` without queries and ids, with their number. */
async function callsFor(ask: () => Promise<unknown>): Promise<Record<string, number>> {
  await app.clearCalls();
  await ask();
  const counts: Record<string, number> = {};
  for (const { host, path } of await app.calls()) {
    const place = `${host.replace('.roblox.com', '')}${path.split('?')[0]}`.replaceAll(/\d{6,}/g, '*');
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

const number = expect.any(Number);
const text = expect.any(String);
const flag = expect.any(Boolean);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

const routes = {
  player: '',
  avatar: '/avatar',
  outfits: '/outfits',
  groups: '/groups',
  badges: '/badges',
  friends: '/friends',
  games: '/games',
  marketdata: '/marketdata',
  history: '/username/history',
};

describe.each(Object.entries(routes))('every route about a player: %s', (_, rest) => {
  it('404 naming who does not exist', async () => {
    expect(await answerOf(`/notfoundpal${rest}`)).toEqual({
      status: 404,
      body: { error: 'No player named "notfoundpal" was found.' },
    });
  });

  it.each(['%20', 'a%2Fb', 'a%3Fx%3D1', '..%2Fb', 'j%C3%B6rg', `${'x'.repeat(41)}`, 'a%00b'])(
    '400 when the username is "%s", without asking upstream',
    async (username) => {
      await app.clearCalls();
      const { status, body } = await answerOf(`/${username}${rest}`);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: expect.stringMatching(/^username (must be a name|is required)/) },
      });
      expect(await app.calls()).toEqual([]);
    },
  );

  it('is asked upstream once for a name in any case', async () => {
    const name = freshName('Same');
    const first = await answerOf(`/${name}${rest}`);
    await app.clearCalls();
    expect(await answerOf(`/%40${name.toUpperCase()}${rest}`)).toEqual(first);
    expect(await app.calls()).toEqual([]);
  });
});

describe('GET /api/blockgame/{username}', () => {
  const player = {
    id: number,
    name: text,
    displayName: text,
    description: text,
    created: time,
    hasVerifiedBadge: flag,
    avatar: expect.stringMatching(/^https:\/\/tr\.rbxcdn\.com\/.*\/720\/720\//),
    presence: expect.stringMatching(/^(?:Online|Offline|In Game|In Studio)$/),
    friends: number,
    followers: number,
    following: number,
  };
  const collector = { ...player, items: 230, rap: number, value: number };

  it('200 with the documented body', async () => {
    expect(await answerOf(`/${freshName('collector')}`)).toEqual({ status: 200, body: collector });
  });

  it.each([
    ['', 230, 3],
    ['?limit=1', 1, 1],
    ['?limit=100', 100, 1],
    ['?limit=101', 101, 2],
    ['?limit=10000', 230, 3],
  ])('looks at as many items as it is told: %s', async (query, items, pages) => {
    const name = freshName('collector');
    let heard: Answered | undefined;
    const calls = await callsFor(async () => {
      heard = await app.ask(`${root}/${name}${query}`);
    });
    expect(heard!.body.items).toBe(items);
    expect(calls['inventory/v1/users/*/assets/collectibles']).toBe(pages);
  });

  it('adds up the average prices of the items that it looked at', async () => {
    const name = freshName('collector');
    const [one, all] = await Promise.all([answerOf(`/${name}?limit=1`), answerOf(`/${name}`)]);
    const item = (averagePrice: number | null) => ({ recentAveragePrice: averagePrice });
    expect(one.body.rap).toBeLessThan(all.body.rap);
    await app.fault({
      host: services('inventory'),
      body: { nextPageCursor: null, data: [item(5), item(null), item(2)] },
    });
    expect((await answerOf(`/${freshName('pal')}`)).body).toMatchObject({ items: 3, rap: 7 });
  });

  it.each(['0', '10001', '-1', '1e3', '1.5', 'many', ''])('400 when limit is "%s"', async (limit) => {
    await app.clearCalls();
    expect(await answerOf(`/builderman?limit=${limit}`)).toEqual({
      status: 400,
      body: { error: 'limit must be a whole number from 1 to 10000.' },
    });
    expect(await app.calls()).toEqual([]);
  });

  it.each<[string, FaultSpec[], object]>([
    ['the inventory is empty', [{ host: services('inventory'), body: { data: [] } }], { rap: 11, value: 7 }],
    ['the inventory fails', [{ host: services('inventory'), status: 500 }], { rap: 11, value: 7 }],
    ['the inventory is garbage', [{ host: services('inventory'), garbage: true }], { rap: 11, value: 7 }],
    ['the market fails', [{ host: market, status: 500 }], { items: 2, rap: 9 }],
    ['the market asks us to wait', [{ host: market, status: 429 }], { items: 2, rap: 9 }],
    ['the market does not know the player', [{ host: market, status: 404 }], { items: 2, rap: 9 }],
    [
      'the market knows of nothing',
      [{ host: market, body: { rap: null, value: null } }],
      { items: 2, rap: 9 },
    ],
    [
      'both fail',
      [
        { host: services('inventory'), status: 500 },
        { host: market, status: 503 },
      ],
      {},
    ],
    [
      'both are zero',
      [
        { host: services('inventory'), body: { data: [] } },
        { host: market, body: { rap: 0, value: 0 } },
      ],
      {},
    ],
  ])('200 without what is zero or unknown when %s', async (_, faults, worth) => {
    await app.fault(
      ...faults,
      { host: market, body: { success: true, rap: 11, value: 7 } },
      { host: services('inventory'), body: { data: [{ recentAveragePrice: 9 }, {}] } },
    );
    expect(await answerOf(`/${freshName('pal')}`)).toEqual({ status: 200, body: { ...player, ...worth } });
  });

  it('200 without items for a hidden inventory', async () => {
    const { body } = await answerOf(`/${freshName('privatecollector')}`);
    expect(body).toEqual(player);
  });

  it('200 with an empty address of the avatar of a player who was banned', async () => {
    expect((await answerOf(`/${freshName('banned')}`)).body.avatar).toBe('');
  });

  it.each(['users', 'thumbnails', 'presence', 'friends'])(
    '500 when the service for %s fails, since nothing may stand in its place',
    async (name) => {
      const player = freshName('pal');
      await app.ask(`${root}/${player}/outfits`);
      await app.fault({ host: services(name), status: 500 });
      expect(await answerOf(`/${player}`)).toEqual({
        status: 500,
        body: { error: 'The source for blockgame answered with status 500.' },
      });
    },
  );

  it('503 while one service asks us to wait; the others go on', async () => {
    const name = freshName('pal');
    await app.fault({ host: services('friends'), status: 429, headers: { 'retry-after': '7' } });
    const answer = await app.ask(`${root}/${name}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    await app.clearFaults();
    expect((await answerOf(`/${name}/friends`)).status).toBe(503);
    expect((await answerOf(`/${name}/badges`)).status).toBe(200);
    app.clock.skip(8_000);
    expect((await answerOf(`/${name}`)).status).toBe(200);
  });
});

describe('GET /api/blockgame/avatar/{userId}', () => {
  it.each(['', '?size=48x48', '?size=150x200', '?size=720x720'])('200 with an address %s', async (query) => {
    const size = query.split('=')[1] ?? '720x720';
    expect(await answerOf(`/avatar/156${query}`)).toEqual({
      status: 200,
      body: { imageUrl: expect.stringContaining(`/${size.replace('x', '/')}/Avatar/`) },
    });
  });

  it.each(['avatar', 'outfits', '0', '01', '-1', '1.5', '1e3', '%201', '1234567890123456789'])(
    '400 when the id is "%s", without asking upstream',
    async (id) => {
      await app.clearCalls();
      const { status, body } = await answerOf(`/avatar/${id}`);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'userId must be a whole number of at most 18 digits, above 0.' },
      });
      expect(await app.calls()).toEqual([]);
    },
  );

  it.each(['720', '721x721', '720X720', ''])('400 when the size is "%s"', async (size) => {
    const { status, body } = await answerOf(`/avatar/156?size=${size}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^size must be one of 30x30, 48x48/);
  });

  it('404 when there is no such player', async () => {
    expect(await answerOf('/avatar/123404')).toEqual({
      status: 404,
      body: { error: 'No picture of a player with the id 123404 was found.' },
    });
  });

  const says = (targetId: number, state: string): FaultSpec => ({
    host: services('thumbnails'),
    body: { data: [{ targetId, state, imageUrl: '' }] },
  });

  it('200 once a picture is made that was not ready at first', async () => {
    await app.fault({ ...says(7001, 'Pending'), times: 2 });
    expect((await answerOf('/avatar/7001')).status).toBe(200);
  });

  it.each([
    ['Blocked', 404],
    ['Pending', 500],
    ['Error', 500],
  ])('when it says %s: %i', async (state, status) => {
    await app.fault(says(7002 + status, state));
    expect((await answerOf(`/avatar/${7002 + status}`)).status).toBe(status);
    await app.clearFaults();
  });

  it('asks for a hundred players at once, and an unknown one fails alone', async () => {
    const ids = Array.from({ length: 100 }, (_, index) =>
      index === 50 ? '880404' : String(880_500 + index),
    );
    let answers: Answered[] = [];
    const calls = await callsFor(async () => {
      answers = await Promise.all(ids.map((id) => app.ask(`${root}/avatar/${id}`)));
    });
    expect(calls['thumbnails/v1/users/avatar']).toBeLessThan(8);
    expect(answers.map(({ status }) => status)).toEqual(ids.map((id) => (id === '880404' ? 404 : 200)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(100);
  });
});

describe('GET /api/blockgame/{username}/avatar', () => {
  it('200 with what stands in the answer, and nothing of what is not documented', async () => {
    const colours = ['head', 'torso', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg'];
    const assetType = { id: number, name: text };
    const { status, body } = await answerOf('/builderman/avatar');
    expect(status).toBe(200);
    expect(body).toEqual({
      playerAvatarType: expect.stringMatching(/^R(?:6|15)$/),
      scales: {
        height: number,
        width: number,
        head: number,
        depth: number,
        proportion: number,
        bodyType: number,
      },
      bodyColors: Object.fromEntries(colours.map((part) => [`${part}ColorId`, number])),
      assets: Array(body.assets.length).fill({ id: number, name: text, currentVersionId: number, assetType }),
      defaultShirtApplied: flag,
      defaultPantsApplied: flag,
      emotes: Array(body.emotes.length).fill({ assetId: number, assetName: text, position: number }),
    });
  });
});

describe('GET /api/blockgame/{username}/outfits', () => {
  it('200 with a hundred at most', async () => {
    const { body } = await answerOf(`/${freshName('fashionable')}/outfits`);
    expect(body.outfits).toHaveLength(100);
  });

  it('200 with every digit of ids past 2^53', async () => {
    const username = freshName('fashionable');
    const query = 'query ($username: String!) { blockgame { outfits(username: $username) { id } } }';
    const { body } = await app.graphql(query, { username });
    const { text } = await app.ask(`${root}/${username}/outfits`);
    const ids = body.data.blockgame.outfits.map(({ id }: { id: string }) => id);
    expect([...text.matchAll(/"id":(\d+),/g)].map(([, digits]) => digits)).toEqual(ids);
    expect(ids.some((id: string) => !Number.isSafeInteger(Number(id)))).toBe(true);
  });
});

describe('GET /api/blockgame/{username}/groups', () => {
  it('200 with descriptions from the groups themselves where the older service is gone', async () => {
    const name = freshName('sociable');
    const expected = await answerOf(`/${name}/groups`);
    app.clock.skip(24 * 3_600_000);
    await app.fault({ host: services('groups'), path: '/v1/*', status: 404 });
    let answer: unknown;
    const calls = await callsFor(async () => {
      answer = await answerOf(`/${name}/groups`);
    });
    expect(answer).toEqual(expected);
    expect(calls['groups/v2/groups']).toBe(1);
  });

  it('200 with null for descriptions that cannot be had', async () => {
    await app.fault(
      { host: services('groups'), path: '/v1/*', status: 404 },
      { host: services('groups'), path: '/v2/groups*', status: 500 },
    );
    const { status, body } = await answerOf(`/${freshName('sociable')}/groups`);
    expect(status).toBe(200);
    expect(body.groups).toHaveLength(100);
    expect(body.groups.every(({ description }: { description: unknown }) => description === null)).toBe(true);
  });

  it('500 when both services fail', async () => {
    await app.fault({ host: services('groups'), status: 500 });
    expect((await answerOf(`/${freshName('pal')}/groups`)).status).toBe(500);
  });
});

describe('GET /api/blockgame/{username}/badges', () => {
  const named = async (name: string) => {
    const { body } = await answerOf(`/${name}/badges`);
    return body.badges as { id: number; displayIconImageUrl: string | null }[];
  };

  it('200 with the first 25, each with its own icon, by one request for all icons', async () => {
    const calls = await callsFor(async () => {
      const badges = await named(freshName('decorated'));
      expect(badges).toHaveLength(25);
      expect(new Set(badges.map(({ displayIconImageUrl }) => displayIconImageUrl)).size).toBe(25);
    });
    expect(calls['thumbnails/v1/badges/icons']).toBe(1);
  });

  it.each<[string, FaultSpec]>([
    ['fail', { host: services('thumbnails'), status: 500 }],
    ['are not to be shown', { host: services('thumbnails'), body: { data: [] } }],
  ])('200 with null where icons %s', async (_, fault) => {
    await app.fault(fault);
    const badges = await named(freshName('decorated'));
    expect(badges.map(({ displayIconImageUrl }) => displayIconImageUrl)).toEqual(Array(25).fill(null));
  });

  it('200 with what an older form of a badge tells of its game', async () => {
    await app.fault({
      host: services('badges'),
      body: {
        data: [
          {
            id: 11,
            name: '',
            displayName: 'Shown',
            description: null,
            enabled: true,
            statistics: { pastDayAwardedCount: 0, awardedCount: 1, winRatePercentage: 0.5 },
            awarder: { id: 4711, type: 'Place' },
          },
        ],
      },
    });
    expect((await answerOf(`/${freshName('pal')}/badges`)).body.badges[0]).toMatchObject({
      name: 'Shown',
      description: '',
      awardingUniverse: { id: null, name: null, rootPlaceId: 4711 },
    });
  });
});

describe.each(['badges', 'games'])('GET /api/blockgame/{username}/%s', (what) => {
  it('200 without any for a player who hides them', async () => {
    const { status, body } = await answerOf(`/${freshName('private')}/${what}`);
    expect({ status, list: body[what] }).toEqual({ status: 200, list: [] });
  });

  it('500 when the refusal is not the service’s own', async () => {
    await app.fault({ host: services(what), status: 403, body: 'Forbidden' });
    expect((await answerOf(`/${freshName('pal')}/${what}`)).status).toBe(500);
  });
});

describe('GET /api/blockgame/{username}/friends', () => {
  it('200 with all of them and their names, by two requests for 200 names', async () => {
    const name = freshName('popular');
    let answer: Answered | undefined;
    const calls = await callsFor(async () => {
      answer = await app.ask(`${root}/${name}/friends`);
    });
    expect(calls).toEqual({
      'users/v1/usernames/users': 1,
      'friends/v1/users/*/friends': 1,
      'users/v1/users': 2,
    });
    const { count, friends } = answer!.body;
    expect([count, friends.length]).toEqual([200, 200]);
    expect(friends.every((friend: { name: string }) => friend.name !== '')).toBe(true);
    expect((await answerOf(`/${name}`)).body.friends).toBe(200);
  });

  it('200 with empty names for accounts that are gone', async () => {
    const friend = (id: number) => ({ id, name: '', displayName: '' });
    await app.fault({ host: services('friends'), body: { data: [friend(123_404), friend(-1)] } });
    const gone = { name: '', displayName: '', hasVerifiedBadge: false };
    expect((await answerOf(`/${freshName('pal')}/friends`)).body).toEqual({
      count: 2,
      friends: [
        { id: 123_404, ...gone },
        { id: -1, ...gone },
      ],
    });
  });
});

describe('GET /api/blockgame/{username}/games', () => {
  it('200 with the newest 50, the newest first, by one request for what is counted', async () => {
    let answer: Answered | undefined;
    const calls = await callsFor(async () => {
      answer = await app.ask(`${root}/${freshName('maker')}/games`);
    });
    const { count, games } = answer!.body;
    expect([count, games.length]).toEqual([50, 50]);
    const created = games.map((game: { created: string }) => Date.parse(game.created));
    expect(created).toEqual([...created].sort((one: number, other: number) => other - one));
    expect(calls['games/v1/games']).toBe(1);
  });

  it('200 without a game that can be played no more', async () => {
    const game = (id: number, created: string) => ({
      id,
      name: 'G',
      created,
      updated: created,
      placeVisits: 3,
    });
    const counted = { maxPlayers: 8, genre: '', genre_l1: 'Survival', playing: 1, favoritedCount: 2 };
    await app.fault(
      {
        host: services('games'),
        path: '/v1/games',
        body: {
          data: [
            { id: 5, ...counted },
            { id: 6, ...counted, visits: 9 },
          ],
        },
      },
      {
        host: services('games'),
        body: {
          data: [
            game(5, '2020-01-02T00:00:00.1234567Z'),
            game(4, '2022-01-02T00:00:00Z'),
            game(6, '2021-01-02T00:00:00.12Z'),
          ],
        },
      },
    );
    const { body } = await answerOf(`/${freshName('pal')}/games`);
    const shared = { rootPlaceId: null, description: '', genre: 'Survival' };
    expect(body.count).toBe(2);
    expect(body.games).toMatchObject([
      { id: 6, ...shared, stats: { totalVisits: 9, playing: 1, favoritedCount: 2 } },
      { id: 5, ...shared, stats: { totalVisits: 3, playing: 1, favoritedCount: 2 } },
    ]);
  });
});

describe('GET /api/blockgame/{username}/marketdata', () => {
  it('200 with the documented body, whose assets are the collectibles', async () => {
    const name = freshName('collector');
    const { status, body } = await answerOf(`/${name}/marketdata`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, playerId: number, isOnline: flag, premium: flag });
    expect(Object.values<number[]>(body.playerAssets).flat()).toHaveLength(230);
    expect((await answerOf(`/${name}`)).body.id).toBe(body.playerId);
  });

  it('200 with the time in ISO 8601, and without what is not documented', async () => {
    await app.fault({
      host: market,
      body: { success: true, playerId: 7, lastOnline: 1_662_298_114, playerAssets: { 21: [22] } },
    });
    expect((await answerOf(`/${freshName('pal')}/marketdata`)).body).toEqual({
      success: true,
      playerId: 7,
      isOnline: false,
      lastLocation: null,
      lastOnline: '2022-09-04T13:28:34.000Z',
      premium: false,
      playerVerified: false,
      playerTerminated: false,
      playerPrivacyEnabled: false,
      playerAssets: { 21: [22] },
    });
  });

  it('200 without assets, also where none are an empty list', async () => {
    await app.fault({ host: market, body: { success: true, playerId: 7, playerAssets: [] } });
    expect((await answerOf(`/${freshName('pal')}/marketdata`)).body.playerAssets).toEqual({});
    await app.clearFaults();
    expect((await answerOf(`/${freshName('private')}/marketdata`)).body).toMatchObject({
      playerPrivacyEnabled: true,
      playerAssets: {},
    });
  });

  it('500 for a player who was never scanned', async () => {
    const name = freshName('unscanned');
    expect(await answerOf(`/${name}/marketdata`)).toEqual({
      status: 500,
      body: { error: `The market-data source knows nothing of "${name}".` },
    });
  });

  it.each<[number, string, object]>([
    [500, 'refuses a value', { status: 400 }],
    [500, 'refuses us', { status: 403 }],
    [500, 'does not take the player', { status: 422 }],
    [500, 'fails', { status: 500 }],
    [500, 'says that it did not succeed', { body: { success: false } }],
    [500, 'breaks the connection', { reset: true }],
    [500, 'answers with garbage', { garbage: true }],
    [500, 'answers in another shape', { body: { success: true } }],
    [503, 'asks us to wait', { status: 429 }],
  ])('%i when the market-data source %s', async (status, _, fault) => {
    await app.fault({ host: market, ...fault });
    expect(await answerOf(`/${freshName('pal')}/marketdata`)).toEqual({ status, body: { error: text } });
  });

  it('500 when it does not answer in time', async () => {
    await app.fault({ host: market, delayMs: 30_000, times: 1 });
    expect((await answerOf(`/${freshName('pal')}/marketdata`)).status).toBe(500);
  });
});

describe('GET /api/blockgame/{username}/username/history', () => {
  const history = async (name: string, query = '') =>
    (await answerOf(`/${name}/username/history${query}`)).body;

  it('200 with the oldest ten unless told otherwise', async () => {
    const name = freshName('renamed');
    const body = await history(name);
    expect(body).toEqual({ userId: number, username: name, history: Array(10).fill(text), count: 10 });
  });

  it.each([
    ['?limit=1', 1, '10'],
    ['?limit=11', 11, '25'],
    ['?limit=26', 26, '50'],
    ['?limit=100', 60, '100'],
  ])(
    '200 with as many as are wanted, by a page of a length that there is: %s',
    async (query, count, asked) => {
      const name = freshName('renamed');
      await app.clearCalls();
      expect((await history(name, query)).count).toBe(count);
      const [call] = (await app.calls()).filter(({ path }) => path.includes('username-history'));
      expect(new URL(call!.path, 'https://x').searchParams.get('limit')).toBe(asked);
    },
  );

  it('200 with the newest first for Desc', async () => {
    const name = freshName('renamed');
    const [oldest, newest] = await Promise.all([
      history(name, '?limit=100'),
      history(name, '?limit=100&sortOrder=Desc'),
    ]);
    expect(newest.history).toEqual([...oldest.history].reverse());
  });

  it.each([
    ['limit=0', /^limit must be a whole number from 1 to 100/],
    ['limit=101', /^limit must be a whole number from 1 to 100/],
    ['sortOrder=asc', /^sortOrder must be one of Asc, Desc/],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await answerOf(`/builderman/username/history?${query}`);
    expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringMatching(message) } });
  });
});

describe('many callers at once', () => {
  it('a hundred players cost a handful of requests of what is asked in batches', async () => {
    const names = Array.from({ length: 100 }, () => freshName('crowd'));
    let answers: Answered[] = [];
    const calls = await callsFor(async () => {
      answers = await Promise.all(names.map((name) => app.ask(`${root}/${name}`)));
    });
    expect(answers.map(({ body }) => body.name)).toEqual(names);
    expect(calls['users/v1/usernames/users']).toBeLessThan(8);
    expect(calls['presence/v1/presence/users']).toBeLessThan(30);
    expect(calls['thumbnails/v1/users/avatar']).toBeLessThan(30);
    expect(calls['users/v1/users/*']).toBe(100);
    const again = await callsFor(() => Promise.all(names.map((name) => app.ask(`${root}/${name}`))));
    expect(again).toEqual({});
  });

  it('a thousand equal questions cost what one costs', async () => {
    const name = freshName('crowd');
    const calls = await callsFor(() =>
      Promise.all(Array.from({ length: 1000 }, () => app.ask(`${root}/${name}/games`))),
    );
    expect(calls).toEqual({
      'users/v1/usernames/users': 1,
      'games/v2/users/*/games': 1,
      'games/v1/games': 1,
    });
  });
});

describe('blockgame in the graph', () => {
  it('leads from a player to everything else', async () => {
    const name = freshName('popular');
    const { body } = await app.graphql(
      `query ($name: String!) {
        blockgame {
          player(username: $name) {
            name
            presence
            itemCount
            thumbnail(size: _48X48) { imageUrl }
            avatar { playerAvatarType }
            outfits { name }
            groups { role }
            badges { name }
            games { count items { stats { playing } } }
            marketData { playerAssets { assetId copies } }
            usernameHistory(limit: 2, sortOrder: DESC) { history }
            friends(first: 3) { count items { name player { name friendCount } } }
          }
        }
      }`,
      { name },
    );
    expect(body.errors).toBeUndefined();
    const { player } = body.data.blockgame;
    expect(player).toMatchObject({
      name,
      presence: expect.stringMatching(/^(?:ONLINE|OFFLINE|IN_GAME|IN_STUDIO)$/),
      thumbnail: { imageUrl: expect.stringContaining('/48/48/') },
      friends: { count: 200 },
    });
    const friends: { name: string; player: { name: string } }[] = player.friends.items;
    expect(friends).toHaveLength(3);
    expect(friends.map((friend) => friend.player.name)).toEqual(friends.map((friend) => friend.name));
  });

  it('knows players named like routes', async () => {
    const { body } = await app.graphql('{ blockgame { player(username: "template") { name } } }');
    expect(body).toEqual({ data: { blockgame: { player: { name: 'template' } } } });
  });

  it('answers for many players in one request, with null for who does not exist', async () => {
    const names = Array.from({ length: 99 }, () => freshName('pal'));
    let answer: Answered | undefined;
    const calls = await callsFor(async () => {
      answer = await app.graphql(
        'query ($names: [String!]!) { blockgame { players(usernames: $names) { name thumbnail { imageUrl } } } }',
        { names: [...names, 'notfoundpal'] },
      );
    });
    const thumbnail = { imageUrl: text };
    expect(answer!.body).toEqual({
      data: { blockgame: { players: [...names.map((name) => ({ name, thumbnail })), null] } },
    });
    expect(calls).toEqual({ 'users/v1/usernames/users': 1, 'thumbnails/v1/users/avatar': 1 });
    expect(answer!.headers.get('x-query-cost')).toBe('2');
  });

  it('answers for many pictures in one request', async () => {
    const { body } = await app.graphql(
      '{ blockgame { avatarThumbnails(userIds: ["71", "72404"], size: _48X48) { imageUrl } } }',
    );
    expect(body.data.blockgame.avatarThumbnails).toEqual([{ imageUrl: text }, null]);
  });

  it('tells failures apart, and leaves what did not fail', async () => {
    const name = freshName('unscanned');
    const { body } = await app.graphql(
      `query ($name: String!) {
        blockgame {
          known: players(usernames: [$name]) { name marketData { premium } }
          unknown: player(username: "notfoundpal") { name }
          wrong: player(username: "builderman", limit: 10001) { name }
        }
      }`,
      { name },
    );
    expect(body.data.blockgame).toEqual({ known: [{ name, marketData: null }], unknown: null, wrong: null });
    const codes = body.errors.map((error: { extensions: { code: string } }) => error.extensions.code);
    expect(codes.sort()).toEqual(['INVALID', 'NOT_FOUND', 'UPSTREAM_FAILED']);
  });
});
