import { htmlPage, type SandboxResponse } from './kernel/responses.ts';
import type { SandboxRequest } from './kernel/upstream.ts';
import {
  accountNamed,
  commentAt,
  highlightAt,
  numberOf,
  type Post,
  postAt,
  postWithNumber,
  range,
} from './photosocial-seed.ts';
import { guestBody, pageCommentBody, pagePostBody, previewBody } from './photosocial-wire.ts';

/*
 * The pages of posts and profiles. Their data is nested in embedded JSON.
 */

type World = SandboxRequest['world'];

/** The empty page of callers that are not logged in. */
export const shell = (title: string, status = 200): SandboxResponse =>
  htmlPage(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><div id="splash-screen"></div></body></html>`,
    {
      status,
    },
  );

/** The data of a page is embedded for navigations only. */
const isNavigation = ({ headers }: SandboxRequest): boolean => headers['sec-fetch-mode'] === 'navigate';

const postsShown = 12;
const highlightsShown = 10;

/**
 * The page of a profile, as guests see it: counts of followers, but not of posts; the heads of highlights; and posts in
 * brief, with one of somebody else among them.
 */
export function profilePage(request: SandboxRequest<'{name}'>): SandboxResponse {
  const { world, params } = request;
  if (!isNavigation(request)) return shell('Instagram');
  const account = accountNamed(world, params.name);
  if (!account) return shell('Profile isn&#039;t available • Instagram', 404);
  const shown = account.isPrivate ? 0 : 1;
  const highlights = range(0, shown * Math.min(account.highlights, highlightsShown), (index) =>
    highlightAt(world, account, index),
  );
  const posts = range(0, shown * Math.min(account.posts, postsShown), (index) =>
    postAt(world, account, index),
  );
  const stranger = postWithNumber(world, `31${account.id}`);
  const edges = [...posts, ...(shown === 1 && stranger ? [stranger] : [])].map((each) => ({
    node: previewBody(each),
  }));
  return htmlPage(
    `<!DOCTYPE html><html lang="en"><head><title>${account.fullName} (&#064;${account.name}) • Instagram</title></head><body>` +
      embedded('PolarisLoggedOutDesktopWWWProfilePostsTabContentQuery', {
        xig_user_by_username: {
          id: `178414${account.id}`,
          polaris_ordered_timeline_connection: {
            edges,
            page_info: { has_next_page: account.posts > posts.length, end_cursor: null },
          },
        },
      }) +
      embedded('PolarisLoggedOutDesktopWWWProfileRootContentQuery', {
        xig_user_by_username: guestBody(account, highlights),
      }) +
      '</body></html>',
  );
}

export const commentsShown = 15;

/** The page of a post. Its data is nested in the embedded JSON, beside other posts by the same user. */
export function postPage(request: SandboxRequest<'{code}'>): SandboxResponse {
  const { world, params } = request;
  if (!isNavigation(request)) return shell('Instagram');
  const found = /^[\w-]{1,11}$/.test(params.code) ? postWithNumber(world, numberOf(params.code)) : undefined;
  if (!found || found.code !== params.code) return shell("Post isn't available • Instagram");
  const others = range(0, Math.min(found.author.posts, 3), (index) => postAt(world, found.author, index));
  const isGated = /gated/i.test(params.code);
  return htmlPage(
    `<!DOCTYPE html><html lang="en"><head><title>${found.author.name} on Instagram</title></head><body>` +
      '<script>requireLazy(["xig_polaris_media"]);</script>' +
      '<script type="application/json">{"canonicalRouteName":"comet.igweb.PolarisLoggedOutDesktopPostRouteNext"}</script>' +
      embedded('PolarisLoggedOutProfilePosts', {
        user: { posts: others.map((other) => ({ xig_polaris_media: mediaBlock(other) })) },
      }) +
      embedded('PolarisPostRootQuery', {
        xig_polaris_media: isGated ? gatedBlock(found) : pageBlock(world, found),
      }) +
      '</body></html>',
  );
}

const mediaBlock = (found: Post) => ({
  __typename: 'XIGPolarisMedia',
  pk: found.pk,
  code: found.code,
  gating_ruling: null,
  if_not_gated_logged_out: pagePostBody(found),
});

const gatedBlock = (found: Post) => ({
  ...mediaBlock(found),
  gating_ruling: { reason: 'AGE_RESTRICTED' },
  if_not_gated_logged_out: null,
});

const pageBlock = (world: World, found: Post) => ({
  ...mediaBlock(found),
  comments_connection: {
    edges: range(0, Math.min(found.comments, commentsShown), (index) =>
      pageCommentBody(commentAt(world, found, index)),
    ),
    page_info: { has_next_page: found.comments > commentsShown, end_cursor: null },
  },
});

const embedded = (name: string, data: object): string =>
  `<script type="application/json" data-content-len="1" data-sjs>${scheduled(name, data)}</script>`;

const scheduled = (name: string, data: object): string =>
  JSON.stringify(
    {
      require: [
        [
          'ScheduledServerJS',
          'handle',
          null,
          [
            {
              __bbox: {
                require: [
                  [
                    'RelayPrefetchedStreamCache',
                    'next',
                    [],
                    [`adp_${name}RelayPreloader`, { __bbox: { complete: true, result: { data } } }],
                  ],
                ],
              },
            },
          ],
        ],
      ],
    },
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  ).replaceAll('<', '\\u003C');
