import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from './app.ts';
import { useTestApp } from './suite.ts';
import { itTakesTags } from './tags.ts';

const host = 'api.clashroyale.com';
const base = '/api/cardgame';

const app = useTestApp();

const number = expect.any(Number);
const text = expect.any(String);
const flag = expect.any(Boolean);
const list = expect.any(Array);
const tag = expect.stringMatching(/^#[0-9A-Z]{3,15}$/);
const time = expect.stringMatching(/^\d{8}T\d{6}\.\d{3}Z$/);
const numberOrNull = expect.toSatisfy((value: unknown) => value === null || typeof value === 'number');
/** The required fields of an element. */
const having = (keys: object) => expect.objectContaining(keys);

const arena = { id: number, name: text, rawName: text };
const clanReference = { tag, name: text, badgeId: number };
const card = having({
  id: number,
  name: text,
  maxLevel: number,
  rarity: text,
  iconUrls: having({ medium: text }),
});
const member = {
  tag,
  name: text,
  role: expect.stringMatching(/^(member|elder|coLeader|leader)$/),
  lastSeen: time,
  expLevel: number,
  trophies: number,
  arena,
  clanRank: number,
  previousClanRank: number,
  donations: number,
  donationsReceived: number,
  clanChestPoints: number,
};
const clanFacts = {
  tag,
  name: text,
  type: expect.stringMatching(/^(open|inviteOnly|closed)$/),
  badgeId: number,
  clanScore: number,
  clanWarTrophies: number,
  location: having({ id: number, name: text, isCountry: flag }),
  requiredTrophies: number,
  donationsPerWeek: number,
  clanChestLevel: number,
  clanChestMaxLevel: number,
  members: number,
};
const leagueResult = expect.toSatisfy(
  (value: unknown) => value === null || Object.keys(value as object).join() === 'leagueNumber,trophies,rank',
);
const contestant = having({
  tag,
  name: text,
  crowns: number,
  kingTowerHitPoints: number,
  princessTowersHitPoints: expect.toSatisfy((value) => value === null || Array.isArray(value)),
  cards: Array(8).fill(card),
  supportCards: list,
  globalRank: numberOrNull,
  elixirLeaked: number,
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into by the test that knows them
type Body = any;

const routes = {
  player: `${base}/player/%232PP00`,
  cards: `${base}/cards`,
  clan: `${base}/clan/%232PP00`,
  members: `${base}/members/%232PP00`,
  clansearch: `${base}/clansearch/Golden%20Owls`,
  chests: `${base}/chests/%232PP00`,
  battlelog: `${base}/battlelog/%232PP00`,
};

const bodies: Readonly<Record<keyof typeof routes, (body: Body) => unknown>> = {
  player: (body) =>
    having({
      tag: '#2PP00',
      name: text,
      expLevel: number,
      expPoints: number,
      totalExpPoints: number,
      starPoints: number,
      kingTowerLevel: number,
      collectionLevel: number,
      trophies: number,
      bestTrophies: number,
      wins: number,
      losses: number,
      battleCount: number,
      threeCrownWins: number,
      challengeCardsWon: number,
      challengeMaxWins: number,
      tournamentCardsWon: number,
      tournamentBattleCount: number,
      currentWinLoseStreak: number,
      donations: number,
      donationsReceived: number,
      totalDonations: number,
      warDayWins: number,
      clanCardsCollected: number,
      arena,
      badges: Array(body.badges.length).fill(
        having({ name: text, progress: number, iconUrls: { large: text } }),
      ),
      achievements: Array(12).fill({
        name: text,
        stars: number,
        value: number,
        target: number,
        info: text,
        completionInfo: null,
      }),
      cards: Array(body.cards.length).fill(card),
      supportCards: Array(body.supportCards.length).fill(card),
      currentDeck: Array(8).fill(card),
      currentDeckSupportCards: [card],
      currentFavouriteCard: card,
      legacyTrophyRoadHighScore: numberOrNull,
      currentPathOfLegendSeasonResult: leagueResult,
      lastPathOfLegendSeasonResult: leagueResult,
      bestPathOfLegendSeasonResult: leagueResult,
      // One of the modes has an empty name.
      progress: having({ '': { arena, trophies: number, bestTrophies: number } }),
    }),
  cards: (body) => ({
    items: Array(body.items.length).fill(card),
    supportItems: Array(4).fill({
      id: number,
      name: text,
      maxLevel: number,
      rarity: text,
      iconUrls: { medium: text },
    }),
  }),
  clan: (body) => ({
    ...clanFacts,
    tag: '#2PP00',
    description: text,
    clanChestStatus: text,
    memberList: Array(body.members).fill(member),
  }),
  members: (body) => ({ items: Array(body.items.length).fill(member), paging: { cursors: {} } }),
  clansearch: (body) => ({
    items: Array(body.items.length).fill({ ...clanFacts, name: expect.stringMatching(/golden owls/i) }),
    paging: { cursors: expect.any(Object) },
  }),
  chests: (body) => ({ items: Array(body.items.length).fill({ index: number, name: text }) }),
  battlelog: () =>
    Array(30).fill(
      having({
        type: text,
        battleTime: time,
        isLadderTournament: flag,
        isHostedMatch: flag,
        arena,
        gameMode: { id: number, name: text },
        deckSelection: text,
        leagueNumber: number,
        team: expect.arrayContaining([contestant]),
        opponent: expect.arrayContaining([contestant]),
      }),
    ),
};

const names = Object.keys(routes) as (keyof typeof routes)[];
const ofTag = names.filter((name) => routes[name].includes('2PP00'));

describe.each(names)('GET /api/cardgame: %s', (name) => {
  it('responds 200 with the upstream body', async () => {
    const { status, body } = await app.ask(routes[name]);
    expect(status).toBe(200);
    expect(body).toEqual(bodies[name](body));
  });
});

describe.each(ofTag)('GET /api/cardgame: %s by tag', (name) => {
  itTakesTags(
    () => app,
    (tag) => routes[name].replace('%232PP00', tag),
    name === 'clan' || name === 'members' ? 'clanTag' : 'playerTag',
  );
});

describe('GET /api/cardgame/clansearch/{query}', () => {
  const search = (query: string, rest = '') => `${base}/clansearch/${encodeURIComponent(query)}${rest}`;

  it.each(['a', 'ab', ' ab ', 'a\u0000bc', 'x'.repeat(51)])(
    'responds 400 for "%s", without an upstream call',
    async (query) => {
      await app.clearCalls();
      expect(await app.ask(search(query))).toFail(
        400,
        'query must be text of 3 to 50 characters, without control characters.',
      );
      expect(await app.calls()).toEqual([]);
    },
  );

  it.each(['reddit banana', 'A&B=C?D', '50% off', 'クラン名前', '../cards'])(
    'sends the query "%s" unchanged',
    async (query) => {
      await app.clearCalls();
      expect((await app.ask(search(query))).status).toBe(200);
      const [call] = await app.calls();
      const { pathname, searchParams } = new URL(call!.path, `https://${host}`);
      expect([pathname, searchParams.get('name'), searchParams.get('limit')]).toEqual([
        '/v1/clans',
        query,
        '50',
      ]);
    },
  );

  it('responds 200 with an empty list when no clan has the name', async () => {
    expect(await app.ask(search('notfound clan'))).toRespond(200, { items: [], paging: { cursors: {} } });
  });

  it('pages by its cursor', async () => {
    const queries = ['owls', 'tigers', 'stars', 'kings', 'wolves', 'giants'];
    const first = await Promise.all(queries.map((query) => app.ask(search(query))));
    const index = first.findIndex(({ body }) => body.paging.cursors.after !== undefined);
    const { items, paging } = first[index]!.body;
    expect(items).toHaveLength(50);
    const after = encodeURIComponent(paging.cursors.after);
    const next = (await app.ask(search(queries[index]!, `?after=${after}`))).body;
    const tags = [...items, ...next.items].map((clan: Body) => clan.tag);
    expect(new Set(tags).size).toBe(50 + next.items.length);
    expect(next.items.length).toBeGreaterThan(0);
  });

  it('responds 400 for a cursor that the upstream rejects', async () => {
    expect(await app.ask(search('golden', '?after=nonsense'))).toFail(400, /accept/);
  });
});

describe('GET /api/cardgame/battlelog/{playerTag}', () => {
  let battles: Body[];
  beforeAll(async () => {
    battles = (await app.ask(routes.battlelog)).body;
  });
  const of = (type: string) => battles.find((battle) => battle.type === type);

  it('returns the newest battle first', () => {
    const times = battles.map(({ battleTime }) => battleTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('returns the rounds of a duel with the cards played', () => {
    const round = {
      crowns: number,
      kingTowerHitPoints: number,
      princessTowersHitPoints: expect.toSatisfy((value) => value === null || Array.isArray(value)),
      elixirLeaked: number,
      cards: Array(8).fill(having({ id: number, used: flag })),
    };
    const { team, opponent } = of('riverRaceDuel');
    for (const { rounds } of [...team, ...opponent]) expect(rounds).toEqual(Array(rounds.length).fill(round));
  });

  it.each([
    ['boatBattle', { boatBattleSide: text, boatBattleWon: flag, newTowersDestroyed: number }],
    ['trail', { eventTag: text, modifiers: Array(2).fill({ tag, modifiers: Array(3).fill(text) }) }],
    ['tournament', { tournamentTag: tag }],
    ['clanMate2v2', { team: [contestant, contestant], opponent: [contestant, contestant] }],
  ])('returns the fields of %s', (type, expected) => {
    expect(of(type)).toMatchObject(expected);
  });

  it('omits fields that do not apply', () => {
    const keys = Object.keys(of('riverRacePvP')).sort();
    expect(keys).toEqual(
      [
        ...['type', 'battleTime', 'isLadderTournament', 'isHostedMatch', 'arena', 'gameMode'],
        ...['deckSelection', 'leagueNumber', 'team', 'opponent'],
      ].sort(),
    );
    const players = battles.flatMap(({ team, opponent }) => [...team, ...opponent]);
    const [members, loners] = [true, false].map((isMember) =>
      players.filter((player) => 'clan' in player === isMember),
    );
    expect(loners).not.toEqual([]);
    expect(members!.map(({ clan }) => clan)).toEqual(members!.map(() => clanReference));
  });
});

describe('failures of the upstream of /api/cardgame', () => {
  it.each([
    ['502', 'responds 500', { status: 500 }],
    ['502', 'rejects the token', { status: 403, body: { reason: 'accessDenied' } }],
    ['502', 'responds 410', { status: 410, body: { reason: 'gone' } }],
    ['502', 'responds with garbage', { garbage: true }],
    ['502', 'responds in another shape', { body: { tag: '#2PP00', name: 7 } }],
    ['503', 'responds 429', { status: 429, headers: { 'retry-after': '7' } }],
    ['503', 'is in maintenance', { status: 503, body: { reason: 'inMaintenance' } }],
  ])('responds %s when the upstream %s', async (status, _, fault) => {
    await using broken = await startTestApp();
    await broken.fault({ host, ...fault });
    const response = await broken.ask(routes.player);
    expect(response.status).toBe(Number(status));
    expect(response.body).toEqual({ error: expect.stringContaining('source for cardgame') });
    expect(response.headers.has('retry-after')).toBe(status === '503');
  });

  it('responds 200 with stale cards', async () => {
    await using patient = await startTestApp();
    const before = await patient.ask(routes.cards);
    patient.clock.skip(3_600_000);
    await patient.fault({ host, path: '/v1/cards', status: 500 });
    const after = await patient.ask(routes.cards);
    expect([after.status, after.headers.get('x-cache'), after.text]).toEqual([200, 'STALE', before.text]);
  });
});

describe('{ cardgame } in GraphQL', () => {
  it('links clan → member → player → clan', async () => {
    const { body } = await app.graphql(`{
      cardgame {
        clan(tag: "#2PP00") {
          tag
          members
          memberList(first: 50) { tag role player { tag role clan { clan { tag } } } }
        }
      }
    }`);
    const { clan } = body.data.cardgame;
    expect(clan.memberList).toHaveLength(clan.members);
    for (const { tag, role, player } of clan.memberList) {
      expect(player).toEqual({ tag, role, clan: { clan: { tag: clan.tag } } });
    }
  });

  it('links a player to battles and chests and a search to clans', async () => {
    const { body } = await app.graphql(`{
      cardgame {
        player(tag: "2PP00") {
          tag
          upcomingChests { index }
          battlelog(first: 40) { team { tag } opponent { player { name } } }
        }
        clanSearch(query: "golden") { items { members clan { memberList(first: 50) { tag } } } }
      }
    }`);
    const { player, clanSearch } = body.data.cardgame;
    expect(player.upcomingChests[0]).toEqual({ index: 0 });
    expect(player.battlelog).toHaveLength(30);
    for (const { team, opponent } of player.battlelog) {
      expect(team[0].tag).toBe(player.tag);
      for (const { player: other } of opponent) expect(other).toEqual({ name: text });
    }
    for (const { members, clan } of clanSearch.items) expect(clan.memberList).toHaveLength(members);
  });

  it('reports each failure and returns the fields that did not fail', async () => {
    const { body } = await app.graphql(`{
      cardgame {
        here: player(tag: "2PP00") { tag }
        nobody: player(tag: "NOTFOUND") { tag }
        short: clanSearch(query: "ab") { items { tag } }
      }
    }`);
    expect(body.data).toEqual({ cardgame: { here: { tag: '#2PP00' }, nobody: null, short: null } });
    const codes = body.errors.map((error: Body) => [error.path.at(-1), error.extensions.code]);
    expect(codes.sort()).toEqual([
      ['nobody', 'NOT_FOUND'],
      ['short', 'INVALID'],
    ]);
  });
});
