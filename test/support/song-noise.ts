import { randomOf, synthRate } from './song-synthesis.ts';

export type NoiseName = 'white' | 'pink';

/** Noise with a root mean square of 1. */
export function noiseOf(name: NoiseName, length: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const noise = new Float32Array(length);
  // Paul Kellet's filter: within half a decibel of 3 dB an octave.
  let [first, second, third] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const grain = random() + random() + random() - 1.5;
    if (name === 'white') {
      noise[at] = grain;
      continue;
    }
    first = 0.99765 * first + grain * 0.099046;
    second = 0.963 * second + grain * 0.2965164;
    third = 0.57 * third + grain * 1.0526913;
    noise[at] = first + second + third + grain * 0.1848;
  }
  const level = rootMeanSquare(noise);
  return noise.map((sample) => sample / level);
}

/** The clip with added noise, at a signal-to-noise ratio in decibels. */
export function withNoise(clip: Float32Array, name: NoiseName, decibels: number, seed: number): Float32Array {
  const noise = noiseOf(name, clip.length, seed);
  const gain = rootMeanSquare(clip) / 10 ** (decibels / 20);
  return clip.map((sample, at) => sample + noise[at]! * gain);
}

/** The clip played `speed` times as fast, with its pitch raised by the same factor. */
export function atSpeed(clip: Float32Array, speed: number): Float32Array {
  const output = new Float32Array(Math.floor((clip.length - 4) / speed));
  for (let index = 0; index < output.length; index += 1) {
    const at = index * speed + 1;
    const integer = Math.floor(at);
    const share = at - integer;
    const [before, here, after, last] = [
      clip[integer - 1]!,
      clip[integer]!,
      clip[integer + 1]!,
      clip[integer + 2]!,
    ];
    // Catmull-Rom interpolation.
    const bend = before - 2.5 * here + 2 * after - 0.5 * last;
    const turn = 1.5 * (here - after) + 0.5 * (last - before);
    output[index] = here + share * (0.5 * (after - before) + share * (bend + share * turn));
  }
  return output;
}

export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) sum += samples[at]! * samples[at]!;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

export const secondsOf = (samples: Float32Array): number => samples.length / synthRate;

const grain = 1_024;

/**
 * The clip played `tempo` times as fast at the same pitch: overlapping grains, each of which is taken where it continues
 * the last one best (WSOLA).
 */
export function atTempo(clip: Float32Array, tempo: number): Float32Array {
  const half = grain / 2;
  const output = new Float32Array(Math.floor(clip.length / tempo) - 2 * grain);
  let last = 0;
  for (let start = 0; start + grain <= output.length; start += half) {
    const wanted = last + half;
    let from = Math.round(start * tempo);
    let most = Number.NEGATIVE_INFINITY;
    const centre = from;
    for (let by = start === 0 ? 0 : -half; by <= (start === 0 ? 0 : half); by += 4) {
      const place = centre + by;
      if (place < 0 || place + grain > clip.length || wanted + half > clip.length) continue;
      let product = 0;
      for (let at = 0; at < half; at += 4) product += clip[place + at]! * clip[wanted + at]!;
      if (product > most) [most, from] = [product, place];
    }
    for (let at = 0; at < grain; at += 1)
      output[start + at]! +=
        (clip[from + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / grain));
    last = from;
  }
  return output;
}
