import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema/index.ts';
import type { FaultSpec } from './app.ts';
import { blockgameApp, flag, market, number, root, services, text } from './blockgame-fixture.ts';
import { freshName } from './fresh.ts';

const { app, responseOf, callsFor } = blockgameApp();

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

describe.each(Object.entries(routes))('GET /api/blockgame/{username} and its subroutes: %s', (_, rest) => {
  it('makes one upstream call for a name in any case', async () => {
    const name = freshName('Same');
    const first = await responseOf(`/${name}${rest}`);
    await app.clearCalls();
    expect(await responseOf(`/%40${name.toUpperCase()}${rest}`)).toEqual(first);
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

  it('responds 200 with the documented body', async () => {
    expect(await responseOf(`/${freshName('collector')}`)).toRespond(200, collector);
  });

  it('has each field of the graph alone as among all', async () => {
    const username = freshName('collector');
    const player = schema.getType('BlockgamePlayer') as GraphQLObjectType;
    const fields = Object.values(player.getFields()).filter(({ type }) => isLeafType(getNamedType(type)));
    const ask = async (of: string) => {
      const query = `query ($username: String!) { blockgame { player(username: $username) { ${of} } } }`;
      return (await app.graphql(query, { username })).body.data.blockgame.player;
    };
    const names = fields.map(({ name }) => name);
    const whole = await ask(names.join(' '));
    for (const name of names)
      expect(await ask(`... on BlockgamePlayer { ${name} }`)).toEqual({ [name]: whole[name] });
  });

  it.each([
    ['', 230, 3],
    ['?limit=1', 1, 1],
    ['?limit=100', 100, 1],
    ['?limit=101', 101, 2],
    ['?limit=10000', 230, 3],
  ])('reads as many items as limit allows: %s', async (query, items, pages) => {
    const name = freshName('collector');
    const [calls, { body }] = await callsFor(() => responseOf(`/${name}${query}`));
    expect(body.items).toBe(items);
    expect(calls['inventory/v1/users/*/assets/collectibles']).toBe(pages);
  });

  it('sums the average prices of the items that it read', async () => {
    const item = (averagePrice: number | null) => ({ recentAveragePrice: averagePrice });
    await app.fault({
      host: services('inventory'),
      body: { nextPageCursor: null, data: [item(5), item(null), item(2)] },
    });
    expect((await responseOf(`/${freshName('pal')}`)).body).toMatchObject({ items: 3, rap: 7 });
    expect((await responseOf(`/${freshName('pal')}?limit=1`)).body).toMatchObject({ items: 1, rap: 5 });
  });

  const noItems = { host: services('inventory'), body: { data: [] } };
  const noInventory = { host: services('inventory'), status: 500 };
  it.each<[string, FaultSpec[], object]>([
    ['the inventory is empty', [noItems], { rap: 11, value: 7 }],
    ['the inventory fails', [noInventory], { rap: 11, value: 7 }],
    ['the inventory is garbage', [{ host: services('inventory'), garbage: true }], { rap: 11, value: 7 }],
    ['the market fails', [{ host: market, status: 500 }], { items: 2, rap: 9 }],
    ['the market responds 429', [{ host: market, status: 429 }], { items: 2, rap: 9 }],
    ['the market does not know the player', [{ host: market, status: 404 }], { items: 2, rap: 9 }],
    ['the market knows nothing', [{ host: market, body: { rap: null, value: null } }], { items: 2, rap: 9 }],
    ['both fail', [noInventory, { host: market, status: 503 }], {}],
    ['both are zero', [noItems, { host: market, body: { rap: 0, value: 0 } }], {}],
  ])('responds 200 without zero or unknown values when %s', async (_, faults, worth) => {
    await app.fault(
      ...faults,
      { host: market, body: { success: true, rap: 11, value: 7 } },
      { host: services('inventory'), body: { data: [{ recentAveragePrice: 9 }, {}] } },
    );
    expect(await responseOf(`/${freshName('pal')}`)).toRespond(200, { ...player, ...worth });
  });

  it('responds 200 without items for a hidden inventory', async () => {
    const { body } = await responseOf(`/${freshName('privatecollector')}`);
    expect(body).toEqual(player);
  });

  it('responds 200 with an empty avatar address for a banned player', async () => {
    expect((await responseOf(`/${freshName('banned')}`)).body.avatar).toBe('');
  });

  const noCounts = { friends: null, followers: null, following: null };
  it.each<readonly [string, FaultSpec, object]>([
    ['the presence that is throttled', { name: 'throttled presence' }, { presence: null }],
    ['the presence that fails', { host: services('presence'), status: 500 }, { presence: null }],
    ['the counts that are throttled', { name: 'throttled counts' }, noCounts],
  ])('responds 200 with null in the place of %s', async (_, fault, missing) => {
    await app.fault(fault);
    const name = freshName('collector');
    expect(await responseOf(`/${name}`)).toRespond(200, { ...collector, ...missing });
    // Nothing of it is cached.
    await app.clearFaults();
    app.clock.skip(60_000);
    expect(await responseOf(`/${name}`)).toRespond(200, collector);
  });

  it('responds 200 with null in the place of one count that fails', async () => {
    const name = freshName('collector');
    const { userId } = (await responseOf(`/${name}/username/history`)).body;
    const path = `/v1/users/${userId}/followers/count`;
    await app.fault({ host: services('friends'), path, status: 500 });
    expect(await responseOf(`/${name}`)).toRespond(200, { ...collector, followers: null });
  });

  it.each(['users', 'thumbnails'])('responds 500 when %s, without a fallback, fail', async (name) => {
    const player = freshName('pal');
    await app.ask(`${root}/${player}/outfits`);
    await app.fault({ host: services(name), status: 500 });
    expect(await responseOf(`/${player}`)).toFail(500, 'The source for blockgame answered with status 500.');
  });

  it('responds 503 while one service rate-limits, and the other services remain available', async () => {
    const name = freshName('pal');
    await app.fault({ host: services('friends'), status: 429, headers: { 'retry-after': '7' } });
    const response = await app.ask(`${root}/${name}/friends`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    await app.clearFaults();
    expect((await responseOf(`/${name}/friends`)).status).toBe(503);
    expect((await responseOf(`/${name}`)).body.friends).toBeNull();
    expect((await responseOf(`/${name}/badges`)).status).toBe(200);
    app.clock.skip(8_000);
    expect((await responseOf(`/${name}`)).body.friends).toEqual(number);
  });
});

describe('concurrent requests for /api/blockgame/{username}', () => {
  it('batches the upstream calls for a hundred players', async () => {
    const names = Array.from({ length: 100 }, () => freshName('crowd'));
    const askAll = () => Promise.all(names.map((name) => app.ask(`${root}/${name}`)));
    const [calls, responses] = await callsFor(askAll);
    expect(responses.map(({ body }) => body.name)).toEqual(names);
    expect(calls['users/v1/usernames/users']).toBeLessThan(8);
    expect(calls['presence/v1/presence/users']).toBeLessThan(8);
    expect(calls['thumbnails/v1/users/avatar']).toBeLessThan(8);
    expect(calls['users/v1/users/*']).toBe(100);
    const [again] = await callsFor(askAll);
    expect(again).toEqual({});
  });
});

describe('{ blockgame } in GraphQL', () => {
  it('looks once into fragments that spread others twice, sixty deep', async () => {
    const fragments = Array.from({ length: 60 }, (_, at) =>
      at === 59
        ? `fragment F59 on BlockgamePlayer { displayName }`
        : `fragment F${at} on BlockgamePlayer { ...F${at + 1} ...F${at + 1} }`,
    );
    const query = `{ blockgame { player(username: "amberfox") { ...F0 } } } ${fragments.join(' ')}`;
    const { body } = await app.graphql(query);
    expect(body.data.blockgame.player).toEqual({ displayName: expect.any(String) });
  });

  it('links a player to all other types', async () => {
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
            gamesMade { count items { stats { playing } } }
            marketData { playerAssets { assetId copies } }
            usernameHistory(first: 2, sortOrder: DESC) { history }
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

  it('resolves players whose names equal route segments', async () => {
    const { body } = await app.graphql('{ blockgame { player(username: "template") { name } } }');
    expect(body).toEqual({ data: { blockgame: { player: { name: 'template' } } } });
  });

  it('resolves many players in one query, with null for an unknown one', async () => {
    const names = Array.from({ length: 99 }, () => freshName('pal'));
    const query =
      'query ($of: [String!]!) { blockgame { players(usernames: $of) { name thumbnail { imageUrl } } } }';
    const ask = () => app.graphql(query, { of: [...names, 'notfoundpal'] });
    const [calls, response] = await callsFor(ask);
    const found = names.map((name) => ({ name, thumbnail: { imageUrl: text } }));
    expect(response.body).toEqual({ data: { blockgame: { players: [...found, null] } } });
    expect(calls).toEqual({ 'users/v1/usernames/users': 1, 'thumbnails/v1/users/avatar': 1 });
    expect(response.headers.get('x-query-cost')).toBe('2');
  });

  it('resolves many pictures in one query', async () => {
    const { body } = await app.graphql(
      '{ blockgame { avatarThumbnails(userIds: ["71", "72404"], size: _48X48) { imageUrl } } }',
    );
    expect(body.data.blockgame.avatarThumbnails).toEqual([{ imageUrl: text }, null]);
  });
});
