import type { Account, Comment, Highlight, Media, Post, Story } from './photosocial-seed.ts';

/*
 * The two formats of the upstream: that of its apps, which some pages use too, and the older one with edges and nodes.
 * Keys are those of recorded responses.
 */

const pictureSizes = [1, 0.75, 0.5];

const images = ({ image }: Media) => ({
  image_versions2: {
    candidates: pictureSizes.map((part) => ({
      width: Math.round(image.width * part),
      height: Math.round(image.height * part),
      url: part === 1 ? image.url : `${image.url}?stp=${Math.round(image.width * part)}`,
    })),
  },
  original_width: image.width,
  original_height: image.height,
});

const videos = ({ video, seconds, image }: Media) =>
  video === undefined
    ? {}
    : {
        video_versions: [102, 101, 103].map((type) => ({
          type,
          width: type === 101 ? image.width : Math.round(image.width / 2),
          height: type === 101 ? image.height : Math.round(image.height / 2),
          url: type === 101 ? video : `${video}?type=${type}`,
          id: `${type}v`,
        })),
        has_audio: true,
        video_duration: seconds,
      };

const mediaType = ({ isVideo }: Media) => (isVideo ? 2 : 1);

/** A user as part of a post or a comment, in the format of apps. */
export const personBody = ({ id, name, fullName, picture, isPrivate, isVerified }: Account) => ({
  pk: BigInt(id),
  pk_id: id,
  username: name,
  full_name: fullName,
  is_private: isPrivate,
  profile_pic_url: picture,
  profile_pic_id: `${id}_${id}`,
  is_verified: isVerified,
  has_anonymous_profile_picture: false,
  is_unpublished: false,
  account_badges: [],
});

const captionBody = (post: Post) =>
  post.caption === ''
    ? null
    : {
        pk: `${post.pk}1`,
        user_id: BigInt(post.author.id),
        text: post.caption,
        type: 1,
        created_at: post.takenAt,
        created_at_utc: post.takenAt,
        content_type: 'comment',
        status: 'Active',
      };

const isReel = (post: Post): boolean => post.children.length === 0 && post.isVideo;

const productType = (post: Post): string =>
  post.children.length > 0 ? 'carousel_container' : isReel(post) ? 'clips' : 'feed';

/** The fields of a post that apps and pages share. */
const postFacts = (post: Post) => ({
  taken_at: post.takenAt,
  pk: BigInt(post.pk),
  id: `${post.pk}_${post.author.id}`,
  media_type: post.children.length > 0 ? 8 : mediaType(post),
  code: post.code,
  user: personBody(post.author),
  like_and_view_counts_disabled: false,
  comment_count: post.comments,
  like_count: post.likes,
  title: post.title ?? null,
  caption: captionBody(post),
  product_type: productType(post),
  ...(post.children.length > 0
    ? {
        carousel_media_count: post.children.length,
        carousel_media: post.children.map((child) => ({
          id: `${child.pk}_${post.author.id}`,
          media_type: mediaType(child),
          ...images(child),
          ...videos(child),
          pk: BigInt(child.pk),
          carousel_parent_id: `${post.pk}_${post.author.id}`,
        })),
      }
    : { ...images(post), ...videos(post) }),
  ...(isReel(post) && { view_count: post.views, play_count: post.plays }),
});

/** A post in the format of apps. */
export const postBody = (post: Post) => ({
  ...postFacts(post),
  device_timestamp: BigInt(post.takenAt) * 1_000_000n,
  client_cache_key: `${post.code}==.2`,
  filter_type: 0,
  is_unified_video: false,
  can_viewer_reshare: true,
  caption_is_edited: false,
  comment_likes_enabled: true,
  comment_threading_enabled: true,
  has_more_comments: post.comments > 2,
  max_num_visible_preview_comments: 2,
  preview_comments: [],
  has_liked: false,
  photo_of_you: false,
  can_viewer_save: true,
  deleted_reason: 0,
});

/** A post in the format of its page, where numbers are text. */
export const pagePostBody = (post: Post) => {
  const { id: _, ...facts } = postFacts(post);
  return {
    __typename: post.isVideo ? 'XIGPolarisVideoMedia' : 'XIGPolarisImageMedia',
    ...facts,
    pk: post.pk,
    user: { ...personBody(post.author), pk: post.author.id },
    display_uri: post.image.url,
    accessibility_caption: null,
    comments_disabled: false,
  };
};

/** A post in the page of a profile: no time, no counts, and of its author the name only. */
export const previewBody = (post: Post) => ({
  __typename: post.isVideo ? 'XIGPolarisVideoMedia' : 'XIGPolarisImageMedia',
  pk: post.pk,
  id: `${post.pk}_${post.author.id}`,
  code: post.code,
  media_type: post.children.length > 0 ? 8 : mediaType(post),
  product_type: productType(post),
  display_uri: post.image.url,
  caption: post.caption === '' ? null : { text: post.caption },
  user: { username: post.author.name },
});

/** A post in a profile, in the older format; of its author it has the name only. */
const nodeBody = (post: Post): object => ({
  __typename: post.children.length > 0 ? 'GraphSidecar' : post.isVideo ? 'GraphVideo' : 'GraphImage',
  id: post.pk,
  shortcode: post.code,
  ...visualNode(post),
  ...(isReel(post) && { video_view_count: post.views, product_type: 'clips' }),
  edge_media_to_caption: { edges: post.caption === '' ? [] : [{ node: { text: post.caption } }] },
  edge_media_to_comment: { count: post.comments },
  comments_disabled: false,
  taken_at_timestamp: post.takenAt,
  edge_liked_by: { count: post.likes },
  edge_media_preview_like: { count: post.likes },
  owner: { id: post.author.id, username: post.author.name },
  location: null,
  thumbnail_src: post.image.url,
  thumbnail_resources: [],
  ...(post.children.length > 0 && {
    edge_sidecar_to_children: {
      edges: post.children.map((child) => ({
        node: { __typename: child.isVideo ? 'GraphVideo' : 'GraphImage', id: child.pk, ...visualNode(child) },
      })),
    },
  }),
});

const visualNode = (media: Media) => ({
  dimensions: { height: media.image.height, width: media.image.width },
  display_url: media.image.url,
  gating_info: null,
  media_preview: null,
  is_video: media.isVideo,
  ...(media.video === undefined ? {} : { video_url: media.video, has_audio: true }),
});

const storyBody = (story: Story) => ({
  taken_at: story.takenAt,
  pk: BigInt(story.pk),
  id: `${story.pk}_${story.author.id}`,
  device_timestamp: story.takenAt,
  media_type: mediaType(story),
  code: story.pk,
  filter_type: 0,
  ...images(story),
  ...videos(story),
  user: personBody(story.author),
  caption: null,
  expiring_at: story.takenAt + 86_400,
  product_type: 'story',
  can_reply: false,
});

/** The stories of a user, or a highlight. The `id` of a highlight has a prefix. */
export const reelBody = (id: string, author: Account, stories: readonly Story[]) => ({
  id: /^\d+$/.test(id) ? BigInt(id) : id,
  latest_reel_media: stories.at(-1)?.takenAt ?? 0,
  expiring_at: (stories[0]?.takenAt ?? 0) + 86_400,
  seen: 0,
  can_reply: false,
  can_reshare: true,
  reel_type: /^\d+$/.test(id) ? 'user_reel' : 'highlight_reel',
  user: personBody(author),
  items: stories.map(storyBody),
  media_count: stories.length,
});

export const trayBody = (author: Account, highlight: Highlight) => ({
  id: `highlight:${highlight.id}`,
  latest_reel_media: highlight.createdAt,
  seen: null,
  can_reply: false,
  can_reshare: null,
  reel_type: 'highlight_reel',
  cover_media: {
    cropped_image_version: { width: 150, height: 150, url: highlight.cover },
    crop_rect: [0, 0.25, 1, 0.75],
    media_id: null,
    full_image_version: null,
  },
  user: personBody(author),
  ranked_position: 0,
  title: highlight.title,
  created_at: highlight.createdAt,
  is_pinned_highlight: highlight.isPinned,
  seen_ranked_position: 0,
  prefetch_count: 0,
  media_count: highlight.stories,
});

export const commentBody = (post: Post, { pk, text, createdAt, likes, author }: Comment) => ({
  pk,
  user_id: BigInt(author.id),
  text,
  type: 0,
  created_at: createdAt,
  created_at_utc: createdAt,
  content_type: 'comment',
  status: 'Active',
  bit_flags: 0,
  share_enabled: false,
  user: personBody(author),
  is_covered: false,
  media_id: BigInt(post.pk),
  has_liked_comment: false,
  comment_like_count: likes,
  child_comment_count: 0,
});

/** A comment in the format of the page of its post. */
export const pageCommentBody = ({ pk, text, createdAt, likes, author }: Comment) => ({
  node: {
    __typename: 'XIGComment',
    pk,
    id: pk,
    text,
    created_at: createdAt,
    comment_like_count: likes,
    parent_comment_id: null,
    user: { ...personBody(author), pk: author.id },
  },
});

/** `data.user` of a profile, with the newest posts. */
export const profileBody = (account: Account, posts: readonly Post[]) => {
  const edges = account.isPrivate ? [] : posts.map((post) => ({ node: nodeBody(post) }));
  const page_info = {
    has_next_page: !account.isPrivate && account.posts > posts.length,
    end_cursor: account.posts > posts.length ? `${posts.at(-1)?.pk}_${account.id}` : null,
  };
  return {
    biography: account.biography,
    bio_links: links(account),
    blocked_by_viewer: false,
    country_block: false,
    external_url: account.website ?? null,
    external_url_linkshimmed: null,
    edge_followed_by: { count: account.followers },
    edge_follow: { count: account.following },
    fbid: `178414${account.id}`,
    followed_by_viewer: false,
    full_name: account.fullName,
    has_clips: true,
    highlight_reel_count: account.highlights,
    hide_like_and_view_counts: false,
    id: account.id,
    is_business_account: account.accountType === 2,
    is_professional_account: account.accountType !== 1,
    is_joined_recently: false,
    business_category_name: null,
    category_name: null,
    is_private: account.isPrivate,
    is_verified: account.isVerified,
    edge_mutual_followed_by: { count: 0, edges: [] },
    profile_pic_url: `${account.picture}?stp=150`,
    profile_pic_url_hd: account.picture,
    pronouns: [],
    username: account.name,
    connected_fb_page: null,
    edge_felix_video_timeline: { count: 0, page_info: { has_next_page: false, end_cursor: null }, edges: [] },
    edge_owner_to_timeline_media: { count: account.posts, page_info, edges },
    edge_saved_media: { count: 0, page_info: { has_next_page: false, end_cursor: null }, edges: [] },
  };
};

const links = ({ website }: Account) =>
  website
    ? [{ title: '', lynx_url: `https://l.instagram.com/?u=${encodeURIComponent(website)}`, url: website }]
    : [];

/** A user in the page of the profile, as guests see it. The `id` is not the number of the user. */
export const guestBody = (account: Account, highlights: readonly Highlight[]) => ({
  pk: account.id,
  username: account.name,
  profile_pic_url: `${account.picture}?stp=150`,
  is_private: account.isPrivate,
  is_unpublished: false,
  latest_reel_media: null,
  biography: account.biography,
  full_name: account.fullName,
  is_verified: account.isVerified,
  account_badges: [],
  bio_links: links(account).map((link) => ({ ...link, link_type: 'external' })),
  linked_fb_info: null,
  is_memorialized: false,
  pronouns: [],
  follower_count: account.followers,
  following_count: account.following,
  all_media_count: null,
  id: `178414${account.id}`,
  lox_highlights_connection: {
    edges: highlights.map(({ id, title, cover }) => ({
      node: { id, title, cover_media_cropped_thumbnail_url: cover, owner_username: account.name },
    })),
    page_info: { end_cursor: null, has_next_page: account.highlights > highlights.length },
  },
  is_coppa_enforced: false,
  has_any_clips: true,
});

/** A user in the format of apps. */
export const userBody = (account: Account) => ({
  ...personBody(account),
  biography: account.biography,
  bio_links: links(account),
  external_url: account.website ?? '',
  media_count: account.posts,
  follower_count: account.followers,
  following_count: account.following,
  following_tag_count: 0,
  total_clips_count: 0,
  hd_profile_pic_versions: [{ width: 320, height: 320, url: `${account.picture}?stp=320` }],
  hd_profile_pic_url_info: { url: account.picture, width: 1080, height: 1080 },
  has_highlight_reels: account.highlights > 0,
  is_business: account.accountType === 2,
  account_type: account.accountType,
  professional_conversion_suggested_account_type: 3,
  is_memorialized: false,
});
