import { describe, expect, it } from 'vitest';
import { searches } from '../resolvers/search.ts';
import { schema } from '../schema/index.ts';
import type { Answered } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();

const groups = Object.keys(searches);
/** Lookups that a search of a group costs: sports has one request for each league. */
const priceOf = (group: string) => (group === 'sports' ? 6 : 1);
const names = (of: readonly string[]) => `[${of.map((group) => group.toUpperCase()).join(', ')}]`;
const hits = '{ group rank object { __typename } }';
const everywhere = `query ($text: String!) { search(text: $text) ${hits} }`;

/** By group: words that the sandbox finds, the type of the hits, and the hosts that are asked for them. */
const rows: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['music', 'love', 'MusicTrackRef', ['api-partner.spotify.com', 'api.spotify.com']],
  ['videosite', 'chess', 'VideositeSearchResult', ['www.googleapis.com']],
  ['microblog', 'jack', 'MicroblogUser', ['api.x.com', 'syndication.twitter.com', 'x.com']],
  ['pinboard', 'red birds', 'PinboardPin', ['www.pinterest.com']],
  ['livestream', 'chess', 'LivestreamFoundChannel', ['api.twitch.tv']],
  ['clips', 'flamingo', 'ClipsClip', ['developers.medal.tv']],
  ['cardgame', 'royal', 'CardgameFoundClan', ['api.clashroyale.com']],
  ['brgame', 'a', 'BrgameCosmetic', ['fortnite-api.com']],
  ['titledb', 'chess', 'TitledbSearchResult', ['www.omdbapi.com']],
  ['news', 'chess', 'NewsArticle', ['newsapi.org']],
  ['sports', 'the name of a team', 'SportsTeam', ['site.api.espn.com', 'site.web.api.espn.com']],
];

async function teamName(): Promise<string> {
  const { body } = await app.graphql('{ sports { teams(league: HOCKEY_PRO) { teams { name } } } }');
  return body.data.sports.teams.teams[0].name;
}

const hitsOf = ({ body }: Answered): Answered['body'][] => body.data.search;

it('of words that a group reports as absent has no hits of it, and no error', async () => {
  const { body } = await app.graphql('{ search(text: "notfound-1", in: [TITLEDB]) { group } }');
  expect(body).toEqual({ data: { search: [] } });
});

/** Before any other test: the teams of sports are cached for hours. */
describe('a group that fails', () => {
  it.each(rows)('leaves the others whole and is named: %s', async (group, _text, _type, hosts) => {
    const other = group === 'titledb' ? 'livestream' : 'titledb';
    await app.fault(...hosts.map((host) => ({ host, status: 500 })));
    const query = `query ($text: String!) { search(text: $text, in: ${names([group, other])}) ${hits} }`;
    const answer = await app.graphql(query, { text: freshName('f').slice(0, 15) });
    await app.clearFaults();
    app.clock.skip(120_000);
    const found = hitsOf(answer);
    expect(found.at(-1)).toBeNull();
    const others = found.slice(0, -1).map((hit) => hit.group);
    expect(new Set(others)).toEqual(new Set([other.toUpperCase()]));
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.body.errors[0]).toMatchObject({
      path: ['search', others.length],
      extensions: { group, retryable: true },
    });
  });
});

describe('search(text:, in:, first:)', () => {
  it('has a row below for each group', () => {
    expect(rows.map(([group]) => group).sort()).toEqual([...groups].sort());
  });

  it.each(rows)('finds in %s alone, for its price', async (group, word, type) => {
    const text = group === 'sports' ? await teamName() : word;
    const query = `query ($text: String!) { search(text: $text, in: ${names([group])}, first: 3) ${hits} }`;
    const answer = await app.graphql(query, { text });
    expect(answer.body.errors).toBeUndefined();
    const found = hitsOf(answer);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(3);
    expect(found).toEqual(
      found.map((_, index) => ({
        group: group.toUpperCase(),
        rank: index + 1,
        object: { __typename: type },
      })),
    );
    expect(answer.cost?.requested).toBe(priceOf(group));
  });

  it('asks every group side by side, the best hits first', async () => {
    const answer = await app.graphql(everywhere, { text: 'chess' });
    expect(answer.body.errors).toBeUndefined();
    const found = hitsOf(answer);
    const ranks = found.map(({ rank }) => rank);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(Math.max(...ranks)).toBeLessThanOrEqual(5);
    expect(new Set(found.map(({ group }) => group)).size).toBeGreaterThan(5);
    expect(answer.cost?.requested).toBe(groups.reduce((sum, group) => sum + priceOf(group), 0));
  });

  it.each([
    ['an empty text', { text: '  ' }, 'MISSING'],
    ['a text that is too long', { text: 'a'.repeat(101) }, 'INVALID'],
    ['no hits', { text: 'chess', first: 0 }, 'INVALID'],
    ['too many hits', { text: 'chess', first: 21 }, 'INVALID'],
    ['no group', { text: 'chess', in: [] }, 'INVALID'],
  ])('refuses %s, and asks nothing', async (_, variables, code) => {
    await app.clearCalls();
    const query = `query ($text: String!, $in: [SearchGroup!], $first: Int) { search(text: $text, in: $in, first: $first) ${hits} }`;
    const { body } = await app.graphql(query, variables);
    expect([body.data, body.errors[0].extensions.code]).toEqual([{ search: null }, code]);
    expect(await app.calls()).toEqual([]);
  });
});

describe('the examples of lookup and search in GraphiQL', () => {
  const fields = schema.getQueryType()!.getFields();
  const examples = [fields.lookup!, fields.search!].flatMap(({ extensions }) => extensions.examples ?? []);
  it.each(examples.map((example) => [example.title, example] as const))('%s', async (_, example) => {
    const { body } = await app.graphql(example.query, JSON.parse(example.variables ?? '{}'));
    expect(body.errors).toBeUndefined();
    expect(body.data.search?.length ?? Object.keys(body.data.lookup).length).toBeGreaterThan(1);
  });

  it('are one of each at least', () => {
    expect(examples.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the permissions of search', () => {
  it('leave out groups that are not named', async () => {
    const headers = await app.issue({ groups: ['titledb', 'livestream', 'weather'] });
    const all = await app.graphql(everywhere, { text: 'chess' });
    for (const _ of [1, 2, 3]) {
      const answer = await app.graphql(everywhere, { text: 'chess' }, { headers });
      expect(answer.body.errors).toBeUndefined();
      expect(new Set(hitsOf(answer).map(({ group }) => group))).toEqual(new Set(['TITLEDB', 'LIVESTREAM']));
      expect(answer.cost?.requested).toBe(2);
    }
    expect((await app.graphql(everywhere, { text: 'chess' })).body).toEqual(all.body);
  });

  it('are errors of groups that are named', async () => {
    const headers = await app.issue({ groups: ['titledb'] });
    const query = `{ search(text: "chess", in: [TITLEDB, NEWS]) ${hits} }`;
    const answer = await app.graphql(query, {}, { headers });
    expect(hitsOf(answer).at(-1)).toBeNull();
    expect(answer.body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', group: 'news' } }]);
    expect(answer.cost?.requested).toBe(2);
  });

  it('refuse a key without any of them', async () => {
    const headers = await app.issue({ groups: ['weather'] });
    expect((await app.graphql(everywhere, { text: 'chess' }, { headers })).status).toBe(403);
    const named = `{ search(text: "chess", in: [NEWS]) ${hits} }`;
    expect((await app.graphql(named, {}, { headers })).status).toBe(403);
  });
});

describe('lookups below hits', () => {
  const query = `query ($in: [SearchGroup!], $first: Int) { search(text: "chess", in: $in, first: $first) { object {
    ... on LivestreamFoundChannel { stream { title } }
    ... on TitledbSearchResult { details { title } }
    ... on MicroblogUser { posts { text } } } } }`;
  it.each([
    ['LIVESTREAM', 2, 1 + 1],
    ['TITLEDB', 3, 1 + 3],
    ['NEWS', 3, 1],
  ])('in %s cost as many as there may be hits of their type', async (group, first, price) => {
    const { body, cost } = await app.graphql(query, { in: [group], first });
    expect([body.errors, cost?.requested]).toEqual([undefined, price]);
  });
});
