import * as lookups from '../resolvers/cardgame.ts';
import { Battle, filtersOfBattles } from './cardgame-battles.ts';
import { Catalogue } from './cardgame-cards.ts';
import { Chest, Clan, FoundClans, filtersOfMembers, Member, Player } from './cardgame-players.ts';
import { builder } from './kernel/builder.ts';

builder.namespace('cardgame', {
  description: 'Players, cards, clans and battles of a card game.',
  synonyms: {
    '': '*clash royale supercell',
    account: 'clan deck trophies trophy',
    battlelog: 'battles fight fought game history last lost match matches opponent played recent won',
    card: 'evolution spell troop',
    'cards every': 'elixir list maximum rarity',
    chests: 'chest cycle giant golden magical next open opening upcoming',
    clan: 'description guild required score war',
    'clan members': 'roster',
    clansearch: 'called find name named search',
    location: 'country home',
    members: 'donation leader role roster trophies',
    'player results': 'arena deck favorite favourite level loss profile stat statistics trophies trophy wins',
  },
  fields: (t) => ({
    player: t.lookup(lookups.player, { type: Player }),
    battlelog: t.lookup(lookups.battlelog, { type: [Battle], filters: filtersOfBattles }),
    upcomingChests: t.lookup(lookups.upcomingChests, { type: [Chest] }),
    clan: t.lookup(lookups.clan, { type: Clan }),
    members: t.lookup(lookups.members, { type: [Member], filters: filtersOfMembers }),
    clanSearch: t.lookup(lookups.clanSearch, { type: FoundClans }),
    cards: t.lookup(lookups.cards, { type: Catalogue }),
  }),
});
