import { categoryNamed } from '../../resolvers/clips.ts';
import { gameGroups, groupOfGame, nameIn, nameOfGame } from '../../resolvers/links.ts';
import { game } from '../../resolvers/livestream.ts';
import { Category } from '../clips.ts';
import { builder } from '../kernel/builder.ts';
import { namespaceOf } from '../kernel/lookup-plugin/index.ts';
import { namedMatch } from '../kernel/matched-by.ts';
import { Game, Stream } from '../livestream.ts';

// A game is known by its name in all groups.

const CategoryMatch = namedMatch('ClipsCategoryMatch', {
  description: 'Clips of a game that is known by its name.',
  field: 'category',
  type: Category,
  fieldDescription: 'The game among the clips.',
});
const GameMatch = namedMatch('LivestreamGameMatch', {
  description: 'A game that is known by its name, where it is broadcast live.',
  field: 'game',
  type: Game,
  fieldDescription: 'The game, which leads to its streams.',
});
const liveGame = {
  ...game,
  summary: 'The game of the same name where it is broadcast live; null when there is none.',
};

builder.objectField(Game, 'clips', (t) =>
  t.lookup(categoryNamed, { type: CategoryMatch, from: { name: ({ name }) => nameIn(name) } }),
);
builder.objectField(Stream, 'gameClips', (t) =>
  t.lookup(categoryNamed, { type: CategoryMatch, from: { name: ({ gameName }) => nameIn(gameName) } }),
);
builder.objectField(Category, 'livestream', (t) =>
  t.lookup(liveGame, { type: GameMatch, from: { name: ({ categoryName }) => nameIn(categoryName) } }),
);

// The groups of games have no object for the game itself: fields lead to all that a group knows of it, and from there.
for (const group of gameGroups) {
  const namespace = namespaceOf(builder, group);
  const options = {
    type: namespace,
    nullable: true,
    description: `The group ${group}, where this is its game by its name; null for all other games.`,
  } as const;
  const within = (name: string | null) => (groupOfGame(name) === group ? {} : null);
  builder.objectField(Game, group, (t) => t.field({ ...options, resolve: ({ name }) => within(name) }));
  builder.objectField(Category, group, (t) =>
    t.field({ ...options, resolve: ({ categoryName }) => within(categoryName) }),
  );
  const from = { name: () => nameOfGame(group) };
  builder.objectField(namespace, 'livestream', (t) => t.lookup(liveGame, { type: GameMatch, from }));
  builder.objectField(namespace, 'clips', (t) => t.lookup(categoryNamed, { type: CategoryMatch, from }));
}
