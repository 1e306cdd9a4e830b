import {
  type GroupReplays,
  haveRecordings,
  pick,
  type Recorded,
  type Replay,
  readRecording,
  row,
} from './recordings.ts';

const query = 'api-partner.spotify.com/pathfinder/v1/query';
const embed = 'open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC';

/** The page around the data that was recorded of it. */
export const pageAround = (recording: string): string =>
  `<!DOCTYPE html><html><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${
    haveRecordings ? readRecording('music', recording).toString('utf8') : ''
  }</script></body></html>`;

export const idIn = (uri: string) => uri.split(':')[2];

/** The addresses as they were recorded, the widest first. */
export const widest = (sources: Recorded[]) =>
  sources.toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0].url;

const named = ({ uri, profile }: Recorded) => ({ id: idIn(uri), name: profile.name, uri });

const track = ({ data: { trackUnion: from } }: Recorded) => ({
  ...pick(from, 'id name uri'),
  playcount: Number(from.playcount),
  durationMs: from.duration.totalMilliseconds,
  explicit: from.contentRating.label === 'EXPLICIT',
  artists: [...from.firstArtist.items, ...from.otherArtists.items].map(named),
  album: {
    ...pick(from, 'id:albumOfTrack.id name:albumOfTrack.name uri:albumOfTrack.uri'),
    coverUrl: widest(from.albumOfTrack.coverArt.sources),
  },
});

export const album = ({ data: { albumUnion: from } }: Recorded) => {
  const tracks = from.tracksV2.items.map((item: Recorded) => ({
    name: item.track.name,
    playcount: Number(item.track.playcount),
  }));
  return {
    id: idIn(from.uri),
    name: from.name,
    releaseDate: from.date.isoString.slice(0, 10),
    label: from.label,
    copyright: from.copyright.items.map(({ text }: Recorded) => text),
    coverUrl: widest(from.coverArt.sources),
    totalPlays: tracks.reduce((sum: number, { playcount }: Recorded) => sum + playcount, 0),
    tracks,
  };
};

export const artist = ({ data: { artistUnion: from } }: Recorded) => ({
  ...pick(
    from,
    `id name:profile.name verified:onPlatformReputationTrait.verification.isVerified
    followers:stats.followers monthlyListeners:stats.monthlyListeners`,
  ),
  profilePictureUrl: widest(from.visuals.avatarImage.sources),
  topCities: from.stats.topCities.items,
});

const discography = ({ data: { artistUnion: from } }: Recorded) => {
  const releases = from.discography.all.items.map(({ releases: { items } }: Recorded) => ({
    id: items[0].id,
    name: items[0].name,
    uri: items[0].uri,
    releaseDate: items[0].date.isoString.slice(0, 10),
    coverUrl: widest(items[0].coverArt.sources),
    type: items[0].type === 'EP' ? 'single' : items[0].type.toLowerCase(),
  }));
  const ofType = (type: string) => releases.filter((release: Recorded) => release.type === type);
  return { albums: ofType('album'), singles: ofType('single'), compilations: ofType('compilation') };
};

const officialRelease = (from: Recorded) => ({
  ...pick(from, 'id name uri releaseDate:release_date'),
  coverUrl: widest(from.images),
  type: from.album_type,
});

const replay = (recording: string, request: string, expected: Replay['expected']): Replay => ({
  recording,
  upstream: query,
  unrecorded: { [embed]: pageAround('embed-page-track--1.json') },
  request: `/api/music/${request}`,
  expected,
});

const rick = 'id=0gxyHStUsqpMadRV0Di1Qt';
const inGraph = 'asked of the graph by test/music-recordings.test.ts, since routes have play counts';

export const music: GroupReplays = {
  group: 'music',
  replays: [
    replay('partner-get-track--1.json', 'track?id=4uLU6hMCjMI75M1A2tKUQC', track),
    replay('partner-get-album--1.json', 'album?id=6N9PS4QXF1D0OWPk0Sxtb4', album),
    replay('partner-artist-overview--1.json', `artist?${rick}`, artist),
    replay('partner-artist-discography-all--1.json', `artist/discography?${rick}`, discography),
    // A reseller's responses of 2024, before the schema changed.
    replay('rapidapi-artist-overview--1.json', `artist?${rick}`, 502),
    replay('rapidapi-album-metadata--1.json', 'album?id=1F9LY06gadScF4g3g3BrDC', 502),
    replay('rapidapi-search-multi--1.json', 'artist/search?name=Post%20Malone', 502),
    row(
      'webapi-artist-albums--2.json',
      'api.spotify.com/v1/artists/1vCWHaC5f2uS3yhpwWbIA6/albums',
      '/api/music/artist/discography?id=1vCWHaC5f2uS3yhpwWbIA6',
      { also: { 'accounts.spotify.com/api/token': 'webapi-token--1.json' } },
      ({ items }) => ({ albums: [], singles: items.map(officialRelease), compilations: [] }),
    ),
  ],
  unused: {
    'embed-page-track--1.json': 'is in the page that the token of each comes from',
    'embed-page-album--1.json': 'the token comes from the page of a track',
    'partner-search-desktop--1.json': inGraph,
    'rapidapi-albums--1.json': inGraph,
    'rapidapi-tracks--1.json': inGraph,
    'webapi-album--1.json': inGraph,
    'webapi-album--2.json': inGraph,
    'webapi-album-tracks--1.json': inGraph,
    'webapi-albums-several--1.json': inGraph,
    'webapi-albums-several--2.json': inGraph,
    'webapi-artist--1.json': inGraph,
    'webapi-artist--2.json': inGraph,
    'webapi-artist-albums--1.json': 'of 2014, and has no dates of release',
    'webapi-artist-top-tracks--1.json': inGraph,
    'webapi-artist-top-tracks--2.json': inGraph,
    'webapi-artists-several--1.json': inGraph,
    'webapi-artists-several--2.json': inGraph,
    'webapi-error-401--1.json': inGraph,
    'webapi-search-album--1.json': 'albums are not searched for',
    'webapi-search-artist--1.json': inGraph,
    'webapi-search-artist--2.json': inGraph,
    'webapi-search-track--1.json': inGraph,
    'webapi-search-track--2.json': inGraph,
    'webapi-token--1.json': inGraph,
    'webapi-track--1.json': inGraph,
    'webapi-track--2.json': inGraph,
    'webapi-tracks-several--1.json': inGraph,
    'webapi-tracks-several--2.json': inGraph,
    'webapi-tracks-several--3.json': inGraph,
  },
};
