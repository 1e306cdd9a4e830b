import { describe, expect, it } from 'vitest';
import { wholeCatalogues } from '../../app.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp({ catalogueItems: wholeCatalogues });

describe('POST /graphql', () => {
  it('refuses a list whose field is selected under 1,500 aliases, and serves the next query', async () => {
    const aliases = Array.from({ length: 1_500 }, (_, index) => `a${index}: description`).join(' ');
    const query = `{ brgame { cosmetics(first: 20000) { ${aliases} } } }`;
    const responses = await Promise.all([1, 2, 3].map(() => app.graphql(query)));
    for (const { status, body } of responses) {
      expect({ status, data: body.data }).toEqual({ status: 200, data: null });
      expect(body.errors).toMatchObject([
        {
          message:
            'The result has more than 1000000 fields or 32000000 characters: select fewer fields, or shorter lists.',
          extensions: { code: 'INVALID', retryable: false },
        },
      ]);
    }
    const { body } = await app.graphql(
      '{ brgame { cosmetics(first: 20000) { cosmeticId name description } } }',
    );
    expect(body.errors).toBeUndefined();
  });
});
