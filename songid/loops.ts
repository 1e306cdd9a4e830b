import FFT from 'fft.js';
import { sampleRate } from './resample.ts';
import type { Window } from './windows.ts';

/** The autocorrelation is that of two thousand sums of samples a second. */
const decimation = 8;
const rate = sampleRate / decimation;
/** Shorter rounds hold too few peaks of a song. */
const shortestSeconds = 0.8;
/** The least correlation of a loop with itself one round later, and the largest mean of those at other times: a drone has more. */
const least = { repeated: 0.8, others: 0.5 } as const;
/** Where a round begins is unknown: the longest piece of one of these holds seven eighths of the song's. */
const phases = [0, 0.25, 0.5, 0.75] as const;

/**
 * A window, and then, if it repeats one part of a song again and again, single rounds of it: the song goes on where the
 * window goes back, so that more than a round never agrees with it.
 */
export function* roundsOf(window: Window): Generator<Window> {
  yield window;
  const { startSeconds, samples } = window;
  const length = periodOf(samples);
  if (length === undefined) return;
  for (const phase of phases) {
    const first = Math.round(phase * length);
    yield { startSeconds: startSeconds + first / sampleRate, samples: samples.slice(first, first + length) };
  }
}

/** After how many samples a sound repeats itself; undefined when it does not within half of its length. */
function periodOf(samples: Float32Array): number | undefined {
  const count = Math.floor(samples.length / decimation);
  const [first, last] = [Math.ceil(shortestSeconds * rate), Math.floor(count / 2)];
  if (last <= first) return undefined;
  const transform = new FFT(2 ** Math.ceil(Math.log2(2 * count)));
  const input = new Array<number>(transform.size).fill(0);
  /** The energy of all samples before each. */
  const energies = new Float64Array(count + 1);
  for (let at = 0; at < count; at += 1) {
    for (let from = at * decimation; from < (at + 1) * decimation; from += 1) input[at]! += samples[from]!;
    energies[at + 1] = energies[at]! + input[at]! ** 2;
  }
  const spectrum = transform.createComplexArray() as number[];
  transform.realTransform(spectrum, input);
  transform.completeSpectrum(spectrum);
  for (let at = 0; at < spectrum.length; at += 2) {
    spectrum[at] = spectrum[at]! ** 2 + spectrum[at + 1]! ** 2;
    spectrum[at + 1] = 0;
  }
  const products = transform.createComplexArray() as number[];
  transform.inverseTransform(products, spectrum);
  const correlations = Float64Array.from({ length: last - first + 1 }, (_, at) => {
    const lag = first + at;
    const energy = energies[count - lag]! * (energies[count]! - energies[lag]!);
    return energy > 0 ? products[2 * lag]! / Math.sqrt(energy) : 0;
  });
  const highest = correlations.reduce((most, each) => Math.max(most, each), 0);
  const mean = correlations.reduce((sum, each) => sum + Math.abs(each), 0) / correlations.length;
  if (highest < least.repeated || mean > least.others) return undefined;
  // Two rounds agree as well as one.
  return (first + correlations.findIndex((each) => each > highest - 0.02)) * decimation;
}
