import { frameOf, maximaOf, moved, nearby, packed, strongest } from './landmarks.ts';
import { frameSeconds, framesPerWindow, meansAround, spectrogramOf } from './spectrogram.ts';
import type { Sound } from './types.ts';

/** Raised with each change of the peaks below: fingerprints of different versions cannot be compared. */
export const fingerprintVersion = 1;

/** The most peaks of a song in each band and second, and the least by which they exceed their surroundings. */
const perBand = 4;
const leastProminence = 2.5;

/** A song is decoded in slices, so that memory does not depend on its length. */
const pieceFrames = 31 * 31;
/** The margin on both sides of a slice: peaks near its edges depend on the samples beyond. */
const marginFrames = 12;

/** The peaks of one channel at 16 kHz, in order of time. */
export function peaksOf(samples: Float32Array): Uint32Array {
  const sound = spectrogramOf(samples);
  const maxima = maximaOf(sound, meansAround(sound, nearby), nearby, leastProminence);
  return packed(strongest(maxima, perBand));
}

/** The peaks of a recording. `onProgress` receives the finished share, from 0 to 1. */
export async function fingerprintOf(
  sound: Sound,
  onProgress?: (share: number) => void,
): Promise<Uint32Array> {
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
    onProgress?.(Math.min(1, (first + pieceFrames) / frameCount));
  }
  return Uint32Array.from(peaks);
}
