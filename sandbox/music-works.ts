import type { Dice } from './kernel/dice.ts';
import { type KnownSong, knownSongs } from './kernel/songs.ts';
import { artistIdOf } from './people.ts';
import type { World } from './world.ts';

/*
 * Artists, albums and tracks. The id of a track encodes its position on an album, the id of an album its position in
 * the releases of an artist, so that all endpoints agree. The newest release of an artist of `knownSongs` is their album,
 * and those songs are its first tracks.
 */

export interface Artist {
  readonly id: string;
  readonly name: string;
  readonly isVerified: boolean;
  readonly followers: number;
  readonly monthlyListeners: number;
  readonly releaseCount: number;
  readonly picture: string;
}

export type AlbumType = 'ALBUM' | 'SINGLE' | 'EP' | 'COMPILATION';

export interface Album {
  readonly id: string;
  readonly name: string;
  readonly artist: Artist;
  readonly type: AlbumType;
  readonly releasedMs: number;
  readonly label: string;
  readonly trackCount: number;
  readonly cover: string;
  /** The id of its announcement, before the release. */
  readonly prereleaseId: string | undefined;
}

export interface Track {
  readonly id: string;
  readonly name: string;
  readonly album: Album;
  /** From 1 on. */
  readonly number: number;
  readonly artists: readonly Artist[];
  readonly durationMs: number;
  readonly isExplicit: boolean;
  readonly playcount: number;
}

const newId = (dice: Dice): string => dice.token(22);

/** Ids with a meaning: the number of releases of an artist with `Prolific`, and of tracks of an album with `Long`. */
const manyReleases = 137;
const manyTracks = 137;

const mostTopTracks = 10;
/** The minimum number of releases: that of top tracks, so that singles of one track suffice. */
const fewestReleases = mostTopTracks;

export const artistById = (world: World, id: string): Artist | undefined =>
  world.exists(id)
    ? artist(
        world,
        id,
        world.nameOf('music.artist', id, (dice) => dice.personName()),
      )
    : undefined;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const knownSongsBy = (name: string): readonly KnownSong[] =>
  knownSongs.filter(({ artist }) => isSame(artist, name));

/** The artist with a name, ignoring case. */
function artistByName(world: World, name: string): Artist {
  const spelled = world.firstForm('music.artist', knownSongsBy(name)[0]?.artist ?? name);
  return artist(world, artistIdOf(world, spelled), spelled);
}

function artist(world: World, id: string, name: string): Artist {
  const dice = world.of('music.artistFacts', id);
  const monthlyListeners = dice.count(90_000_000);
  return {
    id,
    name,
    isVerified: dice.chance(0.7),
    followers: dice.count(60_000_000),
    monthlyListeners,
    releaseCount: id.includes('Prolific') ? manyReleases : dice.int(fewestReleases, 40),
    picture: dice.hex(24),
  };
}

/**
 * The key of an album: its index in the releases of its artist; `=` and the title of a searched song, which is an
 * additional single; or `+` and the id of an announcement.
 */
const albumKey = /^(\w+) (?:(\d+)|=(.*)|\+(\w+))$/s;

export function albumById(world: World, id: string): Album | undefined {
  if (!world.exists(id)) return undefined;
  const key = world.nameOf('music.album', id, (dice) => {
    const artistId = newId(dice);
    return `${artistId} ${dice.int(0, artistById(world, artistId)!.releaseCount - 1)}`;
  });
  const [, artistId = '', index, song, prereleaseId] = albumKey.exec(key) ?? [];
  const by = artistById(world, artistId)!;
  if (index !== undefined) return released(world, id, by, Number(index));
  return prereleaseId === undefined
    ? searched(world, id, by, song ?? '')
    : announced(world, id, by, prereleaseId);
}

const albumIdOf = (world: World, key: string): string => world.idOf('music.album', key, newId);

const types: readonly AlbumType[] = ['ALBUM', 'ALBUM', 'SINGLE', 'SINGLE', 'SINGLE', 'EP', 'COMPILATION'];
const trackCounts: Readonly<Record<AlbumType, readonly [number, number]>> = {
  ALBUM: [8, 16],
  SINGLE: [1, 3],
  EP: [4, 6],
  COMPILATION: [15, 25],
};

function album(world: World, id: string, by: Artist, facts: Partial<Album>): Album {
  const dice = world.of('music.albumFacts', id);
  const type = facts.type ?? dice.pick(types);
  const [fewest, most] = trackCounts[type];
  return {
    id,
    name: dice.title(),
    artist: by,
    type,
    releasedMs: dice.timeMs(),
    label: `${dice.title()} Records`,
    trackCount: id.includes('Long') ? manyTracks : dice.int(fewest, most),
    cover: dice.hex(24),
    prereleaseId: undefined,
    ...facts,
  };
}

function released(world: World, id: string, by: Artist, index: number): Album {
  const [known] = knownSongsBy(by.name);
  const newestMs = known && Date.UTC(Number(known.released), 0, 1);
  if (known && index === 0) {
    const facts = { name: known.album, type: 'ALBUM', label: known.label } as const;
    return album(world, id, by, { ...facts, releasedMs: newestMs! });
  }
  const span = [Date.UTC(1995, 0, 1), newestMs ?? Date.UTC(2025, 0, 1)] as const;
  const releasedMs = world.of('music.released', by.id, index).timeInFeed(index, by.releaseCount, ...span);
  return album(world, id, by, { releasedMs });
}

const searched = (world: World, id: string, by: Artist, song: string): Album =>
  album(world, id, by, { name: song, type: 'SINGLE' });

/** The release dates of announced albums, far in the future. */
function announced(world: World, id: string, by: Artist, prereleaseId: string): Album {
  const releasedMs = world.of('music.announced', id).timeMs(Date.UTC(2035, 0, 1), Date.UTC(2036, 0, 1));
  return album(world, id, by, { type: 'ALBUM', releasedMs, prereleaseId });
}

/** A range of the releases of an artist, the newest first. */
export const releases = (world: World, by: Artist, from: number, to: number): Album[] =>
  Array.from({ length: Math.max(Math.min(to, by.releaseCount) - from, 0) }, (_, index) =>
    albumById(world, albumIdOf(world, `${by.id} ${from + index}`)),
  ).filter((found) => found !== undefined);

/** The album of an announcement. */
export function announcedAlbum(world: World, prereleaseId: string): Album | undefined {
  if (!world.exists(prereleaseId)) return undefined;
  const artistId = newId(world.of('music.announcer', prereleaseId));
  return albumById(world, albumIdOf(world, `${artistId} +${prereleaseId}`));
}

export function trackById(world: World, id: string): Track | undefined {
  if (!world.exists(id)) return undefined;
  const place = world.nameOf('music.track', id, (dice) => {
    const albumId = newId(dice);
    return `${albumId} ${dice.int(1, albumById(world, albumId)!.trackCount)}`;
  });
  const [albumId = '', number = ''] = place.split(' ');
  return track(world, id, albumById(world, albumId)!, Number(number));
}

/** A range of the tracks of an album. */
export const tracksOf = (world: World, on: Album, from: number, to: number): Track[] =>
  Array.from({ length: Math.max(Math.min(to, on.trackCount) - from, 0) }, (_, index) => {
    const number = from + index + 1;
    return track(world, world.idOf('music.track', `${on.id} ${number}`, newId), on, number);
  });

function track(world: World, id: string, on: Album, number: number): Track {
  const dice = world.of('music.trackFacts', id);
  const known = knownSongsBy(on.artist.name).filter((song) => song.album === on.name)[number - 1];
  const isHidden = on.prereleaseId !== undefined && dice.chance(0.6);
  const guests = !known && dice.chance(0.2) ? [artistById(world, newId(dice))!] : [];
  return {
    id,
    name: known?.title ?? nameOf(dice, on, number),
    album: on,
    number,
    artists: [on.artist, ...guests],
    durationMs: known?.durationMs ?? (isHidden ? 0 : dice.int(90_000, 420_000)),
    isExplicit: dice.chance(0.3),
    playcount: on.prereleaseId === undefined ? dice.count(2_000_000_000) : 0,
  };
}

function nameOf(dice: Dice, on: Album, number: number): string {
  if (on.prereleaseId !== undefined) return `Track ${number}`;
  // A searched song is the first track of its single.
  return on.type === 'SINGLE' && number === 1 ? on.name : dice.title();
}

/** Ten of an artist's newest tracks, of several albums, those that are played most first. */
export const topTracks = (world: World, by: Artist): Track[] =>
  releases(world, by, 0, fewestReleases)
    .flatMap((on) => tracksOf(world, on, 0, 3))
    .sort((one, other) => other.playcount - one.playcount)
    .slice(0, mostTopTracks);

/** All splits of words into a title and an artist, the most balanced first. */
function splits(words: readonly string[]): (readonly [song: string, artist: string])[] {
  return words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')] as const)
    .sort(([one], [other]) => fromMiddle(words, one) - fromMiddle(words, other));
}

const fromMiddle = (words: readonly string[], song: string): number =>
  Math.abs(song.split(' ').length - words.length / 2);

/** The songs of a search term: known ones with this title, and one for each split into title and artist. */
export function songs(world: World, term: string): Track[] {
  const words = term.trim().split(/\s+/);
  if (!world.exists(term) || words[0] === '') return [];
  const asked = words.join(' ');
  const known = knownSongs.filter(
    ({ title, artist }) => isSame(asked, title) || isSame(asked, `${title} ${artist}`),
  );
  if (known.length > 0) return known.map(({ title, artist }) => songBy(world, title, artist));
  const meant =
    words.length > 1 && isSame(words.at(-1)!, 'soundtrack')
      ? [
          songBy(
            world,
            `${words.slice(0, -1).join(' ')} (Original Motion Picture Soundtrack)`,
            'The Almanacs',
          ),
        ]
      : splits(words).map(([song, by]) => songBy(world, song, by));
  return meant.length > 0 ? meant : [songBy(world, term.trim(), world.of('music.singer', term).personName())];
}

/** The song with a title by the artist with a name. */
export function songBy(world: World, song: string, by: string): Track {
  const { id } = artistByName(world, by);
  const number = knownSongsBy(by).findIndex(({ title }) => isSame(title, song)) + 1;
  if (number > 0)
    return tracksOf(world, albumById(world, albumIdOf(world, `${id} 0`))!, number - 1, number)[0]!;
  const title = world.firstForm('music.song', song);
  const albumId = albumIdOf(world, `${id} =${title}`);
  return tracksOf(world, albumById(world, albumId)!, 0, 1)[0]!;
}

/** Artists whose name is, or begins with, a search term. */
export function artistsNamed(world: World, term: string): Artist[] {
  const name = term.trim();
  if (!world.exists(name) || name === '') return [];
  return [name, `${name} Trio`, `The ${name} Tribute`].map((each) => artistByName(world, each));
}

/** Five cities with the most listeners of an artist, in descending order. */
export function cities(world: World, by: Artist) {
  const dice = world.of('music.cities', by.id);
  return Array.from({ length: 5 }, (_, index) => ({
    city: dice.placeName(),
    country: dice.token(2, 'ABCDEFGHIKLMNOPRST'),
    numberOfListeners: Math.floor(by.monthlyListeners / (20 + index * 5)),
    region: dice.token(2, 'ABCDEFGHIKLMNOPRST'),
  }));
}

export const dayOf = (album: Album): string => new Date(album.releasedMs).toISOString().slice(0, 10);

export const copyrightsOf = (album: Album) => {
  const text = `${dayOf(album).slice(0, 4)} ${album.label}`;
  return [
    { text: `© ${text}`, type: 'C' },
    { text: `℗ ${text}`, type: 'P' },
  ];
};

/** A picture in three sizes, in the order of the upstream. */
export const pictures = (kind: 'cover' | 'portrait', hash: string) => {
  const sizes = { cover: coverSizes, portrait: portraitSizes }[kind];
  return sizes.map(([beginning, width]) => ({
    height: width,
    url: `https://i.scdn.co/image/${beginning}${hash}`,
    width,
  }));
};

const coverSizes = [
  ['ab67616d00001e02', 300],
  ['ab67616d00004851', 64],
  ['ab67616d0000b273', 640],
] as const;
const portraitSizes = [
  ['ab6761610000e5eb', 640],
  ['ab6761610000f178', 160],
  ['ab67616100005174', 320],
] as const;
