import { Fault } from '../core/faults.ts';
import { nearest } from '../core/nearest.ts';
import type * as partner from '../sources/music.ts';
import { maxPerRequest } from '../sources/music-official.ts';
import type * as model from '../sources/music-types.ts';
import type { Context } from './kernel/context.ts';
import { freeText, identifier, list } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { required } from './kernel/optional.ts';
import { plural } from './kernel/plural.ts';
import {
  type Album,
  type AlbumTrack,
  type Artist,
  albumOf,
  announcementOf,
  artistOf,
  find,
  findTracks,
  mostTopTracks,
  partnerAlbumOf,
  releasesOf,
  topTracksOf,
  trackOf,
} from './music-fallback.ts';

export type { Album, AlbumTrack, Artist, Track } from './music-fallback.ts';

const group = 'music';

const form = { pattern: /^[0-9A-Za-z]{22}$/, expected: 'an id of 22 letters and digits' } as const;
const trackId = identifier('Id of the track, such as "4uLU6hMCjMI75M1A2tKUQC".', form);
const albumId = identifier('Id of the album, such as "6N9PS4QXF1D0OWPk0Sxtb4".', form);
const artistId = identifier('Id of the artist, such as "0gxyHStUsqpMadRV0Di1Qt".', form);
const prereleaseId = identifier('Id of the prerelease: the last part of the address of its page.', form);

const song = freeText('Title of the song.');
const artistName = freeText('Name of the artist.');

const existing = <Model>(reading: Promise<Model | null>, what: string, id: string) =>
  required(reading, group, `No ${what} with the id "${id}" was found.`);

type ById<Model> = (id: string, context: Context) => Promise<Model | null>;

/** A lookup of one model by id. Fault `notFound` when none exists. */
const byId = <Model>(what: string, summary: string, id: typeof trackId, find: ById<Model>) =>
  lookup({
    group,
    summary,
    input: { id },
    run: ({ id }, context) => existing(find(id, context), what, id),
  });

/** A lookup of several models by id. Each has the price of a single one: the API of the web player has no batches. */
const byIds = <Model>(what: string, id: typeof trackId, max: number, find: ById<Model>) =>
  plural({
    group,
    summary: `${what} by id, in the order asked; null in the place of one that does not exist.`,
    input: { ids: list('The ids.', id, { max }) },
    isPricedEach: true,
    runOne: find,
  });

/** A track. */
export const track = byId('track', 'A track, with its play count.', trackId, trackOf);
/** Tracks. */
export const tracks = byIds('Tracks', trackId, maxPerRequest.tracks, trackOf);

/** An album. */
export const album = {
  ...byId('album', 'An album with all its tracks and their play counts.', albumId, (id, context) =>
    albumOf(id, context, context.selects('tracks', 'totalPlays')),
  ),
  readsParts: true,
};
/** Albums. */
export const albums = byIds('Albums', albumId, maxPerRequest.albums, albumOf);

/** An artist. */
export const artist = byId(
  'artist',
  'An artist, with followers, monthly listeners and the cities where most of them are.',
  artistId,
  artistOf,
);
/** Artists. */
export const artists = byIds('Artists', artistId, maxPerRequest.artists, artistOf);

/** An artist by name. */
export const findArtist = lookup({
  group,
  summary: 'The artist of a name, or the one that comes closest to it.',
  input: { name: artistName },
  async run({ name }, context) {
    const { artists } = await find({ artist: name }, context);
    const named = artists.find((each) => fold(each.name) === fold(name)) ?? artists[0];
    const found = named && artistOf(named.id, context);
    return required(found, group, `No artist named "${name}" was found.`);
  },
});

/** The most played tracks of an artist. */
export const topTracks = lookup({
  group,
  readsParts: true,
  summary: 'The ten tracks of an artist that are played most.',
  input: { artistId },
  maxItems: () => mostTopTracks,
  run: ({ artistId: id }, context) => existing(topTracksOf(id, context), 'artist', id),
});

/** The releases of an artist, by type. */
export interface Discography {
  readonly albums: readonly model.Release[];
  readonly singles: readonly model.Release[];
  readonly compilations: readonly model.Release[];
}

/** All releases of an artist. */
export const discography = lookup({
  group,
  summary: 'Everything that an artist has released.',
  input: { artistId },
  async run({ artistId: id }, context): Promise<Discography> {
    const releases = await existing(releasesOf(id, context), 'artist', id);
    const ofType = (type: model.Release['type']) => releases.filter((release) => release.type === type);
    return { albums: ofType('album'), singles: ofType('single'), compilations: ofType('compilation') };
  },
});

/** An announced, unreleased album. */
export interface Prerelease extends partner.Prerelease {
  readonly copyright: string;
  readonly trackCount: number;
  readonly artists: readonly model.PicturedArtist[];
  readonly tracks: readonly AlbumTrack[];
}

/** An announced, unreleased album by the id of its announcement. */
export const prerelease = lookup({
  group,
  summary: 'An album that is announced and not out, as far as it is known.',
  input: { id: prereleaseId },
  async run({ id }, context): Promise<Prerelease> {
    const announced = await existing(announcementOf(id, context), 'prerelease', id);
    const album = await existing(partnerAlbumOf(announced.albumId, context), 'prerelease', id);
    if (album.isPrerelease === false) {
      const message = `The prerelease "${id}" is out: it is the album ${announced.albumId} now.`;
      throw new Fault('notFound', message, { group });
    }
    const { artists, tracks, copyright, total: trackCount } = album;
    return { ...announced, artists, tracks, trackCount, copyright: copyright.join('\n') };
  },
});

/** Folds a name for comparison: without case, accents and punctuation. */
function fold(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // Names such as "!!!" consist of punctuation only.
  return folded || name;
}

/** Whether a name contains another as a sequence of words. */
const isWithin = (name: string, whole: string) => ` ${fold(whole)} `.includes(` ${fold(name)} `);

const wordsOf = (name: string) => fold(name).split(' ');
const overlaps = (one: string, other: string) => wordsOf(one).some((word) => wordsOf(other).includes(word));

const isLatin = (name: string) => /\p{Script=Latin}/u.test(name);

/** "Y.M.C.A." is "YMCA". */
const joined = (name: string) => fold(name).replaceAll(' ', '');

/** Whether titles share a word, differ in a few letters, or cannot be compared, as "夜に駆ける" with "Yoru ni Kakeru". */
const mayBeSame = (one: string, other: string) =>
  overlaps(one, other) ||
  !isLatin(one) ||
  !isLatin(other) ||
  nearest(joined(one), [joined(other)]) !== undefined;

/** The best match of a title and an artist among the results of a search. */
function bestMatch(
  { song, artist }: { readonly song: string; readonly artist: string },
  found: readonly model.Recording[],
): model.Recording | undefined {
  // The search text may list several artists: "Ada & Grace".
  const theirs = found.filter(({ artists }) => artists.some(({ name }) => isWithin(name, artist)));
  const [first] = found;
  return (
    theirs.find(({ name }) => fold(name) === fold(song)) ??
    // Either title may have a suffix: "Song" and "Song (feat. Ada)".
    theirs.find(({ name }) => isWithin(song, name) || isWithin(name, song)) ??
    theirs.find(({ name }) => mayBeSame(name, song)) ??
    (first && overlaps(first.name, song) && first.artists.some(({ name }) => overlaps(name, artist))
      ? first
      : undefined)
  );
}

/** The search result for a title and an artist; for edges from groups without ids of tracks. */
export const findTrack = lookup({
  group,
  summary: 'The track that a title and an artist mean; null when there is none.',
  input: { song, artist: artistName },
  run: async (values, context) => bestMatch(values, (await find(values, context)).tracks) ?? null,
});

/** The album of a film or series: its name begins with the title, and says that it is a soundtrack or score. */
export const soundtrackOf = lookup({
  group,
  summary:
    'The album with its music; null when a search for its name and "soundtrack" finds none that is named so.',
  input: { title: freeText('Name of the film or series.') },
  async run({ title }, context): Promise<model.AlbumName | null> {
    const tracks = await findTracks(`${title} soundtrack`, context);
    const isIts = ({ name }: model.AlbumName) =>
      fold(name).startsWith(`${fold(title)} `) && /soundtrack|score|motion picture/i.test(name);
    return tracks.map(({ album }) => album).find(isIts) ?? null;
  },
});

/** A song with its album and its first artist. */
export interface Match {
  readonly track: model.Recording;
  readonly album: Album;
  readonly artist: Artist;
}

/** A song by title and artist, with its album and its first artist. */
export const search = lookup({
  group,
  readsParts: true,
  summary: 'The song that a title and an artist mean, with its album and its artist.',
  input: { song, artist: artistName },
  async run(values, context): Promise<Match> {
    const track = await findTrack.run(values, context);
    const found = track && around(track, context);
    return required(found, group, `No song "${values.song}" by "${values.artist}" was found.`);
  },
});

async function around(track: model.Recording, context: Context): Promise<Match | null> {
  const [first] = track.artists;
  const { selects } = context;
  // What is not asked for is told by no more than its name.
  const [album, artist] = await Promise.all([
    selects('album', 'albumTracks') ? albumOf(track.album.id, context) : (track.album as Album),
    first && selects('artist') ? artistOf(first.id, context) : ((first as Artist) ?? null),
  ]);
  return album && artist && { track, album, artist };
}
