import { rootMeanSquare } from '../test/support/song-noise.ts';
import { randomOf, synthRate } from '../test/support/song-synthesis.ts';

/** The first three formants of vowels in hertz, of a voice of average height. */
const vowels = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [300, 870, 2240],
  [530, 1840, 2480],
  [570, 840, 2410],
  [440, 1020, 2240],
  [660, 1720, 2410],
] as const;
const bandwidths = [80, 100, 140] as const;

/** A resonator of two poles, whose centre may move. */
class Resonator {
  #last = 0;
  #before = 0;
  #bend = 0;
  readonly #decay: number;

  constructor(bandwidth: number) {
    this.#decay = Math.exp((-Math.PI * bandwidth) / synthRate);
  }

  tune(frequency: number): void {
    this.#bend = 2 * this.#decay * Math.cos((2 * Math.PI * frequency) / synthRate);
  }

  next(input: number): number {
    const output = input * (1 - this.#decay) + this.#bend * this.#last - this.#decay ** 2 * this.#before;
    this.#before = this.#last;
    this.#last = output;
    return output;
  }
}

/** A voice that speaks syllables without words, by a source of pulses or noise and three formants. */
export function voiceOf(length: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const height = 90 + 130 * random();
  const size = 0.9 + 0.3 * random();
  const formants = bandwidths.map((bandwidth) => new Resonator(bandwidth));
  const hiss = new Resonator(1_500);
  const output = new Float32Array(length);
  let phase = random();
  let at = -Math.floor(random() * synthRate);
  while (at < length) {
    const seconds = 0.11 + 0.16 * random();
    const [from, to] = [vowels[Math.floor(random() * vowels.length)]!, vowels[Math.floor(random() * 7)]!];
    const isPause = random() < 0.12;
    const consonant = random() < 0.6 ? 0.03 + 0.07 * random() : 0;
    const [pitchFrom, pitchTo] = [height * (0.85 + 0.35 * random()), height * (0.8 + 0.35 * random())];
    const strength = 0.5 + random();
    hiss.tune(2_500 + 4_000 * random());
    const count = Math.floor((seconds + consonant + (isPause ? 0.35 : 0)) * synthRate);
    for (let step = 0; step < count; step += 1, at += 1) {
      const time = step / synthRate;
      const share = Math.min(1, Math.max(0, (time - consonant) / seconds));
      if (step % 32 === 0)
        for (const [which, formant] of formants.entries())
          formant.tune((from[which]! + share * (to[which]! - from[which]!)) * size);
      phase += (pitchFrom + share * (pitchTo - pitchFrom)) / synthRate;
      const pulse = phase >= 1 ? 1 : 0;
      phase -= pulse;
      const isVoiced = time >= consonant && time < consonant + seconds;
      const envelope = isVoiced ? strength * Math.sin(Math.PI * share) ** 0.5 : 0;
      let sum = hiss.next(time < consonant ? (random() - 0.5) * 0.25 * strength : 0);
      for (const formant of formants) sum += formant.next(envelope * (20 * pulse + 0.1 * (random() - 0.5)));
      if (at >= 0 && at < length) output[at] = sum;
    }
  }
  return scaled(output);
}

/** Several voices at once. */
export function babbleOf(length: number, seed: number, voices = 6): Float32Array {
  const sum = new Float32Array(length);
  for (let which = 0; which < voices; which += 1) {
    const voice = voiceOf(length, seed * 31 + which);
    const gain = 0.5 + ((which * 37 + seed) % 10) / 10;
    for (let at = 0; at < length; at += 1) sum[at]! += gain * voice[at]!;
  }
  return scaled(sum);
}

/** The root mean square becomes 1. */
export function scaled(samples: Float32Array): Float32Array {
  const level = rootMeanSquare(samples) || 1;
  return samples.map((sample) => sample / level);
}
