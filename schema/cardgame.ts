import * as lookups from '../resolvers/cardgame.ts';
import { Battle, filtersOfBattles } from './cardgame-battles.ts';
import { Catalogue } from './cardgame-cards.ts';
import { Chest, Clan, FoundClans, filtersOfMembers, Member, Player } from './cardgame-players.ts';
import { builder } from './kernel/builder.ts';

builder.namespace('cardgame', {
  description: 'Players, cards, clans and battles of a card game.',
  synonyms: {
    battlelog: 'fight fought match opponent',
    cardgame: 'clash royale supercell',
    'cards every': 'elixir rarity',
    chests: 'chest open upcoming',
    clan: 'guild war',
    clansearch: 'find name search',
    location: 'country',
    members: 'donation',
    'player results': 'arena deck profile trophies trophy',
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
