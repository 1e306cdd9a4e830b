import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkAliases, checkEntities } from '../group-check/check-entities.ts';
import { checkEndpointNames, checkExposure } from '../group-check/check-modules.ts';
import { checkSchema } from '../group-check/check-schema.ts';
import { count, exactlyOne, freeText, type Inputs, identifier } from '../resolvers/kernel/inputs.ts';
import { byteLookup, lookup } from '../resolvers/kernel/lookup.ts';
import { compileRoutes } from '../rest/kernel/compile.ts';
import { type Route, routes } from '../rest/kernel/route.ts';
import { defineUpstream } from '../sandbox/kernel/upstream.ts';
import { entity } from '../schema/kernel/entity.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { checkFiles, checkGroups } from '../scripts/check-groups.ts';
import { groupLists } from '../scripts/group-lists.ts';
import { checkExamples, checkHosts, checkPaths } from '../server/groups/check-parts.ts';
import { defineSource } from '../sources/kernel/source.ts';

const input = {
  city: freeText('Name of the city.', { optional: true, max: 10 }),
  id: identifier('Id of the city.', { optional: true, pattern: /^\d+$/, expected: 'a number' }),
  days: count('How many days.', { max: 7 }),
};
const shared = { group: 'weather', summary: 'The tides.', run: () => ['low'] } as const;
const tides = lookup({ ...shared, input, rules: [exactlyOne('city', 'id')], maxItems: () => 7 });
const boundless = lookup({ ...shared, summary: 'All tides.', input: {} });
const columns = lookup({ ...shared, summary: 'Columns.', input: { fields: freeText('Which.', { max: 9 }) } });
const chart = byteLookup({ ...shared, summary: 'A map.', input: {}, run: () => Promise.reject(new Error()) });
const forgotten = lookup({ ...shared, summary: 'Old tides.', input: {} });

const list = new GraphQLList(GraphQLString);
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      weather: {
        type: new GraphQLObjectType({
          name: 'Weather',
          fields: {
            tides: {
              type: list,
              args: { city: { type: GraphQLString }, id: { type: GraphQLID }, days: { type: GraphQLInt } },
              extensions: { lookup: tides as never },
            },
            columns: {
              type: GraphQLString,
              args: { fields: { type: GraphQLString } },
              extensions: { lookup: columns as never },
            },
            boundless: { type: list, extensions: { lookup: boundless as never } },
            chart: { type: GraphQLString, extensions: { lookup: { ...chart } as never } },
          },
        }),
      },
    },
  }),
});

const route = (example: Route['example'], path = '/api/weather/tides/{days}'): Route => ({
  path,
  example,
  document:
    'query ($days: Int!, $city: String, $id: ID) { weather { tides(days: $days, city: $city, id: $id) } }',
});

const findingsOf = (example: Route['example']) =>
  checkExamples(compileRoutes(createPreparer(schema), [routes('weather', {}, route(example))]));

describe('the check of examples', () => {
  it('finds nothing wrong with values that the lookup takes', () => {
    expect(findingsOf({ days: '3', city: 'Oslo' })).toEqual([]);
  });

  it('finds a value that no variable takes', () => {
    expect(findingsOf({ days: '3', city: 'Oslo', town: 'Bergen' })).toEqual([
      'The example of /api/weather/tides/{days} has town, which is no variable of its document: remove it.',
    ]);
  });
});

it('the check of parameters finds one that every route has', () => {
  const path = '/api/weather/columns';
  const document = 'query ($fields: String) { weather { columns(fields: $fields) } }';
  const group = routes('weather', {}, { path, example: {}, document });
  expect(checkExamples(compileRoutes(createPreparer(schema), [group]))).toEqual([
    `${path} has the parameter fields, which selects members of every body: rename it.`,
  ]);
});

describe('the check of paths', () => {
  it('finds a route outside the path of its group', () => {
    expect(checkPaths(schema, [routes('weather', {}, route({ days: '3' }, '/api/tides/{days}'))])).toEqual([
      '/api/tides/{days} is a route of weather: let its path begin with /api/weather/.',
    ]);
  });

  it('finds a document that does not fit', () => {
    const group = routes(
      'weather',
      {},
      { path: '/api/weather/x', example: {}, document: '{ weather { x } }' },
    );
    expect(checkPaths(schema, [group])).toEqual([
      expect.stringMatching(/^The document of \/api\/weather\/x does not fit: .*"x"/s),
    ]);
  });
});

describe('the check of lookups', () => {
  it('finds a list without its bound', () => {
    expect(checkSchema(schema)).toContainEqual(
      'Weather.boundless is a list: give its lookup maxItems, the largest number of items.',
    );
  });

  it.each<[string, string, readonly string[]]>([
    ['a list', 'type Query { all: [Tide!]! }', ['Query.all is a list: use t.list, which states its length.']],
    [
      'null in a list that nobody asked one by one',
      'type Query { names: [String]! }',
      ['Query.names lists null, but takes no list: let its items be non-null.'],
    ],
    [
      'a page of another shape',
      'type Query { tides(after: String): Tide }',
      ['Query.tides takes after: let its type implement Page.'],
    ],
    [
      'a cursor that is no text',
      'interface Page { next: String } type Low implements Page { next: String } type Query { tides(after: Int): Low }',
      ['Query.tides(after:) must be a String or an ID, so that it takes the next of a page.'],
    ],
    ['a next outside a page', 'type Query { next: String }', ['Query.next: let its type implement Page.']],
  ])('finds %s', (_, types, findings) => {
    expect(checkSchema(buildSchema(`${types} type Tide { height: Int }`))).toEqual(findings);
  });

  it('finds a lookup that no field exposes', () => {
    const exports = { tides, boundless, chart, forgotten, other: 1 };
    expect(checkExposure(schema, [{ path: 'resolvers/weather.ts', group: 'weather', exports }])).toEqual([
      'forgotten of resolvers/weather.ts is exposed by no field: use it in the schema of weather, or remove it.',
    ]);
  });
});

describe('the check of sources', () => {
  const source = defineSource({
    group: 'weather',
    origins: ['https://api.tides.example', 'https://*.files.example'],
  });

  it('takes a wildcard for every name below it', () => {
    const upstream = defineUpstream({ hosts: ['api.tides.example', 'a.files.example'], routes: [] });
    expect(checkHosts([source], [upstream])).toEqual([]);
  });

  it('finds a misspelt host on either side', () => {
    const upstream = defineUpstream({ hosts: ['api.tide.example', 'a.files.example'], routes: [] });
    expect(checkHosts([source], [upstream])).toEqual([
      'api.tides.example is an origin of weather that no upstream of its sandbox serves: correct one of them.',
      'The sandbox serves api.tide.example, which is an origin of no source: correct the host, or remove it.',
    ]);
  });

  it('finds a name that two endpoints share', () => {
    const spec = { request: () => ({ path: '/' }), decode: z.string(), cache: { freshMs: 1 } };
    const [low, high] = [source.endpoint('tide', spec), source.endpoint('tide', spec)];
    const path = 'sources/weather.ts';
    expect(checkEndpointNames([{ path, group: 'weather', exports: { low, again: low } }])).toEqual([]);
    expect(checkEndpointNames([{ path, group: 'weather', exports: { low, high } }])).toEqual([
      'Two endpoints of weather are named tide, so they would share cache entries: rename one.',
    ]);
  });
});

describe('the check of files', () => {
  const written = ['sources', 'resolvers', 'schema', 'rest', 'sandbox'];
  const paths = [...written.map((layer) => `${layer}/tides.ts`), 'sources/index.ts', 'sandbox/mud.ts'];
  const tree = {
    read: (path: string) => (paths.includes(path) ? 'export const source = 1;' : undefined),
    list: (folder: string) =>
      paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
  };

  it('finds what a group lacks, and a file of no group', () => {
    expect(checkFiles(tree, ['tides'])).toEqual([
      'test/tides.test.ts is missing: write the tests of its routes there, or take tides out of core/groups.ts.',
      'test/contract/tides.ts is missing: write its contract as data there, or take tides out of core/groups.ts.',
      'test/replay/tides.ts is missing: write its replays of recordings, or an empty list there, or take tides out of core/groups.ts.',
      'sandbox/mud.ts is of no group: add mud to core/groups.ts, or rename the file.',
    ]);
  });

  it('finds a source that is not exported', () => {
    const silent = { ...tree, read: (path: string) => path };
    expect(checkFiles(silent, ['tides'])).toContain(
      'sources/tides.ts exports no source: export it as source, or several as sources.',
    );
  });

  it('leaves what does not exist yet out of the generated lists', () => {
    const lists = groupLists(tree, ['tides']);
    expect(lists['sources/index.ts']).toContain("import { source as tides } from './tides.ts';");
    expect(lists['sandbox/upstreams.ts']).toContain('\n  tides,\n');
    expect(lists['test/contract/index.ts']).not.toContain('tides');
  });
});

describe('the check of entities', () => {
  const identified = (
    name: string,
    more: object = {},
    id: GraphQLOutputType = new GraphQLNonNull(GraphQLID),
  ) => new GraphQLObjectType({ name, fields: { id: { type: id } }, ...more });
  const found = (types: Record<string, GraphQLObjectType>, inputs: Inputs) =>
    new GraphQLObjectType({
      name: 'Weather',
      fields: Object.fromEntries(
        Object.entries(types).map(([name, type]) => [
          name,
          { type, extensions: { lookup: lookup({ ...shared, input: inputs }) as never } },
        ]),
      ),
    });
  const graph = (types: Record<string, GraphQLObjectType>, inputs: Inputs = {}) =>
    new GraphQLSchema({
      query: new GraphQLObjectType({ name: 'Query', fields: { weather: { type: found(types, inputs) } } }),
    });
  const { id, city } = input;

  it.each<[string, GraphQLSchema, readonly RegExp[]]>([
    ['an id that nothing is found by', graph({ tide: identified('Tide') }), [/^Tide\.id is taken for/]],
    ['a lookup that takes more than an id', graph({ tide: identified('Tide') }, { id, city }), [/^Tide\.id/]],
    [
      'a lookup that takes a name',
      graph({ tide: identified('Tide') }, { city }),
      [/^Tide\.id .* no lookup finds one by an identifier alone: take it as identifier, /],
    ],
    ['a lookup that takes the id alone', graph({ tide: identified('Tide') }, { id }), []],
    ['a registered entity', graph({ tide: identified('Tide', entity) }), []],
    ['an id that may be null', graph({ tide: identified('Tide', entity, GraphQLID) }), [/^Tide\.id .*ID!/]],
    [
      'an entity without an id',
      graph({
        tide: new GraphQLObjectType({ name: 'Tide', fields: { _id: { type: GraphQLID } }, ...entity }),
      }),
      [/^Tide is registered/, /^Tide\._id/],
    ],
  ])('judges %s', (_, schema, findings) => {
    expect(checkEntities(schema)).toEqual(findings.map((finding) => expect.stringMatching(finding)));
  });

  it('finds an alias that makes another field an identity', () => {
    const document = '{ weather { one: boundless id: tides } }';
    const compiled = {
      route: { path: '/api/weather/tides', document },
      prepared: { document: parse(document) },
    };
    expect(checkAliases([compiled as never])).toEqual([
      expect.stringMatching(/^The document of GET .* id: tides/),
    ]);
  });
});

describe('the groups of this repository', () => {
  it('pass every check', async () => {
    expect(await checkGroups(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
  });
});
