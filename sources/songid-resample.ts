/** Samples a second of everything that is listened to: the rate that signatures are made at. */
export const heardRate = 16_000;

const phases = 256;
/** Crossings of zero on each side of the kernel: what would fold back is 50 dB down. */
const lobes = 8;

/**
 * One channel at another rate. What lies above the new half rate is filtered out by a sinc under a Hann window: left
 * in, it would fold back onto the music. At both ends, `lobes` samples of the slower rate are not to be trusted.
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
    const whole = Math.floor(at);
    let weight = Math.round((at - whole) * phases) * width;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    const end = whole + 1 + width;
    // Four sums side by side, so that none waits for the one before: this is half of all the work of listening.
    for (let tap = whole + 1; tap < end; tap += 4) {
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

/** The kernel at each phase between two samples, one after the other. */
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

/** Several channels as one. */
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
