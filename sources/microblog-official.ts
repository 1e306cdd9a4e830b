import { z } from 'zod';
import { isRecord } from '../core/json.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  emptyableList,
  from,
  id,
  integer,
  nullable,
  optionalList,
  optionalText,
  recognised,
  shape,
  snakeCase,
  strictDefault,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import { withoutEntities } from './kernel/plain-text.ts';
import {
  type Absence,
  type Author,
  bestVideo,
  type Found,
  filled,
  keepFound,
  type Media,
  moment,
  mostPosts,
  newest,
  type Post,
  ProfileLink,
  pageOf,
  postId,
  type User,
} from './microblog.ts';
import { official } from './microblog-sources.ts';

/*
 * The official API v2. It returns little more than ids unless fields are requested; objects that a post refers to
 * (authors, media, other posts) are beside the posts. Missing objects are listed in `errors`, beside the found ones.
 */

const userFields = [
  ...[
    'created_at',
    'description',
    'entities',
    'id',
    'location',
    'name',
    'pinned_tweet_id',
    'profile_banner_url',
  ],
  ...['profile_image_url', 'protected', 'public_metrics', 'url', 'username', 'verified', 'verified_type'],
].join(',');

const postQuery = {
  'tweet.fields': [
    ...['attachments', 'author_id', 'created_at', 'entities', 'id', 'lang', 'note_tweet', 'public_metrics'],
    ...['referenced_tweets', 'text'],
  ].join(','),
  expansions: [
    ...['author_id', 'attachments.media_keys', 'referenced_tweets.id', 'referenced_tweets.id.author_id'],
    'referenced_tweets.id.attachments.media_keys',
  ].join(','),
  'media.fields': 'media_key,preview_image_url,type,url,variants',
  'user.fields': userFields,
};

const count = withDefault(integer, 0);

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Archived responses have `{}` for an empty list. */
const orEmpty = <Schema extends z.ZodType>(list: Schema) =>
  z.preprocess((value) => (isEmptyObject(value) ? [] : value), list);
const list = <Schema extends z.ZodType>(schema: Schema) => orEmpty(optionalList(schema));
/** The list that a response is about. */
const asked = <Schema extends z.ZodType>(schema: Schema) => orEmpty(emptyableList(schema));

const author = {
  id,
  username: text,
  displayName: from('name', optionalText),
  avatar: from('profile_image_url', optionalText),
  verified: withDefault(boolean, false),
  verifiedType: from('verified_type', filled),
};

/** `business` as `Business`; `none` as null. */
const markOf = (type: string | null): string | null =>
  type === null || type === 'none' ? null : type.charAt(0).toUpperCase() + type.slice(1);

const toAuthor = ({ verified, verifiedType, ...known }: z.output<typeof RawAuthor>): Author => ({
  ...known,
  displayName: known.displayName || known.username,
  isVerified: verified || markOf(verifiedType) !== null,
});

const RawAuthor = shape(author);
const IncludedAuthor = RawAuthor.transform(toAuthor);

const links = withDefault(shape({ urls: list(ProfileLink) }), { urls: [] });

const OfficialUser = shape(
  {
    ...author,
    description: optionalText,
    location: optionalText,
    url: optionalText,
    profileBannerUrl: filled,
    protected: strictDefault(boolean, false),
    createdAt: moment,
    pinnedTweetId: nullable(id),
    publicMetrics: shape(
      {
        followersCount: integer,
        followingCount: integer,
        tweetCount: integer,
        likeCount: count,
        mediaCount: count,
      },
      snakeCase,
    ),
    entities: withDefault(shape({ url: links, description: links }), {
      url: { urls: [] },
      description: { urls: [] },
    }),
  },
  snakeCase,
).transform(
  ({ publicMetrics, entities, pinnedTweetId, createdAt, ...user }): User => ({
    ...toAuthor(user),
    banner: user.profileBannerUrl,
    bio: user.description,
    location: user.location,
    verifiedType: markOf(user.verifiedType),
    isProtected: user.protected,
    createdAt,
    followers: publicMetrics.followersCount,
    following: publicMetrics.followingCount,
    mediaPosts: publicMetrics.mediaCount,
    likedPosts: publicMetrics.likeCount,
    messages: publicMetrics.tweetCount,
    pinnedIds: pinnedTweetId === null ? null : [pinnedTweetId],
    websiteLinks: entities.url.urls,
    bioLinks: entities.description.urls,
    website: user.url,
  }),
);

const Entities = withDefault(
  shape({ hashtags: list(shape({ tag: text })), mentions: list(shape({ username: text })) }),
  { hashtags: [], mentions: [] },
);

const OfficialPost = shape(
  {
    id: postId,
    text: optionalText,
    noteTweet: nullable(shape({ text, entities: Entities })),
    authorId: id,
    lang: optionalText,
    createdAt: moment,
    publicMetrics: shape(
      {
        likeCount: count,
        replyCount: count,
        retweetCount: count,
        quoteCount: count,
        impressionCount: count,
        bookmarkCount: count,
      },
      snakeCase,
    ),
    referencedTweets: list(shape({ type: text, id })),
    attachments: withDefault(shape({ mediaKeys: list(text) }, snakeCase), { mediaKeys: [] }),
    entities: Entities,
  },
  snakeCase,
);

const OfficialMedia = shape(
  {
    mediaKey: text,
    type: text,
    url: nullable(text),
    previewImageUrl: nullable(text),
    variants: list(shape({ bitRate: nullable(integer), contentType: text, url: text }, snakeCase)),
  },
  snakeCase,
);

const Includes = withDefault(
  shape({ users: list(IncludedAuthor), tweets: list(OfficialPost), media: list(OfficialMedia) }),
  { users: [], tweets: [], media: [] },
);

type OfficialPost = z.output<typeof OfficialPost>;
type OfficialMedia = z.output<typeof OfficialMedia>;
type Includes = z.output<typeof Includes>;

const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

const toMedia = ({ type, url, previewImageUrl, variants }: OfficialMedia): Media => ({
  type,
  imageUrl: url ?? previewImageUrl ?? '',
  videoUrl: bestVideo(variants),
});

/** Posts with the objects that they refer to; a post without its author is left out. */
function joined(posts: readonly OfficialPost[], includes: Includes) {
  const authors = byId(includes.users);
  const others = byId(includes.tweets);
  const media = new Map(includes.media.map((item) => [item.mediaKey, toMedia(item)]));
  const referred = (post: OfficialPost, kind: string) =>
    post.referencedTweets.find(({ type }) => type === kind)?.id;

  function toPost(post: OfficialPost, author: Author): Omit<Post, 'isReshared' | 'createdAt'> {
    const { publicMetrics: counts, noteTweet } = post;
    const { hashtags, mentions } = noteTweet?.entities ?? post.entities;
    const quotedId = referred(post, 'quoted') ?? null;
    const quotedAuthor = authors.get(others.get(quotedId ?? '')?.authorId ?? '');
    return {
      id: post.id,
      // The text of a post is HTML, that of a long one is not.
      text: noteTweet?.text ?? withoutEntities(post.text),
      author,
      lang: post.lang,
      likes: counts.likeCount,
      replies: counts.replyCount,
      reshares: counts.retweetCount,
      quotes: counts.quoteCount,
      views: counts.impressionCount,
      bookmarks: counts.bookmarkCount,
      isQuote: quotedId !== null,
      quotedId,
      quoteUrl: quotedId === null ? null : pageOf(quotedAuthor?.username, quotedId),
      hashtags: hashtags.map(({ tag }) => tag),
      mentions: mentions.map(({ username }) => username),
      media: post.attachments.mediaKeys.flatMap((key) => media.get(key) ?? []),
    };
  }

  return posts.flatMap((post) => {
    const repeatedId = referred(post, 'retweeted');
    const original = others.get(repeatedId ?? '');
    const shown = original && authors.has(original.authorId) ? original : post;
    const author = authors.get(shown.authorId);
    if (!author) return [];
    const { id, createdAt } = post;
    return [{ id, post: { ...toPost(shown, author), createdAt, isReshared: repeatedId !== undefined } }];
  });
}

const Problem = shape(
  { value: nullable(id), title: optionalText, detail: optionalText, type: optionalText },
  snakeCase,
);

/** A suspended account is reported as forbidden or not found; only the message tells the difference. */
function absenceOf({ title, detail, type }: z.output<typeof Problem>): Absence {
  if (/suspended/i.test(detail)) return 'suspended';
  return /not-authorized/.test(type) || /authorization/i.test(title) ? 'protected' : 'unknown';
}

interface Answered<Model> {
  /** Its keys. */
  readonly keys: readonly string[];
  readonly found: Found<Model>;
}

/** Problems go first, so that a found object overrides a problem of the same key. */
const answered = <Model>(
  problems: readonly z.output<typeof Problem>[],
  found: readonly { readonly keys: readonly string[]; readonly model: Model }[],
): readonly Answered<Model>[] => [
  ...problems.flatMap((problem) =>
    problem.value === null
      ? []
      : [{ keys: [problem.value.toLowerCase()], found: { absent: absenceOf(problem) } }],
  ),
  ...found.map(({ keys, model }) => ({ keys, found: { model } })),
];

/** What a response is about, why it is not shown, or that there is none of it: a body without all three says nothing of it. */
const told = <Schema extends z.ZodType>(schema: Schema) =>
  recognised(
    schema,
    'data',
    ({ data, meta, errors }) =>
      isRecord(data) || Array.isArray(data) || isRecord(meta) || Refusals.safeParse(errors).success,
  );

const Refusals = z.array(z.object({ title: text })).min(1);

const Users = told(shape({ data: asked(OfficialUser), errors: list(Problem) })).transform(
  ({ data, errors }) =>
    answered(
      errors,
      data.map((model) => ({ keys: [model.id, model.username.toLowerCase()], model })),
    ),
);

const answerTo = {
  keyOf: ({ keys }: Answered<unknown>) => keys,
  cache: ({ found }: Answered<unknown>) => keepFound(found),
};

/** The most keys of one request. */
export const batchSize = 100;

/** Users by name. */
export const user = official.batched('user', {
  maxPerRequest: batchSize,
  key: ({ username }: { readonly username: string }) => username,
  cacheKey: (username) => username.toLowerCase(),
  request: (names) => ({
    path: '/2/users/by',
    query: { usernames: names.join(','), 'user.fields': userFields },
  }),
  decode: Users,
  ...answerTo,
});

/** Users by id. */
export const userById = official.batched('userById', {
  maxPerRequest: batchSize,
  key: ({ id }: { readonly id: string }) => id,
  request: (ids) => ({ path: '/2/users', query: { ids: ids.join(','), 'user.fields': userFields } }),
  decode: Users,
  ...answerTo,
});

const Posts = { includes: Includes, errors: list(Problem), data: asked(OfficialPost) };

/** Posts by id. */
export const post = official.batched('post', {
  maxPerRequest: batchSize,
  key: ({ id }: { readonly id: string }) => id,
  request: (ids) => ({ path: '/2/tweets', query: { ids: ids.join(','), ...postQuery } }),
  decode: told(shape(Posts)).transform(({ data, includes, errors }) =>
    answered(
      errors,
      joined(data, includes).map(({ id, post }) => ({ keys: [id], model: post })),
    ),
  ),
  ...answerTo,
});

/** The newest posts of a user. */
export const posts = official.endpoint('posts', {
  request: ({ id }: { readonly id: string }) => ({
    path: path`/2/users/${id}/tweets`,
    query: { max_results: mostPosts, ...postQuery },
  }),
  decode: told(shape({ ...Posts, data: strictNullable(asked(OfficialPost)) })).transform(
    ({ data, includes, errors: [problem] }): Found<readonly Post[]> =>
      data === null && problem
        ? { absent: absenceOf(problem) }
        : { model: newest(joined(data ?? [], includes)) },
  ),
  cache: keepFound,
});
