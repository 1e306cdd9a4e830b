import { describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { during, startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { callsTo, freshId, pages, path, player, queriesOf } from './music-fixture.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();

interface Counted {
  readonly playcount: number;
}

const bodyOf = async (route: string, parameters: Record<string, string>) => {
  const { status, body } = await app.ask(path(route, parameters));
  return { status, body };
};

describe.each(['track', 'album', 'artist', 'prerelease'])('GET /api/music/%s', (route) => {
  const id = freshId();

  it('responds 200 with the documented body', async () => {
    expect(await app.ask(path(route, { id }))).toFit({ id });
  });
});

describe('GET /api/music/album', () => {
  it('responds 200 with the sum of the play counts of all pages', async () => {
    const id = freshId('Long');
    await bodyOf('track', { id: freshId() });
    await app.clearCalls();
    const { body } = await bodyOf('album', { id });
    expect(body.tracks).toHaveLength(137);
    const sum = (body.tracks as Counted[]).reduce((total, { playcount }) => total + playcount, 0);
    expect(body.totalPlays).toBe(sum);
    expect(await queriesOf(app)).toEqual(['getAlbum', 'getAlbum', 'getAlbum']);
  });

  it('responds 200 with the play count of the track', async () => {
    const { body } = await bodyOf('track', { id: freshId() });
    const { tracks } = (await bodyOf('album', { id: body.album.id })).body;
    expect(tracks).toContainEqual({ name: body.name, playcount: body.playcount });
  });

  it('responds 502 instead of a partial sum when a page is missing', async () => {
    const unharmed = { host: player, times: 1, headers: {} };
    const missing = { host: player, body: { data: { albumUnion: null } } };
    const address = path('album', { id: freshId('Long') });
    expect((await during(app, [unharmed, missing], () => app.ask(address))).status).toBe(502);
    expect((await app.ask(address)).body.tracks).toHaveLength(137);
  });
});

describe('GET /api/music/artist/top-tracks', () => {
  it('responds 200 with ten tracks and the names of their albums from one upstream call per album', async () => {
    const id = freshId();
    await app.clearCalls();
    const response = await app.ask(path('artist/top-tracks', { id }));
    expect(response).toFit({ tracks: Array(10).fill({}) });
    const { body } = response;
    const albums = new Set(body.tracks.map((each: { album: { id: string } }) => each.album.id));
    const queries = await queriesOf(app);
    expect(queries.filter((name) => name === 'getAlbum')).toHaveLength(albums.size);
    const [first] = body.tracks;
    expect((await bodyOf('track', { id: first.id })).body).toMatchObject(first);
  });
});

describe('GET /api/music/artist/discography', () => {
  it('responds 200 with the items of all pages by type', async () => {
    const id = freshId('Prolific');
    await app.clearCalls();
    const response = await app.ask(path('artist/discography', { id }));
    const { albums, singles, compilations } = response.body;
    const all = (list: object[], type: string) => list.map(() => ({ type }));
    expect(response).toFit({
      albums: all(albums, 'album'),
      singles: all(singles, 'single'),
      compilations: all(compilations, 'compilation'),
    });
    const ids = [...albums, ...singles, ...compilations].map(({ id }) => id);
    expect(new Set(ids).size).toBe(137);
    expect(await queriesOf(app)).toEqual(Array(3).fill('queryArtistDiscographyAll'));
  });
});

describe('GET /api/music/artist/search', () => {
  it('responds 200 with the artist of the name, equal to the artist of the id', async () => {
    const name = freshName('Björk ');
    const response = await app.ask(path('artist/search', { name }));
    expect(response).toFit({ name });
    expect((await bodyOf('artist', { id: response.body.id })).body).toEqual(response.body);
  });
});

describe('GET /api/music/search', () => {
  it('responds 200 with the song, its complete album and its artist', async () => {
    const [song, by] = [freshName('One More '), freshName('Daft ')];
    const response = await app.ask(path('search', { song, artist: by }));
    const artists = expect.stringMatching(new RegExp(`^${by}(?:, .+)?$`));
    expect(response).toFit({ track: song, artists, artist: { name: by } });
    const { body } = response;
    const { tracks, ...facts } = (await bodyOf('album', { id: body.album.id })).body;
    expect({ album: facts, tracks }).toEqual({ album: body.album, tracks: body.tracks });
  });

  it.each(['album.totalPlays', 'tracks.name'])('reads every page of the album for %s', async (fields) => {
    const [song, artist] = [freshName('One More '), freshName('Daft ')];
    const item = {
      uri: `spotify:track:${freshId()}`,
      name: 'One',
      playcount: '1',
      duration: { totalMilliseconds: 1 },
      contentRating: { label: 'NONE' },
      playability: { playable: true },
      artists: { items: [] },
    };
    const albumUnion = {
      uri: `spotify:album:${freshId()}`,
      name: 'Out',
      date: { isoString: '2026-01-01T00:00:00Z' },
      tracksV2: { totalCount: 2, items: [{ track: item }] },
    };
    const firstPage = [
      { host: player, times: 1, headers: {} },
      { host: player, times: 1, body: { data: { albumUnion } } },
    ];
    await app.clearCalls();
    const { status } = await during(app, firstPage, () => app.ask(path('search', { song, artist, fields })));
    expect(status).toBe(200);
    expect((await queriesOf(app)).filter((name) => name === 'getAlbum')).toHaveLength(2);
  });
});

describe('GET /api/music/prerelease', () => {
  it('responds 404 naming the album when it is released', async () => {
    const id = freshId();
    const { albumId } = (await bodyOf('prerelease', { id })).body;
    app.clock.skip(hours(2));
    const albumUnion = {
      uri: `spotify:album:${albumId}`,
      name: 'Out',
      date: { isoString: '2026-01-01T00:00:00Z' },
      isPreRelease: false,
      tracksV2: { totalCount: 0, items: [] },
    };
    const out = await during(
      app,
      [
        { host: player, times: 1, headers: {} },
        { host: player, body: { data: { albumUnion } } },
      ],
      () => bodyOf('prerelease', { id }),
    );
    const error = `The prerelease "${id}" is out: it is the album ${albumId} now.`;
    expect(out).toEqual({ status: 404, body: { error } });
  });

  it('responds 503 naming the variable when its query is not set', async () => {
    await using unset = await startTestApp({ environment: { MUSIC_QUERIES: '' } });
    const error = 'The source for music needs the query "prerelease" in MUSIC_QUERIES.';
    expect(await unset.ask(path('prerelease', { id: freshId() }))).toFail(503, error);
  });
});

describe('failures of the web player of /api/music', () => {
  const union = {
    uri: 'spotify:track:4uLU6hMCjMI75M1A2tKUQC',
    name: 'Song',
    duration: { totalMilliseconds: 1 },
    albumOfTrack: { uri: 'spotify:album:6N9PS4QXF1D0OWPk0Sxtb4', name: 'Album' },
  };
  const says = (trackUnion: unknown) => ({ body: { data: { trackUnion } } });
  const rotated = { errors: [{ message: 'PersistedQueryNotFound' }] };

  it.each<[number, string, Record<string, unknown>, unknown]>([
    [200, 'a play count of null as none', says({ ...union, playcount: null }), { playcount: 0 }],
    [200, 'play counts past 2^31', says({ ...union, playcount: '5000000000' }), { playcount: 5_000_000_000 }],
    [
      200,
      'no picture and no artists',
      says({ ...union, playcount: '1' }),
      { artists: [], explicit: false, album: { coverUrl: '' } },
    ],
    [502, 'no play count at all', says(union), { error: expect.stringContaining('did not tell all') }],
    [
      502,
      'another shape',
      says({ ...union, playcount: '1', name: 1 }),
      { error: expect.stringContaining('at name') },
    ],
    [502, 'another root', { body: { data: { track: union } } }, { error: expect.stringContaining('shape') }],
    [502, 'no data', { body: {} }, { error: expect.stringContaining('shape') }],
    [404, 'null', says(null), {}],
    [404, 'no such thing', says({ __typename: 'NotFound' }), {}],
    [404, 'an error of its own', says({ __typename: 'GenericError' }), {}],
    [404, 'nothing', { body: { data: {} } }, {}],
    [502, 'status 404', { status: 404 }, {}],
    [502, 'status 404 and a page', { status: 404, body: '<html></html>' }, {}],
    [502, 'errors', { body: { data: { trackUnion: null }, errors: [{ message: 'Timeout' }] } }, {}],
    ...([200, 400, 412] as const).map((status): [number, string, Record<string, unknown>, unknown] => [
      502,
      `with ${status} that the query is not known`,
      { status, body: rotated },
      { error: 'The source for music no longer knows the query "track"; MUSIC_QUERIES can name another.' },
    ]),
    [502, 'a 403', { status: 403 }, { error: expect.stringContaining('did not accept our credentials') }],
    [502, 'a truncated body', { truncate: true }, {}],
    [502, 'a decompression bomb', { gzipBomb: true }, {}],
    [503, 'status 429', { status: 429, headers: { 'retry-after': '7' } }, {}],
  ])('responds %i for %s', async (status, _, fault, expected) => {
    const address = path('track', { id: freshId() });
    const {
      status: given,
      body,
      headers,
    } = await during(app, [{ host: player, ...fault }], () => app.ask(address));
    expect({ given, body }).toMatchObject({ given: status, body: expected as object });
    expect(headers.get('retry-after')).toBe(status === 503 ? '7' : null);
  });

  const counted = { uri: 'spotify:track:4uLU6hMCjMI75M1A2tKUQC', name: 'Song', playcount: '2' };
  const duration = { totalMilliseconds: 1 };
  const pages = (tracks: readonly unknown[]) => ({
    albumUnion: {
      uri: 'spotify:album:6N9PS4QXF1D0OWPk0Sxtb4',
      name: 'Album',
      date: { isoString: '2026-01-01T00:00:00Z' },
      tracksV2: { totalCount: 0, items: tracks },
    },
  });
  const artistWith = (discography: object) => ({
    ...pages([]),
    artistUnion: {
      uri: 'spotify:artist:0gxyHStUsqpMadRV0Di1Qt',
      profile: { name: 'Ada' },
      stats: { followers: 1, monthlyListeners: 1 },
      discography,
    },
  });
  const topTrack = { ...counted, duration, albumOfTrack: { uri: 'spotify:album:6N9PS4QXF1D0OWPk0Sxtb4' } };
  const none = { tracksV2: null, artists: { items: [] } };
  const [album, top] = [{ id: freshId() }, { id: freshId() }];
  const [sought, name] = [{ song: 'Engine', artist: freshName('Ada') }, { name: freshName('Ada') }];

  it.each<[string, string, Record<string, string>, object, number, tracks?: number]>([
    ['a track of null', 'album', album, pages([{ track: counted }, { track: null }]), 200, 1],
    [
      'one track that does not match',
      'album',
      album,
      pages([{ track: counted }, { track: { uri: 1 } }]),
      200,
      1,
    ],
    ['tracks of other names', 'album', album, pages([{ track: { ...counted, uri: undefined } }, {}]), 502],
    ['tracks under another name', 'album', album, pages([{ trackV2: counted }, { trackV2: counted }]), 502],
    [
      'top tracks',
      'artist/top-tracks',
      top,
      artistWith({ topTracks: { items: [{ track: topTrack }] } }),
      200,
      1,
    ],
    ['no top tracks', 'artist/top-tracks', top, artistWith({ topTracks: null }), 200, 0],
    ['top tracks without a list', 'artist/top-tracks', top, artistWith({ topTracks: { nodes: [] } }), 502],
    ['top tracks without a list', 'artist', top, artistWith({ topTracks: { nodes: [] } }), 200],
    ['another name of top tracks', 'artist/top-tracks', top, artistWith({ topTracksV2: { items: [] } }), 502],
    ['no announcement', 'prerelease', top, {}, 404],
    ['nothing found', 'search', sought, { searchV2: none }, 404],
    ['another name of found tracks', 'search', sought, { searchV2: { ...none, tracksV2: undefined } }, 502],
    ['another name of found artists', 'artist/search', name, { searchV2: { tracksV2: null } }, 502],
  ])(
    'tells what is missing from what has changed: %s',
    async (_, route, parameters, data, status, tracks) => {
      app.clock.skip(hours(48));
      const fault = { host: player, body: { data } };
      const { status: given, body } = await during(app, [fault], () => app.ask(path(route, parameters)));
      expect([given, body.tracks?.length]).toEqual([status, tracks]);
    },
  );

  it.each([{}, [], { error: 'No.' }])('responds 502 for a prerelease in a body of %j', async (body) => {
    const address = path('prerelease', { id: freshId() });
    expect((await during(app, [{ host: player, body }], () => app.ask(address))).status).toBe(502);
  });

  it('responds 502 naming the variable when a query hash is outdated', async () => {
    await using outdated = await startTestApp({
      environment: { MUSIC_QUERIES: `artist=queryArtist:${'0'.repeat(64)}` },
    });
    const error = 'The source for music no longer knows the query "artist"; MUSIC_QUERIES can name another.';
    expect(await outdated.ask(path('artist', { id: freshId() }))).toFail(502, error);
  });

  it.each([
    'getTrack',
    'track=getTrack:612585',
    `track=:${'0'.repeat(64)}`,
    `song=getTrack:${'0'.repeat(64)}`,
  ])('stops the startup when a query is %s', async (value) => {
    await expect(startTestApp({ environment: { MUSIC_QUERIES: value } })).rejects.toThrow(
      'MUSIC_QUERIES must be track, album, artist, discography, search, prerelease, each as track=name:SHA-256, with commas between them.',
    );
  });
});

describe('the anonymous token of the web player', () => {
  const requests = (count: number) =>
    Promise.all(Array.from({ length: count }, () => app.ask(path('track', { id: freshId() }))));

  it.each([
    ['when it is first needed', () => app.clock.skip(hours(3)), []],
    ['when it was refused', () => {}, [{ host: player, status: 401, times: 1 }]],
  ])('is fetched once for all %s', async (_, before, faults) => {
    before();
    const responses = await during(app, faults, () => requests(20));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await callsTo(app, pages)).toBe(1);
  });

  it('is renewed in the background before it expires', async () => {
    app.clock.skip(hours(3));
    await requests(1);
    app.clock.skip(56 * 60_000);
    await app.clearCalls();
    await requests(3);
    await requests(1);
    expect(await callsTo(app, pages)).toBe(1);
  });

  it.each([
    ['is gone', { status: 404 }],
    ['has none', { body: '<html></html>' }],
    ['has another form', { body: '<script id="__NEXT_DATA__">{"props":{}}</script>' }],
  ])('responds 502 naming the setting for a token when the page %s, and backs off', async (_, fault) => {
    app.clock.skip(hours(3));
    const responses = await during(app, [{ host: pages, ...fault }], async () => [
      ...(await requests(2)),
      ...(await requests(2)),
    ]);
    const error =
      'The source for music no longer gives a token to everybody; MUSIC_PARTNER_TOKEN can bring one.';
    expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(4).fill({ status: 502, body: { error } }),
    );
    expect(await callsTo(app, pages)).toBe(1);
  });

  it('is not fetched when a token is configured, which is never exposed', async () => {
    const own = await startTestApp({ environment: { MUSIC_PARTNER_TOKEN: 'operator-s3cret' } });
    const { status } = await own.ask(path('track', { id: freshId() }));
    const refused = await during(own, [{ host: player, status: 401 }], () =>
      own.ask(path('track', { id: freshId() })),
    );
    const calls = await own.calls();
    await own.close();
    expect([status, refused.status]).toEqual([200, 502]);
    expect(calls.filter(({ host }) => host === pages)).toEqual([]);
    expect(own.logs.join('\n') + refused.text).not.toContain('s3cret');
  });
});
