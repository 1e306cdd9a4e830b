import {
  type GroupReplays,
  haveRecordings,
  pick,
  type Recorded,
  type Replay,
  readRecording,
  row,
} from './recordings.ts';

const web = 'www.instagram.com';
const app = 'i.instagram.com/api/v1';
const profilePath = `${web}/api/v1/users/web_profile_info/`;
const publicly = { PHOTOSOCIAL_SESSION: '' };

const recorded = (file: string): Recorded => JSON.parse(readRecording('photosocial', file).toString('utf8'));

/** Every digit: a body in a test is read as numbers. */
const idOf = (digits: string | number) => Number(digits);
/** The number of a post with all its digits, of which JSON's own numbers lose some. */
const numberOf = (item: Recorded): string => item.id.split('_')[0];
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const success = (data: unknown) => ({ success: true, data });

const person = (user: Recorded) => ({
  pk: idOf(user.pk ?? user.id),
  username: user.username,
  fullName: user.full_name ?? '',
  profilePic: user.profile_pic_url ?? '',
  isPrivate: user.is_private ?? false,
  isVerified: user.is_verified ?? null,
});

const webProfile = ({ data: { user } }: Recorded) =>
  success({
    ...pick(
      user,
      `id username fullName:full_name biography profilePic:profile_pic_url_hd isPrivate:is_private
      isVerified:is_verified isBusiness:is_business_account followers:edge_followed_by.count
      following:edge_follow.count posts:edge_owner_to_timeline_media.count`,
    ),
    externalUrl: '',
    accountType: 3,
    bioLinks: [],
  });

const appProfile = ({ user }: Recorded) =>
  success({
    id: String(user.pk),
    ...pick(
      user,
      `username fullName:full_name biography profilePic:hd_profile_pic_url_info.url isPrivate:is_private
      isVerified:is_verified isBusiness:is_business followers:follower_count following:following_count
      posts:media_count externalUrl:external_url`,
    ),
    // The upstream calls a business 2.
    accountType: 3,
    bioLinks: [{ title: '', url: user.external_url }],
  });

/** An invented profile for requests about its owner. */
const profileOf = (id: string, username: string, posts: object[] = []) =>
  JSON.stringify({
    data: {
      user: {
        id,
        username,
        full_name: 'Some One',
        biography: '',
        profile_pic_url: 'https://example.com/a.jpg',
        is_private: false,
        is_verified: true,
        edge_followed_by: { count: 1 },
        edge_follow: { count: 2 },
        edge_owner_to_timeline_media: { count: posts.length, edges: posts },
      },
    },
    status: 'ok',
  });

const area = ({ width, height }: Recorded) => width * height;
const largest = (versions: Recorded[] = []) =>
  versions.reduce((best, each) => (best && area(best) >= area(each) ? best : each), undefined)?.url ?? null;

const appPost = (item: Recorded) => {
  const pictures = (item.carousel_media ?? [item]).map((each: Recorded) =>
    largest(each.image_versions2.candidates),
  );
  const isVideo = item.media_type === 2;
  return {
    pk: idOf(numberOf(item)),
    id: item.id,
    code: item.code,
    mediaType: isVideo ? 2 : 1,
    takenAt: iso(item.taken_at),
    likeCount: item.like_count,
    commentCount: item.comment_count,
    playCount: isVideo ? (item.play_count ?? item.view_count) : 0,
    title: item.title || null,
    thumbnailUrl: pictures[0],
    videoUrl: largest(item.video_versions),
    videoDuration: item.video_duration ?? 0,
    imageUrls: pictures,
    user: person(item.user),
  };
};

const olderPost = (node: Recorded) => {
  const children: Recorded[] = (node.edge_sidecar_to_children?.edges ?? [{ node }]).map(
    (edge: Recorded) => edge.node,
  );
  return {
    pk: idOf(node.id),
    id: `${node.id}_${node.owner.id}`,
    code: node.shortcode,
    mediaType: children[0].is_video ? 2 : 1,
    takenAt: iso(node.taken_at_timestamp),
    likeCount: node.edge_media_preview_like.count,
    commentCount: node.edge_media_to_comment.count,
    playCount: node.video_view_count ?? 0,
    title: null,
    thumbnailUrl: node.display_url,
    videoUrl: children.find(({ is_video }) => is_video)?.video_url ?? null,
    videoDuration: 0,
    imageUrls: children.map(({ display_url }) => display_url),
    user: person(node.owner),
  };
};

const comment = ({ pk, id, text, created_at, user, owner }: Recorded) => ({
  pk: idOf(pk ?? id),
  text,
  createdAt: iso(created_at),
  user: person(user ?? owner),
});

const stories = ({ data: { reels_media } }: Recorded) =>
  success(
    reels_media[0].items.map((item: Recorded) => ({
      id: idOf(item.id),
      mediaType: item.is_video ? 2 : 1,
      takenAt: iso(item.taken_at_timestamp),
      imageUrl: item.display_url,
      videoUrl: item.video_resources.at(-1).src,
      videoDuration: item.video_duration,
      user: person(item.owner),
    })),
  );

const highlights = ({ data: { user } }: Recorded) =>
  success(
    user.edge_highlight_reels.edges.map(({ node }: Recorded) => ({
      id: idOf(node.id),
      title: node.title,
      createdAt: null,
      isPinnedHighlight: false,
      mediaCount: 0,
      coverMedia: node.cover_media_cropped_thumbnail.url,
    })),
  );

/** A page that carries a block of data. */
const pageWith = (block: string, data: unknown) =>
  `<html><script type="application/json" data-sjs>${JSON.stringify({ [block]: data }).replaceAll('<', '\\u003c')}</script></html>`;

const postPath = (code: string) => `/api/photosocial/post?url=https://www.instagram.com/p/${code}/`;

const videoInfo = 'media-info-video--1.json';
const carouselInfo = 'media-info-carousel--1.json';
const clips = 'clips-user--1.json';
const timeline = 'timeline-media-graphql--1.json';

/** A post from the app API; its page has no data. */
const byNumber = (recording: string, item: Recorded, within?: Replay['within']): Replay => ({
  recording,
  upstream: `${app}/media/${numberOf(item)}/info/`,
  ...(within ? { within } : {}),
  request: postPath(item.code),
  expected: () => success([appPost(item)]),
});

/** The fields of recordings with several posts. */
const infos: readonly (readonly [string, Recorded])[] = haveRecordings
  ? [carouselInfo, videoInfo].map((file) => [file, recorded(file).items[0]])
  : [];
const clipItems: Recorded[] = haveRecordings ? recorded(clips).items : [];
const nodes: Recorded[] = haveRecordings
  ? recorded(timeline).data.user.edge_owner_to_timeline_media.edges
  : [];

const commentsOf = ([recording, item]: readonly [string, Recorded]): Replay => ({
  recording,
  upstream: `${app}/media/${numberOf(item)}/comments/`,
  within: () => JSON.stringify({ comments: item.preview_comments, has_more_comments: false, status: 'ok' }),
  unrecorded: { [`${web}/p/${item.code}/`]: pageWith('xdt_shortcode_media', pageItem(item)) },
  request: `/api/photosocial/comments?url=https://www.instagram.com/p/${item.code}/`,
  expected: () => success(item.preview_comments.map(comment)),
});

/** Pages have no comments where an app has some. */
const pageItem = ({ preview_comments: _, comments: _comments, ...item }: Recorded) => item;

const graphql = (query: string) => `/graphql?query=${encodeURIComponent(`{ photosocial { ${query} } }`)}`;
const postFields = `pk id: mediaId code mediaType takenAt likeCount commentCount playCount title thumbnailUrl videoUrl
  videoDuration imageUrls author { pk username fullName profilePic isPrivate isVerified }`;
/** A post of the graph: numbers are text there. */
const inGraph = ({ user, ...post }: Recorded, id: string, author = {}) => ({
  ...post,
  pk: id,
  author: { ...user, pk: String(user.pk), ...author },
});

const owner = { fullName: 'Some One', profilePic: 'https://example.com/a.jpg', isVerified: true };

export const photosocial: GroupReplays = {
  group: 'photosocial',
  replays: [
    {
      recording: 'web-profile-info--1.json',
      upstream: profilePath,
      environment: publicly,
      request: '/api/photosocial/profile?username=robertdowneyjr',
      expected: webProfile,
    },
    {
      recording: 'user-info--1.json',
      upstream: `${app}/users/1518284433/info/`,
      also: { [profilePath]: 'web-profile-info--1.json' },
      request: '/api/photosocial/profile?username=RobertDowneyJr',
      expected: appProfile,
    },
    row('profile-id-invalid--1.json', profilePath, '/api/photosocial/profile?username=nobody.here', 404),
    {
      recording: 'reels-media-stories--1.json',
      upstream: `${app}/feed/reels_media/`,
      unrecorded: { [profilePath]: profileOf('625833324', 'starwars') },
      request: '/api/photosocial/stories?username=starwars',
      expected: stories,
    },
    {
      recording: 'highlights-tray-graphql--1.json',
      upstream: `${app}/highlights/5670185369/highlights_tray/`,
      unrecorded: { [profilePath]: profileOf('5670185369', 'statement.paris') },
      request: '/api/photosocial/highlights?username=statement.paris',
      expected: highlights,
    },
    ...infos.map(([recording, item]) => byNumber(recording, item)),
    ...infos.map(commentsOf),
    {
      recording: 'media-comments-graphql--1.json',
      upstream: `${web}/p/B7eUksNFA-K/`,
      // Only the comments were recorded.
      within: (text) =>
        pageWith('shortcode_media', { ...nodes[0].node, ...JSON.parse(text).data.shortcode_media }),
      environment: publicly,
      request: '/api/photosocial/comments?url=https://www.instagram.com/p/B7eUksNFA-K/',
      expected: ({ data }) =>
        success(data.shortcode_media.edge_media_to_comment.edges.map(({ node }: Recorded) => comment(node))),
    },
    ...clipItems.map(({ media }: Recorded) =>
      byNumber(clips, media, () => JSON.stringify({ items: [media], status: 'ok' })),
    ),
    {
      recording: clips,
      upstream: `${app}/clips/user/`,
      unrecorded: { [profilePath]: profileOf('3171067', 'noholita') },
      request: graphql(`userReels(username: "noholita", first: 50) { ${postFields} }`),
      expected: ({ items }) => ({
        data: {
          photosocial: { userReels: items.map(({ media }: Recorded) => inGraph(appPost(media), media.pk)) },
        },
      }),
    },
    ...nodes.map(
      ({ node }): Replay => ({
        recording: timeline,
        upstream: `${web}/p/${node.shortcode}/`,
        within: () => pageWith('xdt_shortcode_media', node),
        environment: publicly,
        request: postPath(node.shortcode),
        expected: () => success([olderPost(node)]),
      }),
    ),
    {
      recording: timeline,
      upstream: profilePath,
      within: (text) =>
        profileOf(
          '1518284433',
          'robertdowneyjr',
          JSON.parse(text).data.user.edge_owner_to_timeline_media.edges,
        ),
      environment: publicly,
      request: graphql(`userPosts(username: "robertdowneyjr", first: 50) { ${postFields} }`),
      expected: () => ({
        data: {
          photosocial: { userPosts: nodes.map(({ node }) => inGraph(olderPost(node), node.id, owner)) },
        },
      }),
    },
  ],
};
