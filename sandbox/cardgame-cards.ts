import { capitalised, type Dice } from './kernel/dice.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import type { World } from './world.ts';

/** An element of `/cards`. */
export interface Card {
  readonly name: string;
  readonly id: number;
  readonly maxLevel: number;
  /** 1: has an evolution, 2: has a hero, 3: both. */
  readonly maxEvolutionLevel?: number;
  readonly elixirCost?: number;
  readonly iconUrls: Readonly<Record<string, string>>;
  readonly rarity: string;
}

export interface Catalogue {
  /** Troops, buildings and spells. */
  readonly items: readonly Card[];
  /** Tower troops. */
  readonly supportItems: readonly Card[];
}

/** Levels are counted within a rarity. */
const maxLevels = { common: 16, rare: 14, epic: 11, legendary: 8, champion: 6 } as const;
const rarities = Object.keys(maxLevels) as (keyof typeof maxLevels)[];

const kinds = [
  { firstId: 26_000_000, count: 70 },
  { firstId: 27_000_000, count: 12 },
  { firstId: 28_000_000, count: 18 },
];
const support = { firstId: 159_000_000, count: 4 };

const assets = 'https://api-assets.clashroyale.com';
export const picture = (dice: Dice, folder: string): string => `${assets}/${folder}/${dice.token(43)}.png`;

const made = new WeakMap<World, Catalogue>();

/** All cards. They are cached, since every player and every battle has some. */
export function catalogue(world: World): Catalogue {
  let all = made.get(world);
  if (!all) {
    all = {
      items: idsOf(kinds).map((id, index) => cardOf(world, id, index)),
      supportItems: idsOf([support]).map((id, index) => {
        const { name, maxLevel, rarity, iconUrls } = cardOf(world, id, index);
        return { name, id, maxLevel, iconUrls: { medium: iconUrls.medium ?? '' }, rarity };
      }),
    };
    made.set(world, all);
  }
  return all;
}

const idsOf = (ranges: readonly { readonly firstId: number; readonly count: number }[]): number[] =>
  ranges.flatMap(({ firstId, count }) => Array.from({ length: count }, (_, index) => firstId + index));

function cardOf(world: World, id: number, index: number): Card {
  const dice = world.of('cardgame.card', id);
  const rarity = dice.pick(rarities);
  const forms = dice.pick([0, 0, 0, 1, 1, 2, 3]);
  return {
    name: `${capitalised(dice.pick(adjectives))} ${capitalised(nouns[index % nouns.length] ?? '')}`,
    id,
    maxLevel: maxLevels[rarity],
    ...(forms > 0 && { maxEvolutionLevel: forms }),
    // One card has the cost of the card played before it.
    ...(id !== 28_000_006 && { elixirCost: dice.int(1, 9) }),
    iconUrls: {
      medium: picture(dice, 'cards/300'),
      ...(forms >= 2 && { heroMedium: picture(dice, 'cardheroes/300') }),
      ...(forms % 2 === 1 && { evolutionMedium: picture(dice, 'cardevolutions/300') }),
    },
    rarity,
  };
}

/** A card in a battle; in a collection, it also has a count. */
export const played = (dice: Dice, card: Card) => ({
  ...card,
  level: dice.int(1, card.maxLevel),
  ...(dice.chance(0.3) && { starLevel: dice.int(1, 3) }),
  ...(card.maxEvolutionLevel && dice.chance(0.4) && { evolutionLevel: card.maxEvolutionLevel }),
});

export const owned = (dice: Dice, card: Card) => ({ ...played(dice, card), count: dice.count(3_000) });
