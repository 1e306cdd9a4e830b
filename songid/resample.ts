/** The sample rate of fingerprints and signatures, in hertz. */
export const sampleRate = 16_000;

const phases = 256;
/** Zero crossings on each side of the kernel, for an attenuation of aliases by 50 dB. */
const lobes = 8;

/**
 * Resamples one channel. A Hann-windowed sinc removes frequencies above the new Nyquist frequency, which would alias.
 * At both ends, `lobes` samples of the lower rate are inaccurate.
 */
export function resample(input: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return input;
  const step = fromRate / toRate;
  const cutoff = Math.min(1, 1 / step) * 0.94;
  const halfWidth = 2 * Math.ceil(lobes / cutoff / 2);
  const width = 2 * halfWidth;
  const kernels = kernelsOf(halfWidth, cutoff);
  const padded = new Float64Array(input.length + width + 1);
  padded.set(input, halfWidth);
  const output = new Float32Array(Math.floor(input.length / step));
  for (let index = 0; index < output.length; index += 1) {
    const at = index * step;
    const position = Math.floor(at);
    let weight = Math.round((at - position) * phases) * width;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    const end = position + 1 + width;
    // Four independent sums allow instruction-level parallelism: this loop is half of the time of an identification.
    for (let tap = position + 1; tap < end; tap += 4) {
      first += padded[tap]! * kernels[weight]!;
      second += padded[tap + 1]! * kernels[weight + 1]!;
      third += padded[tap + 2]! * kernels[weight + 2]!;
      fourth += padded[tap + 3]! * kernels[weight + 3]!;
      weight += 4;
    }
    output[index] = first + second + third + fourth;
  }
  return output;
}

/** The kernels of all phases between two samples, concatenated. */
function kernelsOf(halfWidth: number, cutoff: number): Float64Array {
  const width = 2 * halfWidth;
  const kernels = new Float64Array((phases + 1) * width);
  for (let phase = 0; phase <= phases; phase += 1) {
    const kernel = kernels.subarray(phase * width, (phase + 1) * width);
    let sum = 0;
    for (let tap = 0; tap < width; tap += 1) {
      const distance = tap - (halfWidth - 1) - phase / phases;
      const angle = Math.PI * distance * cutoff;
      const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle;
      kernel[tap] = sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (halfWidth + 1)));
      sum += kernel[tap]!;
    }
    for (let tap = 0; tap < width; tap += 1) kernel[tap]! /= sum;
  }
  return kernels;
}

/** Mixes channels down to one. */
export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first, ...others] = channels;
  if (!first || others.length === 0) return first ?? new Float32Array(0);
  const mono = first.slice();
  for (const other of others) for (let at = 0; at < mono.length; at += 1) mono[at]! += other[at] ?? 0;
  const share = 1 / channels.length;
  for (let at = 0; at < mono.length; at += 1) mono[at]! *= share;
  return mono;
}

/** Root mean square. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
