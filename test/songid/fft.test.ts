import { expect, it } from 'vitest';
import { RealTransform } from '../../songid/fft.ts';
import { randomOf } from '../support/song-synthesis.ts';

it('has the powers of the sums that define the transform', () => {
  const length = 128;
  const random = randomOf(5);
  const numbers = Array.from({ length }, () => random() - 0.5);
  const transform = new RealTransform(length);
  transform.input.set(numbers);
  const powers = new Float32Array(60);
  transform.powers(powers);
  const sumOf = (bin: number, wave: (angle: number) => number) =>
    numbers.reduce((sum, number, at) => sum + number * wave((2 * Math.PI * bin * at) / length), 0);
  for (const [bin, power] of powers.entries())
    expect(power).toBeCloseTo(sumOf(bin, Math.cos) ** 2 + sumOf(bin, Math.sin) ** 2, 4);
});
