import type { Fault } from '../core/faults.ts';
import { enumKind } from '../resolvers/kernel/inputs.ts';
import * as lookups from '../resolvers/music.ts';
import * as model from '../sources/music-types.ts';
import { builder } from './kernel/builder.ts';

const Track = builder.objectRef<lookups.Track>('MusicTrack');
export const FoundTrack = builder.objectRef<model.Recording>('MusicFoundTrack');
const Album = builder.objectRef<lookups.Album>('MusicAlbum');
const Artist = builder.objectRef<lookups.Artist>('MusicArtist');
const Discography = builder.objectRef<lookups.Discography>('MusicDiscography');

const Named = builder.interfaceRef<model.Named>('MusicNamed').implement({
  description: 'Something that has an id and a name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    uri: t.exposeString('uri', { description: 'Its URI, which ends in its kind and its id.' }),
  }),
});

const ArtistName = builder.objectRef<model.Named>('MusicArtistName').implement({
  description: 'An artist as named beside a work.',
  interfaces: [Named],
  fields: (t) => ({
    full: t.lookup(lookups.artist, { type: Artist, from: { id: ({ id }) => id } }),
    topTracks: t.lookup(lookups.topTracks, { type: [Track], from: { artistId: ({ id }) => id } }),
    discography: t.lookup(lookups.discography, { type: Discography, from: { artistId: ({ id }) => id } }),
  }),
});

const PicturedArtist = builder.objectRef<model.PicturedArtist>('MusicPicturedArtist').implement({
  description: 'An artist as named beside an announced album.',
  interfaces: [Named],
  fields: (t) => ({
    profilePictureUrl: t.exposeString('profilePictureUrl', {
      description: 'Address of the largest picture; empty when there is none.',
    }),
    full: t.lookup(lookups.artist, { type: Artist, from: { id: ({ id }) => id } }),
  }),
});

const AlbumName = builder.objectRef<model.AlbumName>('MusicAlbumName').implement({
  description: 'An album as named beside a track.',
  interfaces: [Named],
  fields: (t) => ({
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    full: t.lookup(lookups.album, { type: Album, from: { id: ({ id }) => id } }),
  }),
});

const Recording = builder.interfaceRef<model.Recording>('MusicRecording').implement({
  description: 'A track, with or without its play count.',
  interfaces: [Named],
  fields: (t) => ({
    durationMs: t.expose('durationMs', { type: 'SafeInt', description: 'Length in milliseconds.' }),
    explicit: t.exposeBoolean('explicit', { description: 'Whether its words are marked as explicit.' }),
    artists: t.expose('artists', { type: [ArtistName], description: 'Who made it, the main artist first.' }),
    album: t.expose('album', { type: AlbumName, description: 'The album that it is on.' }),
  }),
});

/** Types a value that may be a `Fault`: GraphQL reports a resolved Error as the error of the field. */
const known = <Fact>(fact: Fact) => fact as Exclude<Fact, Fault>;

Track.implement({
  description: 'A track.',
  interfaces: [Recording, Named],
  fields: (t) => ({
    playcount: t.field({
      type: 'SafeInt',
      description: 'How often it was played.',
      resolve: ({ playcount }) => known(playcount),
    }),
  }),
});

FoundTrack.implement({
  description: 'A track as a search tells it.',
  interfaces: [Recording, Named],
  fields: (t) => ({
    full: t.lookup(lookups.track, { type: Track, from: { id: ({ id }) => id } }),
  }),
});

const AlbumTrack = builder.objectRef<lookups.AlbumTrack>('MusicAlbumTrack').implement({
  description: 'A track of an album.',
  interfaces: [Named],
  fields: (t) => ({
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
    artists: t.expose('artists', { type: [ArtistName], description: 'Who made it, the main artist first.' }),
    full: t.lookup(lookups.track, { type: Track, from: { id: ({ id }) => id } }),
  }),
});

Album.implement({
  description: 'An album.',
  interfaces: [Named],
  fields: (t) => ({
    releaseDate: t.exposeString('releaseDate', {
      description: 'Day of its release, as YYYY-MM-DD; the first one where only the month or year is known.',
    }),
    label: t.exposeString('label', { description: 'The label that released it; may be empty.' }),
    copyright: t.exposeStringList('copyright', { description: 'Its lines of copyright.' }),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    artists: t.field({
      type: [ArtistName],
      description: 'Who made it, the main artist first.',
      resolve: ({ artists }) => [...artists],
    }),
    totalPlays: t.field({
      type: 'SafeInt',
      description: 'The play counts of all its tracks together.',
      resolve: ({ totalPlays }) => known(totalPlays),
    }),
    tracks: t.expose('tracks', { type: [AlbumTrack], description: 'All its tracks, in their order.' }),
  }),
});

const City = builder.objectRef<model.City>('MusicCity').implement({
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
    topCities: t.field({
      type: [City],
      description: 'The cities with most listeners, ten at most.',
      resolve: ({ topCities }) => known(topCities),
    }),
    topTracks: t.lookup(lookups.topTracks, { type: [Track], from: { artistId: ({ id }) => id } }),
    discography: t.lookup(lookups.discography, { type: Discography, from: { artistId: ({ id }) => id } }),
  }),
});

const Release = builder.objectRef<model.Release>('MusicRelease').implement({
  description: 'Something that an artist has released.',
  interfaces: [Named],
  fields: (t) => ({
    releaseDate: t.exposeString('releaseDate', { description: 'Day of its release, as YYYY-MM-DD.' }),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    type: t.expose('type', {
      type: builder.enumOf(enumKind('MusicReleaseType', model.releaseTypes)),
      description: 'What it is; an EP is a single.',
    }),
    full: t.lookup(lookups.album, { type: Album, from: { id: ({ id }) => id } }),
  }),
});

Discography.implement({
  description: 'Everything that an artist has released.',
  fields: (t) => ({
    albums: t.expose('albums', { type: [Release], description: 'The albums.' }),
    singles: t.expose('singles', { type: [Release], description: 'Singles and EPs.' }),
    compilations: t.expose('compilations', { type: [Release], description: 'Collections of older tracks.' }),
  }),
});

const Match = builder.objectRef<lookups.Match>('MusicMatch').implement({
  description: 'A song that was searched for, with its album and its artist.',
  fields: (t) => ({
    track: t.expose('track', { type: FoundTrack, description: 'The song.' }),
    title: t.string({ description: 'Title of the song.', resolve: ({ track }) => track.name }),
    byline: t.string({
      description: 'Names of its artists, with commas between them.',
      resolve: ({ track }) => track.artists.map(({ name }) => name).join(', '),
    }),
    album: t.expose('album', { type: Album, description: 'The album that it is on.' }),
    artist: t.expose('artist', { type: Artist, description: 'Its main artist.' }),
    albumTracks: t.field({
      type: [AlbumTrack],
      description: 'All tracks of the album.',
      resolve: ({ album }) => album.tracks,
    }),
  }),
});

const Prerelease = builder.objectRef<lookups.Prerelease>('MusicPrerelease').implement({
  description: 'An album that is announced and not out.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the announcement.' }),
    albumId: t.exposeID('albumId', { description: 'Id of the album.' }),
    name: t.exposeString('name', { description: 'Name of the album.' }),
    releaseDate: t.exposeString('releaseDate', { description: 'When it will be out, in ISO 8601.' }),
    timezone: t.exposeString('timezone', {
      description: 'Time zone that the release follows; may be empty.',
    }),
    coverUrl: t.exposeString('coverUrl', {
      description: 'Address of the largest cover; empty when there is none.',
    }),
    copyright: t.exposeString('copyright', { description: 'Its copyright, line by line.' }),
    trackCount: t.exposeInt('trackCount', { description: 'How many tracks it has.' }),
    artists: t.expose('artists', { type: [PicturedArtist], description: 'Who made it.' }),
    tracks: t.expose('tracks', {
      type: [AlbumTrack],
      description:
        'Its tracks as far as they are told: before the release, many are called "Track 1" and so on.',
    }),
    album: t.lookup(lookups.album, { type: Album, from: { id: ({ albumId }) => albumId } }),
  }),
});

builder.namespace('music', {
  description: 'Tracks, albums, artists, discographies, announced albums and play counts.',
  fields: (t) => ({
    track: t.lookup(lookups.track, { type: Track }),
    tracks: t.lookup(lookups.tracks, { type: [Track, null] }),
    album: t.lookup(lookups.album, { type: Album }),
    albums: t.lookup(lookups.albums, { type: [Album, null] }),
    artist: t.lookup(lookups.artist, { type: Artist }),
    artists: t.lookup(lookups.artists, { type: [Artist, null] }),
    findArtist: t.lookup(lookups.findArtist, { type: Artist }),
    topTracks: t.lookup(lookups.topTracks, { type: [Track] }),
    discography: t.lookup(lookups.discography, { type: Discography }),
    prerelease: t.lookup(lookups.prerelease, { type: Prerelease }),
    findTrack: t.lookup(lookups.findTrack, { type: FoundTrack }),
    search: t.lookup(lookups.search, { type: Match }),
  }),
});
