import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSound } from '../sources/songid-audio.ts';
import { type Alignment, type IndexedSong, SongIndex } from '../sources/songid-index.ts';
import { isMatch, leastCommon } from '../sources/songid-known.ts';
import { density, peaksOf } from '../sources/songid-landmarks.ts';
import { atSpeed, type NoiseName, withNoise } from '../test/support/song-noise.ts';
import { pieceOf } from '../test/support/song-pieces.ts';
import { randomOf, synthRate } from '../test/support/song-synthesis.ts';
import { type Cell, type Run, reportOf } from './songs-report.ts';

/**
 * Measures the recall and the false matches of song identification, over a catalogue of synthesised pieces: with degraded
 * clips of them, and with clips of pieces that the catalogue does not contain.
 *
 *   npm run bench:songs -- [--quick] [--write]
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

const songCount = options.quick ? 80 : 500;
const clipsPerCell = options.quick ? 16 : 100;
const codedPerCell = options.quick ? 8 : 40;
const foreignPieces = options.quick ? 40 : 250;
const lengths = [5, 8, 12] as const;
const decibels = [9, 3, 0, -3, -6, -9] as const;
const noises: readonly NoiseName[] = ['white', 'pink'];

const random = randomOf(2_003);
const now = () => performance.now();
const log = (line: string) => console.error(`${(now() / 1000).toFixed(0).padStart(4)} s  ${line}`);

/** A piece that clips are taken from, as 16-bit samples to save memory. */
interface Original {
  readonly key: number;
  readonly samples: Int16Array;
}

const times = { fingerprintMs: [] as number[], queryMs: [] as number[] };

function buildCatalogue(): { songs: IndexedSong[]; originals: Original[]; seconds: number } {
  const songs: IndexedSong[] = [];
  const originals: Original[] = [];
  let seconds = 0;
  for (let key = 0; key < songCount; key += 1) {
    const sound = pieceOf(key + 1).render();
    seconds += sound.length / synthRate;
    songs.push({ key, peaks: peaksOf(sound, density.song) });
    if (key % Math.ceil(songCount / clipsPerCell) === 0)
      originals.push({ key, samples: Int16Array.from(sound, (sample) => sample * 32_767) });
    if ((key + 1) % 50 === 0) log(`${key + 1} of ${songCount} songs`);
  }
  return { songs, originals, seconds };
}

interface Clip {
  readonly key: number;
  readonly offsetSeconds: number;
  readonly samples: Float32Array;
}

/** A part of a song at a random offset, not aligned with the frames of its fingerprint. */
function clipOf({ key, samples }: Original, seconds: number): Clip {
  const length = Math.round(seconds * synthRate);
  const start = Math.floor(random() * (samples.length - length));
  const part = Float32Array.from(samples.subarray(start, start + length), (sample) => sample / 32_767);
  return { key, offsetSeconds: start / synthRate, samples: part };
}

function identify(index: SongIndex, samples: Float32Array): Alignment | null {
  const start = now();
  const peaks = peaksOf(samples, density.clip);
  const fingerprinted = now();
  const found = index.closest(peaks, isMatch);
  times.fingerprintMs.push(fingerprinted - start);
  times.queryMs.push(now() - fingerprinted);
  return found;
}

/** The score as a share of the clip's peaks; 0 below the least number of common peaks. */
const shareOf = ({ score, outOf }: Alignment): number => (score >= leastCommon.peaks ? score / outOf : 0);

/** Identifies clips with one degradation and counts the results. */
async function measure(
  index: SongIndex,
  clips: readonly Clip[],
  row: string,
  column: string,
  degrade: (clip: Float32Array, at: number) => Float32Array | Promise<Float32Array>,
  speed = 1,
): Promise<Cell> {
  const shares: number[] = [];
  const errors = { offset: [] as number[], speed: [] as number[], pitch: [] as number[] };
  let [right, wrong] = [0, 0];
  for (const [at, clip] of clips.entries()) {
    const found = identify(index, await degrade(clip.samples, at));
    const isRight = found?.key === clip.key;
    shares.push(isRight ? shareOf(found) : 0);
    if (!found || !isMatch(found)) continue;
    if (!isRight) {
      wrong += 1;
      continue;
    }
    right += 1;
    errors.offset.push(Math.abs(found.offsetSeconds - clip.offsetSeconds));
    errors.speed.push(Math.abs(found.speed - speed));
    errors.pitch.push(Math.abs(found.pitch - speed));
  }
  return { row, column, count: clips.length, right, wrong, shares, errors };
}

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Encodes a clip with ffmpeg and decodes it in the same way as an upload. */
async function throughCodec(
  samples: Float32Array,
  format: string,
  encoding: readonly string[],
): Promise<Float32Array> {
  const input = ['-f', 'f32le', '-ar', String(synthRate), '-ac', '1', '-i', 'pipe:0'];
  const output = [...encoding, '-f', format, 'pipe:1'];
  const { stdout, stderr, status, error } = spawnSync('ffmpeg', ['-v', 'error', ...input, ...output], {
    input: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
    maxBuffer: 16 * 1_048_576,
  });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr.toString() || error?.message}`);
  const sound = await openSound(stdout);
  try {
    return await sound.slice(0, sound.durationSeconds);
  } finally {
    sound.close();
  }
}

const codecs = [
  ['mp3, 64 kbit/s', 'mp3', ['-ar', '44100', '-b:a', '64k']],
  ['Opus, 32 kbit/s', 'webm', ['-c:a', 'libopus', '-b:a', '32k']],
] as const;

async function measureAll(index: SongIndex, originals: readonly Original[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const seconds of lengths) {
    const column = `${seconds} s`;
    const clips = (count: number, longer = 1) =>
      originals.slice(0, count).map((original) => clipOf(original, seconds * longer));
    cells.push(await measure(index, clips(clipsPerCell), 'clean', column, (clip) => clip));
    for (const noise of noises)
      for (const level of decibels) {
        const row = `${noise} noise, ${level} dB`;
        const degrade = (clip: Float32Array, at: number) => withNoise(clip, noise, level, at + 1);
        cells.push(await measure(index, clips(clipsPerCell), row, column, degrade));
      }
    for (const speed of [0.98, 1.02]) {
      const row = `at ${speed > 1 ? '+' : '−'}2 % speed, pink noise, 9 dB`;
      const degrade = (clip: Float32Array, at: number) => withNoise(atSpeed(clip, speed), 'pink', 9, at + 1);
      cells.push(await measure(index, clips(clipsPerCell, speed), row, column, degrade, speed));
    }
    for (const [row, format, encoding] of hasFfmpeg ? codecs : []) {
      const degrade = (clip: Float32Array) => throughCodec(clip, format, encoding);
      cells.push(await measure(index, clips(codedPerCell), row, column, degrade));
    }
    log(`clips of ${seconds} s`);
  }
  return cells;
}

/** Four clips of each piece that the catalogue does not contain. */
function measureForeign(index: SongIndex): Run['foreign'] {
  const foreign: { seconds: number; share: number; isMatched: boolean }[] = [];
  for (let piece = 0; piece < foreignPieces; piece += 1) {
    const sound = pieceOf(1_000_000 + piece, 40).render();
    const original = { key: -1, samples: Int16Array.from(sound, (sample) => sample * 32_767) };
    for (const seconds of [5, 8, 8, 12]) {
      const found = identify(index, clipOf(original, seconds).samples);
      const isMatched = found !== null && isMatch(found);
      foreign.push({ seconds, share: found ? shareOf(found) : 0, isMatched });
    }
  }
  log('foreign clips');
  return foreign;
}

const { songs, originals, seconds } = buildCatalogue();
const index = new SongIndex();
const indexStart = now();
index.change(songs);
const indexMs = now() - indexStart;
const foreign = measureForeign(index);
const cells = await measureAll(index, originals);
const peakCount = songs.reduce((sum, { peaks }) => sum + peaks.length, 0);
const report = reportOf({
  cells,
  foreign,
  times,
  catalogue: { songs: songs.length, seconds, peaks: peakCount, bytes: index.bytes, indexMs },
  hasFfmpeg,
});
console.log(report);

if (options.write) {
  const file = fileURLToPath(new URL('../docs/songid.md', import.meta.url));
  const [start, end] = ['<!-- measured -->', '<!-- end of measured -->'];
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.split(start)[0]!, text.split(end)[1]!];
  writeFileSync(file, `${before}${start}\n\n${report}\n\n${end}${after}`);
}
