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

/** The power of each bin, frame by frame. */
export interface Spectrogram {
  readonly powers: Float32Array;
  readonly frames: number;
}

/** The Hann window, the transform and its numbers. Made at the first use: most processes that load this file compute none. */
const tools = once(() => {
  const half = windowLength / 2;
  const transform = new FFT(half);
  const turnOf = (bin: number) => (2 * Math.PI * bin) / windowLength;
  return {
    transform,
    window: Float64Array.from({ length: windowLength }, (_, at) => 0.5 - 0.5 * Math.cos(turnOf(at + 0.5))),
    input: transform.createComplexArray() as number[],
    output: transform.createComplexArray() as number[],
    cosines: Float64Array.from({ length: rowBins }, (_, bin) => Math.cos(turnOf(bin))),
    sines: Float64Array.from({ length: rowBins }, (_, bin) => Math.sin(turnOf(bin))),
  };
});

/**
 * The spectrogram of one channel at 16 kHz. Samples at even and at odd places are the real and the imaginary parts of one
 * transform of half the length, which takes two thirds of the time of a real one.
 */
export function spectrogramOf(samples: Float32Array): Spectrogram {
  const frames = Math.max(0, Math.floor((samples.length - windowLength) / hop) + 1);
  const powers = new Float32Array(frames * rowBins);
  // What is declared by the module is read anew at each use, which takes time in these loops.
  const { transform, window: weights, input, output, cosines, sines } = tools();
  const [length, rowLength] = [windowLength, rowBins];
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * hop;
    const first = frame * rowLength;
    for (let at = 0; at < length; at += 1) input[at] = samples[start + at]! * weights[at]!;
    transform.transform(output, input);
    powers[first] = (output[0]! + output[1]!) ** 2 + 1e-12;
    for (let bin = 1; bin < rowLength; bin += 1) {
      const mirrored = length - 2 * bin;
      const real = output[2 * bin]!;
      const imaginary = output[2 * bin + 1]!;
      const otherReal = output[mirrored]!;
      const otherImaginary = output[mirrored + 1]!;
      const oddReal = imaginary + otherImaginary;
      const oddImaginary = otherReal - real;
      const re = real + otherReal + cosines[bin]! * oddReal + sines[bin]! * oddImaginary;
      const im = imaginary - otherImaginary + cosines[bin]! * oddImaginary - sines[bin]! * oddReal;
      powers[first + bin] = (re * re + im * im) / 4 + 1e-12;
    }
    // Decoders make a NaN of damaged bytes, which is in all bins then.
    if (Number.isNaN(powers[first])) powers.fill(1e-12, first, first + rowLength);
  }
  return { powers, frames };
}

/** A neighbourhood: points at most so many frames and bins away. */
export interface Reach {
  readonly frames: number;
  readonly bins: number;
}

/** The spectrogram with the logarithms of its powers. */
export const logarithmic = ({ powers, frames }: Spectrogram): Spectrogram => ({
  powers: powers.map((power) => Math.log(power)),
  frames,
});

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
