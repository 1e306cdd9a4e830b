import { type AnalysedClip, agreementAt, type Position } from './evidence.ts';

/** A position and its agreement, which is in standard deviations of chance. */
export interface Placed extends Position {
  readonly agreement: number;
}

interface Steps {
  readonly offset: number;
  readonly tempo: number;
  readonly pitch: number;
}

/** The largest differences of speed and of pitch from the song: 8 and 5 %, and the inaccuracy of a short clip. */
const furthest = { tempo: 0.09, pitch: 0.06 } as const;
const roundsOfSteps = 5;

/** The steps from a position that is known within them. */
export const steps = {
  same: { offset: 0.5, tempo: 0.002, pitch: 0.001 },
  speed: { offset: 1, tempo: 0.004, pitch: 0.004 },
  free: { offset: 1.5, tempo: 0.006, pitch: 0.004 },
} as const satisfies Record<string, Steps>;

/** The largest differences from the original speed and pitch that short clips have by inaccuracy. */
const unchanged = { tempo: 0.006, pitch: 0.004 } as const;
/**
 * More positions are tried at other speeds, and speed and pitch are seldom changed. The tail of the margins of unknown
 * songs is so much longer there that this much more evidence makes a match by chance as rare as at the original speed.
 */
const perChange = 13;

/** The evidence at a position beyond what its change of speed or pitch demands, in standard deviations. */
export const netEvidence = (evidence: number, tempo: number, pitch: number): number =>
  Math.abs(tempo - 1) > unchanged.tempo || Math.abs(pitch - 1) > unchanged.pitch
    ? evidence - perChange
    : evidence;

/** Turns a position about the middle of what sounds in the clip, which stays where it is. */
const turned = (clip: AnalysedClip, { offset, tempo, pitch }: Position, to: number, by = 0): Position => ({
  offset: offset + by - (to - tempo) * clip.middle,
  tempo: to,
  pitch,
});

/** The position near another that has the most agreement, by steps that halve. */
export function refined(clip: AnalysedClip, peaks: Uint32Array, start: Position, first: Steps): Placed {
  const agreementOf = (position: Position) => agreementAt(clip, 'exact', peaks, position);
  let best: Placed = { ...start, agreement: agreementOf(start) };
  let { offset, tempo, pitch } = first;
  for (let round = 0; round < roundsOfSteps; round += 1) {
    for (const [byOffset, byTempo, byPitch] of [
      [offset, 0, 0],
      [-offset, 0, 0],
      [0, 0, pitch],
      [0, 0, -pitch],
      [0, tempo, 0],
      [0, -tempo, 0],
      [0, tempo, pitch],
      [0, -tempo, -pitch],
    ] as const) {
      const next = {
        ...turned(clip, best, best.tempo + byTempo, byOffset),
        pitch: best.pitch + byPitch,
      };
      if (Math.abs(next.tempo - 1) > furthest.tempo || Math.abs(next.pitch - 1) > furthest.pitch) continue;
      const agreement = agreementOf(next);
      if (agreement > best.agreement) best = { ...next, agreement };
    }
    [offset, tempo, pitch] = [offset / 2, tempo / 2, pitch / 2];
  }
  return best;
}

/** Tempi and offsets in frames about a place that is known within half a second. */
const wideTempi = [0.925, 0.94, 0.955, 0.97, 0.985, 1, 1.015, 1.03, 1.045, 1.06, 1.075] as const;
const wideOffsets = { first: -6, last: 38, step: 4 } as const;

/** The likeliest position about a frame of the song, at a pitch and any speed, with its agreement on the wide map. */
export function roughly(clip: AnalysedClip, peaks: Uint32Array, offset: number, pitch: number): Placed {
  let best: Placed = { offset, tempo: 1, pitch, agreement: 0 };
  for (const tempo of wideTempi)
    for (let by = wideOffsets.first; by <= wideOffsets.last; by += wideOffsets.step) {
      const next = turned(clip, { offset, tempo: 1, pitch }, tempo, by);
      const agreement = agreementAt(clip, 'wide', peaks, next, 2);
      if (agreement > best.agreement) best = { ...next, agreement };
    }
  return best;
}

/**
 * The exact position of a clip that was found in a song. A clip whose tempo alone was changed is found where a part of
 * it agrees, so all tempi are tried.
 */
export function settled(clip: AnalysedClip, peaks: Uint32Array, found: Placed): Placed {
  let rough: Placed = { ...found, agreement: 0 };
  for (let tempo = 0.925; tempo < 1.0801; tempo += 0.00625)
    for (let by = -12; by <= 12; by += 2) {
      const next = turned(clip, found, tempo, by);
      const agreement = agreementAt(clip, 'wide', peaks, next, 2);
      if (agreement > rough.agreement) rough = { ...next, agreement };
    }
  const other = refined(clip, peaks, rough, steps.free);
  const start = other.agreement > found.agreement ? other : found;
  return simplest(clip, peaks, refined(clip, peaks, start, steps.same));
}

/** Agreement that a speed or pitch of its own must gain, in standard deviations. */
const leastGain = 2;
const offsetOnly = { offset: 1, tempo: 0, pitch: 0 } as const;

/**
 * The original speed and pitch where they agree about as well, else one factor for both: a position with more freedom
 * agrees better by chance.
 */
function simplest(clip: AnalysedClip, peaks: Uint32Array, best: Placed): Placed {
  for (const factor of [1, best.pitch]) {
    const start = { ...turned(clip, best, factor), pitch: factor };
    const simpler = refined(clip, peaks, start, offsetOnly);
    if (simpler.agreement >= best.agreement - leastGain) return simpler;
  }
  return best;
}

/** The position at the song's own speed and pitch that agrees best near another. */
export const atOwnSpeed = (clip: AnalysedClip, peaks: Uint32Array, found: Position): Placed =>
  refined(clip, peaks, { ...turned(clip, found, 1), pitch: 1 }, { ...steps.same, offset: 1 });
