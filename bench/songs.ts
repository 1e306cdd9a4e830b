import { appendFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Degradation, degradations } from './songs-cells.ts';
import { growthOf } from './songs-growth.ts';
import { packagedTracks, pieces, type Track, tracksBelow } from './songs-music.ts';
import { growthTable, reportOf } from './songs-report.ts';
import { clipOf, type KnownTracks, knownTracks, type Outcome, searchClip } from './songs-searches.ts';
import { rearrangedPieces } from './songs-tunes.ts';

/**
 * Measures the recall and the false matches of song identification with degraded clips of recordings, some of which the
 * catalogue contains.
 *
 *   npm run bench:songs -- [--music DIR | --packages DIR] [--set NAME] [--songs 400] [--clips 80] [--foreign 3000]
 *                          [--skip 0] [--only PATTERN] [--growth SIZES] [--cache DIR] [--records FILE]
 *
 * Without music, pieces are synthesised. `--packages` unpacks Debian packages into a folder. Sets of clips:
 *
 *   validation   clips of the known recordings and of half of the unknown ones
 *   calibration  the same with the other half, for the choice of thresholds
 *   first        of packages that were not used for any choice: known are those of the other sets and, in turn, each half
 *   second       of these recordings, while the other half is unknown
 *   third        the same with further packages
 *   folder       the same with the recordings below `--music`, whatever they are
 *   tunes        synthesised pieces, of which other arrangements are known
 *
 * `--skip` leaves out as many clips of unknown tracks, so that processes share the work. `--growth 1000,10000` measures
 * larger catalogues instead.
 */
const { values: options } = parseArgs({
  options: {
    music: { type: 'string' },
    packages: { type: 'string' },
    set: { type: 'string', default: 'validation' },
    songs: { type: 'string', default: '400' },
    clips: { type: 'string', default: '80' },
    foreign: { type: 'string', default: '3000' },
    skip: { type: 'string', default: '0' },
    only: { type: 'string' },
    cache: { type: 'string', default: join(tmpdir(), 'almanac-bench-songs') },
    growth: { type: 'string' },
    records: { type: 'string' },
  },
});
const sets = ['validation', 'calibration', 'first', 'second', 'third', 'folder', 'tunes'] as const;
const set = sets.find((name) => name === options.set);
if (!set) throw new Error(`--set must be one of ${sets.join(', ')}`);
const songCount = Number(options.songs);
const lengths = [5, 8] as const;
/** The clips of known and of unknown tracks in each catalogue of the measurement of growth. */
const growthClips = 12;
const log = (line: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`);

/** A catalogue, and the tracks whose clips are searched in it. */
interface Trial {
  readonly known: readonly Track[];
  /** The keys of known tracks of which clips are taken. */
  readonly searchedKeys: readonly number[];
  readonly unknown: readonly Track[];
  /** What the unknown tracks are to the known ones. */
  readonly kind: string;
}

const usual = 'unknown tracks';
const every = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);
const isIn = (half: number) => (_: unknown, at: number) => at % 2 === half;

/** The sets that prove a version of the rule. */
const proofs = ['first', 'second', 'third', 'folder'] as const;
const proof = proofs.find((name) => name === set);

async function usualTracks(): Promise<Track[]> {
  if (options.music && !proof) return tracksBelow(options.music, options.cache);
  if (!options.packages) return pieces(Math.round(songCount * 1.5));
  // Tracks of a set that has proved a version of the rule may serve as others afterwards.
  return packagedTracks(proof ? ['tuning'] : ['tuning', 'first', 'second'], options.packages, options.cache);
}

async function trialsOf(): Promise<Trial[]> {
  const tracks = await usualTracks();
  const known = tracks.slice(0, songCount);
  if (set === 'tunes') {
    return rearrangedPieces().map(({ kind, originals, others }) => ({
      known: [...known, ...originals],
      searchedKeys: [],
      unknown: others,
      kind,
    }));
  }
  if (proof) {
    if (!options.packages) throw new Error(`--set ${proof} needs --packages`);
    const fresh =
      proof === 'folder'
        ? await tracksBelow(options.music ?? '.', options.cache, options.music)
        : await packagedTracks([proof], options.packages, options.cache);
    return [0, 1].map((half) => {
      const added = fresh.filter(isIn(half));
      return {
        known: [...known, ...added],
        searchedKeys: every(added.length, known.length),
        unknown: fresh.filter(isIn(1 - half)),
        kind: usual,
      };
    });
  }
  const unknown = tracks.slice(songCount).filter(isIn(set === 'validation' ? 0 : 1));
  return [{ known, searchedKeys: every(known.length), unknown, kind: usual }];
}

const chosen = degradations.filter(({ name }) => !options.only || new RegExp(options.only).test(name));

function take(outcome: Outcome): Outcome {
  if (options.records) appendFileSync(options.records, `${JSON.stringify(outcome)}\n`);
  return outcome;
}

/** Clips of known tracks: as many of each degradation and length. */
async function searchKnown(trial: Trial, known: KnownTracks, clipCount: number): Promise<Outcome[]> {
  const { searchedKeys, unknown, kind } = trial;
  const count = Math.min(clipCount, searchedKeys.length);
  const outcomes: Outcome[] = [];
  const searchCell = async (degradation: Degradation, seconds: number) => {
    let right = 0;
    for (let at = 0; at < count; at += 1) {
      const key = searchedKeys[Math.floor((at * searchedKeys.length) / count)]!;
      // A known track would be a right result, too.
      const other = unknown[key % unknown.length] ?? trial.known[(key + 7) % trial.known.length]!;
      const seed = 7_919 * at + seconds;
      const query = { degradation, track: trial.known[key]!, key, other, seconds, seed, kind };
      const outcome = take(await searchClip(known, query));
      outcomes.push(outcome);
      if (outcome.isMatched && outcome.found?.key === key) right += 1;
    }
    log(`${degradation.name}, ${seconds} s: ${right} of ${count}`);
  };
  if (count > 0)
    for (const degradation of chosen) for (const seconds of lengths) await searchCell(degradation, seconds);
  return outcomes;
}

const skipped = Number(options.skip);

/** Clips of unknown tracks, with all degradations and both lengths in turn. */
async function searchUnknown(
  { unknown, kind }: Trial,
  known: KnownTracks,
  count: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = skipped; at < skipped + count && unknown.length > 0; at += 1) {
    const round = Math.floor(at / chosen.length);
    const degradation = chosen[at % chosen.length]!;
    const seconds = lengths[(at + round) % 2]!;
    const track = unknown[(at + round) % unknown.length]!;
    const other = unknown[(at + 3) % unknown.length]!;
    const query = { degradation, track, key: null, other, seconds, seed: 104_729 + at, kind };
    const outcome = take(await searchClip(known, query));
    outcomes.push(outcome);
    if (outcome.isMatched)
      log(
        `${track.name} matches ${known.tracks[outcome.found!.key]!.name}${outcome.isShared ? ', which shares sound' : ''}`,
      );
    if (at % 100 === 99) log(`${at + 1} clips of ${kind}`);
  }
  return outcomes;
}

await mkdir(options.cache, { recursive: true });
const trials = await trialsOf();
const outcomes: Outcome[] = [];
let known: KnownTracks | undefined;
for (const trial of trials) {
  log(`${trial.known.length} known tracks, ${trial.unknown.length} ${trial.kind}`);
  known = await knownTracks(trial.known, options.cache);
  log('fingerprints are there');
  if (options.growth) {
    const clipsOf = async (of: readonly Track[]) => {
      const clips: Float32Array[] = [];
      for (const track of of.slice(0, growthClips)) clips.push((await clipOf(track, 8, 1)).samples);
      return clips;
    };
    const sizes = [known.songs.length, ...options.growth.split(',').map(Number)];
    console.log(
      growthTable(growthOf(known.songs, sizes, await clipsOf(trial.known), await clipsOf(trial.unknown))),
    );
    process.exit();
  }
  outcomes.push(...(await searchKnown(trial, known, Math.round(Number(options.clips) / trials.length))));
  outcomes.push(...(await searchUnknown(trial, known, Math.round(Number(options.foreign) / trials.length))));
}

console.log(reportOf({ outcomes, known: known! }));
