import * as lookups from '../resolvers/videosite.ts';
import * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';
import { contains, isAtLeast, isSince, listFilters } from './kernel/list-filters.ts';
import { PageInterface } from './kernel/paging.ts';
import { DataSource } from './kernel/provenance.ts';
import { asPlainText, asTime, asWhole, wholeOfText } from './kernel/values.ts';
import { documentedAsId, wire } from './kernel/wire.ts';
import { CommentPage, CommentThread } from './videosite-comments.ts';
import { CountedPage, synonyms } from './videosite-pages.ts';
import { Thumbnails, VideoContent, VideoSnippet, VideoStatistics, VideoStatus } from './videosite-videos.ts';

export const Channel = builder.objectRef<lookups.Sourced<videosite.Channel>>('VideositeChannel');
export const Video = builder.objectRef<lookups.Sourced<videosite.Video>>('VideositeVideo');
export const SearchResult = builder.objectRef<videosite.SearchResult>('VideositeSearchResult');
export const Playlist = builder.objectRef<videosite.Playlist>('VideositePlaylist');
const PlaylistItem = builder.objectRef<videosite.PlaylistItem>('VideositePlaylistItem');

const publishedSince = 'When they were published, at the earliest.';

export const filtersOfResults = listFilters<videosite.SearchResult>(
  'VideositeSearchResult',
  {
    channel: contains('A part of the name of their channel.', ({ snippet }) => [snippet.channelTitle]),
    title: contains('A part of their title.', ({ snippet }) => [snippet.title]),
    since: isSince(publishedSince, ({ snippet }) => snippet.publishedAt),
  },
  { published: ({ snippet }) => snippet.publishedAt, title: ({ snippet }) => snippet.title },
);

const filtersOfPlaylists = listFilters<videosite.Playlist>(
  'VideositePlaylist',
  { minItems: isAtLeast('The fewest items.', ({ contentDetails }) => contentDetails.itemCount) },
  {
    published: ({ snippet }) => snippet.publishedAt,
    items: ({ contentDetails }) => contentDetails.itemCount,
    title: ({ snippet }) => snippet.title,
  },
);

const PlaylistPage = builder
  .objectRef<videosite.Page<videosite.Playlist>>('VideositePlaylistPage')
  .implement({
    description: 'Playlists of a channel.',
    interfaces: [PageInterface, CountedPage],
    fields: (t) => ({
      items: t.list('items', {
        type: [Playlist],
        max: 'page',
        filters: filtersOfPlaylists,
        description: 'The playlists.',
      }),
    }),
  });

const PlaylistItemPage = builder
  .objectRef<videosite.Page<videosite.PlaylistItem>>('VideositePlaylistItemPage')
  .implement({
    description: 'What is in a playlist.',
    interfaces: [PageInterface, CountedPage],
    fields: (t) => ({
      items: t.list('items', {
        type: [PlaylistItem],
        max: 'page',
        filters: listFilters<videosite.PlaylistItem>(
          'VideositePlaylistItem',
          {
            title: contains('A part of their title.', ({ snippet }) => [snippet.title]),
            since: isSince(publishedSince, ({ contentDetails }) => contentDetails.videoPublishedAt),
          },
          {
            published: ({ contentDetails }) => contentDetails.videoPublishedAt,
            position: ({ snippet }) => snippet.position,
          },
        ),
        description: 'The items, in the order of the list.',
      }),
    }),
  });

const Search = builder.objectRef<readonly videosite.SearchResult[]>('VideositeSearch').implement({
  description: 'What a search found.',
  fields: (t) => ({
    count: t.int({ description: 'How many there are.', resolve: (found) => found.length }),
    results: t.list((found) => found, {
      type: [SearchResult],
      max: 'page',
      filters: filtersOfResults,
      description: 'What was found, in the order asked for.',
    }),
  }),
});

const ChannelSnippet = builder.objectRef<videosite.Channel['snippet']>('VideositeChannelSnippet').implement({
  description: 'What a channel says of itself.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is about; may be empty.' }),
    customUrl: t.exposeString('customUrl', {
      nullable: true,
      description: 'Its handle, with an @ in front; null when it has none.',
    }),
    publishedAt: t.exposeString('publishedAt', {
      nullable: true,
      description: 'When it was made, in ISO 8601; null where the source states no time.',
    }),
    publishedTime: t.typed('publishedAt', asTime, 'When it was made.'),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Country code of two letters; null when it names none.',
    }),
    thumbnails: t.expose('thumbnails', { type: Thumbnails, description: 'Its picture.' }),
  }),
});

const ChannelStatistics = builder
  .objectRef<videosite.Channel['statistics']>('VideositeChannelStatistics')
  .implement({
    description: 'Counts of a channel, in digits.',
    fields: (t) => ({
      viewCount: t.exposeString('viewCount', {
        nullable: true,
        description: 'How often its videos were watched.',
      }),
      views: t.typed('viewCount', asWhole, 'How often its videos were watched.'),
      subscriberCount: t.exposeString('subscriberCount', {
        nullable: true,
        description: 'How many subscribe to it, to three digits; null when that is hidden.',
      }),
      subscribers: t.typed(
        'subscriberCount',
        asWhole,
        'How many subscribe to it, to three digits; null when that is hidden.',
      ),
      videoCount: t.exposeString('videoCount', {
        nullable: true,
        description: 'How many public videos it has.',
      }),
      videos: t.typed('videoCount', asWhole, 'How many public videos it has.'),
      hiddenSubscriberCount: t.exposeBoolean('hiddenSubscriberCount', {
        nullable: true,
        description: 'Whether it hides how many subscribe to it.',
      }),
    }),
  });

Channel.implement({
  description: 'Somebody’s place on the site, with the videos uploaded there.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the channel; it begins with UC.' }),
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived or approximate.',
      resolve: ({ source }) => source ?? lookups.officialSource,
    }),
    snippet: t.expose('snippet', { type: ChannelSnippet, description: 'What it says of itself.' }),
    statistics: t.expose('statistics', { type: ChannelStatistics, description: 'Its counts.' }),
    uploadsPlaylistId: t.exposeID('uploadsPlaylistId', {
      description: 'Id of the playlist of everything that was uploaded there.',
    }),
    uploads: t.lookup(lookups.uploads, {
      type: PlaylistItemPage,
      from: {
        playlistId: (channel) => channel.uploadsPlaylistId,
      },
    }),
    playlists: t.lookup(lookups.playlists, {
      type: PlaylistPage,
      from: { channelId: (channel) => channel.id },
    }),
  }),
});

Video.implement({
  description: 'A video.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the video.' }),
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived or approximate.',
      resolve: ({ source }) => source ?? lookups.officialSource,
    }),
    snippet: t.expose('snippet', { type: VideoSnippet, description: 'What is said of it.' }),
    statistics: t.expose('statistics', { type: VideoStatistics, description: 'Its counts.' }),
    contentDetails: t.expose('contentDetails', { type: VideoContent, description: 'What it is made of.' }),
    status: t.expose('status', { type: VideoStatus, description: 'Who may watch it, and where.' }),
    channel: t.lookup(lookups.linkedChannel, {
      type: Channel,
      from: { id: ({ snippet }) => snippet.channelId },
    }),
    commentThreads: t.lookup(lookups.comments, { type: CommentPage, from: { videoId: (video) => video.id } }),
  }),
});

const whereItIsOne = { nullable: true, ...wire({ omit: 'null' }) } as const;

const SearchResultId = builder.objectRef<videosite.SearchResult['id']>('VideositeSearchResultId').implement({
  description: 'What a search found, by its kind and id.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'Its kind, after a # behind the name of the platform.' }),
    videoId: t.exposeID('videoId', { nullable: true, description: 'Id of the video, if it is one.' }),
    playlistId: t.exposeID('playlistId', {
      ...whereItIsOne,
      description: 'Id of the playlist, if it is one.',
    }),
    channelId: t.exposeID('channelId', { ...whereItIsOne, description: 'Id of the channel, if it is one.' }),
  }),
});

const SearchResultSnippet = builder
  .objectRef<videosite.SearchResult['snippet']>('VideositeSearchResultSnippet')
  .implement({
    description: 'What is said of something that a search found.',
    fields: (t) => ({
      title: t.exposeString('title', {
        description: 'Its title; a search writes characters such as & as HTML does.',
      }),
      plainTitle: t.typed('title', asPlainText, 'Its title, with the characters themselves.'),
      description: t.exposeString('description', { description: 'The beginning of what is said of it.' }),
      channelId: t.exposeID('channelId', {
        nullable: true,
        description: 'Id of the channel that it belongs to, or that it is.',
      }),
      channelTitle: t.exposeString('channelTitle', { description: 'Name of that channel; may be empty.' }),
      publishedAt: t.exposeString('publishedAt', {
        nullable: true,
        description: 'When it was published, in ISO 8601; null where the source states no time.',
      }),
      publishedTime: t.typed('publishedAt', asTime, 'When it was published.'),
    }),
  });

SearchResult.implement({
  description: 'A video, a playlist or a channel that a search found.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'That it was found by a search.' }),
    resourceId: t.expose('id', { type: SearchResultId, description: 'What it is.', ...documentedAsId }),
    snippet: t.expose('snippet', { type: SearchResultSnippet, description: 'What is said of it.' }),
    video: t.lookup(lookups.linkedVideo, { type: Video, from: { id: ({ id }) => id.videoId } }),
    playlist: t.lookup(lookups.linkedPlaylist, { type: Playlist, from: { id: ({ id }) => id.playlistId } }),
    channel: t.lookup(lookups.linkedChannel, {
      type: Channel,
      from: { id: ({ snippet }) => snippet.channelId },
    }),
  }),
});

const PlaylistSnippet = builder
  .objectRef<videosite.Playlist['snippet']>('VideositePlaylistSnippet')
  .implement({
    description: 'What is said of a playlist.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Its title.' }),
      description: t.exposeString('description', {
        nullable: true,
        description: 'What it is about; may be empty, and null where the source does not state it.',
      }),
      channelId: t.exposeID('channelId', { description: 'Id of the channel that it belongs to.' }),
      channelTitle: t.exposeString('channelTitle', { description: 'Name of that channel.' }),
      publishedAt: t.exposeString('publishedAt', {
        nullable: true,
        description: 'When it was made, in ISO 8601; null where the source states no time.',
      }),
      publishedTime: t.typed('publishedAt', asTime, 'When it was made.'),
    }),
  });

const PlaylistContent = builder
  .objectRef<videosite.Playlist['contentDetails']>('VideositePlaylistContent')
  .implement({
    description: 'What a playlist holds.',
    fields: (t) => ({
      itemCount: t.exposeInt('itemCount', { nullable: true, description: 'How many items it has.' }),
    }),
  });

Playlist.implement({
  description: 'Videos that somebody put together.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the playlist.' }),
    snippet: t.expose('snippet', { type: PlaylistSnippet, description: 'What is said of it.' }),
    contentDetails: t.expose('contentDetails', { type: PlaylistContent, description: 'What it holds.' }),
    channel: t.lookup(lookups.linkedChannel, {
      type: Channel,
      from: { id: ({ snippet }) => snippet.channelId },
    }),
    items: t.lookup(lookups.playlistItems, {
      type: PlaylistItemPage,
      from: { playlistId: (playlist) => playlist.id },
    }),
  }),
});

const ResourceId = builder
  .objectRef<videosite.PlaylistItem['snippet']['resourceId']>('VideositeResourceId')
  .implement({
    description: 'What an item of a playlist is, by its kind and id.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Its kind, after a # behind the name of the platform.' }),
      videoId: t.exposeID('videoId', { description: 'Id of the video.' }),
    }),
  });

const PlaylistItemSnippet = builder
  .objectRef<videosite.PlaylistItem['snippet']>('VideositePlaylistItemSnippet')
  .implement({
    description: 'What is said of an item of a playlist.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Title of the video.' }),
      description: t.exposeString('description', {
        nullable: true,
        description: 'What the video shows; may be empty, and null where the source does not state it.',
      }),
      position: t.exposeInt('position', { description: 'Its place in the list; 0 is the first.' }),
      channelId: t.exposeID('channelId', {
        nullable: true,
        description: 'Id of the channel that the playlist belongs to.',
      }),
      channelTitle: t.exposeString('channelTitle', {
        description: 'Name of the channel that the playlist belongs to.',
      }),
      resourceId: t.expose('resourceId', { type: ResourceId, description: 'What it is.' }),
    }),
  });

const PlaylistItemContent = builder
  .objectRef<videosite.PlaylistItem['contentDetails']>('VideositePlaylistItemContent')
  .implement({
    description: 'The video that is an item of a playlist.',
    fields: (t) => ({
      videoId: t.exposeID('videoId', { description: 'Id of the video.' }),
      videoPublishedAt: t.exposeString('videoPublishedAt', {
        nullable: true,
        description: 'When the video was published, in ISO 8601; null when it was deleted or made private.',
      }),
      videoPublishedTime: t.typed('videoPublishedAt', asTime, 'When the video was published.'),
    }),
  });

PlaylistItem.implement({
  description: 'One place in a playlist.',
  fields: (t) => ({
    placeId: t.exposeID('id', {
      nullable: true,
      description: 'Id of the place; null where the source does not state it.',
      ...documentedAsId,
    }),
    snippet: t.expose('snippet', { type: PlaylistItemSnippet, description: 'What is said of it.' }),
    contentDetails: t.expose('contentDetails', {
      type: PlaylistItemContent,
      description: 'The video there.',
    }),
    video: t.lookup(lookups.linkedVideo, {
      type: Video,
      from: { id: ({ contentDetails }) => contentDetails.videoId },
    }),
  }),
});

builder.objectField(CommentThread, 'video', (t) =>
  t.lookup(lookups.linkedVideo, { type: Video, from: { id: ({ snippet }) => snippet.videoId } }),
);

const fetchedTime = ({ channel }: lookups.AllData) => new Date(channel.fetchedAt);

const AllData = builder.objectRef<lookups.AllData>('VideositeAllData').implement({
  description: 'A channel with its uploads and its playlists.',
  fields: (t) => ({
    fetchedAt: t.string({
      description: 'When the channel was fetched, in ISO 8601.',
      resolve: ({ channel }) => channel.fetchedAt,
    }),
    fetchedTime: t.field({ type: 'DateTime', description: 'When it was fetched.', resolve: fetchedTime }),
    channel: t.expose('channel', { type: Channel, description: 'The channel.' }),
    uploadsPlaylistId: t.id({
      description: 'Id of the playlist of everything that was uploaded there.',
      resolve: ({ channel }) => channel.uploadsPlaylistId,
    }),
    videos: t.list('videos', {
      type: [Video],
      max: 'page',
      filters: listFilters<videosite.Video>(
        'VideositeVideo',
        {
          title: contains('A part of their title.', ({ snippet }) => [snippet.title]),
          since: isSince(publishedSince, ({ snippet }) => snippet.publishedAt),
          minViews: isAtLeast('The fewest views.', ({ statistics }) => wholeOfText(statistics.viewCount)),
        },
        {
          published: ({ snippet }) => snippet.publishedAt,
          views: ({ statistics }) => wholeOfText(statistics.viewCount),
          likes: ({ statistics }) => wholeOfText(statistics.likeCount),
        },
      ),
      description: 'What was uploaded, the newest first.',
    }),
    playlists: t.list('playlists', {
      type: [Playlist],
      max: videosite.maxPerRequest,
      description: 'Up to 50 of its playlists.',
      extensions: { maxItems: videosite.maxPerRequest },
    }),
    searchResults: t.list('searchResults', {
      type: [SearchResult],
      max: videosite.maxPerRequest,
      description: 'Up to 50 of the newest videos, as a search of the channel finds them.',
    }),
  }),
});

builder.namespace('videosite', {
  description: 'Channels, videos, playlists and comments of a video site.',
  synonyms,
  fields: (t) => ({
    channel: t.lookup(lookups.channel, { type: Channel }),
    channels: t.lookup(lookups.channels, { type: [Channel, null] }),
    video: t.lookup(lookups.video, { type: Video }),
    videos: t.lookup(lookups.videos, { type: [Video, null] }),
    search: t.lookup(lookups.search, { type: Search }),
    playlist: t.lookup(lookups.playlist, { type: Playlist }),
    playlistsById: t.lookup(lookups.playlistsById, { type: [Playlist, null] }),
    playlists: t.lookup(lookups.playlists, { type: PlaylistPage }),
    playlistItems: t.lookup(lookups.playlistItems, { type: PlaylistItemPage }),
    comments: t.lookup(lookups.comments, { type: CommentPage }),
    allData: t.lookup(lookups.allData, { type: AllData }),
  }),
});
