import { json, redirect, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, post, type SandboxRequest } from './kernel/upstream.ts';
import { sessionFaults, webFaults } from './photosocial-faults.ts';
import { commentsShown, postPage, profilePage, shell } from './photosocial-pages.ts';
import {
  type Account,
  accountNamed,
  accountWithId,
  codeOf,
  commentAt,
  highlightAt,
  type Post,
  postAt,
  postWithNumber,
  range,
  storiesIn,
  storiesOf,
} from './photosocial-seed.ts';
import {
  commentBody,
  personBody,
  postBody,
  profileBody,
  reelBody,
  trayBody,
  userBody,
} from './photosocial-wire.ts';

/**
 * Instagram: public pages of profiles and posts, and the API of its apps for logged-in sessions. Any name and any number
 * is a user, any shortcode is a post. Names with `private` are private accounts, those with `silent` have no posts;
 * posts whose shortcode contains `gated` are visible to logged-in sessions only.
 */
export const photosocial = [
  defineUpstream({
    hosts: ['www.instagram.com'],
    faults: webFaults,
    failure: (status, { path }) => (path.startsWith('/api/') ? failure(status) : shell('Instagram', status)),
    routes: [
      get('/api/v1/users/web_profile_info/', webProfile),
      get('/p/{code}/', postPage),
      get('/reel/{code}/', postPage),
      get('/share/{token}/', sharedLink),
      get('/share/p/{token}/', sharedLink),
      get('/share/reel/{token}/', sharedLink),
      get('/accounts/login/', () => shell('Login • Instagram')),
      get('/{name}/', profilePage),
    ],
  }),
  defineUpstream({
    hosts: ['i.instagram.com'],
    faults: sessionFaults,
    guard({ headers }) {
      if (!isAndroid(headers)) return failure(404, '');
      return /(?:^|;\s*)sessionid=\S/.test(headers.cookie ?? '') ? undefined : failure(403);
    },
    failure: (status) => failure(status),
    routes: [
      get('/api/v1/users/web_profile_info/', webProfile),
      get('/api/v1/users/{id}/info/', ({ world, params }) => {
        const account = accountWithId(world, params.id) ?? refuse(failure(404, 'User not found'));
        return json({ user: userBody(account), status: 'ok' });
      }),
      get('/api/v1/feed/reels_media/', reelsMedia),
      get('/api/v1/highlights/{id}/highlights_tray/', highlightsTray),
      get('/api/v1/media/{id}/info/', ({ world, params }) => {
        const items = [postBody(postFor(world, params.id))];
        return json({
          items,
          num_results: 1,
          more_available: false,
          auto_load_more_enabled: false,
          status: 'ok',
        });
      }),
      get('/api/v1/media/{id}/comments/', comments),
      get('/api/v1/feed/user/{id}/', ({ world, params, query }) =>
        userFeed(world, publicAccount(world, params.id), query),
      ),
      get('/api/v1/feed/user/{name}/username/', ({ world, params, query }) => {
        const account = accountNamed(world, params.name) ?? refuse(failure(404, 'User not found'));
        return userFeed(world, publicAccount(world, account.id), query, personBody(account));
      }),
      post('/api/v1/clips/user/', userClips),
    ],
  }),
];

/** The application id of the Android client is accepted with its agent only, and no other is on this host. */
const isAndroid = (headers: SandboxRequest['headers']): boolean =>
  headers['x-ig-app-id'] === '567067343352427' && /\bAndroid\b/.test(headers['user-agent'] ?? '');

const messages: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'login_required',
  403: 'login_required',
  404: 'Not found',
  429: 'Please wait a few minutes before you try again.',
};

const failure = (
  status: number,
  message = messages[status] ?? 'Sorry, something went wrong.',
): SandboxResponse => json({ message, status: 'fail' }, { status });

const shownInProfile = 12;

function webProfile({ world, query, headers }: SandboxRequest): SandboxResponse {
  if (!headers['x-ig-app-id']) return failure(400, 'useragent mismatch');
  const account = accountNamed(world, query.get('username') ?? '') ?? refuse(failure(404, 'User not found'));
  const posts = range(0, Math.min(account.posts, shownInProfile), (index) => postAt(world, account, index));
  return json({ data: { user: profileBody(account, posts) }, status: 'ok' });
}

type World = SandboxRequest['world'];

/** A share link of an app redirects to a post. */
function sharedLink({ world, params }: SandboxRequest<'{token}'>): SandboxResponse {
  if (!world.exists(params.token)) return shell("Page isn't available • Instagram", 404);
  const dice = world.of('photosocial.share', params.token);
  const code = codeOf(`3${dice.digits(18)}`);
  return redirect(`https://www.instagram.com/reel/${code}/?igsh=${dice.token(12)}`, { status: 302 });
}

const mostReels = 50;

function reelsMedia({ world, query, clock }: SandboxRequest): SandboxResponse {
  const ids = query.getAll('reel_ids');
  if (ids.length === 0 || ids.length > mostReels) return failure(400, 'Invalid reel_ids');
  const reels = ids.flatMap((id) => {
    const highlight = /^highlight:(\d+)$/.exec(id)?.[1];
    if (highlight !== undefined) {
      const found = storiesIn(world, highlight);
      return found ? [reelBody(id, found.author, found.stories)] : [];
    }
    const account = accountWithId(world, id);
    const stories = account ? storiesOf(world, account, clock.now()) : [];
    return account && stories.length > 0 ? [reelBody(id, account, stories)] : [];
  });
  return json({
    reels: Object.fromEntries(reels.map((reel) => [String(reel.id), reel])),
    reels_media: reels,
    status: 'ok',
  });
}

function publicAccount(world: World, id: string): Account {
  const account = accountWithId(world, id) ?? refuse(failure(404, 'User not found'));
  return account.isPrivate ? refuse(failure(400, 'Not authorized to view user')) : account;
}

function highlightsTray({ world, params }: SandboxRequest<'{id}'>): SandboxResponse {
  const account = publicAccount(world, params.id);
  const tray = range(0, account.highlights, (index) => trayBody(account, highlightAt(world, account, index)));
  return json({ tray, show_empty_state: tray.length === 0, status: 'ok' });
}

function postFor(world: World, id: string): Post {
  const found = /^\d{1,20}$/.test(id) ? postWithNumber(world, id) : undefined;
  return found ?? refuse(failure(404, 'Media not found or unavailable'));
}

/** An opaque cursor that encodes an index in a list. */
const commentCursor = (place: number) =>
  JSON.stringify({ cached_comments_cursor: String(place), bifilter_token: 'KHkA4Xq4' });

function comments({ world, params, query }: SandboxRequest<'{id}'>): SandboxResponse {
  const found = postFor(world, params.id);
  const from = Number(/"cached_comments_cursor":"(\d+)"/.exec(query.get('min_id') ?? '')?.[1] ?? 0);
  const to = Math.min(from + commentsShown, found.comments);
  const hasMore = to < found.comments;
  return json({
    comment_likes_enabled: true,
    comments: range(from, to, (index) => commentBody(found, commentAt(world, found, index))),
    comment_count: found.comments,
    caption_is_edited: false,
    has_more_comments: false,
    has_more_headload_comments: hasMore,
    threading_enabled: true,
    media_header_display: 'none',
    can_view_more_preview_comments: false,
    ...(hasMore && { next_min_id: commentCursor(to) }),
    is_ranked: true,
    status: 'ok',
  });
}

const mostPosts = 33;

function userFeed(
  world: World,
  account: Account,
  query: URLSearchParams,
  user: object = userBody(account),
): SandboxResponse {
  const count = Math.min(Number(query.get('count') ?? 12), mostPosts);
  const from = Number(query.get('max_id')?.split('_')[0] ?? 0);
  const to = Math.min(from + count, account.posts);
  const items = range(from, to, (index) => postBody(postAt(world, account, index)));
  return json({
    items,
    num_results: items.length,
    more_available: to < account.posts,
    auto_load_more_enabled: true,
    ...(to < account.posts && { next_max_id: `${to}_${account.id}` }),
    user,
    status: 'ok',
  });
}

const mostClips = 12;

function userClips(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const form = request.form();
  const account = publicAccount(world, form.get('target_user_id') ?? '');
  const clips = range(0, account.posts, (index) => postAt(world, account, index)).filter(
    ({ children, isVideo }) => children.length === 0 && isVideo,
  );
  const from = Number(form.get('max_id') ?? 0);
  const to = Math.min(from + Math.min(Number(form.get('page_size') ?? mostClips), mostClips), clips.length);
  return json({
    items: clips.slice(from, to).map((clip) => ({ media: postBody(clip) })),
    paging_info: { max_id: to < clips.length ? String(to) : '', more_available: to < clips.length },
    status: 'ok',
  });
}
