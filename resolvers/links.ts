import type { Group } from '../core/groups.ts';
import { withoutEnd } from './handles.ts';
import { isSameName } from './kernel/names.ts';

/**
 * Matchers for edges between groups: each converts a field of one group to the input of a lookup in another, or to null
 * when there is no match; no lookup is made then.
 */

/** What people write for a location that is none, though small places bear some of these names. */
const noPlaces = new Set(
  'anywhere cyberspace earth everywhere global heaven hell here home internet mars metaverse moon nowhere online remote somewhere space universe web world worldwide'.split(
    ' ',
  ),
);

/** The location of a profile, without its emoji, if it looks like a place: not "the internet", not "🌍". */
export function placeIn(location: string | null): string | null {
  const place = location?.replaceAll(/[\s\p{Cf}\p{VS}\p{So}\p{Sk}]+/gu, ' ').trim() ?? '';
  const looksLikePlace = /^\p{L}[\p{L}\p{M}'’. -]*(?:,\s*\p{L}[\p{L}\p{M}'’. -]*){0,2}$/u.test(place);
  const isNone = noPlaces.has(place.toLowerCase().replace(/^(?:the|planet|my) /, ''));
  return looksLikePlace && !isNone && place.length <= 100 ? place : null;
}

/**
 * The title of a song without suffixes about the recording: "(Remastered 2011)", "[feat. Ada Lind]", "- Radio Edit".
 * Null when nothing is left.
 */
export function plainTitle(title: string): string | null {
  const suffix = title.slice(1).search(/[([]|\s-\s/);
  const plain = (suffix < 0 ? title : title.slice(0, suffix + 1)).trim();
  return plain === '' || plain.length > 256 ? null : plain;
}

/** The confidence of a match between a song and a track, from high to low. */
export const likenesses = ['title-and-artist', 'artist', 'words'] as const;
export type Likeness = (typeof likenesses)[number];

interface Song {
  readonly song: string;
  readonly artist: string;
}

interface Track {
  readonly name: string;
  readonly artists: readonly { readonly name: string }[];
}

/** Compares title and artist of a song with a track. The artist may list several in one text: "Ada & Luca". */
export function likenessOf({ song, artist }: Song, { name, artists }: Track): Likeness {
  const names = artist.split(/,|&|\bfeat\.?|\band\b|\bx\b/iu);
  const credits = [artist, ...names.map((name) => name.trim())];
  if (!artists.some((known) => credits.some((credit) => isSameName(credit, known.name)))) return 'words';
  return isSameName(song, plainTitle(name) ?? name) ? 'title-and-artist' : 'artist';
}

const longestName = 100;

/** A name to search for; null for none, and for what is no name but a text. */
export function nameIn(name: string | null | undefined): string | null {
  const plain = name?.trim().replaceAll(/\s+/g, ' ') ?? '';
  return plain === '' || plain === 'N/A' || plain.length > longestName ? null : plain;
}

/** Words to search for, made of several names; null when the first is none. */
export function wordsOf(name: string | null | undefined, ...others: readonly string[]): string | null {
  const plain = nameIn(name);
  return plain && [plain, ...others].join(' ').trim();
}

/** The names in a list such as "Ada Lind, Luca Moss (screenplay), Ada Lind", each once, without notes. */
export function namesIn(listed: string): readonly string[] {
  const names = listed
    .replaceAll(/\([^()]*\)?/g, '')
    .split(',')
    .map(nameIn);
  return [...new Set(names.filter((name) => name !== null))];
}

const ofSoundtracks = new Set(
  'the original official motion picture film movie series television tv'.split(' '),
);

/** The name of the film or series that an album is the music of: "Metropolis (Original Motion Picture Soundtrack)". */
export function filmOfAlbum(name: string): string | null {
  const end = Math.max(...['(', '[', ':', ' - ', ' – '].map((sign) => name.lastIndexOf(sign)));
  const words =
    name
      .slice(end)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const what = words.find((word) => !ofSoundtracks.has(word));
  return end > 0 && (what === 'soundtrack' || what === 'score') ? nameIn(name.slice(0, end)) : null;
}

const ofTrailers = new Set('official final main new international full movie film teaser'.split(' '));

/**
 * The name of the film or series that a video is a trailer or review of, with its year: "Metropolis (1927)". A number
 * without brackets is of the name: "Blade Runner 2049".
 */
export function filmOfVideo(title: string): string | null {
  let end = title.search(/\b(?:trailer|teaser|review)\b/i);
  for (let word = ''; ; end -= word.length) {
    end = withoutEnd(title.slice(0, Math.max(0, end)), ' -–—|:([').length;
    word = title.slice(title.lastIndexOf(' ', end - 1) + 1, end);
    if (!ofTrailers.has(word.toLowerCase())) break;
  }
  const [, name, year] = /^(.*?) ?[([]((?:19|20)\d\d)[)\]]$/.exec(title.slice(0, end)) ?? [];
  if (year === undefined) return nameIn(title.slice(0, end));
  return nameIn(name) && `${nameIn(name)} (${year})`;
}

const ofSongs = /[([](?:official|lyrics?\b|audio|music video)/i;
/** What a distributor writes below a song: title and artists in one line. */
const distributed = /^Provided to YouTube by [^\n]+\n\n([^\n]+?) · ([^\n·]+)/;

/** The song of a video by what its distributor writes, or by a title of the form "Artist - Song (Official Video)". */
export function songOfVideo(title: string, description: string): Song | null {
  const [, song, artist] = distributed.exec(description) ?? [];
  if (song !== undefined && artist !== undefined) return songOf(song, artist);
  const dash = title.search(/ [-–—] /);
  return dash > 0 && ofSongs.test(title) ? songOf(title.slice(dash + 3), title.slice(0, dash)) : null;
}

function songOf(title: string, by: string): Song | null {
  const song = nameIn(plainTitle(title));
  const artist = nameIn(by);
  return song === null || artist === null ? null : { song, artist };
}

const games = {
  arenagame: 'Brawl Stars',
  blockgame: 'Roblox',
  brgame: 'Fortnite',
  cardgame: 'Clash Royale',
  cubegame: 'Minecraft',
} as const satisfies Partial<Record<Group, string>>;
export type GameGroup = keyof typeof games;
export const gameGroups = Object.keys(games) as readonly GameGroup[];

/** The name of the game that a group is about. */
export const nameOfGame = (group: GameGroup): string => games[group];

/** The group that is about a game, by the name of the game. */
export const groupOfGame = (name: string | null): GameGroup | undefined =>
  gameGroups.find((group) => isSameName(games[group], name ?? '') && name);
