import { describe, expect, it } from 'vitest';
import { during } from '../app.ts';
import { useTestApp } from '../suite.ts';

/** Numbers of a source past the range of `Int`, such as the 4294967295 that some write for "none". */

const cards = {
  items: [{ id: 26_000_000, name: 'Knight', maxLevel: 16, elixirCost: 4_294_967_295 }],
  supportItems: [],
};

describe('a number past the range of its field', () => {
  const app = useTestApp();
  const faulty = <Result>(ask: () => Promise<Result>) =>
    during(app, [{ host: 'api.clashroyale.com', status: 200, body: cards }], ask);

  it('is a failure of the source to a route', async () => {
    const { status, body } = await faulty(() => app.ask('/api/cardgame/cards'));
    expect({ status, body }).toEqual({
      status: 502,
      body: { error: 'The source answered with a number past the range of this field.' },
    });
  });

  it('is null in the graph, with the group of the source', async () => {
    const { body } = await faulty(() => app.graphql('{ cardgame { cards { items { name elixirCost } } } }'));
    expect(body.data).toEqual({ cardgame: { cards: { items: [{ name: 'Knight', elixirCost: null }] } } });
    expect(body.errors[0].extensions).toMatchObject({ code: 'UPSTREAM_CHANGED', group: 'cardgame' });
  });
});
