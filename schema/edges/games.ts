import { groupOfGame } from '../../resolvers/links.ts';
import { Category } from '../clips.ts';
import { builder } from '../kernel/builder.ts';
import { namespaceOf } from '../kernel/lookup-plugin/index.ts';
import { Game } from '../livestream.ts';

const gameGroups = ['arenagame', 'blockgame', 'brgame', 'cardgame', 'cubegame'] as const;

// The groups of games have no object for the game itself: the field leads to all that the group knows of it.
for (const group of gameGroups) {
  const options = {
    type: namespaceOf(builder, group),
    nullable: true,
    description: `The group ${group}, where this is its game by its name; null for all other games.`,
  } as const;
  const within = (name: string | null) => (groupOfGame(name) === group ? {} : null);
  builder.objectField(Game, group, (t) => t.field({ ...options, resolve: ({ name }) => within(name) }));
  builder.objectField(Category, group, (t) =>
    t.field({ ...options, resolve: ({ categoryName }) => within(categoryName) }),
  );
}
