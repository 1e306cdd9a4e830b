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
  '': '*youtube *youtuber *yt',
  account: 'channel subscriber subscribers upload uploaded uploads video videos vlog',
  all: 'all complete dump entire everything export full snapshot whole',
  channel: 'vlogger youtuber',
  'channel id':
    'about country created founded hidden started statistics stats sub subs subscriber total view',
  comments: 'comment discussion opinion reaction reply say saying thread under write wrote',
  'playlist order': 'contain contained content inside item list videos',
  'playlists channel': 'curated made',
  search: 'about find guide keyword look newest recent results search trending tutorial upload uploaded',
  'video id':
    'caption category definition duration embed embeddable embedded hd id kid kids length like liked likes long made minutes much stat statistics tag tags view viewed views',
  videos: 'clip footage highlight recap video watch',
};
