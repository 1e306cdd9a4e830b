import { catalogue, played } from './cardgame-cards.ts';
import { arenaOf, clanOf, playerOf } from './cardgame-players.ts';
import type { Dice } from './kernel/dice.ts';
import { compactTime, inventTag } from './kernel/games.ts';
import type { World } from './world.ts';

const rememberedBattles = 30;

interface Kind {
  readonly type: string;
  readonly mode: { readonly id: number; readonly name: string };
  readonly deckSelection: string;
  readonly form: keyof typeof forms;
}

/** All modes of battles. */
const kinds: readonly Kind[] = [
  { type: 'PvP', mode: { id: 72_000_006, name: 'Ladder' }, deckSelection: 'collection', form: 'forTrophies' },
  {
    type: 'pathOfLegend',
    mode: { id: 72_000_464, name: 'Ranked1v1_NewArena2' },
    deckSelection: 'collection',
    form: 'forTrophies',
  },
  {
    type: 'riverRacePvP',
    mode: { id: 72_000_268, name: 'CW_Battle_1v1' },
    deckSelection: 'collection',
    form: 'plain',
  },
  {
    type: 'riverRaceDuel',
    mode: { id: 72_000_267, name: 'CW_Duel_1v1' },
    deckSelection: 'warDeckPick',
    form: 'duel',
  },
  {
    type: 'boatBattle',
    mode: { id: 72_000_266, name: 'ClanWar_BoatBattle' },
    deckSelection: 'collection',
    form: 'boat',
  },
  { type: 'trail', mode: { id: 72_000_502, name: 'Crazy_Arena' }, deckSelection: 'eventDeck', form: 'bent' },
  {
    type: 'clanMate2v2',
    mode: { id: 72_000_014, name: 'TeamVsTeam' },
    deckSelection: 'collection',
    form: 'pairs',
  },
  {
    type: 'tournament',
    mode: { id: 72_000_009, name: 'Tournament' },
    deckSelection: 'collection',
    form: 'tournament',
  },
];

/** `/players/{tag}/battlelog`: the newest first. */
export function battles(world: World, tag: string) {
  const order = world.of('cardgame.kinds', tag).shuffle(kinds);
  const lastMs = world.of('cardgame.lastBattle', tag).timeMs(Date.UTC(2025, 4, 1), Date.UTC(2025, 5, 1));
  return Array.from({ length: rememberedBattles }, (_, index) => {
    const dice = world.of('cardgame.battle', tag, index);
    const kind = order[index % order.length] as Kind;
    return {
      type: kind.type,
      battleTime: compactTime(dice.timeInFeed(index, rememberedBattles, lastMs - 5 * 86_400_000, lastMs)),
      isLadderTournament: false,
      arena: arenaOf(world, dice.int(1_000, 14_000)),
      gameMode: kind.mode,
      deckSelection: kind.deckSelection,
      ...forms[kind.form]({ world, tag, dice }),
      isHostedMatch: false,
      leagueNumber: kind.type === 'pathOfLegend' ? dice.int(1, 10) : 1,
    };
  });
}

interface Scene {
  readonly world: World;
  /** The owner of the log. */
  readonly tag: string;
  readonly dice: Dice;
}

const deck = ({ world, dice }: Scene) =>
  dice.sample(catalogue(world).items, 8).map((card) => played(dice, card));

/** The hit points of a side's towers after some were lost; a side without towers omits the list. */
function towers(dice: Dice, lost: number) {
  const standing = Array.from({ length: Math.max(0, 2 - lost) }, () => dice.int(1, 6_000));
  return {
    kingTowerHitPoints: lost === 3 ? 0 : dice.int(1, 9_000),
    princessTowersHitPoints: standing.length > 0 ? standing : null,
  };
}

function contestant(scene: Scene, tag: string, crowns: number, lost: number) {
  const { world, dice } = scene;
  const { name, trophies } = playerOf(world, tag);
  return {
    tag,
    name,
    startingTrophies: trophies,
    crowns,
    ...towers(dice, lost),
    ...clanOf(world, tag),
    cards: deck(scene),
    supportCards: catalogue(world)
      .supportItems.slice(0, dice.int(0, 1))
      .map((card) => played(dice, card)),
    globalRank: dice.chance(0.1) ? dice.int(1, 1_000) : null,
    elixirLeaked: dice.float(0, 20),
  };
}

/** Sides of the given number of players, the owner of the log first. */
function sides(scene: Scene, size = 1) {
  const { tag, dice } = scene;
  const [own, theirs] = [dice.int(0, 3), dice.int(0, 3)];
  const others = (count: number) => Array.from({ length: count }, () => inventTag(dice));
  return {
    team: [tag, ...others(size - 1)].map((each) => contestant(scene, each, own, theirs)),
    opponent: others(size).map((each) => contestant(scene, each, theirs, own)),
  };
}

/** The fields of a battle besides its mode. */
const forms = {
  plain: (scene: Scene) => sides(scene),
  pairs: (scene: Scene) => sides(scene, 2),
  forTrophies(scene: Scene) {
    const { team, opponent } = sides(scene);
    const difference = (team[0]?.crowns ?? 0) - (opponent[0]?.crowns ?? 0);
    // A change of zero is omitted.
    const change = (sign: number) =>
      difference === 0 ? {} : { trophyChange: Math.sign(difference) * sign * scene.dice.int(20, 35) };
    return {
      team: team.map((player) => ({ ...player, ...change(1) })),
      opponent: opponent.map((player) => ({ ...player, ...change(-1) })),
    };
  },
  duel(scene: Scene) {
    const { team, opponent } = sides(scene);
    const rounds = Array.from({ length: scene.dice.int(2, 3) }, () => sides(scene));
    const withRounds = (players: typeof team, side: 'team' | 'opponent') =>
      players.map((player) => {
        const own = rounds.map((round) => roundOf(scene, round[side][0] as (typeof team)[0]));
        return { ...player, crowns: own.reduce((sum, { crowns }) => sum + crowns, 0), rounds: own };
      });
    return { team: withRounds(team, 'team'), opponent: withRounds(opponent, 'opponent') };
  },
  boat(scene: Scene) {
    const { dice } = scene;
    const before = dice.int(0, 2);
    const fallen = dice.int(0, 3 - before);
    return {
      ...sides(scene),
      boatBattleSide: dice.pick(['attacker', 'defender']),
      boatBattleWon: fallen > 0,
      newTowersDestroyed: fallen,
      prevTowersDestroyed: before,
      remainingTowers: 3 - before - fallen,
    };
  },
  bent(scene: Scene) {
    const both = sides(scene);
    const chosen = () => Array.from({ length: 3 }, () => `${scene.dice.title().replaceAll(' ', '')}1`);
    return {
      ...both,
      eventTag: inventTag(scene.dice),
      modifiers: [...both.team, ...both.opponent].map(({ tag }) => ({ tag, modifiers: chosen() })),
    };
  },
  tournament: (scene: Scene) => ({ ...sides(scene), tournamentTag: inventTag(scene.dice) }),
};

const roundOf = (
  { dice }: Scene,
  { crowns, kingTowerHitPoints, princessTowersHitPoints, elixirLeaked, cards }: ReturnType<typeof contestant>,
) => ({
  crowns,
  kingTowerHitPoints,
  princessTowersHitPoints,
  elixirLeaked,
  cards: cards.map((card) => ({ ...card, used: dice.chance(0.8) })),
});
