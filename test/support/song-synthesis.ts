import { waveFile } from '../../songid/example.ts';

/** Synthesis of instruments, drums and reverberation, in samples of one channel. In hertz: */
export const synthRate = 16_000;

/** Uncompressed audio of 16 bits; the header may declare a false size. */
export function wav(samples: Float32Array, rate = synthRate, claimedBytes?: number): Buffer {
  const integers = Int16Array.from(samples, (sample) => sample * 32_767);
  return waveFile(integers, rate, claimedBytes);
}

/** A pseudorandom generator (mulberry32) of numbers from 0 to 1, determined by its seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Instrument {
  /** Strength of each harmonic, the fundamental first. */
  readonly harmonics: readonly number[];
  readonly attackSeconds: number;
  /** Time in which a held note falls to 1/e; long for bowed and blown instruments. */
  readonly decaySeconds: number;
  readonly releaseSeconds: number;
  /** Share of the frequency, at about five times a second. */
  readonly vibrato: number;
  /** A second voice is higher than the first by this share of its frequency; 0 for none. */
  readonly detune: number;
}

const falling = (count: number, power: number, step = 1): number[] =>
  Array.from({ length: count }, (_, at) => (at % step === 0 ? 1 / (at + 1) ** power : 0));

export const instruments = {
  piano: voice(falling(14, 1.3), 0.005, 0.7, 0.12, 0, 0.0007),
  guitar: voice(falling(18, 1.05), 0.003, 0.45, 0.08, 0, 0),
  organ: voice([1, 0.8, 0.5, 0.6, 0, 0.3, 0, 0.35], 0.02, 60, 0.05, 0.001, 0.001),
  strings: voice(falling(20, 1.1), 0.12, 60, 0.2, 0.004, 0.002),
  flute: voice([1, 0.35, 0.12, 0.05, 0.02], 0.05, 60, 0.08, 0.005, 0),
  reed: voice(falling(15, 0.9, 2), 0.03, 60, 0.07, 0.003, 0),
  bell: voice([1, 0, 0, 0.6, 0, 0, 0.35, 0, 0, 0.2], 0.002, 0.9, 0.3, 0, 0.0015),
  lead: voice(falling(24, 0.8), 0.01, 2, 0.06, 0.002, 0.004),
  marimba: voice([1, 0, 0, 0.4, 0, 0, 0, 0, 0.1], 0.002, 0.25, 0.1, 0, 0),
  bass: voice(falling(10, 1.2), 0.006, 0.6, 0.05, 0, 0),
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof instruments;

function voice(
  harmonics: number[],
  attackSeconds: number,
  decaySeconds: number,
  releaseSeconds: number,
  vibrato: number,
  detune: number,
): Instrument {
  return { harmonics, attackSeconds, decaySeconds, releaseSeconds, vibrato, detune };
}

const tableLength = 2_048;
const tables = new Map<Instrument, Map<number, Float32Array>>();

/** One period of the waveform, with the harmonics below half the sample rate. */
function tableOf(instrument: Instrument, frequency: number): Float32Array {
  const fitting = Math.min(
    instrument.harmonics.length,
    Math.max(1, Math.floor((synthRate * 0.48) / frequency)),
  );
  const ofInstrument = tables.get(instrument) ?? new Map<number, Float32Array>();
  tables.set(instrument, ofInstrument);
  let table = ofInstrument.get(fitting);
  if (!table) {
    table = new Float32Array(tableLength);
    for (let harmonic = 1; harmonic <= fitting; harmonic += 1) {
      const strength = instrument.harmonics[harmonic - 1]!;
      // Equal phases of all harmonics would make a sharp peak.
      const start = harmonic * harmonic * 0.7;
      for (let at = 0; at < tableLength; at += 1)
        table[at]! += strength * Math.sin((2 * Math.PI * harmonic * at) / tableLength + start);
    }
    ofInstrument.set(fitting, table);
  }
  return table;
}

export interface Note {
  readonly startSeconds: number;
  readonly seconds: number;
  readonly frequency: number;
  readonly level: number;
}

/** Adds a note to the sound. */
export function play(sound: Float32Array, instrument: Instrument, note: Note): void {
  addVoice(sound, instrument, note, 1);
  if (instrument.detune > 0)
    addVoice(sound, instrument, { ...note, level: note.level * 0.6 }, 1 + instrument.detune);
}

function addVoice(sound: Float32Array, instrument: Instrument, note: Note, tuning: number): void {
  const frequency = note.frequency * tuning;
  const table = tableOf(instrument, frequency);
  const start = Math.round(note.startSeconds * synthRate);
  const held = Math.round(note.seconds * synthRate);
  const end = Math.min(sound.length, start + held + Math.round(instrument.releaseSeconds * synthRate));
  const decay = Math.exp(-1 / (instrument.decaySeconds * synthRate));
  const release = Math.exp(-5 / (instrument.releaseSeconds * synthRate));
  const attackStep = 1 / Math.max(1, instrument.attackSeconds * synthRate);
  const step = (frequency * tableLength) / synthRate;
  let phase = (start * 7) % tableLength;
  let attack = 0;
  let level = note.level;
  for (let block = start; block < end; block += 64) {
    const wave = Math.sin((2 * Math.PI * 5.3 * (block - start)) / synthRate);
    const increment = step * (1 + instrument.vibrato * wave);
    const blockEnd = Math.min(end, block + 64);
    const fade = block - start < held ? decay : release;
    for (let at = block; at < blockEnd; at += 1) {
      if (attack < 1) attack += attackStep;
      level *= fade;
      sound[at]! += table[phase & (tableLength - 1)]! * level * (attack < 1 ? attack : 1);
      phase += increment;
    }
  }
}

export type DrumName = 'kick' | 'snare' | 'hat' | 'clap' | 'tom';
export type DrumKit = Readonly<Record<DrumName, Float32Array>>;

/** The samples of a drum kit; the same for the same seed. */
export function drumKit(seed: number): DrumKit {
  const random = randomOf(seed);
  const vary = (value: number) => value * (0.8 + 0.4 * random());
  const tone = (from: number, to: number, seconds: number, noise: number) => {
    const samples = new Float32Array(Math.round(seconds * synthRate));
    let phase = 0;
    let smoothed = 0;
    for (let at = 0; at < samples.length; at += 1) {
      const share = at / samples.length;
      phase += (2 * Math.PI * (to + (from - to) * Math.exp(-8 * share))) / synthRate;
      const grain = random() * 2 - 1;
      smoothed = smoothed * 0.3 + grain * 0.7;
      samples[at] = ((1 - noise) * Math.sin(phase) + noise * (grain - smoothed * 0.5)) * Math.exp(-5 * share);
    }
    return samples;
  };
  return {
    kick: tone(vary(150), vary(48), vary(0.25), 0.05),
    snare: tone(vary(260), vary(180), vary(0.18), 0.7),
    hat: tone(vary(5000), vary(5000), vary(0.06), 0.95),
    clap: tone(vary(900), vary(700), vary(0.14), 0.9),
    tom: tone(vary(200), vary(90), vary(0.3), 0.15),
  };
}

export function strike(sound: Float32Array, drum: Float32Array, atSeconds: number, level: number): void {
  const start = Math.round(atSeconds * synthRate);
  const count = Math.min(drum.length, sound.length - start);
  for (let at = 0; at < count; at += 1) sound[start + at]! += drum[at]! * level;
}

/** Adds reverberation: three feedback delay lines, mixed with the given share. */
export function reverberate(sound: Float32Array, share: number): void {
  const dry = sound.slice();
  for (const [delay, feedback] of [
    [1_187, 0.72],
    [1_373, 0.7],
    [1_601, 0.68],
  ] as const) {
    const line = new Float32Array(delay);
    let place = 0;
    for (let at = 0; at < sound.length; at += 1) {
      const echo = line[place]!;
      line[place] = dry[at]! + echo * feedback;
      sound[at]! += echo * share;
      place = place + 1 === delay ? 0 : place + 1;
    }
  }
}

/** Scales the sound so that its highest sample is `peak`. */
export function normalize(sound: Float32Array, peak = 0.8): Float32Array {
  let most = 1e-9;
  for (let at = 0; at < sound.length; at += 1) most = Math.max(most, Math.abs(sound[at]!));
  const gain = peak / most;
  for (let at = 0; at < sound.length; at += 1) sound[at]! *= gain;
  return sound;
}
