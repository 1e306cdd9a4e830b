import { htmlPage, json, type SandboxResponse } from './kernel/responses.ts';
import { get, type SandboxRequest, type UpstreamRoute } from './kernel/upstream.ts';
import { entitiesOf, legacyPostBody, legacyUserBody } from './microblog-legacy.ts';
import {
  type Account,
  type Asked,
  accountNamed,
  accountWithId,
  feedOf,
  type Post,
  postWithId,
} from './microblog-seed.ts';

/*
 * The API of the web client for guests. A missing item has a response of its own and is no error; a query under an
 * outdated id is a 404.
 */

export const webRoutes: readonly UpstreamRoute[] = [
  get('/graphql/{queryId}/UserByScreenName', (request) => {
    const name = String(variables(request).screen_name);
    return known(request, () => json({ data: userResult(accountNamed(request.world, name)) }));
  }),
  get('/graphql/{queryId}/TweetResultByRestId', (request) => {
    const id = String(variables(request).tweetId);
    return known(request, () => {
      const found = postWithId(request, id);
      return json({ data: { tweetResult: found ? { result: postResult(found) } : {} } });
    });
  }),
  get('/graphql/{queryId}/UserTweets', (request) => {
    const { userId, count } = variables(request);
    return known(request, () =>
      json({ data: feedResult(request, accountWithId(request.world, String(userId)), Number(count)) }),
    );
  }),
];

/** The query id that the sandbox treats as outdated. */
const known = ({ params }: SandboxRequest<'{queryId}'>, response: () => SandboxResponse): SandboxResponse =>
  /stale/.test(params.queryId) ? htmlPage('', { status: 404 }) : response();

function variables({ query }: SandboxRequest): Record<string, unknown> {
  return JSON.parse(query.get('variables') ?? '{}') as Record<string, unknown>;
}

function userResult(requested: Asked) {
  if (requested === 'unknown') return {};
  if (requested === 'suspended') {
    return {
      user: { result: { __typename: 'UserUnavailable', message: 'User is suspended', reason: 'Suspended' } },
    };
  }
  return { user: { result: userBody(requested) } };
}

/** A format between the older and the newer one: some objects are outside of `legacy`. */
function userBody(account: Account) {
  const { name, screen_name, created_at, location, profile_image_url_https, ...legacy } =
    legacyUserBody(account);
  return {
    __typename: 'User',
    id: Buffer.from(`User:${account.id}`).toString('base64'),
    rest_id: account.id,
    affiliates_highlighted_label: {},
    avatar: { image_url: profile_image_url_https },
    core: { created_at, name, screen_name },
    is_blue_verified: account.mark === 'Blue',
    legacy,
    location: { location },
    privacy: { protected: account.isProtected },
    profile_bio: { description: account.bio },
    profile_image_shape: 'Circle',
    verification: {
      verified: false,
      ...(account.mark && account.mark !== 'Blue' && { verified_type: account.mark }),
    },
  };
}

const postResult = (post: Post): object => ({
  __typename: 'Tweet',
  rest_id: post.id,
  core: { user_results: { result: userBody(post.author) } },
  edit_control: { edit_tweet_ids: [post.id], is_edit_eligible: false, edits_remaining: '5' },
  is_translatable: false,
  views:
    post.views === undefined
      ? { state: 'Enabled' }
      : { count: String(post.views), state: 'EnabledWithCount' },
  source: '<a href="https://mobile.x.com" rel="nofollow">X Web App</a>',
  ...(post.cut !== undefined && {
    note_tweet: {
      is_expandable: true,
      note_tweet_results: { result: { text: post.text, entity_set: entitiesOf(post) } },
    },
  }),
  ...(post.quoted && { quoted_status_result: { result: postResult(post.quoted) } }),
  legacy: {
    ...legacyPostBody(post),
    ...(post.reposted && { retweeted_status_result: { result: postResult(post.reposted) } }),
  },
});

const item = (post: Post) => ({
  itemContent: {
    itemType: 'TimelineTweet',
    __typename: 'TimelineTweet',
    tweet_results: { result: postResult(post) },
    tweetDisplayType: 'Tweet',
  },
});

const cursor = (kind: string, request: SandboxRequest) => ({
  entryId: `cursor-${kind.toLowerCase()}-1`,
  sortIndex: '1',
  content: {
    entryType: 'TimelineTimelineCursor',
    __typename: 'TimelineTimelineCursor',
    value: request.world.of('microblog.cursor', kind).token(60),
    cursorType: kind,
  },
});

function feedResult(request: SandboxRequest, requested: Asked, count: number) {
  if (typeof requested === 'string') return userResult(requested);
  const pinned =
    requested.pinnedId && !requested.isProtected ? postWithId(request, requested.pinnedId) : undefined;
  const entry = (post: Post) => ({
    entryId: `tweet-${post.id}`,
    sortIndex: post.id,
    content: { entryType: 'TimelineTimelineItem', __typename: 'TimelineTimelineItem', ...item(post) },
  });
  const instructions = [
    { type: 'TimelineClearCache' },
    ...(pinned ? [{ type: 'TimelinePinEntry', entry: entry(pinned) }] : []),
    {
      type: 'TimelineAddEntries',
      entries: [
        ...feedOf(request, requested, count).map(entry),
        cursor('Top', request),
        cursor('Bottom', request),
      ],
    },
  ];
  return { user: { result: { __typename: 'User', timeline: { timeline: { instructions } } } } };
}
