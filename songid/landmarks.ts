import {
  bandCount,
  bandOfBin,
  endBin,
  firstBin,
  frameSeconds,
  type Reach,
  rowBins,
  type Spectrogram,
} from './spectrogram.ts';

/**
 * Landmarks after Wang, "An Industrial-Strength Audio Search Algorithm" (2003): the peaks of a spectrogram.
 *
 * A peak is one number: the frame it is in times 8192, and its frequency in eighths of a bin.
 */
export const frameOf = (peak: number): number => peak >>> 13;
export const frequencyOf = (peak: number): number => peak & 8191;
/** Shifts a peak by a number of frames. */
export const moved = (peak: number, frames: number): number => peak + frames * 8192;
export const peakAt = (frame: number, frequency: number): number => frame * 8192 + frequency;

/** A point that exceeds its neighbours. */
export interface Maximum {
  readonly frame: number;
  readonly bin: number;
  /** In eighths of a bin, between bins by the parabola through three of them. */
  readonly frequency: number;
  /** The logarithm of its power over the mean of its neighbourhood. */
  readonly prominence: number;
}

/** Points this far below the loudest, in logarithms of power, are silence: 70 dB. */
const floor = 16;
/** The neighbourhood above whose mean a peak is prominent. */
export const nearby: Reach = { frames: 6, bins: 9 };

/**
 * The points that are the maximum within `reach` and exceed the mean of `nearby` around them by `least`, in order of time.
 */
export function maximaOf(
  sound: Spectrogram,
  meanAt: (frame: number, bin: number) => number,
  reach: Reach,
  least: number,
): Maximum[] {
  const { powers, frames } = sound;
  // What is imported is read anew at each use, which takes much of the time of these loops.
  const [rowLength, lowest, end] = [rowBins, firstBin, endBin];
  let loudest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < powers.length; at += 1) if (powers[at]! > loudest) loudest = powers[at]!;
  const quiet = loudest - floor;
  const found: Maximum[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const row = frame * rowLength;
    // A maximum within reach is that of its block.
    for (let block = lowest; block < end; block += reach.bins + 1) {
      const last = Math.min(end, block + reach.bins + 1);
      let bin = block;
      let power = powers[row + block]!;
      for (let other = block + 1; other < last; other += 1) {
        if (powers[row + other]! <= power) continue;
        bin = other;
        power = powers[row + other]!;
      }
      const below = powers[row + bin - 1]!;
      const above = powers[row + bin + 1]!;
      if (power < quiet || power <= below || power < above) continue;
      if (!isHighest(sound, frame, bin, reach)) continue;
      const prominence = power - meanAt(frame, bin);
      if (prominence < least) continue;
      const frequency = Math.round((bin + middle(below, power, above)) * 8);
      found.push({ frame, bin, frequency, prominence });
    }
  }
  return found;
}

/** The mean of the neighbourhood of a point. */
export function meanAround(
  { powers, frames }: Spectrogram,
  frame: number,
  bin: number,
  reach: Reach,
): number {
  const rowLength = rowBins;
  const [firstFrame, lastFrame] = [
    Math.max(0, frame - reach.frames),
    Math.min(frames - 1, frame + reach.frames),
  ];
  const [first, last] = [Math.max(0, bin - reach.bins), Math.min(rowLength - 1, bin + reach.bins)];
  let sum = 0;
  for (let row = firstFrame * rowLength; row <= lastFrame * rowLength; row += rowLength)
    for (let at = row + first; at <= row + last; at += 1) sum += powers[at]!;
  return sum / ((lastFrame - firstFrame + 1) * (last - first + 1));
}

/** Whether a point is the maximum of its neighbourhood. */
export function isHighest(
  { powers, frames }: Spectrogram,
  frame: number,
  bin: number,
  reach: Reach,
): boolean {
  const rowLength = rowBins;
  const power = powers[frame * rowLength + bin]!;
  const first = Math.max(firstBin, bin - reach.bins);
  const last = Math.min(endBin - 1, bin + reach.bins);
  for (let away = 0; away <= reach.frames; away += 1) {
    for (let side = away === 0 ? 1 : -1; side <= 1; side += 2) {
      const other = frame + side * away;
      if (other < 0 || other >= frames) continue;
      const row = other * rowLength;
      for (let at = row + first; at <= row + last; at += 1) if (powers[at]! > power) return false;
    }
  }
  return true;
}

/** The vertex of the parabola through three neighbours, in bins from the middle one. */
function middle(left: number, centre: number, right: number): number {
  const bend = left - 2 * centre + right;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : 0;
}

const blockFrames = Math.round(1 / frameSeconds);

/** The maxima of the highest rank, by default the most prominent, up to `perBand` in each band and second, in order of time. */
export function strongest(
  maxima: readonly Maximum[],
  perBand: number,
  rankOf: (maximum: Maximum) => number = ({ prominence }) => prominence,
): Maximum[] {
  const slots = new Map<number, Maximum[]>();
  for (const maximum of maxima) {
    const slot = Math.floor(maximum.frame / blockFrames) * bandCount + bandOfBin[maximum.bin]!;
    const others = slots.get(slot);
    if (others) others.push(maximum);
    else slots.set(slot, [maximum]);
  }
  return [...slots.values()]
    .flatMap((slot) => slot.sort((one, other) => rankOf(other) - rankOf(one)).slice(0, perBand))
    .sort((one, other) => one.frame - other.frame || one.frequency - other.frequency);
}

export const packed = (maxima: readonly Maximum[]): Uint32Array =>
  Uint32Array.from(maxima, ({ frame, frequency }) => peakAt(frame, frequency));
