import { json, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, post, type SandboxRequest } from './kernel/upstream.ts';
import {
  type Channel,
  channelByHandle,
  channelById,
  type Found,
  type Playlist,
  playlistAt,
  playlistById,
  repliesTo,
  searched,
  type Video,
  videoById,
  videoInPlaylist,
} from './videosite-seed.ts';
import { type Body, commentThreadBody, videoBody, watchPageBody } from './videosite-wire.ts';
import type { World } from './world.ts';

/* The JSON API of the web player, over the same channels, videos, playlists and comments. */

type Asked = Readonly<Record<string, unknown>>;
type Facts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const askedIn = (request: SandboxRequest): Asked => (request.json() ?? {}) as Asked;

const failed = (status: number): SandboxResponse =>
  json(
    {
      error: { code: status, message: 'Refused.', status: status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' },
    },
    { status },
  );

const alert = (words: string): SandboxResponse =>
  json({ alerts: [{ alertRenderer: { type: 'ERROR', text: { simpleText: words } } }] });

const simple = (words: string) => ({ simpleText: words });
const runs = (words: string, browseId?: string) => ({
  runs: [{ text: words, ...(browseId && { navigationEndpoint: { browseEndpoint: { browseId } } }) }],
});

/** Continuations of this upstream: the ids that the player's own tokens hold, or a list with the place of its next page. */
interface Continued {
  readonly list: string;
  readonly id: string;
  readonly from: number;
}

const tokenOf = (list: string, id: string, from: number): string => `${list}~${id}~${from}`;

function continued(token: string): Continued {
  const [list = '', id = '', from = '0'] = token.split('~');
  if (id !== '') return { list, id, from: Number(from) };
  // What is no text are tags and lengths.
  const bytes = Buffer.from(decodeURIComponent(token), 'base64url')
    .toString('latin1')
    .replaceAll(/[^ -~]/g, ' ');
  const playlist = /VL([A-Z]{2}[\w-]{10,62}) /.exec(bytes)?.[1];
  if (playlist) return { list: 'items', id: playlist, from: 0 };
  const channel = /(UC[\w-]{22}) /.exec(bytes)?.[1];
  if (channel) return { list: 'about', id: channel, from: 0 };
  return { list: 'comments', id: /^ {4}([\w-]{11}) /.exec(bytes)?.[1] ?? '', from: 0 };
}

/** A page of a list, with the element that continues it. */
function pageOf(
  list: string,
  id: string,
  { from, size, total }: { from: number; size: number; total: number },
  at: (index: number) => unknown,
) {
  const to = Math.min(from + size, total);
  const items = Array.from({ length: Math.max(0, to - from) }, (_, offset) => at(from + offset));
  const token = tokenOf(list, id, to);
  return to < total
    ? [...items, { continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token } } } }]
    : items;
}

function player(request: SandboxRequest): SandboxResponse {
  const video = videoById(request.world, String(askedIn(request).videoId));
  if (!video) return json({ playabilityStatus: { status: 'ERROR', reason: 'This video is unavailable' } });
  const { snippet, contentDetails, status, statistics } = videoBody(request.world, video) as unknown as Facts;
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(contentDetails!.duration)) ?? [];
  return json({
    playabilityStatus: { status: 'OK', playableInEmbed: status!.embeddable },
    videoDetails: { videoId: video.id, ...(snippet!.tags ? { keywords: snippet!.tags } : {}) },
    microformat: {
      playerMicroformatRenderer: {
        externalVideoId: video.id,
        title: simple(video.title),
        description: simple(video.description),
        lengthSeconds: String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)),
        externalChannelId: video.channel.id,
        ownerChannelName: video.channel.title,
        isUnlisted: false,
        viewCount: statistics!.viewCount,
        ...(statistics!.likeCount ? { likeCount: statistics!.likeCount } : {}),
        category: categories[String(snippet!.categoryId)],
        publishDate: snippet!.publishedAt,
      },
    },
    captions: {
      playerCaptionsTracklistRenderer: {
        captionTracks: contentDetails!.caption === 'true' ? [{ languageCode: 'en' }] : [],
      },
    },
    streamingData: { adaptiveFormats: [{ height: contentDetails!.definition === 'hd' ? 1080 : 480 }] },
  });
}

const categories: Readonly<Record<string, string>> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  20: 'Gaming',
  22: 'People & Blogs',
  24: 'Entertainment',
  26: 'Howto & Style',
  28: 'Science & Technology',
};

/** Such as `5.04M subscribers`. */
function subscribersOf({ subscriberCount = 0 }: Channel): string {
  const [size, unit] = subscriberCount >= 1e6 ? [1e6, 'M'] : subscriberCount >= 1e3 ? [1e3, 'K'] : [1, ''];
  return `${Number((subscriberCount / size).toPrecision(3))}${unit} subscribers`;
}

const metadataOf = ({ id, handle, title, description }: Channel) => ({
  channelMetadataRenderer: {
    title,
    description,
    externalId: id,
    avatar: {
      thumbnails: [
        {
          url: `https://yt3.googleusercontent.com/ytc/${handle}=s900-c-k-c0x00ffffff-no-rj`,
          width: 900,
          height: 900,
        },
      ],
    },
    vanityChannelUrl: `http://www.youtube.com/@${handle}`,
  },
});

const headerOf = (channel: Channel) => ({
  pageHeaderRenderer: {
    content: {
      pageHeaderViewModel: {
        metadata: {
          contentMetadataViewModel: {
            metadataRows: [
              {
                metadataParts: [
                  { text: { content: `@${channel.handle}` } },
                  ...(channel.subscriberCount === undefined
                    ? []
                    : [{ text: { content: subscribersOf(channel) } }]),
                ],
              },
            ],
          },
        },
      },
    },
  },
});

const about = ({ country, viewCount, videoCount }: Channel) => ({
  onResponseReceivedEndpoints: [
    {
      appendContinuationItemsAction: {
        continuationItems: [
          {
            aboutChannelRenderer: {
              metadata: {
                aboutChannelViewModel: {
                  ...(country && { country: new Intl.DisplayNames('en', { type: 'region' }).of(country) }),
                  viewCountText: `${viewCount.toLocaleString('en-US')} views`,
                  videoCountText: `${videoCount.toLocaleString('en-US')} videos`,
                  joinedDateText: { content: 'Joined Jul 2, 2019' },
                },
              },
            },
          },
        ],
      },
    },
  ],
});

const lockup = ({ id, title, channel, itemCount }: Playlist) => ({
  lockupViewModel: {
    contentId: id,
    contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST',
    contentImage: { overlays: [{ thumbnailBadgeViewModel: { text: `${itemCount} videos` } }] },
    metadata: {
      lockupMetadataViewModel: {
        title: { content: title },
        metadata: {
          contentMetadataViewModel: {
            metadataRows: [
              {
                metadataParts: [
                  {
                    text: {
                      content: channel.title,
                      commandRuns: [
                        { onTap: { innertubeCommand: { browseEndpoint: { browseId: channel.id } } } },
                      ],
                    },
                  },
                ],
              },
            ],
          },
        },
      },
    },
  },
});

const ownerOf = ({ channel }: Playlist) => ({
  playlistSidebarSecondaryInfoRenderer: {
    videoOwner: { videoOwnerRenderer: { title: runs(channel.title, channel.id) } },
  },
});

function playlistsOf(world: World, channel: Channel, from: number) {
  const page = pageOf('playlists', channel.id, { from, size: 30, total: channel.playlistCount }, (index) =>
    lockup(playlistAt(world, channel, index)),
  );
  const metadata = metadataOf(channel);
  return from > 0
    ? {
        metadata,
        onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems: page } }],
      }
    : { metadata, header: headerOf(channel), contents: { gridRenderer: { items: page } } };
}

function itemsOf(world: World, playlist: Playlist, from: number) {
  const page = pageOf('items', playlist.id, { from, size: 100, total: playlist.itemCount }, (index) => {
    const { id, title } = videoInPlaylist(world, playlist, index);
    return { playlistVideoRenderer: { videoId: id, title: runs(title), index: simple(String(index + 1)) } };
  });
  return {
    onResponseReceivedActions: [{ reloadContinuationItemsCommand: { continuationItems: page } }],
    sidebar: ownerOf(playlist),
  };
}

function browse(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const { browseId, params, continuation } = askedIn(request);
  if (typeof continuation === 'string') {
    const { list, id, from } = continued(continuation);
    if (list === 'items') {
      const playlist = world.isPrivate(id) ? undefined : playlistById(world, id);
      return playlist
        ? json(itemsOf(world, playlist, from))
        : alert(world.isPrivate(id) ? 'This playlist is private.' : 'The playlist does not exist.');
    }
    const channel = channelById(world, id);
    if (!channel) return alert('This channel does not exist.');
    return json(list === 'about' ? about(channel) : playlistsOf(world, channel, from));
  }
  const id = String(browseId);
  if (id.startsWith('VL')) {
    const playlist = playlistById(world, id.slice(2));
    if (!playlist) return alert('The playlist does not exist.');
    const { title, description, itemCount } = playlist;
    const facts = {
      title: runs(title),
      description: runs(description),
      stats: [runs(`${itemCount} videos`)],
    };
    return json({ sidebar: { items: [{ playlistSidebarPrimaryInfoRenderer: facts }, ownerOf(playlist)] } });
  }
  if (!/^UC[\w-]{22}$/.test(id)) return failed(400);
  const channel = channelById(world, id);
  if (!channel) return alert('This channel does not exist.');
  if (String(params).startsWith('EglwbGF5bGlzdHP')) return json(playlistsOf(world, channel, 0));
  return json({ header: headerOf(channel), metadata: metadataOf(channel) });
}

function resolveUrl(request: SandboxRequest): SandboxResponse {
  const url = String(askedIn(request).url);
  const name = /\/(?:user\/|@)([^/]+)$/.exec(url)?.[1];
  const isThere = name !== undefined && (url.includes('@') || /^[a-z0-9]{1,20}$/i.test(name));
  const channel = isThere ? channelByHandle(request.world, decodeURIComponent(name)) : undefined;
  return channel ? json({ endpoint: { browseEndpoint: { browseId: channel.id } } }) : failed(404);
}

const hitOf = ({ kind, thing }: Found): unknown => {
  if (kind === 'playlist') return lockup(thing);
  if (kind === 'channel')
    return {
      channelRenderer: {
        channelId: thing.id,
        title: simple(thing.title),
        descriptionSnippet: runs(thing.description),
      },
    };
  return {
    videoRenderer: {
      videoId: thing.id,
      title: runs(thing.title),
      ownerText: runs(thing.channel.title, thing.channel.id),
      publishedTimeText: simple('9 months ago'),
      detailedMetadataSnippets: [{ snippetText: runs(thing.description.slice(0, 100)) }],
    },
  };
};

const kinds = ['video', 'channel', 'playlist'] as const;

function search(request: SandboxRequest): SandboxResponse {
  const { query, params, continuation } = askedIn(request);
  const { id, from, list } =
    typeof continuation === 'string'
      ? continued(continuation)
      : { id: String(query), from: 0, list: `search ${params}` };
  // The kind is behind the tag of its field.
  const bytes = Buffer.from(decodeURIComponent(list.slice('search '.length)), 'base64url');
  const tag = Buffer.from([18, 2, 16]);
  const number = bytes.includes(tag) ? bytes[bytes.indexOf(tag) + tag.length] : undefined;
  const found = searched(request.world, id, number ? [kinds[number - 1]!] : kinds);
  const page = pageOf(list, id, { from, size: 20, total: found.length }, (index) => hitOf(found[index]!));
  const isMore = page.length > 20;
  const contents = [
    { itemSectionRenderer: { contents: isMore ? page.slice(0, 20) : page } },
    ...(isMore ? [page[20]] : []),
  ];
  return json(
    from > 0
      ? { onResponseReceivedCommands: [{ appendContinuationItemsAction: { continuationItems: contents } }] }
      : { contents: { primaryContents: { sectionListRenderer: { contents } } } },
  );
}

const threadText = (world: World, video: Video, index: number) => {
  const { id, snippet } = commentThreadBody(world, video, index) as Body & {
    snippet: { topLevelComment: { snippet: Facts[string] } };
  };
  return { id: String(id), ...snippet.topLevelComment.snippet };
};

function next(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const { continuation, videoId } = askedIn(request);
  if (continuation === undefined) {
    const watched = videoById(world, String(videoId));
    return watched ? json(watchPageBody(world, watched)) : alert('This video isn’t available anymore');
  }
  const { id, from } = continued(String(continuation));
  const video = world.isPrivate(id) ? undefined : videoById(world, id);
  if (!video) return failed(404);
  if (video.threadCount === undefined) {
    const message = { messageRenderer: { text: runs('Comments are turned off.') } };
    return json({
      onResponseReceivedEndpoints: [{ reloadContinuationItemsCommand: { continuationItems: [message] } }],
    });
  }
  const { threadCount } = video;
  const total = Array.from({ length: threadCount }, (_, index) => 1 + repliesTo(index)).reduce(
    (sum, count) => sum + count,
    0,
  );
  const page = pageOf('comments', id, { from, size: 20, total: threadCount }, (index) => ({
    commentThreadRenderer: { commentViewModel: { commentViewModel: { commentKey: `key ${index}` } } },
  }));
  const mutations = Array.from({ length: Math.min(20, Math.max(0, threadCount - from)) }, (_, offset) => {
    const comment = threadText(world, video, from + offset) as Readonly<Record<string, unknown>>;
    return {
      payload: {
        commentEntityPayload: {
          key: `key ${from + offset}`,
          properties: {
            commentId: comment.id,
            content: { content: comment.textOriginal },
            publishedTime: '3 months ago',
          },
          author: { displayName: comment.authorDisplayName },
          toolbar: {
            likeCountNotliked: String(comment.likeCount),
            replyCount: String(repliesTo(from + offset) || ''),
          },
        },
      },
    };
  });
  const header = { commentsHeaderRenderer: { countText: runs(`${total.toLocaleString('en-US')} Comments`) } };
  return json({
    onResponseReceivedEndpoints: [
      { reloadContinuationItemsCommand: { continuationItems: [header] } },
      { reloadContinuationItemsCommand: { continuationItems: page } },
    ],
    frameworkUpdates: { entityBatchUpdate: { mutations } },
  });
}

export const webPlayer = defineUpstream({
  hosts: ['www.youtube.com', 'youtubei.googleapis.com'],
  failure: failed,
  routes: [
    post('/youtubei/v1/player', player),
    post('/youtubei/v1/browse', browse),
    post('/youtubei/v1/navigation/resolve_url', resolveUrl),
    post('/youtubei/v1/search', search),
    post('/youtubei/v1/next', next),
  ],
});
