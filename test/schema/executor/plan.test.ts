import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, execute, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPlan, type Plan } from '../../../schema/kernel/executor/plan.ts';
import { calls, faults, schema } from './example-documents.ts';

type Values = Record<string, unknown>;

/** Expects equal results and resolver calls of graphql-js and of the plan; returns the data as JSON. */
async function compare(text: string, variables: Values = {}, operationName?: string): Promise<string> {
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
  return JSON.stringify(JSON.parse(reference.result).data);
}

type Case = [name: string, text: string, data: string | undefined, variables?: Values];

describe('A plan gives the result of graphql-js', () => {
  describe('for selections:', () => {
    it.each<Case>([
      ['an alias __proto__', '{ item { __proto__: id name } }', '{"item":{"__proto__":"i","name":"item"}}'],
      [
        'aliases of JavaScript',
        '{ constructor: item { toString: id valueOf: name then: sure } }',
        '{"constructor":{"toString":"i","valueOf":"item","then":"sure"}}',
      ],
      [
        'a fragment that one of two selections skips',
        'query ($b: Boolean!) { item { ...F @skip(if: $b) } again: item { ...F } } fragment F on Item { id }',
        '{"item":{},"again":{"id":"i"}}',
        { b: true },
      ],
      [
        'a fragment that is spread twice and skipped first',
        'query ($b: Boolean!) { item { ...F @skip(if: $b) ...F } } fragment F on Item { id }',
        '{"item":{"id":"i"}}',
        { b: true },
      ],
      [
        'a field that is selected twice and skipped once',
        '{ item @skip(if: true) { name } item { id } }',
        '{"item":{"id":"i"}}',
      ],
      [
        'fields in the order of those that are included',
        'query ($b: Boolean!) { item { id @include(if: $b) name id } }',
        '{"item":{"name":"item","id":"i"}}',
        { b: false },
      ],
      [
        'selections that merge at several depths',
        '{ item { item { id } } ... { item { item { name } sure } } }',
        '{"item":{"item":{"id":"i","name":"item"},"sure":"sure"}}',
      ],
      [
        'fragments of interfaces, unions and objects',
        '{ being(is: "Cat") { __typename ... on Dog { id } ... on Any { ... on Cat { tag: id } } ...B } } fragment B on Being { name }',
        '{"being":{"__typename":"Cat","tag":null,"name":null}}',
      ],
      ['no field', '{ item @skip(if: true) { id } }', '{}'],
      [
        'introspection',
        '{ __typename __schema { queryType { name } } __type(name: "Space") { name fields { name } } }',
        '{"__typename":"Query","__schema":{"queryType":{"name":"Query"}},"__type":{"name":"Space","fields":[{"name":"item"},{"name":"echo"}]}}',
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await compare(text, variables)).toBe(data);
    });

    it('one operation of several', async () => {
      expect(await compare('query A { item { id } } query B { item { name } }', {}, 'B')).toBe(
        '{"item":{"name":"item"}}',
      );
    });
  });

  describe('for arguments and variables:', () => {
    const point = 'query ($x: Int, $y: Int = 1) { space { echo(point: { x: $x, y: $y }) } }';
    const json = 'query ($x: Int) { space { echo(json: { a: $x, __proto__: { b: [$x] } }) } }';
    const bounded = 'query ($by: Int = 2) { item { bounded(by: $by) } }';
    const condition = 'query ($b: Boolean = true) { space { item { id @skip(if: $b) } } item { name } }';
    it.each<Case>([
      [
        'defaults',
        '{ space { echo(point: {}) } }',
        '{"space":{"echo":{"point":{"x":7,"y":8,"tint":"g"},"count":4}}}',
      ],
      [
        'an absent variable in an object',
        point,
        '{"space":{"echo":{"point":{"x":7,"y":1,"tint":"g"},"count":4}}}',
      ],
      ['null in an object for a non-null field', point, '{"space":{"echo":null}}', { y: null }],
      [
        'variables in JSON',
        json,
        '{"space":{"echo":{"json":{"a":5,"__proto__":{"b":[5]}},"count":4}}}',
        { x: 5 },
      ],
      ['a property with an argument', bounded, '{"item":{"bounded":"bounded"}}'],
      [
        'a property with an argument that does not coerce',
        bounded,
        '{"item":{"bounded":null}}',
        { by: null },
      ],
      ['an enum with internal values', '{ tint(tint: RED) }', '{"tint":"RED"}'],
      ['an internal value that the enum lacks', '{ tint(is: "RED") }', '{"tint":null}'],
      ['a required variable that is absent', 'query ($is: Json!) { list(is: $is) }', undefined],
      [
        'a variable of another type',
        'query ($x: Int) { tag: item { label(size: $x) } }',
        undefined,
        { x: 'one' },
      ],
      ['null for a non-null variable', 'query ($is: String!) { fault(is: $is) }', undefined, { is: null }],
      ['a condition', condition, '{"space":{"item":{}},"item":{"name":"item"}}'],
      ['a condition that is null', condition, '{"space":{"item":null},"item":{"name":"item"}}', { b: null }],
      [
        'a condition at the root that is null',
        'query ($b: Boolean = true) { item @skip(if: $b) { id } }',
        'null',
        { b: null },
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await compare(text, variables)).toBe(data);
    });

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
      ['a promise as a property', '{ item { promised } }', '{"item":{"promised":"promised"}}'],
      [
        'a method',
        '{ item { method other: method(by: 5) } }',
        '{"item":{"method":"method by 3","other":"method by 5"}}',
      ],
      [
        'a source that is a function',
        '{ callable { id method } }',
        '{"callable":{"id":"i","method":"method by 3"}}',
      ],
      [
        'a resolver of a field whose source has the property',
        '{ item { guarded } }',
        '{"item":{"guarded":null}}',
      ],
      ['a set', '{ list(is: "set") }', '{"list":[1,2]}'],
      ['a text for a list', '{ list(is: "text") }', '{"list":null}'],
      ['items of a wrong type', '{ list(is: "wrong") }', '{"list":[1,null,null,2]}'],
      [
        'promises of which one fails first',
        '{ late(is: ["slow 5", "fail 0", "now"]) }',
        '{"late":["slow 5",null,"now"]}',
      ],
      [
        'two failures of which the second is first',
        '{ late(is: ["fail 5", "fail 1"]) }',
        '{"late":[null,null]}',
      ],
      [
        'a failure among promises of non-null items',
        '{ surelyLate(is: ["slow 5", "fail 0", "fail 2"]) }',
        '{"surelyLate":null}',
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await compare(text, variables)).toBe(data);
    });
  });

  describe('for failures:', () => {
    it.each<Case>([
      ...Object.keys(faults).map(
        (is): Case => [
          `an error ${is}`,
          `{ fault(is: "${is}") item { id } }`,
          '{"fault":null,"item":{"id":"i"}}',
        ],
      ),
      ['an operation that the schema lacks', 'mutation { item }', 'null'],
      ['null for a non-null field', '{ item { sureItem { id sure name } } }', '{"item":null}'],
      ['null that propagates to the root', '{ item { id } sureItem { sure } }', 'null'],
      [
        'null for a non-null field of an item',
        '{ item { items { id sure name } } }',
        '{"item":{"items":null}}',
      ],
      ['null for a non-null item', '{ sureList(is: "missing") }', '{"sureList":null}'],
      [
        'a failure below an object that becomes null',
        '{ item { fails item { fails surelyFails } surelyFails } }',
        '{"item":null}',
      ],
      ['a failure beside promises', '{ item { promised surelyFails label } }', '{"item":null}'],
    ])('%s', async (_, text, data, variables) => {
      expect(await compare(text, variables)).toBe(data);
    });

    it('calls no resolver of an object after a non-null field has failed', async () => {
      await compare('{ item { label surelyFails later: label } }');
      expect(calls).toEqual(['Query.item', 'Item.label', 'Item.surelyFails']);
    });
  });

  describe('for abstract types:', () => {
    it.each<Case>([
      ...['Dog', 'nothing', 'number', 'object', 'Bird', 'Tint', 'Rock', 'thrown'].flatMap((is): Case[] => {
        const data = is === 'Dog' ? '{"being":{"__typename":"Dog"}}' : '{"being":null}';
        return [
          [`resolveType gives ${is}`, `{ being(is: "${is}") { __typename } }`, data],
          [`resolveType promises ${is}`, `{ being(is: "${is}", later: true) { __typename } }`, data],
        ];
      }),
      ['the value has a __typename', '{ any(is: "told") { __typename } }', '{"any":null}'],
      [
        'isTypeOf finds the type',
        '{ any(is: "Cat") { ... on Cat { __typename } } }',
        '{"any":{"__typename":"Cat"}}',
      ],
      ['isTypeOf promises the type', '{ any(is: "later") { __typename } }', '{"any":{"__typename":"Cat"}}'],
      ['no isTypeOf finds a type', '{ any(is: "other") { __typename } }', '{"any":null}'],
      ['isTypeOf throws', '{ any(is: "thrown") { __typename } }', '{"any":null}'],
      [
        'items of several types',
        '{ beings(are: ["Cat", "Dog", "Rock", "Cat"]) { ... on Dog { id } ... on Cat { name } } }',
        '{"beings":[{"name":null},{"id":null},null,{"name":null}]}',
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await compare(text, variables)).toBe(data);
    });

    it('gives resolveType of an item the path of its field', async () => {
      await compare('{ list: beings(are: ["Dog"]) { id } }');
      expect(calls).toContain('type of Dog at list');
    });

    it('plans only the types of values, however deep interfaces nest', async () => {
      const depth = 30;
      const text = `{ being(is: "Dog") { ${'other { '.repeat(depth)} id ${'}'.repeat(depth)} } }`;
      expect(await compare(text)).toContain('{"id":null}');
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
