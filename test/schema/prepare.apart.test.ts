import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentLimits } from '../../schema/kernel/document-limits.ts';
import { createPreparer, type Preparation, type Preparer } from '../../schema/kernel/prepare.ts';
import { bytesInUse } from '../memory-in-use.ts';
import { fixtureSchema } from '../server/app-fixture.ts';

let schema: GraphQLSchema;
let preparer: Preparer;
beforeAll(async () => {
  schema = await fixtureSchema();
  preparer = createPreparer(schema);
});

/** The reason of a refusal, or the name of the operation. */
const outcome = (preparation: Preparation) =>
  'errors' in preparation ? preparation.reason : (preparation.prepared.operation.name?.value ?? 'anonymous');

const tooManyLookups = `{ weather { ${Array.from(
  { length: documentLimits.lookups + 1 },
  (_, index) => `a${index}: current(city: "a") { name }`,
).join(' ')} } }`;

describe('prepare chooses', () => {
  const two = 'query A { __typename } query B { __typename }';
  it.each<[string, string, string | null | undefined, string]>([
    ['the only operation', 'query A { __typename }', undefined, 'A'],
    ['the only operation for a name that is null', 'query A { __typename }', null, 'A'],
    ['the operation without a name', '{ __typename }', undefined, 'anonymous'],
    ['the operation of the given name', two, 'B', 'B'],
    ['none of several when no name is given', two, undefined, 'operation'],
    ['none when the name is unknown', two, 'C', 'operation'],
    ['none when the name is empty', '{ __typename }', '', 'operation'],
    ['none when the document has no operation', 'fragment F on Query { __typename }', undefined, 'validate'],
  ])('%s', (_, text, operationName, expected) => {
    expect(outcome(preparer.prepare(text, operationName))).toBe(expected);
  });
});

describe('prepare refuses', () => {
  it.each([
    [
      'query A { __typename } query B { __typename }',
      undefined,
      'several operations: operationName must be one of A, B.',
    ],
    ['query A { __typename }', 'a', 'no operation of that name: operationName must be one of A.'],
    ['{ __typename }', 'A', 'no operation of that name.'],
  ])('%s for the name %s with the names that there are', (text, name, message) => {
    expect(preparer.prepare(text, name)).toMatchObject({
      errors: [{ message: `The document holds ${message}` }],
    });
  });

  it('and holds nothing of the requests whose documents it remembers', () => {
    class Exchange {
      readonly body = Buffer.alloc(1_000_000);
      prepare = (text: string) => this.send(text);
      send(text: string) {
        return preparer.prepare(text);
      }
    }
    const before = bytesInUse();
    for (let index = 0; index < 20; index += 1) {
      expect(new Exchange().prepare(`{ nothing${index} }`)).toMatchObject({ reason: 'validate' });
    }
    expect(bytesInUse() - before).toBeLessThan(10_000_000);
  });

  it('with the locations of the errors, but without the nodes of the document', () => {
    const preparation = preparer.prepare('{\n  nope\n  weather { nope }\n}');
    const errors = 'errors' in preparation ? preparation.errors : [];
    expect(errors.map(({ locations }) => locations)).toEqual([
      [{ line: 2, column: 3 }],
      [{ line: 3, column: 13 }],
    ]);
    expect(errors.every(({ nodes }) => nodes === undefined)).toBe(true);
  });
});

describe('prepare remembers', () => {
  it.each<[string, string, string | null | undefined]>([
    ['a valid document', '{ weather { __typename } }', undefined],
    ['one operation of a document', 'query A { __typename } query B { __typename }', 'A'],
    ['a document that does not parse', '{ weather {', undefined],
    ['an invalid document', '{ weather { nope } }', undefined],
    ['an operation that does not exist', 'query A { __typename }', 'B'],
    ['a document with too many lookups', tooManyLookups, undefined],
    ['an invalid document of 60 kB', `{ nope } # ${'x'.repeat(60_000)}`, undefined],
  ])('%s', (_, text, operationName) => {
    const fresh = createPreparer(schema);
    expect(fresh.remembered(text, operationName)).toBeUndefined();
    const preparation = fresh.prepare(text, operationName);
    expect(fresh.remembered(text, operationName)).toBe(preparation);
    expect(fresh.prepare(text, operationName)).toBe(preparation);
  });

  it('a document under a name that is null as under no name', () => {
    const preparation = preparer.prepare('{ weather { __typename } }');
    expect(preparer.prepare('{ weather { __typename } }', null)).toBe(preparation);
    expect(preparer.remembered('{ weather { __typename } }', null)).toBe(preparation);
  });

  it.each<[string, [string, string | null], [string, string | null]]>([
    [
      'another operation of the document',
      ['query A { __typename } query B { __typename }', 'A'],
      ['query A { __typename } query B { __typename }', 'B'],
    ],
    ['an empty name', ['{ __typename }', ''], ['{ __typename }', null]],
    ['a name like the first line of the text', ['{ __typename }', '\n# a'], ['# a\n{ __typename }', null]],
    ['a name with the first line in it', ['{ __typename }', 'A\nquery A'], ['query A\n{ __typename }', 'A']],
  ])('nothing for %s', (_, first, second) => {
    const expected = outcome(createPreparer(schema).prepare(...second));
    const shared = createPreparer(schema);
    shared.prepare(...first);
    expect(shared.remembered(...second)).toBeUndefined();
    expect(outcome(shared.prepare(...second))).toBe(expected);
  });

  it('no more than a bounded number of documents, and none that are very long', () => {
    const bounded = createPreparer(schema);
    bounded.prepare('{ first: __typename }');
    for (let index = 0; index < 1000; index += 1) bounded.prepare(`{ a${index}: __typename }`);
    expect(bounded.remembered('{ first: __typename }')).toBeUndefined();
    const long = `{ __typename } # ${'x'.repeat(20_000)}`;
    bounded.prepare(long);
    expect(bounded.remembered(long)).toBeUndefined();
  });

  it('valid documents although many invalid ones follow, whose number and size are bounded as well', () => {
    const bounded = createPreparer(schema);
    bounded.prepare('{ valid: __typename }');
    bounded.prepare('{ first }');
    for (let index = 0; index < 50; index += 1) bounded.prepare(`{ a${index} } # ${'x'.repeat(60_000)}`);
    expect(bounded.remembered('{ first }')).toBeUndefined();
    for (let index = 0; index < 1000; index += 1) bounded.prepare(`{ a${index} }`);
    bounded.prepare('{ last }');
    expect(bounded.remembered('{ a0 }')).toBeUndefined();
    expect(bounded.remembered('{ valid: __typename }')).toBeDefined();
  });
});
