import { tones } from '../contract/uploads.ts';
import { Dice } from '../contract/values.ts';
import { type GroupReplays, pick, type Recorded } from './recordings.ts';

/** The documented fields of a response; sections without facts have an empty list. */
const identification = ({ matches, track }: Recorded) => ({
  matched: true,
  matches: matches.map(({ id, offset, timeskew, frequencyskew }: Recorded) => ({
    id,
    offset,
    timeskew,
    frequencyskew,
  })),
  track: {
    ...pick(track, 'title subtitle url'),
    genres: { primary: track.genres.primary },
    sections: track.sections.map(({ type, metadata = [] }: Recorded) => ({ type, metadata })),
  },
});

const replay = (recording: string, expected: (recorded: Recorded) => unknown) => ({
  recording: `${recording}.json`,
  upstream: /^amp\.shazam\.com\/discovery\/v5\/en\/US\/web\/-\/tag\/[0-9A-F-]{36}\/[0-9A-F-]{36}$/,
  request: '/api/songid/identify',
  sends: () => ({ field: 'file', name: 'clip.wav', bytes: tones(new Dice(recording), 4) }),
  expected,
});

export const songid: GroupReplays = {
  group: 'songid',
  replays: [
    replay('recognize-match--1', identification),
    replay('recognize-match--2', identification),
    replay('recognize-no-match--1', () => ({ matched: false, matches: [], track: null })),
  ],
};
