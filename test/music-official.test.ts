import { describe, expect, it } from 'vitest';
import { during, startTestApp } from './app.ts';
import { callsTo, freshId, official, path, player } from './music-fixture.ts';
import { useTestApp } from './suite.ts';

const unknownId = 'notfound00000000000000';
const freshIds = (count: number): string[] => Array.from({ length: count }, () => freshId());
const aliased = (field: string, ids: readonly string[], below: string) =>
  `{ music { ${ids.map((id, index) => `a${index}: ${field}(id: "${id}") { ${below} }`).join(' ')} } }`;
const codes = (body: { errors?: { extensions: { code: string } }[] }) =>
  (body.errors ?? []).map(({ extensions }) => extensions.code);

describe('/api/music with the official API only', () => {
  const app = useTestApp({ environment: { MUSIC_SOURCE: 'official', MUSIC_OFFICIAL_QUOTA: 'extended' } });

  it.each([
    ['track', { id: freshId() }],
    ['album', { id: freshId() }],
    ['artist', { id: freshId() }],
    ['artist/search', { name: 'Ada' }],
    ['artist/top-tracks', { id: freshId() }],
    ['prerelease', { id: freshId() }],
    ['search', { song: 'Engine', artist: 'Ada' }],
  ])('responds 503 naming the missing setting on /api/music/%s', async (route, parameters) => {
    const error =
      'The source for music needs MUSIC_SOURCE=partner for this: the official API has no play counts, listeners, cities or prereleases.';
    expect(await app.ask(path(route, parameters as Record<string, string>))).toFail(503, error);
    expect(await callsTo(app, player)).toBe(0);
  });

  it('responds 200 on /api/music/artist/discography from pages of 50', async () => {
    await app.clearCalls();
    const { status, body } = await app.ask(path('artist/discography', { id: freshId('Prolific') }));
    expect(status).toBe(200);
    expect([...body.albums, ...body.singles, ...body.compilations]).toHaveLength(137);
    expect(await callsTo(app, official, '/v1/artists/')).toBe(3);
  });

  it.each(['track', 'album', 'artist', 'artist/discography'])(
    'responds 404 on /api/music/%s',
    async (route) => {
      expect((await app.ask(path(route, { id: unknownId }))).status).toBe(404);
    },
  );

  it('returns its fields in GraphQL and an error for every other field', async () => {
    const { body } = await app.graphql(`{
      music {
        basics: track(id: "4uLU6hMCjMI75M1A2tKUQC") { name durationMs album { album { label tracks { name } } } }
        counts: track(id: "4uLU6hMCjMI75M1A2tKUQC") { name playcount }
        artist(id: "0gxyHStUsqpMadRV0Di1Qt") { name followers topTracks { name } }
        listeners: artist(id: "0gxyHStUsqpMadRV0Di1Qt") { monthlyListeners }
        plays: album(id: "6N9PS4QXF1D0OWPk0Sxtb4") { totalPlays }
        findTrack(song: "Engine", artist: "Ada") { name }
      }
    }`);
    const { basics, counts, artist, listeners, plays, findTrack } = body.data.music;
    expect(basics.album.album.tracks.length).toBeGreaterThan(0);
    expect(artist).toMatchObject({ followers: expect.any(Number), topTracks: Array(10).fill({}) });
    expect(findTrack).toEqual({ name: 'Engine' });
    expect([counts, listeners, plays]).toEqual([null, null, null]);
    expect(codes(body)).toEqual(Array(3).fill('UNCONFIGURED'));
  });

  it.each([
    ['track', 100, 2],
    ['album', 45, 3],
    ['artist', 100, 2],
  ])('batches %ss: %i in %i upstream calls', async (kind, count, requests) => {
    const ids = freshIds(count - 1).toSpliced(3, 0, unknownId);
    await app.clearCalls();
    const { body } = await app.graphql(aliased(kind, ids, 'id name'));
    expect(await callsTo(app, official, `/v1/${kind}s?ids=`)).toBe(requests);
    const returned = Object.values(body.data.music).map((found) => (found as { id: string } | null)?.id);
    expect(returned).toEqual(ids.map((id) => (id === unknownId ? undefined : id)));
    expect(codes(body)).toEqual(['NOT_FOUND']);
  });

  it.each([
    ['tracks', 50],
    ['albums', 20],
    ['artists', 50],
  ])(
    'returns %s in the requested order, with null for missing ones, %i in one upstream call',
    async (kind, most) => {
      const ids = freshIds(most - 1).toSpliced(7, 0, unknownId);
      await app.clearCalls();
      const { body, headers } = await app.graphql(
        `query ($ids: [ID!]!) { music { found: ${kind}(ids: $ids) { id } } }`,
        { ids },
      );
      expect(body.data.music.found).toEqual(ids.map((id) => (id === unknownId ? null : { id })));
      expect(await callsTo(app, official, `/v1/${kind}?ids=`)).toBe(1);
      expect(headers.get('x-query-cost')).toBe(String(most));
    },
  );

  it('rejects more than one batch', async () => {
    const { body } = await app.graphql('query ($ids: [ID!]!) { music { albums(ids: $ids) { id } } }', {
      ids: freshIds(21),
    });
    expect(codes(body)).toEqual(['INVALID']);
  });

  it('fails only the lookup of an invalid id', async () => {
    const ids = freshIds(4);
    const refusal = { status: 400, body: { error: { status: 400, message: 'invalid id' } } };
    const { body } = await during(app, [{ host: official, path: '/v1/tracks', times: 1, ...refusal }], () =>
      app.graphql(aliased('track', ids, 'id')),
    );
    expect(Object.values(body.data.music)).toEqual(ids.map((id) => ({ id })));
  });

  it.each([
    [502, 'lists are not granted', { path: '/v1/tracks', status: 403 }, /MUSIC_OFFICIAL_QUOTA says what/],
    [502, 'credentials are rejected', { path: '/v1/tracks', status: 401 }, /did not accept our credentials/],
    [503, 'the upstream responds 429', { path: '/v1/tracks', status: 429 }, /asked us to wait/],
  ])('responds as for status %i when %s', async (_, __, fault, message) => {
    const { body } = await during(app, [{ host: official, ...fault }], () =>
      app.graphql(aliased('track', freshIds(1), 'name')),
    );
    expect(body.errors[0].message).toMatch(message);
  });
});

describe('/api/music with the official API in development mode', () => {
  const app = useTestApp({ environment: { MUSIC_SOURCE: 'official' } });

  it('makes one upstream call per item and reads pages of ten', async () => {
    await app.clearCalls();
    await app.graphql(aliased('artist', freshIds(3), 'name'));
    expect(await callsTo(app, official, '/v1/artists?ids=')).toBe(0);
    expect(await callsTo(app, official, '/v1/artists/')).toBe(3);
    await app.clearCalls();
    await app.ask(path('artist/discography', { id: freshId('Prolific') }));
    expect(await callsTo(app, official, '/v1/artists/')).toBe(14);
  });

  it.each([
    [
      'changed elements',
      { artists: { items: ['1', '2'].map((id) => ({ id, uri: '' })) } },
      'UPSTREAM_CHANGED',
    ],
    ['no section', {}, 'UPSTREAM_CHANGED'],
    ['an error', { error: { status: 500, message: 'No.' } }, 'UPSTREAM_CHANGED'],
    ['an empty section', { artists: { items: [] } }, 'NOT_FOUND'],
    ['a section of null', { artists: null }, 'NOT_FOUND'],
  ])('tells a search that finds nothing from a response that has %s', async (_, body, code) => {
    const found = await during(app, [{ host: official, path: '/v1/search*', body }], () =>
      app.graphql(`{ music { findArtist(name: "${freshId()}") { id } } }`),
    );
    expect(codes(found.body)).toEqual([code]);
  });

  it.each([
    ['null', null],
    ['no list', {}],
    ['an error', { error: { status: 500, message: 'No.' } }],
  ])('reports a response with %s as a change', async (_, given) => {
    const body = JSON.stringify(given);
    const found = await during(app, [{ host: official, body }], () =>
      app.graphql(`{ music {
        topTracks(artistId: "${freshId()}") { id }
        track(id: "${freshId()}") { name }
        discography(artistId: "${freshId()}") { albums { albumId } }
      } }`),
    );
    expect(codes(found.body)).toEqual(Array(3).fill('UPSTREAM_CHANGED'));
  });

  it.each([
    ['its own body', { error: { status: 404, message: 'Resource not found' } }, 404],
    ['a page', '<html></html>', 502],
    ['no body', '', 502],
  ])('responds to a 404 with %s as to an absence or a failure', async (_, body, status) => {
    const address = path('artist/discography', { id: freshId() });
    const response = await during(app, [{ host: official, status: 404, body }], () => app.ask(address));
    expect(response.status).toBe(status);
  });

  it('responds 404 for an invalid id', async () => {
    const refusal = { status: 400, body: { error: { status: 400, message: 'Invalid base62 id' } } };
    const { status } = await during(app, [{ host: official, ...refusal }], () =>
      app.ask(path('artist/discography', { id: freshId() })),
    );
    expect(status).toBe(404);
  });

  it('responds 503 naming its variables when they are not set', async () => {
    await using unset = await startTestApp({
      environment: { MUSIC_SOURCE: 'official', MUSIC_CLIENT_ID: '', MUSIC_CLIENT_SECRET: '' },
    });
    const error =
      'The source for music needs MUSIC_CLIENT_ID and MUSIC_CLIENT_SECRET to be set. Spotify issues them at https://developer.spotify.com/dashboard: free for an account with Premium.';
    expect(await unset.ask(path('artist/discography', { id: freshId() }))).toFail(503, error);
  });
});

describe('/api/music with the official API as fallback', () => {
  const app = useTestApp();

  const away = [{ host: player, status: 503 }];

  it.each([
    ['fails', { status: 503 }],
    ['has no such address', { status: 404, body: '<html></html>' }],
  ])('responds 200 with the same discography when the web player %s', async (_, fault) => {
    const address = path('artist/discography', { id: freshId() });
    const { status, body } = await during(app, [{ host: player, ...fault }], () => app.ask(address));
    expect(status).toBe(200);
    await app.clearCalls();
    expect((await app.ask(address)).body).toEqual(body);
    expect(await callsTo(app, player)).toBe(1);
  });

  it('returns the fields of the official API in GraphQL and an error for each other field', async () => {
    const { body } = await during(app, away, () =>
      app.graphql(`{ music {
        basics: artist(id: "${freshId()}") { name }
        more: artist(id: "${freshId()}") { verified }
      } }`),
    );
    expect(body.data.music).toEqual({ basics: { name: expect.any(String) }, more: null });
    expect(codes(body)).toEqual(['UPSTREAM_FAILED']);
  });

  it('responds 502 when both fail', async () => {
    const both = [...away, { host: official, status: 503 }];
    expect(await during(app, both, () => app.ask(path('artist/discography', { id: freshId() })))).toFail(
      502,
      'The source for music answered with status 503.',
    );
  });

  it('makes no official API call for an item that does not exist', async () => {
    await app.clearCalls();
    expect((await app.ask(path('track', { id: unknownId }))).status).toBe(404);
    expect(await callsTo(app, official)).toBe(0);
  });
});

describe('{ music } in GraphQL', () => {
  const app = useTestApp();

  it('links a song to its album, its artist and the other albums of the artist', async () => {
    const { body } = await app.graphql(`{
      music {
        findTrack(song: "Engine", artist: "Ada Lovelace") {
          name
          track { playcount }
          album { album { name tracks { name track { id } } artists { name } } }
          artists {
            artist { name verified topCities { city } }
            topTracks { id album { album { id } } }
            discography { albums { type album { id } } }
          }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { findTrack } = body.data.music;
    expect(findTrack.track.playcount).toEqual(expect.any(Number));
    expect(findTrack.album.album).toMatchObject({ name: 'Engine', artists: [{ name: 'Ada Lovelace' }] });
    expect(findTrack.artists[0].artist.name).toBe('Ada Lovelace');
    expect(findTrack.artists[0].topTracks).toHaveLength(10);
    expect(
      findTrack.artists[0].discography.albums.every(({ type }: { type: string }) => type === 'ALBUM'),
    ).toBe(true);
  });

  it('makes one upstream call for an item selected on several paths', async () => {
    const id = freshId();
    await app.ask(path('artist', { id }));
    await app.clearCalls();
    await app.ask(path('artist', { id }));
    await app.graphql(`{ music { artist(id: "${id}") { name monthlyListeners } } }`);
    expect(await app.calls()).toEqual([]);
  });

  it('reports an unknown title and artist', async () => {
    const { body } = await app.graphql('{ music { findTrack(song: "notfound", artist: "Ada") { name } } }');
    expect(body).toMatchObject({
      data: { music: { findTrack: null } },
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('links a prerelease to its album without play counts', async () => {
    const { body } = await app.graphql(
      `{ music { prerelease(id: "${freshId()}") { albumId album { id totalPlays } artists { artist { id } } } } }`,
    );
    const { albumId, album } = body.data.music.prerelease;
    expect(album).toEqual({ id: albumId, totalPlays: 0 });
  });
});
