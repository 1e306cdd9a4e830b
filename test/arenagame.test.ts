import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from './app.ts';
import { useTestApp } from './suite.ts';

const base = '/api/arenagame';

const app = useTestApp();

const number = expect.any(Number);
const text = expect.any(String);
const flag = expect.any(Boolean);
const tag = expect.stringMatching(/^#[0-9A-Z]{3,15}$/);

const kit = {
  id: number,
  name: text,
  starPowers: expect.any(Array),
  gadgets: expect.any(Array),
  hyperCharges: expect.any(Array),
  gears: expect.any(Array),
};
const battleFighter = { id: number, name: text, power: number, trophies: number };

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into by the test that knows them
type Body = any;

const routes = {
  player: `${base}/player/2PP00`,
  battlelog: `${base}/battlelog/2PP00`,
  club: `${base}/club/2PP00`,
  members: `${base}/club/2PP00/members`,
  playerRankings: `${base}/rankings/global/players`,
  clubRankings: `${base}/rankings/global/clubs`,
  fighterRankings: `${base}/rankings/global/fighters/16000000`,
  fighters: `${base}/fighters`,
  fighter: `${base}/fighters/16000000`,
  rotation: `${base}/events/rotation`,
};

const ownFighter = {
  ...kit,
  power: number,
  rank: number,
  trophies: number,
  highestTrophies: number,
  prestigeLevel: number,
  currentWinStreak: number,
  maxWinStreak: number,
  skin: { id: number, name: text },
  buffies: { gadget: flag, starPower: flag, hyperCharge: flag },
};
/** Beside the documented shapes: those of parts that the documentation leaves open, and numbers of items. */
const values: Partial<Record<keyof typeof routes, object>> = {
  player: { tag: '#2PP00', fighters: expect.arrayContaining([ownFighter]) },
  club: { tag: '#2PP00' },
  playerRankings: { items: expect.objectContaining({ length: 200 }) },
  clubRankings: { items: expect.objectContaining({ length: 200 }) },
  fighterRankings: { items: expect.objectContaining({ length: 200 }) },
  fighter: { ...kit, id: 16000000 },
};

const names = Object.keys(routes) as (keyof typeof routes)[];

describe.each(names)('GET /api/arenagame: %s', (name) => {
  it('responds 200 with the documented body', async () => {
    const response = await app.ask(routes[name]);
    expect(response).toFit(values[name]);
    if ('items' in response.body) expect(response.body.items).not.toEqual([]);
  });
});

describe('GET /api/arenagame/battlelog/{tag}', () => {
  let battles: Body[];
  beforeAll(async () => {
    battles = (await app.ask(routes.battlelog)).body.items;
  });
  const those = (is: (battle: Body) => boolean) =>
    battles.map(({ battle }) => battle).filter((battle) => is(battle));

  it('returns the newest battle first', () => {
    const times = battles.map(({ battleTime }) => battleTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  it.each([
    ['two teams', ({ mode }: Body) => mode === 'gemGrab', [3, 3]],
    ['five teams', ({ mode, teams }: Body) => mode === 'duoShowdown' && teams.length === 5, [2, 2, 2, 2, 2]],
    ['no teams', ({ mode }: Body) => mode === 'soloShowdown', []],
    ['no teams', ({ mode }: Body) => mode === 'duels', []],
  ])('returns %s when the mode has them', (_, is, sizes) => {
    const found = those(is);
    expect(found).not.toEqual([]);
    for (const { teams } of found) {
      expect(teams.map((team: Body[]) => team.length)).toEqual(sizes);
      expect(teams.flat()).toEqual(teams.flat().map(() => ({ tag, name: text, fighter: battleFighter })));
    }
  });

  it('returns a place and players instead of a result for a mode without teams', () => {
    const [battle] = those(({ mode }) => mode === 'soloShowdown');
    expect(battle).toEqual({
      mode: 'soloShowdown',
      type: 'ranked',
      result: null,
      duration: null,
      trophyChange: number,
      starPlayer: null,
      teams: [],
      players: Array(10).fill({ tag, name: text, fighter: battleFighter }),
      rank: number,
    });
  });

  it('returns several fighters for each player of a duel', () => {
    const [battle] = those(({ mode }) => mode === 'duels');
    const fighters = Array(3).fill({ ...battleFighter, trophyChange: number });
    expect(battle.players).toEqual(Array(2).fill({ tag, name: text, fighters }));
  });

  it('returns the sum of the changes of their own fighters to the player of a duel', async () => {
    const own = (battle: Body) => battle.players.find((player: Body) => player.tag === '#2PP00').fighters;
    const duels = those(({ mode }) => mode === 'duels');
    expect(duels.map(({ trophyChange }) => trophyChange)).toEqual(
      duels.map((duel) => own(duel).reduce((sum: number, each: Body) => sum + each.trophyChange, 0)),
    );
    expect(duels.some(({ trophyChange }) => trophyChange !== 0)).toBe(true);

    const fought = (changes: readonly (number | undefined)[], tag = '#2PP00') => ({
      battleTime: '20260324T234127.000Z',
      event: { id: 1 },
      battle: {
        mode: 'duels',
        type: 'ranked',
        players: [
          {
            tag: '#2PP11',
            name: 'Two',
            brawlers: [{ id: 1, name: 'X', power: 1, trophies: 1, trophyChange: 9 }],
          },
          {
            ...{ tag, name: 'One' },
            brawlers: changes.map((trophyChange) => ({
              id: 1,
              name: 'X',
              power: 1,
              trophies: 1,
              trophyChange,
            })),
          },
        ],
      },
    });
    await using fresh = await startTestApp();
    const items = [fought([8, -3, undefined]), fought([undefined]), fought([8], '#2PP22')];
    await fresh.fault({ host: 'api.brawlstars.com', body: { items } });
    const { body } = await fresh.ask(routes.battlelog);
    expect(body.items.map(({ battle }: Body) => battle.trophyChange)).toEqual([5, 0, null]);
  });

  it('returns a level and no type for a battle against the game', () => {
    const [battle] = those(({ mode }) => mode === 'lastStand');
    expect(battle).toMatchObject({ type: null, level: { id: number, name: text }, trophyChange: null });
  });

  it('returns the neutral name of the ball game in the event and in the battle', () => {
    const modes = battles.map(({ event, battle }) => [event.mode, battle.mode]);
    expect(modes).toContainEqual(['ball', 'ball']);
    expect(modes).toContainEqual(['ball5V5', 'ball']);
    expect(JSON.stringify(modes)).not.toMatch(/brawl/i);
  });

  it('returns a trophy change of 0 for an unchanged ranked battle and null for an unranked one', () => {
    for (const { type, trophyChange } of those(() => true)) {
      expect(trophyChange).toEqual(type === 'ranked' ? number : null);
    }
  });
});

describe('{ arenagame } in GraphQL', () => {
  it('links club → member → player → club', async () => {
    const { body } = await app.graphql(`{
      arenagame {
        club(tag: "2PP00") {
          tag
          trophies
          members(first: 30) {
            role
            tag
            trophies
            player { tag trophies club { name club { tag } } battlelog(first: 25) { battleTime } }
          }
        }
      }
    }`);
    const { club } = body.data.arenagame;
    const trophies = club.members.map((member: Body) => member.trophies);
    expect(club.trophies).toBe(trophies.reduce((sum: number, each: number) => sum + each, 0));
    expect(club.members.filter(({ role }: Body) => role === 'PRESIDENT')).toHaveLength(1);
    for (const member of club.members) {
      expect(member.player).toMatchObject({ tag: member.tag, trophies: member.trophies });
      expect(member.player.club.club).toEqual({ tag: club.tag });
      expect(member.player.battlelog).toHaveLength(25);
    }
  });

  it('links a ranking entry to its player or club', async () => {
    const { body } = await app.graphql(`{
      arenagame {
        clubRankings { name memberCount club { name members(first: 30) { tag } } }
        fighter(fighterId: 16000007) { rankings(first: 200) { rank trophies player { fighters(first: 150) { fighterId trophies } } } }
      }
    }`);
    const { clubRankings, fighter } = body.data.arenagame;
    for (const { name, memberCount, club } of clubRankings) {
      expect(club).toEqual({ name, members: Array(memberCount).fill({ tag }) });
    }
    expect(fighter.rankings.map(({ rank }: Body) => rank)).toEqual(Array.from(Array(200), (_, i) => i + 1));
    const { trophies, player } = fighter.rankings[0];
    expect(player.fighters).toContainEqual({ fighterId: '16000007', trophies });
  });

  it('makes one upstream call for any number of fighters', async () => {
    await using fresh = await startTestApp();
    const { body } = await fresh.graphql(`{
      arenagame {
        battlelog(tag: "2PP00", first: 25) {
          battle { teams { fighter { name fighter { name } } } }
        }
        none: fighter(fighterId: "16000404") { name }
      }
    }`);
    const calls = (await fresh.calls()).map(({ path }) => path);
    expect(calls.sort()).toEqual(['/v1/brawlers', '/v1/players/%232PP00/battlelog']);
    const participants = body.data.arenagame.battlelog.flatMap(({ battle }: Body) => battle.teams.flat());
    expect(participants.length).toBeGreaterThan(100);
    for (const { fighter } of participants) expect(fighter.fighter).toEqual({ name: fighter.name });
    expect(body.errors.map((error: Body) => [error.path.at(-1), error.extensions.code])).toEqual([
      ['none', 'NOT_FOUND'],
    ]);
  });

  it('resolves a hundred different players in one query', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => `Q${index}YY`);
    await app.clearCalls();
    const responses = await Promise.all(tags.map((each) => app.ask(`${base}/player/${each}`)));
    expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(await app.calls()).toHaveLength(100);
  });
});
