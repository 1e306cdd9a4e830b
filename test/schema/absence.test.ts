import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { useTestApp } from '../suite.ts';

/**
 * Absence has one meaning in the graph: what is asked for by a name or an id, and is not there, is null with an error
 * `NOT_FOUND`; what a parent leads to, and is not there, is null alone. Lists of names and ids have null for what is not there, and searches find nothing.
 */

const app = useTestApp();

/** Names, ids and addresses of what no upstream of the sandbox has, in the forms of all groups. */
const absent = [
  'notfound',
  '#N0TF0UND',
  '1404',
  '16000404',
  'tt0000404',
  'notfound0000000000000x',
  'UCnotfound0000000000000x',
  'notfound000',
  'PLnotfound0000000000',
  '404'.padStart(32, '0'),
  '404'.padStart(64, '0'),
  'https://x.com/ada/status/1404',
  'https://www.instagram.com/p/notfound/',
  'https://www.tiktok.com/@notfound/video/1404',
];
const words = new Set(['query', 'q', 'text', 'path']);

const asked = Object.values(schema.getQueryType()!.getFields()).flatMap((namespace) => {
  const type = getNamedType(namespace.type);
  if (!isObjectType(type) || namespace.args.length > 0) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const { lookup } = field.extensions;
    const needed = field.args.filter((arg) => isNonNullType(arg.type));
    if (!lookup || needed.length === 0 || needed.some((arg) => words.has(arg.name))) return [];
    const values = needed.map((arg) => {
      const { schema: kind, graphql } = lookup.input[arg.name]!;
      const value = absent.find((text) => kind.safeParse(text).success);
      return graphql.isList || value === undefined ? undefined : `${arg.name}: ${JSON.stringify(value)}`;
    });
    if (values.includes(undefined)) return [];
    const name = `${namespace.name}.${field.name}`;
    const query = `{ ${namespace.name} { ${field.name}(${values.join(' ')}) { __typename } } }`;
    return [[name, query] as const];
  });
});

/** Where a thing that is asked for is no condition: the state of a user, pages and lists by id, and pictures that have a default. */
const others: Readonly<Record<string, unknown>> = {
  'livestream.stream': null,
  'livestream.gameStreams': { __typename: 'LivestreamStreamPage' },
  'livestream.followers': { __typename: 'LivestreamFollowers' },
  'livestream.clips': { __typename: 'LivestreamClipPage' },
  'livestream.videos': { __typename: 'LivestreamVideoPage' },
  'photosocial.highlightStories': [],
  'cubegame.avatar': { __typename: 'Download' },
  'cubegame.render': { __typename: 'Download' },
};

describe('what is asked for by a name or an id and is not there', () => {
  it('is asked for by most lookups', () => {
    expect(asked.length).toBeGreaterThan(60);
  });

  it.each(asked)('%s', async (name, query) => {
    const { body } = await app.graphql(query);
    const [group, field] = name.split('.') as [string, string];
    if (name in others) {
      expect(body).toEqual({ data: { [group]: { [field]: others[name] } } });
      return;
    }
    expect(body.data).toEqual({ [group]: { [field]: null } });
    expect(body.errors).toMatchObject([{ path: [group, field], extensions: { code: 'NOT_FOUND', group } }]);
  });
});

describe('fields that may stand in one place of a result', () => {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  /** What no field returns has no place with fields below. */
  const returned = new Set<GraphQLNamedType>(
    types
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()))
      .map(({ type }) => getNamedType(type)),
  );
  const typesOf = (type: GraphQLNamedType) =>
    isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  const seen = new Set<string>();
  let compared = 0;

  /** The clashes of two types below a place, whose fields stand in `one` and `other`. */
  function clashes(
    a: GraphQLObjectType,
    b: GraphQLObjectType,
    on: string,
    one: string,
    other: string,
  ): string[] {
    if (a === b || seen.has(`${a} ${b}`) || seen.has(`${b} ${a}`)) return [];
    seen.add(`${a} ${b}`);
    const names = Object.keys(a.getFields()).filter((name) => name in b.getFields());
    return names.flatMap((name) => {
      compared += 1;
      const below = [a, b].map((type) => typesOf(getNamedType(type.getFields()[name]!.type)));
      const select = (place: string, type: GraphQLObjectType, inner: string) =>
        place.replace('*', `... on ${type} { ${name}${inner} }`);
      const [first, second] = below.map((types) => (types.length > 0 ? ' { __typename }' : ''));
      const text = `fragment F on ${on} { ${select(one, a, first!)} ${select(other, b, second!)} }`;
      const [error] = validate(schema, parse(text), [OverlappingFieldsCanBeMergedRule]);
      if (error) return [`${a} and ${b}: ${error.message}`];
      if (!returned.has(schema.getType(on)!)) return [];
      return below[0]!.flatMap((x) =>
        below[1]!.flatMap((y) => clashes(x, y, on, select(one, a, ' { * }'), select(other, b, ' { * }'))),
      );
    });
  }

  // Those with places below go first: what is compared once is not compared again.
  const abstracts = types.filter(isAbstractType).sort((a) => (returned.has(a) ? -1 : 1));

  it.each(abstracts.map((type) => [type.name, typesOf(type)] as const))('%s', (name, members) => {
    const pairs = members.flatMap((a, index) => members.slice(index + 1).map((b) => [a, b] as const));
    expect(pairs.flatMap(([a, b]) => clashes(a, b, name, '*', '*'))).toEqual([]);
  });

  it('are many', () => expect(compared).toBeGreaterThan(1_000));
});

it.each([
  ['{ brgame { cosmetics { id } } }', '"BrgameCosmetic" has "cosmeticId".'],
  ['{ clips { categories { id } } }', '"ClipsCategory" has "categoryId".'],
  ['{ cardgame { clan(tag: "2PP00") { id } } }', '"CardgameClan" has "tag".'],
])('the error of %s names the id of the type', async (query, named) => {
  const { body } = await app.graphql(query);
  expect(body.errors[0].message).toContain(named);
});
