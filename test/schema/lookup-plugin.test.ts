import SchemaBuilder from '@pothos/core';
import { graphql } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../resolvers/kernel/context.ts';
import { freeText } from '../../resolvers/kernel/inputs.ts';
import { byteLookup, lookup } from '../../resolvers/kernel/lookup.ts';
import { lookupPlugin } from '../../schema/kernel/lookup-plugin/index.ts';
import { safeInt } from '../../schema/kernel/scalars.ts';
import type { SchemaTypes } from '../../schema/kernel/schema-types.ts';

interface Book {
  readonly title: string;
  readonly author: string | null;
}

const group = 'weather';
const newBook = (title: string): Book => ({ title, author: title === 'Edda' ? null : `author of ${title}` });

const book = lookup({
  group,
  summary: 'A book by its title.',
  input: { title: freeText('The title.') },
  run: ({ title }) => newBook(title),
});
const books = lookup({
  group,
  summary: 'The books of an author.',
  input: { author: freeText('The author.'), order: freeText('The order.', { default: 'title' }) },
  run: ({ author, order }) => [newBook(`${author} by ${order}`), null],
});
let closed = 0;
const cover = byteLookup({
  group,
  summary: 'The cover of a book.',
  input: { title: freeText('The title.') },
  run: async () => ({
    contentType: 'image/png',
    filename: null,
    byteLength: 4,
    open: () => Promise.reject(new Error('The graph opens no bytes.')),
    close: () => {
      closed += 1;
    },
  }),
});

const createBuilder = () => {
  const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false, plugins: [lookupPlugin] });
  builder.scalarType(safeInt.name, safeInt);
  builder.queryType({});
  return builder;
};

const builder = createBuilder();
const Book = builder.objectRef<Book>('Book');
const Other = builder.objectRef<{ readonly other: number }>('Other');
Book.implement({
  fields: (t) => ({
    title: t.exposeString('title'),
    sameAuthor: t.lookup(books, { type: [Book, null], from: { author: ({ author }) => author } }),
    cover: t.download(cover, {
      url: ({ title }) => `/cover/${title}`,
      from: { title: ({ title }) => title },
    }),
  }),
});
builder.namespace(group, {
  description: 'Books.',
  fields: (t) => ({
    book: t.lookup(book, { type: Book }),
    cover: t.download(cover, { url: () => '/cover' }),
  }),
});
const schema = builder.toSchema({ sortSchema: false });

const context = { requestId: 'request', permits: () => true } as unknown as Context;
const run = (source: string) => graphql({ schema, source, contextValue: context });

describe('t.lookup', () => {
  it('reads inputs from the parent, and is null without a run when the parent has none', async () => {
    expect(
      await run(
        '{ weather { egil: book(title: "Egil") { sameAuthor { title } } edda: book(title: "Edda") { sameAuthor { title } } } }',
      ),
    ).toEqual({
      data: {
        weather: {
          egil: { sameAuthor: [{ title: 'author of Egil by title' }, null] },
          edda: { sameAuthor: null },
        },
      },
    });
  });

  it('checks its types against the lookup and the parent', () => {
    const Typed = createBuilder().objectRef<Book>('Typed');
    Typed.implement({
      fields: (t) => ({
        // @ts-expect-error: the lookup returns a book.
        type: t.lookup(book, { type: Other }),
        // @ts-expect-error: the lookup returns one book.
        list: t.lookup(book, { type: [Book] }),
        // @ts-expect-error: the list of the lookup holds null.
        items: t.lookup(books, { type: [Book] }),
        // @ts-expect-error: the lookup has no such input.
        input: t.lookup(book, { type: Book, from: { name: ({ title }) => title } }),
        // @ts-expect-error: the parent has no such property.
        parent: t.lookup(book, { type: Book, from: { title: ({ name }) => name } }),
      }),
    });
  });
});

describe('t.download', () => {
  it('describes the bytes with the path of their route and closes them', async () => {
    const before = closed;
    expect(
      await run('{ weather { book(title: "Egil") { cover { contentType filename byteLength url } } } }'),
    ).toEqual({
      data: {
        weather: {
          book: { cover: { contentType: 'image/png', filename: null, byteLength: 4, url: '/cover/Egil' } },
        },
      },
    });
    expect(closed).toBe(before + 1);
  });
});
