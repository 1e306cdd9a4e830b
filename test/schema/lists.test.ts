import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { useTestApp } from '../suite.ts';

const app = useTestApp();

const members = (first: string) => `{ cardgame { clan(tag: "#2PP00") { memberList${first} { tag } } } }`;
const repos = (first: string) => `{ coderepo { repos(username: "octocat"${first}) { name } } }`;

describe('A list with more than 20 items', () => {
  it.each([
    ['of a lookup', (first: string) => repos(first && `, ${first}`), 1000],
    ['of an object', (first: string) => members(first && `(${first})`), 50],
  ])('%s has ten items unless more are asked for', async (_, query, max) => {
    const lengthOf = async (first: string) => {
      const { body } = await app.graphql(query(first));
      expect(body.errors).toBeUndefined();
      return body.data.coderepo?.repos.length ?? body.data.cardgame.clan.memberList.length;
    };
    const all = await lengthOf(`first: ${max}`);
    expect(all).toBeGreaterThan(10);
    expect(await lengthOf('')).toBe(10);
    expect(await lengthOf('first: null')).toBe(10);
    expect(await lengthOf('first: 3')).toBe(3);
  });

  describe.each([
    ['of a lookup', (first: number) => repos(`, first: ${first}`), 1000],
    ['of an object', (first: number) => members(`(first: ${first})`), 50],
  ])('%s', (_, query, max) => {
    it.each([0, -1, max + 1])('refuses first: %i', async (first) => {
      const { body } = await app.graphql(query(first));
      expect(body.errors[0]).toMatchObject({
        message: `first must be a whole number from 1 to ${max}.`,
        extensions: { code: 'INVALID' },
      });
    });
  });
});

describe('The price below a list', () => {
  const preparer = createPreparer(schema);
  const priceOf = (query: string, variables = {}) => {
    const preparation = preparer.prepare(query);
    if ('errors' in preparation) throw preparation.errors[0];
    return preparation.prepared.price(variables);
  };
  const below = (list: string, variables = '') =>
    `query ${variables} { cardgame { clan(tag: "#2PP00") { ${list} { player { name } } } } }`;

  it.each<[string, string, Record<string, unknown>, number]>([
    ['ten lookups by default', below('memberList'), {}, 1 + 10],
    ['as many as are asked for', below('memberList(first: 3)'), {}, 1 + 3],
    ['as many as a variable asks for', below('memberList(first: $n)', '($n: Int)'), { n: 40 }, 1 + 40],
    ['ten where the variable is null', below('memberList(first: $n)', '($n: Int)'), { n: null }, 1 + 10],
    [
      'as many as there usually are',
      '{ music { track(id: "a") { artists { artist { name } } } } }',
      {},
      1 + 4,
    ],
    ['all for all', '{ music { track(id: "a") { artists(first: 20) { artist { name } } } } }', {}, 1 + 20],
    [
      'of usual ones in several lists',
      '{ sports { fights { cards { bouts { fighters { news { words } } } } } } }',
      {},
      1 + 2 * 12 * 2,
    ],
    ['ten of a lookup', '{ coderepo { repos(username: "a") { commits { sha } } } }', {}, 1 + 10],
    [
      'the product of nested lists',
      '{ coderepo { repos(username: "a", first: 2) { owner { user { repos(first: 3) { commits { sha } } } } } } }',
      {},
      1 + 2 + 2 + 6,
    ],
  ])('is %s', (_, query, variables, price) => {
    expect(priceOf(query, variables)).toBe(price);
  });
});
