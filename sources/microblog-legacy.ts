import { z } from 'zod';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  optionalList,
  optionalText,
  shape,
  snakeCase,
  strictDefault,
  text,
  withDefault,
} from './kernel/decode.ts';
import { withoutEntities } from './kernel/plain-text.ts';
import {
  type Author,
  bestVideo,
  filled,
  type Media,
  moment,
  type Post,
  ProfileLink,
  pageOf,
  postId,
  type User,
} from './microblog.ts';

/*
 * The older format of users and posts, which the embeds use, and which the responses of the web client contain.
 */

const count = withDefault(integer, 0);

const author = {
  id: from('id_str', id),
  username: from('screen_name', text),
  displayName: from('name', optionalText),
  avatar: from('profile_image_url_https', optionalText),
  verified: withDefault(boolean, false),
  isBlueVerified: withDefault(boolean, false),
  verifiedType: filled,
};

const RawAuthor = shape(author, snakeCase);

const toAuthor = ({
  verified,
  isBlueVerified,
  verifiedType,
  ...known
}: z.output<typeof RawAuthor>): Author => ({
  ...known,
  displayName: known.displayName || known.username,
  isVerified: verified || isBlueVerified || verifiedType !== null,
});

const links = withDefault(shape({ urls: optionalList(ProfileLink) }), { urls: [] });

/** A user with a profile. */
export const LegacyUser = shape(
  {
    ...author,
    profileBannerUrl: filled,
    description: optionalText,
    location: optionalText,
    url: optionalText,
    protected: strictDefault(boolean, false),
    createdAt: moment,
    followersCount: integer,
    friendsCount: integer,
    mediaCount: count,
    favouritesCount: count,
    statusesCount: integer,
    pinnedTweetIdsStr: optionalList(id),
    entities: withDefault(shape({ url: links, description: links }), {
      url: { urls: [] },
      description: { urls: [] },
    }),
  },
  snakeCase,
).transform(
  ({ entities, pinnedTweetIdsStr: pinned, ...user }): User => ({
    ...toAuthor(user),
    banner: user.profileBannerUrl,
    bio: user.description,
    location: user.location,
    verifiedType: user.verifiedType ?? (user.isBlueVerified ? 'Blue' : null),
    isProtected: user.protected,
    createdAt: user.createdAt,
    followers: user.followersCount,
    following: user.friendsCount,
    mediaPosts: user.mediaCount,
    likedPosts: user.favouritesCount,
    messages: user.statusesCount,
    pinnedIds: pinned.length > 0 ? pinned : null,
    websiteLinks: entities.url.urls,
    bioLinks: entities.description.urls,
    website: user.url,
  }),
);

const Variant = shape({
  bitRate: from('bitrate', nullable(integer)),
  contentType: from('content_type', text),
  url: text,
});

const LegacyMedia = shape({
  type: text,
  imageUrl: from('media_url_https', optionalText),
  video: from('video_info', withDefault(shape({ variants: optionalList(Variant) }), { variants: [] })),
}).transform(({ type, imageUrl, video }): Media => ({ type, imageUrl, videoUrl: bestVideo(video.variants) }));

const mentioned = {
  hashtags: optionalList(shape({ text })),
  mentions: from('user_mentions', optionalList(shape({ username: from('screen_name', text) }))),
};

const Attached = withDefault(shape({ media: optionalList(LegacyMedia) }), { media: [] });

/** The fields of a post in this format. */
const content = {
  id: from('id_str', postId),
  fullText: nullable(text),
  text: nullable(text),
  note: nullable(shape({ text, entities: from('entity_set', nullable(shape(mentioned))) })),
  createdAt: moment,
  lang: optionalText,
  favoriteCount: count,
  replyCount: count,
  conversationCount: count,
  retweetCount: count,
  quoteCount: count,
  views: count,
  bookmarkCount: count,
  isQuoteStatus: withDefault(boolean, false),
  quotedStatusIdStr: nullable(id),
  quotedStatusPermalink: nullable(shape({ expanded: nullable(text) })),
  entities: withDefault(shape(mentioned), { hashtags: [], mentions: [] }),
  extendedEntities: Attached,
  mediaDetails: from('mediaDetails', optionalList(LegacyMedia)),
  user: RawAuthor.transform(toAuthor),
};

/** Null also for a quoted post that is not shown. */
const Quoted = nullable(
  shape({ id: from('id_str', id), user: shape({ username: from('screen_name', text) }) }),
).catch(null);

/** The quoted post has one name in feeds, and another in single posts. */
const Content = shape({ ...content, quotedStatus: Quoted, quotedTweet: Quoted }, snakeCase);

function toPost(told: z.output<typeof Content>): Omit<Post, 'isReshared' | 'createdAt'> {
  const { note, extendedEntities, mediaDetails } = told;
  const { hashtags, mentions } = note?.entities ?? told.entities;
  const quoted = told.quotedStatus ?? told.quotedTweet;
  const quotedId = quoted?.id ?? told.quotedStatusIdStr;
  const builtUrl = quotedId === null ? null : pageOf(quoted?.user.username, quotedId);
  return {
    id: told.id,
    // The text of a post is HTML, that of a long one is not.
    text: note?.text ?? withoutEntities(told.fullText ?? told.text ?? ''),
    author: told.user,
    lang: told.lang,
    likes: told.favoriteCount,
    replies: told.replyCount || told.conversationCount,
    reshares: told.retweetCount,
    quotes: told.quoteCount,
    views: told.views,
    bookmarks: told.bookmarkCount,
    isQuote: told.isQuoteStatus || quoted !== null,
    quotedId,
    quoteUrl: told.quotedStatusPermalink?.expanded ?? builtUrl,
    hashtags: hashtags.map(({ text }) => text),
    mentions: mentions.map(({ username }) => username),
    media: extendedEntities.media.length > 0 ? extendedEntities.media : mediaDetails,
  };
}

/** The upstream truncates the text of a repost, which has this prefix, and has no counters for it. */
const repostText = /^RT @\w+: /;

/** An entry of a feed, or a single post: its id, its author, and the post that is shown. */
export const LegacyPost = z
  .object({ retweeted_status: nullable(Content) })
  .and(Content)
  .transform(({ retweeted_status: original, ...told }) => ({
    id: told.id,
    by: told.user.id,
    post: {
      ...toPost(original ?? told),
      createdAt: told.createdAt,
      isReshared: original !== null || repostText.test(told.fullText ?? told.text ?? ''),
    } satisfies Post,
  }));
