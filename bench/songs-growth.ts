import { analysedClip } from '../songid/evidence.ts';
import type { IndexedSong } from '../songid/judgement.ts';
import { enough } from '../songid/known.ts';
import { frameOf, frequencyOf, peakAt } from '../songid/landmarks.ts';
import { SongIndex } from '../songid/search-index.ts';
import { randomOf } from '../test/support/song-synthesis.ts';

/** The cost of queries at one size of the catalogue. */
export interface Growth {
  readonly songs: number;
  readonly bytes: number;
  readonly buildMs: number;
  /** In CPU time, of clips of known and of unknown songs. */
  readonly knownMs: readonly number[];
  readonly unknownMs: readonly number[];
}

/** A copy of a song at another pitch, with its halves exchanged: as many peaks, but no other song's. */
function copyOf({ peaks }: IndexedSong, key: number, random: () => number): IndexedSong {
  const pitch = 0.85 + 0.3 * random();
  const last = frameOf(peaks.at(-1) ?? 0) + 1;
  const turn = Math.floor(last * (0.3 + 0.4 * random()));
  const copy = Uint32Array.from(peaks, (peak) => {
    const frequency = Math.min(6_600, Math.round(frequencyOf(peak) * pitch));
    return peakAt((frameOf(peak) + turn) % last, frequency);
  });
  return { key, peaks: copy.sort() };
}

/** Measures the same clips in catalogues of several sizes, filled up with changed copies. */
export function growthOf(
  songs: readonly IndexedSong[],
  sizes: readonly number[],
  known: readonly Float32Array[],
  unknown: readonly Float32Array[],
): Growth[] {
  const random = randomOf(31);
  return sizes.map((size) => {
    const all = songs.slice(0, size);
    while (all.length < size) all.push(copyOf(songs[all.length % songs.length]!, all.length, random));
    const index = new SongIndex();
    const start = performance.now();
    index.change(all);
    const buildMs = performance.now() - start;
    const timesOf = (clips: readonly Float32Array[]) =>
      clips.map((samples) => {
        const clip = analysedClip(samples);
        const before = process.cpuUsage();
        index.closest(clip, enough);
        return process.cpuUsage(before).user / 1000;
      });
    return { songs: size, bytes: index.bytes, buildMs, knownMs: timesOf(known), unknownMs: timesOf(unknown) };
  });
}
