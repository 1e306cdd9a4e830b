import FFT from 'fft.js';
import { once } from '../core/once.ts';
import { sampleRate } from './resample.ts';

/** Samples of a frame, and from one frame to the next. */
const windowLength = 2_048;
export const hop = 512;

/** Length of a frame: 32 ms. */
export const frameSeconds = hop / sampleRate;
/** Frames that begin before a sound ends reach beyond it, by up to this many frames. */
export const framesPerWindow = windowLength / hop;
/** The width of a bin: 7.8 Hz. */
export const binHertz = sampleRate / windowLength;
/** The bins in which peaks are, from 190 Hz to 6.5 kHz: small loudspeakers are mute below, and codecs above. */
export const firstBin = 24;
export const endBin = 832;
/** The bins of a row of a spectrogram: those up to `endBin`, which is the neighbour of the last. */
export const rowBins = endBin + 1;

/** The edges of bands, each of which has its own share of peaks and its own statistics, in bins. */
export const bandEdges = [firstBin, 64, 116, 190, 300, 460, endBin] as const;
export const bandCount = bandEdges.length - 1;
export const bandOfBin = Uint8Array.from({ length: rowBins }, (_, bin) =>
  Math.max(
    0,
    bandEdges.findLastIndex((edge) => bin >= edge && edge < endBin),
  ),
);

/** Logarithms of power, frame by frame. */
export interface Spectrogram {
  readonly powers: Float32Array;
  readonly frames: number;
}

/** The bits of a 32-bit float behind the first ones of its fraction, by which logarithms are looked up. */
const restBits = 15;
const lookedUp = 2 ** (23 - restBits);

/** The Hann window, the transform and its numbers. Made at the first use: most processes that load this file compute none. */
const tools = once(() => {
  const weightOf = (at: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / windowLength);
  const middleOf = (at: number) => 1 + (at + 0.5) / lookedUp;
  const transform = new FFT(windowLength);
  const row = new Float32Array(rowBins);
  return {
    transform,
    window: Float64Array.from({ length: windowLength }, (_, at) => weightOf(at)),
    input: new Array<number>(windowLength).fill(0),
    output: transform.createComplexArray() as number[],
    row,
    bits: new Int32Array(row.buffer),
    logarithms: Float64Array.from({ length: lookedUp }, (_, at) => Math.log(middleOf(at))),
    reciprocals: Float64Array.from({ length: lookedUp }, (_, at) => 2 ** -23 / middleOf(at)),
  };
});

/** The spectrogram of one channel at 16 kHz. */
export function spectrogramOf(samples: Float32Array): Spectrogram {
  const frames = Math.max(0, Math.floor((samples.length - windowLength) / hop) + 1);
  const powers = new Float32Array(frames * rowBins);
  // What is declared by the module is read anew at each use, which takes time in these loops.
  const { transform, window: weights, input, output, row, bits, logarithms, reciprocals } = tools();
  const [length, rowLength] = [windowLength, rowBins];
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * hop;
    const first = frame * rowLength;
    for (let at = 0; at < length; at += 1) input[at] = samples[start + at]! * weights[at]!;
    transform.realTransform(output, input);
    for (let bin = 0; bin < rowLength; bin += 1)
      row[bin] = output[2 * bin]! ** 2 + output[2 * bin + 1]! ** 2 + 1e-12;
    // Logarithms, to 32 bits: by the exponent, a table, and the first terms of a series. Math.log takes three times as long.
    for (let bin = 0; bin < rowLength; bin += 1) {
      const number = bits[bin]!;
      const place = (number >> restBits) & (lookedUp - 1);
      const rest = ((number & (2 ** restBits - 1)) - 2 ** (restBits - 1)) * reciprocals[place]!;
      powers[first + bin] = ((number >> 23) - 127) * Math.LN2 + logarithms[place]! + rest - (rest * rest) / 2;
    }
  }
  return { powers, frames };
}

/** A neighbourhood: points at most so many frames and bins away. */
export interface Reach {
  readonly frames: number;
  readonly bins: number;
}

/**
 * The mean of each point's neighbourhood, in time linear in the number of points. Frames that are left out belong to no
 * neighbourhood, and their own means are 0.
 */
export function meansAround(
  { powers, frames }: Spectrogram,
  reach: Reach,
  isLeftOut: (frame: number) => boolean = () => false,
): Float32Array {
  const rowLength = rowBins;
  const { bins: reachBins } = reach;
  const rows = new Float32Array(powers.length);
  for (let frame = 0; frame < frames; frame += 1) {
    if (isLeftOut(frame)) continue;
    const row = frame * rowLength;
    let sum = 0;
    let count = Math.min(reachBins, rowLength);
    for (let bin = 0; bin < count; bin += 1) sum += powers[row + bin]!;
    for (let bin = 0; bin < rowLength; bin += 1) {
      const entering = bin + reachBins;
      const leaving = bin - reachBins - 1;
      if (entering < rowLength) {
        sum += powers[row + entering]!;
        count += 1;
      }
      if (leaving >= 0) {
        sum -= powers[row + leaving]!;
        count -= 1;
      }
      rows[row + bin] = sum / count;
    }
  }
  const means = new Float32Array(powers.length);
  const sums = new Float64Array(rowLength);
  let count = 0;
  const addRow = (frame: number, sign: 1 | -1) => {
    if (frame < 0 || frame >= frames || isLeftOut(frame)) return;
    count += sign;
    for (let bin = 0; bin < rowLength; bin += 1) sums[bin]! += sign * rows[frame * rowLength + bin]!;
  };
  for (let frame = 0; frame < reach.frames; frame += 1) addRow(frame, 1);
  for (let frame = 0; frame < frames; frame += 1) {
    addRow(frame + reach.frames, 1);
    addRow(frame - reach.frames - 1, -1);
    if (isLeftOut(frame)) continue;
    for (let bin = 0; bin < rowLength; bin += 1) means[frame * rowLength + bin] = sums[bin]! / count;
  }
  return means;
}
