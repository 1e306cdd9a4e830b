import { frameOf, maximaOf, meanAround, moved, nearby, packed, strongest } from './landmarks.ts';
import { frameSeconds, framesPerWindow, hop, spectrogramOf } from './spectrogram.ts';
import type { Sound } from './types.ts';

/** Raised with each change of the peaks below: fingerprints of different versions cannot be compared. */
export const fingerprintVersion = 1;

/** The most peaks of a song in each band and second, and the least by which they exceed their surroundings. */
const perBand = 4;
const leastProminence = 2.5;

/** The frames of a slice: a song is decoded in slices, so that memory does not depend on its length. */
export const pieceFrames = 31 * 31;
/** The margin on both sides of a slice: peaks near its edges depend on the samples beyond. */
const marginFrames = 12;

/** The peaks of one channel at 16 kHz, in order of time. */
export function peaksOf(samples: Float32Array): Uint32Array {
  const sound = spectrogramOf(samples);
  const meanAt = (frame: number, bin: number) => meanAround(sound, frame, bin, nearby);
  const maxima = maximaOf(sound, meanAt, nearby, leastProminence);
  return packed(strongest(maxima, perBand));
}

/** A slice of a recording whose peaks are found. */
export interface Piece {
  readonly firstFrame: number;
  /** From the first frame on, with those after `pieceFrames` that its peaks depend on. */
  readonly samples: Float32Array;
  /** The share of the recording that is finished, from 0 to 1. */
  readonly share: number;
}

/** The peaks of a recording, which is decoded once: `onPiece` receives each slice. */
export async function fingerprintOf(sound: Sound, onPiece?: (piece: Piece) => void): Promise<Uint32Array> {
  const peaks: number[] = [];
  const frameCount = Math.ceil(sound.durationSeconds / frameSeconds);
  for (let first = 0; first < frameCount; first += pieceFrames) {
    const from = Math.max(0, first - marginFrames);
    const to = first + pieceFrames + marginFrames + framesPerWindow;
    const samples = await sound.slice(from * frameSeconds, to * frameSeconds);
    for (const peak of peaksOf(samples)) {
      const frame = frameOf(peak) + from;
      if (frame >= first && frame < first + pieceFrames) peaks.push(moved(peak, from));
    }
    onPiece?.({
      firstFrame: first,
      samples: samples.subarray((first - from) * hop),
      share: Math.min(1, (first + pieceFrames) / frameCount),
    });
  }
  return Uint32Array.from(peaks);
}
