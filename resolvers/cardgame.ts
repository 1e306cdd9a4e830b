import * as cardgame from '../sources/cardgame.ts';
import { freeText, tag } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { after, first, upToFirst } from './kernel/paging.ts';

const playerTag = tag('Tag of the player, such as "#2PP00".');
const clanTag = tag('Tag of the clan, such as "#2PP00".');

/** One player. */
export const player = lookup({
  group: 'cardgame',
  summary: 'A player, with cards, badges and results.',
  input: { tag: playerTag },
  run: (values, { read }) => read(cardgame.player, values),
});

/** An upper bound of the battles in the upstream's log of a player, for the query price. */
const usualBattles = 40;

/** The last battles of a player. */
export const battlelog = lookup({
  group: 'cardgame',
  summary: 'The last battles of a player, the newest first; 30 to 40.',
  input: { tag: playerTag },
  maxItems: () => usualBattles,
  run: (values, { read }) => read(cardgame.battlelog, values),
});

/** An upper bound of the chests that the upstream lists for a player, for the query price. */
const usualChests = 50;

/** The upcoming chests of a player. */
export const upcomingChests = lookup({
  group: 'cardgame',
  summary: 'The chests that a player will win next.',
  input: { tag: playerTag },
  maxItems: () => usualChests,
  run: (values, { read }) => read(cardgame.upcomingChests, values),
});

/** One clan. */
export const clan = lookup({
  group: 'cardgame',
  summary: 'A clan with its members.',
  input: { tag: clanTag },
  run: (values, { read }) => read(cardgame.clan, values),
});

/** The members of a clan. */
export const members = lookup({
  group: 'cardgame',
  summary: 'The members of a clan.',
  input: { tag: clanTag },
  maxItems: () => cardgame.mostMembers,
  run: (values, { read }) => read(cardgame.members, values),
});

/** Clans by a part of the name. */
export const clanSearch = lookup({
  group: 'cardgame',
  summary: 'Clans that have some text in their names.',
  input: {
    query: freeText('A part of the name of the clan.', { min: cardgame.shortestName, max: 50 }),
    first: first(cardgame.clansPerPage),
    after,
  },
  maxItems: upToFirst,
  run: (values, { read }) => read(cardgame.clanSearch, values),
});

/** All cards. */
export const cards = lookup({
  group: 'cardgame',
  summary: 'Every card of the game.',
  input: {},
  run: (values, { read }) => read(cardgame.cards, values),
});
