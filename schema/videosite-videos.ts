import type * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';
import { asTime, asWhole } from './kernel/values.ts';

const Thumbnail = builder.objectRef<videosite.Thumbnail>('VideositeThumbnail').implement({
  description: 'A picture.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Its address.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels.' }),
  }),
});

export const Thumbnails = builder.objectRef<videosite.Thumbnails>('VideositeThumbnails').implement({
  description: 'A picture in several sizes.',
  fields: (t) => ({
    default: t.expose('default', { type: Thumbnail, nullable: true, description: 'The small one.' }),
    high: t.expose('high', { type: Thumbnail, nullable: true, description: 'A large one.' }),
  }),
});

export const VideoSnippet = builder.objectRef<videosite.Video['snippet']>('VideositeVideoSnippet').implement({
  description: 'What is said of a video.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'What it shows; may be empty.' }),
    channelId: t.exposeID('channelId', { description: 'Id of the channel that it belongs to.' }),
    channelTitle: t.exposeString('channelTitle', { description: 'Name of that channel.' }),
    publishedAt: t.exposeString('publishedAt', {
      nullable: true,
      description: 'When it was published, in ISO 8601; null where the source states no time.',
    }),
    publishedTime: t.typed('publishedAt', asTime, 'When it was published.'),
    tags: t.exposeStringList('tags', { description: 'Words that the uploader put on it.' }),
    categoryId: t.exposeID('categoryId', { nullable: true, description: 'Number of its category.' }),
    thumbnails: t.expose('thumbnails', { type: Thumbnails, description: 'A picture of it.' }),
  }),
});

export const VideoStatistics = builder
  .objectRef<videosite.Video['statistics']>('VideositeVideoStatistics')
  .implement({
    description: 'Counts of a video, in digits.',
    fields: (t) => ({
      viewCount: t.exposeString('viewCount', {
        nullable: true,
        description: 'How often it was watched; null when that is hidden.',
      }),
      views: t.typed('viewCount', asWhole, 'How often it was watched; null when that is hidden.'),
      likeCount: t.exposeString('likeCount', {
        nullable: true,
        description: 'How many like it; null when that is hidden.',
      }),
      likes: t.typed('likeCount', asWhole, 'How many like it; null when that is hidden.'),
      commentCount: t.exposeString('commentCount', {
        nullable: true,
        description: 'How many comments it has; null when they are turned off.',
      }),
      comments: t.typed('commentCount', asWhole, 'How many comments it has; null when they are turned off.'),
    }),
  });

export const VideoContent = builder
  .objectRef<videosite.Video['contentDetails']>('VideositeVideoContent')
  .implement({
    description: 'What a video is made of.',
    fields: (t) => ({
      duration: t.exposeString('duration', {
        nullable: true,
        description: 'Its length as an ISO 8601 duration, such as PT21M7S; P0D while it is live.',
      }),
      definition: t.exposeString('definition', { nullable: true, description: 'hd or sd.' }),
      caption: t.exposeString('caption', {
        nullable: true,
        description: 'Whether it has captions: true or false.',
      }),
    }),
  });

export const VideoStatus = builder.objectRef<videosite.Video['status']>('VideositeVideoStatus').implement({
  description: 'Who may watch a video, and where.',
  fields: (t) => ({
    privacyStatus: t.exposeString('privacyStatus', { nullable: true, description: 'public or unlisted.' }),
    embeddable: t.exposeBoolean('embeddable', {
      nullable: true,
      description: 'Whether other sites may show it.',
    }),
    madeForKids: t.exposeBoolean('madeForKids', {
      nullable: true,
      description: 'Whether it is made for children.',
    }),
  }),
});
