import * as lookups from '../resolvers/cardgame.ts';
import { Battle } from './cardgame-battles.ts';
import { Catalogue } from './cardgame-cards.ts';
import { Chest, Clan, FoundClans, Member, Player } from './cardgame-players.ts';
import { answer, namespace } from './kernel/lookup-plugin.ts';

namespace('cardgame', 'Players, cards, clans and battles of a card game.', (t) => ({
  player: answer(t, lookups.player, Player),
  battlelog: answer(t, lookups.battlelog, [Battle]),
  upcomingChests: answer(t, lookups.upcomingChests, [Chest]),
  clan: answer(t, lookups.clan, Clan),
  members: answer(t, lookups.members, [Member]),
  clanSearch: answer(t, lookups.clanSearch, FoundClans),
  cards: answer(t, lookups.cards, Catalogue),
}));
