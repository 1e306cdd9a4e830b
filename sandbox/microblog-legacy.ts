import { type Account, type Link, type Picture, type Post, placedIn } from './microblog-seed.ts';

/*
 * Users and posts in the older format of the upstream, which embedded profiles and, with wrapping objects, the API of
 * the web client use.
 */

/** `Tue Feb 20 14:35:54 +0000 2007` */
const time = (timeMs: number): string =>
  new Date(timeMs).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 +0000 $4');

const urlsIn = (text: string, links: readonly Link[]) =>
  placedIn(text, links).map(({ link, start, end }) => ({ ...link, indices: [start, end] }));

const imageUrl = (account: Account) => ({ profile_image_url_https: account.avatar });

/** A user in an embedded post. */
export const shortUserBody = (account: Account) => ({
  id_str: account.id,
  name: account.displayName,
  screen_name: account.name,
  ...imageUrl(account),
  verified: false,
  ...(account.mark && account.mark !== 'Blue' && { verified_type: account.mark }),
  is_blue_verified: account.mark === 'Blue',
  profile_image_shape: account.mark === 'Business' ? 'Square' : 'Circle',
});

/** The object `legacy` of the API of the web client. */
export const legacyUserBody = (account: Account) => ({
  can_dm: false,
  can_media_tag: true,
  created_at: time(account.createdMs),
  default_profile: false,
  default_profile_image: false,
  description: account.bio,
  entities: {
    description: { urls: urlsIn(account.bio, account.bioLinks) },
    ...(account.website && { url: { urls: urlsIn(account.website.url, [account.website]) } }),
  },
  fast_followers_count: 0,
  favourites_count: account.likedPosts,
  followers_count: account.followers,
  friends_count: account.following,
  has_custom_timelines: true,
  is_translator: false,
  listed_count: account.listed,
  location: account.location,
  media_count: account.mediaPosts,
  name: account.displayName,
  normal_followers_count: account.followers,
  pinned_tweet_ids_str: account.pinnedId ? [account.pinnedId] : [],
  possibly_sensitive: false,
  ...(account.banner && { profile_banner_url: account.banner }),
  ...imageUrl(account),
  profile_interstitial_type: '',
  screen_name: account.name,
  statuses_count: account.posts,
  translator_type: 'none',
  ...(account.website && { url: account.website.url }),
  verified: false,
  ...(account.mark && account.mark !== 'Blue' && { verified_type: account.mark }),
  withheld_in_countries: [],
});

/** A user in an embedded profile, which has no pinned posts. */
export function userBody(account: Account) {
  const { pinned_tweet_ids_str: _, ...body } = legacyUserBody(account);
  return {
    ...body,
    blocking: false,
    id: 0,
    id_str: account.id,
    is_blue_verified: account.mark === 'Blue',
    protected: account.isProtected,
    show_all_inline_media: false,
    time_zone: '',
    utc_offset: 0,
    withheld_scope: '',
  };
}

const statusPath = (post: Post) => `/${post.author.name}/status/${post.id}`;

export const mediaBody = (post: Post, { key, type, image, videos, playlist }: Picture) => ({
  display_url: 'pic.x.com/abcdefghij',
  expanded_url: `https://x.com${statusPath(post)}/${type === 'photo' ? 'photo' : 'video'}/1`,
  ext_media_availability: { status: 'Available' },
  id_str: key.replace(/^\d+_/, ''),
  indices: [20, 43],
  media_key: key,
  media_url_https: image,
  original_info: { height: 720, width: 1280, focus_rects: [] },
  sizes: { large: { h: 720, resize: 'fit', w: 1280 }, thumb: { h: 150, resize: 'crop', w: 150 } },
  type,
  url: 'https://t.co/abcdefghij',
  ...(type !== 'photo' && {
    video_info: {
      aspect_ratio: [16, 9],
      ...(type === 'video' && { duration_millis: 14_000 }),
      variants: [
        ...(playlist ? [{ content_type: 'application/x-mpegURL', url: playlist }] : []),
        ...videos.map(({ bitrate, url }) => ({ bitrate, content_type: 'video/mp4', url })),
      ],
    },
  }),
});

export const entitiesOf = ({ hashtags, mentions }: Post) => ({
  hashtags: hashtags.map((text) => ({ indices: [0, 9], text })),
  symbols: [],
  urls: [],
  user_mentions: mentions.map(({ id, name, displayName }) => ({
    id_str: id,
    indices: [0, 9],
    name: displayName,
    screen_name: name,
  })),
});

/** The fields of a post. Of its counters, a repost has only the number of reposts of the original. */
export function legacyPostBody(post: Post) {
  const { reposted, quoted, pictures } = post;
  const media = pictures.map((picture) => mediaBody(post, picture));
  const counted = (number: number) => (reposted ? 0 : number);
  return {
    bookmark_count: counted(post.bookmarks),
    bookmarked: false,
    conversation_id_str: post.id,
    created_at: time(post.createdMs),
    display_text_range: [0, Math.min(post.text.length, 280)],
    entities: { ...entitiesOf(post), ...(media.length > 0 && { media }) },
    ...(media.length > 0 && { extended_entities: { media } }),
    favorite_count: counted(post.likes),
    favorited: false,
    full_text: post.cut ?? post.text,
    id_str: post.id,
    is_quote_status: quoted !== undefined,
    lang: post.lang,
    possibly_sensitive: false,
    quote_count: counted(post.quotes),
    ...(quoted && {
      quoted_status_id_str: quoted.id,
      quoted_status_permalink: {
        url: 'https://t.co/klmnopqrst',
        expanded: `https://x.com${statusPath(quoted)}`,
        display: `x.com${statusPath(quoted)}`,
      },
    }),
    reply_count: counted(post.replies),
    retweet_count: reposted?.reshares ?? post.reshares,
    retweeted: false,
    user_id_str: post.author.id,
  };
}
