import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEqualType,
  isNonNullType,
  isObjectType,
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

describe('types that stand in one place', () => {
  const merged = (type: string, field: string) => `... on ${type} { ${field} }`;

  it.each([
    ['lookup', ['CoderepoUser', 'MusicArtist', 'LivestreamGame'], 'name'],
    ['lookup', ['CoderepoUser', 'MicroblogUser', 'PinboardProfile'], 'bio'],
    [
      'lookup',
      ['CoderepoRepo', 'LivestreamUser', 'MicroblogUser', 'TitledbTitle'],
      'description: __typename',
    ],
    ['lookup', ['PhotosocialPost', 'TitledbTitle'], 'title'],
    ['search', ['PinboardPin', 'NewsArticle', 'TitledbSearchResult'], 'title'],
    ['search', ['PinboardPin', 'NewsArticle'], 'imageUrl'],
    ['search', ['BrgameCosmetic', 'NewsArticle'], 'description'],
  ])('%s: %s agree in %s', (field, types, name) => {
    const selections = types.map((type) => merged(type, name)).join(' ');
    const document =
      field === 'lookup'
        ? `{ lookup(url: "https://a.example") { ${selections} } }`
        : `{ search(text: "a") { object { ${selections} } } }`;
    expect(validate(schema, parse(document))).toEqual([]);
  });

  it('differ in no nullability of a field of one name and one kind', () => {
    const clashes = Object.values(schema.getTypeMap())
      .filter(isAbstractType)
      .flatMap((type) => {
        const fields = schema.getPossibleTypes(type).flatMap((each) => Object.values(each.getFields()));
        return fields.filter(
          (field) =>
            isNonNullType(field.type) &&
            fields.some(
              (other) => other.name === field.name && isEqualType(other.type, getNullableType(field.type)),
            ),
        );
      });
    expect(clashes).toEqual([]);
  });
});

it.each([
  ['{ brgame { cosmetics { id } } }', '"BrgameCosmetic" has "cosmeticId".'],
  ['{ clips { categories { id } } }', '"ClipsCategory" has "categoryId".'],
])('the error of %s names the id of the type', async (query, named) => {
  const { body } = await app.graphql(query);
  expect(body.errors[0].message).toContain(named);
});
