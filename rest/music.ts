import { type Envelope, routes } from './kernel/route.ts';

const tracks: Envelope = (tracks) => ({ tracks });

const artist = `
  fragment Artist on MusicArtist {
    id
    name
    verified
    followers
    monthlyListeners
    profilePictureUrl
    topCities { city region country numberOfListeners }
  }`;

const album = `
  fragment Album on MusicAlbum { id name releaseDate label copyright coverUrl totalPlays }`;

const track = `
  fragment Track on MusicTrack {
    id
    name
    uri
    playcount
    durationMs
    explicit
    album { albumId name uri coverUrl }
  }`;

const release = `
  fragment Release on MusicReleaseRef { albumId name uri releaseDate coverUrl type }`;

const artistId = { id: '0gxyHStUsqpMadRV0Di1Qt' };

export const music = routes(
  'music',
  {},
  {
    path: '/api/music/track',
    example: { id: '4uLU6hMCjMI75M1A2tKUQC' },
    document: `
      query ($id: ID!) { music { track(id: $id) { ...Track artists { artistId name uri } } } }
      ${track}`,
  },
  {
    path: '/api/music/search',
    example: { song: 'One More Time', artist: 'Daft Punk' },
    document: `
      query ($song: String!, $artist: String!) {
        music {
          search(song: $song, artist: $artist) {
            track: title
            artists: byline
            album { ...Album }
            artist { ...Artist }
            tracks: albumTracks(first: 1000) { name playcount }
          }
        }
      }
      ${album} ${artist}`,
  },
  {
    path: '/api/music/album',
    example: { id: '6N9PS4QXF1D0OWPk0Sxtb4' },
    document: `
      query ($id: ID!) { music { album(id: $id) { ...Album tracks(first: 1000) { name playcount } } } }
      ${album}`,
  },
  {
    path: '/api/music/artist',
    example: artistId,
    document: `query ($id: ID!) { music { artist(id: $id) { ...Artist } } } ${artist}`,
  },
  {
    path: '/api/music/artist/search',
    example: { name: 'Daft Punk' },
    document: `query ($name: String!) { music { findArtist(name: $name) { ...Artist } } } ${artist}`,
  },
  {
    path: '/api/music/artist/top-tracks',
    example: artistId,
    envelope: tracks,
    document: `query ($id: ID!) { music { topTracks(artistId: $id) { ...Track } } } ${track}`,
  },
  {
    path: '/api/music/artist/discography',
    example: artistId,
    document: `
      query ($id: ID!) {
        music {
          discography(artistId: $id) {
            albums(first: 1000) { ...Release }
            singles(first: 1000) { ...Release }
            compilations(first: 1000) { ...Release }
          }
        }
      }
      ${release}`,
  },
  {
    path: '/api/music/prerelease',
    example: { id: '6BxLMJGKqMnPJ2JYpVjp7O' },
    document: `
      query ($id: ID!) {
        music {
          prerelease(id: $id) {
            id
            albumId
            name
            releaseDate
            timezone
            coverUrl
            copyright: copyrightText
            trackCount
            artists { artistId name uri profilePictureUrl }
            tracks(first: 1000) {
              name
              uri
              explicit
              durationMs
              playable
              artists { artistId name uri }
            }
          }
        }
      }`,
  },
);
