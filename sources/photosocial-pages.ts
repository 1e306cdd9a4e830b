import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { path } from './kernel/credentials.ts';
import { boolean, requiredList, strictNullable, text } from './kernel/decode.ts';
import { embeddedJsonContaining } from './kernel/embedded-json.ts';
import { changedAt } from './kernel/http/classify-response.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { codeIn } from './photosocial-addresses.ts';
import { Comment, Post } from './photosocial-decode.ts';
import { isLogin, needsLogin, pages, wantsLogin } from './photosocial-sources.ts';

export type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export const dig = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((at, name) => (isFields(at) ? at[name] : undefined), value);

/** The places of a post in a page: the name of a data block, and the path in it. The newest is the first. */
const places: readonly (readonly [block: string, ...path: readonly string[]])[] = [
  ['xig_polaris_media', 'if_not_gated_logged_out'],
  ['xdt_api__v1__media__shortcode__web_info', 'items', '0'],
  ['xdt_shortcode_media'],
  ['shortcode_media'],
];

const commentsBlock = 'comments_connection';

/** All values of one name below a value, found in one pass. */
function* named(root: unknown, name: string): Generator<unknown> {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (!isFields(value)) continue;
    if (name in value) yield value[name];
    // A spread would be limited by the size of the stack.
    for (const part of Object.values(value)) left.push(part);
  }
}

/** All values of one name in the data of a page. */
export function* blocks(page: string, name: string): Generator<unknown> {
  for (const island of embeddedJsonContaining(page, `"${name}"`)) yield* named(island, name);
}

/** The post of a page by shortcode: the page may contain other posts of the author. */
function postIn(page: string, code: string): { readonly post: Fields; readonly block: unknown } {
  let isGated = false;
  for (const [name, ...path] of places) {
    for (const block of blocks(page, name)) {
      const post = dig(block, ...path);
      const its = dig(post ?? block, 'code') ?? dig(post, 'shortcode') ?? code;
      if (its !== code) continue;
      if (isFields(post)) return { post: { code, ...post }, block };
      isGated ||= post === null;
    }
  }
  throw isGated ? needsLogin() : faultOf(page, noPost(code), places[0]!.join('.'));
}

const noPost = (code: string) => `No post with the code ${code} was found.`;

/** The fault of a page without its data, by the title: the rest is equal for refusals and absences. */
export function faultOf(page: string, absence: string, place: string): Fault {
  const at = page.indexOf('<title');
  const from = page.indexOf('>', at) + 1;
  const [title = ''] = at < 0 ? [] : page.slice(from, from + 200).split('<', 1);
  if (
    /not found|(?<!service |temporarily )unavailable|isn(?:'|’|&#0?39;|&#x27;|&rsquo;)t available/i.test(
      title,
    )
  ) {
    return new Fault('notFound', absence, { group: 'photosocial' });
  }
  if (/\blog ?in\b/i.test(title)) return wantsLogin();
  return changedAt('photosocial', `script ${place}`);
}

/** The first comments; a separate block takes precedence over the post's own. */
function commentsIn(page: string, post: Fields, block: unknown) {
  const connection =
    dig(block, commentsBlock) ??
    post[commentsBlock] ??
    blocks(page, commentsBlock).next().value ??
    post.edge_media_to_parent_comment ??
    post.edge_media_to_comment;
  const edges = dig(connection, 'edges');
  return {
    comments: Array.isArray(edges) ? edges.map((edge) => dig(edge, 'node')) : (post.preview_comments ?? []),
    hasMore: dig(connection, 'page_info', 'has_next_page'),
  };
}

function readPage(response: UpstreamResponse) {
  const page = response.text();
  const code = codeIn(response.url.pathname);
  if (code === undefined) throw changedAt('photosocial', 'its address');
  const { post, block } = postIn(page, code);
  return { post, ...commentsIn(page, post, block) };
}

/** A post with its first comments, which are null when they do not decode. */
export interface PostPage {
  readonly post: Post;
  readonly comments: readonly Comment[] | null;
  readonly hasMoreComments: boolean;
}

const Page = z
  .object({
    post: Post,
    comments: requiredList(Comment).nullable().catch(null),
    hasMore: strictNullable(boolean),
  })
  .transform(
    ({ post, comments, hasMore }): PostPage => ({
      post,
      comments,
      hasMoreComments: hasMore ?? (comments ?? []).length < post.commentCount,
    }),
  );

export interface OfCode {
  readonly code: string;
}

/** The page of a post. */
export const postPage = pages.endpoint('postPage', {
  request: ({ code }: OfCode) => ({ path: path`/p/${code}/` }),
  payload: readPage,
  decode: Page,
  notFound: ({ code }) => noPost(code),
  cache: { freshMs: minutes(5) },
  maxBytes: 4 * 1_048_576,
  weigh: ({ comments }) => 4_096 + 512 * (comments ?? []).length,
});

/** The target of a share link, read from the redirect without following it. */
export const shareLink = pages.endpoint('shareLink', {
  request: ({ path }: { readonly path: string }) => ({ path, redirects: 0 }),
  classify: ({ status }) => (status >= 300 && status < 400 ? 'accepted' : undefined),
  payload(response) {
    const location = response.header('location') ?? '';
    if (!URL.canParse(location, response.url)) return null;
    const target = new URL(location, response.url);
    if (isLogin(target)) throw wantsLogin();
    return target.href;
  },
  decode: strictNullable(text),
  notFound: () => 'This link leads to no post.',
  cache: { freshMs: hours(24) },
  maxBytes: 1_048_576,
});
