import { inventTag, Roster } from './kernel/games.ts';
import { nouns } from './kernel/vocabulary.ts';
import { nameOfPlayer } from './people.ts';
import type { World } from './world.ts';

interface Item {
  readonly id: number;
  readonly name: string;
}

/** An element of `/brawlers`. */
export interface Fighter extends Item {
  readonly starPowers: readonly Item[];
  readonly hyperCharges: readonly Item[];
  readonly gears: readonly (Item & { readonly level: number })[];
  readonly gadgets: readonly Item[];
}

const fighterCount = 104;
const firstFighterId = 16_000_000;
/** The first number of a fighter; no number from it to the last one ends in 404. */
const firstItemId = 23_000_500;

const gears = ['SPEED', 'HEALTH', 'DAMAGE', 'VISION', 'SHIELD', 'RELOAD'].map((name, index) => ({
  id: 62_000_000 + index,
  name,
  level: 3,
}));

const made = new WeakMap<World, readonly Fighter[]>();

/** All fighters by number. They are cached, since every player and every battle has some. */
export function fighters(world: World): readonly Fighter[] {
  let all = made.get(world);
  if (!all) {
    all = Array.from({ length: fighterCount }, (_, index) => fighterAt(world, index));
    made.set(world, all);
  }
  return all;
}

function fighterAt(world: World, index: number): Fighter {
  const dice = world.of('arenagame.fighter', index);
  const item = (place: number) => ({ id: firstItemId + index * 5 + place, name: dice.title().toUpperCase() });
  return {
    id: firstFighterId + index,
    name: (nouns[index] ?? `fighter ${index}`).toUpperCase(),
    starPowers: [item(0), item(1)],
    // The newest fighters have no gadgets yet.
    hyperCharges: index < fighterCount - 3 ? [item(2)] : [],
    gears: gears.filter(() => dice.chance(0.9)),
    gadgets: [item(3), item(4)],
  };
}

/** The fields that depend on a player's tag only. */
export interface Player {
  readonly tag: string;
  readonly name: string;
  readonly nameColor: string;
  readonly icon: { readonly id: number };
  readonly trophies: number;
}

const nameColors = ['0xffffffff', '0xffa8e132', '0xff1ba5f5', '0xffff9727', '0xffff8afb', '0xffcb5aff'];

export function playerOf(world: World, tag: string): Player {
  const dice = world.of('arenagame.player', tag);
  return {
    tag,
    name: nameOfPlayer(
      world,
      'arenagame',
      tag,
      dice.pick([dice.handle(), dice.title(), `${dice.personName()} ⭐`]),
    ),
    nameColor: dice.pick(nameColors),
    icon: { id: 28_000_000 + dice.int(0, 900) },
    trophies: dice.int(3_000, 90_000),
  };
}

export const roster = new Roster({
  kind: 'arenagame.member',
  size: (world, club) => world.of('arenagame.clubSize', club).int(3, 30),
  loners: 15,
});

export const clubName = (world: World, tag: string): string => world.of('arenagame.clubName', tag).title();

/** The club in a ranking, which omits it for players without one. */
function rankedClub(world: World, player: string) {
  const club = roster.groupOf(world, player);
  return club === undefined ? {} : { club: { name: clubName(world, club) } };
}

/** The fighters of a player; the sum of their trophies is that of the player. */
export function fightersOf(world: World, { tag, trophies }: Player) {
  const dice = world.of('arenagame.owned', tag);
  const owned = fighters(world).filter((_, index) => index === 0 || dice.chance(0.75));
  const share = Math.floor(trophies / owned.length);
  const rest = trophies % owned.length;
  let taken = 0;
  return owned.map((fighter, index) => {
    // Within a pair, the difference from the mean cancels out.
    const isSecond = index % 2 === 1;
    if (!isSecond) taken = index + 1 < owned.length ? dice.int(0, share) : 0;
    const own = share + (index < rest ? 1 : 0) + (isSecond ? -taken : taken);
    const highest = own + dice.int(0, 150);
    const streak = dice.int(0, 9);
    return {
      id: fighter.id,
      name: fighter.name,
      power: dice.int(1, 11),
      rank: Math.min(51, 1 + Math.floor(highest / 25)),
      trophies: own,
      highestTrophies: highest,
      prestigeLevel: Math.floor(highest / 1000),
      currentWinStreak: streak,
      maxWinStreak: streak + dice.int(0, 12),
      skin: { id: 29_000_000 + dice.int(0, 900), name: `${dice.title().toUpperCase()}\n${fighter.name}` },
      gadgets: fighter.gadgets.filter(() => dice.chance(0.8)),
      gears: fighter.gears.filter(() => dice.chance(0.3)),
      starPowers: fighter.starPowers.filter(() => dice.chance(0.7)),
      hyperCharges: fighter.hyperCharges.filter(() => dice.chance(0.6)),
      buffies: { gadget: dice.chance(0.2), starPower: dice.chance(0.2), hyperCharge: dice.chance(0.2) },
    };
  });
}

/** `/players/{tag}` */
export function playerBody(world: World, tag: string) {
  const player = playerOf(world, tag);
  const owned = fightersOf(world, player);
  const dice = world.of('arenagame.career', tag);
  const club = roster.groupOf(world, tag);
  return {
    ...player,
    highestTrophies: player.trophies + dice.int(0, 2_000),
    totalPrestigeLevel: owned.reduce((sum, { prestigeLevel }) => sum + prestigeLevel, 0),
    expLevel: dice.int(20, 400),
    expPoints: dice.int(2_000, 400_000),
    isQualifiedFromChampionshipChallenge: dice.chance(0.05),
    '3vs3Victories': dice.count(30_000),
    soloVictories: dice.count(4_000),
    duoVictories: dice.count(4_000),
    bestRoboRumbleTime: dice.int(0, 20),
    bestTimeAsBigBrawler: dice.chance(0.5) ? 0 : dice.int(60, 600),
    club: club === undefined ? {} : { tag: club, name: clubName(world, club) },
    brawlers: owned,
  };
}

/** The given number of players for a ranking, the one with the most trophies first. */
export function rankedPlayers(
  world: World,
  ranking: string,
  trophiesOf: (player: Player) => number | undefined,
) {
  const dice = world.of('arenagame.ranking', ranking);
  const listed = new Map<string, Player>();
  while (listed.size < 200) {
    const player = playerOf(world, inventTag(dice));
    const trophies = trophiesOf(player);
    if (trophies !== undefined) listed.set(player.tag, { ...player, trophies });
  }
  return [...listed.values()]
    .sort((one, other) => other.trophies - one.trophies)
    .map((player, index) => ({ ...player, rank: index + 1, ...rankedClub(world, player.tag) }));
}
