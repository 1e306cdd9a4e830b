import { choice, type EnumKind, list } from '../../resolvers/kernel/inputs.ts';
import { namesIn } from '../../resolvers/links.ts';
import type * as titledb from '../../sources/titledb.ts';
import { builder } from '../kernel/builder.ts';
import { Title } from '../titledb.ts';

const roles = ['director', 'writer', 'actor'] as const;
const role = choice('What somebody did for a title.', roles, { type: 'TitledbRole' });
const rolesWanted = list('What they did for it; anything unless stated.', role, {
  max: roles.length,
  optional: true,
});

interface Person {
  readonly name: string;
  readonly role: (typeof roles)[number];
}

/** The most people of one title. */
const mostPeople = 8;

const peopleOf = ({ director, writer, actors }: titledb.Title): readonly Person[] =>
  [director, writer, actors]
    .flatMap((listed, index) => namesIn(listed).map((name) => ({ name, role: roles[index]! })))
    .slice(0, mostPeople);

export const Person = builder.objectRef<Person>('TitledbPerson').implement({
  description: 'Somebody who made a title; the source knows them by their names alone.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Their name.' }),
    role: t.field({
      type: builder.enumOf(role.graphql.type as EnumKind),
      description: 'What they did.',
      resolve: ({ role }) => role,
    }),
  }),
});

builder.objectField(Title, 'people', (t) =>
  t.list(peopleOf, {
    type: [Person],
    max: mostPeople,
    description: `The directors, writers and main actors, ${mostPeople} at most.`,
    kinds: { input: rolesWanted, of: ({ role }: Person) => role },
  }),
);
