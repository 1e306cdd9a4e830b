import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { MemoryAccount } from '../../../core/memory-account.ts';
import { createPlan } from '../../../schema/kernel/executor/plan.ts';

const schema = buildSchema(`
  type Query { things: [Thing] slow: Thing name: String }
  type Thing { name: String tags: [String!]! same: Thing }
`);
const thing: Record<string, unknown> = { name: 'four', tags: ['one', 'two'] };
thing.same = thing;
const fields = schema.getQueryType()!.getFields();
fields.things!.resolve = () => Array.from({ length: 100 }, () => thing);
fields.slow!.resolve = async () => thing;
fields.name!.resolve = async () => 'x'.repeat(500);

async function execute(text: string, limits: { fields: number; characters: number }) {
  const document = parse(text);
  const memory = new MemoryAccount(1e9, '');
  return createPlan(schema, document, getOperationAST(document)!).execute({}, {}, { ...limits, memory });
}
const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: name`).join(' ');

describe('the limits of a result', () => {
  it.each([
    ['fields of a list', `{ things { ${aliases(20)} } }`, { fields: 1_000, characters: 1e9 }],
    ['characters of texts', `{ things { ${aliases(20)} } }`, { fields: 1e9, characters: 1_000 }],
    ['texts of inner lists', '{ things { tags } }', { fields: 1e9, characters: 900 }],
    ['a text that resolves later', '{ name }', { fields: 1e9, characters: 100 }],
    ['a field below one that resolves later', `{ slow { ${aliases(20)} } }`, { fields: 10, characters: 1e9 }],
    [
      'introspection',
      `{ ${Array.from({ length: 50 }, (_, i) => `t${i}: __type(name: "Thing") { name }`)} }`,
      { fields: 60, characters: 1e9 },
    ],
  ])('end the execution for %s', async (_, text, limits) => {
    const { data, errors } = await execute(text, limits);
    expect(data).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors![0]!.message).toBe(
      `The result has more than ${limits.fields} fields or ${limits.characters} characters: select fewer fields, or shorter lists.`,
    );
  });

  it('do not change a result within them', async () => {
    const { data, errors } = await execute('{ things { name tags } }', { fields: 201, characters: 5_000 });
    expect(errors).toBeUndefined();
    expect((data as { things: unknown[] }).things).toHaveLength(100);
  });
});
