import type { ValuesOf } from '../resolvers/kernel/inputs.ts';
import * as lookups from '../resolvers/shortvideo.ts';
import { download } from '../resolvers/shortvideo-download.ts';
import * as videos from '../resolvers/shortvideo-videos.ts';
import { addressText, pageOf } from '../sources/shortvideo-addresses.ts';
import type * as shapes from '../sources/shortvideo-decode.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { isAmong, isAtLeast, listFilters } from './kernel/list-filters.ts';
import { PageInterface } from './kernel/paging.ts';
import { asTime } from './kernel/values.ts';
import { documentedAsId, wire } from './kernel/wire.ts';

export const Profile = builder.objectRef<shapes.Profile>('ShortvideoProfile');
export const Video = builder.objectRef<videos.Video>('ShortvideoVideo');

const Account = builder.interfaceRef<videos.Author>('ShortvideoAccount').implement({
  description: 'Somebody who posts videos.',
  fields: (t) => ({
    userId: t.exposeID('id', {
      description: 'Id of the account; empty where the source does not say it.',
      ...documentedAsId,
    }),
    uniqueId: t.exposeString('uniqueId', { description: 'Name of the account, without @.' }),
    nickname: t.exposeString('nickname', { description: 'Name that is shown.' }),
    avatarThumb: t.exposeString('avatarThumb', {
      description: 'Link to the picture, 100 pixels wide and high; good for some hours.',
    }),
    avatarMedium: t.exposeString('avatarMedium', {
      description: 'Link to the picture, 720 pixels wide and high; good for some hours.',
    }),
    verified: t.exposeBoolean('verified', { description: 'Whether the source has checked who it is.' }),
    privateAccount: t.exposeBoolean('privateAccount', {
      description: 'Whether only followers see the videos.',
    }),
  }),
});

export const User = builder.objectRef<shapes.User>('ShortvideoUser').implement({
  description: 'A user.',
  interfaces: [Account],
  fields: (t) => ({
    signature: t.exposeString('signature', { description: 'What the user says of themselves.' }),
    avatar: t.exposeString('avatar', {
      description: 'Link to the picture, 720 pixels wide and high; good for some hours.',
    }),
    avatarLarger: t.exposeString('avatarLarger', {
      description: 'Link to the picture, 1080 pixels wide and high; good for some hours.',
    }),
  }),
});

const followerCount = 'How many follow the account; large numbers are rounded.';
const heartCount = 'How often its videos were liked in all; large numbers are rounded.';
const videoCount = 'How many videos it has.';

const UserStats = builder.objectRef<shapes.UserStats>('ShortvideoUserStats').implement({
  description: 'What a user is counted by.',
  fields: (t) => ({
    followerCount: t.expose('followerCount', { type: 'SafeInt', description: followerCount }),
    followingCount: t.expose('followingCount', {
      type: 'SafeInt',
      description: 'How many accounts the user follows.',
    }),
    heartCount: t.expose('heartCount', { type: 'SafeInt', description: heartCount }),
    videoCount: t.expose('videoCount', { type: 'SafeInt', description: videoCount }),
  }),
});

Profile.implement({
  description: 'A user, and what the user is counted by.',
  fields: (t) => ({
    user: t.expose('user', { type: User, description: 'The user.' }),
    stats: t.expose('stats', { type: UserStats, description: 'What the user is counted by.' }),
  }),
});

const AuthorStats = builder.objectRef<videos.Video['author']['stats']>('ShortvideoAuthorStats').implement({
  description: 'What the author of a video is counted by; 0 where the source does not say it.',
  fields: (t) => ({
    followerCount: t.expose('followerCount', { type: 'SafeInt', description: followerCount }),
    heartCount: t.expose('heartCount', { type: 'SafeInt', description: heartCount }),
    videoCount: t.expose('videoCount', { type: 'SafeInt', description: videoCount }),
  }),
});

const ofAuthor = { username: ({ uniqueId }: videos.Author) => uniqueId };

const UserRef = builder
  .objectRef<videos.Author & Partial<Pick<videos.Video['author'], 'stats'>>>('ShortvideoUserRef')
  .implement({
    description: 'A user, as named beside a video.',
    interfaces: [Account],
    fields: (t) => ({
      stats: t.field({
        type: AuthorStats,
        nullable: true,
        description: 'What the author is counted by; null in the feed.',
        resolve: ({ stats }) => stats,
        ...wire({ present: true }),
      }),
      profile: t.lookup(lookups.user, { type: Profile, from: ofAuthor }),
    }),
  });

const VideoStats = builder.objectRef<videos.Video['stats']>('ShortvideoVideoStats').implement({
  description: 'What a video is counted by; 0 where the source does not say it.',
  fields: (t) => ({
    playCount: t.expose('playCount', { type: 'SafeInt', description: 'How often it was played.' }),
    diggCount: t.expose('diggCount', { type: 'SafeInt', description: 'How often it was liked.' }),
    commentCount: t.expose('commentCount', { type: 'SafeInt', description: 'How many comments it has.' }),
    shareCount: t.expose('shareCount', { type: 'SafeInt', description: 'How often it was shared.' }),
    collectCount: t.expose('collectCount', { type: 'SafeInt', description: 'How often it was saved.' }),
  }),
});

type Posted = Pick<videos.Video, 'id' | 'desc' | 'createTime' | 'stats'> & { readonly author: videos.Author };

const addressOf = ({ id, author }: Posted) => pageOf(id, author.uniqueId);

const downloadUrl = ({ url }: ValuesOf<typeof download.input>) =>
  `/api/shortvideo/download?url=${encodeURIComponent(addressText(url))}`;

const Post = builder.interfaceRef<Posted>('ShortvideoPost').implement({
  description: 'A video that somebody has posted.',
  fields: (t) => ({
    desc: t.exposeString('desc', { description: 'What the author says of it, with its hashtags.' }),
    createTime: t.exposeString('createTime', { description: 'When it was posted, in ISO 8601.' }),
    createdTime: t.typed('createTime', asTime, 'When it was posted.'),
    stats: t.expose('stats', { type: VideoStats, description: 'What it is counted by.' }),
  }),
});

Video.implement({
  ...entity,
  description: 'A video.',
  interfaces: [Post],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the video.' }),
    url: t.string({ description: 'Address of its page.', resolve: addressOf }),
    playUrl: t.exposeString('url', { description: 'Link that plays it; good for a limited time.' }),
    author: t.expose('author', { type: UserRef, description: 'Who posted it.' }),
    download: t.download(download, { url: downloadUrl, from: { url: addressOf } }),
  }),
});

export const FeedItem = builder.objectRef<videos.FeedItem>('ShortvideoFeedItem').implement({
  description: 'A video in the feed.',
  interfaces: [Post],
  fields: (t) => ({
    videoId: t.exposeID('id', { description: 'Id of the video.', ...documentedAsId }),
    url: t.exposeString('url', { description: 'Address of its page.' }),
    playUrl: t.exposeString('playUrl', { description: 'Link that plays it; good for a limited time.' }),
    author: t.expose('author', { type: UserRef, description: 'Who posted it.' }),
    video: t.lookup(videos.video, { type: Video, from: { url: ({ url }) => url } }),
    download: t.download(download, { url: downloadUrl, from: { url: addressOf } }),
  }),
});

const filtersOfFeed = listFilters<videos.FeedItem>(
  'ShortvideoFeedItem',
  {
    minLikes: isAtLeast('The fewest likes.', ({ stats }) => stats.diggCount),
    minPlays: isAtLeast('The fewest plays.', ({ stats }) => stats.playCount),
    author: isAmong('Names of their authors.', ({ author }) => author.uniqueId),
  },
  {
    likes: ({ stats }) => stats.diggCount,
    plays: ({ stats }) => stats.playCount,
    created: ({ createTime }) => createTime,
  },
);

const Feed = builder.objectRef<videos.Feed>('ShortvideoFeed').implement({
  description: 'A page of the feed.',
  interfaces: [PageInterface],
  fields: (t) => ({
    items: t.list('items', {
      type: [FeedItem],
      max: 'page',
      filters: filtersOfFeed,
      description: 'The videos.',
    }),
    cursor: t.exposeInt('cursor', {
      description: '`next` as a number, which REST documents at the end of the list as well.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there is a next page.' }),
    count: t.int({ description: 'How many videos these are.', resolve: ({ items }) => items.length }),
  }),
});

builder.namespace('shortvideo', {
  description: 'Short videos and those who post them.',
  synonyms: {
    '': 'clip dance reel *tiktok *tiktoker *tiktokker vertical',
    account: 'follower video videos',
    feed: 'discover endless explore foryou fyp now page popular random scroll tiktoks trend trending viral',
    song: 'audio music sound tune',
    user: 'avatar bio following heart like nickname private signature tiktoker total verified',
    video: 'caption comment link play save share sound url view watermark',
  },
  fields: (t) => ({
    user: t.lookup(lookups.user, { type: Profile }),
    video: t.lookup(videos.video, { type: Video }),
    feed: t.lookup(videos.feed, { type: Feed }),
    download: t.download(download, { url: downloadUrl }),
  }),
});
