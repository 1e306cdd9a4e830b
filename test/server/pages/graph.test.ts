import { fileURLToPath } from 'node:url';
import { buildSchema, Kind, parse, print, type SelectionSetNode, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { groups } from '../../../core/groups.ts';
import { exampleFolder } from '../../../rest/kernel/route.ts';
import { crossDomainQueries, edgeExamples, ownExamples } from '../../../schema/examples.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer } from '../../../schema/kernel/prepare.ts';
import { graphPicture } from '../../../scripts/graph-picture.ts';
import { exampleQueriesFor } from '../../../server/pages/example-queries.ts';
import { groupEdges } from '../../../server/pages/graph-edges.ts';
import { useTestApp } from '../../suite.ts';

const preparer = createPreparer(schema);
const edges = groupEdges(schema);
const examplesFolder = fileURLToPath(new URL('../../../examples', import.meta.url));

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

/** The selection of an edge in a document. */
function selectionOf(query: string, name: string): SelectionSetNode | undefined {
  let found: SelectionSetNode | undefined;
  visit(parse(query), {
    [Kind.FIELD](node) {
      if (node.name.value === name && node.selectionSet) found = node.selectionSet;
    },
  });
  return found;
}

/** The values below each field of a name. */
const valuesAt = (value: unknown, name: string): readonly unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, below]) => (key === name ? [below] : valuesAt(below, name)));

const leaves = (value: unknown): number => {
  if (value === null) return 0;
  return typeof value === 'object'
    ? Object.values(value as object).reduce((sum: number, below) => sum + leaves(below), 0)
    : 1;
};

/** The texts of the sandbox here have no addresses. */
const withoutData = new Set(['MicroblogPost.links', 'ShortvideoVideo.links']);

describe('the example of an edge', () => {
  const app = useTestApp({ environment: { SONGID_MEDIA_DIR: examplesFolder } });
  const names = edges.map(({ type, field }) => `${type}.${field}`);

  it('is there for every edge but four: artists link no accounts of these sites', () => {
    const without = names.filter((name) => !(name in edgeExamples));
    expect(without).toEqual(
      ['coderepo', 'livestream', 'pinboard', 'videosite'].map((site) => `MusicArtist.${site}`),
    );
    expect(Object.keys(edgeExamples).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(Object.entries({ ...edgeExamples, ...ownExamples }))(
    'selects two fields of the far object, can be afforded and leads there: %s',
    async (name, query) => {
      const field = name.split('.')[1]!;
      expect(validate(schema, parse(query))).toEqual([]);
      expect(print(selectionOf(query, field)!).match(/^\s*\w+$/gm)!.length).toBeGreaterThanOrEqual(2);
      const preparation = preparer.prepare(query);
      if (!('prepared' in preparation)) throw new Error(`It is refused: ${preparation.errors.join()}`);
      expect(preparation.prepared.price({})).toBeLessThanOrEqual(affordable);
      // A key may take half of the day's searches.
      const headers = await app.issue({ groups: [...groups, 'songid:files'] });
      const { body } = await app.graphql(query.replace(exampleFolder, examplesFolder), {}, { headers });
      expect(body.errors).toBeUndefined();
      if (withoutData.has(name)) return;
      expect(Math.max(...valuesAt(body.data, field).map(leaves))).toBeGreaterThanOrEqual(2);
    },
  );
});

/** The paths of what is null, or an empty list. */
const hollow = (value: unknown, path = ''): readonly string[] => {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value as object);
  return entries.length === 0 ? [path] : entries.flatMap(([key, below]) => hollow(below, `${path}.${key}`));
};

describe('the tabs of GraphiQL', () => {
  const app = useTestApp();
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
      expect(hollow(body.data)).toEqual([]);
      expect(Number(headers.get('x-query-cost'))).toBeLessThanOrEqual(affordable);
    },
  );
});

describe('the picture', () => {
  const picture = graphPicture(groups, edges);

  it('has every group once, and a line for each pair of linked groups', () => {
    const names = [...picture.matchAll(/<text[^>]*>(\w+)<\/text>/g)].map(([, name]) => name);
    expect(names.sort()).toEqual([...groups].sort());
    const pairs = new Set(edges.map(({ from, to }) => `${from} ${to}`));
    expect([...picture.matchAll(/class="line"/g)]).toHaveLength(pairs.size);
  });

  it('lies within its frame', () => {
    const coordinates = [...picture.matchAll(/class="line" d="M([^"]+)"/g)].flatMap(([, path]) =>
      path!.split(/[ C]/).map(Number),
    );
    expect(coordinates.filter((at) => !(Math.abs(at) <= 320))).toEqual([]);
  });
});
