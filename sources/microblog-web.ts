import { z } from 'zod';
import { path, type UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  id,
  nullable,
  optionalList,
  requiredList,
  strictList,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import {
  type Absence,
  absenceIn,
  found,
  keepFound,
  mostPosts,
  newest,
  type Post,
  unknown,
} from './microblog.ts';
import { LegacyPost, LegacyUser } from './microblog-legacy.ts';
import { type WebOperation, web } from './microblog-sources.ts';

/*
 * The GraphQL API of the web client. Its format spreads the fields of the older format over blocks, and wraps every
 * object in a typed result. The decoders here map it to the older format.
 */

const block = z.looseObject({});
type Block = z.output<typeof block>;

const WebUser = z
  .object({
    rest_id: id,
    is_blue_verified: withDefault(boolean, false),
    legacy: withDefault(block, {}),
    core: nullable(block),
    avatar: nullable(z.object({ image_url: nullable(text) })),
    banner: nullable(z.object({ image_url: nullable(text) })),
    location: nullable(z.object({ location: nullable(text) })),
    website: nullable(z.object({ url: nullable(text) })),
    privacy: strictNullable(z.object({ protected: strictNullable(boolean) })),
    verification: nullable(z.object({ verified_type: nullable(text) })),
    profile_bio: nullable(z.object({ description: nullable(text), entities: nullable(block) })),
    relationship_counts: nullable(block),
    tweet_counts: nullable(block),
    action_counts: nullable(block),
    pinned_items: nullable(z.object({ tweet_ids_str: nullable(requiredList(text)) })),
  })
  .transform((user): unknown =>
    over(user.legacy, {
      ...user.core,
      id_str: user.rest_id,
      is_blue_verified: user.is_blue_verified,
      profile_image_url_https: user.avatar?.image_url,
      profile_banner_url: user.banner?.image_url,
      location: user.location?.location,
      url: user.website?.url,
      protected: user.privacy?.protected,
      verified_type: user.verification?.verified_type,
      description: user.profile_bio?.description,
      entities: user.profile_bio?.entities,
      followers_count: user.relationship_counts?.followers,
      friends_count: user.relationship_counts?.following,
      statuses_count: user.tweet_counts?.tweets,
      media_count: user.tweet_counts?.media_tweets,
      favourites_count: user.action_counts?.favorites_count,
      pinned_tweet_ids_str: user.pinned_items?.tweet_ids_str,
    }),
  );

/** The newer blocks, with the older one as their fallback. */
const over = (older: Block, newer: Block): Block => ({
  ...older,
  ...Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== undefined && value !== null)),
});

/** Posts with limited replies have one more wrapper. */
const unwrapped = (result: unknown): unknown =>
  block.safeParse(result).data?.__typename === 'TweetWithVisibilityResults'
    ? (result as Block).tweet
    : result;

/** A referenced post may be absent or hidden, which does not fail the post itself. */
const referred = nullable(z.object({ result: z.lazy(() => WebPost) })).catch(null);

const WebPost: z.ZodType = z.preprocess(
  unwrapped,
  z
    .object({
      rest_id: id,
      core: z.object({ user_results: z.object({ result: WebUser }) }),
      legacy: z.looseObject({ retweeted_status_result: referred }),
      views: nullable(z.object({ count: nullable(z.coerce.number<unknown>().int()) })),
      note_tweet: nullable(z.object({ note_tweet_results: z.object({ result: block }) })),
      retweeted_status_result: referred,
      quoted_status_result: referred,
    })
    .transform(({ legacy, ...post }) => ({
      ...legacy,
      id_str: post.rest_id,
      user: post.core.user_results.result,
      views: post.views?.count,
      note: post.note_tweet?.note_tweet_results.result,
      retweeted_status: (post.retweeted_status_result ?? legacy.retweeted_status_result)?.result,
      quoted_status: post.quoted_status_result?.result,
    })),
);

const absences: Readonly<Record<string, Absence>> = {
  Suspended: 'suspended',
  Protected: 'protected',
  NsfwLoggedOut: 'restricted',
};

const Result = z.looseObject({
  __typename: nullable(text),
  reason: nullable(text),
  unavailable_reason: nullable(text),
  tombstone: nullable(z.object({ text: nullable(z.object({ text: nullable(text) })) })),
});

const Nothing = z.strictObject({}).nullish();

/** A result as a model, or as the reason of its absence. A missing or empty result means that there is no such thing. */
function told(result: unknown) {
  const known: Partial<z.output<typeof Result>> = Result.safeParse(result).data ?? {};
  const reason = absences[known.reason ?? known.unavailable_reason ?? ''];
  if (known.__typename?.endsWith('Tombstone')) {
    return { absent: reason ?? absenceIn(known.tombstone?.text?.text ?? '') };
  }
  if (known.__typename?.endsWith('Unavailable')) return { absent: reason ?? 'unknown' };
  // A post for subscribers alone, of which there is an excerpt without an id.
  if (known.__typename === 'TweetPreviewDisplay') return unknown;
  return Nothing.safeParse(result).success ? unknown : { model: result };
}

const Authored = z.object({
  core: z.object({ user_results: z.strictObject({ result: z.unknown().optional() }) }),
});

/** The same of a post, which is gone when its account is. */
function toldPost(result: unknown) {
  const post = unwrapped(result);
  const authored = Authored.safeParse(post).data;
  return authored && !('model' in told(authored.core.user_results.result)) ? unknown : told(post);
}

const Wrapped = strictNullable(
  z
    .looseObject({ result: z.unknown().optional() })
    .refine((root) => 'result' in root || Object.keys(root).length === 0, { path: ['result'] }),
);

/** The names of the root field. */
const roots = { tweetResult: Wrapped, user: Wrapped, user_results: Wrapped };

/** No data means that there is no such thing where an error or an empty object says so; data of another name has changed. */
const asked = z
  .object({ data: strictNullable(z.looseObject(roots)), errors: z.unknown().optional() })
  .refine(
    ({ data, errors }) =>
      data === null
        ? errors !== undefined
        : Object.keys(data).every((name) => name in roots) || Object.keys(roots).some((name) => data[name]),
    { path: ['data'] },
  )
  .transform(({ data }): unknown =>
    data?.tweetResult ? toldPost(data.tweetResult.result) : told((data?.user ?? data?.user_results)?.result),
  );

/** The id and the features of a query of the web client, as the operator configures them. */
export interface Query {
  readonly queryId: string;
  readonly features: readonly string[];
}

const asking = (operation: WebOperation, { queryId, features }: Query, variables: object): UpstreamCall => ({
  path: path`/graphql/${queryId}/${operation}`,
  query: {
    variables: JSON.stringify(variables),
    features: JSON.stringify(Object.fromEntries(features.map((name) => [name, true]))),
  },
});

const plain = { includePromotedContent: false, withVoice: false };

/** A user by name. */
export const user = web.endpoint('webUser', {
  request: ({ username, ...query }: Query & { readonly username: string }) =>
    asking('UserByScreenName', query, { screen_name: username }),
  cacheKey: (question) => ({ ...question, username: question.username.toLowerCase() }),
  decode: asked.pipe(found(WebUser.pipe(LegacyUser))),
  cache: keepFound,
});

/** One post. */
export const post = web.endpoint('webPost', {
  request: ({ id, ...query }: Query & { readonly id: string }) =>
    asking('TweetResultByRestId', query, { tweetId: id, withCommunity: false, ...plain }),
  decode: asked.pipe(found(WebPost.pipe(LegacyPost).transform(({ post }) => post))),
  cache: keepFound,
});

const Item = z.object({
  itemContent: nullable(z.object({ tweet_results: nullable(z.object({ result: z.unknown().optional() })) })),
});
const itemResult = ({ itemContent }: z.output<typeof Item>): unknown => itemContent?.tweet_results?.result;

const Entry = z.object({
  entryId: text,
  content: Item.extend({ items: optionalList(z.object({ item: Item })) }),
});

/** A post, or a thread with posts of others. Other entries of a feed are advertisements or no posts. */
function resultsOf({ entryId, content }: z.output<typeof Entry>) {
  if (entryId.startsWith('tweet-')) return [{ isInThread: false, result: itemResult(content) }];
  if (!entryId.startsWith('profile-conversation-')) return [];
  return content.items.map(({ item }) => ({ isInThread: true, result: itemResult(item) }));
}

/**
 * A pinned post is in a separate instruction, outside of the list. A feed without posts has entries as well, its cursors, or no
 * instruction at all.
 */
const Instructions = z.object({
  timeline: z.object({
    instructions: strictList(z.object({ entries: optionalList(Entry) })).refine(
      (all) => all.length === 0 || all.some(({ entries }) => entries.length > 0),
    ),
  }),
});

const Feed = z
  .union([
    z.object({ timeline: Instructions }),
    z.object({ timeline_v2: Instructions }).transform(({ timeline_v2 }) => ({ timeline: timeline_v2 })),
  ])
  .transform(({ timeline }) =>
    timeline.timeline.instructions.flatMap(({ entries }) => entries.flatMap(resultsOf)),
  )
  .refine((results) => results.length === 0 || results.some(({ result }) => result), {
    path: ['tweet_results'],
  })
  .transform((results): unknown => results.filter(({ result }) => 'model' in toldPost(result)))
  .pipe(requiredList(z.object({ isInThread: boolean, result: WebPost.pipe(LegacyPost) })));

/** The newest posts of a user, and those of others in their threads. */
export const feed = web.endpoint('webFeed', {
  request: ({ userId, ...query }: Query & { readonly userId: string }) =>
    asking('UserTweets', query, { userId, count: mostPosts, ...plain }),
  decode: asked.pipe(found(Feed)),
  cache: keepFound,
});

/** The posts of a feed's owner. */
export const ownPosts = (entries: z.output<typeof Feed>, userId: string): readonly Post[] =>
  newest(
    entries
      .filter(({ isInThread, result }) => !isInThread || result.by === userId)
      .map(({ result }) => result),
  );
