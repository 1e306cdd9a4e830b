import { enumKind } from '../resolvers/kernel/inputs.ts';
import * as lookups from '../resolvers/microblog.ts';
import type * as microblog from '../sources/microblog.ts';
import { builder } from './kernel/builder.ts';
import { isAmong, isAtLeast, isOneOf, isSince, isSo, listFilters } from './kernel/list-filters.ts';
import { asTime, timeOfText } from './kernel/values.ts';
import { asNumber, documentedAsNumber } from './kernel/wire.ts';

const postKind = enumKind('MicroblogPostKind', ['post', 'quote', 'repost'], 'What kind a post is.');
const kindOf = ({ isReshared, isQuote }: microblog.Post) =>
  isReshared ? 'repost' : isQuote ? 'quote' : 'post';

export const User = builder.objectRef<microblog.User>('MicroblogUser');
const UserRef = builder.objectRef<microblog.Author>('MicroblogUserRef');
export const Post = builder.objectRef<microblog.Post>('MicroblogPost');

const filtersOfPosts = listFilters<microblog.Post>(
  'MicroblogPost',
  {
    kind: isOneOf('What kind they are.', postKind, kindOf),
    language: isAmong('Their languages, such as en.', ({ lang }) => lang),
    hasMedia: isSo('Whether they have pictures or videos.', ({ media }) => media.length > 0),
    minLikes: isAtLeast('The fewest likes.', ({ likes }) => likes),
    since: isSince('When they were posted, or reposted, at the earliest.', ({ createdAt }) => createdAt),
  },
  {
    created: ({ createdAt }) => timeOfText(createdAt),
    likes: ({ likes }) => likes,
    reshares: ({ reshares }) => reshares,
    views: ({ views }) => views,
  },
);

const numberOfUser = 'Number of the user, which stays.';

const Account = builder.interfaceRef<microblog.Author>('MicroblogAccount').implement({
  description: 'What stands of a user wherever a post is shown.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Name of the user, without @.' }),
    displayName: t.exposeString('displayName', { description: 'Name to be shown.' }),
    avatarUrl: t.exposeString('avatar', { description: 'Address of their picture.' }),
    isVerified: t.exposeBoolean('isVerified', { description: 'Whether they bear a mark of verification.' }),
    posts: t.lookup(lookups.userPosts, {
      type: [Post],
      filters: filtersOfPosts,
      from: { username: (account) => account.username },
    }),
  }),
});

UserRef.implement({
  description: 'A user, as named beside a post.',
  interfaces: [Account],
  fields: (t) => ({
    userId: t.exposeID('id', { description: numberOfUser, ...documentedAsNumber }),
    user: t.lookup(lookups.user, { type: User, from: { username: (author) => author.username } }),
  }),
});

const Link = builder.objectRef<microblog.Link>('MicroblogLink').implement({
  description: 'An address in a profile.',
  fields: (t) => ({
    displayUrl: t.exposeString('displayUrl', { description: 'How it is shown.' }),
    expandedUrl: t.exposeString('expandedUrl', { description: 'Where it leads.' }),
    url: t.exposeString('url', { description: 'Its shortened form.' }),
  }),
});

User.implement({
  description: 'A user with a profile.',
  interfaces: [Account],
  fields: (t) => ({
    id: t.exposeID('id', { description: numberOfUser, ...asNumber }),
    banner: t.exposeString('banner', { nullable: true, description: 'Address of the picture on top.' }),
    bio: t.exposeString('bio', { description: 'What they say of themselves.' }),
    location: t.exposeString('location', { description: 'Where they are, in their words.' }),
    verifiedType: t.exposeString('verifiedType', {
      nullable: true,
      description: 'Kind of the mark, such as Blue, Business or Government; null without one.',
    }),
    isProtected: t.exposeBoolean('isProtected', {
      description: 'Whether their posts are shown to their followers alone.',
    }),
    createdAt: t.exposeString('createdAt', { description: 'When the account was made, in ISO 8601.' }),
    createdTime: t.typed('createdAt', asTime, 'When the account was made.'),
    followers: t.expose('followers', { type: 'SafeInt', description: 'Number of followers.' }),
    following: t.expose('following', { type: 'SafeInt', description: 'Number of accounts they follow.' }),
    mediaPosts: t.expose('mediaPosts', {
      type: 'SafeInt',
      description: 'Number of posts with pictures or videos.',
    }),
    likedPosts: t.expose('likedPosts', { type: 'SafeInt', description: 'Number of posts they like.' }),
    messages: t.expose('messages', { type: 'SafeInt', description: 'Number of posts they wrote.' }),
    pinnedIds: t.exposeStringList('pinnedIds', {
      nullable: true,
      description: 'Ids of the posts they put on top; null without any.',
    }),
    links: t.list(({ websiteLinks, bioLinks }) => [...websiteLinks, ...bioLinks], {
      type: [Link],
      max: 20,
      description: 'Addresses in their profile.',
    }),
    website: t.exposeString('website', {
      description: 'Their website, in its shortened form; empty without one.',
    }),
    pinnedPosts: t.lookup(lookups.posts, { type: [Post, null], from: { ids: (user) => user.pinnedIds } }),
  }),
});

const Media = builder.objectRef<microblog.Media>('MicroblogMedia').implement({
  description: 'A picture or video in a post.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'photo, video or animated_gif.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'Address of the picture, or of one of the video.' }),
    videoUrl: t.exposeString('videoUrl', {
      nullable: true,
      description: 'Address of the video in its best quality; null for pictures.',
    }),
  }),
});

Post.implement({
  description: 'A post. A repost is shown as the original, with its author and counters.',
  fields: (t) => ({
    postId: t.exposeID('id', { description: 'Number of the post.', ...documentedAsNumber }),
    text: t.exposeString('text', { description: 'The whole text.' }),
    author: t.expose('author', { type: UserRef, description: 'Who wrote it.' }),
    lang: t.exposeString('lang', { description: 'Its language, as the source takes it, such as en.' }),
    likes: t.expose('likes', { type: 'SafeInt', description: 'Number of likes.' }),
    replies: t.expose('replies', { type: 'SafeInt', description: 'Number of replies.' }),
    reshares: t.expose('reshares', { type: 'SafeInt', description: 'Number of reposts.' }),
    quotes: t.expose('quotes', { type: 'SafeInt', description: 'Number of posts that quote it.' }),
    views: t.expose('views', {
      type: 'SafeInt',
      description: 'How often it was seen; 0 where nobody counts.',
    }),
    bookmarks: t.expose('bookmarks', { type: 'SafeInt', description: 'Number of bookmarks.' }),
    isReshared: t.exposeBoolean('isReshared', {
      description: 'Whether it is shown because it was reposted.',
    }),
    createdAt: t.exposeString('createdAt', {
      description: 'When it was posted, or reposted, in ISO 8601.',
    }),
    createdTime: t.typed('createdAt', asTime, 'When it was posted, or reposted.'),
    isQuote: t.exposeBoolean('isQuote', { description: 'Whether it quotes another post.' }),
    quoteUrl: t.exposeString('quoteUrl', { nullable: true, description: 'Address of the quoted post.' }),
    hashtags: t.exposeStringList('hashtags', { description: 'Hashtags in it, without #.' }),
    mentions: t.exposeStringList('mentions', { description: 'Names of the users in it, without @.' }),
    media: t.list('media', { type: [Media], max: 20, description: 'Its pictures and videos.' }),
    quoted: t.lookup(lookups.postById, { type: Post, from: { id: (post) => post.quotedId } }),
    reposted: t.lookup(lookups.postById, {
      type: Post,
      from: { id: (post) => (post.isReshared ? post.id : null) },
    }),
  }),
});

builder.namespace('microblog', {
  description: 'Users of a microblog, and what they post.',
  synonyms: {
    '': '*tweet tweeted tweeter tweeting *tweets *twitter *x',
    account: 'handle post posts say says timeline write',
    post: 'tweet',
    'post address':
      'bookmark id image impression like likes media quote quoted reply repost reshare retweet single text thread view',
    'posts newest':
      'feed lately latest message messages post posted posting recent said say saying timeline tweeted tweeting tweets write writes wrote',
    user: 'tweeter',
    'user name':
      'avatar banner bio blue checkmark created follow follower following handle joined location mark pinned username verification verified',
  },
  fields: (t) => ({
    user: t.lookup(lookups.user, { type: User }),
    userById: t.lookup(lookups.userById, { type: User }),
    users: t.lookup(lookups.users, { type: [User, null] }),
    usersById: t.lookup(lookups.usersById, { type: [User, null] }),
    post: t.lookup(lookups.post, { type: Post }),
    postById: t.lookup(lookups.postById, { type: Post }),
    posts: t.lookup(lookups.posts, { type: [Post, null] }),
    userPosts: t.lookup(lookups.userPosts, { type: [Post], filters: filtersOfPosts }),
  }),
});
