import { enumKind } from '../../resolvers/kernel/inputs.ts';
import { lookup } from '../../resolvers/kernel/lookup.ts';
import { type Likeness, likenesses, likenessOf, plainTitle } from '../../resolvers/links.ts';
import { findTrack } from '../../resolvers/music.ts';
import type { Recording } from '../../sources/music-types.ts';
import { builder } from '../kernel/builder.ts';
import { TrackRef } from '../music.ts';
import { Track } from '../songid.ts';

interface MusicLink {
  readonly track: Recording;
  readonly matchedBy: Likeness;
}

const MusicLink = builder.objectRef<MusicLink>('SongidMusicLink').implement({
  description: 'The same song in the music group. The two share no ids, so this is a judgement by names.',
  fields: (t) => ({
    track: t.expose('track', { type: TrackRef, description: 'The track, with its album and artists.' }),
    matchedBy: t.field({
      type: builder.enumOf(
        enumKind('SongidLikeness', likenesses, 'What two songs have in common, the surest first.'),
      ),
      description:
        'How it was found: both title and artist agree, the artist alone does, or no more than some words.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
  }),
});

const musicOf = lookup({
  group: findTrack.group,
  summary: 'The same song in the music group, found by title and artist; null when there is none.',
  input: findTrack.input,
  async run(values, context): Promise<MusicLink | null> {
    const track = await findTrack.run(values, context);
    return track && { track, matchedBy: likenessOf(values, track) };
  },
});

builder.objectField(Track, 'music', (t) =>
  t.lookup(musicOf, {
    type: MusicLink,
    from: {
      song: ({ title }) => plainTitle(title),
      artist: ({ subtitle }) => subtitle.trim().slice(0, 256) || null,
    },
  }),
);
