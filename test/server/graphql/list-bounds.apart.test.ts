import { describe, expect, it } from 'vitest';
import { useStarted } from '../../suite.ts';
import { startFixtureApp } from '../app-fixture.ts';

const app = useStarted(startFixtureApp);

const message = (bound: number) =>
  `The list is longer than the ${bound} items that this field was priced for: it is null for the others. Bound it by "first".`;

describe('a lookup below a list that is longer than its price assumed', () => {
  // `overlong` has ten items where three are the most.
  it.each<[string, string, { price: number; asked: number; errors: [number, (string | number)[]][] }]>([
    [
      'runs for as many items as were priced',
      'overlong { own { number } }',
      { price: 4, asked: 3, errors: [[3, ['overlong', 3, 'own']]] },
    ],
    [
      'is counted for each alias',
      'overlong { a: own { number } b: own { number } }',
      {
        price: 7,
        asked: 3,
        errors: [
          [3, ['overlong', 3, 'a']],
          [3, ['overlong', 3, 'b']],
        ],
      },
    ],
    [
      'is counted once for several selections of one field',
      'overlong { own { number } own { number } } overlong { own { number } }',
      { price: 4, asked: 3, errors: [[3, ['overlong', 3, 'own']]] },
    ],
    [
      'is counted in fragments',
      'overlong { ... on FixtureThing { own { number } } }',
      { price: 4, asked: 3, errors: [[3, ['overlong', 3, 'own']]] },
    ],
    [
      'is counted over nested lists',
      'overlong { things(limit: 2) { own { number } } }',
      { price: 1 + 3 + 6, asked: 2, errors: [[3, ['overlong', 3, 'things']]] },
    ],
    [
      'runs for every item of a list within its bound',
      'things(limit: 4) { own { number } }',
      { price: 5, asked: 4, errors: [] },
    ],
    [
      'is null where it does not run',
      'overlong { name own { number } }',
      { price: 4, asked: 3, errors: [[3, ['overlong', 3, 'own']]] },
    ],
    ['leaves a list without lookups as it is', 'overlong { name }', { price: 1, asked: 0, errors: [] }],
  ])('%s', async (_, selection, { price, asked, errors }) => {
    app.clock.skip(3_600_000);
    await app.clearCalls();
    const { cost, body } = await app.graphql(`{ fixture { ${selection} } }`);
    expect(cost?.requested).toBe(price);
    const calls = (await app.calls()).filter(({ host }) => host === 'fixture.example.com');
    expect(calls.length).toBe(asked);
    expect(calls.length).toBeLessThanOrEqual(price);
    const refused = (body.errors ?? []).filter((error: { message: string }) =>
      error.message.startsWith('The list'),
    );
    expect(refused.map(({ message, path }: { message: string; path: string[] }) => [message, path])).toEqual(
      errors.map(([bound, path]) => [message(bound), ['fixture', ...path]]),
    );
    expect(body.data.fixture[selection.split(/\W/)[0]!].length).toBe(
      selection.startsWith('overlong') ? 10 : 4,
    );
  });

  it('is not cached', async () => {
    const query = '{ fixture { overlong { own { number } } } }';
    for (const _ of [1, 2, 3]) {
      const { body, headers } = await app.graphql(query);
      const refused = body.errors.find((error: { message: string }) => error.message === message(3));
      expect(refused.extensions).toMatchObject({ code: 'INVALID', requestId: headers.get('x-request-id') });
    }
  });
});
