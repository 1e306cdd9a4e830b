import { describe, expect, it } from 'vitest';
import { startSandbox } from '../sandbox/index.ts';
import { during, movableClock, startTestApp, type TestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const helix = 'api.twitch.tv';
const tokenHost = 'id.twitch.tv';
const route = (path: string, query: Record<string, string | number> = {}) =>
  `/api/livestream/${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

const app = useTestApp({ environment: { LIVESTREAM_USER_TOKEN: 'user-token' } });

/** The API calls, without token requests. */
const apiCalls = async (of: TestApp = app) => (await of.calls()).filter(({ host }) => host === helix);
const tokenCalls = async (of: TestApp = app) =>
  (await of.calls()).filter(({ host }) => host === tokenHost).length;

const namesOf = (count: number) => Array.from({ length: count }, () => freshName('live_'));
const idOf = async (login: string) => (await app.ask(route('user', { login }))).body.data[0].id as string;

const number = expect.any(Number);
const text = expect.any(String);

describe('GET /api/livestream: matches', () => {
  it.each([
    ['user', { login: 'twitchdev' }],
    ['user', { login: 'TwitchDev' }],
    ['user/id', { id: 141981764 }],
    ['stream', { user_login: 'always_live' }],
    ['channel', { broadcaster_id: 141981764 }],
    ['game', { name: 'Chess & Go' }],
    ['game', { id: 509658 }],
  ])('responds 200 with one item in data and no pagination: %s %j', async (path, query) => {
    expect(await app.ask(route(path, query))).toFit({ data: expect.objectContaining({ length: 1 }) });
  });

  it.each([
    ['streams/top', {}],
    ['channels/search', { query: 'chess' }],
    ['clips', { broadcaster_id: 141981764 }],
    ['videos', { user_id: 141981764 }],
    ['games/top', {}],
  ])('responds 200 with a page of items and a cursor: %s', async (path, query) => {
    expect(await app.ask(route(path, query))).toFit({
      data: expect.objectContaining({ length: 20 }),
      pagination: { cursor: text },
    });
  });

  it('responds 200 with followers and their count', async () => {
    const response = await app.ask(route('followers', { broadcaster_id: 141981764 }));
    const { total } = response.body;
    expect(total).toBeGreaterThan(0);
    expect(response).toFit({
      data: expect.objectContaining({ length: Math.min(total, 20) }),
      pagination: { cursor: total > 20 ? text : null },
    });
  });

  it('responds 200 with two games when name and id differ, and with one when they match', async () => {
    const games = async (query: Record<string, string | number>) =>
      (await app.ask(route('game', query))).body;
    const chess = (await games({ name: 'Chess' })).data[0];
    const other = (await games({ id: 509658 })).data[0];
    expect(await games({ name: 'Chess', id: 509658 })).toEqual({ data: [chess, other] });
    expect(await games({ name: 'Chess', id: chess.id })).toEqual({ data: [chess] });
  });
});

describe('GET /api/livestream: no matches', () => {
  const none = { data: [] };
  const noPage = { data: [], pagination: { cursor: null } };
  it.each([
    ['user', { login: 'notfound_user' }, none],
    ['user/id', { id: 5404 }, none],
    ['stream', { user_login: 'ever_offline' }, none],
    ['stream', { user_login: 'notfound_user' }, none],
    ['channel', { broadcaster_id: 5404 }, none],
    ['game', { name: 'notfound' }, none],
    ['game', { id: 5404, name: 'notfound' }, none],
    ['channels/search', { query: 'notfound' }, noPage],
    ['clips', { broadcaster_id: 5404 }, noPage],
    ['videos', { user_id: 5404 }, noPage],
    ['followers', { broadcaster_id: 5404 }, { total: 0, ...noPage }],
  ])('responds 200 with empty data: %s %j', async (path, query, body) => {
    const response = await app.ask(route(path, query));
    expect(response).toRespond(200, body);
  });

  it('responds 200 with empty data when the upstream responds 404 to a request for videos', async () => {
    await app.fault({ host: helix, path: '/helix/videos', status: 404, times: 1 });
    expect(await app.ask(route('videos', { user_id: 777 }))).toRespond(200, noPage);
  });
});

describe('GET /api/livestream: refusals that are not those of the API', () => {
  const page = '<html></html>';
  it.each([
    ['user', { login: 'refused_one' }],
    ['user/id', { id: 8101 }],
    ['stream', { user_login: 'refused_one' }],
    ['streams/top', { first: 81 }],
    ['channel', { broadcaster_id: 8101 }],
    ['channels/search', { query: 'refused' }],
    ['followers', { broadcaster_id: 8101 }],
    ['clips', { broadcaster_id: 8101 }],
    ['videos', { user_id: 8101 }],
    ['game', { id: 8101 }],
    ['games/top', { first: 81 }],
  ])('are trouble of the source: %s', async (path, query) => {
    const ownOf404 = path === 'videos' ? [] : [{ status: 404 }];
    for (const refusal of [
      ...ownOf404,
      ...[400, 404].flatMap((status) => [page, {}].map((body) => ({ status, body }))),
    ]) {
      const response = await during(app, [{ host: helix, ...refusal }], () => app.ask(route(path, query)));
      expect(response).toFail(502, `The source for livestream answered with status ${refusal.status}.`);
    }
  });
});

describe('GET /api/livestream: invalid parameters', () => {
  it('responds 400 for a cursor that the upstream rejects', async () => {
    const response = await app.ask(route('games/top', { after: 'made-up' }));
    expect(response).toFail(400, 'after must be the cursor that the page before gave.');
  });
});

describe('pages of /api/livestream', () => {
  it.each([
    ['streams/top', {}],
    ['channels/search', { query: 'pages' }],
    ['clips', { broadcaster_id: 141981764 }],
    ['videos', { user_id: 141981764 }],
    ['followers', { broadcaster_id: 141981764 }],
    ['games/top', {}],
  ])('of %s are consecutive, without gaps or duplicates', async (path, query) => {
    const key = path === 'followers' ? 'user_id' : 'id';
    const idsOf = (body: { data: Record<string, string>[] }) => body.data.map((element) => element[key]);
    const complete = (await app.ask(route(path, { ...query, first: 100 }))).body;
    const walked: unknown[] = [];
    let more = {};
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await app.ask(route(path, { ...query, first: 40, ...more }));
      walked.push(...idsOf(body));
      if (body.pagination.cursor === null) break;
      more = { after: body.pagination.cursor };
    }
    expect(walked.slice(0, 100)).toEqual(idsOf(complete));
    expect(new Set(walked).size).toBe(walked.length);
  });

  it('end with a cursor that is null', async () => {
    const id = await idOf('pages_end');
    let { body } = await app.ask(route('videos', { user_id: id, first: 100 }));
    while (body.pagination.cursor !== null) {
      ({ body } = await app.ask(route('videos', { user_id: id, first: 100, after: body.pagination.cursor })));
    }
    expect(body.data.every((each: { user_id: string }) => each.user_id === id)).toBe(true);
  });
});

describe('a hundred concurrent lookups of /api/livestream', () => {
  const half = (names: readonly string[]) => [names.slice(0, 50), names.slice(50)] as const;
  const rest = (logins: readonly string[]) =>
    Promise.all(logins.map(async (login) => (await app.ask(route('user', { login }))).body.data[0]?.login));
  const plural = async (logins: readonly string[]) => {
    const query = 'query ($logins: [String!]!) { livestream { users(logins: $logins) { login } } }';
    const { body } = await app.graphql(query, { logins });
    return body.data.livestream.users.map((user: { login: string } | null) => user?.login);
  };
  const aliased = async (logins: readonly string[]) => {
    const fields = logins.map((login, index) => `u${index}: user(login: "${login}") { login }`);
    const { body } = await app.graphql(`{ livestream { ${fields.join(' ')} } }`);
    return logins.map((_, index) => body.data.livestream[`u${index}`]?.login);
  };

  it.each<[string, (logins: readonly string[]) => Promise<unknown[]>]>([
    ['a hundred callers of a route', rest],
    ['one query with a list', plural],
    ['one query with aliases', aliased],
    [
      'callers of both doors',
      async (logins) => {
        const [some, others] = half(logins);
        return (await Promise.all([rest(some), plural(others)])).flat();
      },
    ],
  ])('make few upstream calls from %s', async (_, send) => {
    const logins = namesOf(100);
    await app.clearCalls();
    expect(await send(logins)).toEqual(logins);
    expect((await apiCalls()).length).toBeLessThanOrEqual(3);
  });

  it('can combine ids and logins in one upstream call', async () => {
    const ids = await Promise.all(namesOf(50).map(idOf));
    const logins = namesOf(50);
    app.clock.skip(2 * 3_600_000);
    await app.clearCalls();
    const query = `query ($ids: [ID!]!, $logins: [String!]!) {
      livestream { usersById(ids: $ids) { id } users(logins: $logins) { login } }
    }`;
    const { body } = await app.graphql(query, { ids, logins });
    expect(body.data.livestream.usersById.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(body.data.livestream.users.map(({ login }: { login: string }) => login)).toEqual(logins);
    expect((await apiCalls()).length).toBeLessThanOrEqual(2);
  });

  it('do not fail for unknown ones', async () => {
    const known = namesOf(50);
    const mixed = known.flatMap((login) => [login, `notfound_${login}`]);
    const found = known.flatMap((login) => [login, undefined]);
    expect(await rest(mixed)).toEqual(found);
    expect(await plural(mixed)).toEqual(found);
  });

  it('do not fail for one that the upstream rejects', async () => {
    const logins = namesOf(100);
    await app.fault({ host: helix, path: '/helix/users', status: 400, times: 1 });
    expect(await plural(logins)).toEqual(logins);
  });

  it('all resolve when an upstream page has twenty items', async () => {
    const logins = namesOf(100);
    await app.clearCalls();
    const query =
      'query ($logins: [String!]!) { livestream { streams(logins: $logins) { userLogin user { login channel { title game { name } } } } } }';
    const { body } = await app.graphql(query, { logins });
    expect(body.errors).toBeUndefined();
    const { streams } = body.data.livestream;
    expect(streams).toMatchObject(logins.map((login) => ({ userLogin: login, user: { login } })));
    const paths = (await apiCalls()).map(({ path }) => path.split('?')[0]);
    for (const path of ['streams', 'users', 'channels', 'games']) {
      expect(paths.filter((each) => each === `/helix/${path}`).length).toBeLessThanOrEqual(2);
    }
  });

  it('make one upstream call when they are equal', async () => {
    const login = freshName('crowd_');
    await app.clearCalls();
    const spellings = Array.from({ length: 100 }, (_, index) => (index % 2 ? login : login.toUpperCase()));
    expect(new Set(await rest(spellings))).toEqual(new Set([login]));
    expect(await apiCalls()).toHaveLength(1);
  });

  it('share the cache entry of a user between id and login', async () => {
    const id = await idOf(freshName('twice_'));
    const { body } = await app.ask(route('user/id', { id: '30303030' }));
    await app.clearCalls();
    for (const path of [route('user/id', { id }), route('user', { login: body.data[0].login })]) {
      const { headers } = await app.ask(path);
      expect(headers.get('x-cache')).toBe('HIT');
    }
    expect(await apiCalls()).toEqual([]);
  });
});

describe('{ livestream } in GraphQL', () => {
  it('links each type to the next', async () => {
    const { body } = await app.graphql(`{
      livestream {
        user(login: "always_live") {
          id
          stream { userId title game { id name streams(first: 2) { items { gameId user { login } } } } }
          channel { broadcasterId user { login } stream { title } }
          followers: followedBy(first: 2) { total items { userId user { id } } }
          videos(first: 3) { items { userId type user { login } } next }
          clips(first: 3) { items { broadcasterId broadcaster { login } creatorId creator { id } gameId game { id } } }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { user } = body.data.livestream;
    expect(user.stream.userId).toBe(user.id);
    for (const { gameId } of user.stream.game.streams.items) expect(gameId).toBe(user.stream.game.id);
    expect(user.channel).toEqual({
      broadcasterId: user.id,
      user: { login: 'always_live' },
      stream: { title: user.stream.title },
    });
    for (const { userId, user: follower } of user.followers.items) expect(follower.id).toBe(userId);
    for (const { userId, type, user: owner } of user.videos.items) {
      expect({ userId, login: owner.login }).toEqual({ userId: user.id, login: 'always_live' });
      expect(['ARCHIVE', 'HIGHLIGHT', 'UPLOAD']).toContain(type);
    }
    for (const clip of user.clips.items) {
      expect(clip.broadcaster.login).toBe('always_live');
      expect(clip.creator.id).toBe(clip.creatorId);
      expect(clip.game?.id ?? '').toBe(clip.gameId);
    }
  });

  it('returns lists in the requested order, with null for missing items', async () => {
    const { body } = await app.graphql(`{
      livestream {
        users(logins: ["b_b", "notfound_x", "a_a", "b_b"]) { login }
        usersById(ids: ["20", "10", "404"]) { id }
        streams(logins: ["b_live", "x_offline", "a_live"]) { userLogin }
        channels(broadcasterIds: ["20", "404", "10"]) { broadcasterId }
        games(names: ["Go", "notfound", "Chess"]) { name }
        gamesById(ids: ["31", "404", "30"]) { id }
        game(name: "Go") { name }
        gameById(id: "31") { id }
      }
    }`);
    expect(body).toEqual({
      data: {
        livestream: {
          users: [{ login: 'b_b' }, null, { login: 'a_a' }, { login: 'b_b' }],
          usersById: [{ id: '20' }, { id: '10' }, null],
          streams: [{ userLogin: 'b_live' }, null, { userLogin: 'a_live' }],
          channels: [{ broadcasterId: '20' }, null, { broadcasterId: '10' }],
          games: [{ name: 'Go' }, null, { name: 'Chess' }],
          gamesById: [{ id: '31' }, null, { id: '30' }],
          game: { name: 'Go' },
          gameById: { id: '31' },
        },
      },
    });
  });

  it.each([
    ['one', 1, '{ livestream { user(login: "a_a") { login } } }'],
    ['a list of many', 1, `{ livestream { users(logins: ${JSON.stringify(namesOf(100))}) { login } } }`],
    [
      'a hundred items with one upstream call each',
      4,
      '{ livestream { topStreams(first: 100) { items { user { login } channel { title } game { name } } } } }',
    ],
    [
      'five items with one upstream call per field',
      7,
      '{ livestream { topStreams(first: 5) { items { user { videos(first: 1) { items { id } } } } } } }',
    ],
  ])('has a price by upstream calls: %s', async (_, price, query) => {
    expect((await app.graphql(query)).cost?.requested).toBe(price);
  });

  it('rejects more than a hundred in one list, without an upstream call', async () => {
    await app.clearCalls();
    const query = 'query ($logins: [String!]!) { livestream { users(logins: $logins) { login } } }';
    const { body } = await app.graphql(query, { logins: namesOf(101) });
    expect(body.errors[0].extensions.code).toBe('INVALID');
    expect(body.errors[0].message).toMatch(/^logins must be 1 to 100 values/);
    expect(await app.calls()).toEqual([]);
  });
});

describe('the app token of livestream', () => {
  const burst = (of: TestApp, beginning: number) =>
    Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { status } = await of.ask(route('clips', { broadcaster_id: beginning + index, first: 1 }));
        return status;
      }),
    );
  const allSuccessful = Array(100).fill(200);

  it('is fetched once by concurrent first requests', async () => {
    await using fresh = await startTestApp();
    expect(await burst(fresh, 1000)).toEqual(allSuccessful);
    expect(await tokenCalls(fresh)).toBe(1);
  });

  it('is renewed before it expires', async () => {
    await using fresh = await startTestApp();
    await fresh.ask(route('user', { login: 'a_a' }));
    fresh.clock.skip((5_000_000 - 60) * 1000);
    expect(await burst(fresh, 2000)).toEqual(allSuccessful);
    expect(await tokenCalls(fresh)).toBe(2);
    const refused = fresh.logs.filter((line) => line.includes('"status":401'));
    expect(refused).toEqual([]);
  });

  it('is renewed once, without failed requests, when it expires during concurrent requests', async () => {
    // The clock of the upstream runs ahead, so only its 401 shows the expiry.
    const clock = movableClock();
    const sandbox = await startSandbox({ clock });
    await using fresh = await startTestApp({ upstreamOrigin: sandbox.origin });
    await fresh.ask(route('user', { login: 'a_a' }));
    const before = burst(fresh, 3000);
    clock.skip(5_000_001 * 1000);
    expect(await Promise.all([before, burst(fresh, 4000)])).toEqual([allSuccessful, allSuccessful]);
    expect(await tokenCalls(fresh)).toBe(2);
    await sandbox.close();
  });

  it.each([400, 401, 403])(
    'responds 502 naming the variables when it is refused with %i, after one token request',
    async (status) => {
      await using fresh = await startTestApp();
      await fresh.fault({ host: tokenHost, status });
      const lookUp = () => fresh.ask(route('user', { login: freshName('x_') }));
      const responses = await Promise.all(Array.from({ length: 10 }, lookUp));
      const refusal =
        /^The source for livestream did not accept LIVESTREAM_CLIENT_ID with LIVESTREAM_CLIENT_SECRET\.$/;
      for (const response of responses) expect(response).toFail(502, refusal);
      expect(await fresh.calls()).toHaveLength(1);
      await fresh.clearFaults();
      fresh.clock.skip(60_000);
      expect((await lookUp()).status).toBe(200);
      expect(fresh.logs.join('\n')).not.toContain('test-livestream');
    },
  );

  it('is fetched again immediately when its host resets the connection', async () => {
    await using fresh = await startTestApp();
    await fresh.fault({ host: tokenHost, reset: true, times: 1 });
    expect(await burst(fresh, 5000)).toEqual(allSuccessful);
    expect(await tokenCalls(fresh)).toBe(2);
  });
});

describe('GET /api/livestream/followers', () => {
  it('responds 200 with the count only when no user token is set', async () => {
    await using anonymous = await startTestApp();
    const response = await anonymous.ask(route('followers', { broadcaster_id: 141981764 }));
    expect(response).toRespond(200, { total: number, data: [], pagination: { cursor: null } });
    expect(response.body.total).toBeGreaterThan(0);
  });

  it('responds 200 with the count only when the broadcaster hides the list', async () => {
    const { body } = await app.ask(route('followers', { broadcaster_id: await idOf('private_one') }));
    expect(body).toEqual({ total: number, data: [], pagination: { cursor: null } });
    expect(body.total).toBeGreaterThan(0);
  });

  it.each([401, 403])('responds 503 naming the variable when a %i refuses the list', async (status) => {
    await app.fault({ host: helix, path: '/helix/channels/followers', status, times: 1 });
    const response = await app.ask(route('followers', { broadcaster_id: 900 + status }));
    expect(response).toFail(503, expect.stringContaining('LIVESTREAM_USER_TOKEN'));
  });
});
