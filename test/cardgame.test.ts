import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from './app.ts';
import {
  each,
  flag,
  list,
  map,
  matching,
  mismatches,
  nullable,
  number,
  object,
  oneOf,
  open,
  type Shape,
  text,
} from './contract/shapes.ts';
import { useTestApp } from './suite.ts';
import { words } from './support/words.ts';

const host = 'api.clashroyale.com';
const base = '/api/cardgame';

const app = useTestApp();

const tag = matching(/^#[0-9A-Z]{3,15}$/, 'a tag');
const time = matching(/^\d{8}T\d{6}\.\d{3}Z$/, 'a compact time');
const arena = object({ id: number, ...each(text, 'name rawName') });
const card = open({
  ...each(number, 'id maxLevel'),
  ...each(text, 'name rarity'),
  iconUrls: open({ medium: text }),
});
const member = object({
  ...{ tag, name: text, lastSeen: time, arena },
  role: oneOf('member', 'elder', 'coLeader', 'leader'),
  ...each(number, 'expLevel trophies clanRank previousClanRank donations donationsReceived clanChestPoints'),
});
const clanFacts = {
  ...{ tag, name: text },
  type: oneOf('open', 'inviteOnly', 'closed'),
  location: open({ id: number, name: text, isCountry: flag }),
  ...each(number, 'badgeId clanScore clanWarTrophies requiredTrophies donationsPerWeek members'),
  ...each(number, 'clanChestLevel clanChestMaxLevel'),
};
const league = nullable(object({ ...each(number, 'leagueNumber trophies'), rank: nullable(number) }));
const contestant = open({
  ...{ tag, name: text, cards: list(card), supportCards: list(card), globalRank: nullable(number) },
  ...each(number, 'crowns kingTowerHitPoints elixirLeaked'),
  princessTowersHitPoints: nullable(list(number)),
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

/** Bodies of the upstream as it sends them; the documentation leaves them open. */
const bodies: Readonly<Record<keyof typeof routes, Shape>> = {
  player: open({
    ...{ tag, name: text, arena, cards: list(card), supportCards: list(card), currentDeck: list(card) },
    ...each(
      number,
      `expLevel expPoints totalExpPoints starPoints kingTowerLevel collectionLevel trophies
      bestTrophies wins losses battleCount threeCrownWins challengeCardsWon challengeMaxWins tournamentCardsWon
      tournamentBattleCount currentWinLoseStreak donations donationsReceived totalDonations warDayWins
      clanCardsCollected`,
    ),
    badges: list(open({ name: text, progress: number, iconUrls: object({ large: text }) })),
    achievements: list(
      object({
        ...each(text, 'name info'),
        ...each(number, 'stars value target'),
        completionInfo: nullable(text),
      }),
    ),
    currentDeckSupportCards: list(card, 1),
    currentFavouriteCard: card,
    legacyTrophyRoadHighScore: nullable(number),
    ...each(
      league,
      `currentPathOfLegendSeasonResult lastPathOfLegendSeasonResult bestPathOfLegendSeasonResult`,
    ),
    // One of the modes has an empty name.
    progress: open({ '': object({ arena, ...each(number, 'trophies bestTrophies') }) }),
  }),
  cards: object({ items: list(card), supportItems: list(card, 4) }),
  clan: object({ ...clanFacts, ...each(text, 'description clanChestStatus'), memberList: list(member) }),
  members: object({ items: list(member), paging: object({ cursors: object({}) }) }),
  clansearch: object({ items: list(object(clanFacts)), paging: object({ cursors: map(text) }) }),
  chests: object({ items: list(object({ index: number, name: text })) }),
  battlelog: list(
    open({
      ...{ battleTime: time, arena, gameMode: object({ id: number, name: text }), leagueNumber: number },
      ...each(text, 'type deckSelection'),
      ...each(flag, 'isLadderTournament isHostedMatch'),
      ...each(list(contestant), 'team opponent'),
    }),
    30,
  ),
};

const names = Object.keys(routes) as (keyof typeof routes)[];

describe.each(names)('GET /api/cardgame: %s', (name) => {
  it('responds 200 with the upstream body', async () => {
    const { status, body } = await app.ask(routes[name]);
    expect([status, mismatches(bodies[name], body)]).toEqual([200, []]);
    for (const items of [body.items, body.memberList, body.cards].filter(Array.isArray)) {
      expect(items.length).toBeGreaterThan(0);
    }
  });
});

describe('GET /api/cardgame/clansearch/{query}', () => {
  const search = (query: string, rest = '') => `${base}/clansearch/${encodeURIComponent(query)}${rest}`;

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
    expect(await app.ask(search('golden', '?after=nonsense'))).toFail(
      400,
      'after must be the cursor that the page before gave.',
    );
  });

  it('responds 400 for another value that the upstream rejects', async () => {
    const body = { reason: 'badRequest', message: 'Invalid name' };
    await app.fault({ host, status: 400, body, times: 1 });
    expect(await app.ask(search('refused name'))).toFail(
      400,
      'The source for cardgame does not accept what was asked for.',
    );
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
    const round = open({
      ...each(number, 'crowns kingTowerHitPoints elixirLeaked'),
      princessTowersHitPoints: nullable(list(number)),
      cards: list(open({ id: number, used: flag })),
    });
    const { team, opponent } = of('riverRaceDuel');
    for (const { rounds } of [...team, ...opponent]) expect(mismatches(list(round), rounds)).toEqual([]);
  });

  it.each([
    ['boatBattle', { boatBattleSide: text, boatBattleWon: flag, newTowersDestroyed: number }],
    ['trail', { eventTag: text, modifiers: list(object({ tag, modifiers: list(text, 3) }), 2) }],
    ['tournament', { tournamentTag: tag }],
    ['clanMate2v2', { team: list(contestant, 2), opponent: list(contestant, 2) }],
  ])('returns the fields of %s', (type, keys) => {
    expect(mismatches(open(keys), of(type))).toEqual([]);
  });

  it('omits fields that do not apply', () => {
    const keys = Object.keys(of('riverRacePvP')).sort();
    expect(keys).toEqual(
      words(`type battleTime isLadderTournament isHostedMatch arena gameMode deckSelection leagueNumber
        team opponent`).sort(),
    );
    const players = battles.flatMap(({ team, opponent }) => [...team, ...opponent]);
    const [members, loners] = [true, false].map((isMember) =>
      players.filter((player) => 'clan' in player === isMember),
    );
    expect(loners).not.toEqual([]);
    const clan = object({ tag, name: text, badgeId: number });
    expect(members!.flatMap((member) => mismatches(clan, member.clan))).toEqual([]);
  });
});

describe('failures of the upstream of /api/cardgame', () => {
  it.each([
    [404, undefined, 404, /^No player with the tag/],
    [404, 'This API endpoint has been temporarily disabled.', 502, /no longer offers this/],
    [404, '<html>Not Found</html>', 502, /source for cardgame/],
    [410, 'This API endpoint has been permanently removed.', 502, /no longer offers this/],
  ])(
    'tells an unknown player from a removed address: %i "%s" is %i',
    async (status, message, ours, error) => {
      const body = message?.startsWith('<') ? message : { reason: 'notFound', message };
      await using own = await startTestApp();
      await own.fault({ host, status, body }, { host: 'api.brawlstars.com', status, body });
      expect(await own.ask(routes.player)).toFail(ours, error);
      const { status: sister } = await own.ask('/api/arenagame/player/2PP00');
      expect(sister).toBe(ours);
    },
  );

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
          memberCount
          memberList(first: 50) { tag role player { tag role clan { clan { tag } } } }
        }
      }
    }`);
    const { clan } = body.data.cardgame;
    expect(clan.memberList).toHaveLength(clan.memberCount);
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
        clanSearch(query: "golden") { items { memberCount clan { memberList(first: 50) { tag } } } }
      }
    }`);
    const { player, clanSearch } = body.data.cardgame;
    expect(player.upcomingChests[0]).toEqual({ index: 0 });
    expect(player.battlelog).toHaveLength(30);
    for (const { team, opponent } of player.battlelog) {
      expect(team[0].tag).toBe(player.tag);
      for (const { player: other } of opponent) expect(other).toEqual({ name: expect.any(String) });
    }
    for (const { memberCount, clan } of clanSearch.items) expect(clan.memberList).toHaveLength(memberCount);
  });
});
