import { contractGroup, get, required } from './routes.ts';
import { day, each, flag, list, matching, nullable, number, object, oneOf, text, time } from './shapes.ts';
import { phrase, token } from './values.ts';

const uri = (kind: string) =>
  matching(new RegExp(`^spotify:${kind}:[0-9A-Za-z]{22}$`), `a URI of kind ${kind}`);
const byline = list(object({ ...each(text, 'id name'), uri: uri('artist') }));
const albumOf = object({ ...each(text, 'id name coverUrl'), uri: uri('album') });

const artist = object({
  ...each(text, 'id name profilePictureUrl'),
  verified: flag,
  ...each(number, 'followers monthlyListeners'),
  topCities: list(object({ ...each(text, 'city region country'), numberOfListeners: number }), 10),
});

const tracking = {
  ...each(text, 'id name'),
  uri: uri('track'),
  ...each(number, 'playcount durationMs'),
  explicit: flag,
  album: albumOf,
};

const albumFacts = {
  ...each(text, 'id name label coverUrl'),
  releaseDate: day,
  copyright: list(text),
  totalPlays: number,
};
const albumTracks = list(object({ name: text, playcount: number }));

const found = object({
  ...each(text, 'track artists'),
  album: object(albumFacts),
  artist,
  tracks: albumTracks,
});

const releases = list(
  object({
    ...each(text, 'id name coverUrl'),
    uri: uri('album'),
    releaseDate: day,
    type: oneOf('album', 'single', 'compilation'),
  }),
);

const prerelease = object({
  ...each(text, 'id albumId name timezone coverUrl copyright'),
  releaseDate: time,
  trackCount: number,
  artists: list(object({ ...each(text, 'id name profilePictureUrl'), uri: uri('artist') })),
  tracks: list(
    object({
      ...each(text, 'name uri'),
      ...each(flag, 'explicit playable'),
      durationMs: nullable(number),
      artists: byline,
    }),
  ),
});

const id = required(token(22));

/** The documented routes of music. */
export const music = contractGroup(
  'music',
  {},
  get('/api/music/search', { song: required(phrase), artist: required(phrase) }, found),
  get('/api/music/track', { id }, object({ ...tracking, artists: byline })),
  get('/api/music/album', { id }, object({ ...albumFacts, tracks: albumTracks })),
  get('/api/music/artist', { id }, artist),
  get('/api/music/artist/search', { name: required(phrase) }, artist),
  get('/api/music/artist/top-tracks', { id }, object({ tracks: list(object(tracking), 10) })),
  get('/api/music/artist/discography', { id }, object(each(releases, 'albums singles compilations'))),
  get('/api/music/prerelease', { id }, prerelease),
);
