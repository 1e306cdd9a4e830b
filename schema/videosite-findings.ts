import type { Findings as Model } from '../resolvers/videosite-findings.ts';
import type * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';
import { matchedBy } from './kernel/matched-by.ts';
import { SearchResult } from './videosite.ts';

/** Videos about something of another group. */
export const Findings = builder.objectRef<Model>('VideositeFindings').implement({
  description: 'Videos about something that the video site does not know by an id.',
  fields: (t) => ({
    matchedBy: t.field(matchedBy('words')),
    words: t.exposeString('words', { description: 'What was searched for.' }),
    results: t.list('results', {
      type: [SearchResult],
      max: 'page',
      description: 'The videos, the best match first.',
    }),
  }),
});

/** The channel of something of another group. */
export const ChannelMatch = builder.objectRef<videosite.SearchResult>('VideositeChannelMatch').implement({
  description: 'The channel that has a name as its title; it may be of somebody else of that name.',
  fields: (t) => ({
    matchedBy: t.field(matchedBy('name')),
    result: t.field({
      type: SearchResult,
      description: 'What the search found, which leads to the channel.',
      resolve: (found) => found,
    }),
  }),
});
