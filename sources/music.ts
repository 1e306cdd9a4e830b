import { z } from 'zod';
import { minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import type { UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  from,
  integer,
  nullable,
  oneOf,
  optionalList,
  requiredList,
  shape,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { Endpoint, UpstreamResponse } from './kernel/source.ts';
import { classifyQuery, type PersistedQuery, partner, type QueryTopic, queryOf } from './music-sources.ts';
import type * as model from './music-types.ts';
import { day, idIn, largest, releaseTypes } from './music-types.ts';

/** The API of Spotify's web player: persisted GraphQL queries, one object per request. */

const Pictured = shape({ sources: largest });
/** The largest picture of an optional set. */
const picture = withDefault(Pictured, { sources: '' }).transform(({ sources }) => sources);

/** A counter, as text or as a number; null while unknown. */
const count = z
  .union([z.string().regex(/^\d{1,15}$/), z.int().nonnegative()])
  .nullable()
  .transform(Number);
/** Null where the upstream leaves the counter out, which is not zero. */
const playcount = count.optional().transform((counted) => counted ?? null);

const explicit = withDefault(shape({ label: nullable(text) }), { label: null }).transform(
  ({ label }) => label === 'EXPLICIT',
);

const withId = <Thing extends { readonly uri: string }>(thing: Thing) => ({ id: idIn(thing.uri), ...thing });

const profile = shape({ name: text });
const portrait = withDefault(shape({ picture: from('avatarImage', picture) }), { picture: '' });

const ArtistName = shape({ uri: text, profile }).transform(({ uri, profile }) =>
  withId({ uri, name: profile.name }),
);

const PicturedArtist = shape({ uri: text, profile, visuals: portrait }).transform(
  ({ uri, profile, visuals }) => withId({ uri, name: profile.name, profilePictureUrl: visuals.picture }),
);

/** The entries of an optional list. */
const itemsOf = <Schema extends z.ZodType>(item: Schema) =>
  withDefault(shape({ items: optionalList(item) }), { items: [] }).transform(({ items }) => items);
/** The entries of a list that a response is about: it may be null, and one that is missing has changed. */
const statedItems = <Schema extends z.ZodType>(item: Schema) =>
  shape({ items: requiredList(item) })
    .nullable()
    .transform((list) => list?.items ?? []);
const byline = itemsOf(ArtistName);

const AlbumName = shape({ uri: text, name: text, coverUrl: from('coverArt', picture) }).transform(withId);

const duration = shape({ totalMilliseconds: integer }).transform(
  ({ totalMilliseconds }) => totalMilliseconds,
);

const recording = { name: text, uri: text, explicit: from('contentRating', explicit) };

const Track = shape({
  ...recording,
  playcount,
  durationMs: from('duration', duration),
  first: from('firstArtist', byline),
  others: from('otherArtists', byline),
  album: from('albumOfTrack', AlbumName),
}).transform(
  ({ first, others, ...track }): model.Track => ({ ...withId(track), artists: [...first, ...others] }),
);

const playable = withDefault(shape({ playable: withDefault(boolean, false) }), { playable: false }).transform(
  ({ playable }) => playable,
);

const AlbumTrack = shape({
  ...recording,
  playcount,
  // Zero means unknown.
  durationMs: from('duration', nullable(duration)),
  playable: from('playability', playable),
  artists: byline,
}).transform(({ durationMs, ...track }) => ({ ...withId(track), durationMs: durationMs || null }));

/** A date in one text, or in its parts. */
const date = z.union([
  shape({ isoString: day }).transform(({ isoString }) => isoString),
  shape({ year: integer, month: nullable(integer), day: nullable(integer) }).transform((parts) =>
    [String(parts.year).padStart(4, '0'), ...[parts.month, parts.day].map(twoDigits)].join('-'),
  ),
]);

const twoDigits = (part: number | null) => String(part ?? 1).padStart(2, '0');

const copyright = itemsOf(shape({ text }).transform(({ text }) => text));

const AlbumPage = shape({
  uri: text,
  name: text,
  label: withDefault(text, ''),
  coverUrl: from('coverArt', picture),
  releaseDate: from('date', date),
  copyright,
  artists: itemsOf(PicturedArtist),
  isPrerelease: from('isPreRelease', nullable(boolean)),
  tracksV2: shape({ totalCount: integer, items: requiredList(shape({ track: AlbumTrack.nullable() })) }),
}).transform(
  ({ tracksV2, ...album }): model.AlbumPage => ({
    ...withId(album),
    total: tracksV2.totalCount,
    tracks: tracksV2.items.flatMap(({ track }) => track ?? []),
  }),
);

/** One of an artist's top tracks; the name of its album is absent. */
const TopTrack = shape({
  ...recording,
  playcount,
  durationMs: from('duration', duration),
  artists: byline,
  album: from('albumOfTrack', shape({ uri: text, coverUrl: from('coverArt', picture) })),
}).transform(({ album, ...track }) => ({ ...withId(track), album: withId(album) }));

const City = shape({
  city: text,
  region: withDefault(text, ''),
  country: withDefault(text, ''),
  numberOfListeners: integer,
});

const mostCities = 10;
const mostTopTracks = 10;

const Overview = shape({
  uri: text,
  visuals: portrait,
  profile: shape({
    name: text,
    verified: nullable(boolean),
    externalLinks: withDefault(itemsOf(shape({ url: text })), []),
  }),
  // Its place since 2026.
  trait: from(
    'onPlatformReputationTrait',
    nullable(shape({ verification: nullable(shape({ isVerified: nullable(boolean) })) })),
  ),
  stats: shape({ followers: count, monthlyListeners: count, topCities: itemsOf(City) }),
  // Without it, all else of an artist is served.
  discography: withDefault(
    shape({
      topTracks: statedItems(shape({ track: TopTrack }))
        .optional()
        .catch(undefined),
    }),
    { topTracks: undefined },
  ),
}).transform(({ uri, visuals, profile, trait, stats, discography }) =>
  withId({
    uri,
    name: profile.name,
    links: profile.externalLinks.map(({ url }) => url),
    profilePictureUrl: visuals.picture,
    verified: trait?.verification?.isVerified ?? profile.verified ?? false,
    followers: stats.followers,
    monthlyListeners: stats.monthlyListeners,
    topCities: stats.topCities.slice(0, mostCities),
    topTracks: discography.topTracks?.slice(0, mostTopTracks).map(({ track }) => track) ?? null,
  }),
);

/** EPs are singles where the upstream does not distinguish them. */
const releaseType = text.transform((written): model.Release['type'] => {
  const type = written.toLowerCase();
  if (type === 'ep') return 'single';
  return releaseTypes.find((known) => known === type) ?? 'album';
});

const Release = shape({
  uri: text,
  name: text,
  releaseDate: from('date', date),
  coverUrl: from('coverArt', picture),
  type: releaseType,
}).transform(withId);

/** The same release for several countries; without any that matches, the group counts as a mismatch of the page. */
const ReleaseGroup = shape({
  releases: shape({ items: requiredList(Release).refine((items) => items.length > 0) }),
});

const ReleasePage = shape({
  discography: shape({ all: shape({ totalCount: integer, items: requiredList(ReleaseGroup) }) }),
}).transform(
  ({ discography: { all } }): model.ReleasePage => ({
    total: all.totalCount,
    releases: all.items.flatMap(({ releases }) => releases.items.slice(0, 1)),
    entries: all.items.length,
  }),
);

/** Objects of one kind; other entries of a list, such as unavailable ones, have another `__typename`. */
const ofType = <Schema extends z.ZodType>(typename: string, thing: Schema) =>
  z.union([
    z
      .object({ __typename: z.string().refine((name) => name !== typename) })
      .transform((): readonly z.output<Schema>[] => []),
    thing.transform((known): readonly z.output<Schema>[] => [known]),
  ]);

const FoundTrack = shape({
  ...recording,
  durationMs: from('duration', duration),
  artists: byline,
  album: from('albumOfTrack', AlbumName),
}).transform((track): model.Recording => withId(track));

const SearchResults = shape({
  tracks: from('tracksV2', statedItems(shape({ item: shape({ data: ofType('Track', FoundTrack) }) }))),
  artists: statedItems(shape({ data: ofType('Artist', ArtistName) })),
}).transform(
  ({ tracks, artists }): model.Found => ({
    tracks: tracks.flatMap(({ item }) => item.data),
    artists: artists.flatMap(({ data }) => data),
  }),
);

const Prerelease = shape({
  uri: text,
  timezone: withDefault(text, ''),
  releaseDate: shape({ isoString: text }),
  content: from('preReleaseContent', AlbumName),
}).transform(({ uri, timezone, releaseDate, content }) => ({
  id: idIn(uri),
  albumId: content.id,
  name: content.name,
  releaseDate: releaseDate.isoString,
  timezone,
  coverUrl: content.coverUrl,
}));

/** An announced album, from its countdown page. */
export type Prerelease = z.output<typeof Prerelease>;
export type TopTrack = z.output<typeof TopTrack>;
/** An artist with the top tracks; null where the response has no list that is known. */
export type Overview = model.Artist & { readonly topTracks: readonly TopTrack[] | null };

const Reply = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: requiredList(z.object({ message: z.string() })).nullish(),
});
type Find = (data: Readonly<Record<string, unknown>>) => unknown;

const inRoot =
  (name: string): Find =>
  (data) =>
    data[name];

const Nothing = z.object({ __typename: oneOf(['NotFound', 'GenericError']) });

/**
 * The root of a response, which `find` selects; null for an absence, which an empty response means as well. Throws
 * `upstreamFailed` for GraphQL errors, and `upstreamChanged` where there is no such root.
 */
function rootOf(response: UpstreamResponse, find: Find): unknown {
  const { data, errors } = Reply.safeParse(response.json()).data ?? {};
  const found = data && find(data);
  if (found !== null && found !== undefined) return Nothing.safeParse(found).success ? null : found;
  const failed = (errors ?? []).filter(({ message }) => !/not ?found/i.test(message));
  if (failed.length > 0) throw new Fault('upstreamFailed', 'The upstream failed at this question.');
  const isEmpty = found === null || data === null || (data && Object.keys(data).length === 0);
  if (isEmpty || errors?.length) return null;
  throw new Fault('upstreamChanged', 'The upstream answered in a shape that we do not know.');
}

/** An endpoint with a persisted query of the operator's settings. */
export interface Operation<Args, Model> {
  readonly topic: QueryTopic;
  readonly endpoint: Endpoint<Args & { readonly query: PersistedQuery }, Model>;
}

interface OperationSpec<Args, Model> {
  readonly topic: QueryTopic;
  /** Selects the root from the data of a response. */
  readonly find: Find;
  readonly variables: (args: Args) => Readonly<Record<string, unknown>>;
  readonly decode: z.ZodType<Model>;
  readonly freshMs: number;
  /** The memory of a model in bytes, where much of the response is dropped. */
  readonly bytes?: number;
}

const operation = <Args, Model>(
  name: string,
  { topic, find, variables, decode, freshMs, bytes }: OperationSpec<Args, Model>,
): Operation<Args, Model | null> => ({
  topic,
  endpoint: partner.endpoint(name, {
    request: ({ query, ...args }: Args & { readonly query: PersistedQuery }): UpstreamCall => ({
      path: '/pathfinder/v1/query',
      query: { ...queryOf(query), variables: JSON.stringify(variables(args as unknown as Args)) },
    }),
    classify: classifyQuery(topic),
    payload: (response) => rootOf(response, find),
    decode: decode.nullable(),
    cache: { freshMs },
    ...(bytes === undefined ? {} : { weigh: () => bytes }),
  }),
});

interface ById {
  readonly id: string;
}

interface PageOf extends ById {
  readonly offset: number;
}

/** The page size of the web player. */
const pageSize = 50;

/** A track by id; null when there is none. */
export const track = operation('track', {
  topic: 'track',
  find: inRoot('trackUnion'),
  variables: ({ id }: ById) => ({ uri: `spotify:track:${id}` }),
  decode: Track,
  freshMs: minutes(10),
  bytes: 2_000,
});

/** An album by id, with up to 50 of its tracks from `offset` on; null when there is none. */
export const albumPage = operation('albumPage', {
  topic: 'album',
  find: inRoot('albumUnion'),
  variables: ({ id, offset }: PageOf) => ({
    uri: `spotify:album:${id}`,
    locale: '',
    offset,
    limit: pageSize,
  }),
  decode: AlbumPage,
  freshMs: minutes(30),
});

/** An artist by id, with ten tracks; null when there is none. */
export const artist = operation('artist', {
  topic: 'artist',
  find: inRoot('artistUnion'),
  variables: ({ id }: ById) => ({ uri: `spotify:artist:${id}`, locale: '', includePrerelease: false }),
  decode: Overview as z.ZodType<Overview>,
  freshMs: minutes(10),
  bytes: 10_000,
});

/** Up to 50 of an artist's releases from `offset` on; null when there is no such artist. */
export const releasePage = operation('releasePage', {
  topic: 'discography',
  find: inRoot('artistUnion'),
  variables: ({ id, offset }: PageOf) => ({ uri: `spotify:artist:${id}`, offset, limit: pageSize }),
  decode: ReleasePage,
  freshMs: minutes(30),
});

/** Tracks and artists by words. */
export const search = operation('search', {
  topic: 'search',
  find: inRoot('searchV2'),
  variables: ({ term }: { readonly term: string }) => ({
    searchTerm: term,
    offset: 0,
    limit: 10,
    numberOfTopResults: 5,
    includeAudiobooks: false,
    includePreReleases: false,
    includeAlbumPreReleases: false,
    includeAuthors: false,
    includeEpisodeContentRatingsV2: false,
  }),
  decode: SearchResults,
  freshMs: minutes(10),
});

const Wrapped = z.object({ data: z.record(z.string(), z.unknown()) });

/** A prerelease, with or without a wrapper, in a root whose name depends on the operator's query. */
const prereleaseIn: Find = (data) =>
  Object.values(data)
    .map((root) => Wrapped.safeParse(root).data?.data ?? root)
    .find((root) => root !== null && root !== undefined) ?? null;

/** A prerelease by id; null when there is none. */
export const prerelease = operation('prerelease', {
  topic: 'prerelease',
  find: prereleaseIn,
  variables: ({ id }: ById) => ({ uri: `spotify:prerelease:${id}` }),
  decode: Prerelease,
  freshMs: minutes(10),
});
