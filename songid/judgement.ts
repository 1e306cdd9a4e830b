import { atOwnSpeed, netEvidence, type Placed, refined, settled, steps } from './alignment.ts';
import { type AnalysedClip, agreementAt, type Position, surplusAt } from './evidence.ts';
import { frameSeconds } from './spectrogram.ts';
import type { Alignment } from './types.ts';
import { uniquenessAt } from './uniqueness.ts';

/** A song in the index. */
export interface IndexedSong {
  /** The id in the catalogue. */
  readonly key: number;
  readonly peaks: Uint32Array;
}

/** A place in a song where a clip may be. */
export interface Candidate extends Placed {
  readonly song: IndexedSong;
}

/** A candidate whose evidence is computed. */
interface Judged extends Candidate {
  readonly evidence: number;
  /** How much sound the figures are of. */
  readonly seconds: number;
}

/** The candidates with the most agreement. */
export const best = (candidates: Candidate[], count: number): Candidate[] =>
  candidates.sort((one, other) => other.agreement - one.agreement).slice(0, count);

/** The songs of which the evidence is computed. */
const finalists = 4;
/** The evidence, beyond that of a change, from which a song is in the clip whatever other songs are: chance reaches less. */
const alone = 16;

const netOf = ({ evidence, tempo, pitch }: Judged) => netEvidence(evidence, tempo, pitch);
const secondsOf = ({ rowCount }: AnalysedClip) => rowCount * frameSeconds;

/**
 * A candidate with its evidence. Freedom of speed and pitch gains some agreement by chance, in a reverberant clip more than
 * elsewhere: where the change is in doubt, the position is the one with more evidence beyond what a change demands.
 */
function judged(clip: AnalysedClip, { song, ...position }: Candidate): Judged {
  const at = (placed: Placed): Judged => ({
    ...placed,
    song,
    evidence: surplusAt(clip, song.peaks, placed),
    seconds: secondsOf(clip),
  });
  const found = at(settled(clip, song.peaks, position));
  if (netOf(found) === found.evidence || netOf(found) >= alone) return found;
  const own = at(atOwnSpeed(clip, song.peaks, found));
  return netOf(own) > netOf(found) ? own : found;
}

/** Judges the candidates with the most agreement, and places where a clip goes on from an earlier one; the best first. */
export function alignmentsOf(
  clip: AnalysedClip,
  candidates: readonly Candidate[],
  goingOn: readonly Judged[],
): Alignment[] {
  const placed = best([...candidates], finalists)
    .map((candidate) => judged(clip, candidate))
    .concat(goingOn)
    .sort((one, other) => netOf(other) - netOf(one));
  const closest = placed
    .filter(({ song }, at) => placed.findIndex((other) => other.song.key === song.key) === at)
    .slice(0, 2 * finalists);
  // Songs that share sound with the best one, such as its copy at another speed, say nothing about chance.
  const isPresent = (each: Judged, at: number) => at === 0 || netOf(each) >= alone;
  const present = new Set(closest.filter(isPresent).map(({ song }) => song.key));
  const rival = [...candidates, ...closest].reduce(
    (most, { song, agreement }) => (present.has(song.key) ? most : Math.max(most, agreement)),
    0,
  );
  return closest.map((each) => {
    const { song, offset, tempo, pitch, agreement, evidence, seconds } = each;
    const isIn = present.has(song.key);
    const mayMatch = isIn && netOf(each) > Math.min(rival, alone);
    return {
      key: song.key,
      offsetSeconds: offset * frameSeconds,
      speed: tempo,
      pitch,
      agreement,
      evidence,
      seconds,
      rival: isIn ? rival : Math.max(rival, closest[0]!.agreement),
      uniqueness: mayMatch ? uniquenessAt(clip, song.peaks, each) : 0,
    };
  });
}

/** The frames on both sides of the end of a recording between which the next one begins. */
const gap = { frames: 32, step: 2 } as const;

/** The place of a clip that goes on from an earlier one, with the figures of both. */
export function continued(
  clip: AnalysedClip,
  song: IndexedSong,
  { offsetSeconds, speed, pitch, ...earlier }: Alignment,
): Judged {
  const expected: Position = { offset: offsetSeconds / frameSeconds, tempo: speed, pitch };
  let rough: Placed = { ...expected, agreement: 0 };
  for (let by = -gap.frames; by <= gap.frames; by += gap.step) {
    const position = { ...expected, offset: expected.offset + by };
    const agreement = agreementAt(clip, 'wide', song.peaks, position, 2);
    if (agreement > rough.agreement) rough = { ...position, agreement };
  }
  const found = refined(clip, song.peaks, rough, steps.speed);
  const own = secondsOf(clip);
  const seconds = earlier.seconds + own;
  // Sums of standard deviations, which grow by the square root of the length.
  const together = (one: number, other: number) =>
    (one * Math.sqrt(earlier.seconds) + other * Math.sqrt(own)) / Math.sqrt(seconds);
  return {
    ...found,
    song,
    agreement: together(earlier.agreement, found.agreement),
    evidence: together(earlier.evidence, surplusAt(clip, song.peaks, found)),
    seconds,
  };
}
