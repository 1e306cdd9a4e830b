import { plainTitle, wordsOf } from '../../resolvers/links.ts';
import { videosAbout } from '../../resolvers/videosite-findings.ts';
import { builder } from '../kernel/builder.ts';
import { Track } from '../songid.ts';
import { Findings } from '../videosite-findings.ts';

builder.objectField(Track, 'videos', (t) =>
  t.lookup(videosAbout, {
    type: Findings,
    from: { words: ({ title, subtitle }) => wordsOf(plainTitle(title), subtitle) },
  }),
);
