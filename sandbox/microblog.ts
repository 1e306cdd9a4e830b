import { htmlPage, json, plainText, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, post, type SandboxRequest } from './kernel/upstream.ts';
import { embedFaults, guestFaults, officialFaults } from './microblog-faults.ts';
import { entitiesOf, legacyPostBody, mediaBody, shortUserBody, userBody } from './microblog-legacy.ts';
import { officialFailure, officialRoutes } from './microblog-official.ts';
import { accountNamed, feedLength, feedOf, type Post, postWithId } from './microblog-seed.ts';
import { webRoutes } from './microblog-web.ts';

/**
 * X: the official API, the API of the web client for guests, and the embeds of single posts and of profiles. Any name and
 * any number is a user, any number is a post. Names with a meaning: one with `suspended` in it is suspended, one with
 * `private` protects its posts, one with `silent` has none.
 */
export const microblog = [
  defineUpstream({
    hosts: ['api.x.com'],
    faults: [...officialFaults, ...guestFaults],
    guard: ({ path, headers }) => {
      if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return officialFailure(401);
      const isGuest = path.startsWith('/2/') || path.startsWith('/1.1/') || headers['x-guest-token'];
      return isGuest
        ? undefined
        : json({ errors: [{ code: 239, message: 'Bad guest token.' }] }, { status: 403 });
    },
    failure: officialFailure,
    routes: [
      ...officialRoutes,
      ...webRoutes,
      post('/1.1/guest/activate.json', ({ world }) =>
        json({ guest_token: world.of('microblog.guest').digits(19) }),
      ),
    ],
  }),
  defineUpstream({
    hosts: ['cdn.syndication.twimg.com'],
    faults: embedFaults,
    failure: (status) => (status === 404 ? htmlPage('', { status }) : json({}, { status })),
    routes: [get('/tweet-result', embeddedPost)],
  }),
  defineUpstream({
    hosts: ['syndication.twitter.com'],
    failure: (status) => plainText(status === 429 ? 'Rate limit exceeded\n' : '', { status }),
    routes: [get('/srv/timeline-profile/screen-name/{name}', embeddedProfile)],
  }),
];

/** An empty page without a token or for a missing post. A repost has the response of its original. */
function embeddedPost(request: SandboxRequest): SandboxResponse {
  const { query } = request;
  const id = query.get('id') ?? '';
  const found = /^\d{1,19}$/.test(id) && query.get('token') ? postWithId(request, id) : undefined;
  if (!found) return htmlPage('', { status: 404 });
  const { quoted } = found;
  return json({
    __typename: 'Tweet',
    ...embeddedBody(found),
    conversation_count: found.replies,
    news_action_type: 'conversation',
    ...(quoted && {
      quoted_tweet: { ...embeddedBody(quoted), reply_count: quoted.replies, retweet_count: quoted.reshares },
    }),
  });
}

const embeddedBody = (post: Post) => ({
  lang: post.lang,
  favorite_count: post.likes,
  possibly_sensitive: false,
  created_at: new Date(post.createdMs).toISOString(),
  display_text_range: [0, post.text.length],
  entities: entitiesOf(post),
  id_str: post.id,
  text: post.cut ?? post.text,
  user: shortUserBody(post.author),
  edit_control: {
    edit_tweet_ids: [post.id],
    editable_until_msecs: String(post.createdMs + 3_600_000),
    is_edit_eligible: true,
    edits_remaining: '5',
  },
  ...(post.pictures.length > 0 && {
    mediaDetails: post.pictures.map((picture) => mediaBody(post, picture)),
  }),
  isEdited: false,
  isStaleEdit: false,
});

const mostEmbedded = 100;

/** A page that carries the feed as JSON. It is empty for users that do not exist, are suspended or protected. */
function embeddedProfile(request: SandboxRequest<'{name}'>): SandboxResponse {
  const { world, params } = request;
  const account = /^\w{1,15}$/.test(params.name) ? accountNamed(world, params.name) : 'unknown';
  const isShown = typeof account !== 'string' && feedLength(account) > 0;
  const posts = isShown ? feedOf(request, account, mostEmbedded) : [];
  const pageProps = {
    contextProvider: { features: {}, hasResults: isShown, lang: 'en', theme: 'light' },
    lang: 'en',
    showHeader: true,
    timeline: { entries: posts.map(entry) },
    ...(isShown && { latest_tweet_id: posts[0]?.id, headerProps: { screenName: account.name } }),
  };
  const data = JSON.stringify({
    props: { pageProps, __N_SSP: true },
    page: '/timeline-profile/screen-name/[screenName]',
  });
  return htmlPage(
    `<!DOCTYPE html><html><head><title>Profile</title></head><body><div id="__next"></div>` +
      `<script id="__NEXT_DATA__" type="application/json">${data.replaceAll('<', '\\u003c')}</script></body></html>`,
  );
}

const entry = (post: Post) => ({
  type: 'tweet',
  entry_id: `tweet-${post.id}`,
  sort_index: post.id,
  content: { tweet: timelineBody(post) },
});

const timelineBody = (post: Post): object => ({
  ...legacyPostBody(post),
  id: 0,
  location: '',
  permalink: `/${post.author.name}/status/${post.id}`,
  text: post.cut ?? post.text,
  user: userBody(post.author),
  ...(post.quoted && { quoted_status: timelineBody(post.quoted) }),
  ...(post.reposted && { retweeted_status: timelineBody(post.reposted) }),
});
