import * as lookups from '../resolvers/cardgame.ts';
import type * as cardgame from '../sources/cardgame.ts';
import { Arena, Card, idIfAny, ifAny } from './cardgame-cards.ts';
import { ClanReference, Player } from './cardgame-players.ts';
import { builder } from './kernel/builder.ts';
import { isAmong, isSince, listFilters } from './kernel/list-filters.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsNumber } from './kernel/wire.ts';

const Standing = builder.interfaceRef<cardgame.Round>('CardgameStanding').implement({
  description: 'How one side fared in a battle, or in a round of one.',
  fields: (t) => ({
    crowns: t.exposeInt('crowns', { description: 'Crowns won; in a duel, those of all rounds.', ...ifAny }),
    kingTowerHitPoints: t.exposeInt('kingTowerHitPoints', {
      description: 'What was left of the main tower.',
      ...ifAny,
    }),
    princessTowersHitPoints: t.exposeIntList('princessTowersHitPoints', {
      nullable: true,
      description: 'What was left of the other towers that still stood; null when none did.',
    }),
    elixirLeaked: t.exposeFloat('elixirLeaked', { description: 'Elixir that was lost unused.', ...ifAny }),
    cards: t.list('cards', { type: [Card], max: 20, usual: 8, description: 'The cards of the deck.' }),
  }),
});

const Round = builder.objectRef<cardgame.Round>('CardgameRound').implement({
  description: 'How one side fared in a round of a duel.',
  interfaces: [Standing],
});

const Contestant = builder.objectRef<cardgame.Contestant>('CardgameContestant').implement({
  description: 'A player in a battle.',
  interfaces: [Standing],
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the player, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    startingTrophies: t.exposeInt('startingTrophies', {
      description: 'Trophies before the battle, where they count.',
      ...ifAny,
    }),
    trophyChange: t.exposeInt('trophyChange', { description: 'Trophies won or lost, if any.', ...ifAny }),
    clan: t.expose('clan', { type: ClanReference, description: 'The clan, if any.', ...ifAny }),
    supportCards: t.list('supportCards', { type: [Card], max: 20, description: 'The troops of the towers.' }),
    globalRank: t.exposeInt('globalRank', {
      nullable: true,
      description: 'Place in the world; null beyond the best.',
    }),
    rounds: t.list('rounds', { type: [Round], max: 20, description: 'The rounds, in a duel.', ...ifAny }),
    player: t.lookup(lookups.player, { type: Player, from: { tag: (contestant) => contestant.tag } }),
  }),
});

const GameMode = builder.objectRef<cardgame.GameMode>('CardgameGameMode').implement({
  description: 'The rules of a battle.',
  fields: (t) => ({
    gameModeId: t.exposeID('id', { description: 'Number of the mode.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name within the game.', ...ifAny }),
  }),
});

const Modifiers = builder.objectRef<cardgame.Modifiers>('CardgameModifiers').implement({
  description: 'What a player chose to bend the rules with.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the player, with its #.', ...ifAny }),
    modifiers: t.exposeStringList('modifiers', { description: 'Names within the game.' }),
  }),
});

export const Battle = builder.objectRef<cardgame.Battle>('CardgameBattle').implement({
  description: 'A battle of a player. Nothing says who won: crowns and trophies tell.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Kind of battle, such as PvP or pathOfLegend.' }),
    battleTime: t.exposeString('battleTime', { description: 'When it was, as YYYYMMDDThhmmss.000Z.' }),
    time: t.typed('battleTime', asTime, 'When it was.'),
    isLadderTournament: t.exposeBoolean('isLadderTournament', {
      description: 'Whether it belongs to a tournament for everyone.',
      ...ifAny,
    }),
    isHostedMatch: t.exposeBoolean('isHostedMatch', {
      description: 'Whether somebody hosted it.',
      ...ifAny,
    }),
    arena: t.expose('arena', { type: Arena, description: 'Where it was.', ...ifAny }),
    gameMode: t.expose('gameMode', { type: GameMode, description: 'Its rules.', ...ifAny }),
    deckSelection: t.exposeString('deckSelection', {
      description: 'How the decks were made, such as collection or draft.',
      ...ifAny,
    }),
    leagueNumber: t.exposeInt('leagueNumber', { description: 'League of the ranked path.', ...ifAny }),
    eventTag: t.exposeString('eventTag', { description: 'The event that it belongs to.', ...ifAny }),
    tournamentTag: t.exposeString('tournamentTag', {
      description: 'Tag of the tournament that it belongs to, with its #.',
      ...ifAny,
    }),
    challengeId: t.exposeID('challengeId', {
      description: 'Number of the challenge that it belongs to.',
      ...idIfAny,
    }),
    challengeTitle: t.exposeString('challengeTitle', {
      description: 'Name of the challenge that it belongs to.',
      ...ifAny,
    }),
    challengeWinCountBefore: t.exposeInt('challengeWinCountBefore', {
      description: 'Victories in the challenge before it.',
      ...ifAny,
    }),
    boatBattleSide: t.exposeString('boatBattleSide', {
      description: 'attacker or defender, in a battle for a boat.',
      ...ifAny,
    }),
    boatBattleWon: t.exposeBoolean('boatBattleWon', {
      description: 'Whether the player won a battle for a boat.',
      ...ifAny,
    }),
    newTowersDestroyed: t.exposeInt('newTowersDestroyed', {
      description: 'Towers of the boat that fell in this battle.',
      ...ifAny,
    }),
    prevTowersDestroyed: t.exposeInt('prevTowersDestroyed', {
      description: 'Towers of the boat that had fallen before.',
      ...ifAny,
    }),
    remainingTowers: t.exposeInt('remainingTowers', {
      description: 'Towers of the boat that still stand.',
      ...ifAny,
    }),
    modifiers: t.list('modifiers', {
      type: [Modifiers],
      max: 20,
      description: 'What each player chose, where the rules are bent.',
      ...ifAny,
    }),
    team: t.list('team', {
      type: [Contestant],
      max: 20,
      usual: 2,
      description: 'The player and, of two, the other one.',
    }),
    opponent: t.list('opponent', {
      type: [Contestant],
      max: 20,
      usual: 2,
      description: 'Those whom they fought.',
    }),
  }),
});

export const filtersOfBattles = listFilters<cardgame.Battle>(
  'CardgameBattle',
  {
    type: isAmong('Their kinds, such as PvP.', ({ type }) => type),
    mode: isAmong('Names of their modes.', ({ gameMode }) => gameMode?.name),
    since: isSince('When they were, at the earliest.', ({ battleTime }) => battleTime),
  },
  { time: ({ battleTime }) => battleTime },
);

builder.objectField(Player, 'battlelog', (t) =>
  t.lookup(lookups.battlelog, {
    type: [Battle],
    filters: filtersOfBattles,
    from: { tag: (player) => player.tag },
  }),
);
