import {
  type Album,
  type Artist,
  announcedAlbum,
  artistsNamed,
  cities,
  copyrightsOf,
  dayOf,
  pictures,
  releases,
  songs,
  type Track,
  topTracks,
  tracksOf,
} from './music-works.ts';
import { accountsShown, handleOfPerson } from './people.ts';
import type { World } from './world.ts';

/** Bodies of the API of the web player for artists, albums and tracks, with the keys of the upstream. */

const uriOf = (kind: string, { id }: { readonly id: string }) => `spotify:${kind}:${id}`;
const sharing = (kind: string, { id }: { readonly id: string }) => ({
  shareId: id,
  shareUrl: `https://open.spotify.com/${kind}/${id}?si=${id}`,
});
const playable = { playable: true, reason: 'PLAYABLE' };
const rating = (track: Track) => ({ label: track.isExplicit ? 'EXPLICIT' : 'NONE' });
const coverArt = (album: Album) => ({
  extractedColors: { colorRaw: { hex: '#18A8D0' } },
  sources: pictures('cover', album.cover),
});
const avatarOf = (artist: Artist) => ({
  avatarImage: {
    extractedColors: { colorRaw: { hex: '#780010' } },
    sources: pictures('portrait', artist.picture),
  },
});
const associations = {
  audioAssociations: { __typename: 'TrackAudioAssociationPage', items: [] },
  videoAssociations: { totalCount: 0 },
};
const dateOf = (album: Album) => ({
  isoString: `${dayOf(album)}T00:00:00Z`,
  precision: 'DAY',
  year: Number(dayOf(album).slice(0, 4)),
});
const copyrightOf = (album: Album) => {
  const items = copyrightsOf(album);
  return { items, totalCount: items.length };
};

const artistName = (artist: Artist) => ({
  profile: { name: artist.name },
  uri: uriOf('artist', artist),
});

const artistEntry = (artist: Artist) => ({
  ...artistName(artist),
  id: artist.id,
  sharingInfo: sharing('artist', artist),
  visuals: avatarOf(artist),
});

export const trackBody = (track: Track) => {
  const [first, ...others] = track.artists.map(artistEntry);
  const { album } = track;
  return {
    __typename: 'Track',
    albumOfTrack: {
      copyright: copyrightOf(album),
      courtesyLine: '',
      coverArt: coverArt(album),
      date: dateOf(album),
      id: album.id,
      name: album.name,
      playability: playable,
      sharingInfo: sharing('album', album),
      tracks: {
        items: [{ track: { trackNumber: track.number, uri: uriOf('track', track) } }],
        totalCount: album.trackCount,
      },
      type: album.type,
      uri: uriOf('album', album),
    },
    associationsV3: associations,
    contentRating: rating(track),
    duration: { totalMilliseconds: track.durationMs },
    firstArtist: { items: [first], totalCount: 1 },
    id: track.id,
    mediaType: 'AUDIO',
    name: track.name,
    otherArtists: { items: others },
    playability: playable,
    playcount: String(track.playcount),
    saved: false,
    sharingInfo: sharing('track', track),
    trackNumber: track.number,
    uri: uriOf('track', track),
    visualIdentity: null,
  };
};

export const albumBody = (world: World, album: Album, from: number, to: number) => ({
  __typename: 'Album',
  artists: { items: [artistEntry(album.artist)], totalCount: 1 },
  copyright: copyrightOf(album),
  courtesyLine: '',
  coverArt: coverArt(album),
  date: { isoString: `${dayOf(album)}T00:00:00Z`, precision: 'DAY' },
  discs: { items: [{ number: 1, tracks: { totalCount: album.trackCount } }], totalCount: 1 },
  isPreRelease: album.prereleaseId !== undefined,
  label: album.label,
  moreAlbumsByArtist: { items: [] },
  name: album.name,
  playability: { ...playable, playable: album.prereleaseId === undefined },
  preReleaseEndDateTime: album.prereleaseId === undefined ? null : dateOf(album),
  releases: { items: [], totalCount: 0 },
  saved: false,
  sharingInfo: sharing('album', album),
  tracksV2: {
    items: tracksOf(world, album, from, to).map((track) => ({ track: albumTrack(track), uid: track.id })),
    totalCount: album.trackCount,
  },
  type: album.type,
  uri: uriOf('album', album),
  visualIdentity: null,
  watchFeedEntrypoint: null,
});

/** A track in lists. */
const trackFacts = (track: Track) => ({
  artists: { items: track.artists.map(artistName) },
  associationsV3: { videoAssociations: { totalCount: 0 } },
  contentRating: rating(track),
  discNumber: 1,
  duration: { totalMilliseconds: track.durationMs },
  name: track.name,
  playcount: String(track.playcount),
  uri: uriOf('track', track),
});

const albumTrack = (track: Track) => ({
  ...trackFacts(track),
  playability: { playable: track.album.prereleaseId === undefined },
  relinkingInformation: null,
  saved: false,
  trackNumber: track.number,
});

/** In lists of an artist's releases, dates are split into parts. */
const releaseFacts = (album: Album) => {
  const [year, month, day] = dayOf(album).split('-').map(Number);
  return {
    copyright: { items: copyrightsOf(album) },
    coverArt: { sources: pictures('cover', album.cover) },
    date: { day, month, precision: 'DAY', year },
    id: album.id,
    label: album.label,
    name: album.name,
    playability: playable,
    sharingInfo: sharing('album', album),
    tracks: { totalCount: album.trackCount },
    type: album.type,
    uri: uriOf('album', album),
  };
};

export const artistBody = (world: World, artist: Artist) => {
  const all = releases(world, artist, 0, 10);
  const group = (type: Album['type']) => {
    const items = all.filter((album) => album.type === type);
    return {
      items: items.map((album) => ({ releases: { items: [releaseFacts(album)] } })),
      totalCount: items.length,
    };
  };
  return {
    __typename: 'Artist',
    discography: {
      albums: group('ALBUM'),
      compilations: group('COMPILATION'),
      latest: releaseFacts(all[0]!),
      popularReleasesAlbums: { items: all.map(releaseFacts), totalCount: all.length },
      singles: group('SINGLE'),
      topTracks: {
        items: topTracks(world, artist).map((track) => ({ track: topTrack(track), uid: track.id })),
      },
    },
    goods: { concerts: { items: [] }, merch: { items: [] } },
    headerImage: null,
    id: artist.id,
    onPlatformReputationTrait: { verification: { isRegistered: true, isVerified: artist.isVerified } },
    preRelease: null,
    profile: {
      biography: { text: '', type: 'AUTOBIOGRAPHY' },
      externalLinks: { items: externalLinks(world, artist) },
      name: artist.name,
    },
    relatedContent: { relatedArtists: { items: [], totalCount: 0 } },
    saved: false,
    sharingInfo: sharing('artist', artist),
    stats: {
      followers: artist.followers,
      monthlyListeners: artist.monthlyListeners,
      topCities: { items: cities(world, artist) },
      worldRank: 0,
    },
    uri: uriOf('artist', artist),
    visualIdentity: null,
    visuals: { ...avatarOf(artist), gallery: { items: [] } },
    watchFeedEntrypoint: null,
  };
};

const topTrack = (track: Track) => ({
  ...trackFacts(track),
  albumOfTrack: {
    coverArt: { sources: pictures('cover', track.album.cover).map(({ url }) => ({ url })) },
    uri: uriOf('album', track.album),
  },
  id: track.id,
  playability: playable,
});

export const releaseList = (world: World, artist: Artist, from: number, to: number) => ({
  items: releases(world, artist, from, to).map((album) => ({
    releases: { items: [{ ...releaseFacts(album), date: dateOf(album) }] },
  })),
  totalCount: artist.releaseCount,
});

export function searchBody(world: World, term: string, from: number, to: number) {
  const found = songs(world, term);
  const named = artistsNamed(world, term);
  const empty = { items: [], totalCount: 0 };
  return {
    tracksV2: {
      items: found.slice(from, to).map((track) => ({
        item: { __typename: 'TrackResponseWrapper', data: foundTrack(track) },
        matchedFields: [],
      })),
      totalCount: found.length,
    },
    albumsV2: { __typename: 'AlbumOrPrereleasePage', ...empty },
    artists: {
      items: named.slice(from, to).map((artist) => ({
        __typename: 'ArtistResponseWrapper',
        data: foundArtist(artist),
      })),
      totalCount: named.length,
    },
    playlists: empty,
    podcasts: empty,
    episodes: empty,
    audiobooks: empty,
    chipOrder: { items: ['TRACKS', 'ARTISTS', 'ALBUMS'].map((typeName) => ({ typeName })) },
  };
}

const foundTrack = (track: Track) => ({
  __typename: 'Track',
  albumOfTrack: {
    coverArt: coverArt(track.album),
    id: track.album.id,
    name: track.album.name,
    uri: uriOf('album', track.album),
  },
  artists: { items: track.artists.map(artistName) },
  associationsV3: associations,
  contentRating: rating(track),
  duration: { totalMilliseconds: track.durationMs },
  id: track.id,
  trackMediaType: 'AUDIO',
  name: track.name,
  playability: playable,
  uri: uriOf('track', track),
});

const foundArtist = (artist: Artist) => ({
  __typename: 'Artist',
  onPlatformReputationTrait: { verification: { isVerified: artist.isVerified } },
  ...artistName(artist),
  visuals: avatarOf(artist),
});

/** An announcement in the format of search results; the format of its own query is not public. */
export function prereleaseBody(world: World, id: string) {
  const album = announcedAlbum(world, id);
  if (album === undefined) return null;
  return {
    __typename: 'PreReleaseResponseWrapper',
    data: {
      __typename: 'PreRelease',
      uri: uriOf('prerelease', { id }),
      timezone: 'America/New_York',
      releaseDate: dateOf(album),
      preReleaseContent: {
        name: album.name,
        uri: uriOf('album', album),
        type: album.type,
        coverArt: coverArt(album),
      },
    },
  };
}

const linkNames: Readonly<Record<string, string>> = {
  microblog: 'TWITTER',
  photosocial: 'INSTAGRAM',
  shortvideo: 'TIKTOK',
};

/** The links that the upstream shows are of few sites. */
const externalLinks = (world: World, { name }: Artist) =>
  accountsShown(world, 'music', handleOfPerson(world, name)).flatMap(({ site, page }) => {
    const known = linkNames[site];
    return known === undefined ? [] : [{ name: known, url: page }];
  });
