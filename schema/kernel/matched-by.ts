import { enumKind } from '../../resolvers/kernel/inputs.ts';
import { builder } from './builder.ts';

const ways = ['name', 'phrase', 'words'] as const;

/** What an edge rests on that no id makes. */
export const MatchedBy = builder.enumOf(
  enumKind(
    'MatchedBy',
    ways,
    'What an edge between groups rests on where they share no id: the names are equal, the name stands in the texts, or the search of the other side finds the words.',
  ),
);

/** The options of the field `matchedBy` of a type whose edges are all made in one way. */
export const matchedBy = (way: (typeof ways)[number]) =>
  ({ type: MatchedBy, description: 'What the edge rests on.', resolve: () => way }) as const;
