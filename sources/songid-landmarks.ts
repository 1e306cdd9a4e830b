import FFT from 'fft.js';
import { heardRate } from './songid-resample.ts';

/**
 * Audio fingerprints after Wang, "An Industrial-Strength Audio Search Algorithm" (2003): the spectral peaks of a
 * recording, which are robust against noise and codecs, and hashes of pairs of peaks, which are looked up.
 *
 * A peak is one number: the frame it is in times 4096, and its frequency in eighths of a bin.
 */
const windowLength = 2_048;
const hop = 512;
const firstBin = 12;
const endBin = 470;
const bins = endBin + 1;

/** Length of a frame: 32 ms. */
export const frameSeconds = hop / heardRate;
/** An eighth of a bin, in hertz. */
export const frequencyStep = heardRate / windowLength / 8;

export const frameOf = (peak: number): number => peak >>> 12;
export const frequencyOf = (peak: number): number => peak & 4095;
/** Shifts a peak by a number of frames. */
export const moved = (peak: number, frames: number): number => peak + frames * 4096;

/** A peak is the maximum within this many frames and bins on each side. */
const reach = { frames: 6, bins: 9 } as const;
/** The edges of the frequency bands in bins. Each band has its own number of peaks per second. */
const bands = [firstBin, 52, 116, 232, endBin] as const;
const blockFrames = Math.round(1 / frameSeconds);
/**
 * The minimum of a peak above the mean of its neighbourhood, in logarithms of power. In pure noise the maximum is 2 to
 * 2.8 above the mean, so this threshold rejects noise and few peaks of music.
 */
const prominence = 2.9;
/** Points this far below the maximum around them, in logarithms of power, are not used as peaks. */
const floor = Math.log(1e-6);

/** Peaks per band and second: of songs, and of clips, where noise makes some of the peaks. */
export const density = { song: 5, clip: 9 } as const;

const window = Float64Array.from(
  { length: windowLength },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / windowLength),
);
const transform = new FFT(windowLength);

/**
 * The peaks of one channel at 16 kHz, in the order of time. `perBand` is the maximum number per second and band.
 */
export function peaksOf(samples: Float32Array, perBand: number): Uint32Array {
  const frames = Math.max(0, Math.floor((samples.length - windowLength) / hop) + 1);
  const powers = spectrogram(samples, frames);
  const found: { readonly peak: number; readonly power: number; readonly slot: number }[] = [];
  const least = powers.reduce((most, power) => Math.max(most, power), Number.NEGATIVE_INFINITY) + floor;
  for (let frame = 0; frame < frames; frame += 1) {
    for (let bin = firstBin; bin < endBin; bin += 1) {
      const at = frame * bins + bin;
      const power = powers[at]!;
      if (power < least || power <= powers[at - 1]! || power <= powers[at + 1]!) continue;
      if (!isHighest(powers, frames, frame, bin)) continue;
      if (power - meanAround(powers, frames, frame, bin) < prominence) continue;
      const band = bands.findIndex((edge) => bin < edge) - 1;
      const slot = Math.floor(frame / blockFrames) * bands.length + band;
      const frequency = Math.round((bin + middle(powers[at - 1]!, power, powers[at + 1]!)) * 8);
      found.push({ peak: frame * 4096 + frequency, power, slot });
    }
  }
  found.sort((one, other) => one.slot - other.slot || other.power - one.power);
  const strongest = found.filter(({ slot }, at) => found[at - perBand]?.slot !== slot);
  return Uint32Array.from(strongest, ({ peak }) => peak).sort();
}

/** The logarithms of power, frame by frame. */
function spectrogram(samples: Float32Array, frames: number): Float32Array {
  const powers = new Float32Array(frames * bins);
  const input = new Array<number>(windowLength).fill(0);
  const output = transform.createComplexArray() as number[];
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * hop;
    for (let at = 0; at < windowLength; at += 1) input[at] = samples[start + at]! * window[at]!;
    transform.realTransform(output, input);
    for (let bin = firstBin - 1; bin < bins; bin += 1) {
      const real = output[2 * bin]!;
      const imaginary = output[2 * bin + 1]!;
      powers[frame * bins + bin] = Math.log(real * real + imaginary * imaginary + 1e-12);
    }
    powers.fill(Number.NEGATIVE_INFINITY, frame * bins, frame * bins + firstBin - 1);
  }
  return powers;
}

/** Whether a point is the maximum of its neighbourhood. Adjacent frames are compared first: most points fail there. */
function isHighest(powers: Float32Array, frames: number, frame: number, bin: number): boolean {
  const power = powers[frame * bins + bin]!;
  const first = Math.max(firstBin, bin - reach.bins);
  const last = Math.min(endBin - 1, bin + reach.bins);
  for (let away = 0; away <= reach.frames; away += 1) {
    for (const other of away === 0 ? [frame] : [frame - away, frame + away]) {
      if (other < 0 || other >= frames) continue;
      const row = other * bins;
      for (let at = row + first; at <= row + last; at += 1) if (powers[at]! > power) return false;
    }
  }
  return true;
}

function meanAround(powers: Float32Array, frames: number, frame: number, bin: number): number {
  const first = Math.max(firstBin, bin - reach.bins);
  const last = Math.min(endBin - 1, bin + reach.bins);
  const firstFrame = Math.max(0, frame - reach.frames);
  const lastFrame = Math.min(frames - 1, frame + reach.frames);
  let sum = 0;
  for (let other = firstFrame; other <= lastFrame; other += 1) {
    const row = other * bins;
    for (let at = row + first; at <= row + last; at += 1) sum += powers[at]!;
  }
  return sum / ((lastFrame - firstFrame + 1) * (last - first + 1));
}

/** The vertex of the parabola through three neighbours, in bins from the middle one. */
function middle(left: number, centre: number, right: number): number {
  const bend = left - 2 * centre + right;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : 0;
}

/** The number of bits of a pair's hash. */
export const hashBits = 21;
/** The unit of the frequencies in a hash: two bins, 15.6 Hz. */
const pairStep = 16;
const zone = { firstFrame: 1, lastFrame: 63, frequency: 63 } as const;

/** The number of pairs per peak: of songs, and of clips, where some peaks are noise. */
export const fanOut = { song: 5, clip: 10 } as const;

/**
 * Calls back with the hash of each pair and the index of its first peak. `stretch` is the assumed speed of the clip as
 * a factor of the song's: in the song, its times are longer and its frequencies lower.
 */
export function eachPair(
  peaks: Uint32Array,
  fan: number,
  stretch: number,
  callback: (hash: number, index: number) => void,
): void {
  for (let index = 0; index < peaks.length; index += 1) {
    const peak = peaks[index]!;
    const frame = frameOf(peak);
    const low = Math.round(frequencyOf(peak) / stretch / pairStep);
    let partners = 0;
    for (let other = index + 1; other < peaks.length && partners < fan; other += 1) {
      const later = Math.round((frameOf(peaks[other]!) - frame) * stretch);
      if (later > zone.lastFrame) break;
      if (later < zone.firstFrame) continue;
      const step = Math.round(frequencyOf(peaks[other]!) / stretch / pairStep) - low;
      if (step > zone.frequency || step < -zone.frequency) continue;
      partners += 1;
      callback(((low & 255) << 13) | ((step + 64) << 6) | later, index);
    }
  }
}
