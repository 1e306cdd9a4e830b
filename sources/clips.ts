import type { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { headerKey } from './kernel/credentials.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  number,
  optionalText,
  requiredList,
  shape,
  text,
  withDefault,
} from './kernel/decode.ts';
import { defineSource, type Source } from './kernel/source.ts';

/**
 * Clips of games from the Medal developer API, with the bare key in a header. It requires a content type even without a
 * body, and pages no further than the first 1,000 clips of a list.
 */
const developers = {
  group: 'clips',
  origins: ['https://developers.medal.tv'],
  headers: { 'content-type': 'application/json' },
} as const;

/** Issues keys to anyone. It is read by the operator's command alone, never for a caller. */
const issuer = defineSource({ ...developers, part: 'issuer', serves: {} });

/** A key in the words of a page, or in JSON. */
const issuedKey = issuer.endpoint('issuedKey', {
  request: () => ({ path: '/v1/generate_public_key' }),
  payload: (response) => /\bpub_[A-Za-z0-9]{16,64}\b/.exec(response.text())?.[0],
  decode: text,
  cache: { freshMs: 0 },
});

export const source = defineSource({
  ...developers,
  credential: headerKey('authorization', 'CLIPS_API_KEY'),
  access: {
    provider: 'Medal',
    page: 'https://developers.medal.tv/v1/generate_public_key',
    cost: 'free',
    recipe: 'The command "almanac credential clips" fetches one.',
  },
  issuer: issuedKey,
});

/** The web site, whose list of categories is open. */
const web = defineSource({
  group: 'clips',
  part: 'web',
  origins: ['https://medal.tv'],
  keyless: { provider: 'Medal', licence: 'none stated', attribution: 'Games by Medal.tv' },
  serves: { '/api/clips/categories': 'players of some games now, pictures and other names' },
  limits: { concurrent: 1 },
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, issuer, web];

/** The address of a file, for keys with special rights only; older responses leave the field out. */
const fileUrl = withDefault(text, 'not_authorized');

/** Responses of 2019 contain the HTML of the frame instead of its address. */
const Clip = shape({
  contentId: id,
  contentTitle: optionalText,
  contentViews: integer,
  contentLikes: integer,
  contentThumbnail: optionalText,
  categoryId: withDefault(id, ''),
  videoLengthSeconds: number,
  createdTimestamp: integer,
  directClipUrl: text,
  embedIframeCode: nullable(text),
  embedIframeUrl: nullable(text),
  credits: optionalText,
  rawFileUrl: fileUrl,
  rawFileUrlLowRes: fileUrl,
  unbrandedFileUrl: fileUrl,
}).transform(({ embedIframeUrl, ...clip }) => ({
  ...clip,
  embedIframeCode: clip.embedIframeCode ?? embedIframeUrl ?? '',
}));

const ClipList = shape({ contentObjects: requiredList(Clip) });

const Category = shape({
  categoryId: id,
  categoryName: nullable(text),
  alternativeName: nullable(text),
  slug: nullable(text),
  publishedClipCount: nullable(integer),
  activeSessions: nullable(integer),
  coverPhoto: nullable(text),
  isGame: nullable(boolean),
});

export type Clip = z.output<typeof Clip>;
export type ClipList = z.output<typeof ClipList>;
export type Category = z.output<typeof Category>;

/** A part of a list; the sum of the two is at most `mostClips`. */
export interface Window {
  readonly first: number;
  readonly offset: number;
}

const windowQuery = <Filters extends object>({ first, offset, ...filters }: Filters & Window) => ({
  ...filters,
  limit: first,
  offset,
});

/** The last position that the upstream pages to. */
export const mostClips = 1000;

/** The trending clips of all games or of one. */
export const trending = source.endpoint('trending', {
  request: (query: Window & { readonly categoryId?: string | undefined }) => ({
    path: '/v1/trending',
    query: windowQuery(query),
  }),
  decode: ClipList,
  cache: { freshMs: minutes(5) },
});

/** The newest clips; of one user, of one game, or of all. */
export const latest = source.endpoint('latest', {
  request: (
    query: Window & { readonly userId?: string | undefined; readonly categoryId?: string | undefined },
  ) => ({
    path: '/v1/latest',
    query: windowQuery(query),
  }),
  decode: ClipList,
  cache: { freshMs: minutes(1) },
});

/** The clips that match words or hashtags. */
export const search = source.endpoint('search', {
  request: (query: Window & { readonly text: string }) => ({
    path: '/v1/search',
    query: windowQuery(query),
  }),
  decode: ClipList,
  cache: { freshMs: minutes(5) },
});

const listed = { decode: requiredList(Category), cache: { freshMs: hours(1), staleIfErrorMs: hours(24) } };

/** The categories of clips: games and others. */
export const categories = source.endpoint('categories', {
  ...listed,
  request: () => ({ path: '/v1/categories' }),
});

/** The same from the web site. */
export const openCategories = web.endpoint('openCategories', {
  ...listed,
  request: () => ({ path: '/api/categories' }),
});
