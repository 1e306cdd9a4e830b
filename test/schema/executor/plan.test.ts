import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, execute, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPlan, type Plan } from '../../../schema/kernel/executor/plan.ts';
import { calls, faults, schema } from './example-documents.ts';

type Values = Record<string, unknown>;

/** Expects equal results and resolver calls of graphql-js and of the plan. */
async function compare(text: string, variables: Values = {}, operationName?: string): Promise<void> {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, operationName)!;
  const run = async (execution: () => ExecutionResult | Promise<ExecutionResult>) => {
    calls.length = 0;
    const result = JSON.stringify(await execution());
    // Fields that the result does not wait for must end before their calls are read.
    await setImmediate();
    return { result, calls: [...calls] };
  };
  const given = { variableValues: variables, operationName: operationName ?? null };
  const reference = await run(() => execute({ schema, document, ...given }));
  const plan = createPlan(schema, document, operation);
  for (const round of ['first', 'second']) {
    expect({ round, ...(await run(() => plan.execute(undefined, variables))) }).toEqual({
      round,
      ...reference,
    });
  }
}

type Case = [name: string, text: string, variables?: Values];

describe('A plan gives the result of graphql-js', () => {
  describe('for selections:', () => {
    it.each<Case>([
      ['an alias __proto__', '{ item { __proto__: id name } }'],
      ['aliases of JavaScript', '{ constructor: item { toString: id valueOf: name then: sure } }'],
      [
        'a fragment that one of two selections skips',
        'query ($b: Boolean!) { item { ...F @skip(if: $b) } again: item { ...F } } fragment F on Item { id }',
        { b: true },
      ],
      [
        'a fragment that is spread twice and skipped first',
        'query ($b: Boolean!) { item { ...F @skip(if: $b) ...F } } fragment F on Item { id }',
        { b: true },
      ],
      ['a field that is selected twice and skipped once', '{ item @skip(if: true) { name } item { id } }'],
      [
        'fields in the order of those that are included',
        'query ($b: Boolean!) { item { id @include(if: $b) name id } }',
        { b: false },
      ],
      ['selections that merge below', '{ item { item { id } } ... { item { item { name } sure } } }'],
      [
        'fragments of interfaces, unions and objects',
        '{ being(is: "Cat") { __typename ... on Dog { id } ... on Any { ... on Cat { tag: id } } ...B } } fragment B on Being { name }',
      ],
      ['no field', '{ item @skip(if: true) { id } }'],
      [
        'introspection',
        '{ __typename __schema { queryType { name } } __type(name: "Space") { name fields { name } } }',
      ],
    ])('%s', async (_, text, variables) => compare(text, variables));

    it('one operation of several', () =>
      compare('query A { item { id } } query B { item { name } }', {}, 'B'));
  });

  describe('for arguments and variables:', () => {
    const point = 'query ($x: Int, $y: Int = 1) { space { echo(point: { x: $x, y: $y }) } }';
    const json = 'query ($x: Int) { space { echo(json: { a: $x, __proto__: { b: [$x] } }) } }';
    const bounded = 'query ($by: Int = 2) { item { bounded(by: $by) } }';
    const condition = 'query ($b: Boolean = true) { space { item { id @skip(if: $b) } } item { name } }';
    it.each<Case>([
      ['defaults', '{ space { echo(point: {}) } }'],
      ['an absent variable in an object', point],
      ['null in an object for a non-null field', point, { y: null }],
      ['variables in JSON', json, { x: 5 }],
      ['a property with an argument', bounded],
      ['a property with an argument that does not coerce', bounded, { by: null }],
      ['an enum with internal values', '{ tint(tint: RED) }'],
      ['an internal value that the enum lacks', '{ tint(is: "RED") }'],
      ['a required variable that is absent', 'query ($is: Json!) { list(is: $is) }'],
      ['a variable of another type', 'query ($x: Int) { tag: item { label(size: $x) } }', { x: 'one' }],
      ['null for a non-null variable', 'query ($is: String!) { fault(is: $is) }', { is: null }],
      ['a condition', condition],
      ['a condition that is null', condition, { b: null }],
      ['a null at the root', 'query ($b: Boolean = true) { item @skip(if: $b) { id } }', { b: null }],
    ])('%s', async (_, text, variables) => compare(text, variables));

    it('more outcomes of conditions than a plan keeps', async () => {
      const names = Array.from({ length: 10 }, (_, index) => `c${index}`);
      const definitions = names.map((name) => `$${name}: Boolean!`);
      const fields = names.map((name) => `${name}: id @include(if: $${name})`);
      const document = parse(`query (${definitions}) { item { ${fields} } }`);
      const plan = createPlan(schema, document, getOperationAST(document)!);
      for (let bits = 0; bits < 2 ** names.length; bits += 1) {
        const variables = Object.fromEntries(names.map((name, index) => [name, (bits & (1 << index)) !== 0]));
        const expected = Object.fromEntries(
          names.filter((name) => variables[name]).map((name) => [name, 'i']),
        );
        expect(await plan.execute(undefined, variables)).toEqual({ data: { item: expected } });
      }
    });
  });

  describe('for values:', () => {
    it.each<Case>([
      ['a promise as a property', '{ item { promised } }'],
      ['a method', '{ item { method other: method(by: 5) } }'],
      ['a source that is a function', '{ callable { id method } }'],
      ['a resolver of a field whose source has the property', '{ item { guarded } }'],
      ['a set', '{ list(is: "set") }'],
      ['a text for a list', '{ list(is: "text") }'],
      ['items of a wrong type', '{ list(is: "wrong") }'],
      ['promises of which one fails first', '{ late(is: ["slow 5", "fail 0", "now"]) }'],
      ['two failures of which the second is first', '{ late(is: ["fail 5", "fail 1"]) }'],
      ['a failure among promises of non-null items', '{ surelyLate(is: ["slow 5", "fail 0", "fail 2"]) }'],
    ])('%s', async (_, text, variables) => compare(text, variables));
  });

  describe('for failures:', () => {
    it.each<Case>([
      ...Object.keys(faults).map((is): Case => [`an error ${is}`, `{ fault(is: "${is}") item { id } }`]),
      ['an operation that the schema lacks', 'mutation { item }'],
      ['null for a non-null field', '{ item { sureItem { id sure name } } }'],
      ['null that propagates to the root', '{ item { id } sureItem { sure } }'],
      ['null for a non-null field of an item', '{ item { items { id sure name } } }'],
      ['null for a non-null item', '{ sureList(is: "missing") }'],
      ['a failure below one that becomes null', '{ item { fails item { fails surelyFails } surelyFails } }'],
      ['a failure beside promises', '{ item { promised surelyFails label } }'],
    ])('%s', async (_, text, variables) => compare(text, variables));

    it('calls no resolver of an object after a non-null field has failed', async () => {
      await compare('{ item { label surelyFails later: label } }');
      expect(calls).toEqual(['Query.item', 'Item.label', 'Item.surelyFails']);
    });
  });

  describe('for abstract types:', () => {
    it.each<Case>([
      ...['Dog', 'nothing', 'number', 'object', 'Bird', 'Tint', 'Rock', 'thrown'].flatMap((is): Case[] => {
        return [
          [`resolveType gives ${is}`, `{ being(is: "${is}") { __typename } }`],
          [`resolveType promises ${is}`, `{ being(is: "${is}", later: true) { __typename } }`],
        ];
      }),
      ['the value has a __typename', '{ any(is: "told") { __typename } }'],
      ['isTypeOf finds the type', '{ any(is: "Cat") { ... on Cat { __typename } } }'],
      ['isTypeOf promises the type', '{ any(is: "later") { __typename } }'],
      ['no isTypeOf finds a type', '{ any(is: "other") { __typename } }'],
      ['isTypeOf throws', '{ any(is: "thrown") { __typename } }'],
      [
        'items of several types',
        '{ beings(are: ["Cat", "Dog", "Rock", "Cat"]) { ... on Dog { id } ... on Cat { name } } }',
      ],
    ])('%s', async (_, text, variables) => compare(text, variables));

    it('gives resolveType of an item the path of its field', async () => {
      await compare('{ list: beings(are: ["Dog"]) { id } }');
      expect(calls).toContain('type of Dog at list');
    });

    it('plans only the types of values, however deep interfaces nest', async () => {
      const depth = 30;
      const text = `{ being(is: "Dog") { ${'other { '.repeat(depth)} id ${'}'.repeat(depth)} } }`;
      await compare(text);
    });
  });
});

describe('A plan', () => {
  const planOf = (text: string): Plan => {
    const document = parse(text);
    return createPlan(schema, document, getOperationAST(document)!);
  };
  const argumentsFrom = (result: unknown): Values =>
    ((result as ExecutionResult).data as { argumentsOf: Values }).argumentsOf;

  it('returns the result synchronously when no value is a promise', () => {
    expect(planOf('{ item { id } }').execute(undefined, {})).toEqual({ data: { item: { id: 'i' } } });
  });

  it('freezes constant arguments, which all executions share', () => {
    const plan = planOf('{ argumentsOf(ids: ["a"]) }');
    const args = argumentsFrom(plan.execute(undefined, {}));
    for (const part of [args, args.ids, args.point]) expect(part).toSatisfy(Object.isFrozen);
    expect(argumentsFrom(plan.execute(undefined, {}))).toBe(args);
  });

  it('coerces arguments with variables for every execution', () => {
    const plan = planOf('query ($ids: [ID!]) { argumentsOf(ids: $ids) }');
    const received = [['a'], ['b', 'c'], undefined].map((ids) =>
      argumentsFrom(plan.execute(undefined, ids === undefined ? {} : { ids })),
    );
    expect(received.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c'], undefined]);
  });
});
