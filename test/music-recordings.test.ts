import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { startTestApp, type TestApp } from './app.ts';
import { album, artist, idIn, pageAround, widest } from './replay/music.ts';
import { haveRecordings, type Recorded, readRecording } from './replay/recordings.ts';

/*
 * Recorded responses that the general replays cannot send: requests with several responses from one URL, and the
 * official API, which serves no documented route alone.
 */

const recorded = (name: string): Recorded =>
  JSON.parse(readRecording('music', `${name}.json`).toString('utf8'));

interface Received {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type Dispatch = (url: URL) => Recorded | string | Refusal | undefined;

/** A response with a status other than 200. */
class Refusal {
  readonly status: number;
  readonly body: Recorded;

  constructor(status: number, body: Recorded) {
    this.status = status;
    this.body = body;
  }
}

/** An upstream origin with programmed responses that records its requests. */
async function startUpstream() {
  let dispatch: Dispatch = () => undefined;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const url = new URL(`https:/${request.url}`);
    received.push({ url, headers: request.headers });
    const result = dispatch(url) ?? new Refusal(404, {});
    const { status, body } = result instanceof Refusal ? result : { status: 200, body: result };
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    play(next: Dispatch) {
      dispatch = next;
      received.length = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let app: TestApp;

async function startOver(environment: Readonly<Record<string, string>> = {}) {
  upstream = await startUpstream();
  app = await startTestApp({ upstreamOrigin: upstream.origin, environment });
}
const stop = async () => {
  await app.close();
  await upstream.close();
};

describe.skipIf(!haveRecordings)('recorded responses of the web player', () => {
  beforeAll(() => startOver());
  afterAll(stop);

  const responses: Readonly<Record<string, string>> = {
    getAlbum: 'partner-get-album--1',
    getTrack: 'partner-get-track--1',
    queryArtistOverview: 'partner-artist-overview--1',
    searchDesktop: 'partner-search-desktop--1',
  };
  const play = (embed = 'embed-page-track--1') => {
    app.clock.skip(hours(48));
    upstream.play(({ hostname, searchParams }) =>
      hostname === 'open.spotify.com'
        ? pageAround(`${embed}.json`)
        : recorded(responses[searchParams.get('operationName')!]!),
    );
  };

  it('decode to a search for a song', async () => {
    play();
    const { body } = await app.ask('/api/music/search?song=one%20more%20time&artist=DAFT%20PUNK');
    const { tracks, ...facts } = album(recorded('partner-get-album--1'));
    expect(body).toEqual({
      track: 'One More Time',
      artists: 'Daft Punk',
      album: facts,
      artist: artist(recorded('partner-artist-overview--1')),
      tracks,
    });
  });

  it.each([
    ['Get Lucky', 'Daft Punk', 'Get Lucky (feat. Pharrell Williams and Nile Rodgers)'],
    ['Harder Better Faster Stronger!', 'Pharrell & Daft Punk', 'Harder, Better, Faster, Stronger'],
    ['Something else', 'daft punk', undefined],
    ['One Last Dance', 'daft punk', 'One More Time'],
    ['Getlucky', 'daft punk', undefined],
    ['One.More.Time', 'daft punk', 'One More Time'],
    ['OneMoreTime', 'daft punk', 'One More Time'],
    ['夜に駆ける', 'daft punk', 'One More Time'],
    ['One More Time (Live)', 'Punk', 'One More Time'],
    ['Something else', 'Punk', undefined],
    ['One More Time', 'Nobody', undefined],
  ])('decode to a match for "%s" by "%s": %s', async (song, by, name) => {
    play();
    const { body } = await app.graphql(
      'query ($song: String!, $by: String!) { music { findTrack(song: $song, artist: $by) { name } } }',
      { song, by },
    );
    expect(body.data).toEqual({ music: { findTrack: name === undefined ? null : { name } } });
  });

  it('decode to an artist by name', async () => {
    play();
    const { body } = await app.ask('/api/music/artist/search?name=daft%20punk');
    expect(body).toEqual(artist(recorded('partner-artist-overview--1')));
    const variables = upstream.received.map(({ url }) =>
      JSON.parse(url.searchParams.get('variables') ?? '{}'),
    );
    expect(variables.map(({ uri }) => uri)).toContain('spotify:artist:4tZwfgrHOc3mvqYlEYSvVi');
  });

  it('decode to the most played tracks with the names of their albums', async () => {
    play();
    const { body } = await app.ask('/api/music/artist/top-tracks?id=0gxyHStUsqpMadRV0Di1Qt');
    const { items } = recorded('partner-artist-overview--1').data.artistUnion.discography.topTracks;
    expect(body).toEqual({
      tracks: items.map(({ track }: Recorded) => ({
        id: track.id,
        name: track.name,
        uri: track.uri,
        playcount: Number(track.playcount),
        durationMs: track.duration.totalMilliseconds,
        explicit: false,
        album: {
          id: idIn(track.albumOfTrack.uri),
          name: 'Whenever You Need Somebody',
          uri: track.albumOfTrack.uri,
          coverUrl: expect.stringMatching(/\/ab67616d0000b273\w{24}$/),
        },
      })),
    });
    const albums = new Set(items.map(({ track }: Recorded) => track.albumOfTrack.uri));
    const operations = upstream.received.map(({ url }) => url.searchParams.get('operationName'));
    expect(operations.filter((name) => name === 'getAlbum')).toHaveLength(albums.size);
  });

  it.each(['embed-page-track--1', 'embed-page-album--1'])(
    'use the requests of the player with the token of %s',
    async (embed) => {
      play(embed);
      await app.ask('/api/music/track?id=4uLU6hMCjMI75M1A2tKUQC');
      const [page, request, ...more] = upstream.received;
      expect(more).toEqual([]);
      expect(page!.url.href).toBe('https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC');
      expect(page!.headers.authorization).toBeUndefined();
      const { url, headers } = request!;
      expect(url.origin + url.pathname).toBe('https://api-partner.spotify.com/pathfinder/v1/query');
      expect(headers).toMatchObject({ authorization: 'Bearer REDACTED', 'app-platform': 'WebPlayer' });
      expect(url.searchParams.get('operationName')).toBe('getTrack');
      expect(JSON.parse(url.searchParams.get('variables')!)).toEqual({
        uri: 'spotify:track:4uLU6hMCjMI75M1A2tKUQC',
      });
      expect(JSON.parse(url.searchParams.get('extensions')!)).toEqual({
        persistedQuery: {
          version: 1,
          sha256Hash: '612585ae06ba435ad26369870deaae23b5c8800a256cd8a57e08eddc25a37294',
        },
      });
    },
  );
});

const credentials = { MUSIC_SOURCE: 'official', MUSIC_CLIENT_ID: 'id', MUSIC_CLIENT_SECRET: 'secret' };
const facts = 'id name uri';

const named = ({ id, name, uri }: Recorded) => ({ id, name, uri });
const track = (from: Recorded) =>
  from && {
    ...named(from),
    durationMs: from.duration_ms,
    explicit: from.explicit,
    artists: from.artists.map(named),
    album: { ...named(from.album), coverUrl: widest(from.album.images) },
  };
const albumFacts = (from: Recorded) => ({
  ...named(from),
  releaseDate: `${from.release_date}-01-01`.slice(0, 10),
  label: from.label ?? '',
  copyright: (from.copyrights ?? []).map(({ text }: Recorded) => text),
  coverUrl: widest(from.images),
  tracks: from.tracks.items.map(named),
});
const artistFacts = (from: Recorded) => ({ ...named(from), profilePictureUrl: widest(from.images) });

const within = (kind: string) => `id: ${kind}Id name uri`;
const partsOfTrack = `durationMs explicit artists { ${within('artist')} } album { ${within('album')} coverUrl }`;
const trackFields = `{ ${facts} ${partsOfTrack} }`;
const albumFields = `{ ${facts} releaseDate label copyright coverUrl tracks(first: 100) { ${within('track')} } }`;
const artistFields = `{ ${facts} profilePictureUrl }`;

type Case = readonly [recording: string, path: string, query: string, gives: (from: Recorded) => unknown];
const ids = (from: Recorded[], unknown = '') => JSON.stringify(from.map((item) => item?.id ?? unknown));

describe.skipIf(!haveRecordings)('recorded responses of the official API', () => {
  describe.each([
    ['in development mode', 'development'],
    ['in the extended mode', 'extended'],
  ])('%s', (_, quota) => {
    beforeAll(() => startOver({ ...credentials, MUSIC_OFFICIAL_QUOTA: quota }));
    afterAll(stop);

    async function replay([recording, path, query, gives]: Case) {
      const from = recorded(recording);
      app.clock.skip(hours(48));
      upstream.play(({ hostname, pathname }) =>
        hostname === 'accounts.spotify.com'
          ? recorded('webapi-token--1')
          : pathname === path
            ? from
            : undefined,
      );
      const { body } = await app.graphql(`{ music { answer: ${query} } }`);
      expect(body).toEqual({ data: { music: { answer: gives(from) } } });
      const { headers } = upstream.received.find(({ url }) => url.pathname === path)!;
      expect(headers.authorization).toBe('Bearer REDACTED');
      const issuer = upstream.received.find(({ url }) => url.hostname === 'accounts.spotify.com')!;
      expect(issuer.headers.authorization).toBe(`Basic ${Buffer.from('id:secret').toString('base64')}`);
    }

    const alone = (recording: string, kind: string, fields: string, gives: Case[3]) => {
      const { id } = haveRecordings ? recorded(recording) : { id: '' };
      return [recording, `/v1/${kind}s/${id}`, `${kind}(id: "${id}") ${fields}`, gives] as const;
    };
    const together = (recording: string, kind: string, fields: string, gives: Case[3]) => {
      const list = haveRecordings ? recorded(recording)[`${kind}s`] : [];
      const query = `${kind}s(ids: ${ids(list, '0000000000000000000000')}) ${fields}`;
      return [recording, `/v1/${kind}s`, query, (from: Recorded) => from[`${kind}s`].map(gives)] as const;
    };

    const singles: readonly Case[] = [
      alone('webapi-track--1', 'track', trackFields, track),
      alone('webapi-track--2', 'track', trackFields, track),
      alone('webapi-album--1', 'album', albumFields, albumFacts),
      alone('webapi-album--2', 'album', albumFields, albumFacts),
      alone('webapi-artist--1', 'artist', `{ ${facts} profilePictureUrl followers }`, (from) => ({
        ...artistFacts(from),
        followers: from.followers.total,
      })),
      alone('webapi-artist--2', 'artist', artistFields, artistFacts),
    ];
    const lists: readonly Case[] = [
      together('webapi-tracks-several--1', 'track', trackFields, track),
      together('webapi-tracks-several--2', 'track', trackFields, track),
      together('webapi-tracks-several--3', 'track', trackFields, track),
      together('rapidapi-tracks--1', 'track', trackFields, track),
      together('webapi-albums-several--1', 'album', albumFields, albumFacts),
      together('webapi-albums-several--2', 'album', albumFields, albumFacts),
      together('rapidapi-albums--1', 'album', albumFields, albumFacts),
      together('webapi-artists-several--1', 'artist', artistFields, artistFacts),
      together('webapi-artists-several--2', 'artist', artistFields, artistFacts),
    ];
    it.each(quota === 'extended' ? lists : singles)('%s', (...of) => replay(of as unknown as Case));

    const topTracks = (id: string) =>
      [
        `/v1/artists/${id}/top-tracks`,
        `topTracks(artistId: "${id}") ${trackFields}`,
        ({ tracks }: Recorded) => tracks.map(track),
      ] as const;
    const search = (song: string, by: string) =>
      [
        '/v1/search',
        `findTrack(song: "${song}", artist: "${by}") { ${within('track')} ${partsOfTrack} }`,
        ({ tracks }: Recorded) => track(tracks.items.find(({ name }: Recorded) => name === song)),
      ] as const;
    it.each<Case>([
      ['webapi-artist-top-tracks--1', ...topTracks('6v8FB84lnmJs434UJf2Mrm')],
      ['webapi-artist-top-tracks--2', ...topTracks('43ZHCT0cAZBISjO8DG9PnE')],
      ['webapi-search-track--1', ...search('Uptown Funk', 'Bruno Mars')],
      ['webapi-search-track--2', ...search('Do I Wanna Know?', 'Arctic Monkeys')],
    ])('%s', (...of) => replay(of));

    it.each([
      ['webapi-search-artist--1', 'tania bowra', '08td7MxkoHQkXnWAYD8d6Q'],
      ['webapi-search-artist--2', 'Arctic Lake', '0IEPb9ily3E5IAYMSkwtQ6'],
    ])('%s', async (recording, name, id) => {
      app.clock.skip(hours(48));
      const found = recorded('webapi-artist--2');
      upstream.play(({ hostname, pathname }) => {
        if (hostname === 'accounts.spotify.com') return recorded('webapi-token--1');
        if (pathname === '/v1/search') return recorded(recording);
        return pathname.endsWith(id) ? { ...found, id } : { artists: [{ ...found, id }] };
      });
      const { body } = await app.graphql(`{ music { findArtist(name: "${name}") { id } } }`);
      expect(body).toEqual({ data: { music: { findArtist: { id } } } });
    });
  });

  describe('in either mode', () => {
    beforeAll(() => startOver(credentials));
    afterAll(stop);

    it('decodes webapi-album-tracks--1 as the remaining tracks of an album', async () => {
      const first = recorded('webapi-albums-several--1').albums[0];
      const items = recorded('webapi-album-tracks--1').items;
      upstream.play(({ hostname, pathname, searchParams }) => {
        if (hostname === 'accounts.spotify.com') return recorded('webapi-token--1');
        if (!pathname.endsWith('/tracks'))
          return { ...first, tracks: { ...first.tracks, total: 12, items: items.slice(0, 3) } };
        const offset = Number(searchParams.get('offset'));
        return { total: 12, items: first.tracks.items.slice(offset, offset + 3) };
      });
      const { body } = await app.graphql(
        `{ music { album(id: "${first.id}") { tracks(first: 100) { name } } } }`,
      );
      const names = first.tracks.items.map(({ name }: Recorded) => name);
      expect(body.data.music.album.tracks.map(({ name }: Recorded) => name)).toEqual(names);
    });

    it('renews the token once for webapi-error-401--1 and then fails', async () => {
      app.clock.skip(hours(48));
      upstream.play(({ hostname }) =>
        hostname === 'accounts.spotify.com'
          ? recorded('webapi-token--1')
          : new Refusal(401, recorded('webapi-error-401--1')),
      );
      const { body } = await app.graphql('{ music { track(id: "4uLU6hMCjMI75M1A2tKUQC") { name } } }');
      expect(body.errors[0].extensions.code).toBe('UPSTREAM_FAILED');
      expect(upstream.received.map(({ url }) => url.hostname)).toEqual([
        'accounts.spotify.com',
        'api.spotify.com',
        'accounts.spotify.com',
        'api.spotify.com',
      ]);
    });
  });
});
