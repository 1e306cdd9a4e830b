import { Fault } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import * as partner from '../sources/music.ts';
import * as official from '../sources/music-official.ts';
import { queriesSetting, quotaSetting, sourceSetting } from '../sources/music-sources.ts';
import type * as model from '../sources/music-types.ts';
import type { Context } from './kernel/context.ts';
import { mayServeElsewhere } from './kernel/optional.ts';

/** A value, or the fault of the field that selects it; other fields are not affected. */
export type Known<Value> = Value | Fault;

export interface Track extends Omit<model.Track, 'playcount'> {
  readonly playcount: Known<number>;
}

export interface AlbumTrack extends Omit<model.AlbumTrack, 'playcount'> {
  readonly playcount: Known<number>;
}

/** An album with all its tracks. */
export interface Album extends model.AlbumFacts {
  readonly isPrerelease: boolean | null;
  /** The number of tracks; before the release, the list may be shorter. */
  readonly total: number;
  readonly totalPlays: Known<number>;
  readonly tracks: readonly AlbumTrack[];
}

export interface Artist extends model.PicturedArtist {
  readonly followers: Known<number>;
  readonly verified: Known<boolean>;
  readonly monthlyListeners: Known<number>;
  readonly topCities: Known<readonly model.City[]>;
  /** Addresses of the artist elsewhere. */
  readonly links: readonly string[];
}

const group = 'music';

const officialAlone = new Fault(
  'unconfigured',
  'The source for music needs MUSIC_SOURCE=partner for this: the official API has no play counts, listeners, cities or prereleases.',
  { group },
);

const incomplete = new Fault('upstreamChanged', 'The source for music did not tell all of this.', {
  group,
});

/** The two APIs; `gap` is the fault of fields that the official API lacks. */
interface Interfaces<Model> {
  readonly partner: () => Promise<Model>;
  readonly official: (gap: Fault) => Promise<Model>;
}

/** Reads the API of the web player. Reads the official API when that is in trouble or not configured, or when a setting selects it. */
async function withFallback<Model>({ setting }: Context, interfaces: Interfaces<Model>): Promise<Model> {
  if (setting(sourceSetting) === 'official') return interfaces.official(officialAlone);
  try {
    return await interfaces.partner();
  } catch (trouble) {
    if (!(trouble instanceof Fault) || !mayServeElsewhere(trouble)) throw trouble;
    return interfaces.official(trouble).catch((error: unknown) => {
      throw mayServeElsewhere(error) ? trouble : error;
    });
  }
}

/** Reads the API of the web player with a persisted query. Fault `unconfigured` when none is known. */
async function readPartner<Args, Model>(
  { read, setting }: Context,
  operation: partner.Operation<Args, Model>,
  args: Args,
): Promise<Model> {
  const query = setting(queriesSetting)[operation.topic];
  if (query) return read(operation.endpoint, { ...args, query });
  const message = `The source for music needs the query "${operation.topic}" in ${queriesSetting.name}.`;
  throw new Fault('unconfigured', message, { group });
}

const isExtended = ({ setting }: Context) => setting(quotaSetting) === 'extended';

const askOfficial = <Item>(
  context: Context,
  kind: official.ByIds<Item>,
  id: string,
): MaybePromise<Item | null> => context.read(isExtended(context) ? kind.together : kind.alone, { id });

const withCount = <Counted extends { readonly playcount: number | null }>(track: Counted, gap: Fault) => ({
  ...track,
  playcount: track.playcount ?? gap,
});

/** A track by id; null when none exists. */
export const trackOf = (id: string, context: Context): Promise<Track | null> =>
  withFallback<Track | null>(context, {
    async partner() {
      const track = await readPartner(context, partner.track, { id });
      return track && withCount(track, incomplete);
    },
    async official(gap) {
      const track = await askOfficial(context, official.tracks, id);
      return track && withCount(track, gap);
    },
  });

/** An artist by id; null when none exists. */
export const artistOf = (id: string, context: Context): Promise<Artist | null> =>
  withFallback(context, {
    partner: async () => knownArtist(await readPartner(context, partner.artist, { id }), incomplete),
    official: async (gap) => knownArtist(await askOfficial(context, official.artists, id), gap),
  });

const knownArtist = (artist: model.Artist | null, gap: Fault): Artist | null =>
  artist && {
    ...artist,
    followers: artist.followers ?? gap,
    verified: artist.verified ?? gap,
    monthlyListeners: artist.monthlyListeners ?? gap,
    topCities: artist.topCities ?? gap,
  };

/** The maximum number of pages, for ten thousand tracks; more are an error of the upstream. */
const mostPages = 200;

/** The entries of all pages. The offset advances by the actual length of each page, which may be below the limit. */
async function allPages<Page, Entry extends model.Named>(
  first: Page,
  { total, entries, length }: PageShape<Page, Entry>,
  readPage: (offset: number) => MaybePromise<Page | null>,
): Promise<readonly Entry[]> {
  const step = length(first);
  const offsets: number[] = [];
  for (let offset = step; step > 0 && offset < total(first); offset += step) offsets.push(offset);
  if (offsets.length >= mostPages) throw incomplete;
  const others = await Promise.all(offsets.map(readPage));
  const pages = [first, ...others].map((page) => {
    if (page === null) throw incomplete;
    return entries(page);
  });
  // An item that moves while pages are read occurs twice.
  return [...new Map(pages.flat().map((entry) => [entry.uri, entry])).values()];
}

interface PageShape<Page, Entry> {
  readonly total: (page: Page) => number;
  readonly entries: (page: Page) => readonly Entry[];
  readonly length: (page: Page) => number;
}

type Tracks = Pick<model.AlbumPage, 'total' | 'tracks'>;

const trackPages: PageShape<Tracks, model.AlbumTrack> = {
  total: ({ total }) => total,
  entries: ({ tracks }) => tracks,
  length: ({ tracks }) => tracks.length,
};

const releasePages: PageShape<model.ReleasePage, model.Release> = {
  total: ({ total }) => total,
  entries: ({ releases }) => releases,
  length: ({ entries }) => entries,
};

/** An album by id with all its tracks, or with those of its first page alone; null when none exists. */
export const albumOf = (id: string, context: Context, isWhole = true): Promise<Album | null> =>
  withFallback<Album | null>(context, {
    partner: () => partnerAlbumOf(id, context, isWhole),
    async official(gap) {
      const first = await askOfficial(context, official.albums, id);
      const readPage = (offset: number) => context.read(official.albumTracks, { id, offset });
      return first && albumFrom(first, gap, isWhole, readPage);
    },
  });

/** The announcement of an album; null when none exists. Without fallback: the official API has no announcements. */
export async function announcementOf(id: string, context: Context): Promise<partner.Prerelease | null> {
  if (context.setting(sourceSetting) === 'official') throw officialAlone;
  return readPartner(context, partner.prerelease, { id });
}

/** The same from the API of the web player only, which has unreleased albums and pictures of artists. */
export async function partnerAlbumOf(id: string, context: Context, isWhole = true): Promise<Album | null> {
  const first = await albumPage(id, 0, context);
  return first && albumFrom(first, incomplete, isWhole, (offset) => albumPage(id, offset, context));
}

const albumPage = (id: string, offset: number, context: Context) =>
  readPartner(context, partner.albumPage, { id, offset });

async function albumFrom(
  first: model.AlbumPage,
  gap: Fault,
  isWhole: boolean,
  readPage: (offset: number) => MaybePromise<Tracks | null>,
): Promise<Album> {
  const all = isWhole ? await allPages<Tracks, model.AlbumTrack>(first, trackPages, readPage) : first.tracks;
  const tracks = all.map((track) => withCount(track, gap));
  return { ...first, tracks, totalPlays: totalOf(tracks) };
}

/** The sum of all play counts, or the fault of the first unknown one. */
function totalOf(tracks: readonly AlbumTrack[]): Known<number> {
  let total = 0;
  for (const { playcount } of tracks) {
    if (playcount instanceof Fault) return playcount;
    total += playcount;
  }
  return total;
}

/** All releases of an artist; null when the artist does not exist. */
export const releasesOf = (id: string, context: Context): Promise<readonly model.Release[] | null> =>
  withFallback<readonly model.Release[] | null>(context, {
    async partner() {
      const readPage = (offset: number) => readPartner(context, partner.releasePage, { id, offset });
      const first = await readPage(0);
      return first && allPages(first, releasePages, readPage);
    },
    async official() {
      const limit = isExtended(context) ? 50 : 10;
      const readPage = (offset: number) => context.read(official.officialReleasePage, { id, offset, limit });
      const first = await readPage(0);
      return first && allPages(first, releasePages, readPage);
    },
  });

/** The ten most played tracks of an artist; null when the artist does not exist. */
export const topTracksOf = (id: string, context: Context): Promise<readonly Track[] | null> =>
  withFallback<readonly Track[] | null>(context, {
    async partner() {
      const artist = await readPartner(context, partner.artist, { id });
      if (!artist) return null;
      if (!artist.topTracks) throw incomplete;
      return Promise.all(artist.topTracks.map((track) => withAlbumName(track, context)));
    },
    async official(gap) {
      const tracks = await context.read(official.officialTopTracks, { id });
      return tracks?.slice(0, mostTopTracks).map((track) => withCount(track, gap)) ?? null;
    },
  });

/** The length of the list of an artist's most played tracks. */
export const mostTopTracks = 10;

/** The album of a top track lacks its name, which is read from the album itself where the album is asked for. */
async function withAlbumName({ album, ...track }: partner.TopTrack, context: Context): Promise<Track> {
  const page = context.selects('album') ? await albumPage(album.id, 0, context) : null;
  // An album may be unavailable in a market where its tracks are available.
  const { name, coverUrl } = page ?? { name: '', coverUrl: '' };
  const named = { ...album, name, coverUrl: album.coverUrl || coverUrl };
  return withCount({ ...track, album: named }, incomplete);
}

interface SearchTerms {
  readonly song?: string;
  readonly artist: string;
}

/** Searches an artist, or a song of an artist; the best match first. */
export const find = ({ song, artist }: SearchTerms, context: Context): Promise<model.Found> =>
  withFallback(context, {
    async partner() {
      const term = song === undefined ? artist : `${song} ${artist}`;
      return (await readPartner(context, partner.search, { term })) ?? { tracks: [], artists: [] };
    },
    async official() {
      const search: official.Searched =
        song === undefined
          ? { q: artist, type: 'artist' }
          : { q: `track:${song} artist:${artist}`, type: 'track' };
      return context.read(official.officialSearch, search);
    },
  });

/** Searches tracks by any words; the best match first. */
export const findTracks = (words: string, context: Context): Promise<readonly model.Recording[]> =>
  withFallback(context, {
    partner: async () => (await readPartner(context, partner.search, { term: words }))?.tracks ?? [],
    official: async () =>
      (await context.read(official.officialSearch, { q: words, type: 'track' as const })).tracks,
  });
