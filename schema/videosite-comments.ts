import type * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { contains, isAtLeast, isSince, listFilters } from './kernel/list-filters.ts';
import { PageInterface } from './kernel/paging.ts';
import { asTime } from './kernel/values.ts';
import { CountedPage } from './videosite-pages.ts';

export const CommentThread = builder.objectRef<videosite.CommentThread>('VideositeCommentThread');

const commentOf = ({ snippet }: videosite.CommentThread) => snippet.topLevelComment.snippet;

export const CommentPage = builder.objectRef<videosite.Comments>('VideositeCommentPage').implement({
  description: 'Comments on a video.',
  interfaces: [PageInterface, CountedPage],
  fields: (t) => ({
    items: t.list('items', {
      type: [CommentThread],
      max: 'page',
      filters: listFilters<videosite.CommentThread>(
        'VideositeCommentThread',
        {
          text: contains('A part of their text or the name of their author.', (thread) => [
            commentOf(thread).textDisplay,
            commentOf(thread).authorDisplayName,
          ]),
          minLikes: isAtLeast('The fewest likes.', (thread) => commentOf(thread).likeCount),
          since: isSince(
            'When they were written, at the earliest.',
            (thread) => commentOf(thread).publishedAt,
          ),
        },
        {
          likes: (thread) => commentOf(thread).likeCount,
          published: (thread) => commentOf(thread).publishedAt,
          replies: ({ snippet }) => snippet.totalReplyCount,
        },
      ),
      description: 'The comments, the newest first.',
    }),
    areDisabled: t.exposeBoolean('areDisabled', {
      description: 'Whether the uploader has turned comments off.',
    }),
  }),
});

type TopLevelComment = videosite.CommentThread['snippet']['topLevelComment'];

const CommentSnippet = builder.objectRef<TopLevelComment['snippet']>('VideositeCommentSnippet').implement({
  description: 'What a comment says.',
  fields: (t) => ({
    textDisplay: t.exposeString('textDisplay', { description: 'Its text, as HTML.' }),
    authorDisplayName: t.exposeString('authorDisplayName', { description: 'Name of who wrote it.' }),
    likeCount: t.exposeInt('likeCount', { description: 'How many like it.' }),
    publishedAt: t.exposeString('publishedAt', {
      nullable: true,
      description: 'When it was written, in ISO 8601; null where the source states no time.',
    }),
    publishedTime: t.typed('publishedAt', asTime, 'When it was written.'),
  }),
});

const Comment = builder.objectRef<TopLevelComment>('VideositeComment').implement({
  ...entity,
  description: 'A comment.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the comment.' }),
    snippet: t.expose('snippet', { type: CommentSnippet, description: 'What it says.' }),
  }),
});

const CommentThreadSnippet = builder
  .objectRef<videosite.CommentThread['snippet']>('VideositeCommentThreadSnippet')
  .implement({
    description: 'A comment and how many answer it.',
    fields: (t) => ({
      videoId: t.exposeID('videoId', { description: 'Id of the video.' }),
      totalReplyCount: t.exposeInt('totalReplyCount', { description: 'How many comments answer it.' }),
      topLevelComment: t.expose('topLevelComment', { type: Comment, description: 'The comment itself.' }),
    }),
  });

CommentThread.implement({
  ...entity,
  description: 'A comment that answers no other, with what answers it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the thread.' }),
    snippet: t.expose('snippet', {
      type: CommentThreadSnippet,
      description: 'The comment and how many answer it.',
    }),
  }),
});
