import { enumKind } from '../../resolvers/kernel/inputs.ts';
import { nameIn, namesIn } from '../../resolvers/links.ts';
import { articlesNaming } from '../../resolvers/news-findings.ts';
import type * as titledb from '../../sources/titledb.ts';
import { builder } from '../kernel/builder.ts';
import { Findings } from '../news-findings.ts';
import { Title } from '../titledb.ts';

const roles = ['director', 'writer', 'actor'] as const;

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

const Person = builder.objectRef<Person>('TitledbPerson').implement({
  description: 'Somebody who made a title; the source knows them by their names alone.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Their name.' }),
    role: t.field({
      type: builder.enumOf(enumKind('TitledbRole', roles, 'What somebody did for a title.')),
      description: 'What they did.',
      resolve: ({ role }) => role,
    }),
    news: t.lookup(articlesNaming, { type: Findings, from: { names: ({ name }) => name } }),
  }),
});

builder.objectField(Title, 'people', (t) =>
  t.field({
    type: [Person],
    description: `The directors, writers and main actors, ${mostPeople} at most.`,
    extensions: { maxItems: mostPeople },
    resolve: (title) => peopleOf(title),
  }),
);
builder.objectField(Title, 'news', (t) =>
  t.lookup(articlesNaming, { type: Findings, from: { names: ({ title }) => nameIn(title) } }),
);
