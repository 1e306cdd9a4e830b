import { frameOf, frequencyOf } from './landmarks.ts';

/** The number of bits of a pair's hash. */
export const hashBits = 19;

/**
 * A frequency in eighths of a bin as a step of a scale that is linear below a kilohertz, where a spectrogram resolves
 * no finer, and logarithmic above.
 */
const stepOf = Uint8Array.from({ length: 8192 }, (_, frequency) => {
  const [bin, bend, width] = [frequency / 8, 125, 1.5];
  return Math.round(bin < bend ? bin / width : bend / width + (Math.log(bin / bend) * bend) / width);
});
const zone = { firstFrame: 2, lastFrame: 33, steps: 31 } as const;

/**
 * The most pairs per peak: of a song, one and a half on average; of a clip, some of whose peaks are noise, and of a clip
 * at another pitch, for which time is short.
 */
const fanOut = { song: 2, clip: 14, other: 10 } as const;

/** Calls back with the hash of each pair of a song and the index of its first peak. */
export function eachPair(peaks: Uint32Array, callback: (hash: number, index: number) => void): void {
  for (let index = 0; index < peaks.length; index += 1) {
    const frame = frameOf(peaks[index]!);
    const low = stepOf[frequencyOf(peaks[index]!)]!;
    let partners = 0;
    const most = index % 2 === 0 ? fanOut.song : fanOut.song - 1;
    for (let other = index + 1; other < peaks.length && partners < most; other += 1) {
      const later = frameOf(peaks[other]!) - frame;
      if (later > zone.lastFrame) break;
      if (later < zone.firstFrame) continue;
      const step = stepOf[frequencyOf(peaks[other]!)]! - low;
      if (step > zone.steps || step < -zone.steps) continue;
      partners += 1;
      callback(hashOf(low, step, later), index);
    }
  }
}

const hashOf = (low: number, step: number, later: number): number =>
  ((low & 255) << 11) | ((step + 32) << 5) | (later - zone.firstFrame);

/**
 * Calls back with the hashes of the pairs of a clip whose pitch is `pitch` times that of the song, and the frame of the
 * first peak. At the original pitch each pair has three hashes, since noise moves a peak by a frame.
 */
export function eachClipPair(
  peaks: Uint32Array,
  pitch: number,
  callback: (hash: number, frame: number) => void,
): void {
  const steps = Uint8Array.from(
    peaks,
    (peak) => stepOf[Math.min(8191, Math.round(frequencyOf(peak) / pitch))]!,
  );
  const [most, around] = pitch === 1 ? [fanOut.clip, 1] : [fanOut.other, 0];
  for (let index = 0; index < peaks.length; index += 1) {
    const frame = frameOf(peaks[index]!);
    const low = steps[index]!;
    let partners = 0;
    for (let other = index + 1; other < peaks.length && partners < most; other += 1) {
      const later = Math.round((frameOf(peaks[other]!) - frame) * pitch);
      if (later > zone.lastFrame + around) break;
      if (later < zone.firstFrame - around) continue;
      const step = steps[other]! - low;
      if (step > zone.steps || step < -zone.steps) continue;
      partners += 1;
      for (let time = later - around; time <= later + around; time += 1)
        if (time >= zone.firstFrame && time <= zone.lastFrame) callback(hashOf(low, step, time), frame);
    }
  }
}
