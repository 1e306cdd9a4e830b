import { describe, expect, it } from 'vitest';
import type { Answered } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp();

/** The place and the price of each field that is left out. */
const leftOutOf = ({ errors = [] }: Answered['body']) =>
  errors.map(({ path, extensions: { code, price } }: Answered['body']) => [path.join('.'), code, price]);
const beyond = (path: string, price: number) => [path, 'BUDGET_EXCEEDED', price];

const user = 'user(username: "octocat")';
const repos = (first: number) => `repos(username: "octocat", first: ${first})`;
const twoFragments = `{ ...A ...B } fragment A on Query { coderepo { ${user} { login } } } fragment B on Query { coderepo { ${user} { name } } }`;
const commitsTwice = `{ coderepo { ${repos(10)} { ...A ...B } } } fragment A on CoderepoRepo { commits(first: 1) { sha } } fragment B on CoderepoRepo { commits(first: 1) { message } }`;
const reposTwice = `{ coderepo { a: ${user} { login ...F } b: user(username: "torvalds") { login ...F } } } fragment F on CoderepoUser { repos(first: 1) { name } }`;
const accounts = `livestream { user(login: "lucaheron") { accounts {
  ... on PhotosocialAccountLink { user { username } } ... on CoderepoAccountLink { user { login } } ... on ShortvideoAccountLink { user { __typename } } } } }`;
const weather = 'weather { current(city: "Oslo") { name } }';
const inUnion = 'livestream.user.accounts';

describe('@budget', () => {
  it.each<[string, number, string, number, readonly unknown[]]>([
    ['pays once for a field of two fragments', 1, twoFragments, 1, []],
    ['pays once for lookups of two fragments below a list', 11, commitsTwice, 11, []],
    [
      'leaves out lookups of two fragments at each of their places',
      10,
      commitsTwice,
      1,
      Array.from({ length: 10 }, (_, index) => beyond(`coderepo.repos.${index}.commits`, 10)),
    ],
    ['pays for one of two places of a fragment', 3, reposTwice, 3, [beyond('coderepo.b.repos', 1)]],
    ['pays for one type of a union', 9, `{ ${accounts} }`, 9, []],
    ['leaves types of a union alone', 9, `{ ${accounts} ${weather} }`, 9, [beyond('weather.current', 1)]],
    [
      'pays for what comes first',
      9,
      `{ ${weather} livestream { user(login: "lucaheron") { login } } }`,
      2,
      [],
    ],
  ])('%s', async (_, lookups, query, requested, leftOut) => {
    const { status, body, cost } = await app.graphql(`query @budget(lookups: ${lookups}) ${query}`);
    expect([status, cost?.requested]).toEqual([200, requested]);
    expect(leftOutOf(body)).toEqual(leftOut);
  });

  it('leaves out a type of a union that is dearer than those before it', async () => {
    const query = `query @budget(lookups: 9) { livestream { user(login: "lucaheron") { accounts {
      ... on CoderepoAccountLink { user { login repos(first: 1) { name } } } ... on PhotosocialAccountLink { user { username } } } } } }`;
    const { body, cost } = await app.graphql(query);
    expect(cost?.requested).toBe(9);
    for (const [path, code, price] of leftOutOf(body)) {
      expect([path, code, price]).toEqual([
        expect.stringMatching(/accounts\.\d+\.user\.repos$/),
        'BUDGET_EXCEEDED',
        8,
      ]);
    }
    expect(leftOutOf(body)).not.toEqual([]);
  });

  it.each([0, 1, 2, 4])(
    'of %i runs nothing where fields below lists leave no lookup in it',
    async (lookups) => {
      const names = Array.from({ length: 900 }, (_, index) => `f${index}: name`).join(' ');
      const query = `query @budget(lookups: ${lookups}) { coderepo { repos(username: "${freshName('wide')}", first: 1) { ${names} } } }`;
      const headers = await app.issue({ perMinute: 20 });
      await app.clearCalls();
      const { status, body } = await app.graphql(query, {}, { headers });
      expect([status, body.data]).toEqual([400, undefined]);
      expect(body.errors).toMatchObject([{ extensions: { code: 'BUDGET_EXCEEDED', price: 4 } }]);
      expect(await app.calls()).toEqual([]);
      const { cost } = await app.graphql('{ __typename }', {}, { headers });
      expect(cost?.remaining).toBe(19);
    },
  );

  it('keeps to the variables of each of several queries under way', async () => {
    const query = `query ($first: Int) @budget(lookups: 6) { coderepo { repos(username: "octocat", first: $first) { commits(first: 1) { sha } } } }`;
    const answers = await Promise.all([5, 6, 5, 6].map((first) => app.graphql(query, { first })));
    expect(answers.map(({ body, cost }) => [cost?.requested, leftOutOf(body).length])).toEqual([
      [6, 0],
      [1, 6],
      [6, 0],
      [1, 6],
    ]);
  });
});

describe('extensions.cost.fields', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['a field of two fragments once', twoFragments, [['coderepo.user', 1, 1]]],
    [
      'a lookup of two fragments below a list once',
      commitsTwice,
      [
        ['coderepo.repos', 1, 1],
        ['coderepo.repos.commits', 10, 10],
      ],
    ],
    [
      'for types of a union what each adds',
      `{ ${accounts} }`,
      [
        ['livestream.user', 1, 1],
        [`${inUnion}.user`, 8, 8],
        [`${inUnion}.user`, 8, 0],
        [`${inUnion}.user`, 8, 0],
      ],
    ],
  ])('states %s, and adds up to the price', async (_, query, shares) => {
    const { cost } = await app.ask('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query, extensions: { cost: true } }),
      headers: { 'content-type': 'application/json' },
    });
    expect(cost?.fields?.map(({ field, parents, price }) => [field, parents, price])).toEqual(shares);
    expect(cost?.fields?.reduce((sum, { price }) => sum + price, 0)).toBe(cost?.requested);
  });
});
