import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest } from './kernel/upstream.ts';
import { isSigned } from './music-tokens.ts';
import {
  type Album,
  type Artist,
  albumById,
  artistById,
  artistsNamed,
  copyrightsOf,
  dayOf,
  pictures,
  releases,
  songBy,
  songs,
  type Track,
  topTracks,
  trackById,
  tracksOf,
} from './music-works.ts';
import type { World } from './world.ts';

const origin = 'https://api.spotify.com/v1';
const messages: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'The access token expired',
  403: 'Forbidden',
  404: 'Resource not found',
  429: 'API rate limit exceeded',
};

function failure(status: number, message = messages[status] ?? 'Server error.'): SandboxResponse {
  return json({ error: { status, message } }, { status });
}

/** The Web API for an application in extended quota mode. */
export const officialApi = defineUpstream({
  hosts: ['api.spotify.com'],
  guard: (request) => (isSigned(request, 'application') ? undefined : failure(401)),
  failure: (status) => failure(status),
  faults: [
    {
      name: 'application limited for a day',
      group: 'music',
      host: 'api.spotify.com',
      description: 'The application is asked to wait for most of a day.',
      status: 429,
      headers: { 'retry-after': '80000' },
    },
  ],
  routes: [
    get('/v1/tracks/{id}', ({ world, params }) => json(trackBody(known(trackById, world, params.id)))),
    get('/v1/albums/{id}', ({ world, params }) => json(albumBody(world, known(albumById, world, params.id)))),
    get('/v1/artists/{id}', ({ world, params }) => json(artistBody(known(artistById, world, params.id)))),
    get('/v1/tracks', (request) => json({ tracks: several(request, 50, trackById, trackBody) })),
    get('/v1/albums', (request) =>
      json({ albums: several(request, 20, albumById, (album) => albumBody(request.world, album)) }),
    ),
    get('/v1/artists', (request) => json({ artists: several(request, 50, artistById, artistBody) })),
    get('/v1/albums/{id}/tracks', (request) => {
      const album = known(albumById, request.world, request.params.id);
      const { offset, limit } = windowOf(request);
      return json(trackList(request.world, album, offset, limit));
    }),
    get('/v1/artists/{id}/albums', albumsOfArtist),
    get('/v1/artists/{id}/top-tracks', ({ world, params }) =>
      json({ tracks: topTracks(world, known(artistById, world, params.id)).map(trackBody) }),
    ),
    get('/v1/search', search),
  ],
});

type Find<Thing> = (world: World, id: string) => Thing | undefined;

const isId = (id: string) => /^[0-9A-Za-z]{22}$/.test(id);

function known<Thing>(find: Find<Thing>, world: World, id: string): Thing {
  if (!isId(id)) return refuse(failure(400, 'Invalid base62 id'));
  return find(world, id) ?? refuse(failure(404));
}

function several<Thing>(
  { world, query }: SandboxRequest,
  max: number,
  find: Find<Thing>,
  body: (thing: Thing) => unknown,
): unknown[] {
  const ids = (query.get('ids') ?? '').split(',');
  if (ids.length > max) refuse(failure(400, 'Too many ids requested'));
  if (!ids.every(isId)) refuse(failure(400, 'Invalid base62 id'));
  return ids.map((id) => {
    const thing = find(world, id);
    return thing === undefined ? null : body(thing);
  });
}

function windowOf({ query }: SandboxRequest, usual = 20) {
  const [limit, offset] = [query.get('limit') ?? String(usual), query.get('offset') ?? '0'];
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 50)
    refuse(failure(400, 'Invalid limit'));
  if (!/^\d{1,4}$/.test(offset)) refuse(failure(400, 'Invalid offset'));
  return { limit: Number(limit), offset: Number(offset) };
}

const links = (kind: string, { id }: { readonly id: string }) => ({
  external_urls: { spotify: `https://open.spotify.com/${kind}/${id}` },
  href: `${origin}/${kind}s/${id}`,
  id,
  type: kind,
  uri: `spotify:${kind}:${id}`,
});

const widestFirst = (kind: 'cover' | 'portrait', hash: string) =>
  pictures(kind, hash).sort((one, other) => other.width - one.width);

const artistName = (artist: Artist) => ({ ...links('artist', artist), name: artist.name });

const artistBody = (artist: Artist) => ({
  ...artistName(artist),
  followers: { href: null, total: artist.followers },
  genres: [],
  images: widestFirst('portrait', artist.picture),
  popularity: 50,
});

const albumFacts = (album: Album) => ({
  ...links('album', album),
  // The official API has no type for EPs.
  album_type: album.type === 'EP' ? 'single' : album.type.toLowerCase(),
  artists: [artistName(album.artist)],
  available_markets: ['US'],
  images: widestFirst('cover', album.cover),
  name: album.name,
  release_date: dayOf(album),
  release_date_precision: 'day',
  total_tracks: album.trackCount,
});

const albumBody = (world: World, album: Album) => ({
  ...albumFacts(album),
  copyrights: copyrightsOf(album),
  external_ids: { upc: world.of('music.upc', album.id).digits(12) },
  genres: [],
  label: album.label,
  popularity: 50,
  tracks: trackList(world, album, 0, 50),
});

const trackFacts = (track: Track) => ({
  ...links('track', track),
  artists: track.artists.map(artistName),
  available_markets: ['US'],
  disc_number: 1,
  duration_ms: track.durationMs,
  explicit: track.isExplicit,
  is_local: false,
  name: track.name,
  preview_url: null,
  track_number: track.number,
});

const trackBody = (track: Track) => ({
  ...trackFacts(track),
  album: albumFacts(track.album),
  external_ids: {},
  popularity: 50,
});

function listed<Item>(path: string, items: readonly Item[], total: number, offset: number, limit: number) {
  const page = (at: number) => `${origin}${path}${path.includes('?') ? '&' : '?'}offset=${at}&limit=${limit}`;
  return {
    href: page(offset),
    items,
    limit,
    next: offset + limit < total ? page(offset + limit) : null,
    offset,
    previous: offset > 0 ? page(Math.max(offset - limit, 0)) : null,
    total,
  };
}

const trackList = (world: World, album: Album, offset: number, limit: number) =>
  listed(
    `/albums/${album.id}/tracks`,
    tracksOf(world, album, offset, offset + limit).map(trackFacts),
    album.trackCount,
    offset,
    limit,
  );

function albumsOfArtist(request: SandboxRequest<'/v1/artists/{id}/albums'>): SandboxResponse {
  const { world, params } = request;
  const artist = known(artistById, world, params.id);
  const { offset, limit } = windowOf(request, 5);
  const page = releases(world, artist, offset, offset + limit).map((album) => ({
    ...albumFacts(album),
    album_group: albumFacts(album).album_type,
  }));
  return json(listed(`/artists/${artist.id}/albums`, page, artist.releaseCount, offset, limit));
}

function search(request: SandboxRequest): SandboxResponse {
  const { world, query } = request;
  const q = query.get('q')?.trim();
  if (!q) return failure(400, 'No search query');
  const { offset, limit } = windowOf(request, 5);
  const page = <Item>(found: readonly Item[], body: (item: Item) => unknown) =>
    listed(
      `/search?query=${encodeURIComponent(q)}`,
      found.slice(offset, offset + limit).map(body),
      found.length,
      offset,
      limit,
    );
  const types = (query.get('type') ?? '').split(',');
  return json({
    ...(types.includes('track') && { tracks: page(songsOf(world, q), trackBody) }),
    ...(types.includes('artist') && { artists: page(artistsNamed(world, q), artistBody) }),
  });
}

/** A search term may have field filters, such as `artist:`. */
function songsOf(world: World, q: string): Track[] {
  const [, song, by] = /^track:(.+) artist:(.+)$/.exec(q) ?? [];
  if (song === undefined || by === undefined) return songs(world, q);
  return world.exists(q) ? [songBy(world, song, by)] : [];
}
