import { refined, roughly, steps } from './alignment.ts';
import { type AnalysedClip, agreementAt, longestFrames } from './evidence.ts';
import { alignmentsOf, best, type Candidate, continued, type IndexedSong } from './judgement.ts';
import { frameOf } from './landmarks.ts';
import { eachClipPair, eachPair, hashBits } from './pairs.ts';
import { Tally } from './tally.ts';
import type { Alignment } from './types.ts';

/** Empty frames between songs: a clip may begin before its song, at another speed. */
const gapFrames = Math.ceil(longestFrames * 1.1);
/** A vote is for two frames, or, when speed and pitch may differ, for half a second. */
const fineBits = 1;
const coarseBits = 4;
/** The frames of a block of votes, 18 hours: the counts of its places take 1.2 MB. */
const blockFrames = 2 ** 21;
/** The numbers of places that are compared with the clip, and of those whose position is refined. */
const compared = { fine: 200, coarse: 12 } as const;
const refinedCount = { same: 10, fine: 6, coarse: 3 } as const;
const fewestVotes = { fine: 2, coarse: 4 } as const;
/**
 * A hash is common that is in so many times more songs than others. Such hashes are an eighth of those of a clip and half of its
 * votes, and say least, so that they are not indexed. Of a small catalogue none is common.
 */
const common = { times: 3, fewestSongs: 256 } as const;

/** The frames of each hash, or none for one that is common. */
function framesByHash(songs: readonly IndexedSong[]): Uint32Array {
  const frames = new Uint32Array(2 ** hashBits);
  const songsWith = new Uint32Array(2 ** hashBits);
  const latest = new Uint32Array(2 ** hashBits);
  for (const [at, { peaks }] of songs.entries())
    eachPair(peaks, (hash) => {
      frames[hash]! += 1;
      if (latest[hash] === at + 1) return;
      latest[hash] = at + 1;
      songsWith[hash]! += 1;
    });
  const used = songsWith.reduce((count, having) => (having > 0 ? count + 1 : count), 0);
  const sum = songsWith.reduce((total, having) => total + having, 0);
  const most = Math.max(common.fewestSongs, (common.times * sum) / used);
  return frames.map((count, hash) => (songsWith[hash]! > most ? 0 : count));
}

/** An inverted index from the hashes of pairs to frames, over songs that are concatenated on one line of frames. */
class Segment {
  readonly songs: readonly IndexedSong[];
  readonly #firstFrames: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #frames: Uint32Array;
  readonly #fine: Tally;
  readonly #coarse: Tally;

  constructor(songs: readonly IndexedSong[]) {
    this.songs = songs;
    this.#firstFrames = new Uint32Array(songs.length);
    let next = gapFrames;
    for (const [at, { peaks }] of songs.entries()) {
      this.#firstFrames[at] = next;
      next += frameOf(peaks.at(-1) ?? 0) + gapFrames;
    }
    this.#fine = new Tally(next, fineBits);
    this.#coarse = new Tally(next, coarseBits);
    const counts = framesByHash(songs);
    const starts = new Uint32Array(2 ** hashBits + 2);
    for (let hash = 0; hash < counts.length; hash += 1) starts[hash + 2] = starts[hash + 1]! + counts[hash]!;
    this.#frames = new Uint32Array(starts.at(-1)!);
    for (const [at, { peaks }] of songs.entries()) {
      const first = this.#firstFrames[at]!;
      // Filling moves the start of each hash to its end, which is the start of the next.
      eachPair(peaks, (hash, index) => {
        if (counts[hash]! > 0) this.#frames[starts[hash + 1]!++] = first + frameOf(peaks[index]!);
      });
    }
    this.#starts = starts;
  }

  get bytes(): number {
    const peaks = this.songs.reduce((sum, song) => sum + song.peaks.byteLength, 0);
    return this.#starts.byteLength + this.#frames.byteLength + this.#fine.bytes + this.#coarse.bytes + peaks;
  }

  /**
   * The likeliest places of a clip at a pitch, by votes of equal pairs: first those at the speed of that pitch, then
   * those at any speed.
   */
  *candidates(clip: AnalysedClip, pitch: number): Generator<readonly Candidate[], undefined> {
    this.#vote(clip, pitch);
    const places = this.#fine.take();
    const widePlaces = this.#coarse.take();
    yield this.#refinedFine(clip, pitch, places);
    yield this.#refinedCoarse(clip, pitch, widePlaces);
  }

  /**
   * Counts the votes of a clip's pairs, block by block of the line of frames. The counts of a block stay in the processor's
   * cache, those of all songs do not, and each vote for them would wait for the memory.
   */
  #vote(clip: AnalysedClip, pitch: number): void {
    const starts = this.#starts;
    const frames = this.#frames;
    const fine = this.#fine;
    const coarse = this.#coarse;
    fine.start(compared.fine, fewestVotes.fine);
    coarse.start(compared.coarse, fewestVotes.coarse);
    /** Adds the votes of a list of frames before the end of a block, and returns the index of the first one beyond. */
    const add = (at: number, end: number, earlier: number, frame: number, blockEnd: number): number => {
      const next = fine.add(frames, at, end, blockEnd + earlier, earlier);
      coarse.add(frames, at, next, Number.POSITIVE_INFINITY, frame);
      return next;
    };
    // The lists that reach beyond the first block.
    const long: number[] = [];
    eachClipPair(clip.peaks, pitch, (hash, frame) => {
      const end = starts[hash + 1]!;
      const earlier = Math.round(frame * pitch);
      const next = add(starts[hash]!, end, earlier, frame, blockFrames);
      if (next < end) long.push(next, end, earlier, frame);
    });
    fine.judge(blockFrames);
    const lists = new Uint32Array(long);
    let left = lists.length;
    for (let blockEnd = 2 * blockFrames; left > 0; blockEnd += blockFrames) {
      left = 0;
      for (let list = 0; list < lists.length; list += 4) {
        const end = lists[list + 1]!;
        lists[list] = add(lists[list]!, end, lists[list + 2]!, lists[list + 3]!, blockEnd);
        left += end - lists[list]!;
      }
      fine.judge(blockEnd);
    }
  }

  #refinedFine(clip: AnalysedClip, pitch: number, places: readonly number[]): Candidate[] {
    const isSame = pitch === 1;
    const candidates: Candidate[] = [];
    for (const place of places) {
      const frame = (place << fineBits) + 1;
      const at = this.#songAt(frame);
      const song = this.songs[at]!;
      // The wide map tolerates a frame.
      for (let by = isSame ? -1 : 0; by <= (isSame ? 1 : 0); by += 1) {
        const position = { offset: frame - this.#firstFrames[at]! + by, tempo: pitch, pitch };
        const map = isSame ? 'exact' : 'wide';
        candidates.push({
          song,
          ...position,
          agreement: agreementAt(clip, map, song.peaks, position),
        });
      }
    }
    return best(candidates, isSame ? refinedCount.same : refinedCount.fine).map(({ song, ...position }) => ({
      song,
      ...refined(clip, song.peaks, position, isSame ? steps.same : steps.speed),
    }));
  }

  #refinedCoarse(clip: AnalysedClip, pitch: number, places: readonly number[]): Candidate[] {
    const candidates = places.map((place) => {
      const frame = place << coarseBits;
      const at = this.#songAt(frame);
      const song = this.songs[at]!;
      return { song, ...roughly(clip, song.peaks, frame - this.#firstFrames[at]!, pitch) };
    });
    return best(candidates, refinedCount.coarse).map(({ song, ...position }) => ({
      song,
      ...refined(clip, song.peaks, position, steps.free),
    }));
  }

  /** The index of the song at a frame; the gap before a song counts as that song. */
  #songAt(frame: number): number {
    let low = 0;
    let high = this.songs.length - 1;
    while (low < high) {
      const centre = (low + high + 1) >> 1;
      if (this.#firstFrames[centre]! - gapFrames + 1 <= frame) low = centre;
      else high = centre - 1;
    }
    return low;
  }
}

/** The pitches that are tried: the original first, then the others by their distance from it, up to 5 %. */
const pitches = [1, ...[0.0125, 0.025, 0.0375, 0.05].flatMap((by) => [1 - by, 1 + by])];

/** What is tried at each pitch, in turn. */
const stages = ['the speed of that pitch', 'any speed'] as const;

/** An in-memory index of songs that is searched by clips. */
export class SongIndex {
  #base: Segment | undefined;
  /** Songs that were added later; merged with the others when there are many. */
  #recent: Segment | undefined;
  #removed = new Set<number>();

  get #segments(): Segment[] {
    return [this.#base, this.#recent].filter((segment) => segment !== undefined);
  }

  get size(): number {
    return this.#segments.reduce((sum, { songs }) => sum + songs.length, 0) - this.#removed.size;
  }

  /** The memory of the index in bytes, with the peaks. */
  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Adds songs and removes others. */
  change(added: readonly IndexedSong[], removedKeys: Iterable<number> = []): void {
    for (const key of removedKeys) this.#removed.add(key);
    const remaining = (segment: Segment | undefined) =>
      (segment?.songs ?? []).filter(({ key }) => !this.#removed.has(key));
    const recent = [...remaining(this.#recent), ...added];
    if (recent.length > 32 + (this.#base?.songs.length ?? 0) / 16) {
      this.#base = new Segment([...remaining(this.#base), ...recent]);
      this.#recent = undefined;
      this.#removed = new Set();
      return;
    }
    this.#recent = recent.length > 0 ? new Segment(recent) : undefined;
    const held = new Set(this.#base?.songs.map(({ key }) => key));
    this.#removed = new Set([...this.#removed].filter((key) => held.has(key)));
  }

  /**
   * The songs that are closest to a clip, the best first, of any evidence; none when no song is comparable. Other pitches
   * and speeds are tried until the agreement is `enough`. `sequels` are alignments of a clip that goes on from an earlier one,
   * with the figures of the earlier one: the evidence for these is that of both.
   */
  closest(clip: AnalysedClip, enough: number, sequels: readonly Alignment[] = []): Alignment[] {
    const earlier = new Map(
      sequels.filter(({ key }) => !this.#removed.has(key)).map((sequel) => [sequel.key, sequel]),
    );
    const goingOn = this.#segments
      .flatMap(({ songs }) => songs.filter(({ key }) => earlier.has(key)))
      .map((song) => continued(clip, song, earlier.get(song.key)!));
    return alignmentsOf(clip, this.#candidates(clip, enough), goingOn);
  }

  /** The best place of each song that may be in a clip. */
  #candidates(clip: AnalysedClip, enough: number): Candidate[] {
    const songs = new Map<number, Candidate>();
    for (const pitch of pitches) {
      const searches = this.#segments.map((segment) => segment.candidates(clip, pitch));
      for (const _stage of stages) {
        for (const candidate of searches.flatMap((search) => search.next().value ?? [])) {
          const { key } = candidate.song;
          if (!this.#removed.has(key) && candidate.agreement > (songs.get(key)?.agreement ?? 0))
            songs.set(key, candidate);
        }
        const found = [...songs.values()];
        if (found.some(({ agreement }) => agreement >= enough)) return found;
      }
    }
    return [...songs.values()];
  }
}
