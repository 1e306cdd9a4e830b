import type * as cardgame from '../sources/cardgame.ts';
import { builder } from './kernel/builder.ts';
import { contains, isAmong, isAtLeast, listFilters } from './kernel/list-filters.ts';
import { documentedAsNumber, wire } from './kernel/wire.ts';

/** A field that the upstream omits where it does not apply; the REST bodies omit it too. */
export const ifAny = { nullable: true, ...wire({ omit: 'null' }) } as const;

export const countIfAny = { type: 'SafeInt', ...ifAny } as const;
export const idIfAny = { nullable: true, ...wire({ omit: 'null', integer: true }) } as const;

export const IconUrls = builder.objectRef<cardgame.IconUrls>('CardgameIconUrls').implement({
  description: 'Addresses of pictures.',
  fields: (t) => ({
    medium: t.exposeString('medium', { description: 'The usual picture of a card.', ...ifAny }),
    heroMedium: t.exposeString('heroMedium', { description: 'The card as a hero.', ...ifAny }),
    evolutionMedium: t.exposeString('evolutionMedium', { description: 'The evolved card.', ...ifAny }),
    large: t.exposeString('large', { description: 'The picture of a badge.', ...ifAny }),
  }),
});

export const Card = builder.objectRef<cardgame.Card>('CardgameCard').implement({
  description: 'A card: of the game, of a player, or as it was played in a battle.',
  fields: (t) => ({
    cardId: t.exposeID('id', { description: 'Number of the card.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name in English.' }),
    level: t.exposeInt('level', { description: 'Level, counted within its rarity.', ...ifAny }),
    starLevel: t.exposeInt('starLevel', { description: 'How far it is adorned.', ...ifAny }),
    evolutionLevel: t.exposeInt('evolutionLevel', {
      description:
        'Which other forms the player has, or played: 1 the evolution, 2 the hero, 3 both of them.',
      ...ifAny,
    }),
    maxLevel: t.exposeInt('maxLevel', { description: 'Highest level of its rarity.', ...ifAny }),
    maxEvolutionLevel: t.exposeInt('maxEvolutionLevel', {
      description: 'Which other forms there are: 1 an evolution, 2 a hero, 3 both of them.',
      ...ifAny,
    }),
    rarity: t.exposeString('rarity', {
      description: 'common, rare, epic, legendary or champion.',
      ...ifAny,
    }),
    count: t.expose('count', { ...countIfAny, description: 'Copies that the player holds.' }),
    elixirCost: t.exposeInt('elixirCost', {
      description: 'Elixir that it costs to play; null where that is not fixed.',
      ...ifAny,
    }),
    used: t.exposeBoolean('used', { description: 'Whether it was played, in a round of a duel.', ...ifAny }),
    iconUrls: t.expose('iconUrls', { type: IconUrls, description: 'Its pictures.', ...ifAny }),
  }),
});

export const filtersOfCards = listFilters<cardgame.Card>(
  'CardgameCard',
  {
    rarity: isAmong('Their rarities, such as epic.', ({ rarity }) => rarity),
    minElixir: isAtLeast('The least elixir that they cost.', ({ elixirCost }) => elixirCost),
    name: contains('A part of their name.', ({ name }) => [name]),
  },
  { elixir: ({ elixirCost }) => elixirCost, level: ({ level }) => level, name: ({ name }) => name },
);

export const Catalogue = builder.objectRef<cardgame.Catalogue>('CardgameCatalogue').implement({
  description: 'Every card of the game.',
  fields: (t) => ({
    items: t.list('items', {
      type: [Card],
      max: 300,
      filters: filtersOfCards,
      description: 'Troops, buildings and spells.',
    }),
    supportItems: t.list('supportItems', { type: [Card], max: 20, description: 'Troops of the towers.' }),
  }),
});

export const Arena = builder.objectRef<cardgame.Arena>('CardgameArena').implement({
  description: 'A place of the game that one reaches by trophies.',
  fields: (t) => ({
    arenaId: t.exposeID('id', { description: 'Number of the arena.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name in English.' }),
    rawName: t.exposeString('rawName', { description: 'Name within the game.', ...ifAny }),
  }),
});
