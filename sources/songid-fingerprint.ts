import { density, frameOf, frameSeconds, moved, peaksOf } from './songid-landmarks.ts';
import type { Sound } from './songid-types.ts';

/** A song is heard piece by piece, so that a long one takes no more memory than a short one. */
const pieceFrames = 960;
/** Sound on both sides of a piece, which decides what stands out at its edges. */
const marginFrames = 12;

/** The peaks of a whole recording. `onProgress` is told the share that is done. */
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
