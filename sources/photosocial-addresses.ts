import { matchPageUrl } from './kernel/http/address-guard.ts';
import { site } from './photosocial-sources.ts';

/** A post by its shortcode; or a link as apps share it, which leads to one. */
export type Address =
  | { readonly kind: 'post'; readonly code: string }
  | { readonly kind: 'share'; readonly path: string };

const hosts = ['instagram.com', 'instagr.am'].flatMap((host) => [host, `www.${host}`, `m.${host}`]);

const postPath =
  /^(?:\/(?!share\/)[\w.]{1,30})?\/(?:p|tv|reels?(?!\/audio(?:\/|$)))\/(?<code>[\w-]+)(?:\/.*)?$/;
/** A code that was shared of a post that is not public has a secret of 28 characters behind it. */
const shortcode = /^([\w-]{1,11})(?:[\w-]{28})?$/;
const sharePath = /^\/share\/(?:(?:p|reel)\/)?[\w-]{1,64}$/;

/** What the address of a page is about, in any form that the upstream uses for posts; undefined for all others. */
export function addressOf(text: string): Address | undefined {
  const url = matchPageUrl(text, { hosts });
  if (!url) return undefined;
  const path = url.pathname.replace(/\/$/, '');
  if (sharePath.test(path)) return { kind: 'share', path: `${path}/` };
  const code = codeIn(path);
  return code === undefined ? undefined : { kind: 'post', code };
}

/** The shortcode in the path of a page. */
export const codeIn = (path: string): string | undefined =>
  shortcode.exec(postPath.exec(path)?.groups?.code ?? '')?.[1];

/** The page of a post. */
export const pageOf = (code: string): string => `${site}/p/${code}/`;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The number that a shortcode writes in base 64. */
export const numberOf = (code: string): string =>
  String([...code].reduce((number, letter) => number * 64n + BigInt(letters.indexOf(letter)), 0n));
