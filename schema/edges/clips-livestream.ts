import { categoryNamed } from '../../resolvers/clips.ts';
import { nameIn } from '../../resolvers/links.ts';
import { game } from '../../resolvers/livestream.ts';
import { Category } from '../clips.ts';
import { builder } from '../kernel/builder.ts';
import { namedMatch } from '../kernel/matched-by.ts';
import { Game, Stream } from '../livestream.ts';

const CategoryMatch = namedMatch('ClipsCategoryMatch', {
  description: 'Clips of a game that is known by its name.',
  field: 'category',
  type: Category,
  fieldDescription: 'The game among the clips.',
});

builder.objectField(Game, 'clips', (t) =>
  t.lookup(categoryNamed, { type: CategoryMatch, from: { name: ({ name }) => nameIn(name) } }),
);
builder.objectField(Stream, 'gameClips', (t) =>
  t.lookup(categoryNamed, { type: CategoryMatch, from: { name: ({ gameName }) => nameIn(gameName) } }),
);

const GameMatch = namedMatch('LivestreamGameMatch', {
  description: 'A game that is known by its name, where it is broadcast live.',
  field: 'game',
  type: Game,
  fieldDescription: 'The game, which leads to its streams.',
});

builder.objectField(Category, 'livestream', (t) =>
  t.lookup(
    { ...game, summary: 'The game of the same name where it is broadcast live; null when there is none.' },
    { type: GameMatch, from: { name: ({ categoryName }) => nameIn(categoryName) } },
  ),
);
