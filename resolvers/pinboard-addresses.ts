import { matchPageUrl } from '../sources/kernel/http/address-guard.ts';
import type { ImageAddress } from '../sources/pinboard.ts';
import { imageHosts } from '../sources/pinboard-sources.ts';
import { form, formOf, type PageKey, words } from './kernel/page-forms.ts';

/** An address as given, with its parsed form. */
interface Given {
  readonly url: string;
}

export type GivenImage = Given & ImageAddress;

/** The name of a picture of a video has more dots than one. */
const imagePath = /^(?:\/[\w-]+)+(?:\.[\w-]+)*\.(?:jpe?g|png|gif|webp)$/i;

/** Parses the address of a picture; query and fragment are dropped. Undefined for any other address. */
export function imageAt(url: string): GivenImage | undefined {
  const page = matchPageUrl(url, { hosts: [imageHosts.replace('https://', '')] });
  return page && imagePath.test(page.pathname)
    ? { url, host: page.hostname, path: page.pathname }
    : undefined;
}

export interface GivenPin extends Given {
  readonly pinId: string;
  /** The slug in the address, if any. */
  readonly words: string;
}

/** The site has host names in many countries; requests use one of them. */
const siteHosts = [
  'com',
  'at',
  'ca',
  'ch',
  'cl',
  'co.kr',
  'co.uk',
  'com.au',
  'com.mx',
  'de',
  'dk',
  'es',
  'fr',
  'ie',
  'it',
]
  .concat(['jp', 'nz', 'ph', 'pt', 'ru', 'se'])
  .flatMap((ending) => [`pinterest.${ending}`, `*.pinterest.${ending}`]);

const ownPages = words(
  '_ about business categories explore ideas login logout offsite password pin pins resource search settings ' +
    'shopping signup source today topics tv videos',
);

/** `/pin/1234567890/`, or `/pin/red-bird--1234567890/`. */
const pinPath = /^\/pin\/(?:([^/]*)--)?(\d{1,20})(?:\/.*)?$/;

/** Parses the address of a pin. */
export function pageAt(url: string): GivenPin | undefined {
  const [, words = '', pinId] = pinPath.exec(matchPageUrl(url, { hosts: siteHosts })?.pathname ?? '') ?? [];
  return pinId === undefined ? undefined : { url, pinId, words: decoded(words) };
}

/** The addresses of pages of pins, boards and users. */
export const forms = [
  formOf('pin', {
    read(url): PageKey<'pinId'> | undefined {
      const pin = pageAt(url);
      return pin && { pinId: pin.pinId };
    },
    write: ({ pinId }) => `https://www.pinterest.com/pin/${pinId}/`,
  }),
  form('user', ['username'], {
    hosts: siteHosts,
    patterns: [/^\/(?<username>[A-Za-z0-9_-]{1,50})(?:\/_(?:saved|created|profile)|\/pins|\/boards)?$/],
    reserved: ownPages,
    write: ({ username }) => `https://www.pinterest.com/${username}/`,
  }),
  form('board', ['username', 'board'], {
    hosts: siteHosts,
    patterns: [/^\/(?<username>[A-Za-z0-9_-]{1,50})\/(?<board>(?!_)[\p{L}\p{M}\p{N}_-]{1,180})$/u],
    reserved: ownPages,
    write: ({ username, board }) => `https://www.pinterest.com/${username}/${encodeURIComponent(board)}/`,
  }),
] as const;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const sizeSegment = /^\/\d+x\d*(?:_[A-Z]+)?\//;
const types = ['jpg', 'png', 'webp', 'gif'];

/** Possible addresses of the original of a resized picture, its own file type first. Empty for other pictures. */
export function originalsOf({ host, path }: ImageAddress): readonly ImageAddress[] {
  if (!sizeSegment.test(path)) return [];
  const original = path.replace(sizeSegment, '/originals/');
  const bare = original.slice(0, original.lastIndexOf('.') + 1);
  const own = original.slice(bare.length);
  return [...new Set([own, ...types])].map((type) => ({ host, path: bare + type }));
}

/** The file name of a picture if a person chose it: most names are hashes. */
export function nameOf({ path }: ImageAddress): string {
  const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
  return /^[0-9a-f]{16,}/i.test(name) ? '' : name;
}

const mostWords = 8;

/** The search terms in a name or a title. */
export function wordsIn(text: string): string {
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 2);
  return [...new Set(words)].slice(0, mostWords).join(' ');
}
