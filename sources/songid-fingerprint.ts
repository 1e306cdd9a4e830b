import { density, frameOf, frameSeconds, moved, peaksOf } from './songid-landmarks.ts';
import type { Sound } from './songid-types.ts';

/** A song is decoded in slices, so that memory does not depend on its length. */
const pieceFrames = 960;
/** The margin on both sides of a slice: peaks near its edges depend on the samples beyond. */
const marginFrames = 12;

/** The peaks of a recording. `onProgress` receives the finished share, from 0 to 1. */
export async function fingerprintOf(
  sound: Sound,
  onProgress?: (share: number) => void,
): Promise<Uint32Array> {
  const peaks: number[] = [];
  const frameCount = Math.ceil(sound.durationSeconds / frameSeconds);
  for (let first = 0; first < frameCount; first += pieceFrames) {
    const from = Math.max(0, first - marginFrames);
    const to = first + pieceFrames + marginFrames + 4;
    const samples = await sound.slice(from * frameSeconds, to * frameSeconds);
    for (const peak of peaksOf(samples, density.song)) {
      const frame = frameOf(peak) + from;
      if (frame >= first && frame < first + pieceFrames) peaks.push(moved(peak, from));
    }
    onProgress?.(Math.min(1, (first + pieceFrames) / frameCount));
  }
  return Uint32Array.from(peaks);
}
