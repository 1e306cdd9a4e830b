import type { Maximum } from './landmarks.ts';
import { meansAround, type Reach, rowBins, type Spectrogram } from './spectrogram.ts';

/** The weights of a frame and of each of its neighbours in its power: noise and reverberation move a peak by a frame. */
const smoothing = { own: 0.55, neighbour: 0.225 } as const;
/**
 * The same bin over 3.9 s: its mean removes whatever lasts, such as noise, the resonances of a room and the formants of
 * many voices. Over a second, the mean holds the tones of the music as well.
 */
const lasting: Reach = { frames: 60, bins: 0 };
/** The shares of the two means in the background. */
const background = { nearby: 0.3, lasting: 0.7 } as const;
/** The share of its prominence that a maximum adds to its own point, and of that to points a frame or a bin away. */
const bonus = { own: 0.8, frame: 0.5, bin: 0.35, both: 0.2 } as const;
/** The salience of a point that is as loud as its background; points that are so much fainter have none. */
const middleValue = 3;

/**
 * How far the points of a clip exceed its background, by row and bin as in the spectrogram: in logarithms of power plus
 * `middleValue`, and 0 in empty frames. `nearbyMeans` are those of each point's neighbourhood. Maxima count more, since
 * the peaks of a song are maxima. The weights are about those of a logistic regression that tells the points of a song's
 * peaks from the same bins at other times, in clips with noise, speech, other music and the voices of a café.
 */
export function salienceOf(
  sound: Spectrogram,
  nearbyMeans: Float32Array,
  maxima: readonly Maximum[],
  isEmpty: (frame: number) => boolean,
): Float32Array {
  const { powers, frames } = sound;
  // What is imported is read anew at each use, which takes much of the time of these loops.
  const rowLength = rowBins;
  const lastingMeans = meansAround(sound, lasting, isEmpty);
  const salience = new Float32Array(powers.length);
  /** The row of a frame; that of its neighbour where there is no sound in it. */
  const rowAt = (frame: number, neighbour: number) =>
    rowLength * (frame < 0 || frame >= frames || isEmpty(frame) ? neighbour : frame);
  for (let frame = 0; frame < frames; frame += 1) {
    if (isEmpty(frame)) continue;
    const row = frame * rowLength;
    const [before, behind] = [rowAt(frame - 1, frame), rowAt(frame + 1, frame)];
    for (let bin = 0; bin < rowLength; bin += 1) {
      const power =
        smoothing.own * powers[row + bin]! +
        smoothing.neighbour * (powers[before + bin]! + powers[behind + bin]!);
      const mean =
        background.nearby * nearbyMeans[row + bin]! + background.lasting * lastingMeans[row + bin]!;
      salience[row + bin] = Math.max(0, power - mean + middleValue);
    }
  }
  for (const { frame, bin, prominence } of maxima) {
    const own = bonus.own * prominence;
    for (let other = Math.max(0, frame - 1); other <= Math.min(frames - 1, frame + 1); other += 1) {
      const at = other * rowLength + bin;
      const isOwn = other === frame;
      salience[at]! += own * (isOwn ? 1 : bonus.frame);
      salience[at - 1]! += own * (isOwn ? bonus.bin : bonus.both);
      salience[at + 1]! += own * (isOwn ? bonus.bin : bonus.both);
    }
  }
  return salience;
}
