import { wordsOf } from '../../resolvers/links.ts';
import { videosAbout } from '../../resolvers/videosite-findings.ts';
import { builder } from '../kernel/builder.ts';
import { Scoreboard, Soccer } from '../sports.ts';
import { Findings } from '../videosite-findings.ts';

const ofLeague = { ...videosAbout, summary: 'The videos that a search for the name of the league finds.' };

builder.objectField(Scoreboard, 'videos', (t) =>
  t.lookup(ofLeague, {
    type: Findings,
    from: { words: ({ leagueName }) => wordsOf(leagueName, 'highlights') },
  }),
);
builder.objectField(Soccer, 'videos', (t) =>
  t.lookup(ofLeague, {
    type: Findings,
    // A list of all leagues has no name.
    from: { words: ({ leagueName }) => (leagueName === 'all' ? null : wordsOf(leagueName, 'highlights')) },
  }),
);
