import type { Findings as Model } from '../resolvers/videosite-findings.ts';
import { builder } from './kernel/builder.ts';
import { matchedBy, namedMatch } from './kernel/matched-by.ts';
import { filtersOfResults, SearchResult } from './videosite.ts';

/** Videos about something of another group. */
export const Findings = builder.objectRef<Model>('VideositeFindings').implement({
  description: 'Videos about something that the video site does not know by an id.',
  fields: (t) => ({
    matchedBy: t.field(matchedBy('words')),
    words: t.exposeString('words', { description: 'What was searched for.' }),
    results: t.list('results', {
      type: [SearchResult],
      max: 'page',
      filters: filtersOfResults,
      description: 'The videos, the best match first.',
    }),
  }),
});

/** The channel of something of another group. */
export const ChannelMatch = namedMatch('VideositeChannelMatch', {
  description: 'The channel that has a name as its title; it may be of somebody else of that name.',
  field: 'result',
  type: SearchResult,
  fieldDescription: 'What the search found, which leads to the channel.',
});
