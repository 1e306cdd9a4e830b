import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../../../core/groups.ts';
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { openApi } from '../../../rest/kernel/openapi.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer } from '../../../schema/kernel/prepare.ts';
import { crossDomainQueries } from '../../../server/pages/cross-domain-queries.ts';
import type { ApiDocument } from '../../../server/pages/docs-document.ts';
import { exampleQueriesFor } from '../../../server/pages/example-queries.ts';
import { groupEdges } from '../../../server/pages/graph-edges.ts';
import { linksOf, pictureFile } from '../../../server/pages/graph-picture.ts';
import { createQuestions } from '../../../server/pages/graph-questions.ts';
import { startTestApp, type TestApp } from '../../app.ts';

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);
const listed = routeGroups.map(({ group }) => ({ group, description: group }));
const api = openApi({ schema, version: '1.2.3', groups: listed, routes }) as unknown as ApiDocument;
const edges = groupEdges(schema);
const questions = createQuestions(schema, api);

/** What a key without further limits may ask in a minute. */
const affordable = 100;

describe('the edges of a schema', () => {
  it('are fields that lead from a type of one group to another group', () => {
    const small = buildSchema(`
      type Query { music: Music news: News }
      type Music { track: MusicTrack }
      type MusicTrack { name: String album: MusicTrack headlines: [NewsArticle!] links: [Link!] found: Found }
      type News { article: NewsArticle }
      type NewsArticle { title: String }
      type Link { url: String article: NewsArticle }
      union Found = NewsArticle | MusicTrack
    `);
    const found = groupEdges(small).map(({ from, to, type, field }) => [from, to, `${type}.${field}`]);
    expect(found).toEqual([
      ['music', 'news', 'MusicTrack.found'],
      ['music', 'news', 'MusicTrack.headlines'],
      ['music', 'news', 'MusicTrack.links'],
    ]);
  });

  it('follow the lookup of a field', () => {
    expect(edges).toContainEqual(
      expect.objectContaining({ from: 'coderepo', to: 'weather', type: 'CoderepoUser', field: 'weather' }),
    );
    expect(edges.every(({ from, to }) => from !== to)).toBe(true);
  });
});

describe('the question of an edge', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const asked = edges.flatMap((edge) => {
    const query = questions.ask(edge);
    return query === undefined ? [] : [[`${edge.type}.${edge.field}`, edge, query] as const];
  });

  it('is there for nearly every edge', () => {
    expect(asked.length).toBeGreaterThanOrEqual(edges.length * 0.9);
  });

  it.each(asked)('fits the schema, can be afforded and runs: %s', async (_, edge, query) => {
    expect(query).toMatch(new RegExp(`\\b${edge.field}\\b`));
    expect(validate(schema, parse(query))).toEqual([]);
    const preparation = preparer.prepare(query);
    if (!('prepared' in preparation)) throw new Error(`It is refused: ${preparation.errors.join()}`);
    expect(preparation.prepared.price({})).toBeLessThanOrEqual(affordable);
    // It asks for a file of the demo.
    if (query.includes('identify(path')) return;
    expect((await app.graphql(query)).body.errors).toBeUndefined();
  });
});

describe('the tabs of GraphiQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const tabs = exampleQueriesFor(schema);

  it('ask eight groups, and leave out none of the queries over several groups', () => {
    const asked = tabs.flatMap(({ query }) =>
      groups.filter((group) => new RegExp(`^  ${group} `, 'm').test(query)),
    );
    expect(new Set(asked).size).toBeGreaterThanOrEqual(8);
    expect(tabs.map(({ query }) => query)).toEqual(expect.arrayContaining([...crossDomainQueries]));
  });

  it.each(tabs.map(({ query, variables }) => [/query (\w+)/.exec(query)?.[1], query, variables] as const))(
    'run, and can be afforded: %s',
    async (_, query, variables = '{}') => {
      const { body, headers } = await app.graphql(query, JSON.parse(variables));
      expect(body.errors).toBeUndefined();
      expect(Number(headers.get('x-query-cost'))).toBeLessThanOrEqual(affordable);
    },
  );
});

describe('the picture', () => {
  const picture = pictureFile(groups, edges);

  it('has every group once, and a line for each pair of linked groups', () => {
    const names = [...picture.matchAll(/<text[^>]*>(\w+)<\/text>/g)].map(([, name]) => name);
    expect(names.sort()).toEqual([...groups].sort());
    expect([...picture.matchAll(/class="line"/g)]).toHaveLength(linksOf(edges).length);
  });

  it('draws the same for the same schema, within its frame', () => {
    expect(pictureFile(groups, groupEdges(schema))).toBe(picture);
    const coordinates = [...picture.matchAll(/class="line" d="M([^"]+)"/g)].flatMap(([, path]) =>
      path!.split(/[ C]/).map(Number),
    );
    expect(coordinates.filter((at) => !(Math.abs(at) <= 320))).toEqual([]);
  });
});
