/** The sample rate of fingerprints and signatures, in hertz. */
export const sampleRate = 16_000;

const phases = 256;
/** Zero crossings on each side of the kernel, for an attenuation of aliases by 50 dB. */
const lobes = 8;
/** The samples that are resampled at a time, which stay in the processor's cache. */
const blockSamples = 8_192;

/**
 * Resamples one channel. Windowed sincs remove frequencies above the new Nyquist frequency, which would alias: first one that
 * halves the rate, as often as that is far above, since it takes less time. At both ends, `lobes` samples of the lower rate
 * are inaccurate.
 */
export function resample(input: Float32Array, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return input.slice();
  const output = new Float32Array(Math.floor((input.length * toRate) / fromRate));
  const halvings = Math.max(0, Math.floor(Math.log2(fromRate / toRate / 1.25)));
  const step = fromRate / toRate / 2 ** halvings;
  let source = input;
  for (let halving = 1; halving < halvings; halving += 1) {
    const half = new Float32Array(source.length >> 1);
    halve(source, 0, half);
    source = half;
  }
  const fill = halvings > 0 ? halve : copy;
  const cutoff = Math.min(1, 1 / step) * 0.94;
  const halfWidth = 4 * Math.ceil(lobes / cutoff / 4);
  const width = 2 * halfWidth;
  const kernels = kernelsOf(halfWidth, cutoff);
  // So many outputs after one another lie at different places between two samples; then the places recur.
  const [period, advance] = ratioOf(toRate * 2 ** halvings, fromRate);
  const periods = Math.ceil(blockSamples / advance);
  const block = new Float64Array(periods * advance + width + 1);
  for (let done = 0; done < output.length; done += periods * period) {
    fill(source, (done / period) * advance - halfWidth + 1, block);
    const end = Math.min(output.length, done + periods * period);
    for (let phase = 0; phase < period; phase += 1) {
      const at = (phase * advance) / period;
      const position = Math.floor(at);
      const weights = Math.round((at - position) * phases) * width;
      // Outputs at one place share their weights, so that eight of these at a time are read once.
      for (let tap = 0; tap < width; tap += 8) {
        const weight = weights + tap;
        const a = kernels[weight]!;
        const b = kernels[weight + 1]!;
        const c = kernels[weight + 2]!;
        const d = kernels[weight + 3]!;
        const e = kernels[weight + 4]!;
        const f = kernels[weight + 5]!;
        const g = kernels[weight + 6]!;
        const h = kernels[weight + 7]!;
        for (let to = done + phase, from = position + tap; to < end; to += period, from += advance)
          output[to]! +=
            a * block[from]! +
            b * block[from + 1]! +
            c * block[from + 2]! +
            d * block[from + 3]! +
            (e * block[from + 4]! + f * block[from + 5]! + g * block[from + 6]! + h * block[from + 7]!);
      }
    }
  }
  return output;
}

/** Two numbers over their greatest common divisor. */
function ratioOf(one: number, other: number): readonly [number, number] {
  let [divisor, rest] = [Math.round(one), Math.round(other)];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return [Math.round(one) / divisor, Math.round(other) / divisor];
}

/** Fills a block with the samples from `first` on, and with zeros where there are none. */
function copy(samples: Float32Array, first: number, to: Float64Array): void {
  const lead = Math.max(0, -first);
  to.fill(0);
  to.set(samples.subarray(first + lead, Math.max(0, first + to.length)), lead);
}

/** The weights at odd distances of a sinc with a Blackman window, whose weights at even distances are zero. */
const halfBand = [1, 3, 5, 7, 9, 11, 13].map((distance) => {
  const angle = (Math.PI * distance) / 15;
  const sinc = Math.sin((Math.PI * distance) / 2) / (Math.PI * distance);
  return sinc * (0.42 + 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle));
});
const halfBandSum = halfBand.reduce((sum, each) => sum + each, 0);
const [near1, near3, near5, near7, near9, near11, near13] = halfBand.map((each) => each / halfBandSum / 4);

/** Fills a block with the samples from `first` on at half the rate, and with zeros where there are none, or no neighbours. */
function halve(samples: Float32Array, first: number, to: Float64Array | Float32Array): void {
  const [a, b, c, d, e, f, g] = [near1!, near3!, near5!, near7!, near9!, near11!, near13!];
  to.fill(0);
  const start = Math.max(0, 7 - first);
  const end = Math.min(to.length, Math.floor(samples.length / 2) - 7 - first);
  for (let at = start, from = 2 * (first + start); at < end; at += 1, from += 2)
    to[at] =
      0.5 * samples[from]! +
      a * (samples[from - 1]! + samples[from + 1]!) +
      b * (samples[from - 3]! + samples[from + 3]!) +
      c * (samples[from - 5]! + samples[from + 5]!) +
      d * (samples[from - 7]! + samples[from + 7]!) +
      e * (samples[from - 9]! + samples[from + 9]!) +
      f * (samples[from - 11]! + samples[from + 11]!) +
      g * (samples[from - 13]! + samples[from + 13]!);
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

/** Mixes channels of one length down to one. */
export function mix([first, second, ...others]: readonly Float32Array[], mono: Float32Array): void {
  if (!first) return;
  if (!second) {
    mono.set(first);
    return;
  }
  const share = 1 / (2 + others.length);
  for (let at = 0; at < mono.length; at += 1) mono[at] = share * (first[at]! + second[at]!);
  for (const other of others) for (let at = 0; at < mono.length; at += 1) mono[at]! += share * other[at]!;
}

/** Root mean square. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
