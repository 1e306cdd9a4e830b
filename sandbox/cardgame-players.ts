import { catalogue, owned, picture } from './cardgame-cards.ts';
import type { Dice } from './kernel/dice.ts';
import { compactTime, Roster } from './kernel/games.ts';
import { nameOfPlayer } from './people.ts';
import type { World } from './world.ts';

/** The fields that depend on a player's tag only, which the member list of the clan has too. */
export function playerOf(world: World, tag: string) {
  const dice = world.of('cardgame.player', tag);
  const trophies = dice.int(1_000, 14_000);
  return {
    tag,
    name: nameOfPlayer(
      world,
      'cardgame',
      tag,
      dice.pick([dice.handle(), dice.title(), `${dice.personName()} 👑`]),
    ),
    expLevel: dice.int(10, 80),
    trophies,
    arena: arenaOf(world, trophies),
    donations: dice.count(600),
    donationsReceived: dice.count(600),
  };
}

/** Each arena spans 600 trophies. */
export function arenaOf(world: World, trophies: number) {
  const number = Math.min(23, Math.floor(trophies / 600));
  return {
    id: 54_000_100 + number,
    name: world.of('cardgame.arena', number).title(),
    rawName: `Arena_L${number}`,
  };
}

export const roster = new Roster({
  kind: 'cardgame.member',
  size: (world, clan) => world.of('cardgame.clanSize', clan).int(5, 50),
  loners: 20,
});

/** The role by index in the clan: one leader, a few co-leaders. */
export const roleAt = (seat: number): string =>
  seat === 0 ? 'leader' : seat < 4 ? 'coLeader' : seat < 12 ? 'elder' : 'member';

export const clanName = (world: World, tag: string): string =>
  world.nameOf('cardgame.clan', tag, (dice) => dice.title());

/** The clan in the body of a player; omitted for players without one. */
export function clanOf(world: World, player: string) {
  const tag = roster.groupOf(world, player);
  return tag === undefined ? {} : { clan: { tag, name: clanName(world, tag), badgeId: badgeOf(world, tag) } };
}

export const badgeOf = (world: World, clan: string): number =>
  16_000_000 + world.of('cardgame.badge', clan).int(0, 170);

/** An element of a clan's list of members, without its ranks. */
export function member(world: World, tag: string, seat: number) {
  const lastSeenMs = world.of('cardgame.lastSeen', tag).timeMs(Date.UTC(2025, 4, 20), Date.UTC(2025, 5, 1));
  return {
    ...playerOf(world, tag),
    role: roleAt(seat),
    lastSeen: compactTime(lastSeenMs),
    clanChestPoints: 0,
  };
}

/** `/players/{tag}` */
export function playerBody(world: World, tag: string) {
  const player = playerOf(world, tag);
  const dice = world.of('cardgame.career', tag);
  const clan = roster.groupOf(world, tag);
  const wins = dice.int(100, 9_000);
  const losses = dice.int(100, 9_000);
  return {
    ...player,
    expPoints: dice.int(0, 50_000),
    totalExpPoints: dice.int(50_000, 900_000),
    starPoints: dice.count(400_000),
    kingTowerLevel: dice.int(1, 16),
    collectionLevel: dice.int(100, 1_800),
    bestTrophies: player.trophies + dice.int(0, 400),
    wins,
    losses,
    battleCount: wins + losses + dice.int(0, 500),
    threeCrownWins: dice.int(0, wins),
    challengeCardsWon: dice.count(9_000),
    challengeMaxWins: dice.int(0, 12),
    tournamentCardsWon: dice.count(900),
    tournamentBattleCount: dice.count(900),
    currentWinLoseStreak: dice.int(-6, 9),
    totalDonations: player.donations + dice.count(90_000),
    warDayWins: dice.count(300),
    clanCardsCollected: dice.count(90_000),
    ...(clan !== undefined && { role: roleAt(roster.members(world, clan).indexOf(tag)) }),
    ...clanOf(world, tag),
    ...(dice.chance(0.6) && { leagueStatistics: leagueStatistics(dice, player.trophies) }),
    badges: badges(dice),
    achievements: achievements(dice),
    ...collection(world, dice),
    legacyTrophyRoadHighScore: dice.chance(0.5) ? dice.int(4_000, 8_000) : null,
    currentPathOfLegendSeasonResult: leagueResult(dice),
    lastPathOfLegendSeasonResult: leagueResult(dice),
    bestPathOfLegendSeasonResult: leagueResult(dice),
    progress: progress(world, dice),
  };
}

function collection(world: World, dice: Dice) {
  const { items, supportItems } = catalogue(world);
  const cards = items.filter((_, index) => index < 8 || dice.chance(0.8)).map((card) => owned(dice, card));
  const supportCards = supportItems
    .filter((_, index) => index === 0 || dice.chance(0.5))
    .map((card) => owned(dice, card));
  return {
    cards,
    supportCards,
    currentDeck: dice.sample(cards, 8),
    currentDeckSupportCards: supportCards.slice(0, 1),
    currentFavouriteCard: dice.pick(items),
  };
}

const leagueStatistics = (dice: Dice, trophies: number) => ({
  // The current season has no best value until the trophies exceed it.
  currentSeason: { trophies, ...(dice.chance(0.5) && { bestTrophies: trophies }) },
  previousSeason: { id: '2025-04', rank: dice.int(1, 9_000), trophies, bestTrophies: trophies + 50 },
  bestSeason: { id: '2023-11', trophies: trophies + 90 },
});

/** Only the best players have a global rank. */
const leagueResult = (dice: Dice) =>
  dice.chance(0.2)
    ? null
    : {
        leagueNumber: dice.int(1, 10),
        trophies: dice.int(0, 2_000),
        rank: dice.chance(0.1) ? dice.int(1, 9_000) : null,
      };

/** Some badges have levels; others are earned once. */
const badges = (dice: Dice) =>
  Array.from({ length: dice.int(3, 12) }, () => {
    const level = dice.int(1, 8);
    return {
      name: dice.title().replaceAll(' ', ''),
      ...(dice.chance(0.7) && { level, maxLevel: 8, target: level * 50 }),
      progress: dice.int(1, level * 50),
      iconUrls: { large: picture(dice, 'playerbadges/512') },
    };
  });

const achievements = (dice: Dice) =>
  Array.from({ length: 12 }, () => {
    const target = dice.int(1, 900);
    const value = dice.int(0, target * 2);
    return {
      name: dice.title(),
      stars: Math.min(3, Math.floor((value / target) * 2)),
      value,
      target,
      info: dice.sentence(3, 5),
      completionInfo: null,
    };
  });

/** By mode and season; the oldest has an empty name. */
const progress = (world: World, dice: Dice) =>
  Object.fromEntries(
    ['', 'SideMode_2025_May', 'side-road-202505'].map((mode) => {
      const trophies = dice.int(0, 5_000);
      return [mode, { arena: arenaOf(world, trophies), trophies, bestTrophies: trophies + dice.int(0, 100) }];
    }),
  );

const chestNames = ['Golden Chest', 'Magical Chest', 'Giant Chest', 'Legendary Chest', 'Gold Crate'];

/** `/players/{tag}/upcomingchests`: only the valuable chests. */
export function upcomingChests(world: World, tag: string) {
  const dice = world.of('cardgame.chests', tag);
  let index = 0;
  return Array.from({ length: dice.int(6, 14) }, () => {
    const chest = { index, name: dice.pick(chestNames) };
    index += dice.int(1, 40);
    return chest;
  });
}
