import * as lookups from '../resolvers/videosite.ts';
import type * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';
import { PageInterface } from './kernel/paging.ts';
import { DataSource } from './kernel/provenance.ts';

export const CountedPage = builder
  .interfaceRef<lookups.Sourced<videosite.Page<unknown>>>('VideositePage')
  .implement({
    description: 'A page of a list, with the number of its items.',
    interfaces: [PageInterface],
    fields: (t) => ({
      count: t.int({ description: 'How many there are in this part.', resolve: ({ items }) => items.length }),
      source: t.field({
        type: DataSource,
        description: 'Where it comes from, and which of its values are derived or approximate.',
        resolve: ({ source }) => source ?? lookups.officialSource,
      }),
    }),
  });

/** Words of callers by the words of descriptions that they stand for. */
export const synonyms = {
  all: 'all complete dump entire everything whole',
  channel: 'vlogger youtuber',
  'channel id': 'founded subscriber',
  comments: 'comment opinion reaction reply write',
  'playlist order': 'content inside item songs videos',
  search: 'about find guide look search tutorial',
  'video id': 'clip duration embedded length like long tag view',
  videos: 'watch',
  videosite: 'youtube',
};
