/**
 * Matchers for edges between domains: how a fact of one domain names a thing in another. Each says when it knows of
 * no match by null, and then nothing is asked.
 */

/** A place as people write it about themselves, when it looks like one: not "the internet", not "🌍". */
export function placeIn(location: string | null): string | null {
  const place = location?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const looksLikePlace = /^\p{L}[\p{L}\p{M}'’. -]*(?:,\s*\p{L}[\p{L}\p{M}'’. -]*){0,2}$/u.test(place);
  return looksLikePlace && place.length <= 100 ? place : null;
}

/**
 * The title of a song without what recognisers and shops write behind it about the recording: "(Remastered 2011)",
 * "[feat. Ada Lind]", "- Radio Edit". Null when nothing is left to ask for.
 */
export function plainTitle(title: string): string | null {
  const plain = title.replace(/(?!^)\s*(?:[([].*|\s-\s.*)$/su, '').trim();
  return plain === '' || plain.length > 256 ? null : plain;
}

/** How alike a song and the track that was found for it are, the surest first. */
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

/** What a song by title and artist and a track have in common; several artists may stand in one text: "Ada & Luca". */
export function likenessOf({ song, artist }: Song, { name, artists }: Track): Likeness {
  const credits = [artist, ...artist.split(/\s*(?:,|&|\bfeat\.?|\band\b|\bx\b)\s*/iu)];
  if (!artists.some((known) => credits.some((credit) => isSame(credit, known.name)))) return 'words';
  return isSame(song, plainTitle(name) ?? name) ? 'title-and-artist' : 'artist';
}
