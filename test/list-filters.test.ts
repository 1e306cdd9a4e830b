import { describe, expect, it } from 'vitest';
import { routeGroups } from '../rest/index.ts';
import { compileRoutes } from '../rest/kernel/compile.ts';
import { schema } from '../schema/index.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import type { Answered } from './app.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();

type Item = Answered['body'];
type Row = [
  path: string,
  parameters: string,
  list: string,
  keeps: (item: Item) => boolean,
  by?: (item: Item) => string | number,
];

/** Routes with parameters, the member of the body with the list, what each item fulfils, and what they descend by. */
const rows: readonly Row[] = [
  [
    '/api/coderepo/repos?username=octocat',
    'filter.minStars=10&filter.fork=false&orderBy=starsDesc',
    'data',
    ({ stars, fork }) => stars >= 10 && !fork,
    ({ stars }) => stars,
  ],
  [
    '/api/coderepo/repos?username=octocat',
    'filter.language=go,TypeScript&orderBy=updatedDesc',
    'data',
    ({ language }) => ['Go', 'TypeScript'].includes(language),
    ({ updatedAt }) => updatedAt,
  ],
  [
    '/api/livestream/streams/top?first=100',
    'filter.language=de&orderBy=viewersDesc',
    'data',
    ({ language }) => language === 'de',
    ({ viewer_count: viewers }) => viewers,
  ],
  [
    // A round ends with the next day that has a match to come, at any time of the day.
    '/api/sports/soccer?league=all',
    'filter.status=Pre-Game',
    'matches',
    ({ status }) => status === 'Pre-Game',
  ],
  [
    '/api/clips/trending?limit=50',
    'filter.minLikes=20&orderBy=likesDesc',
    'contentObjects',
    ({ contentLikes }) => contentLikes >= 20,
    ({ contentLikes }) => contentLikes,
  ],
  [
    '/api/cardgame/members/%23P0LYGJ',
    'filter.role=ELDER&orderBy=trophiesDesc',
    'items',
    ({ role }) => role === 'elder',
    ({ trophies }) => trophies,
  ],
  [
    '/api/arenagame/club/8P2QG08P/members',
    'filter.role=senior&orderBy=trophiesDesc',
    'items',
    ({ role }) => role === 'senior',
    ({ trophies }) => trophies,
  ],
  [
    '/api/brgame/cosmetics/br',
    'filter.type=outfit&orderBy=addedDesc',
    'data',
    ({ type }) => type.value === 'outfit',
    ({ added }) => added,
  ],
  [
    '/api/news/everything?q=chess',
    'filter.since=2000-01-01&orderBy=publishedDesc',
    'articles',
    () => true,
    ({ publishedAt }) => Date.parse(publishedAt),
  ],
  [
    '/api/microblog/user/posts?username=jack',
    'filter.kind=post&filter.hasMedia=true',
    'messages',
    ({ is_quote: isQuote, reshared, media }) => !isQuote && !reshared && media.length > 0,
  ],
  [
    '/api/videosite/search?q=chess&max_results=50',
    'filter.since=2001-01-01&orderBy=publishedDesc',
    'results',
    () => true,
    ({ snippet }) => snippet.publishedAt,
  ],
];

describe('filter and orderBy of a route', () => {
  it.each(rows)('choose from what is at hand: %s, %s', async (path, parameters, member, keeps, by) => {
    const whole = await app.ask(path);
    await app.clearCalls();
    const chosen = await app.ask(`${path}${path.includes('?') ? '&' : '?'}${parameters}`);
    expect(chosen.status, chosen.text).toBe(200);
    expect(await app.calls()).toEqual([]);
    const items = chosen.body[member];
    const expected = whole.body[member].filter(keeps);
    if (by)
      expected.sort((one: Item, other: Item) => (by(one) < by(other) ? 1 : by(one) > by(other) ? -1 : 0));
    expect(expected.length).toBeGreaterThan(0);
    expect(items).toEqual(expected);
    // What stands beside the list is that of the whole.
    expect({ ...chosen.body, [member]: 0 }).toEqual({ ...whole.body, [member]: 0 });
    expect((await app.ask(path)).text).toBe(whole.text);
  });
});

describe('the list of each route', () => {
  const compiled = compileRoutes(createPreparer(schema), routeGroups).filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'orderBy'),
  );

  it('has parameters on the routes whose lists users choose from', () => {
    expect(compiled.length).toBeGreaterThanOrEqual(58);
  });

  it.each(compiled.map((route) => [route.name, route] as const))(
    '%s',
    async (_name, { route, parameters }) => {
      const query = new URLSearchParams(route.example);
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(route.example[name]!),
      );
      const ask = (name: string, value: string) =>
        app.ask(`${path}?${new URLSearchParams([...query, [name, value]])}`);
      const whole = await app.ask(`${path}?${query}`);
      await app.clearCalls();
      const added = parameters.filter(({ isAddition }) => isAddition);
      for (const { name, input } of added) {
        const wrong = await ask(
          name,
          input.graphql.isList && typeof input.graphql.type !== 'object' ? '\u0000' : '!',
        );
        if (input.graphql.type !== 'String' || input.json.format) {
          expect(wrong.status, name).toBe(400);
          expect(wrong.body.error ?? wrong.body.data).toBe(`${name} must be ${input.expected}.`);
        }
      }
      const orders = (added.at(-1)!.input.json as { enum: string[] }).enum;
      for (const order of orders) {
        const ordered = await ask('orderBy', order);
        expect(ordered.status, `${order}: ${ordered.text}`).toBe(200);
        expect(ordered.text.length, order).toBe(whole.text.length);
      }
      expect(await app.calls()).toEqual([]);
    },
  );
});

describe('filter and orderBy in the graph', () => {
  it('come before `first`, cost nothing, and are those of the route', async () => {
    const list =
      '(username: "octocat", filter: { minStars: 10, archived: false }, orderBy: STARS_DESC, first: 3)';
    const { body, cost } = await app.graphql(`{ coderepo { repos${list} { name stars } } }`);
    const route = await app.ask(
      '/api/coderepo/repos?username=octocat&filter.minStars=10&filter.archived=false&orderBy=starsDesc&fields=name,stars',
    );
    expect(body.data.coderepo.repos).toEqual(route.body.data.slice(0, 3));
    expect(body.data.coderepo.repos).toHaveLength(3);
    expect(cost?.requested).toBe(1);
  });

  const repos = (filter: string) => `{ coderepo { repos(username: "never-asked", ${filter}) { name } } }`;
  const below = (list: string) =>
    `query ($since: String, $first: Int) { weather { current(city: "Never") { name } } music { artist(id: "0gxyHStUsqpMadRV0Di1Qt") { ...Below } } }
     fragment Below on MusicArtist { discography { albums(${list}) { name } singles(first: $first, filter: { since: $since }) { name } } }`;

  const uploads =
    'query ($first: Int) { weather { current(city: "Never") { name } } videosite { channel(username: "never-asked") { uploads(first: $first) { items { snippet { title } } } } } }';

  it.each([
    [repos('filter: { minStars: -1 }'), {}, 'filter.minStars must be a whole number, 0 or more.'],
    [repos('filter: { updatedSince: "yesterday" }'), {}, 'filter.updatedSince must be a date such as'],
    [repos('filter: { language: [] }'), {}, 'filter.language must be 1 to 20 values'],
    [below('filter: { since: "yesterday" }'), {}, 'filter.since must be a date such as'],
    [below('first: 1'), { since: 'yesterday' }, 'filter.since must be a date such as'],
    [below('first: 1001'), {}, 'first must be a whole number from 1 to 1000.'],
    [below('first: 1'), { first: 0 }, 'first must be a whole number from 1 to 1000.'],
    [uploads, { first: 999 }, 'first must be a whole number from 1 to 50.'],
  ])('refuse before any lookup runs: %s with %j', async (query, variables, message) => {
    await app.clearCalls();
    const headers = { accept: 'application/graphql-response+json' };
    const { status, body } = await app.graphql(query, variables, { headers });
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining(message), extensions: { code: 'INVALID' } }] },
    ]);
    expect([body.data, body.errors.length]).toEqual([undefined, 1]);
    // The location is that of the argument.
    const [{ line, column }] = body.errors[0].locations;
    const argument = message.split(/[. ]/)[0]!;
    expect(query.split('\n')[line - 1]!.slice(column - 1)).toMatch(new RegExp(`^${argument}:`));
    expect(await app.calls()).toEqual([]);
  });

  const user = (selections: string) =>
    `query ($on: Boolean!, $n: Int) { coderepo { user(username: "octocat") { login ${selections} } } }`;
  const inFragment = (selections: string) =>
    `${user(selections)} fragment F on CoderepoUser { repos(first: $n) { name } }`;

  it.each([
    ['the list itself', user('repos(first: $n) @include(if: $on) { name }')],
    ['an inline fragment', user('... @include(if: $on) { repos(first: $n) { name } }')],
    [
      'a field above',
      `${user('').slice(0, -3)} x: user(username: "octocat") @include(if: $on) { repos(first: $n) { name } } } }`,
    ],
    ['a spread fragment', inFragment('...F @include(if: $on)')],
    ['a fragment that is skipped', inFragment('...F @skip(if: $on)')],
    ['a fragment around a spread', inFragment('... @include(if: $on) { ...F }')],
  ])('are not checked where a directive leaves out %s', async (where, query) => {
    const isSkipped = where.endsWith('skipped');
    const leftOut = await app.graphql(query, { on: isSkipped, n: 0 });
    expect(leftOut.body).toEqual({ data: { coderepo: { user: { login: 'octocat' } } } });
    const selected = await app.graphql(query, { on: !isSkipped, n: 0 });
    expect(selected.body.errors.map(({ message }: Item) => message)).toEqual([
      'first must be a whole number from 1 to 1000.',
    ]);
  });

  it('are checked once for a fragment that one of several spreads selects', async () => {
    const query = inFragment('...F @include(if: $on) own: repos(first: 1) { owner { user { ...F } } } ...F');
    const { body } = await app.graphql(query, { on: false, n: 0 });
    expect(body.errors).toMatchObject([{ message: 'first must be a whole number from 1 to 1000.' }]);
  });

  it.each([
    [
      'the games of a team',
      '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 30) { list: games(filter: { status: [PRE_GAME] }) { status } } } } }',
      ({ status }: Item) => status === 'PRE_GAME',
    ],
    [
      'the videos about something',
      '{ weather { current(city: "Boston") { videos(first: 20) { list: results(filter: { title: "boston" }) { snippet { title } } } } } }',
      ({ snippet }: Item) => /boston/i.test(snippet.title),
    ],
  ])('choose %s', async (_, query, keeps) => {
    const { body } = await app.graphql(query);
    expect(body.errors).toBeUndefined();
    const lists = [...JSON.stringify(body.data).matchAll(/"list":(\[.*?\])[,}]/g)].map(([, list]) =>
      JSON.parse(list!),
    );
    expect(lists.flat().length).toBeGreaterThan(0);
    expect(lists.flat().every(keeps)).toBe(true);
  });

  it('concern the items of a page alone', async () => {
    const page = '{ items(filter: { language: ["de"] }) { language } next }';
    const { body } = await app.graphql(`{ livestream { topStreams(first: 50) ${page} } }`);
    const { items, next } = body.data.livestream.topStreams;
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThan(50);
    expect(items.every((item: Item) => item.language === 'de')).toBe(true);
    expect(next).not.toBeNull();
  });
});
