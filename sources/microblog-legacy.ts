import { z } from 'zod';
import { at, flag, id, listOf, maybe, orElse, shape, snakeCase, text, whole } from './kernel/decode.ts';
import {
  type Author,
  bestVideo,
  filled,
  type Media,
  moment,
  type Post,
  ProfileLink,
  pageOf,
  textOrNone,
  type User,
} from './microblog.ts';

/*
 * The older form of users and posts, which the embeds speak, and which is inside what the web client is told.
 */

const count = orElse(whole, 0);

const author = {
  id: at('id_str', id),
  username: at('screen_name', text),
  displayName: at('name', text),
  avatar: at('profile_image_url_https', textOrNone),
  verified: orElse(flag, false),
  isBlueVerified: orElse(flag, false),
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
  isVerified: verified || isBlueVerified || verifiedType !== null,
});

const links = orElse(shape({ urls: listOf(ProfileLink) }), { urls: [] });

/** A user with a profile. */
export const LegacyUser = shape(
  {
    ...author,
    profileBannerUrl: filled,
    description: textOrNone,
    location: textOrNone,
    url: textOrNone,
    protected: orElse(flag, false),
    createdAt: moment,
    followersCount: whole,
    friendsCount: whole,
    mediaCount: count,
    favouritesCount: count,
    statusesCount: whole,
    pinnedTweetIdsStr: listOf(id),
    entities: orElse(shape({ url: links, description: links }), {
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
    links: [...entities.url.urls, ...entities.description.urls],
    website: user.url,
  }),
);

const Variant = shape({
  bitRate: at('bitrate', maybe(whole)),
  contentType: at('content_type', text),
  url: text,
});

const LegacyMedia = shape({
  type: text,
  imageUrl: at('media_url_https', textOrNone),
  video: at('video_info', orElse(shape({ variants: listOf(Variant) }), { variants: [] })),
}).transform(({ type, imageUrl, video }): Media => ({ type, imageUrl, videoUrl: bestVideo(video.variants) }));

const mentioned = {
  hashtags: listOf(shape({ text })),
  mentions: at('user_mentions', listOf(shape({ username: at('screen_name', text) }))),
};

const Attached = orElse(shape({ media: listOf(LegacyMedia) }), { media: [] });

/** What a post of this form says of itself. */
const content = {
  id: at('id_str', id),
  fullText: maybe(text),
  text: maybe(text),
  note: maybe(shape({ text, entities: at('entity_set', maybe(shape(mentioned))) })),
  createdAt: moment,
  lang: textOrNone,
  favoriteCount: whole,
  replyCount: count,
  conversationCount: count,
  retweetCount: count,
  quoteCount: count,
  views: count,
  bookmarkCount: count,
  isQuoteStatus: orElse(flag, false),
  quotedStatusIdStr: maybe(id),
  quotedStatusPermalink: maybe(shape({ expanded: maybe(text) })),
  entities: orElse(shape(mentioned), { hashtags: [], mentions: [] }),
  extendedEntities: Attached,
  mediaDetails: at('mediaDetails', listOf(LegacyMedia)),
  user: RawAuthor.transform(toAuthor),
};

const Quoted = maybe(shape({ id: at('id_str', id), user: shape({ username: at('screen_name', text) }) }));

/** The quoted post has two names: that of feeds, and that of single posts. */
const Content = shape({ ...content, quotedStatus: Quoted, quotedTweet: Quoted }, snakeCase);

function toPost(told: z.output<typeof Content>): Omit<Post, 'isReshared' | 'createdAt'> {
  const { note, extendedEntities, mediaDetails } = told;
  const { hashtags, mentions } = note?.entities ?? told.entities;
  const quoted = told.quotedStatus ?? told.quotedTweet;
  const quotedId = quoted?.id ?? told.quotedStatusIdStr;
  const builtUrl = quotedId === null ? null : pageOf(quoted?.user.username, quotedId);
  return {
    id: told.id,
    text: note?.text ?? told.fullText ?? told.text ?? '',
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

/** The upstream cuts a repost's own text, which begins so, and counts nothing for it. */
const repostText = /^RT @\w+: /;

/** An entry of a feed, or a single post: its own id, whose it is, and how it is shown. */
export const LegacyPost = z
  .object({ retweeted_status: maybe(Content) })
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
