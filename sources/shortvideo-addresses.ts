import { matchPageUrl } from './kernel/http/address-guard.ts';
import { site } from './shortvideo-sources.ts';

export interface ShortLink {
  readonly kind: 'short';
  readonly origin: string;
  readonly path: string;
}

/** A video by its id, on the page of an author, where that is known; or a short link, which leads to one. */
export type Address =
  | { readonly kind: 'video'; readonly id: string; readonly author: string | undefined }
  | ShortLink;

const shortHosts = ['vm.tiktok.com', 'vt.tiktok.com'];
const siteHosts = ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com', 'www.tiktokv.com'];
const hosts = [...siteHosts, ...shortHosts];

const videoPaths = [
  // Posts of pictures have addresses of their own, and the page of a video under the same id.
  /^\/@(?!\.{1,2}\/)(?<author>[\w.]{0,64})\/(?:video|photo)\/(?<id>[1-9]\d{0,19})$/,
  /^(?:\/share)?\/video\/(?<id>[1-9]\d{0,19})$/,
  /^\/v\/(?<id>[1-9]\d{0,19})(?:\.html)?$/,
  /^\/(?:embed(?:\/v[23])?|player\/v1)\/(?<id>[1-9]\d{0,19})$/,
];
const videoId = /^[1-9]\d{0,19}$/;
const shortPath = /^(?:\/t)?\/([\w-]{1,64})$/;

/** What the address of a page is about, in any form that the upstream uses; undefined for all others. */
export function addressOf(text: string): Address | undefined {
  const url = matchPageUrl(text, { hosts });
  if (!url) return undefined;
  const path = url.pathname.replace(/^\/%40/i, '/@').replace(/\/$/, '');
  const short = shortPath.exec(path);
  if (shortHosts.includes(url.hostname)) {
    return short ? { kind: 'short', origin: url.origin, path: `${path}/` } : undefined;
  }
  if (short && path.startsWith('/t/')) return { kind: 'short', origin: site, path: `${path}/` };
  const named = videoPaths.map((pattern) => pattern.exec(path)?.groups).find(Boolean);
  const id = named?.id ?? url.searchParams.get('item_id') ?? '';
  return videoId.test(id) ? { kind: 'video', id, author: named?.author || undefined } : undefined;
}

/** The page of a video. */
export const pageOf = (id: string, author: string): string => `${site}/@${author}/video/${id}`;

/** The address as a caller may write it. */
export const addressText = (address: Address): string =>
  address.kind === 'video' ? pageOf(address.id, address.author ?? nobody) : address.origin + address.path;

/** Leads to the page of a video, whoever its author is. */
export const nobody = '_';
