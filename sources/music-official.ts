import { z } from 'zod';
import { minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { path, type UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  optionalList,
  recognised,
  requiredList,
  shape,
  snakeCase,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { Endpoint, UpstreamResponse } from './kernel/source.ts';
import { official } from './music-sources.ts';
import type * as model from './music-types.ts';
import { day, largest, releaseTypes } from './music-types.ts';

/** The Spotify Web API. It has no play counts, listeners or prereleases; these are null. */

const Named = shape({ id, name: text, uri: text });

const AlbumName = shape({ id, name: text, uri: text, images: largest }).transform(
  ({ images: coverUrl, ...album }): model.AlbumName => ({ ...album, coverUrl }),
);

const recording = {
  id,
  name: text,
  uri: text,
  durationMs: integer,
  explicit: withDefault(boolean, false),
  artists: optionalList(Named),
};

const Track = shape({ ...recording, album: AlbumName }, snakeCase).transform(
  (track): model.Track => ({ ...track, playcount: null }),
);

const AlbumTrack = shape({ ...recording, isPlayable: withDefault(boolean, true) }, snakeCase).transform(
  ({ isPlayable, ...track }): model.AlbumTrack => ({ ...track, playable: isPlayable, playcount: null }),
);

const TrackList = shape({ total: integer, items: requiredList(AlbumTrack) }).transform(
  ({ total, items }) => ({
    total,
    tracks: items as readonly model.AlbumTrack[],
  }),
);

const Album = shape(
  {
    id,
    name: text,
    uri: text,
    images: largest,
    releaseDate: day,
    // Absent before 2018.
    label: withDefault(text, ''),
    copyrights: optionalList(shape({ text }).transform(({ text }) => text)),
    artists: optionalList(Named),
    tracks: TrackList,
  },
  snakeCase,
).transform(
  ({ images: coverUrl, copyrights: copyright, artists, tracks, ...album }): model.AlbumPage => ({
    ...album,
    coverUrl,
    copyright,
    artists: artists.map((artist) => ({ ...artist, profilePictureUrl: '' })),
    isPrerelease: null,
    ...tracks,
  }),
);

const Artist = shape({
  id,
  name: text,
  uri: text,
  images: largest,
  // Hidden from applications in development mode.
  followers: nullable(shape({ total: integer })),
}).transform(
  ({ images: profilePictureUrl, followers, ...artist }): model.Artist => ({
    ...artist,
    profilePictureUrl,
    followers: followers?.total ?? null,
    verified: null,
    monthlyListeners: null,
    topCities: null,
    links: [],
  }),
);

const Release = shape(
  {
    id,
    name: text,
    uri: text,
    images: largest,
    releaseDate: day,
    albumType: text.transform((type) => releaseTypes.find((known) => known === type) ?? 'album'),
  },
  snakeCase,
).transform(
  ({ images: coverUrl, albumType: type, ...release }): model.Release => ({ ...release, coverUrl, type }),
);

const ReleasePage = shape({ total: integer, items: requiredList(Release) }).transform(
  ({ total, items }): model.ReleasePage => ({ total, releases: items, entries: items.length }),
);

const SearchResults = recognised(
  shape({
    tracks: strictNullable(shape({ items: requiredList(Track) })),
    artists: strictNullable(shape({ items: requiredList(Named) })),
  }),
  'tracks',
  (body) => 'tracks' in body || 'artists' in body,
).transform(
  ({ tracks, artists }): model.Found => ({ tracks: tracks?.items ?? [], artists: artists?.items ?? [] }),
);

interface ById {
  readonly id: string;
}

const Refused = z.object({ error: z.object({ message: z.string() }) });

/** The upstream responds with 400 to a well-formed id that cannot exist, and to every other refused value. */
function isAbsent(response: UpstreamResponse): boolean {
  if (response.status !== 400 && response.status !== 404) return false;
  const message = Refused.safeParse(response.tryJson()).data?.error.message;
  return message !== undefined && (response.status === 404 || /\bid\b/i.test(message));
}

const single = {
  classify: (response: UpstreamResponse) => (isAbsent(response) ? ('accepted' as const) : undefined),
  // A body of null is no absence.
  payload: (response: UpstreamResponse) => (isAbsent(response) ? null : (response.json() ?? undefined)),
};

/** Lists require the extended mode; one bad id must not fail the other ids of its list. */
function classifyList({ status }: UpstreamResponse): Fault | undefined {
  if (status === 400) return new Fault('invalid', 'There can be no such id.', { group: 'music' });
  if (status !== 403 && status !== 404) return undefined;
  const message = 'The source for music grants no lists; MUSIC_OFFICIAL_QUOTA says what it grants.';
  return new Fault('upstreamFailed', message, { group: 'music' });
}

/** The endpoints of one kind by id; null when there is no such thing. */
export interface ByIds<Item> {
  /** One id per request, which every application may send. */
  readonly alone: Endpoint<ById, Item | null>;
  /** Batched. */
  readonly together: Endpoint<ById, Item | null>;
}

const byIds = <Item extends model.Named>(
  kind: 'tracks' | 'albums' | 'artists',
  max: number,
  item: z.ZodType<Item>,
): ByIds<Item> => ({
  alone: official.endpoint(`${kind}.alone`, {
    request: ({ id }: ById) => ({ path: path`/v1/${kind}/${id}` }),
    ...single,
    decode: item.nullable(),
    cache,
  }),
  together: official.batched(`${kind}.together`, {
    maxPerRequest: max,
    key: ({ id }: ById) => id,
    request: (ids) => ({ path: path`/v1/${kind}`, query: { ids: ids.join(',') } }),
    classify: classifyList,
    decode: z
      .object({ [kind]: requiredList(item.nullable()) })
      .transform((lists) => lists[kind]!.filter((found) => found !== null)),
    keyOf: ({ id }) => id,
    cache,
  }),
});

const cache = { freshMs: minutes(30) };

/** The most ids of one request. */
export const maxPerRequest = { tracks: 50, albums: 20, artists: 50 } as const;

export const tracks = byIds('tracks', maxPerRequest.tracks, Track);
/** Albums with up to 50 of their tracks. */
export const albums = byIds('albums', maxPerRequest.albums, Album);
export const artists = byIds('artists', maxPerRequest.artists, Artist);

interface PageOf extends ById {
  readonly offset: number;
}

/** Up to 50 tracks of an album from `offset` on; null when there is no such album. */
export const albumTracks = official.endpoint('albumTracks', {
  request: ({ id, offset }: PageOf): UpstreamCall => ({
    path: path`/v1/albums/${id}/tracks`,
    query: { limit: 50, offset },
  }),
  ...single,
  decode: TrackList.nullable(),
  cache,
});

/** Some of an artist's releases from `offset` on, those of others on which the artist appears left out. */
export const officialReleasePage = official.endpoint('officialReleasePage', {
  request: ({ id, offset, limit }: PageOf & { readonly limit: number }): UpstreamCall => ({
    path: path`/v1/artists/${id}/albums`,
    query: { include_groups: 'album,single,compilation', limit, offset },
  }),
  ...single,
  decode: ReleasePage.nullable(),
  cache,
});

/** The ten tracks of an artist that are most popular in the United States; null when there is no such artist. */
export const officialTopTracks = official.endpoint('officialTopTracks', {
  request: ({ id }: ById): UpstreamCall => ({
    path: path`/v1/artists/${id}/top-tracks`,
    query: { market: 'US' },
  }),
  ...single,
  decode: shape({ tracks: requiredList(Track) })
    .transform(({ tracks }) => tracks)
    .nullable(),
  cache,
});

export interface Searched {
  readonly q: string;
  readonly type: 'track' | 'artist';
}

/** Tracks, or artists, by words; the prefixes `track:` and `artist:` narrow the search. */
export const officialSearch = official.endpoint('officialSearch', {
  request: (asked: Searched): UpstreamCall => ({
    path: '/v1/search',
    query: { ...asked, limit: 5 },
  }),
  decode: SearchResults,
  cache: { freshMs: minutes(10) },
});
