import {
  frameOf,
  frequencyOf,
  isHighest,
  type Maximum,
  maximaOf,
  nearby,
  packed,
  strongest,
} from './landmarks.ts';
import { loudness } from './resample.ts';
import { salienceOf } from './salience.ts';
import {
  bandCount,
  bandEdges,
  bandOfBin,
  endBin,
  firstBin,
  framesPerWindow,
  hop,
  meansAround,
  type Reach,
  rowBins,
  spectrogramOf,
} from './spectrogram.ts';

/** Where a song's peaks would be in a clip. */
export interface Position {
  /** The song's frame at which the clip begins. */
  readonly offset: number;
  /** The speed and pitch of the clip as factors of the song's. */
  readonly tempo: number;
  readonly pitch: number;
}

/** A map of a clip: for each point, how much more probable a song's peak is there than anywhere. */
interface ScoreMap {
  /** The level of each point and its band, by row and bin: an index of `scores`. */
  readonly levels: Uint16Array;
  /** The log-likelihood ratio of each level of each band, less the mean of the band. */
  readonly scores: Float32Array;
  /** The variance of the scores of the band of each bin. */
  readonly variances: Float64Array;
}

/** A clip as it is compared with songs. */
export interface AnalysedClip {
  readonly frames: number;
  /** The row of each frame in the maps; -1 for an empty frame, which says nothing about a song. */
  readonly rows: Int16Array;
  readonly rowCount: number;
  /** The middle of the frames that are not empty. */
  readonly middle: number;
  /** Peaks for pairs. */
  readonly peaks: Uint32Array;
  /** With the tolerance of a frame and a bin, and with a wide one, to find the way to the exact position. */
  readonly exact: ScoreMap;
  readonly wide: ScoreMap;
}

/** The neighbourhoods within which a point of a clip is a maximum, of which pairs consist, or for the map. */
const pairReach: Reach = { frames: 4, bins: 5 };
const mapReach: Reach = { frames: 2, bins: 3 };
const least = { pairs: 2, map: 0.3 } as const;
/** The most peaks for pairs in each band and second. */
const perBand = 9;

/** The longest clip that is compared: the frames of fifteen seconds. */
export const longestFrames = 469;

/** A clip of one channel at 16 kHz; what is longer than `longestFrames` is ignored. */
export function analysedClip(samples: Float32Array): AnalysedClip {
  const heard = samples.subarray(0, longestFrames * hop);
  const sound = spectrogramOf(heard);
  const { frames } = sound;
  const rows = rowsOf(heard, frames);
  const isEmpty = (frame: number) => rows[frame] === -1;
  const means = meansAround(sound, nearby, isEmpty);
  const meanAt = (frame: number, bin: number) => means[frame * rowBins + bin]!;
  const maxima = maximaOf(sound, meanAt, mapReach, least.map).filter(({ frame }) => !isEmpty(frame));
  const points = salienceOf(sound, means, maxima, isEmpty);
  const forPairs = maxima.filter(
    ({ frame, bin, prominence }) => prominence >= least.pairs && isHighest(sound, frame, bin, pairReach),
  );
  // By salience and not by prominence: what lasts at its frequency says little.
  const salienceAt = ({ frame, bin }: Maximum) => points[frame * rowBins + bin]!;
  const first = rows.findIndex((row) => row !== -1);
  const last = rows.findLastIndex((row) => row !== -1);
  return {
    frames,
    rows,
    rowCount: (rows[last] ?? -1) + 1,
    middle: (first + last + 1) / 2,
    peaks: packed(strongest(forPairs, perBand, salienceAt)),
    exact: scored(points, rows),
    wide: scored(
      dilated(points, frames, 1, (bin) => Math.max(1, Math.round(bin * 0.006))),
      rows,
    ),
  };
}

/** A block is empty when it is 60 dB fainter than the loudest; a frame when this share of its windowed power is. */
const empty = { below: 1e-3, share: 0.5, samples: 128 } as const;
const blocksPerFrame = (framesPerWindow * hop) / empty.samples;
const weights = Float64Array.from(
  { length: blocksPerFrame },
  (_, block) => Math.sin((Math.PI * (block + 0.5)) / blocksPerFrame) ** 4,
);
const weight = weights.reduce((sum, each) => sum + each, 0);

/** The rows of the frames, which are counted without empty ones. */
function rowsOf(samples: Float32Array, frames: number): Int16Array {
  const levels = Float64Array.from({ length: Math.floor(samples.length / empty.samples) }, (_, block) =>
    loudness(samples.subarray(block * empty.samples, (block + 1) * empty.samples)),
  );
  const least = empty.below * levels.reduce((most, level) => Math.max(most, level), 0);
  let next = 0;
  return Int16Array.from({ length: frames }, (_, frame) => {
    const first = (frame * hop) / empty.samples;
    let silent = 0;
    for (let block = 0; block < blocksPerFrame; block += 1)
      if (levels[first + block]! <= least) silent += weights[block]!;
    return silent > empty.share * weight ? -1 : next++;
  });
}

/** The maximum of each point's neighbourhood. */
function dilated(
  points: Float32Array,
  frames: number,
  reachFrames: number,
  reachBins: (bin: number) => number,
): Float32Array {
  const rows = new Float32Array(points.length);
  const reaches = Array.from({ length: rowBins }, (_, bin) => reachBins(bin));
  for (let frame = 0; frame < frames; frame += 1)
    for (let bin = firstBin; bin < endBin; bin += 1) {
      const row = frame * rowBins;
      const value = points[row + bin]!;
      if (value === 0) continue;
      const away = reaches[bin]!;
      const last = Math.min(endBin - 1, bin + away);
      for (let at = Math.max(firstBin, bin - away); at <= last; at += 1)
        if (rows[row + at]! < value) rows[row + at] = value;
    }
  const result = rows.slice();
  for (let away = 1; away <= reachFrames; away += 1) {
    const shift = away * rowBins;
    for (let at = 0; at + shift < rows.length; at += 1) {
      if (rows[at]! > result[at + shift]!) result[at + shift] = rows[at]!;
      if (rows[at + shift]! > result[at]!) result[at] = rows[at + shift]!;
    }
  }
  return result;
}

/**
 * The assumed share of a song's peaks that is audible, and how much more probable than elsewhere a value is there: its
 * chance to the power of the slope.
 */
const audible = { share: 0.25, slope: 0.5 } as const;
const levelCount = 256;
const highest = 14;

/**
 * The score of a point is the logarithm of a ratio: how probable is a value so high where a song's peak is, over how
 * probable it is in this band of this clip. Some share of a song's peaks is audible, the others are covered.
 */
function scored(points: Float32Array, rows: Int16Array): ScoreMap {
  const levels = new Uint16Array(points.length);
  const count = new Uint32Array(bandCount * levelCount);
  let rowCount = 0;
  for (const [frame, row] of rows.entries()) {
    if (row === -1) continue;
    rowCount += 1;
    for (let bin = firstBin; bin < endBin; bin += 1) {
      const value = points[frame * rowBins + bin]!;
      const level = Math.min(levelCount - 1, Math.floor((value * levelCount) / highest));
      const here = bandOfBin[bin]! * levelCount + level;
      levels[row * rowBins + bin] = here;
      count[here]!++;
    }
  }
  const scores = new Float32Array(bandCount * levelCount);
  const variances = new Float64Array(rowBins);
  for (let band = 0; band < bandCount; band += 1) {
    const total = Math.max(1, rowCount * (bandEdges[band + 1]! - bandEdges[band]!));
    let [above, sum, squares] = [0, 0, 0];
    for (let level = levelCount - 1; level >= 0; level -= 1) {
      const here = count[band * levelCount + level]!;
      above += here;
      const chance = Math.max(1e-3, above / total);
      const ratio =
        level === 0
          ? 0
          : Math.log(1 - audible.share + audible.share * (1 - audible.slope) * chance ** -audible.slope);
      scores[band * levelCount + level] = ratio;
      sum += here * ratio;
      squares += here * ratio * ratio;
    }
    const mean = sum / total;
    variances.fill(Math.max(1e-9, squares / total - mean * mean), bandEdges[band], bandEdges[band + 1]);
    for (let level = 0; level < levelCount; level += 1) scores[band * levelCount + level]! -= mean;
  }
  return { levels, scores, variances };
}

/** The fewest peaks of a song from which anything follows. */
const fewestPeaks = 16;

/**
 * The sum of the scores at a song's peaks in standard deviations of chance; 0 with too few peaks. `every` counts each
 * so many peaks only, where many positions are compared.
 */
export function agreementAt(
  clip: AnalysedClip,
  map: 'exact' | 'wide',
  peaks: Uint32Array,
  { offset, tempo, pitch }: Position,
  every = 1,
): number {
  const { frames, rows } = clip;
  const { levels, scores, variances } = clip[map];
  // What is imported is read anew at each use, which takes a third of the time of this loop.
  const [rowLength, lowest, end] = [rowBins, firstBin, endBin];
  let [sum, variance, count] = [0, 0, 0];
  const slower = 1 / tempo;
  const toBin = pitch / 8;
  for (let at = firstFrom(peaks, offset - 1); at < peaks.length; at += every) {
    const peak = peaks[at]!;
    const frame = (frameOf(peak) - offset) * slower + 0.5;
    if (frame >= frames) break;
    const bin = (frequencyOf(peak) * toBin + 0.5) | 0;
    if (frame < 0 || bin < lowest || bin >= end) continue;
    const row = rows[frame | 0]!;
    if (row < 0) continue;
    sum += scores[levels[row * rowLength + bin]!]!;
    variance += variances[bin]!;
    count += 1;
  }
  return count * every < fewestPeaks ? 0 : sum / Math.sqrt(variance);
}

/** The parts of a clip whose scores are summed apart. */
interface Parts {
  readonly count: number;
  readonly of: (row: number, peak: number) => number;
}

/** A sum of scores and their variance. */
export interface Sum {
  sum: number;
  variance: number;
}

/**
 * The sums of the scores at a song's peaks in the parts of a clip, with their variances. The times in the clip are turned
 * by some frames, empty ones left out; what leaves its end enters at its beginning.
 */
export function partsAt(
  clip: AnalysedClip,
  peaks: Uint32Array,
  { offset, tempo, pitch }: Position,
  parts: Parts,
  turn = 0,
): Sum[] {
  const { levels, scores, variances } = clip.exact;
  const { frames, rows, rowCount } = clip;
  const sums = Array.from({ length: parts.count }, () => ({ sum: 0, variance: 0 }));
  for (let at = firstFrom(peaks, offset - 1); at < peaks.length; at += 1) {
    const peak = peaks[at]!;
    const frame = Math.floor((frameOf(peak) - offset) / tempo + 0.5);
    if (frame >= frames) break;
    if (frame < 0) continue;
    const row = rows[frame]!;
    const bin = Math.floor((frequencyOf(peak) * pitch) / 8 + 0.5);
    if (row < 0 || bin < firstBin || bin >= endBin) continue;
    const part = sums[parts.of(row, peak)]!;
    part.sum += scores[levels[((row + turn) % rowCount) * rowBins + bin]!]!;
    part.variance += variances[bin]!;
  }
  return sums;
}

/** The first turn and the distance of the turns in frames: no beat of a common tempo is a multiple of it. */
const turns = { first: 11, step: 7 } as const;
/** The share of the turns that is left behind. */
const usual = 0.84;
/** The length of a block, half a second, and the share of blocks that do not count. */
const blockFrames = 16;
const trimmedShare = 0.18;

/**
 * How far the agreement at a position exceeds that of the same peaks at other times of the clip, in standard deviations
 * of chance. Music in one key agrees with much other music at any time, since the same tones last.
 */
export function surplusAt(clip: AnalysedClip, peaks: Uint32Array, position: Position): number {
  const others: number[] = [];
  for (let turn = turns.first; turn <= clip.rowCount - turns.first; turn += turns.step)
    others.push(trimmedAt(clip, peaks, position, turn));
  others.sort((one, other) => one - other);
  return trimmedAt(clip, peaks, position, 0) - (others[Math.floor(usual * (others.length - 1))] ?? 0);
}

/** The agreement without the half seconds that agree best: a single stroke coincides by chance. */
function trimmedAt(clip: AnalysedClip, peaks: Uint32Array, position: Position, turn: number): number {
  const count = Math.ceil(clip.rowCount / blockFrames);
  const blocks = partsAt(
    clip,
    peaks,
    position,
    { count, of: (row) => Math.floor(row / blockFrames) },
    turn,
  ).sort((one, other) => other.sum - one.sum);
  blocks.splice(0, Math.ceil(trimmedShare * count));
  const sum = blocks.reduce((total, block) => total + block.sum, 0);
  const variance = blocks.reduce((total, block) => total + block.variance, 0);
  return variance > 0 ? sum / Math.sqrt(variance) : 0;
}

/** The index of the first peak in or after a frame. */
export function firstFrom(peaks: Uint32Array, frame: number): number {
  let low = 0;
  let high = peaks.length;
  while (low < high) {
    const centre = (low + high) >> 1;
    if (frameOf(peaks[centre]!) < frame) low = centre + 1;
    else high = centre;
  }
  return low;
}
