import * as lookups from '../resolvers/clips.ts';
import type { ListPage } from '../resolvers/kernel/paging.ts';
import type * as clips from '../sources/clips.ts';
import { builder } from './kernel/builder.ts';
import { contains, isAmong, isAtLeast, isSo, listFilters } from './kernel/list-filters.ts';
import { PageInterface } from './kernel/paging.ts';
import { asTimeOfMs } from './kernel/values.ts';

export const Clip = builder.objectRef<clips.Clip>('ClipsClip');
export const Category = builder.objectRef<clips.Category>('ClipsCategory');

const filtersOfClips = listFilters<clips.Clip>(
  'ClipsClip',
  {
    categoryId: isAmong('Ids of their games.', ({ categoryId }) => categoryId),
    minLikes: isAtLeast('The fewest likes.', ({ contentLikes }) => contentLikes),
    minViews: isAtLeast('The fewest views.', ({ contentViews }) => contentViews),
    title: contains('A part of their title.', ({ contentTitle }) => [contentTitle]),
  },
  {
    likes: ({ contentLikes }) => contentLikes,
    views: ({ contentViews }) => contentViews,
    created: ({ createdTimestamp }) => createdTimestamp,
    length: ({ videoLengthSeconds }) => videoLengthSeconds,
  },
);

export const ClipPage = builder.objectRef<ListPage<clips.Clip>>('ClipsClipPage').implement({
  description: 'A page of a list of clips.',
  interfaces: [PageInterface],
  fields: (t) => ({
    items: t.list('items', { type: [Clip], max: 'page', filters: filtersOfClips, description: 'The clips.' }),
  }),
});

const forRights = 'not_authorized unless the source lets us have it.';

Clip.implement({
  description: 'A short recording of a game.',
  fields: (t) => ({
    contentId: t.exposeID('contentId', { description: 'Id of the clip, such as cid37920939.' }),
    contentTitle: t.exposeString('contentTitle', { description: 'Its title.' }),
    contentViews: t.expose('contentViews', { type: 'SafeInt', description: 'How often it was watched.' }),
    contentLikes: t.expose('contentLikes', { type: 'SafeInt', description: 'How often it was liked.' }),
    contentThumbnail: t.exposeString('contentThumbnail', {
      description: 'Address of a still picture; empty for clips that have none.',
    }),
    categoryId: t.exposeID('categoryId', { description: 'Id of its game; empty when it has none.' }),
    category: t.lookup(lookups.category, {
      type: Category,
      from: { categoryId: (clip) => clip.categoryId || null },
    }),
    videoLengthSeconds: t.exposeFloat('videoLengthSeconds', { description: 'How long it is, in seconds.' }),
    createdTimestamp: t.expose('createdTimestamp', {
      type: 'SafeInt',
      description: 'When it was made, in Unix milliseconds.',
    }),
    createdTime: t.typed('createdTimestamp', asTimeOfMs, 'When it was made.'),
    directClipUrl: t.exposeString('directClipUrl', { description: 'Address of its page.' }),
    embedIframeCode: t.exposeString('embedIframeCode', {
      description: 'HTML of a frame that shows it. It is foreign text: check it before it is put on a page.',
    }),
    credits: t.exposeString('credits', { description: 'Who made it, in words to be shown with it.' }),
    rawFileUrl: t.exposeString('rawFileUrl', { description: `Address of the video file; ${forRights}` }),
    rawFileUrlLowRes: t.exposeString('rawFileUrlLowRes', {
      description: `Address of a smaller video file; ${forRights}`,
    }),
    unbrandedFileUrl: t.exposeString('unbrandedFileUrl', {
      description: `Address of the video file without a watermark; ${forRights}`,
    }),
  }),
});

const ofCategory = { categoryId: (category: clips.Category) => category.categoryId };

Category.implement({
  description: 'A game, or what else clips are filed under.',
  fields: (t) => ({
    categoryId: t.exposeID('categoryId', { description: 'Its id.' }),
    categoryName: t.exposeString('categoryName', { nullable: true, description: 'Its name.' }),
    alternativeName: t.exposeString('alternativeName', {
      nullable: true,
      description: 'Another name of it.',
    }),
    slug: t.exposeString('slug', { nullable: true, description: 'Its name as it stands in addresses.' }),
    publishedClipCount: t.expose('publishedClipCount', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of clips of it.',
    }),
    activeSessions: t.expose('activeSessions', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of people who play it now.',
    }),
    coverPhoto: t.exposeString('coverPhoto', { nullable: true, description: 'Address of its picture.' }),
    isGame: t.exposeBoolean('isGame', { nullable: true, description: 'Whether it is a game.' }),
    trending: t.lookup(lookups.trending, { type: ClipPage, from: ofCategory }),
    latest: t.lookup(lookups.latest, { type: ClipPage, from: ofCategory }),
  }),
});

builder.namespace('clips', {
  description: 'Short recordings of games: trending, newest, and found by words.',
  synonyms: {
    '': 'gameplay gaming *medal montage short tv',
    categories: 'categories category every filter games ids list supported',
    'category match': 'clip clips',
    latest: 'fresh just new uploaded user',
    search: 'about ace contain containing find hashtag headshot keyword match tag tagged word',
    trending: 'best hot most popular top viewed viral',
  },
  fields: (t) => ({
    trending: t.lookup(lookups.trending, { type: ClipPage }),
    latest: t.lookup(lookups.latest, { type: ClipPage }),
    search: t.lookup(lookups.search, { type: ClipPage }),
    categories: t.lookup(lookups.categories, {
      type: [Category],
      filters: listFilters<clips.Category>(
        'ClipsCategory',
        {
          name: contains('A part of one of their names.', (category) => [
            category.categoryName,
            category.alternativeName,
          ]),
          isGame: isSo('Whether they are games.', (category) => category.isGame),
        },
        {
          name: ({ categoryName }) => categoryName,
          clips: ({ publishedClipCount }) => publishedClipCount,
          sessions: ({ activeSessions }) => activeSessions,
        },
      ),
    }),
    category: t.lookup(lookups.category, { type: Category }),
  }),
});
