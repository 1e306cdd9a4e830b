import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { get, type SandboxRequest, type UpstreamRoute } from './kernel/upstream.ts';
import {
  type Account,
  type Asked,
  accountNamed,
  accountWithId,
  feedLength,
  feedOf,
  type Link,
  type Picture,
  type Post,
  placedIn,
  postWithId,
} from './microblog-seed.ts';

/*
 * The official API v2: the requested fields and expansions only, at most a hundred items per request, and missing items
 * in `errors`.
 */

export const officialRoutes: readonly UpstreamRoute[] = [
  get('/2/users/by', (request) => users(request, 'usernames', /^\w{1,15}$/, accountNamed)),
  get('/2/users', (request) => users(request, 'ids', numbers, accountWithId)),
  get('/2/tweets', posts),
  get('/2/users/{id}/tweets', feed),
];

const numbers = /^\d{1,19}$/;
const most = 100;
const problems = 'https://api.twitter.com/2/problems';

export function officialFailure(status: number): SandboxResponse {
  const title = titles[status] ?? 'Internal Server Error';
  const type = status === 402 ? `${problems}/credits` : 'about:blank';
  return json({ title, detail: title, type, status }, { status });
}

const titles: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'CreditsDepleted',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function invalid(parameter: string, value: string, message: string): never {
  const errors = [{ parameters: { [parameter]: [value] }, message }];
  const detail = 'One or more parameters to your request was invalid.';
  return refuse(
    json({ errors, title: 'Invalid Request', detail, type: `${problems}/invalid-request` }, { status: 400 }),
  );
}

function valuesOf({ query }: SandboxRequest, parameter: string, form: RegExp): readonly string[] {
  const list = query.get(parameter) ?? '';
  const values = list.split(',');
  if (values.length > most) {
    invalid(
      parameter,
      list,
      `The number of values in the \`${parameter}\` query parameter list is not between 1 and ${most}`,
    );
  }
  for (const value of values) {
    if (!form.test(value)) {
      invalid(parameter, value, `The \`${parameter}\` query parameter value [${value}] is not valid`);
    }
  }
  return values;
}

const missing = (kind: 'user' | 'tweet', parameter: string, value: string) => ({
  value,
  detail: `Could not find ${kind} with ${parameter}: [${value}].`,
  title: 'Not Found Error',
  resource_type: kind,
  parameter,
  resource_id: value,
  type: `${problems}/resource-not-found`,
});

const suspended = (parameter: string, value: string) => ({
  ...missing('user', parameter, value),
  detail: `User has been suspended: [${value}].`,
  title: 'Forbidden',
});

const unauthorized = (id: string) => ({
  ...missing('user', 'id', id),
  detail: `Sorry, you are not authorized to see the user with id: [${id}].`,
  title: 'Authorization Error',
  section: 'data',
  type: `${problems}/not-authorized-for-resource`,
});

/** Empty lists are left out at the top of a response. */
const filled = (lists: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

function users(
  request: SandboxRequest,
  parameter: string,
  form: RegExp,
  find: (world: SandboxRequest['world'], value: string) => Asked,
): SandboxResponse {
  const values = [...new Set(valuesOf(request, parameter, form))];
  const requested = values.map((value) => ({ value, account: find(request.world, value) }));
  return json(
    filled({
      data: requested.flatMap(({ account }) =>
        typeof account === 'string' ? [] : [userBody(request, account)],
      ),
      errors: requested.flatMap(({ value, account }) => {
        if (account === 'unknown') return [missing('user', parameter, value)];
        return account === 'suspended' ? [suspended(parameter, value)] : [];
      }),
    }),
  );
}

const selected = ({ query }: SandboxRequest, parameter: string): ReadonlySet<string> =>
  new Set((query.get(parameter) ?? '').split(','));

const picked = (fields: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => names.has(name) && value !== undefined),
  );

const time = (timeMs: number) => new Date(timeMs).toISOString();

function userBody(request: SandboxRequest, account: Account) {
  const { bio, website, bioLinks, mark } = account;
  const urlsIn = (text: string, links: readonly Link[]) => ({
    urls: placedIn(text, links).map(({ link, start, end }) => ({ start, end, ...link })),
  });
  const entities = {
    ...(website && { url: urlsIn(website.url, [website]) }),
    ...(bioLinks.length > 0 && { description: urlsIn(bio, bioLinks) }),
  };
  const fields = {
    created_at: time(account.createdMs),
    description: bio,
    entities: Object.keys(entities).length > 0 ? entities : undefined,
    location: account.location || undefined,
    pinned_tweet_id: account.pinnedId,
    profile_banner_url: account.banner,
    profile_image_url: account.avatar,
    protected: account.isProtected,
    public_metrics: {
      followers_count: account.followers,
      following_count: account.following,
      tweet_count: account.posts,
      listed_count: account.listed,
      like_count: account.likedPosts,
      media_count: account.mediaPosts,
    },
    url: website?.url ?? '',
    verified: mark === 'Blue',
    verified_type: mark?.toLowerCase() ?? 'none',
  };
  return {
    id: account.id,
    name: account.displayName,
    username: account.name,
    ...picked(fields, selected(request, 'user.fields')),
  };
}

const span = { start: 0, end: 9 };

function postBody(request: SandboxRequest, post: Post) {
  const { quoted, reposted, hashtags, mentions, pictures } = post;
  const entities = {
    ...(hashtags.length > 0 && { hashtags: hashtags.map((tag) => ({ ...span, tag })) }),
    ...(mentions.length > 0 && {
      mentions: mentions.map(({ name, id }) => ({ ...span, username: name, id })),
    }),
  };
  const referred = [
    ...(reposted ? [{ type: 'retweeted', id: reposted.id }] : []),
    ...(quoted ? [{ type: 'quoted', id: quoted.id }] : []),
  ];
  const fields = {
    attachments:
      pictures.length > 0 && !reposted ? { media_keys: pictures.map(({ key }) => key) } : undefined,
    author_id: post.author.id,
    created_at: time(post.createdMs),
    entities: hashtags.length + mentions.length > 0 ? entities : undefined,
    lang: post.lang,
    note_tweet: post.cut === undefined ? undefined : { text: post.text, entities },
    public_metrics: {
      retweet_count: reposted?.reshares ?? post.reshares,
      reply_count: reposted ? 0 : post.replies,
      like_count: reposted ? 0 : post.likes,
      quote_count: reposted ? 0 : post.quotes,
      bookmark_count: reposted ? 0 : post.bookmarks,
      impression_count: reposted ? 0 : (post.views ?? 0),
    },
    referenced_tweets: referred.length > 0 ? referred : undefined,
  };
  return {
    edit_history_tweet_ids: [post.id],
    id: post.id,
    text: post.cut ?? post.text,
    ...picked(fields, selected(request, 'tweet.fields')),
  };
}

function mediaBody(request: SandboxRequest, { key, type, image, videos, playlist }: Picture) {
  const files = [
    ...videos.map(({ bitrate, url }) => ({ bit_rate: bitrate, content_type: 'video/mp4', url })),
    ...(playlist ? [{ content_type: 'application/x-mpegURL', url: playlist }] : []),
  ];
  const fields = type === 'photo' ? { url: image } : { preview_image_url: image, variants: files };
  return { media_key: key, type, ...picked(fields, selected(request, 'media.fields')) };
}

function includesFor(request: SandboxRequest, posts: readonly Post[]) {
  const expansions = selected(request, 'expansions');
  const others = posts.flatMap(({ quoted, reposted }) => [
    ...(quoted ? [quoted] : []),
    ...(reposted ? [reposted] : []),
  ]);
  const authors = [
    ...(expansions.has('author_id') ? posts : []),
    ...(expansions.has('referenced_tweets.id.author_id') ? others : []),
  ].map(({ author }) => author);
  const pictures = [
    ...(expansions.has('attachments.media_keys') ? posts.filter(({ reposted }) => !reposted) : []),
    ...(expansions.has('referenced_tweets.id.attachments.media_keys') ? others : []),
  ].flatMap((post) => post.pictures);
  return filled({
    media: pictures.map((picture) => mediaBody(request, picture)),
    users: [...new Map(authors.map((author) => [author.id, author])).values()].map((author) =>
      userBody(request, author),
    ),
    tweets: expansions.has('referenced_tweets.id') ? others.map((post) => postBody(request, post)) : [],
  });
}

function found(request: SandboxRequest, posts: readonly Post[]) {
  const includes = includesFor(request, posts);
  return {
    ...filled({ data: posts.map((post) => postBody(request, post)) }),
    ...(Object.keys(includes).length > 0 && { includes }),
  };
}

function posts(request: SandboxRequest): SandboxResponse {
  const ids = [...new Set(valuesOf(request, 'ids', numbers))];
  const requested = ids.map((id) => ({ id, post: postWithId(request, id) }));
  return json({
    ...found(
      request,
      requested.flatMap(({ post }) => post ?? []),
    ),
    ...filled({ errors: requested.flatMap(({ id, post }) => (post ? [] : [missing('tweet', 'ids', id)])) }),
  });
}

function feed(request: SandboxRequest<'{id}'>): SandboxResponse {
  const { world, params, query } = request;
  if (!numbers.test(params.id))
    invalid('id', params.id, `The \`id\` query parameter value [${params.id}] is not valid`);
  const count = Number(query.get('max_results') ?? 10);
  if (!(count >= 5 && count <= most)) {
    invalid(
      'max_results',
      String(count),
      `The \`max_results\` query parameter value [${count}] is not between 5 and ${most}`,
    );
  }
  const account = accountWithId(world, params.id);
  if (account === 'unknown') return json({ errors: [missing('user', 'id', params.id)] });
  if (account === 'suspended') return json({ errors: [suspended('id', params.id)] });
  if (account.isProtected) return json({ errors: [unauthorized(account.id)] });
  const posts = feedOf(request, account, count);
  const ids = { newest_id: posts[0]?.id, oldest_id: posts.at(-1)?.id };
  const hasMore = feedLength(account) > posts.length;
  return json({
    ...found(request, posts),
    meta: {
      result_count: posts.length,
      ...(posts.length > 0 && ids),
      ...(hasMore && { next_token: world.of('microblog.page', account.id).token(45) }),
    },
  });
}
