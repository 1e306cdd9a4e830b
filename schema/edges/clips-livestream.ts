import { categoryNamed } from '../../resolvers/clips.ts';
import { nameIn } from '../../resolvers/links.ts';
import { game } from '../../resolvers/livestream.ts';
import type * as clips from '../../sources/clips.ts';
import type * as livestream from '../../sources/livestream.ts';
import { Category } from '../clips.ts';
import { builder } from '../kernel/builder.ts';
import { matchedBy } from '../kernel/matched-by.ts';
import { Game, Stream } from '../livestream.ts';

const CategoryMatch = builder.objectRef<clips.Category>('ClipsCategoryMatch').implement({
  description: 'Clips of a game that is known by its name.',
  fields: (t) => ({
    matchedBy: t.field(matchedBy('name')),
    category: t.field({
      type: Category,
      description: 'The game among the clips.',
      resolve: (category) => category,
    }),
  }),
});

builder.objectField(Game, 'clips', (t) =>
  t.lookup(categoryNamed, { type: CategoryMatch, from: { name: ({ name }) => nameIn(name) } }),
);
builder.objectField(Stream, 'gameClips', (t) =>
  t.lookup(categoryNamed, { type: CategoryMatch, from: { name: ({ gameName }) => nameIn(gameName) } }),
);

const GameMatch = builder.objectRef<livestream.Game>('LivestreamGameMatch').implement({
  description: 'A game that is known by its name, where it is broadcast live.',
  fields: (t) => ({
    matchedBy: t.field(matchedBy('name')),
    game: t.field({
      type: Game,
      description: 'The game, which leads to its streams.',
      resolve: (found) => found,
    }),
  }),
});

builder.objectField(Category, 'livestream', (t) =>
  t.lookup(
    { ...game, summary: 'The game of the same name where it is broadcast live; null when there is none.' },
    { type: GameMatch, from: { name: ({ categoryName }) => nameIn(categoryName) } },
  ),
);
