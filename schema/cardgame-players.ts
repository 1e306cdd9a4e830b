import * as lookups from '../resolvers/cardgame.ts';
import * as cardgame from '../sources/cardgame.ts';
import { Arena, Card, countIfAny, filtersOfCards, IconUrls, idIfAny, ifAny } from './cardgame-cards.ts';
import { builder } from './kernel/builder.ts';
import { isAmong, isAtLeast, isSince, listFilters } from './kernel/list-filters.ts';
import { next, PageInterface } from './kernel/paging.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsNumber, wire } from './kernel/wire.ts';

// Player and Clan refer to each other, so their refs come before their fields.
export const Player = builder.objectRef<cardgame.Player>('CardgamePlayer');
export const Clan = builder.objectRef<cardgame.Clan>('CardgameClan');

const tagOf = { tag: (listed: { readonly tag: string }) => listed.tag };

export const ClanReference = builder.objectRef<cardgame.ClanReference>('CardgameClanReference').implement({
  description: 'The clan that a player belongs to.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the clan, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    badgeId: t.exposeID('badgeId', { description: 'Number of its badge.', ...idIfAny }),
    clan: t.lookup(lookups.clan, { type: Clan, from: tagOf }),
  }),
});

const Badge = builder.objectRef<cardgame.Badge>('CardgameBadge').implement({
  description: 'A badge that a player earned.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name within the game.' }),
    level: t.exposeInt('level', { description: 'Level, of badges that have any.', ...ifAny }),
    maxLevel: t.exposeInt('maxLevel', { description: 'Highest level.', ...ifAny }),
    progress: t.expose('progress', { ...countIfAny, description: 'How far the player is.' }),
    target: t.expose('target', { ...countIfAny, description: 'What the next level takes.' }),
    iconUrls: t.expose('iconUrls', { type: IconUrls, description: 'Its picture.', ...ifAny }),
  }),
});

const Achievement = builder.objectRef<cardgame.Achievement>('CardgameAchievement').implement({
  description: 'One of the goals that the game sets every player.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name in English.' }),
    stars: t.exposeInt('stars', { description: 'Stars reached, 3 at most.', ...ifAny }),
    value: t.expose('value', { ...countIfAny, description: 'How far the player is.' }),
    target: t.expose('target', { ...countIfAny, description: 'What the next star takes.' }),
    info: t.exposeString('info', { description: 'What is to be done.', ...ifAny }),
    completionInfo: t.exposeString('completionInfo', {
      nullable: true,
      description: 'What is told when it is done.',
    }),
  }),
});

const Season = builder.objectRef<cardgame.Season>('CardgameSeason').implement({
  description: 'A season of the leagues, as a player ended it.',
  fields: (t) => ({
    seasonId: t.exposeID('id', {
      nullable: true,
      description: 'Its month, as YYYY-MM.',
      ...wire({ name: 'id', omit: 'null' }),
    }),
    rank: t.exposeInt('rank', { description: 'Place in the world, among the best.', ...ifAny }),
    trophies: t.exposeInt('trophies', { description: 'Trophies at its end, or now.', ...ifAny }),
    bestTrophies: t.exposeInt('bestTrophies', { description: 'Most trophies in it.', ...ifAny }),
  }),
});

const LeagueStatistics = builder.objectRef<cardgame.LeagueStatistics>('CardgameLeagueStatistics').implement({
  description: 'How a player fared in the leagues.',
  fields: (t) => ({
    currentSeason: t.expose('currentSeason', { type: Season, description: 'The season now.', ...ifAny }),
    previousSeason: t.expose('previousSeason', { type: Season, description: 'The one before.', ...ifAny }),
    bestSeason: t.expose('bestSeason', { type: Season, description: 'The best one.', ...ifAny }),
  }),
});

const LeagueResult = builder.objectRef<cardgame.LeagueResult>('CardgameLeagueResult').implement({
  description: 'A season of the ranked path, as a player ended it.',
  fields: (t) => ({
    leagueNumber: t.exposeInt('leagueNumber', { description: 'League, 1 being the lowest.', ...ifAny }),
    trophies: t.exposeInt('trophies', { description: 'Rating in the highest league.', ...ifAny }),
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'Place in the world; null beyond the best.',
    }),
  }),
});

const ModeResult = builder.objectRef<cardgame.ModeResult>('CardgameModeResult').implement({
  description: 'How a player fares in a side mode.',
  fields: (t) => ({
    arena: t.expose('arena', { type: Arena, description: 'The place reached.', ...ifAny }),
    trophies: t.exposeInt('trophies', { description: 'Trophies now.', ...ifAny }),
    bestTrophies: t.exposeInt('bestTrophies', { description: 'Most trophies.', ...ifAny }),
  }),
});

const Progress = builder.objectRef<cardgame.Progress>('CardgameProgress').implement({
  description: 'A side mode and how a player fares in it.',
  fields: (t) => ({
    mode: t.exposeString('mode', {
      description: 'Name of the mode and its season within the game; may be empty.',
    }),
    result: t.expose('result', { type: ModeResult, description: 'How the player fares in it.' }),
  }),
});

export const Chest = builder.objectRef<cardgame.Chest>('CardgameChest').implement({
  description: 'A chest that a player will win.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'After how many victories; 0 is the next one.' }),
    name: t.exposeString('name', { description: 'Name in English.' }),
  }),
});

Player.implement({
  description: 'A player, with cards, badges and results.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the player, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    expLevel: t.expose('expLevel', {
      ...countIfAny,
      description: 'Experience level, which the game is giving up.',
    }),
    expPoints: t.expose('expPoints', { ...countIfAny, description: 'Experience points within the level.' }),
    totalExpPoints: t.expose('totalExpPoints', { ...countIfAny, description: 'All experience points.' }),
    starPoints: t.expose('starPoints', { ...countIfAny, description: 'Points to adorn cards with.' }),
    kingTowerLevel: t.expose('kingTowerLevel', { ...countIfAny, description: 'Level of the main tower.' }),
    collectionLevel: t.expose('collectionLevel', {
      ...countIfAny,
      description: 'Levels of all cards together.',
    }),
    trophies: t.expose('trophies', { ...countIfAny, description: 'Trophies now.' }),
    bestTrophies: t.expose('bestTrophies', { ...countIfAny, description: 'Most trophies ever.' }),
    wins: t.expose('wins', { ...countIfAny, description: 'Battles won.' }),
    losses: t.expose('losses', { ...countIfAny, description: 'Battles lost.' }),
    battleCount: t.expose('battleCount', { ...countIfAny, description: 'Battles fought.' }),
    threeCrownWins: t.expose('threeCrownWins', {
      ...countIfAny,
      description: 'Battles won with all three crowns.',
    }),
    challengeCardsWon: t.expose('challengeCardsWon', {
      ...countIfAny,
      description: 'Cards won in challenges.',
    }),
    challengeMaxWins: t.expose('challengeMaxWins', {
      ...countIfAny,
      description: 'Most victories in one challenge.',
    }),
    tournamentCardsWon: t.expose('tournamentCardsWon', {
      ...countIfAny,
      description: 'Cards won in tournaments.',
    }),
    tournamentBattleCount: t.expose('tournamentBattleCount', {
      ...countIfAny,
      description: 'Battles fought in tournaments.',
    }),
    currentWinLoseStreak: t.expose('currentWinLoseStreak', {
      ...countIfAny,
      description: 'Victories in a row up to now, or defeats as a negative number.',
    }),
    role: t.exposeString('role', {
      description: 'What the player is in the clan: member, elder, coLeader or leader.',
      ...ifAny,
    }),
    donations: t.expose('donations', { ...countIfAny, description: 'Cards given to the clan this week.' }),
    donationsReceived: t.expose('donationsReceived', {
      ...countIfAny,
      description: 'Cards had from the clan this week.',
    }),
    totalDonations: t.expose('totalDonations', { ...countIfAny, description: 'All cards given.' }),
    warDayWins: t.expose('warDayWins', { ...countIfAny, description: 'Battles won on days of clan wars.' }),
    clanCardsCollected: t.expose('clanCardsCollected', {
      ...countIfAny,
      description: 'Cards collected in clan wars.',
    }),
    clan: t.expose('clan', { type: ClanReference, description: 'The clan, if any.', ...ifAny }),
    arena: t.expose('arena', { type: Arena, description: 'The place reached.', ...ifAny }),
    leagueStatistics: t.expose('leagueStatistics', {
      type: LeagueStatistics,
      description: 'Results in the leagues, if any.',
      ...ifAny,
    }),
    badges: t.list('badges', { type: [Badge], max: 300, description: 'Badges earned.' }),
    achievements: t.list('achievements', {
      type: [Achievement],
      max: 100,
      description: 'Goals of the game.',
    }),
    cards: t.list('cards', {
      type: [Card],
      max: 300,
      filters: filtersOfCards,
      description: 'All cards that the player has.',
    }),
    supportCards: t.list('supportCards', { type: [Card], max: 20, description: 'All troops of the towers.' }),
    currentDeck: t.list('currentDeck', {
      type: [Card],
      max: 20,
      usual: 8,
      description: 'The eight cards in use.',
    }),
    currentDeckSupportCards: t.list('currentDeckSupportCards', {
      type: [Card],
      max: 20,
      description: 'The troops of the towers in use.',
    }),
    currentFavouriteCard: t.expose('currentFavouriteCard', {
      type: Card,
      description: 'The card played most.',
      ...ifAny,
    }),
    legacyTrophyRoadHighScore: t.exposeInt('legacyTrophyRoadHighScore', {
      nullable: true,
      description: 'Most trophies under older rules.',
    }),
    currentPathOfLegendSeasonResult: t.expose('currentPathOfLegendSeasonResult', {
      type: LeagueResult,
      nullable: true,
      description: 'The ranked path now.',
    }),
    lastPathOfLegendSeasonResult: t.expose('lastPathOfLegendSeasonResult', {
      type: LeagueResult,
      nullable: true,
      description: 'The season before.',
    }),
    bestPathOfLegendSeasonResult: t.expose('bestPathOfLegendSeasonResult', {
      type: LeagueResult,
      nullable: true,
      description: 'The best season.',
    }),
    progress: t.list('progress', {
      type: [Progress],
      max: 100,
      description: 'Results in side modes.',
      ...wire({ map: ['mode', 'result'] }),
    }),
    upcomingChests: t.lookup(lookups.upcomingChests, { type: [Chest], from: tagOf }),
  }),
});

export const Location = builder.objectRef<cardgame.Location>('CardgameLocation').implement({
  description: 'Where a clan says it is.',
  fields: (t) => ({
    locationId: t.exposeID('id', { description: 'Number of the place.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name in English.' }),
    isCountry: t.exposeBoolean('isCountry', {
      description: 'Whether it is a country, not a larger region.',
      ...ifAny,
    }),
    countryCode: t.exposeString('countryCode', {
      description: 'Its code of two letters, if it is a country.',
      ...ifAny,
    }),
  }),
});

const ClanFacts = builder.interfaceRef<cardgame.FoundClan>('CardgameClanFacts').implement({
  description: 'What stands of a clan wherever one is listed.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the clan, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    type: t.exposeString('type', { description: 'Who may join: open, inviteOnly or closed.', ...ifAny }),
    badgeId: t.exposeID('badgeId', { description: 'Number of its badge.', ...idIfAny }),
    clanScore: t.expose('clanScore', { ...countIfAny, description: 'Score made of its members’ trophies.' }),
    clanWarTrophies: t.expose('clanWarTrophies', { ...countIfAny, description: 'Trophies of clan wars.' }),
    place: t.expose('location', { type: Location, description: 'Where it says it is.', ...ifAny }),
    requiredTrophies: t.expose('requiredTrophies', {
      ...countIfAny,
      description: 'Trophies that one needs to join.',
    }),
    donationsPerWeek: t.expose('donationsPerWeek', {
      ...countIfAny,
      description: 'Cards that its members give each other in a week.',
    }),
    clanChestLevel: t.exposeInt('clanChestLevel', { description: 'A thing of the past.', ...ifAny }),
    clanChestMaxLevel: t.exposeInt('clanChestMaxLevel', { description: 'A thing of the past.', ...ifAny }),
    memberCount: t.exposeInt('members', { description: 'Number of members.', ...ifAny }),
  }),
});

export const Member = builder.objectRef<cardgame.Member>('CardgameMember').implement({
  description: 'A member of a clan.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the player, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    role: t.exposeString('role', { description: 'member, elder, coLeader or leader.', ...ifAny }),
    lastSeen: t.exposeString('lastSeen', {
      description: 'When the player was last there, as YYYYMMDDThhmmss.000Z.',
      ...ifAny,
    }),
    lastSeenTime: t.typed('lastSeen', asTime, 'When the player was last there.'),
    expLevel: t.expose('expLevel', {
      ...countIfAny,
      description: 'Experience level; 0 since it is given up.',
    }),
    trophies: t.expose('trophies', { ...countIfAny, description: 'Trophies now.' }),
    arena: t.expose('arena', { type: Arena, description: 'The place reached.', ...ifAny }),
    clanRank: t.exposeInt('clanRank', { description: 'Place within the clan.', ...ifAny }),
    previousClanRank: t.exposeInt('previousClanRank', { description: 'Place last week.', ...ifAny }),
    donations: t.expose('donations', { ...countIfAny, description: 'Cards given this week.' }),
    donationsReceived: t.expose('donationsReceived', { ...countIfAny, description: 'Cards had this week.' }),
    clanChestPoints: t.exposeInt('clanChestPoints', { description: 'A thing of the past.', ...ifAny }),
    player: t.lookup(lookups.player, { type: Player, from: tagOf }),
  }),
});

export const filtersOfMembers = listFilters<cardgame.Member>(
  'CardgameMember',
  {
    role: isAmong('member, elder, coLeader or leader.', ({ role }) => role),
    minTrophies: isAtLeast('The fewest trophies.', ({ trophies }) => trophies),
    seenSince: isSince('When they were last there, at the earliest.', ({ lastSeen }) => lastSeen),
  },
  {
    trophies: ({ trophies }) => trophies,
    donations: ({ donations }) => donations,
    seen: ({ lastSeen }) => lastSeen,
    name: ({ name }) => name,
  },
);

Clan.implement({
  description: 'A clan with its members.',
  interfaces: [ClanFacts],
  fields: (t) => ({
    description: t.exposeString('description', { description: 'What it says of itself.', ...ifAny }),
    clanChestStatus: t.exposeString('clanChestStatus', { description: 'A thing of the past.', ...ifAny }),
    memberList: t.list('memberList', {
      type: [Member],
      max: cardgame.mostMembers,
      filters: filtersOfMembers,
      description: 'Its members, 50 at most.',
    }),
  }),
});

export const FoundClan = builder.objectRef<cardgame.FoundClan>('CardgameFoundClan').implement({
  description: 'A clan that a search found.',
  interfaces: [ClanFacts],
  fields: (t) => ({ clan: t.lookup(lookups.clan, { type: Clan, from: tagOf }) }),
});

export const FoundClans = builder.objectRef<cardgame.FoundClans>('CardgameFoundClans').implement({
  description: 'A page of the clans that a search found.',
  interfaces: [PageInterface],
  fields: (t) => ({
    items: t.list('items', {
      type: [FoundClan],
      max: 'page',
      filters: listFilters<cardgame.FoundClan>(
        'CardgameFoundClan',
        {
          type: isAmong('Who may join: open, inviteOnly or closed.', ({ type }) => type),
          minMembers: isAtLeast('The fewest members.', ({ members }) => members),
          minScore: isAtLeast('The lowest score.', ({ clanScore }) => clanScore),
        },
        { score: ({ clanScore }) => clanScore, members: ({ members }) => members, name: ({ name }) => name },
      ),
      description: 'The clans.',
    }),
    next: t.exposeString('next', {
      ...next,
      ...wire({ name: 'after', within: ['paging', 'cursors'], omit: 'null' }),
    }),
  }),
});
