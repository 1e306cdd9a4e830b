import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entityKeys } from '../schema/federation.ts';
import { schema } from '../schema/index.ts';
import { type Answered, calledPaths, startTestApp } from './app.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp({ environment: { FEDERATION: 'on' } });

type Values = Readonly<Record<string, unknown>>;

const entities = (type: string, fields: string) =>
  `query ($representations: [_Any!]!) { _entities(representations: $representations) { __typename ... on ${type} { ${fields} } } }`;

const askEntities = (
  type: string,
  fields: string,
  representations: readonly unknown[],
  init: RequestInit = {},
): Promise<Answered> => app.graphql(entities(type, fields), { representations }, init);

/** Types, their keys with lookups, and a field that returns one object of the type. */
const rows: readonly (readonly [type: string, keys: readonly string[], group: string, field: string])[] = [
  ['ArenagamePlayer', ['tag', 'url'], 'arenagame', 'player(tag: "#2PP00")'],
  ['ArenagameClub', ['tag', 'url'], 'arenagame', 'club(tag: "#2PP00")'],
  ['ArenagameFighter', ['id'], 'arenagame', 'fighter(fighterId: "16000000")'],
  ['BrgameCreatorCode', ['url'], 'brgame', 'creatorCode(name: "ninja")'],
  ['CardgamePlayer', ['tag', 'url'], 'cardgame', 'player(tag: "#2PP00")'],
  ['CardgameClan', ['tag', 'url'], 'cardgame', 'clan(tag: "#2PP00")'],
  ['ClipsCategory', ['categoryId'], 'clips', 'categories(first: 1)'],
  ['CoderepoUser', ['login', 'url'], 'coderepo', 'user(username: "octocat")'],
  ['CoderepoRepo', ['url'], 'coderepo', 'repo(username: "octocat", repo: "hello-world")'],
  ['CubegameIdentity', ['username'], 'cubegame', 'identity(username: "Notch")'],
  ['CubegamePlayer', ['uuid', 'username', 'url'], 'cubegame', 'player(username: "Notch")'],
  ['LivestreamUser', ['id', 'login', 'url'], 'livestream', 'user(login: "twitchdev")'],
  ['LivestreamChannel', ['broadcasterId'], 'livestream', 'channel(broadcasterId: "141981764")'],
  ['LivestreamGame', ['id', 'url'], 'livestream', 'game(name: "Chess")'],
  ['MicroblogUser', ['username', 'id', 'url'], 'microblog', 'user(username: "jack")'],
  ['MicroblogPost', ['postId', 'url'], 'microblog', 'postById(id: "20")'],
  ['MusicTrack', ['id', 'url'], 'music', 'track(id: "4uLU6hMCjMI75M1A2tKUQC")'],
  ['MusicAlbum', ['id', 'url'], 'music', 'album(id: "6N9PS4QXF1D0OWPk0Sxtb4")'],
  ['MusicArtist', ['id', 'url'], 'music', 'artist(id: "0gxyHStUsqpMadRV0Di1Qt")'],
  ['MusicPrerelease', ['id', 'url'], 'music', 'prerelease(id: "6yDjBJLXfAkTLSvLYPLxcB")'],
  ['PhotosocialUser', ['username', 'url'], 'photosocial', 'user(username: "instagram")'],
  ['PinboardProfile', ['username', 'url'], 'pinboard', 'user(username: "pinterest")'],
  ['PinboardBoard', ['username board', 'url'], 'pinboard', 'board(username: "pinterest", board: "redbirds")'],
  ['ShortvideoProfile', ['url'], 'shortvideo', 'user(username: "tiktok")'],
  [
    'ShortvideoVideo',
    ['url'],
    'shortvideo',
    'video(url: "https://www.tiktok.com/@tiktok/video/6881450806688664838")',
  ],
  ['SportsTeams', ['url'], 'sports', 'teams(league: BASKETBALL_PRO_MEN)'],
  ['VideositeChannel', ['id', 'url'], 'videosite', 'channel(channelId: "UC_x5XG1OV2P6uZZ5FSM9Ttw")'],
  ['VideositeVideo', ['id', 'url'], 'videosite', 'video(id: "dQw4w9WgXcQ")'],
  ['VideositePlaylist', ['id', 'url'], 'videosite', 'playlist(id: "PLabcdefghijkl")'],
];

describe('the keys of entities', () => {
  const found = [...entityKeys(schema)];

  it('are those of the lookups by identifiers, and the addresses of pages', () => {
    const resolvable = found.flatMap(([type, keys]) => {
      const own = keys.filter(({ lookups }) => lookups.length > 0);
      return own.length > 0 ? [[type, own.map(({ fields }) => fields.join(' '))]] : [];
    });
    expect(Object.fromEntries(resolvable)).toEqual(
      Object.fromEntries(rows.map(([type, keys]) => [type, keys])),
    );
  });

  it('are documented', () => {
    const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
    const page = readFileSync(new URL('../docs/federation.md', import.meta.url), 'utf8');
    const table = page.slice(page.indexOf('| type | keys |'), page.indexOf('Every other type'));
    const documented = table.split('\n').flatMap((line) => {
      const [, types = '', keys = ''] = line.split('|');
      return codes(types).map((type) => [type, codes(keys)]);
    });
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(rows.map(([type, keys]) => [type, keys])),
    );
  });

  it('are the ids of all other entities, by which other subgraphs may extend them', () => {
    const others = found.flatMap(([type, keys]) =>
      keys.filter(({ lookups }) => lookups.length === 0).map(({ fields }) => `${type} ${fields.join(' ')}`),
    );
    expect(others).toContain('CoderepoRepo id');
    expect(others.every((key) => key.endsWith(' id'))).toBe(true);
  });

  it.each(rows)('find the same %s again', async (type, keys, group, field) => {
    const names = [...new Set(keys.flatMap((key) => key.split(' ')))];
    const source = await app.graphql(`{ ${group} { it: ${field} { ${names.join(' ')} } } }`);
    const object = [source.body.data[group].it].flat()[0] as Values;
    const representations = keys.map((key) => ({
      __typename: type,
      ...Object.fromEntries(key.split(' ').map((name) => [name, object[name]])),
    }));
    const { body } = await askEntities(type, names.join(' '), representations);
    expect(body).toEqual({ data: { _entities: keys.map(() => ({ __typename: type, ...object })) } });
  });
});

describe('_service', () => {
  it('has the schema with the keys', async () => {
    const { body } = await app.graphql('{ _service { sdl } }');
    const { sdl } = body.data._service as { readonly sdl: string };
    expect(sdl).toMatch(/^type MusicArtist [^{]*@key\(fields: "id"\) @key\(fields: "url"\) \{$/m);
    expect(sdl).toContain('@key(fields: "login") @key(fields: "id", resolvable: false) @key(fields: "url")');
    expect(sdl).toContain('extend schema @link(url: "https://specs.apollo.dev/federation/v2.3"');
    expect(sdl).not.toMatch(/_entities|_Any|_Service/);
  });
});

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ __typename: 'CoderepoUser', login: `dev${index}` }));

describe('_entities', () => {
  it('keeps the order, and says of each that fails why', async () => {
    const representations = [
      { __typename: 'CoderepoUser', login: 'octocat' },
      { __typename: 'CoderepoUser', login: 'not a name' },
      { __typename: 'MusicArtist', id: '0gxyHStUsqpMadRV0Di1Qt' },
      { __typename: 'CoderepoUser', url: 'https://github.com/octocat/hello-world' },
    ];
    const { status, body } = await askEntities('CoderepoUser', 'login', representations);
    expect(status).toBe(200);
    expect(body.data._entities).toEqual([
      { __typename: 'CoderepoUser', login: 'octocat' },
      null,
      { __typename: 'MusicArtist' },
      null,
    ]);
    const told = body.errors.map(({ path, message, extensions }: never) => [path, message, extensions]);
    // Errors stand in the order in which they occur.
    expect(told.sort()).toEqual([
      [
        ['_entities', 1],
        expect.stringContaining('username must be an account name'),
        expect.objectContaining({ code: 'INVALID', group: 'coderepo' }),
      ],
      [
        ['_entities', 3],
        'representations[3].url must name an object of the type CoderepoUser.',
        expect.objectContaining({ code: 'INVALID' }),
      ],
    ]);
  });

  it.each<[string, readonly unknown[], string]>([
    [
      'a type that there is not',
      [{ __typename: 'CoderepoGist', id: '1' }],
      'representations[0].__typename must be a type that has a key with a lookup. CoderepoGist is none.',
    ],
    [
      'a type without a key',
      [...people(1), { __typename: 'CoderepoCommit', sha: 'a' }],
      'representations[1].__typename must be a type that has a key with a lookup. CoderepoCommit is none.',
    ],
    [
      'no type',
      [{ login: 'octocat' }],
      'representations[0].__typename must be a type that has a key with a lookup.',
    ],
    [
      'a key that no lookup finds',
      [{ __typename: 'CoderepoUser', id: '583231' }],
      'representations[0] must have a key of CoderepoUser: login, or url.',
    ],
    [
      'a part of a key',
      [{ __typename: 'PinboardBoard', board: 'red-birds', username: null }],
      'representations[0] must have a key of PinboardBoard: username and board, or url.',
    ],
    ['too many', people(251), 'representations must be a list of at most 250. It has 251.'],
  ])('refuses %s', async (_, representations, message) => {
    const calls = await calledPaths(app, async () => {
      const { body, cost } = await askEntities('CoderepoUser', 'login', representations);
      expect(body.data).toBeNull();
      expect(body.errors.map((error: { readonly message: string }) => error.message)).toEqual([message]);
      expect(cost?.requested).toBe(1);
    });
    expect(calls).toEqual([]);
  });

  it.each(['octocat', 7, null, ['CoderepoUser']])('refuses the representation %j', async (representation) => {
    const { body } = await askEntities('CoderepoUser', 'login', [representation]);
    expect(body.data).toBeUndefined();
    expect(body.errors[0].message).toContain('representations[0]');
  });

  it('reads representations that are written in the document', async () => {
    const query =
      'query ($login: String!) { _entities(representations: [{ __typename: "CoderepoUser", login: $login }]) { ... on CoderepoUser { login } } }';
    const { body } = await app.graphql(query, { login: 'octocat' });
    expect(body.data._entities).toEqual([{ login: 'octocat' }]);
  });

  it.each<[string, number, string, string, readonly unknown[]]>([
    ['each entity of a source that takes one key', 50, 'CoderepoUser', 'login', people(50)],
    [
      'each request of a source that takes 100 keys',
      1,
      'LivestreamUser',
      'login',
      Array.from({ length: 50 }, (_, at) => ({ __typename: 'LivestreamUser', login: `streamer_${at}` })),
    ],
    [
      'each request of a source that takes 50 keys',
      2,
      'VideositeVideo',
      'id',
      Array.from({ length: 60 }, (_, index) => ({
        __typename: 'VideositeVideo',
        id: `abcdefgh_${String(index).padStart(2, '0')}`,
      })),
    ],
    ['the lookups below each entity', 4, 'CoderepoUser', 'repos(first: 1) { name }', people(2)],
    ['no lookups below entities of another type', 2, 'MusicArtist', 'topTracks { id }', people(2)],
  ])('costs a lookup for %s', async (_, price, type, fields, representations) => {
    const init = {
      body: JSON.stringify({
        query: entities(type, fields),
        variables: { representations },
        extensions: { cost: true },
      }),
    };
    const { cost } = await app.graphql('', {}, init);
    expect(cost?.requested).toBe(price);
  });

  it.each<[number, string, string, string, (index: number) => string]>([
    [1, 'LivestreamUser', 'login', '/helix/users', (index) => `viewer_${index}`],
    [1, 'VideositeVideo', 'id', '/youtube/v3/videos', (at) => `qrstuvwx_${String(at).padStart(2, '0')}`],
    [50, 'CoderepoUser', 'login', '/users/', (index) => `coder${index}`],
  ])('sends %i requests for fifty of %s', async (count, type, key, path, keyAt) => {
    const representations = Array.from({ length: 50 }, (_, index) => ({
      __typename: type,
      [key]: keyAt(index),
    }));
    const calls = await calledPaths(app, async () => {
      const { body } = await askEntities(type, key, [...representations, ...representations]);
      expect(body.data._entities).toHaveLength(100);
    });
    expect(calls.filter((call) => call.includes(path))).toHaveLength(count);
  });

  it('is refused above the limit of a key before a request is sent', async () => {
    const headers = await app.issue({ perMinute: 20 });
    const calls = await calledPaths(app, async () => {
      const { status, body } = await askEntities('CoderepoUser', 'login', people(21), { headers });
      expect(status).toBe(400);
      expect(body.errors[0].message).toContain('costs 21 lookups');
      expect(body.errors[0].message).toContain('21 by _entities');
    });
    expect(calls).toEqual([]);
  });

  it('needs the permission of each lookup', async () => {
    const headers = await app.issue({ groups: ['music'] });
    const artist = { __typename: 'MusicArtist', id: '0gxyHStUsqpMadRV0Di1Qt' };
    const mixed = await askEntities('MusicArtist', 'id', [...people(1), artist], { headers });
    expect(mixed.body.data._entities).toEqual([null, artist]);
    expect(mixed.body.errors[0]).toMatchObject({
      path: ['_entities', 0],
      extensions: { code: 'FORBIDDEN', group: 'coderepo' },
    });
    expect((await askEntities('CoderepoUser', 'login', people(1), { headers })).status).toBe(403);
  });
});

describe('without FEDERATION', () => {
  it.each(['{ _service { sdl } }', '{ _entities(representations: []) { __typename } }'])(
    'there is no %s',
    async (query) => {
      await using plain = await startTestApp();
      const { body } = await plain.graphql(query);
      expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    },
  );
});
