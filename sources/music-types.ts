import { z } from 'zod';
import { optionalList, text } from './kernel/decode.ts';

/** The models of music, which both APIs are mapped to. */

/** A reference to an object with a page; `uri` is `spotify:<kind>:<id>`. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
}

/** The album of a track. */
export interface AlbumName extends Named {
  /** Address of its cover, the largest there is; empty when there is none. */
  readonly coverUrl: string;
}

/** A track in searches and lists. */
export interface Recording extends Named {
  readonly durationMs: number;
  readonly explicit: boolean;
  readonly artists: readonly Named[];
  readonly album: AlbumName;
}

export interface Track extends Recording {
  /** The play count; null where the source has none. */
  readonly playcount: number | null;
}

/** A track in its album. */
export interface AlbumTrack extends Named {
  /** Null while unknown, as of unreleased tracks. */
  readonly durationMs: number | null;
  readonly explicit: boolean;
  readonly playable: boolean;
  readonly artists: readonly Named[];
  readonly playcount: number | null;
}

/** An album without its tracks. */
export interface AlbumFacts extends AlbumName {
  /** `YYYY-MM-DD`; the first day of the month or year where no day is known. */
  readonly releaseDate: string;
  readonly label: string;
  readonly copyright: readonly string[];
  readonly artists: readonly PicturedArtist[];
}

/** An album with some of its tracks. */
export interface AlbumPage extends AlbumFacts {
  /** Whether it is announced and not released; null where the source does not say. */
  readonly isPrerelease: boolean | null;
  /** The number of all its tracks. */
  readonly total: number;
  readonly tracks: readonly AlbumTrack[];
}

export interface PicturedArtist extends Named {
  readonly profilePictureUrl: string;
}

export interface City {
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly numberOfListeners: number;
}

/** An artist; only the web player's API has the nullable fields. */
export interface Artist extends PicturedArtist {
  readonly followers: number | null;
  readonly verified: boolean | null;
  readonly monthlyListeners: number | null;
  readonly topCities: readonly City[] | null;
  /** Addresses of the artist elsewhere; empty where the source tells none. */
  readonly links: readonly string[];
}

export const releaseTypes = ['album', 'single', 'compilation'] as const;

export interface Release extends AlbumName {
  readonly releaseDate: string;
  readonly type: (typeof releaseTypes)[number];
}

/** Some of an artist's releases. */
export interface ReleasePage {
  readonly total: number;
  readonly releases: readonly Release[];
  /** Upstream entries of the page; the next page begins after them. */
  readonly entries: number;
}

/** The results of a search, the best match first. */
export interface Found {
  readonly tracks: readonly Recording[];
  readonly artists: readonly Named[];
}

/** The id in a URI. */
export const idIn = (uri: string): string => uri.slice(uri.lastIndexOf(':') + 1);

/** Pictures of one motif in several sizes, in no particular order; some lists do not tell the sizes. */
const Pictures = optionalList(z.object({ url: text, width: z.number().nullish() }));

/** The width of a cover, by its address. */
const coverWidths: readonly (readonly [beginning: string, width: number])[] = [
  ['ab67616d0000b273', 640],
  ['ab67616d00001e02', 300],
  ['ab67616d00004851', 64],
];

const widthOf = ({ url, width }: { readonly url: string; readonly width?: number | null | undefined }) =>
  width ?? coverWidths.find(([beginning]) => url.includes(`/${beginning}`))?.[1] ?? 0;

/** The address of the largest of them; empty when there are none. */
export const largest = Pictures.transform(
  (pictures) =>
    pictures.reduce<(typeof pictures)[number] | undefined>(
      (best, picture) => (best === undefined || widthOf(picture) > widthOf(best) ? picture : best),
      undefined,
    )?.url ?? '',
);

/** `1987`, `1987-11` and `1987-11-12T00:00:00Z` as a day. */
export const day = z
  .string()
  .regex(/^\d{4}(?:-\d\d(?:-\d\d)?)?(?:T|$)/)
  .transform((written) => {
    const [year, month = '01', date = '01'] = written.slice(0, 10).split('-');
    return `${year}-${month}-${date}`;
  });
