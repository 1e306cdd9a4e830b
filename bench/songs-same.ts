import FFT from 'fft.js';

/** Every second sample, of the sum of two: 8 kHz. */
const step = 2;
/** The peak of the correlation of recordings that share nothing is 5 to 13 standard deviations high. */
const leastPeak = 15;
const faintShare = 1e-3;

function spectrumOf(samples: Int16Array, transform: FFT): number[] {
  const input = new Array<number>(transform.size).fill(0);
  for (let at = 0; at < samples.length; at += 1) input[Math.floor(at / step)]! += samples[at]!;
  const spectrum = transform.createComplexArray() as number[];
  transform.realTransform(spectrum, input);
  transform.completeSpectrum(spectrum);
  return spectrum;
}

/**
 * Whether two recordings hold some of the same sound, by the phase correlation of their samples. Games reuse parts of
 * their music, and play one recording at two speeds: a match is then no false one. No fingerprint is involved.
 */
export function shareSound(one: Int16Array, other: Int16Array): boolean {
  const size = 2 ** Math.ceil(Math.log2((one.length + other.length) / step));
  const transform = new FFT(size);
  const [spectrum, second] = [spectrumOf(one, transform), spectrumOf(other, transform)];
  let sum = 0;
  for (let at = 0; at < spectrum.length; at += 2) {
    const real = spectrum[at]! * second[at]! + spectrum[at + 1]! * second[at + 1]!;
    const imaginary = spectrum[at + 1]! * second[at]! - spectrum[at]! * second[at + 1]!;
    spectrum[at] = real;
    spectrum[at + 1] = imaginary;
    sum += Math.sqrt(real * real + imaginary * imaginary);
  }
  // Frequencies without sound in either get no weight.
  const faint = (faintShare * sum) / size;
  for (let at = 0; at < spectrum.length; at += 2) {
    const [real, imaginary] = [spectrum[at]!, spectrum[at + 1]!];
    const length = Math.sqrt(real * real + imaginary * imaginary) + faint;
    spectrum[at] = real / length;
    spectrum[at + 1] = imaginary / length;
  }
  const correlation = transform.createComplexArray() as number[];
  transform.inverseTransform(correlation, spectrum);
  let [highest, squares] = [0, 0];
  for (let at = 0; at < correlation.length; at += 2) {
    highest = Math.max(highest, Math.abs(correlation[at]!));
    squares += correlation[at]! ** 2;
  }
  return highest / Math.sqrt(squares / size) >= leastPeak;
}
