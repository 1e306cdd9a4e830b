import * as lookups from '../resolvers/photosocial.ts';
import type * as people from '../sources/photosocial.ts';
import { pageOf } from '../sources/photosocial-addresses.ts';
import type * as media from '../sources/photosocial-decode.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { contains, isAtLeast, isSince, isSo, listFilters } from './kernel/list-filters.ts';
import { asTime } from './kernel/values.ts';
import { asNumber, documentedAsId } from './kernel/wire.ts';

export const User = builder.objectRef<people.User>('PhotosocialUser');
const UserRef = builder.objectRef<media.Author>('PhotosocialUserRef');
const Story = builder.objectRef<media.Story>('PhotosocialStory');
const Highlight = builder.objectRef<media.Highlight>('PhotosocialHighlight');
export const Post = builder.objectRef<media.Post>('PhotosocialPost');
const Comment = builder.objectRef<media.Comment>('PhotosocialComment');

type Taken = Pick<media.Story, 'mediaType' | 'takenAt'>;
const filtersOfMedia = {
  isVideo: isSo('Whether they are videos.', ({ mediaType }: Taken) => mediaType === 2),
  since: isSince('When they were shared, at the earliest.', ({ takenAt }: Taken) => takenAt),
};
const orders = { taken: ({ takenAt }: Taken) => takenAt };
const filtersOfStories = listFilters<media.Story>('PhotosocialStory', filtersOfMedia, orders);
const filtersOfPosts = listFilters<media.Post>(
  'PhotosocialPost',
  { ...filtersOfMedia, minLikes: isAtLeast('The fewest likes.', ({ likeCount }) => likeCount) },
  {
    ...orders,
    likes: ({ likeCount }) => likeCount,
    comments: ({ commentCount }) => commentCount,
    plays: ({ playCount }) => playCount,
  },
);
const filtersOfComments = listFilters<media.Comment>(
  'PhotosocialComment',
  {
    text: contains('A part of their text or the name of their author.', ({ text, author }) => [
      text,
      author.username,
    ]),
    since: isSince('When they were written, at the earliest.', ({ createdAt }) => createdAt),
  },
  { created: ({ createdAt }) => createdAt },
);

const BioLink = builder.objectRef<people.BioLink>('PhotosocialBioLink').implement({
  description: 'A link in a profile.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the user calls it; empty when nothing.' }),
    url: t.exposeString('url', { description: 'Where it leads.' }),
  }),
});

const ofUser = { username: (user: { readonly username: string }) => user.username };

User.implement({
  ...entity,
  description: 'A user with a profile.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Number of the user, which stays.' }),
    username: t.exposeString('username', { description: 'Name of the user.' }),
    fullName: t.exposeString('fullName', { description: 'Name to be shown; empty when there is none.' }),
    biography: t.exposeString('biography', { description: 'What they say of themselves.' }),
    profilePic: t.exposeString('profilePic', {
      description: 'Address of their picture, which expires within days.',
    }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether what they share is shown to their followers alone.',
    }),
    isVerified: t.exposeBoolean('isVerified', { description: 'Whether they bear the mark of verification.' }),
    isBusiness: t.exposeBoolean('isBusiness', {
      nullable: true,
      description: 'Whether the account is a business; null where it is not said.',
    }),
    followers: t.expose('followers', { type: 'SafeInt', description: 'Number of followers.' }),
    following: t.expose('following', { type: 'SafeInt', description: 'Number of accounts they follow.' }),
    postCount: t.expose('posts', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of posts; null where it is not said.',
    }),
    externalUrl: t.exposeString('externalUrl', { description: 'Their website; empty without one.' }),
    accountType: t.exposeInt('accountType', {
      nullable: true,
      description: '1 personal, 2 creator, 3 business; null where it is not said.',
    }),
    bioLinks: t.list('bioLinks', { type: [BioLink], max: 20, description: 'Links in their profile.' }),
    stories: t.lookup(lookups.stories, { type: [Story], filters: filtersOfStories, from: ofUser }),
    highlights: t.lookup(lookups.highlights, { type: [Highlight], from: ofUser }),
    posts: t.lookup(lookups.userPosts, { type: [Post], filters: filtersOfPosts, from: ofUser }),
    reels: t.lookup(lookups.userReels, { type: [Post], filters: filtersOfPosts, from: ofUser }),
  }),
});

UserRef.implement({
  description: 'Who shared or wrote something, as far as it says so itself.',
  fields: (t) => ({
    pk: t.exposeID('pk', { description: 'Number of the user, which stays.', ...asNumber }),
    username: t.exposeString('username', { description: 'Name of the user.' }),
    fullName: t.exposeString('fullName', { description: 'Name to be shown; empty where it is not said.' }),
    profilePic: t.exposeString('profilePic', {
      description: 'Address of their picture, which expires within days.',
    }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether what they share is shown to their followers alone.',
    }),
    isVerified: t.exposeBoolean('isVerified', {
      nullable: true,
      description: 'Whether they bear the mark of verification; null where it is not said.',
    }),
    user: t.lookup(lookups.user, { type: User, from: ofUser }),
  }),
});

const mediaType = '1 is an image, 2 a video.';

Story.implement({
  ...entity,
  description: 'A picture or video that is shown for a day, or kept in a highlight.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Number of the story.', ...asNumber }),
    mediaType: t.exposeInt('mediaType', { description: mediaType }),
    takenAt: t.exposeString('takenAt', { description: 'When it was shared, in ISO 8601.' }),
    takenTime: t.typed('takenAt', asTime, 'When it was shared.'),
    imageUrl: t.exposeString('imageUrl', {
      description: 'Address of the picture, or of one of the video; it expires within days.',
    }),
    videoUrl: t.exposeString('videoUrl', {
      nullable: true,
      description: 'Address of the video; null for images.',
    }),
    videoDuration: t.exposeFloat('videoDuration', { description: 'Length in seconds; 0 for images.' }),
    author: t.expose('author', { type: UserRef, description: 'Who shared it.' }),
  }),
});

Highlight.implement({
  ...entity,
  description: 'A group of stories that a user keeps in the profile.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Number of the highlight.', ...asNumber }),
    title: t.exposeString('title', { description: 'What the user calls it.' }),
    createdAt: t.exposeString('createdAt', {
      nullable: true,
      description: 'When it was made, in ISO 8601; null where it is not said.',
    }),
    createdTime: t.typed('createdAt', asTime, 'When it was made.'),
    isPinned: t.exposeBoolean('isPinned', {
      nullable: true,
      description: 'Whether it is put before the others; null where it is not said.',
    }),
    mediaCount: t.expose('mediaCount', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of stories in it; null where it is not said.',
    }),
    coverUrl: t.exposeString('coverUrl', { description: 'Address of its cover; it expires within days.' }),
    stories: t.lookup(lookups.highlightStories, {
      type: [Story],
      filters: filtersOfStories,
      from: { id: (highlight) => highlight.id },
    }),
  }),
});

Post.implement({
  description: 'A post: a picture, a video, or several of them.',
  fields: (t) => ({
    pk: t.exposeID('pk', { description: 'Number of the post.', ...asNumber }),
    mediaId: t.exposeID('id', {
      description: "That number and the author's, with _ between them.",
      ...documentedAsId,
    }),
    code: t.exposeString('code', { description: 'Shortcode, as it stands in the address.' }),
    mediaType: t.exposeInt('mediaType', { description: `${mediaType} Of several, what the first is.` }),
    takenAt: t.exposeString('takenAt', { description: 'When it was shared, in ISO 8601.' }),
    takenTime: t.typed('takenAt', asTime, 'When it was shared.'),
    likeCount: t.expose('likeCount', {
      type: 'SafeInt',
      description: 'Number of likes; 0 where they are hidden.',
    }),
    commentCount: t.expose('commentCount', { type: 'SafeInt', description: 'Number of comments.' }),
    playCount: t.expose('playCount', {
      type: 'SafeInt',
      description: 'How often the video was played; 0 for images.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Its title; null without one.' }),
    thumbnailUrl: t.exposeString('thumbnailUrl', {
      description: 'Address of its first picture, or of one of its video; it expires within days.',
    }),
    videoUrl: t.exposeString('videoUrl', {
      nullable: true,
      description: 'Address of its first video; null without any.',
    }),
    videoDuration: t.exposeFloat('videoDuration', {
      description: 'Length in seconds; 0 for images, and where it is not said.',
    }),
    imageUrls: t.exposeStringList('imageUrls', {
      description: 'Addresses of all its pictures, those of its videos included, in their order.',
    }),
    author: t.expose('author', { type: UserRef, description: 'Who shared it.' }),
    comments: t.lookup(lookups.comments, {
      type: [Comment],
      filters: filtersOfComments,
      from: { url: (post) => pageOf(post.code) },
    }),
  }),
});

Comment.implement({
  description: 'A comment on a post.',
  fields: (t) => ({
    pk: t.exposeID('pk', { description: 'Number of the comment.', ...asNumber }),
    text: t.exposeString('text', { description: 'What it says; empty without any text.' }),
    createdAt: t.exposeString('createdAt', { description: 'When it was written, in ISO 8601.' }),
    createdTime: t.typed('createdAt', asTime, 'When it was written.'),
    author: t.expose('author', { type: UserRef, description: 'Who wrote it.' }),
  }),
});

builder.namespace('photosocial', {
  description: 'Users of a network of pictures, and what they share.',
  synonyms: {
    '': '*ig *insta *instagram *instagrammer photo',
    account: 'follower photo photos picture pictures',
    comments: 'below beneath reaction reply respond said say saying under underneath write wrote',
    highlights: 'cover kept permanent pinned saved story',
    post: 'caption carousel image img like likes media photo photograph picture play reel reels selfie shortcode video view',
    profile: 'bio business external follow follower following link private user verified website',
    'day stories':
      '24 active current day disappear disappearing ephemeral expire hour now stories story temporary today',
    user: 'instagrammer model photographer',
  },
  fields: (t) => ({
    user: t.lookup(lookups.user, { type: User }),
    stories: t.lookup(lookups.stories, { type: [Story], filters: filtersOfStories }),
    highlights: t.lookup(lookups.highlights, { type: [Highlight] }),
    highlightStories: t.lookup(lookups.highlightStories, { type: [Story], filters: filtersOfStories }),
    post: t.lookup(lookups.post, { type: Post }),
    comments: t.lookup(lookups.comments, { type: [Comment], filters: filtersOfComments }),
    userPosts: t.lookup(lookups.userPosts, { type: [Post], filters: filtersOfPosts }),
    userReels: t.lookup(lookups.userReels, { type: [Post], filters: filtersOfPosts }),
  }),
});
