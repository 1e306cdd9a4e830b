import FFT from 'fft.js';
import { randomOf, synthRate } from '../test/support/song-synthesis.ts';

/** Rooms as parameters. Their impulse responses are computed, so none is stored. */
export interface Room {
  /** Length, width and height in metres. */
  readonly size: readonly [number, number, number];
  /** The time in which sound falls by 60 dB, in seconds. */
  readonly reverberation: number;
  /** The distance of the loudspeaker from the microphone in metres. */
  readonly distance: number;
}

export const rooms: readonly Room[] = [
  { size: [4.2, 3.4, 2.6], reverberation: 0.2, distance: 1 },
  { size: [6.3, 4.7, 2.8], reverberation: 0.5, distance: 1.8 },
  { size: [10.4, 7.9, 3.6], reverberation: 0.9, distance: 2.6 },
];

const soundSpeed = 343;

/**
 * The impulse response of a box-shaped room by the image-source method (Allen and Berkley 1979). The walls reflect
 * alike, with the coefficient that Eyring's formula gives for the room's reverberation time. Places are random.
 */
export function impulseResponse({ size, reverberation, distance }: Room, seed: number): Float32Array {
  const random = randomOf(seed);
  const [long, wide, high] = size;
  const volume = long * wide * high;
  const surface = 2 * (long * wide + long * high + wide * high);
  const absorbed = 1 - Math.exp((-0.161 * volume) / (surface * reverberation));
  const reflected = Math.sqrt(1 - absorbed);
  const microphone = size.map((extent) => extent * (0.3 + 0.4 * random()));
  const angle = 2 * Math.PI * random();
  const toward = [Math.cos(angle), Math.sin(angle), 0.1 * (random() - 0.5)];
  const speaker = microphone.map((at, axis) =>
    Math.min(size[axis]! - 0.2, Math.max(0.2, at + distance * toward[axis]!)),
  );
  const response = new Float32Array(Math.ceil(reverberation * synthRate));
  const reach = reverberation * soundSpeed;
  /** The distances of the images along an axis, with their numbers of reflections. */
  const images = size.map((extent, axis) => {
    const along: { readonly apart: number; readonly bounces: number }[] = [];
    const most = Math.ceil(reach / (2 * extent));
    for (let at = -most; at <= most; at += 1) {
      along.push({ apart: 2 * at * extent + speaker[axis]! - microphone[axis]!, bounces: Math.abs(2 * at) });
      along.push({
        apart: 2 * at * extent - speaker[axis]! - microphone[axis]!,
        bounces: Math.abs(2 * at - 1),
      });
    }
    return along;
  });
  for (const first of images[0]!)
    for (const second of images[1]!) {
      const flat = first.apart ** 2 + second.apart ** 2;
      if (flat > reach * reach) continue;
      for (const third of images[2]!) {
        const path = Math.sqrt(flat + third.apart ** 2);
        const at = Math.round((path / soundSpeed) * synthRate + 2 * (random() - 0.5));
        if (at < 0 || at >= response.length) continue;
        const bounces = first.bounces + second.bounces + third.bounces;
        response[at]! += reflected ** bounces / Math.max(0.3, path);
      }
    }
  return response;
}

const blockSize = 2 ** 15;
const transform = new FFT(blockSize);
const spectra = new WeakMap<Float32Array, number[]>();

function spectrumOf(samples: Float32Array): number[] {
  const padded = new Array<number>(blockSize).fill(0);
  for (let at = 0; at < samples.length; at += 1) padded[at] = samples[at]!;
  const spectrum = transform.createComplexArray() as number[];
  transform.realTransform(spectrum, padded);
  transform.completeSpectrum(spectrum);
  return spectrum;
}

/** The convolution of a sound with an impulse response of up to a second, as long as the sound, by overlapping blocks. */
export function convolved(sound: Float32Array, response: Float32Array): Float32Array {
  let other = spectra.get(response);
  if (!other) {
    other = spectrumOf(response);
    spectra.set(response, other);
  }
  const step = blockSize - response.length;
  const output = new Float32Array(sound.length);
  const result = transform.createComplexArray() as number[];
  for (let start = 0; start < sound.length; start += step) {
    const one = spectrumOf(sound.subarray(start, start + step));
    for (let at = 0; at < one.length; at += 2) {
      const [real, imaginary] = [one[at]!, one[at + 1]!];
      one[at] = real * other[at]! - imaginary * other[at + 1]!;
      one[at + 1] = real * other[at + 1]! + imaginary * other[at]!;
    }
    transform.inverseTransform(result, one);
    const count = Math.min(blockSize, output.length - start);
    for (let at = 0; at < count; at += 1) output[start + at]! += result[2 * at]!;
  }
  return output;
}
