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
} from './song-synthesis.ts';

/**
 * Synthesised pieces of music, each determined by its seed. Like real songs they share tempi, keys, chord progressions,
 * drum patterns and the samples of a few drum kits; their sections repeat.
 */
export interface Piece {
  readonly seed: number;
  readonly beatsPerMinute: number;
  render(): Float32Array;
}

/** In beats per minute. Every third piece has one of these tempi, the others any integer from 70 to 150. */
const commonTempi = [90, 100, 120, 128, 140] as const;
const scales = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 7, 9],
] as const;
/** Chords as degrees of the scale, one per bar. */
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
type Pattern = Readonly<Partial<Record<DrumName, string>>>;
/** Sixteen steps of a bar; a digit is the loudness of a stroke. */
const patterns: readonly Pattern[] = [
  { kick: '9...9...9...9...', hat: '..5...5...5...5.', snare: '....7.......7...' },
  { kick: '9.....9.9.......', hat: '5.5.5.5.5.5.5.5.', snare: '....8.......8...' },
  { kick: '9..9..9...9.....', hat: '5.355.355.355.35', clap: '....7.......7...' },
  { kick: '9.......9.9.....', snare: '....7..3.3..7...', hat: '5...5...5...5...' },
  { kick: '9.........9.....', hat: '5555555555555555', snare: '........8.......' },
  { tom: '7..7..7.7..7..5.', kick: '9.......9.......', clap: '............6...' },
];

/** Every fourth piece uses one of these kits; the others have a kit of their own. */
const sharedKits = Array.from({ length: 12 }, (_, kit) => drumKit(900 + kit));

/** A pattern with some strokes removed and some added. */
function varied(pattern: Pattern, random: () => number): Pattern {
  const vary = (steps: string) => {
    const strokes = [...steps];
    for (let step = 0; step < strokes.length; step += 1) {
      if (random() < 0.1) strokes[step] = '.';
      else if (random() < 0.06) strokes[step] = '4';
    }
    return strokes.join('');
  };
  return Object.fromEntries(Object.entries(pattern).map(([name, steps]) => [name, vary(steps)]));
}

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
  readonly pattern: Pattern;
  /** Factor on all frequencies; 1 is a tuning to 440 Hz, which every other piece has. */
  readonly tuning: number;
  /** The largest delay of a note after its beat; 0 for every third piece. */
  readonly lateSeconds: number;
}

/** Another recording of a piece: the same melodies and chords, played by other instruments and drums. */
export interface Arrangement {
  /** A factor on the tempo. */
  readonly tempo: number;
  /** Semitones by which the key is higher. */
  readonly semitones: number;
}

/** The piece of a seed, about `seconds` long: it ends with a complete bar. */
export function pieceOf(seed: number, seconds?: number, arrangement?: Arrangement): Piece {
  const random = randomOf(seed * 7_919 + 13);
  const pick: Pick = (choices) => choices[Math.floor(random() * choices.length)]!;
  const beatsPerMinute = random() < 1 / 3 ? pick(commonTempi) : 70 + Math.floor(random() * 81);
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
    kit: random() < 0.25 ? pick(sharedKits) : drumKit(Math.floor(random() * 1e9)),
    pattern: varied(pick(patterns), random),
    tuning: random() < 0.5 ? 1 : 2 ** ((random() - 0.5) / 30),
    lateSeconds: random() < 1 / 3 ? 0 : 0.012,
  };
  if (!arrangement) return { seed, beatsPerMinute, render: () => render(score) };
  const { tempo, semitones } = arrangement;
  const other = { ...score, beat: beat / tempo, root: score.root + semitones, kit: drumKit(seed + 5_000) };
  return { seed, beatsPerMinute: beatsPerMinute * tempo, render: () => render(other, 1) };
}

/** The frequency in equal temperament of a degree counted from the root; degrees beyond the scale continue in the next octave. */
function frequencyOf({ root, scale, tuning }: Score, degree: number): number {
  const octave = Math.floor(degree / scale.length);
  const key = root + 12 * octave + scale[degree - octave * scale.length]!;
  return 440 * tuning * 2 ** ((key - 69) / 12);
}

const melodyNames = ['piano', 'flute', 'reed', 'lead', 'bell', 'marimba', 'guitar', 'strings'] as const;
const chordNames = ['strings', 'organ', 'piano', 'guitar'] as const;

/** Each instrument is taken `later` places later in its list. */
function render(score: Score, later = 0): Float32Array {
  const { random, pick } = score;
  const beats = beatsOf(score);
  const total = beats.reduce((sum, beat) => sum + 4 * beat, 0.5);
  const sound = new Float32Array(Math.round(total * synthRate));
  const nameOf = (names: readonly InstrumentName[]) =>
    names[(names.indexOf(pick(names)) + later) % names.length]!;
  const melodyName = nameOf(melodyNames);
  const chordName = nameOf(chordNames);
  const themes = [themeOf(score), themeOf(score), themeOf(score)];
  const arpeggiates = random() < 0.5;
  const drums = random() < 0.85;
  let start = 0;
  for (const [bar, beat] of beats.entries()) {
    const section = Math.floor(bar / 8);
    const chord = score.progression[bar % score.progression.length]!;
    const here = { ...score, beat };
    playChord(sound, here, chordName, chord, start, arpeggiates && section % 2 === 1);
    playBass(sound, here, chord, start);
    if (bar % 16 !== 0) playTheme(sound, here, melodyName, themes[section % 3]!, bar, start);
    if (drums && section !== 2) playDrums(sound, here, start);
    start += 4 * beat;
  }
  reverberate(sound, 0.06 + 0.1 * random());
  return normalize(sound);
}

/** The length of a beat in each bar, in seconds; it varies in pieces with delayed notes. */
function beatsOf({ beat, bars, lateSeconds, random }: Score): number[] {
  if (lateSeconds === 0) return new Array<number>(bars).fill(beat);
  let pace = 1;
  return Array.from({ length: bars }, () => {
    pace += (random() - 0.5) * 0.02 + (1 - pace) * 0.2;
    return beat * pace;
  });
}

interface ThemeNote {
  readonly step: number;
  readonly steps: number;
  readonly degree: number;
}

/** A melody of four bars: small steps along the scale, and some leaps. */
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

/** A random delay of one note, in seconds. */
const lateness = ({ random, lateSeconds }: Score): number => random() * lateSeconds;

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
    play(sound, instruments[name], {
      startSeconds: start + (note.step % 16) * step + lateness(score),
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
      startSeconds: start + (eighth * score.beat) / 2 + lateness(score),
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
      startSeconds: start + at * score.beat + lateness(score),
      seconds: 0.8 * score.beat,
      frequency: frequencyOf(score, chord + (at === 3 ? 4 : 0)) / 2,
      level: 0.26,
    });
  }
}

function playDrums(sound: Float32Array, score: Score, start: number): void {
  const { pattern, kit, beat, lateSeconds, random } = score;
  for (const [name, steps] of Object.entries(pattern) as [DrumName, string][]) {
    for (let step = 0; step < 16; step += 1) {
      const loud = Number(steps[step]!.replace('.', '0'));
      if (loud === 0) continue;
      const level = loud * 0.06 * (lateSeconds === 0 ? 1 : 0.75 + 0.5 * random());
      strike(sound, kit[name], start + (step * beat) / 4 + lateness(score), level);
    }
  }
}
