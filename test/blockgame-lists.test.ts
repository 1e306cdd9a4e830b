import { describe, expect, it } from 'vitest';
import type { FaultSpec } from './app.ts';
import { blockgameApp, flag, market, number, root, services, text } from './blockgame-fixture.ts';
import { freshName } from './fresh.ts';

const { app, responseOf, callsFor } = blockgameApp();

/** An error body of the services; the code 0 is that of their framework. */
const refusal = (code: number, message: string) => ({ errors: [{ code, message }] });

describe('GET /api/blockgame/avatar/{userId}', () => {
  it.each(['', '?size=48x48', '?size=150x200', '?size=720x720'])('has an address for "%s"', async (query) => {
    const size = query.split('=')[1] ?? '720x720';
    const imageUrl = expect.stringContaining(`/${size.replace('x', '/')}/Avatar/`);
    expect(await responseOf(`/avatar/156${query}`)).toRespond(200, { imageUrl });
  });

  const says = (targetId: number, state: string): FaultSpec => ({
    host: services('thumbnails'),
    body: { data: [{ targetId, state, imageUrl: '' }] },
  });

  it('responds 200 when a pending picture becomes ready', async () => {
    await app.fault({ ...says(7001, 'Pending'), times: 2 });
    expect((await responseOf('/avatar/7001')).status).toBe(200);
  });

  it.each([
    ['Blocked', 404],
    ['Pending', 500],
    ['Error', 500],
  ])('maps the upstream state %s to the status %i', async (state, status) => {
    await app.fault(says(7002 + status, state));
    expect((await responseOf(`/avatar/${7002 + status}`)).status).toBe(status);
    await app.clearFaults();
  });

  it('batches a hundred players, of which only an unknown one fails', async () => {
    const ids = Array.from({ length: 100 }, (_, index) =>
      index === 50 ? '880404' : String(880_500 + index),
    );
    const [calls, responses] = await callsFor(() =>
      Promise.all(ids.map((id) => app.ask(`${root}/avatar/${id}`))),
    );
    expect(calls['thumbnails/v1/users/avatar']).toBeLessThan(8);
    expect(responses.map(({ status }) => status)).toEqual(ids.map((id) => (id === '880404' ? 404 : 200)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(100);
  });
});

describe('GET /api/blockgame/{username}/avatar', () => {
  it('responds 200 with the documented fields only', async () => {
    expect(await app.ask(`${root}/builderman/avatar`)).toFit();
  });
});

describe('GET /api/blockgame/{username}/outfits', () => {
  it('responds 200 with at most a hundred outfits', async () => {
    const { body } = await responseOf(`/${freshName('fashionable')}/outfits`);
    expect(body.outfits).toHaveLength(100);
  });

  it('responds 200 with every digit of ids above 2^53', async () => {
    const username = freshName('fashionable');
    const query =
      'query ($username: String!) { blockgame { outfits(username: $username, first: 100) { id } } }';
    const { body } = await app.graphql(query, { username });
    const { text } = await app.ask(`${root}/${username}/outfits`);
    const ids = body.data.blockgame.outfits.map(({ id }: { id: string }) => id);
    expect([...text.matchAll(/"id":(\d+),/g)].map(([, digits]) => digits)).toEqual(ids);
    expect(ids.some((id: string) => !Number.isSafeInteger(Number(id)))).toBe(true);
  });
});

describe('GET /api/blockgame/{username}/groups', () => {
  it('responds 200 with descriptions from the group details when the older service fails', async () => {
    const name = freshName('sociable');
    const expected = await responseOf(`/${name}/groups`);
    app.clock.skip(24 * 3_600_000);
    await app.fault({ host: services('groups'), path: '/v1/*', status: 404 });
    const [calls, response] = await callsFor(() => responseOf(`/${name}/groups`));
    expect(response).toEqual(expected);
    expect(calls['groups/v2/groups']).toBe(1);
  });

  it('responds 200 with null for unavailable descriptions', async () => {
    await app.fault(
      { host: services('groups'), path: '/v1/*', status: 404 },
      { host: services('groups'), path: '/v2/groups*', status: 500 },
    );
    const { status, body } = await responseOf(`/${freshName('sociable')}/groups`);
    expect(status).toBe(200);
    expect(body.groups).toHaveLength(100);
    expect(body.groups.every(({ description }: { description: unknown }) => description === null)).toBe(true);
  });

  it('responds 500 when both services fail', async () => {
    await app.fault({ host: services('groups'), status: 500 });
    expect((await responseOf(`/${freshName('pal')}/groups`)).status).toBe(500);
  });
});

describe('GET /api/blockgame/{username}/badges', () => {
  const named = async (name: string) => {
    const { body } = await responseOf(`/${name}/badges`);
    return body.badges as { id: number; displayIconImageUrl: string | null }[];
  };

  it('responds 200 with the first 25 badges, whose icons come from one upstream call', async () => {
    const [calls, badges] = await callsFor(() => named(freshName('decorated')));
    expect(badges).toHaveLength(25);
    expect(new Set(badges.map(({ displayIconImageUrl }) => displayIconImageUrl)).size).toBe(25);
    expect(calls['thumbnails/v1/badges/icons']).toBe(1);
  });

  it.each<[string, FaultSpec]>([
    ['fail', { host: services('thumbnails'), status: 500 }],
    ['are not to be shown', { host: services('thumbnails'), body: { data: [] } }],
  ])('responds 200 with null for icons when they %s', async (_, fault) => {
    await app.fault(fault);
    const badges = await named(freshName('decorated'));
    expect(badges.map(({ displayIconImageUrl }) => displayIconImageUrl)).toEqual(Array(25).fill(null));
  });

  it('responds 200 with the game of a badge in the older format', async () => {
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
    expect((await responseOf(`/${freshName('pal')}/badges`)).body.badges[0]).toMatchObject({
      name: 'Shown',
      description: '',
      awardingUniverse: { id: null, name: null, rootPlaceId: 4711 },
    });
  });
});

describe.each(['badges', 'games'])('GET /api/blockgame/{username}/%s', (what) => {
  it('responds 200 with an empty list for a player with a hidden inventory', async () => {
    const { status, body } = await responseOf(`/${freshName('private')}/${what}`);
    expect({ status, list: body[what] }).toEqual({ status: 200, list: [] });
  });

  it.each([
    ['a proxy refuses instead of the service', 'Forbidden'],
    ['the service refuses without a reason', refusal(0, 'Forbidden')],
  ])('responds 500 when %s', async (_, body) => {
    await app.fault({ host: services(what), status: 403, body });
    expect(await responseOf(`/${freshName('pal')}/${what}`)).toFail(500, /refused us/);
  });
});

describe.each([
  ['outfits', 'avatar'],
  ['groups', 'groups'],
  ['badges', 'badges'],
  ['friends', 'friends'],
  ['games', 'games'],
])('GET /api/blockgame/{username}/%s', (what, service) => {
  it.each([
    [404, 'no longer has the player', 400, refusal(3, 'The user is invalid or does not exist.')],
    [404, 'does not know the player', 404, refusal(4, 'User is invalid or does not exist.')],
    [500, 'is gone from its address', 404, refusal(0, 'NotFound')],
    [500, 'is gone behind a proxy', 404, '<html>Not Found</html>'],
  ])('responds %i when the service %s', async (status, _, given, body) => {
    await app.fault({ host: services(service), status: given, body });
    const response = await responseOf(`/${freshName('pal')}/${what}`);
    expect(response).toFail(
      status,
      status === 404 ? /^No player with the id \d+ was found\.$/ : /source for blockgame/,
    );
  });
});

describe('GET /api/blockgame/{username}/friends', () => {
  it('responds 200 with all friends, whose 200 names come from two upstream calls', async () => {
    const name = freshName('popular');
    const [calls, { body }] = await callsFor(() => responseOf(`/${name}/friends`));
    const wanted = { 'users/v1/usernames/users': 1, 'friends/v1/users/*/friends': 1, 'users/v1/users': 2 };
    expect(calls).toEqual(wanted);
    const { count, friends } = body;
    expect([count, friends.length]).toEqual([200, 200]);
    expect(friends.every((friend: { name: string }) => friend.name !== '')).toBe(true);
    expect((await responseOf(`/${name}`)).body.friends).toBe(200);
  });

  it('responds 200 with empty names for deleted accounts', async () => {
    const friend = (id: number) => ({ id, name: '', displayName: '' });
    await app.fault({ host: services('friends'), body: { data: [friend(123_404), friend(-1)] } });
    const gone = { name: '', displayName: '', hasVerifiedBadge: false };
    expect((await responseOf(`/${freshName('pal')}/friends`)).body).toEqual({
      count: 2,
      friends: [
        { id: 123_404, ...gone },
        { id: -1, ...gone },
      ],
    });
  });
});

describe('GET /api/blockgame/{username}/games', () => {
  it('responds 200 with the newest 50 games, newest first, whose counters come from one upstream call', async () => {
    const [calls, { body }] = await callsFor(() => responseOf(`/${freshName('maker')}/games`));
    const { count, games } = body;
    expect([count, games.length]).toEqual([50, 50]);
    const created = games.map((game: { created: string }) => Date.parse(game.created));
    expect(created).toEqual([...created].sort((one: number, other: number) => other - one));
    expect(calls['games/v1/games']).toBe(1);
  });

  it('responds 200 without games that are no longer playable', async () => {
    const game = (id: number, at: string) => ({ id, name: 'G', created: at, updated: at, placeVisits: 3 });
    const counted = { id: 5, maxPlayers: 8, genre: '', genre_l1: 'Survival', playing: 1, favoritedCount: 2 };
    const data = [
      game(5, '2020-01-02T00:00:00.1234567Z'),
      game(4, '2022-01-02T00:00:00Z'),
      game(6, '2021-01-02T00:00:00.12Z'),
    ];
    const counts = { data: [counted, { ...counted, id: 6, visits: 9 }] };
    await app.fault(
      { host: services('games'), path: '/v1/games', body: counts },
      { host: services('games'), body: { data } },
    );
    const { body } = await responseOf(`/${freshName('pal')}/games`);
    const shared = { rootPlaceId: null, description: '', genre: 'Survival' };
    expect(body.count).toBe(2);
    expect(body.games).toMatchObject([
      { id: 6, ...shared, stats: { totalVisits: 9, playing: 1, favoritedCount: 2 } },
      { id: 5, ...shared, stats: { totalVisits: 3, playing: 1, favoritedCount: 2 } },
    ]);
  });
});

describe('GET /api/blockgame/{username}/marketdata', () => {
  it('responds 200 with the documented body, whose assets are the collectibles', async () => {
    const name = freshName('collector');
    const { status, body } = await responseOf(`/${name}/marketdata`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, playerId: number, isOnline: flag, premium: flag });
    expect(Object.values<number[]>(body.playerAssets).flat()).toHaveLength(230);
    expect((await responseOf(`/${name}`)).body.id).toBe(body.playerId);
  });

  it('responds 200 with the time in ISO 8601 and the documented fields only', async () => {
    await app.fault({
      host: market,
      body: { success: true, playerId: 7, lastOnline: 1_662_298_114, playerAssets: { 21: [22] } },
    });
    expect((await responseOf(`/${freshName('pal')}/marketdata`)).body).toEqual({
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

  it('responds 200 without assets for an empty list and for an empty object', async () => {
    await app.fault({ host: market, body: { success: true, playerId: 7, playerAssets: [] } });
    expect((await responseOf(`/${freshName('pal')}/marketdata`)).body.playerAssets).toEqual({});
    await app.clearFaults();
    expect((await responseOf(`/${freshName('private')}/marketdata`)).body).toMatchObject({
      playerPrivacyEnabled: true,
      playerAssets: {},
    });
  });

  it('responds 500 for a player who was never scanned', async () => {
    const name = freshName('unscanned');
    const response = await responseOf(`/${name}/marketdata`);
    expect(response).toFail(500, `The market-data source knows nothing of "${name}".`);
  });

  it.each<[number, string, object]>([
    [500, 'refuses a value', { status: 400 }],
    [500, 'responds 403', { status: 403 }],
    [500, 'does not take the player', { status: 422 }],
    [500, 'reports no success', { body: { success: false } }],
    [500, 'responds in another shape', { body: { success: true } }],
    [503, 'responds 429', { status: 429 }],
  ])('responds %i when the market-data upstream %s', async (status, _, fault) => {
    await app.fault({ host: market, ...fault });
    expect(await responseOf(`/${freshName('pal')}/marketdata`)).toFail(status, text);
  });
});

describe('GET /api/blockgame/{username}/username/history', () => {
  const history = async (name: string, query = '') =>
    (await responseOf(`/${name}/username/history${query}`)).body;

  it('responds 200 with the oldest ten names by default', async () => {
    const name = freshName('renamed');
    const body = await history(name);
    expect(body).toEqual({ userId: number, username: name, history: Array(10).fill(text), count: 10 });
  });

  it.each([
    ['?limit=1', 1, '10'],
    ['?limit=11', 11, '25'],
    ['?limit=26', 26, '50'],
    ['?limit=100', 60, '100'],
  ])('responds 200 with so many names from an upstream page size: %s', async (query, count, size) => {
    const name = freshName('renamed');
    await app.clearCalls();
    expect((await history(name, query)).count).toBe(count);
    const [call] = (await app.calls()).filter(({ path }) => path.includes('username-history'));
    expect(new URL(call!.path, 'https://x').searchParams.get('limit')).toBe(size);
  });

  it('responds 200 with the newest names first for Desc', async () => {
    const name = freshName('renamed');
    const orders = ['', '&sortOrder=Desc'].map((order) => history(name, `?limit=100${order}`));
    const [oldest, newest] = await Promise.all(orders);
    expect(newest.history).toEqual([...oldest.history].reverse());
  });
});
