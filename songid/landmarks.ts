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

/** Powers below this share of the highest are silence: 70 dB. */
const faint = Math.exp(-16);
/** The neighbourhood above whose mean a peak is prominent. */
export const nearby: Reach = { frames: 6, bins: 9 };

/**
 * The higher of two numbers, by no branch, which would be predicted wrongly each second time. The bits of floats that are
 * positive are in their order.
 */
const higher = (one: number, other: number): number => one + ((other - one) & ~((other - one) >> 31));

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
  const width = reach.bins + 1;
  const blocks = Math.ceil((end - lowest) / width);
  const bits = new Int32Array(powers.buffer);
  // The highest of each block: a maximum within reach is that of its block in all frames within reach.
  const highest = new Float32Array(frames * blocks);
  const highestBits = new Int32Array(highest.buffer);
  let loudest = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const row = frame * rowLength;
    for (let at = row; at < row + lowest; at += 1) loudest = higher(loudest, bits[at]!);
    for (let block = 0; block < blocks; block += 1) {
      const first = row + lowest + block * width;
      const last = Math.min(first + width, row + end);
      let most = 0;
      for (let at = first; at < last; at += 1) most = higher(most, bits[at]!);
      highestBits[frame * blocks + block] = most;
      loudest = higher(loudest, most);
    }
  }
  const quiet = new Float32Array(Int32Array.of(loudest).buffer)[0]! * faint;
  const found: Maximum[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const row = frame * rowLength;
    const firstFrame = Math.max(0, frame - reach.frames);
    const endFrame = Math.min(frames, frame + reach.frames + 1);
    for (let block = 0; block < blocks; block += 1) {
      const power = highest[frame * blocks + block]!;
      let other = firstFrame;
      while (other < endFrame && highest[other * blocks + block]! <= power) other += 1;
      if (power < quiet || other < endFrame) continue;
      let bin = lowest + block * width;
      while (powers[row + bin] !== power) bin += 1;
      const below = powers[row + bin - 1]!;
      const above = powers[row + bin + 1]!;
      if (power <= below || power < above) continue;
      if (!isHighest(sound, frame, bin, reach)) continue;
      const prominence = Math.log(power) - meanAt(frame, bin);
      if (prominence < least) continue;
      const frequency = Math.round((bin + middle(Math.log(below), Math.log(power), Math.log(above))) * 8);
      found.push({ frame, bin, frequency, prominence });
    }
  }
  return found;
}

/** The mean of the logarithms of the neighbourhood of a point, of eight powers at a time: their product is a finite number. */
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
  let product = 1;
  let count = 0;
  for (let row = firstFrame * rowLength; row <= lastFrame * rowLength; row += rowLength)
    for (let at = row + first; at <= row + last; at += 1) {
      product *= powers[at]!;
      count += 1;
      if (count % 8 > 0) continue;
      sum += Math.log(product);
      product = 1;
    }
  return (sum + Math.log(product)) / count;
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

/** The most prominent maxima, up to `perBand` in each band and second, in order of time. */
export function strongest(maxima: readonly Maximum[], perBand: number): Maximum[] {
  const slots = new Map<number, Maximum[]>();
  for (const maximum of maxima) {
    const slot = Math.floor(maximum.frame / blockFrames) * bandCount + bandOfBin[maximum.bin]!;
    const others = slots.get(slot);
    if (others) others.push(maximum);
    else slots.set(slot, [maximum]);
  }
  return [...slots.values()]
    .flatMap((slot) => slot.sort((one, other) => other.prominence - one.prominence).slice(0, perBand))
    .sort((one, other) => one.frame - other.frame || one.frequency - other.frequency);
}

export const packed = (maxima: readonly Maximum[]): Uint32Array =>
  Uint32Array.from(maxima, ({ frame, frequency }) => peakAt(frame, frequency));
