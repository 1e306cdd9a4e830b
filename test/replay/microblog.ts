import { type GroupReplays, pick, type Recorded, type Replay, readRecording, row } from './recordings.ts';

const officially = { MICROBLOG_TOKEN: 'a-token' };
const embedded = { MICROBLOG_TOKEN: '' };
const asGuest = {
  ...embedded,
  MICROBLOG_WEB_BEARER: 'a-bearer',
  MICROBLOG_WEB_QUERIES: 'TweetResultByRestId=q1,UserByScreenName=q2,UserTweets=q3',
};

/** The guest token is granted, and the embeds, which are called first, have no data. */
const asGuestOnly = (request: string) => ({
  'api.x.com/1.1/guest/activate.json': '{"guest_token":"1"}',
  'cdn.syndication.twimg.com/tweet-result': 'nothing',
  [`syndication.twitter.com/srv/timeline-profile/screen-name/${request.split('=')[1]?.toLowerCase()}`]:
    'nothing',
});

const recorded = (file: string): Recorded => JSON.parse(readRecording('microblog', file).toString('utf8'));

/** Every digit: a body in a test is read as numbers. */
const idOf = (digits: string) => Number(digits);
const iso = (time: string) => new Date(time).toISOString();
const filled = (value: unknown) => value || null;

const links = (entities: Recorded) =>
  [...(entities?.url?.urls ?? []), ...(entities?.description?.urls ?? [])].map(
    ({ display_url, expanded_url, url }) => ({ display_url, expanded_url, url }),
  );

/** A user of the web client, in the newer blocks, the older one, or both. */
function webUser({ legacy = {}, ...user }: Recorded) {
  const mark = user.verification?.verified_type ?? legacy.verified_type;
  const pinned = user.pinned_items?.tweet_ids_str ?? legacy.pinned_tweet_ids_str ?? [];
  return {
    ...webAuthor({ legacy, ...user }),
    banner: filled(user.banner?.image_url ?? legacy.profile_banner_url),
    bio: user.profile_bio?.description ?? legacy.description,
    location: user.location?.location ?? legacy.location,
    verified_type: mark ?? (user.is_blue_verified ? 'Blue' : null),
    created_at: iso(user.core?.created_at ?? legacy.created_at),
    followers: user.relationship_counts?.followers ?? legacy.followers_count,
    following: user.relationship_counts?.following ?? legacy.friends_count,
    posts: user.tweet_counts?.media_tweets ?? legacy.media_count,
    liked_posts: user.action_counts?.favorites_count ?? legacy.favourites_count,
    message_count: user.tweet_counts?.tweets ?? legacy.statuses_count,
    pinned_messages: pinned.length > 0 ? pinned : null,
    biolinks: links(user.profile_bio?.entities ?? legacy.entities),
    url: user.website?.url ?? legacy.url ?? '',
  };
}

const webAuthor = ({ legacy = {}, ...user }: Recorded) => ({
  username: user.core?.screen_name ?? legacy.screen_name,
  id: idOf(user.rest_id),
  avatar: user.avatar?.image_url ?? legacy.profile_image_url_https,
  display_name: user.core?.name ?? legacy.name,
  verified: Boolean(
    user.is_blue_verified || user.verification?.verified_type || legacy.verified_type || legacy.verified,
  ),
});

const bestOf = (variants: Recorded[] = []) =>
  variants
    .filter(({ content_type }) => content_type === 'video/mp4')
    .reduce((best, each) => (each.bitrate > (best?.bitrate ?? -1) ? each : best), undefined)?.url ?? null;

const media = (list: Recorded[] = []) =>
  list.map(({ type, media_url_https, video_info }) => ({
    type,
    image_url: media_url_https,
    video_url: bestOf(video_info?.variants),
  }));

function webPost(from: Recorded) {
  const original = from.legacy.retweeted_status_result?.result;
  const { legacy, ...post } = original ?? from;
  const note = post.note_tweet?.note_tweet_results.result;
  const entities = note?.entity_set ?? legacy.entities;
  return {
    id: idOf(post.rest_id),
    text:
      note?.text ?? legacy.full_text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    author: webAuthor(post.core.user_results.result),
    ...pick(legacy, 'lang likes:favorite_count replies:reply_count reshares:retweet_count quote:quote_count'),
    views: Number(post.views.count ?? 0),
    bookmarks: legacy.bookmark_count ?? 0,
    reshared: original !== undefined,
    created_at: iso(from.legacy.created_at),
    is_quote: legacy.is_quote_status,
    quote_url: legacy.quoted_status_permalink?.expanded ?? null,
    hashtags: (entities.hashtags ?? []).map(({ text }: Recorded) => text),
    mentions: (entities.user_mentions ?? []).map(({ screen_name }: Recorded) => screen_name),
    media: media(legacy.extended_entities?.media),
  };
}

const graphql = (operation: string) => new RegExp(`^api\\.x\\.com/graphql/[^/]+/${operation}$`);

const web = (recording: string, operation: string, request: string, expected: Replay['expected']): Replay =>
  row(
    recording,
    graphql(operation),
    `/api/microblog/${request}`,
    { unrecorded: asGuestOnly(request), environment: asGuest },
    expected,
  );

const webSingle = (recording: string, id: string, pick: (from: Recorded) => Recorded): Replay => ({
  ...web(recording, 'TweetResultByRestId', postPath(id), (from) => webPost(pick(from))),
  within: (text) => JSON.stringify({ data: { tweetResult: { result: pick(JSON.parse(text)) } } }),
});

const postPath = (id: string) => `post?url=https://x.com/i/status/${id}`;
const result = (from: Recorded) => from.data.tweetResult.result;
const firstResult = (from: Recorded) => from.data.tweetResult[0].result;
const focal = (index: number) => (from: Recorded) =>
  from.data.threaded_conversation_with_injections_v2.instructions[index].entries[0].content.itemContent
    .tweet_results.result;

/** The entries of a feed in the order of their ids, which are of one length. */
const feedOf = (from: Recorded) => ({
  messages: from.data.user.result.timeline.timeline.instructions
    .flatMap(({ entries = [] }: Recorded) => entries)
    .flatMap(({ entryId, content }: Recorded) =>
      /^(?:tweet|profile-conversation)-/.test(entryId)
        ? (content.items ?? [{ item: content }]).map(
            ({ item }: Recorded) => item.itemContent.tweet_results.result,
          )
        : [],
    )
    .sort((one: Recorded, other: Recorded) => (one.rest_id < other.rest_id ? 1 : -1))
    .slice(0, 20)
    .map(webPost),
});

/** The user request precedes the feed request. */
const feed = (recording: string, username: string, user: Partial<Replay>): Replay => ({
  ...web(recording, 'UserTweets', `user/posts?username=${username}`, feedOf),
  ...user,
});

const unrecordedWebUser = JSON.stringify({
  data: {
    user: {
      result: {
        __typename: 'User',
        rest_id: '783214',
        core: { screen_name: 'X', name: 'X', created_at: 'Tue Feb 20 14:35:54 +0000 2007' },
        relationship_counts: { followers: 1, following: 1 },
        tweet_counts: { tweets: 1, media_tweets: 1 },
      },
    },
  },
});

const unrecordedUser = JSON.stringify({
  data: [
    {
      id: '17880989',
      username: 'NatComm',
      name: 'NCA',
      created_at: '2008-12-04T22:04:19.000Z',
      public_metrics: { followers_count: 1, following_count: 1, tweet_count: 1, listed_count: 1 },
    },
  ],
});

const syndicatedAuthor = (user: Recorded) => ({
  username: user.screen_name,
  id: idOf(user.id_str),
  avatar: user.profile_image_url_https,
  display_name: user.name,
  verified: user.verified || user.is_blue_verified,
});

const embed = (recording: string, id: string): Replay => ({
  recording,
  upstream: 'cdn.syndication.twimg.com/tweet-result',
  environment: embedded,
  request: `/api/microblog/${postPath(id)}`,
  expected: (from) => ({
    id: idOf(id),
    text: from.text,
    author: syndicatedAuthor(from.user),
    ...pick(from, 'lang likes:favorite_count replies:conversation_count'),
    reshares: 0,
    quote: 0,
    views: 0,
    bookmarks: 0,
    reshared: false,
    created_at: from.created_at,
    is_quote: from.quoted_tweet !== undefined,
    quote_url: from.quoted_tweet
      ? `https://x.com/${from.quoted_tweet.user.screen_name}/status/${from.quoted_tweet.id_str}`
      : null,
    hashtags: from.entities.hashtags.map(({ text }: Recorded) => text),
    mentions: [],
    media: media(from.mediaDetails),
  }),
});

const includesFile = 'v2-includes-users-tweets--1.json';
const officialUser = (id: string) => recorded(includesFile).users.find((user: Recorded) => user.id === id);

const listed = (list: Recorded): Recorded[] => (Array.isArray(list) ? list : []);

function officialPost(from: Recorded) {
  const repeated = listed(from.referenced_tweets).find(({ type }) => type === 'retweeted');
  const post = repeated ? recorded(includesFile).tweets.find(({ id }: Recorded) => id === repeated.id) : from;
  const author = officialUser(post.author_id);
  return {
    id: idOf(post.id),
    text: post.text,
    author: {
      username: author.username,
      id: idOf(author.id),
      ...pick(author, 'avatar:profile_image_url display_name:name verified'),
    },
    ...pick(
      post,
      `lang likes:public_metrics.like_count replies:public_metrics.reply_count
      reshares:public_metrics.retweet_count quote:public_metrics.quote_count`,
    ),
    views: 0,
    bookmarks: 0,
    is_quote: false,
    quote_url: null,
    media: [],
    reshared: repeated !== undefined,
    created_at: from.created_at,
    hashtags: listed(post.entities.hashtags).map(({ tag }) => tag),
    mentions: listed(post.entities.mentions).map(({ username }) => username),
  };
}

const full = 'v2-tweet-objects-full--1.json';

const officialSingle = (index: number): Replay => {
  const id = ['1400199391961620488', '1400103340495810561', '1399797349296197635', '1399780280710221834'][
    index
  ]!;
  return {
    recording: full,
    upstream: 'api.x.com/2/tweets',
    within: (data) => `{"data":${data},"includes":${readRecording('microblog', includesFile)}}`,
    environment: officially,
    request: `/api/microblog/${postPath(id)}`,
    expected: (from) => officialPost(from[index]),
  };
};

const officialProfile = (username: string, index: number): Replay => ({
  recording: includesFile,
  upstream: 'api.x.com/2/users/by',
  within: (text) => JSON.stringify({ data: JSON.parse(text).users }),
  environment: officially,
  request: `/api/microblog/user?username=${username}`,
  expected: ({ users }) => {
    const user = users[index];
    return {
      username: user.username,
      id: idOf(user.id),
      avatar: user.profile_image_url,
      banner: null,
      bio: user.description,
      display_name: user.name,
      location: user.location ?? '',
      verified: user.verified,
      verified_type: null,
      ...pick(
        user,
        `created_at followers:public_metrics.followers_count following:public_metrics.following_count`,
      ),
      posts: 0,
      liked_posts: 0,
      message_count: user.public_metrics.tweet_count,
      pinned_messages: user.pinned_tweet_id ? [user.pinned_tweet_id] : null,
      biolinks: links(user.entities),
      url: user.url,
    };
  },
});

const officialFeed: Replay = {
  recording: full,
  upstream: 'api.x.com/2/users/17880989/tweets',
  within: (data) => `{"data":${data},"includes":${readRecording('microblog', includesFile)}}`,
  unrecorded: { 'api.x.com/2/users/by': unrecordedUser },
  environment: officially,
  request: '/api/microblog/user/posts?username=NatComm',
  expected: (from) => ({ messages: from.map(officialPost) }),
};

const withoutRequiredFields = 'was asked without the fields that are always asked for here';

export const microblog: GroupReplays = {
  group: 'microblog',
  replays: [
    web('userbyscreenname--1.json', 'UserByScreenName', 'user?username=XDevelopers', (from) =>
      webUser(from.data.user.result),
    ),
    web('userbyscreenname--2.json', 'UserByScreenName', 'user?username=ilyasut', (from) =>
      webUser(from.data.user.result),
    ),
    web('userbyscreenname-suspended--1.json', 'UserByScreenName', 'user?username=someone', 404),
    {
      ...web('usersbyrestids-element--1.json', 'UserByScreenName', 'user?username=karpathy', ({ result }) =>
        webUser(result),
      ),
      within: (element) => `{"data":{"user":${element}}}`,
    },
    webSingle('tweetresultbyrestid--1.json', '20', result),
    webSingle('tweetresultbyrestid--2.json', '1848831595014459513', result),
    webSingle('tweetresultbyrestid--3.json', '1964084223871971826', result),
    webSingle('tweetresultbyrestid--4.json', '1631001385985773570', result),
    web('tweetresultbyrestid-unavailable--1.json', 'TweetResultByRestId', postPath('991500'), 404),
    webSingle('tweetresultsbyrestids--1.json', '20', firstResult),
    webSingle('tweetresultsbyrestids--2.json', '1848831595014459513', firstResult),
    webSingle('tweetdetail--1.json', '1649191520250245121', focal(1)),
    webSingle('tweetdetail-video--2.json', '1671508600538161153', focal(0)),
    feed('usertweets--1.json', 'XDevelopers', {
      also: { 'api.x.com/graphql/q2/UserByScreenName': 'userbyscreenname--1.json' },
    }),
    feed('usertweets--2.json', 'X', {
      unrecorded: {
        ...asGuestOnly('username=x'),
        'api.x.com/graphql/q2/UserByScreenName': unrecordedWebUser,
      },
    }),
    embed('syndication-tweet-result--1.json', '1641086480675225601'),
    embed('syndication-tweet-result-quote--2.json', '1641895049427550208'),
    ...[0, 1, 2, 3].map(officialSingle),
    ...['rahulmitra', 'NatComm', 'OrgComInTheNews', 'adil_iis'].map(officialProfile),
    officialFeed,
  ],
  unused: {
    'v2-tweets-by-ids--1.json': withoutRequiredFields,
    'v2-user-tweets--1.json': withoutRequiredFields,
    'v2-users-by-usernames--1.json': withoutRequiredFields,
  },
};
