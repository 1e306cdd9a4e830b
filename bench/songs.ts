import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { heardClipOf } from '../sources/songid-evidence.ts';
import { fingerprintMethod, peaksOf } from '../sources/songid-fingerprint.ts';
import { type IndexedSong, SongIndex } from '../sources/songid-index.ts';
import { enough, isMatch } from '../sources/songid-known.ts';
import { rootMeanSquare } from '../test/support/song-noise.ts';
import { randomOf, synthRate } from '../test/support/song-synthesis.ts';
import { type Degradation, degradations } from './songs-cells.ts';
import { growthOf } from './songs-growth.ts';
import { debianTracks, numberOf, pieces, type Track, tracksBelow } from './songs-music.ts';
import { growthTable, type Outcome, reportOf } from './songs-report.ts';
import { shareSound } from './songs-same.ts';

/**
 * Measures the recall and the false matches of song identification with degraded clips of recordings, some of which the
 * catalogue contains.
 *
 *   npm run bench:songs -- [--music DIR | --debian] [--songs 400] [--clips 80] [--only PATTERN] [--set proof]
 *                          [--growth] [--cache DIR] [--records FILE] [--write]
 *
 * Without music, pieces are synthesised. `--set calibration` uses the other half of the unknown recordings. `--growth`
 * measures larger catalogues instead.
 */
const { values: options } = parseArgs({
  options: {
    music: { type: 'string' },
    debian: { type: 'boolean', default: false },
    songs: { type: 'string', default: '400' },
    clips: { type: 'string', default: '80' },
    foreign: { type: 'string', default: '3000' },
    only: { type: 'string' },
    set: { type: 'string', default: 'proof' },
    cache: { type: 'string', default: join(tmpdir(), 'almanac-bench-songs') },
    growth: { type: 'boolean', default: false },
    records: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const songCount = Number(options.songs);
const lengths = [5, 8] as const;
const log = (line: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`);

async function allTracks(): Promise<Track[]> {
  if (options.music) return tracksBelow(options.music, options.cache);
  return options.debian ? debianTracks(options.cache) : pieces(Math.round(songCount * 1.5));
}

const floats = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32_768);

/** The peaks of a track, from the cache where it has them. */
async function fingerprint({ name, samples }: Track): Promise<Uint32Array> {
  const file = join(options.cache, `${numberOf(name).toString(36)}-${fingerprintMethod}.peaks`);
  if (existsSync(file)) {
    const bytes = await readFile(file);
    return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
  const peaks = peaksOf(floats(await samples()));
  await writeFile(file, new Uint8Array(peaks.buffer));
  return peaks;
}

interface Clip {
  readonly offsetSeconds: number;
  readonly samples: Float32Array;
}

const quiet = 0.004;

/** A part of a track at a random offset, not aligned with the frames of its fingerprint, and not silent. */
async function clipOf(track: Track, seconds: number, seed: number): Promise<Clip> {
  const all = await track.samples();
  const random = randomOf(seed ^ numberOf(track.name));
  const length = Math.round(seconds * synthRate);
  for (let attempt = 0; ; attempt += 1) {
    const start = Math.floor(random() * (all.length - length));
    const samples = floats(all.subarray(start, start + length));
    if (rootMeanSquare(samples) > quiet || attempt === 20)
      return { offsetSeconds: start / synthRate, samples };
  }
}

interface Asked {
  readonly degradation: Degradation;
  readonly track: Track;
  readonly other: Track;
  readonly seconds: number;
  readonly seed: number;
}

/** Degrades a clip and searches it. A clip that will be played faster is cut longer. */
async function ask(index: SongIndex, key: number | null, asked: Asked): Promise<Outcome> {
  const { degradation, track, other, seconds, seed } = asked;
  const speed = degradation.speed ?? 1;
  const clip = await clipOf(track, seconds * Math.max(1, speed), seed);
  const under = await clipOf(other, seconds * Math.max(1, speed), seed + 1);
  const samples = degradation
    .apply(clip.samples, seed % 100_000, under.samples)
    .subarray(0, Math.round(seconds * synthRate));
  const start = process.cpuUsage();
  const heard = heardClipOf(samples);
  const fingerprinted = process.cpuUsage(start).user / 1000;
  const found = index.closest(heard, enough);
  const outcome: Outcome = {
    ...{ degradation: degradation.name, seconds, track: track.name, key, found },
    isMatched: found !== null && isMatch(found),
    isShared: false,
    fingerprintMs: fingerprinted,
    queryMs: process.cpuUsage(start).user / 1000 - fingerprinted,
    error: found && {
      offset: Math.abs(found.offsetSeconds - clip.offsetSeconds),
      speed: Math.abs(found.speed - speed),
      pitch: Math.abs(found.pitch - (degradation.pitch ?? speed)),
    },
  };
  // A match of a recording that holds the known sound is counted apart.
  if (key === null && outcome.isMatched)
    outcome.isShared = shareSound(await track.samples(), await known[found!.key]!.samples());
  if (options.records) appendFileSync(options.records, `${JSON.stringify(outcome)}\n`);
  return outcome;
}

await mkdir(options.cache, { recursive: true });
const tracks = await allTracks();
const known = tracks.slice(0, songCount);
const isProof = options.set === 'proof';
const foreign = tracks.slice(songCount).filter((_, at) => (at % 2 === 0) === isProof);
log(`${known.length} known tracks, ${foreign.length} of the unknown`);

const songs: IndexedSong[] = [];
for (const [key, track] of known.entries()) songs.push({ key, peaks: await fingerprint(track) });
log('fingerprints are there');
const index = new SongIndex();
const indexStart = performance.now();
index.change(songs);
const indexMs = performance.now() - indexStart;
const musicSeconds = songs.reduce((sum, { peaks }) => sum + ((peaks.at(-1) ?? 0) >>> 13) * 0.032, 0);

if (options.growth) {
  const clipsOf = async (of: readonly Track[]) => {
    const clips: Float32Array[] = [];
    for (const track of of.slice(0, 24)) clips.push((await clipOf(track, 8, 1)).samples);
    return clips;
  };
  const growth = growthOf(songs, [songs.length, 1_000, 10_000], await clipsOf(known), await clipsOf(foreign));
  console.log(growthTable(growth));
  process.exit();
}

const chosen = degradations.filter(({ name }) => !options.only || new RegExp(options.only).test(name));
const outcomes: Outcome[] = [];
const clipCount = Math.min(Number(options.clips), known.length);
for (const degradation of chosen) {
  for (const seconds of lengths) {
    const start = outcomes.length;
    for (let at = 0; at < clipCount; at += 1) {
      const key = Math.floor((at * known.length) / clipCount);
      // A known track would be a right answer, too.
      const other = foreign[key % foreign.length] ?? known[(key + 7) % known.length]!;
      const asked = { degradation, track: known[key]!, other, seconds, seed: 7_919 * at + seconds };
      outcomes.push(await ask(index, key, asked));
    }
    const cell = outcomes.slice(start);
    const right = cell.filter(({ isMatched, found, key }) => isMatched && found?.key === key).length;
    log(`${degradation.name}, ${seconds} s: ${right} of ${cell.length}`);
  }
}
if (foreign.length > 0) {
  for (let at = 0; at < Number(options.foreign); at += 1) {
    const degradation = chosen[at % chosen.length]!;
    const track = foreign[(at + Math.floor(at / chosen.length)) % foreign.length]!;
    const other = foreign[(at + 3) % foreign.length]!;
    const asked = { degradation, track, other, seconds: lengths[at % 2]!, seed: 104_729 + at };
    outcomes.push(await ask(index, null, asked));
    if (at % 100 === 99) log(`${at + 1} clips of unknown tracks`);
  }
}

const report = reportOf({
  outcomes,
  catalogue: { songs: songs.length, seconds: musicSeconds, bytes: index.bytes, indexMs },
});
console.log(report);
if (options.write) {
  const doc = fileURLToPath(new URL('../docs/songid.md', import.meta.url));
  const [before = '', rest = ''] = readFileSync(doc, 'utf8').split('<!-- measured -->');
  const after = rest.split('<!-- end of measured -->')[1] ?? '';
  writeFileSync(doc, `${before}<!-- measured -->\n\n${report}\n\n<!-- end of measured -->${after}`);
}
