import { type AnalysedClip, firstFrom, type Position, partsAt, type Sum } from './evidence.ts';
import { frameOf, frequencyOf } from './landmarks.ts';

/** Peaks of one tone are this close, in frames and in eighths of a bin. */
const close = { frames: 1, frequency: 6 } as const;
/** How many repetitions of a part of a song are regarded. */
const repetitionCount = 12;
/** How far they are from that part itself, and from each other, in frames at least. */
const apart = { own: 12, others: 7 } as const;
/** A peak is repeated that the song has at so many of its repetitions. */
const fewest = 2;
/** The weight of the assumption that the peaks that are not repeated agree half as well, as a variance: that of eight peaks. */
const doubt = 0.2;
/** The score for each unit of variance that the repeated peaks have at least. */
const leastScore = 2;

/**
 * How well the peaks agree that a song does not repeat, as a share of how well those agree that it repeats: nearly 1 for a clip of the
 * song, and less for a clip that shares a loop with it, as nothing but the loop agrees.
 */
export function uniquenessAt(clip: AnalysedClip, peaks: Uint32Array, position: Position): number {
  const start = firstFrom(peaks, position.offset);
  const here = peaks.subarray(start, firstFrom(peaks, position.offset + clip.frames * position.tempo));
  const repetitions = repetitionsOf(here, peaks);
  const isRepeated = (peak: number) => (repetitions.get(peak)?.size ?? 0) >= fewest;
  const parts = { count: 2, of: (_: number, peak: number) => (isRepeated(peak) ? 0 : 1) };
  const [repeated, alone] = partsAt(clip, peaks, position, parts) as [Sum, Sum];
  const usual = Math.max(leastScore, repeated.sum / (repeated.variance || 1));
  return Math.min(1, (alone.sum / usual + doubt / 2) / (alone.variance + doubt));
}

/** The repetitions of a part of a song at which it has each peak of that part again. */
function repetitionsOf(part: Uint32Array, peaks: Uint32Array): Map<number, Set<number>> {
  const tones = new Map<number, number[]>();
  for (const peak of part) {
    const tone = frequencyOf(peak) >> 3;
    for (const each of [tone - 1, tone, tone + 1]) tones.set(each, [...(tones.get(each) ?? []), peak]);
  }
  const last = frameOf(peaks.at(-1) ?? 0);
  const forEachPair = (visit: (peak: number, lag: number) => void) => {
    for (const other of peaks)
      for (const peak of tones.get(frequencyOf(other) >> 3) ?? [])
        if (Math.abs(frequencyOf(other) - frequencyOf(peak)) <= close.frequency)
          visit(peak, frameOf(other) - frameOf(peak) + last);
  };
  const counts = new Uint16Array(2 * last + 1);
  forEachPair((_, lag) => {
    counts[lag]!++;
  });
  const lags = strongestLags(counts, last);
  const found = new Map<number, Set<number>>();
  forEachPair((peak, lag) => {
    const at = lags[lag]!;
    if (at > 0) found.set(peak, (found.get(peak) ?? new Set()).add(at));
  });
  return found;
}

/** The lags at which most peaks are repeated, each by its number, and 0 for the others. */
function strongestLags(counts: Uint16Array, own: number): Uint8Array {
  const sums = counts.map((count, at) =>
    Math.abs(at - own) < apart.own ? 0 : count + (counts[at - 1] ?? 0) + (counts[at + 1] ?? 0),
  );
  const lags = new Uint8Array(counts.length);
  for (let number = 1; number <= repetitionCount; number += 1) {
    const at = sums.reduce((most, sum, each) => (sum > sums[most]! ? each : most), 0);
    lags.fill(number, Math.max(0, at - close.frames), at + close.frames + 1);
    sums.fill(0, Math.max(0, at - apart.others), at + apart.others + 1);
  }
  return lags;
}
