import { Fault } from '../core/faults.ts';
import { enumKind } from '../resolvers/kernel/inputs.ts';
import * as lookups from '../resolvers/music.ts';
import * as model from '../sources/music-types.ts';
import { builder } from './kernel/builder.ts';
import { isAtLeast, isSince, isSo, listFilters } from './kernel/list-filters.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsId, wire } from './kernel/wire.ts';

export const Track = builder.objectRef<lookups.Track>('MusicTrack');
export const TrackRef = builder.objectRef<model.Recording>('MusicTrackRef');
export const Album = builder.objectRef<lookups.Album>('MusicAlbum');
export const Artist = builder.objectRef<lookups.Artist>('MusicArtist');
const Discography = builder.objectRef<lookups.Discography>('MusicDiscography');

const explicit = isSo(
  'Whether they are marked as explicit.',
  (track: { readonly explicit: boolean }) => track.explicit,
);
/** The count of plays. Throws the fault of its source where that did not serve it. */
function plays({ playcount }: Pick<lookups.Track, 'playcount'>): number {
  if (playcount instanceof Fault) throw playcount;
  return playcount;
}

const filtersOfTracks = listFilters<lookups.Track>(
  'MusicTrack',
  { explicit, minPlays: isAtLeast('The fewest plays.', plays) },
  { plays, name: ({ name }) => name, length: ({ durationMs }) => durationMs },
);
const filtersOfAlbumTracks = listFilters<lookups.Album['tracks'][number]>(
  'MusicAlbumTrackRef',
  { explicit },
  { plays, name: ({ name }) => name, length: ({ durationMs }) => durationMs },
);
const filtersOfReleases = listFilters<model.Release>(
  'MusicReleaseRef',
  { since: isSince('The earliest day of their release.', ({ releaseDate }) => releaseDate) },
  { released: ({ releaseDate }) => releaseDate, name: ({ name }) => name },
);

const Named = builder.interfaceRef<model.Named>('MusicNamed').implement({
  description: 'Something that has a name and a URI.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    uri: t.exposeString('uri', { description: 'Its URI, which ends in its kind and its id.' }),
  }),
});

const ArtistRef = builder
  .objectRef<model.Named & Partial<Pick<model.PicturedArtist, 'profilePictureUrl'>>>('MusicArtistRef')
  .implement({
    description: 'An artist, as named beside a work.',
    interfaces: [Named],
    fields: (t) => ({
      artistId: t.exposeID('id', { description: 'Id of the artist.', ...documentedAsId }),
      profilePictureUrl: t.string({
        nullable: true,
        description:
          'Address of the largest picture beside an announced album, empty when there is none; null elsewhere.',
        resolve: ({ profilePictureUrl }) => profilePictureUrl,
        ...wire({ present: true }),
      }),
      artist: t.lookup(lookups.artist, { type: Artist, from: { id: ({ id }) => id } }),
      topTracks: t.lookup(lookups.topTracks, {
        type: [Track],
        filters: filtersOfTracks,
        from: { artistId: ({ id }) => id },
      }),
      discography: t.lookup(lookups.discography, { type: Discography, from: { artistId: ({ id }) => id } }),
    }),
  });

export const AlbumRef = builder.objectRef<model.AlbumName>('MusicAlbumRef').implement({
  description: 'An album, as named beside a track.',
  interfaces: [Named],
  fields: (t) => ({
    albumId: t.exposeID('id', { description: 'Id of the album.', ...documentedAsId }),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    album: t.lookup(lookups.album, { type: Album, from: { id: ({ id }) => id } }),
  }),
});

const Recording = builder.interfaceRef<model.Recording>('MusicRecording').implement({
  description: 'A track, with or without its play count.',
  interfaces: [Named],
  fields: (t) => ({
    durationMs: t.expose('durationMs', { type: 'SafeInt', description: 'Length in milliseconds.' }),
    explicit: t.exposeBoolean('explicit', { description: 'Whether its words are marked as explicit.' }),
    artists: t.list('artists', {
      type: [ArtistRef],
      max: 20,
      usual: 4,
      description: 'Who made it, the main artist first.',
    }),
    album: t.expose('album', { type: AlbumRef, description: 'The album that it is on.' }),
  }),
});

/** An upper bound of the tracks of an album, for the price. */
const mostTracks = 1_000;

/** Types a value that may be a `Fault`: GraphQL reports a resolved Error as the error of the field. */
const known = <Fact>(fact: Fact) => fact as Exclude<Fact, Fault>;

Track.implement({
  description: 'A track.',
  interfaces: [Recording, Named],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    playcount: t.field({
      type: 'SafeInt',
      description: 'How often it was played.',
      resolve: ({ playcount }) => known(playcount),
    }),
  }),
});

TrackRef.implement({
  description: 'A track, as a search tells it.',
  interfaces: [Recording, Named],
  fields: (t) => ({
    trackId: t.exposeID('id', { description: 'Id of the track.', ...documentedAsId }),
    track: t.lookup(lookups.track, { type: Track, from: { id: ({ id }) => id } }),
  }),
});

const AlbumTrackRef = builder.objectRef<lookups.AlbumTrack>('MusicAlbumTrackRef').implement({
  description: 'A track, as an album lists it.',
  interfaces: [Named],
  fields: (t) => ({
    trackId: t.exposeID('id', { description: 'Id of the track.', ...documentedAsId }),
    playcount: t.field({
      type: 'SafeInt',
      description: 'How often it was played.',
      resolve: ({ playcount }) => known(playcount),
    }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'Length in milliseconds; null before it is known.',
    }),
    explicit: t.exposeBoolean('explicit', { description: 'Whether its words are marked as explicit.' }),
    playable: t.exposeBoolean('playable', { description: 'Whether it can be played.' }),
    artists: t.list('artists', {
      type: [ArtistRef],
      max: 20,
      usual: 4,
      description: 'Who made it, the main artist first.',
    }),
    track: t.lookup(lookups.track, { type: Track, from: { id: ({ id }) => id } }),
  }),
});

Album.implement({
  description: 'An album.',
  interfaces: [Named],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    releaseDate: t.exposeString('releaseDate', {
      description: 'Day of its release, as YYYY-MM-DD; the first one where only the month or year is known.',
    }),
    releasedTime: t.typed(
      'releaseDate',
      asTime,
      'Beginning of the day of its release, in UTC; of the first one where only the month or year is known.',
    ),
    label: t.exposeString('label', { description: 'The label that released it; may be empty.' }),
    copyright: t.exposeStringList('copyright', { description: 'Its lines of copyright.' }),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    artists: t.list('artists', {
      type: [ArtistRef],
      max: 20,
      usual: 4,
      description: 'Who made it, the main artist first.',
    }),
    totalPlays: t.field({
      type: 'SafeInt',
      description: 'The play counts of all its tracks together.',
      resolve: ({ totalPlays }) => known(totalPlays),
    }),
    tracks: t.list('tracks', {
      type: [AlbumTrackRef],
      max: mostTracks,
      filters: filtersOfAlbumTracks,
      description: 'All its tracks, in their order.',
    }),
  }),
});

export const City = builder.objectRef<model.City>('MusicCity').implement({
  description: 'A city where an artist is listened to.',
  fields: (t) => ({
    city: t.exposeString('city', { description: 'Its name.' }),
    region: t.exposeString('region', { description: 'Code of its region; may be empty.' }),
    country: t.exposeString('country', { description: 'Code of its country, of two letters.' }),
    numberOfListeners: t.expose('numberOfListeners', {
      type: 'SafeInt',
      description: 'How many there listened within a month.',
    }),
  }),
});

Artist.implement({
  description: 'An artist.',
  interfaces: [Named],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    verified: t.field({
      type: 'Boolean',
      description: 'Whether the service has verified the artist.',
      resolve: ({ verified }) => known(verified),
    }),
    followers: t.field({
      type: 'SafeInt',
      description: 'How many follow the artist.',
      resolve: ({ followers }) => known(followers),
    }),
    monthlyListeners: t.field({
      type: 'SafeInt',
      description: 'How many listened within a month.',
      resolve: ({ monthlyListeners }) => known(monthlyListeners),
    }),
    profilePictureUrl: t.exposeString('profilePictureUrl', {
      description: 'Address of the largest picture; empty when there is none.',
    }),
    topCities: t.list(({ topCities }) => known(topCities), {
      type: [City],
      max: 10,
      description: 'The cities with most listeners, ten at most.',
    }),
    topTracks: t.lookup(lookups.topTracks, {
      type: [Track],
      filters: filtersOfTracks,
      from: { artistId: ({ id }) => id },
    }),
    discography: t.lookup(lookups.discography, { type: Discography, from: { artistId: ({ id }) => id } }),
  }),
});

const ReleaseRef = builder.objectRef<model.Release>('MusicReleaseRef').implement({
  description: 'An album, as the discography of an artist lists it.',
  interfaces: [Named],
  fields: (t) => ({
    albumId: t.exposeID('id', { description: 'Id of the album.', ...documentedAsId }),
    releaseDate: t.exposeString('releaseDate', { description: 'Day of its release, as YYYY-MM-DD.' }),
    releasedTime: t.typed('releaseDate', asTime, 'Beginning of the day of its release, in UTC.'),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    type: t.expose('type', {
      type: builder.enumOf(enumKind('MusicReleaseType', model.releaseTypes)),
      description: 'What it is; an EP is a single.',
    }),
    album: t.lookup(lookups.album, { type: Album, from: { id: ({ id }) => id } }),
  }),
});

Discography.implement({
  description: 'Everything that an artist has released.',
  fields: (t) => ({
    albums: t.list('albums', {
      type: [ReleaseRef],
      max: 1000,
      filters: filtersOfReleases,
      description: 'The albums.',
    }),
    singles: t.list('singles', {
      type: [ReleaseRef],
      max: 1000,
      filters: filtersOfReleases,
      description: 'Singles and EPs.',
    }),
    compilations: t.list('compilations', {
      type: [ReleaseRef],
      max: 1000,
      filters: filtersOfReleases,
      description: 'Collections of older tracks.',
    }),
  }),
});

const Match = builder.objectRef<lookups.Match>('MusicMatch').implement({
  description: 'A song that was searched for, with its album and its artist.',
  fields: (t) => ({
    track: t.expose('track', { type: TrackRef, description: 'The song.' }),
    title: t.string({ description: 'Title of the song.', resolve: ({ track }) => track.name }),
    byline: t.string({
      description: 'Names of its artists, with commas between them.',
      resolve: ({ track }) => track.artists.map(({ name }) => name).join(', '),
    }),
    album: t.expose('album', { type: Album, description: 'The album that it is on.' }),
    artist: t.expose('artist', { type: Artist, description: 'Its main artist.' }),
    albumTracks: t.list(({ album }) => album.tracks, {
      type: [AlbumTrackRef],
      max: mostTracks,
      filters: filtersOfAlbumTracks,
      description: 'All tracks of the album.',
    }),
  }),
});

export const Prerelease = builder.objectRef<lookups.Prerelease>('MusicPrerelease').implement({
  description: 'An album that is announced and not out.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the announcement.' }),
    albumId: t.exposeID('albumId', { description: 'Id of the album.' }),
    name: t.exposeString('name', { description: 'Name of the album.' }),
    releaseDate: t.exposeString('releaseDate', { description: 'When it will be out, in ISO 8601.' }),
    releasedTime: t.typed('releaseDate', asTime, 'When it will be out.'),
    timezone: t.exposeString('timezone', {
      description: 'Time zone that the release follows; may be empty.',
    }),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    copyrightText: t.exposeString('copyright', { description: 'Its copyright, line by line.' }),
    trackCount: t.exposeInt('trackCount', { description: 'How many tracks it has.' }),
    artists: t.list('artists', { type: [ArtistRef], max: 20, usual: 4, description: 'Who made it.' }),
    tracks: t.list('tracks', {
      type: [AlbumTrackRef],
      max: mostTracks,
      filters: filtersOfAlbumTracks,
      description:
        'Its tracks as far as they are told: before the release, many are called "Track 1" and so on.',
    }),
    album: t.lookup(lookups.album, { type: Album, from: { id: ({ albumId }) => albumId } }),
  }),
});

builder.namespace('music', {
  description: 'Tracks, albums, artists, discographies, announced albums and play counts.',
  synonyms: {
    '': 'song *spotify streaming',
    account:
      'artist band listener listeners monthly music musician release releases singer song songs track tracks',
    album: 'copyright label lp publisher record release vinyl',
    'album tracks': 'listing tracklist tracklisting',
    announced:
      'announced announcement come coming countdown forthcoming future preorder presave release released unreleased upcoming yet',
    artist: 'act band composer dj group musician rapper sing singer',
    'artist discography': 'albums catalogue complete discography every',
    'artist monthly': 'fan followed listened listener popular verified',
    'artist monthly cities': 'city listen listening popular town towns',
    'artist name': 'called find lookup name named search',
    'artist released': 'albums compilation ep eps published release releases single singles',
    'artist top tracks': 'best biggest famous greatest known most streamed',
    city: 'artist band cities fan fans listen listened listener place singer town towns',
    'artist song title': 'band singer track',
    search: 'find lookup title written',
    soundtrack: 'ost score',
    'top tracks': 'chart hit hits popular',
    track:
      'duration explicit heard length listens long lyrics often played plays popular song stream streamed streams tune',
    tracks: 'songs',
  },
  fields: (t) => ({
    track: t.lookup(lookups.track, { type: Track }),
    tracks: t.lookup(lookups.tracks, { type: [Track, null] }),
    album: t.lookup(lookups.album, { type: Album }),
    albums: t.lookup(lookups.albums, { type: [Album, null] }),
    artist: t.lookup(lookups.artist, { type: Artist }),
    artists: t.lookup(lookups.artists, { type: [Artist, null] }),
    findArtist: t.lookup(lookups.findArtist, { type: Artist }),
    topTracks: t.lookup(lookups.topTracks, { type: [Track], filters: filtersOfTracks }),
    discography: t.lookup(lookups.discography, { type: Discography }),
    prerelease: t.lookup(lookups.prerelease, { type: Prerelease }),
    findTrack: t.lookup(lookups.findTrack, { type: TrackRef }),
    search: t.lookup(lookups.search, { type: Match }),
  }),
});
