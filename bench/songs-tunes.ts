import { type Arrangement, pieceOf } from '../test/support/song-pieces.ts';
import type { Track } from './songs-music.ts';

/** Known tunes, and other recordings of them, which are not known. */
export interface Rerecorded {
  /** How the others differ. */
  readonly kind: string;
  readonly originals: readonly Track[];
  readonly others: readonly Track[];
}

const pieceCount = 8;
/** The tempo or key of all but the first is beyond the reach of a search. */
const arrangements: readonly Arrangement[] = [
  { tempo: 1, semitones: 0 },
  { tempo: 1.08, semitones: 0 },
  { tempo: 1, semitones: 2 },
  { tempo: 0.9, semitones: -3 },
];

function pieceTrack(seed: number, arrangement?: Arrangement): Track {
  let samples: Int16Array | undefined;
  const render = () => Int16Array.from(pieceOf(seed, 60, arrangement).render(), (sample) => sample * 32_767);
  return {
    name: `piece ${seed}${arrangement ? ` at ${arrangement.tempo}, ${arrangement.semitones}` : ''}`,
    async samples() {
      samples ??= render();
      return samples;
    },
  };
}

const changeOf = ({ tempo, semitones }: Arrangement) =>
  `${tempo === 1 ? '' : `, tempo ${tempo}`}${semitones === 0 ? '' : `, ${Math.abs(semitones)} semitones ${semitones > 0 ? 'higher' : 'lower'}`}`;

/** Synthesised pieces and their arrangements. */
export function rearrangedPieces(): Rerecorded[] {
  const seeds = Array.from({ length: pieceCount }, (_, at) => at + 7_001);
  return arrangements.map((arrangement) => ({
    kind: `synthesised pieces, other instruments${changeOf(arrangement)}`,
    originals: seeds.map((seed) => pieceTrack(seed)),
    others: seeds.map((seed) => pieceTrack(seed, arrangement)),
  }));
}
