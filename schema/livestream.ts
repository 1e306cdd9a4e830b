import { enumKind } from '../resolvers/kernel/inputs.ts';
import * as lookups from '../resolvers/livestream.ts';
import * as livestream from '../sources/livestream.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import {
  isAmong,
  isAtLeast,
  isOneOf,
  isSince,
  isSo,
  type ListFilters,
  listFilters,
} from './kernel/list-filters.ts';
import { next, PageInterface } from './kernel/paging.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsId, wire } from './kernel/wire.ts';
import { synonyms } from './livestream-synonyms.ts';

export const User = builder.objectRef<livestream.User>('LivestreamUser');
export const Stream = builder.objectRef<livestream.Stream>('LivestreamStream');
const Channel = builder.objectRef<livestream.Channel>('LivestreamChannel');
export const FoundChannel = builder.objectRef<livestream.FoundChannel>('LivestreamFoundChannel');
const Follower = builder.objectRef<livestream.Follower>('LivestreamFollower');
export const Clip = builder.objectRef<livestream.Clip>('LivestreamClip');
const Video = builder.objectRef<livestream.Video>('LivestreamVideo');
export const Game = builder.objectRef<livestream.Game>('LivestreamGame');

/** REST documents the cursor of the next page as `pagination.cursor`. */
const asPagination = { ...next, ...wire({ name: 'cursor', within: ['pagination'] }) };

const language = isAmong(
  'Their languages, such as en.',
  (item: { readonly language: string }) => item.language,
);
const gameId = isAmong('Ids of their games.', (item: { readonly gameId: string }) => item.gameId);
const minViews = isAtLeast('The fewest views.', (item: { readonly viewCount: number }) => item.viewCount);

/** A page type for one item type. */
const pageOf = <Item>(
  name: string,
  item: ReturnType<typeof builder.objectRef<Item>>,
  description: string,
  filters?: ListFilters<Item>,
) =>
  builder.objectRef<livestream.Page<Item>>(name).implement({
    description,
    interfaces: [PageInterface],
    fields: (t) => ({
      items: t.list(({ items }) => items, {
        type: [item],
        max: 'page',
        description,
        ...(filters && { filters }),
      }),
      next: t.exposeString('next', asPagination),
    }),
  });

const StreamPage = pageOf(
  'LivestreamStreamPage',
  Stream,
  'Streams, the most watched first.',
  listFilters<livestream.Stream>(
    'LivestreamStream',
    {
      language,
      gameId,
      minViewers: isAtLeast('The fewest viewers.', ({ viewerCount }) => viewerCount),
      tag: isAmong('A tag of theirs.', ({ tags }) => tags),
      isMature: isSo('Whether they are meant for adults.', ({ isMature }) => isMature),
    },
    { viewers: ({ viewerCount }) => viewerCount, started: ({ startedAt }) => startedAt },
  ),
);
const FoundChannelPage = pageOf(
  'LivestreamFoundChannelPage',
  FoundChannel,
  'Channels, the best match first.',
  listFilters<livestream.FoundChannel>(
    'LivestreamFoundChannel',
    {
      language: isAmong('Their languages, such as en.', ({ broadcasterLanguage }) => broadcasterLanguage),
      gameId,
      isLive: isSo('Whether a stream is running.', ({ isLive }) => isLive),
    },
    { name: ({ displayName }) => displayName, started: ({ startedAt }) => startedAt || null },
  ),
);
const ClipPage = pageOf(
  'LivestreamClipPage',
  Clip,
  'Clips, the most watched first.',
  listFilters<livestream.Clip>(
    'LivestreamClip',
    {
      language,
      gameId,
      minViews,
      since: isSince('When they were cut, at the earliest.', (clip) => clip.createdAt),
    },
    {
      views: ({ viewCount }) => viewCount,
      created: ({ createdAt }) => createdAt,
      length: ({ duration }) => duration,
    },
  ),
);
const videoType = enumKind('LivestreamVideoType', livestream.videoTypes);
const VideoPage = pageOf(
  'LivestreamVideoPage',
  Video,
  'Videos, the newest first.',
  listFilters<livestream.Video>(
    'LivestreamVideo',
    {
      language,
      minViews,
      type: isOneOf('Their types.', videoType, ({ type }) => type),
      since: isSince('When they were published, at the earliest.', ({ publishedAt }) => publishedAt),
    },
    { views: ({ viewCount }) => viewCount, published: ({ publishedAt }) => publishedAt },
  ),
);
const GamePage = pageOf('LivestreamGamePage', Game, 'Games, the most watched first.');

const Followers = builder.objectRef<livestream.Followers>('LivestreamFollowers').implement({
  description: 'How many follow a channel, and who.',
  interfaces: [PageInterface],
  fields: (t) => ({
    total: t.expose('total', {
      type: 'SafeInt',
      description: 'The number of all followers, however many are listed.',
    }),
    items: t.list('items', {
      type: [Follower],
      max: 'page',
      description: 'The followers, the newest first; none where they are not shown.',
    }),
    next: t.exposeString('next', asPagination),
  }),
});

/** The source gives an empty id for an object that does not exist; null prevents the lookup. */
const unlessEmpty = (text: string): string | null => text || null;

User.implement({
  description: 'A user, who may broadcast.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the user.' }),
    login: t.exposeString('login', { description: 'Name to log in with, in lower case.' }),
    displayName: t.exposeString('displayName', { description: 'Name to be shown.' }),
    type: t.exposeString('type', { description: 'staff, admin or global_mod; empty for others.' }),
    broadcasterType: t.exposeString('broadcasterType', {
      description: 'partner or affiliate; empty for others.',
    }),
    description: t.exposeString('description', { description: 'What they say of themselves.' }),
    profileImageUrl: t.exposeString('profileImageUrl', { description: 'Address of their picture.' }),
    offlineImageUrl: t.exposeString('offlineImageUrl', {
      description: 'Address of what is shown while they are not live; may be empty.',
    }),
    viewCount: t.expose('viewCount', {
      type: 'SafeInt',
      description: 'Views of the channel; the source has not counted them since 2022 and says 0.',
    }),
    createdAt: t.exposeString('createdAt', {
      nullable: true,
      description: 'When the account was made, in ISO 8601.',
    }),
    createdTime: t.typed('createdAt', asTime, 'When the account was made.'),
    stream: t.lookup(lookups.stream, { type: Stream, from: { login: (user) => user.login } }),
    channel: t.lookup(lookups.channel, { type: Channel, from: { broadcasterId: (user) => user.id } }),
    followedBy: t.lookup(lookups.followers, { type: Followers, from: { broadcasterId: (user) => user.id } }),
    videos: t.lookup(lookups.videos, { type: VideoPage, from: { userId: (user) => user.id } }),
    clips: t.lookup(lookups.clips, { type: ClipPage, from: { broadcasterId: (user) => user.id } }),
  }),
});

Stream.implement({
  ...entity,
  description: 'A stream that is running now.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the stream.' }),
    userId: t.exposeID('userId', { description: 'Id of who sends it.' }),
    userLogin: t.exposeString('userLogin', { description: 'Login of who sends it.' }),
    userName: t.exposeString('userName', { description: 'Name to be shown of who sends it.' }),
    gameId: t.exposeID('gameId', { description: 'Id of the game that is played; may be empty.' }),
    gameName: t.exposeString('gameName', { description: 'Name of the game that is played; may be empty.' }),
    type: t.exposeString('type', { description: 'live; empty when the source cannot tell.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    viewerCount: t.expose('viewerCount', { type: 'SafeInt', description: 'How many watch it.' }),
    startedAt: t.exposeString('startedAt', { nullable: true, description: 'When it began, in ISO 8601.' }),
    startedTime: t.typed('startedAt', asTime, 'When it began.'),
    language: t.exposeString('language', { description: 'Its language, such as en, or other.' }),
    thumbnailUrl: t.exposeString('thumbnailUrl', {
      description: 'Address of a picture; {width} and {height} stand for its size in pixels.',
    }),
    tags: t.exposeStringList('tags', { description: 'Tags that the broadcaster put on it.' }),
    isMature: t.exposeBoolean('isMature', { nullable: true, description: 'Whether it is meant for adults.' }),
    user: t.lookup(lookups.userById, { type: User, from: { id: (stream) => stream.userId } }),
    channel: t.lookup(lookups.channel, { type: Channel, from: { broadcasterId: (stream) => stream.userId } }),
    game: t.lookup(lookups.gameById, { type: Game, from: { id: (stream) => unlessEmpty(stream.gameId) } }),
  }),
});

Channel.implement({
  description: 'What a broadcaster says of their channel, live or not.',
  fields: (t) => ({
    broadcasterId: t.exposeID('broadcasterId', { description: 'Id of the broadcaster.' }),
    broadcasterLogin: t.exposeString('broadcasterLogin', { description: 'Login of the broadcaster.' }),
    broadcasterName: t.exposeString('broadcasterName', {
      description: 'Name to be shown of the broadcaster.',
    }),
    broadcasterLanguage: t.exposeString('broadcasterLanguage', {
      description: 'Language of the channel, such as en, or other.',
    }),
    gameId: t.exposeID('gameId', { description: 'Id of the game played now or last; may be empty.' }),
    gameName: t.exposeString('gameName', {
      description: 'Name of the game played now or last; may be empty.',
    }),
    title: t.exposeString('title', { description: 'Title of the stream that runs now or ran last.' }),
    delay: t.exposeInt('delay', {
      description: 'Delay of the stream in seconds; 0 for everybody but the broadcaster.',
    }),
    tags: t.exposeStringList('tags', {
      nullable: true,
      description: 'Tags that the broadcaster put on the channel.',
    }),
    isBrandedContent: t.exposeBoolean('isBrandedContent', {
      nullable: true,
      description: 'Whether it is advertising.',
    }),
    contentClassificationLabels: t.exposeStringList('contentClassificationLabels', {
      nullable: true,
      description: 'What viewers are warned of, such as Gambling or MatureGame.',
    }),
    user: t.lookup(lookups.userById, { type: User, from: { id: (channel) => channel.broadcasterId } }),
    stream: t.lookup(lookups.stream, {
      type: Stream,
      from: {
        login: (channel) => unlessEmpty(channel.broadcasterLogin),
      },
    }),
    game: t.lookup(lookups.gameById, { type: Game, from: { id: (channel) => unlessEmpty(channel.gameId) } }),
  }),
});

FoundChannel.implement({
  description: 'A channel that a search found.',
  fields: (t) => ({
    broadcasterId: t.exposeID('id', { description: 'Id of the broadcaster.', ...documentedAsId }),
    broadcasterLogin: t.exposeString('broadcasterLogin', { description: 'Login of the broadcaster.' }),
    displayName: t.exposeString('displayName', { description: 'Name to be shown of the broadcaster.' }),
    broadcasterLanguage: t.exposeString('broadcasterLanguage', {
      description: 'Language of the channel, such as en, or other.',
    }),
    gameId: t.exposeID('gameId', { description: 'Id of the game played now or last; may be empty.' }),
    gameName: t.exposeString('gameName', {
      description: 'Name of the game played now or last; may be empty.',
    }),
    isLive: t.exposeBoolean('isLive', { description: 'Whether a stream is running.' }),
    startedAt: t.exposeString('startedAt', {
      description: 'When the running stream began, in ISO 8601; empty when there is none.',
    }),
    startedTime: t.typed('startedAt', asTime, 'When the running stream began.'),
    tags: t.exposeStringList('tags', { description: 'Tags that the broadcaster put on the channel.' }),
    thumbnailUrl: t.exposeString('thumbnailUrl', { description: 'Address of the broadcaster’s picture.' }),
    title: t.exposeString('title', { description: 'Title of the stream that runs now or ran last.' }),
    user: t.lookup(lookups.userById, { type: User, from: { id: (found) => found.id } }),
    channel: t.lookup(lookups.channel, { type: Channel, from: { broadcasterId: (found) => found.id } }),
    stream: t.lookup(lookups.stream, {
      type: Stream,
      from: { login: (found) => unlessEmpty(found.broadcasterLogin) },
    }),
    game: t.lookup(lookups.gameById, { type: Game, from: { id: (found) => unlessEmpty(found.gameId) } }),
  }),
});

Follower.implement({
  description: 'A user who follows a channel.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the follower.' }),
    userLogin: t.exposeString('userLogin', { description: 'Login of the follower.' }),
    userName: t.exposeString('userName', { description: 'Name to be shown of the follower.' }),
    followedAt: t.exposeString('followedAt', { description: 'Since when they follow, in ISO 8601.' }),
    followedTime: t.typed('followedAt', asTime, 'Since when they follow.'),
    user: t.lookup(lookups.userById, { type: User, from: { id: (follower) => follower.userId } }),
  }),
});

Clip.implement({
  ...entity,
  description: 'A short piece of a stream that somebody cut out.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the clip.' }),
    url: t.exposeString('url', { description: 'Address of its page.' }),
    embedUrl: t.exposeString('embedUrl', { description: 'Address to embed it by.' }),
    broadcasterId: t.exposeID('broadcasterId', { description: 'Id of whose stream it is from.' }),
    broadcasterName: t.exposeString('broadcasterName', { description: 'Name of whose stream it is from.' }),
    creatorId: t.exposeID('creatorId', { description: 'Id of who cut it.' }),
    creatorName: t.exposeString('creatorName', { description: 'Name of who cut it.' }),
    videoId: t.exposeID('videoId', {
      description: 'Id of the video that it is from; empty when that is not there any more.',
    }),
    gameId: t.exposeID('gameId', { description: 'Id of the game that was played; may be empty.' }),
    language: t.exposeString('language', { description: 'Its language, such as en or en-gb.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    viewCount: t.expose('viewCount', { type: 'SafeInt', description: 'How often it was watched.' }),
    createdAt: t.exposeString('createdAt', { description: 'When it was cut, in ISO 8601.' }),
    createdTime: t.typed('createdAt', asTime, 'When it was cut.'),
    thumbnailUrl: t.exposeString('thumbnailUrl', { description: 'Address of a picture.' }),
    duration: t.exposeFloat('duration', { nullable: true, description: 'Length in seconds.' }),
    isFeatured: t.exposeBoolean('isFeatured', {
      nullable: true,
      description: 'Whether the broadcaster features it.',
    }),
    broadcaster: t.lookup(lookups.userById, { type: User, from: { id: (clip) => clip.broadcasterId } }),
    creator: t.lookup(lookups.userById, { type: User, from: { id: (clip) => unlessEmpty(clip.creatorId) } }),
    game: t.lookup(lookups.gameById, { type: Game, from: { id: (clip) => unlessEmpty(clip.gameId) } }),
  }),
});

const MutedSegment = builder
  .objectRef<NonNullable<livestream.Video['mutedSegments']>[number]>('LivestreamMutedSegment')
  .implement({
    description: 'A part of a video whose sound was taken away.',
    fields: (t) => ({
      duration: t.exposeFloat('duration', { description: 'Length in seconds.' }),
      offset: t.exposeFloat('offset', { description: 'Where it begins, in seconds from the start.' }),
    }),
  });

Video.implement({
  ...entity,
  description: 'A video that a user keeps.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the video.' }),
    streamId: t.exposeID('streamId', {
      nullable: true,
      description: 'Id of the stream that it recorded; null when it is no recording.',
    }),
    userId: t.exposeID('userId', { description: 'Id of whose video it is.' }),
    userLogin: t.exposeString('userLogin', { description: 'Login of whose video it is.' }),
    userName: t.exposeString('userName', { description: 'Name to be shown of whose video it is.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'What it shows; may be empty.' }),
    createdAt: t.exposeString('createdAt', { description: 'When it was made, in ISO 8601.' }),
    createdTime: t.typed('createdAt', asTime, 'When it was made.'),
    publishedAt: t.exposeString('publishedAt', { description: 'When it was published, in ISO 8601.' }),
    publishedTime: t.typed('publishedAt', asTime, 'When it was published.'),
    url: t.exposeString('url', { description: 'Address of its page.' }),
    thumbnailUrl: t.exposeString('thumbnailUrl', {
      description: 'Address of a picture with %{width} and %{height} for its size; empty until there is one.',
    }),
    viewable: t.exposeString('viewable', { description: 'Who can watch it: public.' }),
    viewCount: t.expose('viewCount', { type: 'SafeInt', description: 'How often it was watched.' }),
    language: t.exposeString('language', { description: 'Its language, such as en, or other.' }),
    type: t.expose('type', {
      type: builder.enumOf(videoType),
      description: 'Whether it records a whole stream, was cut from one, or was uploaded.',
    }),
    duration: t.exposeString('duration', { description: 'Length in hours, minutes and seconds: 3h45m54s.' }),
    mutedSegments: t.list('mutedSegments', {
      type: [MutedSegment],
      max: 500,
      nullable: true,
      description: 'Parts without sound; null when there are none.',
    }),
    user: t.lookup(lookups.userById, { type: User, from: { id: (video) => video.userId } }),
  }),
});

Game.implement({
  description: 'A game, or another category that streams belong to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the game.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    boxArtUrl: t.exposeString('boxArtUrl', {
      description: 'Address of a picture; {width} and {height} stand for its size in pixels.',
    }),
    externalDbId: t.exposeString('externalDbId', {
      nullable: true,
      description: 'Its id in the games database IGDB; empty when it is not known there.',
    }),
    streams: t.lookup(lookups.gameStreams, { type: StreamPage, from: { gameId: (game) => game.id } }),
  }),
});

builder.namespace('livestream', {
  description: 'Users, live streams, channels, clips, videos and games of a streaming site.',
  synonyms,
  fields: (t) => ({
    user: t.lookup(lookups.user, { type: User }),
    userById: t.lookup(lookups.userById, { type: User }),
    users: t.lookup(lookups.users, { type: [User, null] }),
    usersById: t.lookup(lookups.usersById, { type: [User, null] }),
    stream: t.lookup(lookups.stream, { type: Stream, isState: true }),
    streams: t.lookup(lookups.streams, { type: [Stream, null] }),
    topStreams: t.lookup(lookups.topStreams, { type: StreamPage }),
    gameStreams: t.lookup(lookups.gameStreams, { type: StreamPage }),
    channel: t.lookup(lookups.channel, { type: Channel }),
    channels: t.lookup(lookups.channels, { type: [Channel, null] }),
    searchChannels: t.lookup(lookups.searchChannels, { type: FoundChannelPage }),
    followers: t.lookup(lookups.followers, { type: Followers }),
    clips: t.lookup(lookups.clips, { type: ClipPage }),
    videos: t.lookup(lookups.videos, { type: VideoPage }),
    game: t.lookup(lookups.game, { type: Game }),
    gameById: t.lookup(lookups.gameById, { type: Game }),
    games: t.lookup(lookups.games, { type: [Game, null] }),
    gamesById: t.lookup(lookups.gamesById, { type: [Game, null] }),
    findGames: t.lookup(lookups.findGames, { type: [Game] }),
    topGames: t.lookup(lookups.topGames, { type: GamePage }),
  }),
});
