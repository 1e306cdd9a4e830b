import { Fault } from '../core/faults.ts';
import type * as partner from '../sources/music.ts';
import { maxPerRequest } from '../sources/music-official.ts';
import type * as model from '../sources/music-types.ts';
import type { Context } from './kernel/context.ts';
import { freeText, identifier, list } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { plural } from './kernel/plural.ts';
import {
  type Album,
  type AlbumTrack,
  type Artist,
  albumOf,
  announcementOf,
  artistOf,
  find,
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

const notFound = (message: string) => new Fault('notFound', message, { source: group });

/** What was found, or the fault that says that nothing was. */
function known<Model>(found: Model | null, what: string, id: string): Model {
  if (found === null) throw notFound(`No ${what} with the id "${id}" was found.`);
  return found;
}

type ById<Model> = (id: string, context: Context) => Promise<Model | null>;

/** One thing by id. Fault `notFound` when there is none. */
const byId = <Model>(what: string, summary: string, id: typeof trackId, find: ById<Model>) =>
  lookup({
    group,
    summary,
    input: { id },
    run: async ({ id }, context) => known(await find(id, context), what, id),
  });

/** Several by id. Each costs what it would alone, since the web player takes one at a time. */
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
export const album = byId('album', 'An album with all its tracks and their play counts.', albumId, albumOf);
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
    const found = named && (await artistOf(named.id, context));
    if (found) return found;
    throw notFound(`No artist named "${name}" was found.`);
  },
});

/** The tracks of an artist that are played most. */
export const topTracks = lookup({
  group,
  summary: 'The ten tracks of an artist that are played most.',
  input: { artistId },
  maxItems: () => mostTopTracks,
  run: async ({ artistId: id }, context) => known(await topTracksOf(id, context), 'artist', id),
});

/** What an artist has released. */
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
    const releases = known(await releasesOf(id, context), 'artist', id);
    const ofType = (type: model.Release['type']) => releases.filter((release) => release.type === type);
    return { albums: ofType('album'), singles: ofType('single'), compilations: ofType('compilation') };
  },
});

/** An album that is announced and not out. */
export interface Prerelease extends partner.Prerelease {
  readonly copyright: string;
  readonly trackCount: number;
  readonly artists: readonly model.PicturedArtist[];
  readonly tracks: readonly AlbumTrack[];
}

/** An announced album. */
export const prerelease = lookup({
  group,
  summary: 'An album that is announced and not out, as far as it is known.',
  input: { id: prereleaseId },
  async run({ id }, context): Promise<Prerelease> {
    const announced = known(await announcementOf(id, context), 'prerelease', id);
    const album = known(await partnerAlbumOf(announced.albumId, context), 'prerelease', id);
    if (album.isPrerelease === false) {
      throw notFound(`The prerelease "${id}" is out: it is the album ${announced.albumId} now.`);
    }
    const { artists, tracks, copyright, total: trackCount } = album;
    return { ...announced, artists, tracks, trackCount, copyright: copyright.join('\n') };
  },
});

/** Upper case, accents and punctuation make no other name. */
function fold(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  // Names such as "!!!" have nothing else.
  return folded || name;
}

/** Whether a name stands within another, word by word. */
const isWithin = (name: string, whole: string) => ` ${fold(whole)} `.includes(` ${fold(name)} `);

const wordsOf = (name: string) => fold(name).split(' ');
const overlaps = (one: string, other: string) => wordsOf(one).some((word) => wordsOf(other).includes(word));

/** The recording that a title and an artist mean, of those that a search found, the best match first. */
function bestMatch(
  { song, artist }: { readonly song: string; readonly artist: string },
  found: readonly model.Recording[],
): model.Recording | undefined {
  // Several artists may be asked for in one text: "Ada & Grace".
  const theirs = found.filter(({ artists }) => artists.some(({ name }) => isWithin(name, artist)));
  const [first] = found;
  return (
    theirs.find(({ name }) => fold(name) === fold(song)) ??
    // "Song" is asked for, and "Song (feat. Ada)" is there; or the other way round.
    theirs.find(({ name }) => isWithin(song, name) || isWithin(name, song)) ??
    theirs[0] ??
    (first && overlaps(first.name, song) && first.artists.some(({ name }) => overlaps(name, artist))
      ? first
      : undefined)
  );
}

/** A song by title and artist, as a search tells it; for edges from whatever knows no ids. */
export const findTrack = lookup({
  group,
  summary: 'The track that a title and an artist mean; null when there is none.',
  input: { song, artist: artistName },
  run: async (asked, context) => bestMatch(asked, (await find(asked, context)).tracks) ?? null,
});

/** A song with its album and its first artist. */
export interface Match {
  readonly track: model.Recording;
  readonly album: Album;
  readonly artist: Artist;
}

/** A song by title and artist, with everything around it. */
export const search = lookup({
  group,
  summary: 'The song that a title and an artist mean, with its album and its artist.',
  input: { song, artist: artistName },
  async run(asked, context): Promise<Match> {
    const track = await findTrack.run(asked, context);
    const found = track && (await around(track, context));
    if (found) return found;
    throw notFound(`No song "${asked.song}" by "${asked.artist}" was found.`);
  },
});

async function around(track: model.Recording, context: Context): Promise<Match | null> {
  const [first] = track.artists;
  const [album, artist] = await Promise.all([
    albumOf(track.album.id, context),
    first ? artistOf(first.id, context) : null,
  ]);
  return album && artist && { track, album, artist };
}
