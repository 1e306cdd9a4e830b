/** Cosines and negative sines of as many equal parts of a circle. */
const turnsOf = (count: number): Float64Array =>
  Float64Array.from({ length: 2 * count }, (_, at) => {
    const angle = (Math.PI * (at >> 1)) / (count / 2);
    return at % 2 === 0 ? Math.cos(angle) : -Math.sin(angle);
  });

/** The Fourier transform of real numbers, whose count is twice a power of four. */
export class RealTransform {
  /** What is transformed: it is overwritten. */
  readonly input: Float64Array;
  readonly #half: number;
  readonly #halfTurns: Float64Array;
  readonly #turns: Float64Array;
  readonly #other: Float64Array;

  constructor(length: number) {
    this.input = new Float64Array(length);
    this.#other = new Float64Array(length);
    this.#half = length / 2;
    this.#halfTurns = turnsOf(length / 2);
    this.#turns = turnsOf(length);
  }

  /**
   * Writes the powers of the bins from 0 on, fewer than half as many as the numbers. Each two numbers are transformed as one
   * complex number, and the result is separated.
   */
  powers(to: Float32Array): void {
    const [half, turns] = [this.#half, this.#turns];
    let [from, other] = [this.input, this.#other];
    for (let stride = 1; stride < half; stride *= 4) {
      pass(from, other, half, stride, this.#halfTurns);
      [from, other] = [other, from];
    }
    to[0] = (from[0]! + from[1]!) ** 2;
    for (let bin = 1; bin < to.length; bin += 1) {
      const mirror = 2 * (half - bin);
      const evenReal = from[2 * bin]! + from[mirror]!;
      const evenImaginary = from[2 * bin + 1]! - from[mirror + 1]!;
      const oddReal = from[2 * bin + 1]! + from[mirror + 1]!;
      const oddImaginary = from[mirror]! - from[2 * bin]!;
      const cosine = turns[2 * bin]!;
      const sine = turns[2 * bin + 1]!;
      const real = evenReal + oddReal * cosine - oddImaginary * sine;
      const imaginary = evenImaginary + oddReal * sine + oddImaginary * cosine;
      to[bin] = (real * real + imaginary * imaginary) / 4;
    }
  }
}

/** A pass of a complex transform of radix 4, after Stockham: the result is in order. */
function pass(
  from: Float64Array,
  to: Float64Array,
  length: number,
  stride: number,
  turns: Float64Array,
): void {
  // Complex numbers are two places.
  const quarter = length / 2;
  const step = 2 * stride;
  for (let block = 0; block < length / 4 / stride; block += 1) {
    const turn = block * step;
    const cosine1 = turns[turn]!;
    const sine1 = turns[turn + 1]!;
    const cosine2 = turns[2 * turn]!;
    const sine2 = turns[2 * turn + 1]!;
    const cosine3 = turns[3 * turn]!;
    const sine3 = turns[3 * turn + 1]!;
    let at = turn;
    let out = 4 * turn;
    for (const end = at + step; at < end; at += 2, out += 2) {
      const real0 = from[at]!;
      const imaginary0 = from[at + 1]!;
      const real1 = from[at + quarter]!;
      const imaginary1 = from[at + quarter + 1]!;
      const real2 = from[at + 2 * quarter]!;
      const imaginary2 = from[at + 2 * quarter + 1]!;
      const real3 = from[at + 3 * quarter]!;
      const imaginary3 = from[at + 3 * quarter + 1]!;
      const sumReal = real0 + real2;
      const sumImaginary = imaginary0 + imaginary2;
      const gapReal = real0 - real2;
      const gapImaginary = imaginary0 - imaginary2;
      const otherSumReal = real1 + real3;
      const otherSumImaginary = imaginary1 + imaginary3;
      // The difference of the others, turned by a quarter.
      const turnedReal = imaginary1 - imaginary3;
      const turnedImaginary = real3 - real1;
      to[out] = sumReal + otherSumReal;
      to[out + 1] = sumImaginary + otherSumImaginary;
      const a = gapReal + turnedReal;
      const b = gapImaginary + turnedImaginary;
      to[out + step] = a * cosine1 - b * sine1;
      to[out + step + 1] = a * sine1 + b * cosine1;
      const c = sumReal - otherSumReal;
      const d = sumImaginary - otherSumImaginary;
      to[out + 2 * step] = c * cosine2 - d * sine2;
      to[out + 2 * step + 1] = c * sine2 + d * cosine2;
      const e = gapReal - turnedReal;
      const f = gapImaginary - turnedImaginary;
      to[out + 3 * step] = e * cosine3 - f * sine3;
      to[out + 3 * step + 1] = e * sine3 + f * cosine3;
    }
  }
}
