import {
  type DrumKit,
  type DrumName,
  drumKit,
  type InstrumentName,
  instruments,
  normalize,
  play,
  randomOf,
  reverberate,
  strike,
  synthRate,
} from './songs-synth.ts';

/**
 * Pieces of music, each made of its seed. Like real ones they share much: tempi, keys, chord progressions, drum patterns,
 * the very samples of a few drum kits; a part repeats itself, and comes back later.
 */
export interface Piece {
  readonly seed: number;
  readonly seconds: number;
  readonly beatsPerMinute: number;
  render(): Float32Array;
}

const tempi = [84, 90, 96, 100, 104, 110, 116, 120, 124, 128, 140] as const;
const scales = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 7, 9],
] as const;
/** Degrees of the scale that chords stand on, one a bar. */
const progressions = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [0, 3, 4, 4],
  [5, 3, 0, 4],
  [0, 3, 0, 4],
  [1, 4, 0, 5],
  [0, 6, 5, 4],
  [0, 2, 3, 4],
] as const;
/** Sixteen steps of a bar; a digit is how loud. */
const patterns: readonly Readonly<Partial<Record<DrumName, string>>>[] = [
  { kick: '9...9...9...9...', hat: '..5...5...5...5.', snare: '....7.......7...' },
  { kick: '9.....9.9.......', hat: '5.5.5.5.5.5.5.5.', snare: '....8.......8...' },
  { kick: '9..9..9...9.....', hat: '5.355.355.355.35', clap: '....7.......7...' },
  { kick: '9.......9.9.....', snare: '....7..3.3..7...', hat: '5...5...5...5...' },
  { kick: '9.........9.....', hat: '5555555555555555', snare: '........8.......' },
  { tom: '7..7..7.7..7..5.', kick: '9.......9.......', clap: '............6...' },
];

const kits = Array.from({ length: 5 }, (_, kit) => drumKit(900 + kit));

type Pick = <Of>(choices: readonly Of[]) => Of;

interface Score {
  readonly random: () => number;
  readonly pick: Pick;
  readonly beat: number;
  readonly bars: number;
  readonly root: number;
  readonly scale: readonly number[];
  readonly progression: readonly number[];
  readonly kit: DrumKit;
  readonly pattern: (typeof patterns)[number];
}

/** The piece of a seed. `seconds` is about how long it is; it ends with a bar. */
export function pieceOf(seed: number, seconds?: number): Piece {
  const random = randomOf(seed * 7_919 + 13);
  const pick: Pick = (choices) => choices[Math.floor(random() * choices.length)]!;
  const beatsPerMinute = pick(tempi);
  const beat = 60 / beatsPerMinute;
  const wanted = seconds ?? 60 + random() * 45;
  const bars = Math.max(2, Math.round(wanted / (4 * beat)));
  const score: Score = {
    random,
    pick,
    beat,
    bars,
    root: 45 + Math.floor(random() * 12),
    scale: pick(scales),
    progression: pick(progressions),
    kit: pick(kits),
    pattern: pick(patterns),
  };
  return { seed, seconds: bars * 4 * beat, beatsPerMinute, render: () => render(score) };
}

/** In equal temperament, counted from the scale's root; more than an octave goes on above. */
function frequencyOf({ root, scale }: Score, degree: number): number {
  const octave = Math.floor(degree / scale.length);
  const key = root + 12 * octave + scale[degree - octave * scale.length]!;
  return 440 * 2 ** ((key - 69) / 12);
}

function render(score: Score): Float32Array {
  const { beat, bars, random, pick } = score;
  const sound = new Float32Array(Math.round((bars * 4 * beat + 0.5) * synthRate));
  const melodyName = pick<InstrumentName>([
    'piano',
    'flute',
    'reed',
    'lead',
    'bell',
    'marimba',
    'guitar',
    'strings',
  ]);
  const chordName = pick<InstrumentName>(['strings', 'organ', 'piano', 'guitar']);
  const themes = [themeOf(score), themeOf(score), themeOf(score)];
  const arpeggiates = random() < 0.5;
  const drums = random() < 0.85;
  for (let bar = 0; bar < bars; bar += 1) {
    const section = Math.floor(bar / 8);
    const chord = score.progression[bar % score.progression.length]!;
    const start = bar * 4 * beat;
    playChord(sound, score, chordName, chord, start, arpeggiates && section % 2 === 1);
    playBass(sound, score, chord, start);
    if (bar % 16 !== 0) playTheme(sound, score, melodyName, themes[section % 3]!, bar, start);
    if (drums && section !== 2) playDrums(sound, score, start);
  }
  reverberate(sound, 0.06 + 0.1 * random());
  return normalize(sound);
}

interface ThemeNote {
  readonly step: number;
  readonly steps: number;
  readonly degree: number;
}

/** Four bars of melody: it walks along the scale and sometimes leaps. */
function themeOf({ random, scale }: Score): ThemeNote[] {
  const notes: ThemeNote[] = [];
  let degree = scale.length + Math.floor(random() * scale.length);
  for (let step = 0; step < 64; ) {
    const steps = [1, 2, 2, 3, 4, 4, 6][Math.floor(random() * 7)]!;
    degree += random() < 0.8 ? Math.floor(random() * 5) - 2 : Math.floor(random() * 11) - 5;
    degree = Math.max(scale.length - 2, Math.min(3 * scale.length, degree));
    if (random() < 0.85) notes.push({ step, steps: Math.min(steps, 64 - step), degree });
    step += steps;
  }
  return notes;
}

/** As a player would, who is never on time to the millisecond. */
function playTheme(
  sound: Float32Array,
  score: Score,
  name: InstrumentName,
  theme: readonly ThemeNote[],
  bar: number,
  start: number,
): void {
  const step = score.beat / 4;
  for (const note of theme) {
    if (Math.floor(note.step / 16) !== bar % 4) continue;
    const late = (score.random() - 0.5) * 0.02;
    play(sound, instruments[name], {
      startSeconds: Math.max(0, start + (note.step % 16) * step + late),
      seconds: note.steps * step * 0.92,
      frequency: frequencyOf(score, note.degree),
      level: 0.3 * (0.8 + 0.4 * score.random()),
    });
  }
}

function playChord(
  sound: Float32Array,
  score: Score,
  name: InstrumentName,
  chord: number,
  start: number,
  isBroken: boolean,
): void {
  const tones = [0, 2, 4].map((third) => chord + third);
  if (!isBroken) {
    for (const degree of tones) {
      const frequency = frequencyOf(score, degree);
      play(sound, instruments[name], {
        startSeconds: start,
        seconds: 3.9 * score.beat,
        frequency,
        level: 0.13,
      });
    }
    return;
  }
  for (let eighth = 0; eighth < 8; eighth += 1) {
    play(sound, instruments[name], {
      startSeconds: start + (eighth * score.beat) / 2,
      seconds: 0.45 * score.beat,
      frequency: frequencyOf(
        score,
        tones[[0, 1, 2, 1][eighth % 4]!]! + (eighth > 3 ? score.scale.length : 0),
      ),
      level: 0.18,
    });
  }
}

function playBass(sound: Float32Array, score: Score, chord: number, start: number): void {
  for (let at = 0; at < 4; at += 1) {
    play(sound, instruments.bass, {
      startSeconds: start + at * score.beat,
      seconds: 0.8 * score.beat,
      frequency: frequencyOf(score, chord + (at === 3 ? 4 : 0)) / 2,
      level: 0.26,
    });
  }
}

function playDrums(sound: Float32Array, { pattern, kit, beat }: Score, start: number): void {
  for (const [name, steps] of Object.entries(pattern) as [DrumName, string][]) {
    for (let step = 0; step < 16; step += 1) {
      const loud = Number(steps[step]!.replace('.', '0'));
      if (loud > 0) strike(sound, kit[name], start + (step * beat) / 4, loud * 0.06);
    }
  }
}
