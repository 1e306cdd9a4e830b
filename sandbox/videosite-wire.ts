import { isoSeconds } from './kernel/dice.ts';
import {
  type Channel,
  type Found,
  type Playlist,
  repliesTo,
  uploadsIdOf,
  type Video,
  videoInPlaylist,
} from './videosite-seed.ts';
import type { World } from './world.ts';

/** All parts of a resource; a request selects some. */
export type Body = Readonly<Record<'kind' | 'etag' | 'id', unknown>> & Readonly<Record<string, unknown>>;

const head = (world: World, kind: string, id: string) => ({
  kind: `youtube#${kind}`,
  etag: world.of('videosite.etag', kind, id).token(27),
  id,
});

const picture = (url: string, width: number, height = width) => ({ url, width, height });

const channelPictures = ({ id }: Channel) => {
  const at = (size: number) => `https://yt3.ggpht.com/ytc/${id}=s${size}-c-k-c0x00ffffff-no-rj`;
  return { default: picture(at(88), 88), medium: picture(at(240), 240), high: picture(at(800), 800) };
};

const videoPictures = ({ id }: Video) => {
  const at = (name: string) => `https://i.ytimg.com/vi/${id}/${name}default.jpg`;
  return {
    default: picture(at(''), 120, 90),
    medium: picture(at('mq'), 320, 180),
    high: picture(at('hq'), 480, 360),
  };
};

const localized = ({ title, description }: { readonly title: string; readonly description: string }) => ({
  localized: { title, description },
});

export const channelBody = (world: World, channel: Channel): Body => ({
  ...head(world, 'channel', channel.id),
  snippet: {
    title: channel.title,
    description: channel.description,
    customUrl: `@${channel.handle}`,
    publishedAt: isoSeconds(channel.createdMs),
    thumbnails: channelPictures(channel),
    ...localized(channel),
    ...(channel.country && { country: channel.country }),
  },
  contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsIdOf(channel) } },
  statistics: {
    viewCount: String(channel.viewCount),
    ...(channel.subscriberCount !== undefined && { subscriberCount: String(channel.subscriberCount) }),
    hiddenSubscriberCount: channel.subscriberCount === undefined,
    videoCount: String(channel.videoCount),
  },
});

export function videoBody(world: World, video: Video): Body {
  const { id, channel, title, description, publishedMs, viewCount, likeCount, threadCount } = video;
  const dice = world.of('videosite.videoBody', id);
  const tags = dice.sample(['chess', 'music', 'travel', 'cooking', 'science', 'games'], dice.int(0, 4));
  const comments = Array.from({ length: threadCount ?? 0 }, (_, index) => 1 + repliesTo(index));
  return {
    ...head(world, 'video', id),
    snippet: {
      publishedAt: isoSeconds(publishedMs),
      channelId: channel.id,
      title,
      description,
      thumbnails: videoPictures(video),
      channelTitle: channel.title,
      ...(tags.length > 0 && { tags }),
      categoryId: String(dice.pick([1, 2, 10, 15, 17, 20, 22, 24, 26, 28])),
      liveBroadcastContent: 'none',
      ...localized(video),
    },
    contentDetails: {
      duration: durationText(dice.int(5, 9_000)),
      dimension: '2d',
      definition: dice.pick(['hd', 'hd', 'sd']),
      caption: dice.pick(['false', 'true']),
      licensedContent: dice.chance(0.5),
      contentRating: {},
      projection: 'rectangular',
    },
    status: {
      uploadStatus: 'processed',
      privacyStatus: 'public',
      license: 'youtube',
      embeddable: dice.chance(0.9),
      publicStatsViewable: true,
      madeForKids: dice.chance(0.1),
    },
    statistics: {
      viewCount: String(viewCount),
      ...(likeCount !== undefined && { likeCount: String(likeCount) }),
      favoriteCount: '0',
      ...(threadCount !== undefined && {
        commentCount: String(comments.reduce((sum, count) => sum + count, 0)),
      }),
    },
  };
}

/** `PT1H2M3S`, without zero parts. */
function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  return `PT${parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('')}`;
}

export const playlistBody = (world: World, playlist: Playlist): Body => ({
  ...head(world, 'playlist', playlist.id),
  snippet: {
    publishedAt: isoSeconds(playlist.publishedMs),
    channelId: playlist.channel.id,
    title: playlist.title,
    description: playlist.description,
    thumbnails: videoPictures(videoInPlaylist(world, playlist, 0)),
    channelTitle: playlist.channel.title,
    ...localized(playlist),
  },
  status: { privacyStatus: 'public' },
  contentDetails: { itemCount: playlist.itemCount },
});

export function playlistItemBody(world: World, playlist: Playlist, position: number): Body {
  const video = videoInPlaylist(world, playlist, position);
  const place = world.of('videosite.item', playlist.id, position).hex(16).toUpperCase();
  const { channel } = playlist;
  return {
    ...head(world, 'playlistItem', Buffer.from(`${playlist.id}.${place}`).toString('base64')),
    snippet: {
      publishedAt: isoSeconds(Math.max(playlist.publishedMs, video.publishedMs)),
      channelId: channel.id,
      title: video.title,
      description: video.description,
      thumbnails: videoPictures(video),
      channelTitle: channel.title,
      playlistId: playlist.id,
      position,
      resourceId: { kind: 'youtube#video', videoId: video.id },
      videoOwnerChannelTitle: video.channel.title,
      videoOwnerChannelId: video.channel.id,
    },
    contentDetails: { videoId: video.id, videoPublishedAt: isoSeconds(video.publishedMs) },
    status: { privacyStatus: 'public' },
  };
}

/** The comments on a video, 0 being the newest. */
export function commentThreadBody(world: World, video: Video, index: number): Body {
  const dice = world.of('videosite.comment', video.id, index);
  const id = `Ug${dice.token(20)}4AaABAg`;
  const text = `${dice.sentence()}\n${dice.sentence()}`;
  const author = dice.handle();
  const publishedAt = isoSeconds(
    dice.timeInFeed(index, video.threadCount ?? 1, video.publishedMs, Date.UTC(2025, 11, 31)),
  );
  return {
    ...head(world, 'commentThread', id),
    snippet: {
      channelId: video.channel.id,
      videoId: video.id,
      topLevelComment: {
        ...head(world, 'comment', id),
        snippet: {
          channelId: video.channel.id,
          videoId: video.id,
          textDisplay: text.replace('\n', '<br>'),
          textOriginal: text,
          authorDisplayName: `@${author}`,
          authorProfileImageUrl: `https://yt3.ggpht.com/ytc/${author}=s48-c-k-c0x00ffffff-no-rj`,
          authorChannelUrl: `http://www.youtube.com/@${author}`,
          authorChannelId: { value: `UC${dice.token(22)}` },
          canRate: true,
          viewerRating: 'none',
          likeCount: dice.count(900),
          publishedAt,
          updatedAt: publishedAt,
        },
      },
      canReply: true,
      totalReplyCount: repliesTo(index),
      isPublic: true,
    },
  };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!);

const longestExcerpt = 120;
const excerpt = (text: string): string =>
  text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)} ...` : text;

/** The time of publication. */
export const publishedMs = ({ thing }: Found): number =>
  'publishedMs' in thing ? thing.publishedMs : thing.createdMs;

export function searchResultBody(world: World, found: Found): Body {
  const { kind, thing } = found;
  const publishedAt = isoSeconds(publishedMs(found));
  const channel = 'channel' in thing ? thing.channel : thing;
  const picturesOf = {
    video: () => videoPictures(thing as Video),
    playlist: () => videoPictures(videoInPlaylist(world, thing as Playlist, 0)),
    channel: () => channelPictures(channel),
  };
  return {
    ...head(world, 'searchResult', thing.id),
    id: { kind: `youtube#${kind}`, [`${kind}Id`]: thing.id },
    snippet: {
      publishedAt,
      channelId: channel.id,
      title: asHtml(thing.title),
      description: excerpt(thing.description),
      thumbnails: picturesOf[kind](),
      channelTitle: channel.title,
      liveBroadcastContent: 'none',
      publishTime: publishedAt,
    },
  };
}

/** The page of a video, with likes as they are shown. */
export function watchPageBody(world: World, video: Video): object {
  const { statistics } = videoBody(world, video) as unknown as {
    readonly statistics: Readonly<Record<string, unknown>>;
  };
  const { id, title } = video.channel;
  const likes = Number(statistics.likeCount);
  const button = { iconName: 'LIKE', title: likes >= 1000 ? `${Math.floor(likes / 1000)}K` : String(likes) };
  const primary = {
    title: { runs: [{ text: video.title }] },
    viewCount: {
      videoViewCountRenderer: {
        viewCount: { simpleText: `${Number(statistics.viewCount).toLocaleString('en-US')} views` },
      },
    },
    videoActions: { likeButtonViewModel: { buttonViewModel: statistics.likeCount ? button : {} } },
    dateText: { simpleText: 'Jul 3, 2022' },
  };
  const secondary = {
    owner: {
      videoOwnerRenderer: {
        title: { runs: [{ text: title, navigationEndpoint: { browseEndpoint: { browseId: id } } }] },
      },
    },
    attributedDescription: { content: video.description },
  };
  const contents = [{ videoPrimaryInfoRenderer: primary }, { videoSecondaryInfoRenderer: secondary }];
  return {
    currentVideoEndpoint: { watchEndpoint: { videoId: video.id } },
    contents: { twoColumnWatchNextResults: { results: { results: { contents } } } },
  };
}
