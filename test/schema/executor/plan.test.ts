import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, execute, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPlan, type Plan } from '../../../schema/kernel/executor/plan.ts';
import { calls, faults, schema } from './example-documents.ts';

type Values = Record<string, unknown>;

/** Both executors' answers, which must be one, and the calls of ours. */
async function ask(text: string, variables: Values = {}, operationName?: string): Promise<string> {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, operationName)!;
  const run = async (execution: () => ExecutionResult | Promise<ExecutionResult>) => {
    calls.length = 0;
    const answer = JSON.stringify(await execution());
    // Branches that the answer did not wait for end before the calls are counted.
    await setImmediate();
    return { answer, calls: [...calls] };
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
  return JSON.stringify(JSON.parse(reference.answer).data);
}

type Case = [name: string, text: string, data: string | undefined, variables?: Values];

describe('the plan answers as GraphQL.js does:', () => {
  describe('names and selections', () => {
    it.each<Case>([
      ['an alias __proto__', '{ item { __proto__: id name } }', '{"item":{"__proto__":"i","name":"item"}}'],
      [
        'aliases of JavaScript',
        '{ constructor: item { toString: id valueOf: name then: sure } }',
        '{"constructor":{"toString":"i","valueOf":"item","then":"sure"}}',
      ],
      [
        'a fragment left out once',
        'query ($b: Boolean!) { item { ...F @skip(if: $b) } again: item { ...F } } fragment F on Item { id }',
        '{"item":{},"again":{"id":"i"}}',
        { b: true },
      ],
      [
        'a fragment spread twice, the first left out',
        'query ($b: Boolean!) { item { ...F @skip(if: $b) ...F } } fragment F on Item { id }',
        '{"item":{"id":"i"}}',
        { b: true },
      ],
      [
        'a field mentioned twice, one of them left out',
        '{ item @skip(if: true) { name } item { id } }',
        '{"item":{"id":"i"}}',
      ],
      [
        'fields in the order in which they are included',
        'query ($b: Boolean!) { item { id @include(if: $b) name id } }',
        '{"item":{"name":"item","id":"i"}}',
        { b: false },
      ],
      [
        'mentions that are merged, at every depth',
        '{ item { item { id } } ... { item { item { name } sure } } }',
        '{"item":{"item":{"id":"i","name":"item"},"sure":"sure"}}',
      ],
      [
        'fragments of interfaces, unions and objects',
        '{ being(is: "Cat") { __typename ... on Dog { id } ... on Any { ... on Cat { tag: id } } ...B } } fragment B on Being { name }',
        '{"being":{"__typename":"Cat","tag":null,"name":null}}',
      ],
      ['nothing at all', '{ item @skip(if: true) { id } }', '{}'],
      [
        'introspection',
        '{ __typename __schema { queryType { name } } __type(name: "Space") { name fields { name } } }',
        '{"__typename":"Query","__schema":{"queryType":{"name":"Query"}},"__type":{"name":"Space","fields":[{"name":"item"},{"name":"echo"}]}}',
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await ask(text, variables)).toBe(data);
    });

    it('one operation of several', async () => {
      expect(await ask('query A { item { id } } query B { item { name } }', {}, 'B')).toBe(
        '{"item":{"name":"item"}}',
      );
    });
  });

  describe('arguments and variables', () => {
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
        'a variable that is not sent, in an object',
        point,
        '{"space":{"echo":{"point":{"x":7,"y":1,"tint":"g"},"count":4}}}',
      ],
      ['a null in an object that takes none', point, '{"space":{"echo":null}}', { y: null }],
      [
        'variables in JSON',
        json,
        '{"space":{"echo":{"json":{"a":5,"__proto__":{"b":[5]}},"count":4}}}',
        { x: 5 },
      ],
      ['a property with an argument', bounded, '{"item":{"bounded":"bounded"}}'],
      ['a property with an argument that cannot be read', bounded, '{"item":{"bounded":null}}', { by: null }],
      ['an enum with values of its own', '{ tint(tint: RED) }', '{"tint":"RED"}'],
      ['an enum that is none', '{ tint(is: "RED") }', '{"tint":null}'],
      ['a variable that is missing', 'query ($is: Json!) { list(is: $is) }', undefined],
      [
        'a variable of another type',
        'query ($x: Int) { tag: item { label(size: $x) } }',
        undefined,
        { x: 'one' },
      ],
      ['a null that is not allowed', 'query ($is: String!) { fault(is: $is) }', undefined, { is: null }],
      ['a condition', condition, '{"space":{"item":{}},"item":{"name":"item"}}'],
      ['a condition that is null', condition, '{"space":{"item":null},"item":{"name":"item"}}', { b: null }],
      [
        'a condition at the root that is null',
        'query ($b: Boolean = true) { item @skip(if: $b) { id } }',
        'null',
        { b: null },
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await ask(text, variables)).toBe(data);
    });

    it('every way in which conditions turn out, past what a plan keeps', async () => {
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

  describe('values', () => {
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
      ['a resolver in front of a property', '{ item { guarded } }', '{"item":{"guarded":null}}'],
      ['a set', '{ list(is: "set") }', '{"list":[1,2]}'],
      ['a text where a list is due', '{ list(is: "text") }', '{"list":null}'],
      ['items that are none', '{ list(is: "wrong") }', '{"list":[1,null,null,2]}'],
      [
        'promises of which one fails first',
        '{ late(is: ["slow 5", "fail 0", "now"]) }',
        '{"late":["slow 5",null,"now"]}',
      ],
      ['two failures, the later one first', '{ late(is: ["fail 5", "fail 1"]) }', '{"late":[null,null]}'],
      [
        'a failure among promises that must not fail',
        '{ surelyLate(is: ["slow 5", "fail 0", "fail 2"]) }',
        '{"surelyLate":null}',
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await ask(text, variables)).toBe(data);
    });
  });

  describe('failures', () => {
    it.each<Case>([
      ...Object.keys(faults).map(
        (is): Case => [
          `an error ${is}`,
          `{ fault(is: "${is}") item { id } }`,
          '{"fault":null,"item":{"id":"i"}}',
        ],
      ),
      ['an operation that there is not', 'mutation { item }', 'null'],
      ['null where it is not allowed', '{ item { sureItem { id sure name } } }', '{"item":null}'],
      ['null up to the root', '{ item { id } sureItem { sure } }', 'null'],
      ['null in a list', '{ item { items { id sure name } } }', '{"item":{"items":null}}'],
      ['null in a list of its own', '{ sureList(is: "missing") }', '{"sureList":null}'],
      [
        'a failure below one that takes its parent',
        '{ item { fails item { fails surelyFails } surelyFails } }',
        '{"item":null}',
      ],
      ['a failure beside promises', '{ item { promised surelyFails label } }', '{"item":null}'],
    ])('%s', async (_, text, data, variables) => {
      expect(await ask(text, variables)).toBe(data);
    });

    it('asks nothing more once an object has failed', async () => {
      await ask('{ item { label surelyFails later: label } }');
      expect(calls).toEqual(['Query.item', 'Item.label', 'Item.surelyFails']);
    });
  });

  describe('types of values', () => {
    it.each<Case>([
      ...['Dog', 'nothing', 'number', 'object', 'Bird', 'Tint', 'Rock', 'thrown'].flatMap((is): Case[] => {
        const data = is === 'Dog' ? '{"being":{"__typename":"Dog"}}' : '{"being":null}';
        return [
          [`a type that is said to be ${is}`, `{ being(is: "${is}") { __typename } }`, data],
          [`the same later, ${is}`, `{ being(is: "${is}", later: true) { __typename } }`, data],
        ];
      }),
      ['a type told by the value', '{ any(is: "told") { __typename } }', '{"any":null}'],
      [
        'a type found by asking',
        '{ any(is: "Cat") { ... on Cat { __typename } } }',
        '{"any":{"__typename":"Cat"}}',
      ],
      ['a type found later', '{ any(is: "later") { __typename } }', '{"any":{"__typename":"Cat"}}'],
      ['a type that nobody finds', '{ any(is: "other") { __typename } }', '{"any":null}'],
      ['a type that cannot be decided', '{ any(is: "thrown") { __typename } }', '{"any":null}'],
      [
        'types side by side, with what each selects',
        '{ beings(are: ["Cat", "Dog", "Rock", "Cat"]) { ... on Dog { id } ... on Cat { name } } }',
        '{"beings":[{"name":null},{"id":null},null,{"name":null}]}',
      ],
    ])('%s', async (_, text, data, variables) => {
      expect(await ask(text, variables)).toBe(data);
    });

    it('asks for the type of an item in the place of its field', async () => {
      await ask('{ list: beings(are: ["Dog"]) { id } }');
      expect(calls).toContain('type of Dog at list');
    });

    it('plans no more types than there are values, however deep interfaces nest', async () => {
      const depth = 30;
      const text = `{ being(is: "Dog") { ${'other { '.repeat(depth)} id ${'}'.repeat(depth)} } }`;
      expect(await ask(text)).toContain('{"id":null}');
    });
  });
});

describe('the plan', () => {
  const planOf = (text: string): Plan => {
    const document = parse(text);
    return createPlan(schema, document, getOperationAST(document)!);
  };
  const argumentsFrom = (result: unknown): Values =>
    ((result as ExecutionResult).data as { argumentsOf: Values }).argumentsOf;

  it('answers at once when nothing has to be waited for', () => {
    expect(planOf('{ item { id } }').execute(undefined, {})).toEqual({ data: { item: { id: 'i' } } });
  });

  it('gives constant arguments that no resolver can change for the next caller', () => {
    const plan = planOf('{ argumentsOf(ids: ["a"]) }');
    const given = argumentsFrom(plan.execute(undefined, {}));
    for (const part of [given, given.ids, given.point]) expect(part).toSatisfy(Object.isFrozen);
    expect(argumentsFrom(plan.execute(undefined, {}))).toBe(given);
  });

  it('reads arguments with variables for every caller', () => {
    const plan = planOf('query ($ids: [ID!]) { argumentsOf(ids: $ids) }');
    const asked = [['a'], ['b', 'c'], undefined].map((ids) =>
      argumentsFrom(plan.execute(undefined, ids === undefined ? {} : { ids })),
    );
    expect(asked.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c'], undefined]);
  });
});
