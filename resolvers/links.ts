/**
 * Matchers for edges between groups: each converts a field of one group to the input of a lookup in another, or to null
 * when there is no match; no lookup is made then.
 */

/** The location of a profile if it looks like a place: not "the internet", not "🌍". */
export function placeIn(location: string | null): string | null {
  const place = location?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const looksLikePlace = /^\p{L}[\p{L}\p{M}'’. -]*(?:,\s*\p{L}[\p{L}\p{M}'’. -]*){0,2}$/u.test(place);
  return looksLikePlace && place.length <= 100 ? place : null;
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

const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
const isSame = (one: string, other: string) => collator.compare(one.trim(), other.trim()) === 0;

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
  if (!artists.some((known) => credits.some((credit) => isSame(credit, known.name)))) return 'words';
  return isSame(song, plainTitle(name) ?? name) ? 'title-and-artist' : 'artist';
}
