import type { World } from './world.ts';

/** Games that have groups of their own. */
const known = ['Brawl Stars', 'Clash Royale', 'Fortnite', 'Minecraft', 'Roblox'];

/** Games that are played on all sites, the most watched first. */
export function gameNames(world: World): readonly string[] {
  const dice = world.of('livestream.catalogue');
  const names = new Set(known);
  while (names.size < 150) names.add(dice.chance(0.2) ? `${dice.title()} ${dice.int(2, 9)}` : dice.title());
  return [...names];
}
