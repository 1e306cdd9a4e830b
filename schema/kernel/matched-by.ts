import type { ObjectRef } from '@pothos/core';
import { enumKind } from '../../resolvers/kernel/inputs.ts';
import { builder } from './builder.ts';
import type { Types } from './schema-types.ts';

const grounds = ['name', 'phrase', 'words'] as const;

/** What an edge rests on that no id makes. */
export const MatchedBy = builder.enumOf(
  enumKind(
    'MatchedBy',
    grounds,
    'What an edge between groups rests on where they share no id: the names are equal, the name stands in the texts, or the search of the other side finds the words.',
  ),
);

/** The options of the field `matchedBy` of a type whose edges all rest on the same. */
export const matchedBy = (ground: (typeof grounds)[number]) =>
  ({ type: MatchedBy, description: 'What the edge rests on.', resolve: () => ground }) as const;

interface NamedMatch<Model> {
  readonly description: string;
  /** The name of the field that leads to the object. */
  readonly field: string;
  readonly type: ObjectRef<Types, Model>;
  readonly fieldDescription: string;
}

/** A type of objects that an edge finds by their name: the object, and what the edge rests on. */
export const namedMatch = <Model extends object>(name: string, match: NamedMatch<Model>) =>
  builder.objectRef<Model>(name).implement({
    description: match.description,
    fields: (t) => ({
      matchedBy: t.field(matchedBy('name')),
      [match.field]: t.field({
        type: match.type,
        description: match.fieldDescription,
        // The compiler cannot derive the model from a generic ref.
        resolve: (found) => found as never,
      }),
    }),
  });
