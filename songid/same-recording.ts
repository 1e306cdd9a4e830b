import { refined, steps } from './alignment.ts';
import type { Catalogue, CataloguedSong, Song } from './catalogue.ts';
import { type AnalysedClip, agreementAt, analysedClip, surplusAt } from './evidence.ts';
import { isMatch } from './known.ts';
import type { Excerpt, Measured } from './measuring.ts';
import { frameSeconds, hop } from './spectrogram.ts';

/** The least agreement with another encoding of a recording, as a share of that with the recording itself. */
const sameShare = 0.6;
/** The largest difference in length and in position between two encodings of one recording. */
const sameSeconds = 3;
const sameFrames = Math.ceil(sameSeconds / frameSeconds);
/** Frames between the positions that are compared first: the wide map tolerates a frame on either side. */
const step = 2;

/** The steps from a position that is one of `step` frames. */
const closest = { ...steps.same, offset: step / 2 };

/**
 * The song of the same recording, in any encoding and under any name. Only songs of about the same length are compared,
 * and only about the same positions, so no index is needed.
 */
export async function sameRecording(
  catalogue: Catalogue,
  { durationSeconds, peaks, excerpts }: Measured,
): Promise<Song | null> {
  const songs = await catalogue.lasting(durationSeconds - sameSeconds, durationSeconds + sameSeconds);
  let same: CataloguedSong | null = null;
  for (const excerpt of excerpts) {
    const found = songOfExcerpt(excerpt, peaks, same ? [same] : songs);
    if (!found) return null;
    same = found;
  }
  return same?.song ?? null;
}

function songOfExcerpt(
  { firstFrame, samples }: Excerpt,
  peaks: Uint32Array,
  songs: readonly CataloguedSong[],
): CataloguedSong | null {
  if (songs.length === 0) return null;
  const clip = analysedClip(samples);
  const own = agreementAt(clip, 'exact', peaks, { offset: firstFrame, tempo: 1, pitch: 1 });
  const least = sameShare * own;
  // Another encoding may begin between two frames, where its peaks are lower.
  const between = () => analysedClip(samples.subarray(hop / 2));
  return songOfClip(clip, firstFrame, songs, least) ?? songOfClip(between(), firstFrame, songs, least);
}

function songOfClip(
  clip: AnalysedClip,
  firstFrame: number,
  songs: readonly CataloguedSong[],
  leastAgreement: number,
): CataloguedSong | null {
  const [best, second] = songs
    .map((song) => ({ song, ...nearest(clip, song.peaks, firstFrame) }))
    .sort((one, other) => other.agreement - one.agreement);
  const { song, offset } = best!;
  const placed = refined(clip, song.peaks, { offset, tempo: 1, pitch: 1 }, closest);
  const alignment = {
    speed: placed.tempo,
    pitch: placed.pitch,
    agreement: placed.agreement,
    rival: second?.agreement ?? 0,
    evidence: surplusAt(clip, song.peaks, placed),
  };
  return isMatch(alignment) && placed.agreement >= leastAgreement ? song : null;
}

/** The offset near another one that has the most agreement. */
function nearest(clip: AnalysedClip, peaks: Uint32Array, around: number) {
  let best = { offset: around, agreement: 0 };
  for (let offset = around - sameFrames; offset <= around + sameFrames; offset += step) {
    const agreement = agreementAt(clip, 'wide', peaks, { offset, tempo: 1, pitch: 1 }, 2);
    if (agreement > best.agreement) best = { offset, agreement };
  }
  return best;
}
