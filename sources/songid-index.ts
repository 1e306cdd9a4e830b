import { eachPair, fanOut, frameOf, frameSeconds, frequencyOf, hashBits } from './songid-landmarks.ts';

/** A song in the index. */
export interface IndexedSong {
  /** The id in the catalogue. */
  readonly key: number;
  readonly peaks: Uint32Array;
}

/** The alignment of a clip with a song. */
export interface Alignment {
  readonly key: number;
  /** The start of the clip in the song. */
  readonly offsetSeconds: number;
  /** The speed of the clip as a factor of the song's, from the times of matching peaks. */
  readonly speed: number;
  /** The pitch of the clip as a factor of the song's, from the frequencies of matching peaks. */
  readonly pitch: number;
  /** The number of matching peaks, less the number expected by chance. */
  readonly score: number;
  /** The number of peaks of the clip. */
  readonly outOf: number;
}

/** The speeds that are tried; their distance is small enough for pairs to match at one of them. */
const speedStep = 0.006;
const speedSteps = 5;
/** Empty frames between songs, so that positions outside of all songs are not attributed to one. */
const gapFrames = 2_048;
/** The number of candidates per speed that are aligned. */
const candidateCount = 4;
/** Candidates with fewer matching pairs are not aligned. */
const fewestVotes = 5;

/**
 * An inverted index from pair hashes to frames, over songs that are concatenated on one line of frames. The leading
 * bits of a hash select its bucket; their number depends on the number of pairs. The other bits are stored with each
 * frame.
 */
class Segment {
  readonly songs: readonly IndexedSong[];
  readonly #firstFrames: Uint32Array;
  readonly #restBits: number;
  readonly #starts: Uint32Array;
  readonly #frames: Uint32Array;
  readonly #rests: Uint16Array;
  readonly #votes: Uint16Array;

  constructor(songs: readonly IndexedSong[]) {
    this.songs = songs;
    this.#firstFrames = new Uint32Array(songs.length);
    let next = gapFrames;
    let pairs = 0;
    for (const [at, { peaks }] of songs.entries()) {
      this.#firstFrames[at] = next;
      next += frameOf(peaks.at(-1) ?? 0) + gapFrames;
      pairs += peaks.length * fanOut.song;
    }
    this.#votes = new Uint16Array((next >> 1) + gapFrames);
    this.#restBits = hashBits - Math.min(hashBits, Math.max(8, Math.ceil(Math.log2(pairs + 1))));
    const starts = new Uint32Array(2 ** (hashBits - this.#restBits) + 2);
    for (const { peaks } of songs)
      eachPair(peaks, fanOut.song, 1, (hash) => starts[(hash >>> this.#restBits) + 2]!++);
    for (let bucket = 2; bucket < starts.length; bucket += 1) starts[bucket]! += starts[bucket - 1]!;
    this.#frames = new Uint32Array(starts.at(-1)!);
    this.#rests = new Uint16Array(this.#restBits > 0 ? this.#frames.length : 0);
    const mask = 2 ** this.#restBits - 1;
    for (const [at, { peaks }] of songs.entries()) {
      const first = this.#firstFrames[at]!;
      eachPair(peaks, fanOut.song, 1, (hash, index) => {
        // Filling moves the start of each bucket to its end, which is the start of the next.
        const place = starts[(hash >>> this.#restBits) + 1]!++;
        this.#frames[place] = first + frameOf(peaks[index]!);
        if (mask > 0) this.#rests[place] = hash & mask;
      });
    }
    this.#starts = starts;
  }

  get bytes(): number {
    const { byteLength: starts } = this.#starts;
    return starts + this.#frames.byteLength + this.#rests.byteLength + this.#votes.byteLength;
  }

  /** The offsets with the most matching pairs when the clip runs at `speed`. */
  candidates(clip: Uint32Array, speed: number): { song: IndexedSong; offset: number; votes: number }[] {
    const votes = this.#votes;
    const touched: number[] = [];
    const mask = 2 ** this.#restBits - 1;
    eachPair(clip, fanOut.clip, speed, (hash, index) => {
      const earlier = gapFrames - Math.round(frameOf(clip[index]!) * speed);
      const bucket = hash >>> this.#restBits;
      const end = this.#starts[bucket + 1]!;
      for (let at = this.#starts[bucket]!; at < end; at += 1) {
        if (mask > 0 && this.#rests[at] !== (hash & mask)) continue;
        const place = (this.#frames[at]! + earlier) >>> 1;
        if (votes[place]!++ === 0) touched.push(place);
      }
    });
    const best: { place: number; votes: number }[] = [];
    for (const place of touched) {
      const count = votes[place]! + votes[place + 1]!;
      const least = best.length < candidateCount ? fewestVotes : best.at(-1)!.votes + 1;
      if (count < least) continue;
      const near = best.findIndex((other) => Math.abs(other.place - place) < 2);
      if (near >= 0 && best[near]!.votes >= count) continue;
      best.splice(near >= 0 ? near : candidateCount - 1, 1);
      best.push({ place, votes: count });
      best.sort((one, other) => other.votes - one.votes);
    }
    for (const place of touched) votes[place] = 0;
    return best.map(({ place, votes: count }) => {
      const frame = 2 * place + 1 - gapFrames;
      const at = this.#songAt(frame);
      return { song: this.songs[at]!, offset: frame - this.#firstFrames[at]!, votes: count };
    });
  }

  /** The index of the song at a frame; the second half of the gap before a song counts as that song. */
  #songAt(frame: number): number {
    let low = 0;
    let high = this.songs.length - 1;
    while (low < high) {
      const centre = (low + high + 1) >> 1;
      if (this.#firstFrames[centre]! - gapFrames / 2 <= frame) low = centre;
      else high = centre - 1;
    }
    return low;
  }
}

const noSongs = new Segment([]);

/** An in-memory index of songs that is searched by clips. */
export class SongIndex {
  #base = noSongs;
  /** Songs that were added later; merged with the others when there are many. */
  #recent = noSongs;
  #removed = new Set<number>();

  get size(): number {
    return this.#base.songs.length + this.#recent.songs.length - this.#removed.size;
  }

  /** The memory of the index in bytes, without the peaks. */
  get bytes(): number {
    return this.#base.bytes + this.#recent.bytes;
  }

  /** Adds songs and removes others. */
  change(added: readonly IndexedSong[], removedKeys: Iterable<number> = []): void {
    for (const key of removedKeys) this.#removed.add(key);
    const isThere = ({ key }: IndexedSong) => !this.#removed.has(key);
    const recent = [...this.#recent.songs.filter(isThere), ...added];
    if (recent.length > 32 + this.#base.songs.length / 16) {
      this.#base = new Segment([...this.#base.songs.filter(isThere), ...recent]);
      this.#recent = noSongs;
      this.#removed = new Set();
      return;
    }
    this.#recent = new Segment(recent);
    const held = new Set(this.#base.songs.map(({ key }) => key));
    this.#removed = new Set([...this.#removed].filter((key) => held.has(key)));
  }

  /** The best match of a clip, of any score; null when no pair matches. */
  closest(clip: Uint32Array, isEnough: (alignment: Alignment) => boolean): Alignment | null {
    let best: Alignment | null = null;
    for (const speed of speeds) {
      for (const segment of [this.#base, this.#recent]) {
        if (segment.songs.length === 0) continue;
        for (const { song, offset } of segment.candidates(clip, speed)) {
          if (this.#removed.has(song.key)) continue;
          const toBeat: number = best?.score ?? 0;
          best = align(clip, song, { speed, offset, toBeat }) ?? best;
        }
      }
      if (best && isEnough(best)) return best;
    }
    return best;
  }
}

/** The original speed first, then the others by their distance from it. */
const speeds = [
  1,
  ...Array.from({ length: speedSteps }, (_, at) => [
    1 - (at + 1) * speedStep,
    1 + (at + 1) * speedStep,
  ]).flat(),
];

/** The tolerance of a match between peaks: in frames, and in eighths of a bin. */
const nearby = { frames: 2, frequency: 10 } as const;
const close = { frames: 1.5, frequency: 7 } as const;

interface Fit {
  readonly speed: number;
  readonly pitch: number;
  readonly offset: number;
  readonly count: number;
}

/**
 * The accepted difference between speed and pitch: playback at another speed changes both by one factor. Another song
 * in the same key can match at a speed at which the beats agree, but its pitch does not change with the speed. Short
 * clips determine speed less exactly.
 */
const leastApart = 0.0025;
const apartSeconds = 0.015;

const secondsOf = (peaks: Uint32Array): number =>
  peaks.length === 0 ? 0 : (frameOf(peaks.at(-1)!) - frameOf(peaks[0]!) + 1) * frameSeconds;

/** The number of iterations of the line fit. */
const fits = 4;

interface Guess {
  readonly speed: number;
  readonly offset: number;
  /** Results up to this score are discarded. */
  readonly toBeat: number;
}

/** Fits time and frequency lines through matching peaks, first with a wide tolerance, then with a narrow one. */
function align(clip: Uint32Array, song: IndexedSong, { speed, offset, toBeat }: Guess): Alignment | null {
  let best = meet(clip, song.peaks, { speed, pitch: speed, offset }, nearby);
  for (let round = 1; best && round < fits; round += 1) {
    const closer = meet(clip, song.peaks, best, close);
    if (!closer || (round > 1 && closer.count <= best.count)) break;
    best = closer;
  }
  if (!best || best.count <= toBeat) return null;
  if (Math.abs(best.speed - best.pitch) > leastApart + apartSeconds / secondsOf(clip)) return null;
  const score = best.count - byChance(clip, song.peaks, best);
  if (score <= toBeat) return null;
  return {
    key: song.key,
    offsetSeconds: best.offset * frameSeconds,
    speed: best.speed,
    pitch: best.pitch,
    score,
    outOf: clip.length,
  };
}

/** Offsets in frames for the chance estimate; none is a beat or a bar of a common tempo. */
const elsewhere = [-61, -47, -37, -29, -19, -11, 11, 19, 29, 37, 47, 61] as const;

/** The number of chance matches, measured at wrong offsets: it is high for songs in the same key. */
function byChance(clip: Uint32Array, song: Uint32Array, best: Fit): number {
  let sum = 0;
  for (const frames of elsewhere)
    sum += meet(clip, song, { ...best, offset: best.offset + frames }, close)?.count ?? 0;
  return sum / elsewhere.length;
}

function firstFrom(peaks: Uint32Array, frame: number): number {
  let low = 0;
  let high = peaks.length;
  while (low < high) {
    const centre = (low + high) >> 1;
    if (frameOf(peaks[centre]!) < frame) low = centre + 1;
    else high = centre;
  }
  return low;
}

function meet(
  clip: Uint32Array,
  song: Uint32Array,
  guess: Pick<Fit, 'speed' | 'pitch' | 'offset'>,
  within: { readonly frames: number; readonly frequency: number },
): Fit | null {
  let [count, times, places, timesSquared, timesPlaces, products, squares] = [0, 0, 0, 0, 0, 0, 0];
  let from = firstFrom(song, frameOf(clip[0] ?? 0) * guess.speed + guess.offset - within.frames);
  for (const peak of clip) {
    const time = frameOf(peak);
    const place = time * guess.speed + guess.offset;
    const frequency = frequencyOf(peak);
    while (from < song.length && frameOf(song[from]!) < place - within.frames) from += 1;
    let nearest = -1;
    let distance = 1;
    for (let at = from; at < song.length && frameOf(song[at]!) <= place + within.frames; at += 1) {
      const apart = Math.abs(frequency / guess.pitch - frequencyOf(song[at]!)) / within.frequency;
      const late = Math.abs(frameOf(song[at]!) - place) / within.frames;
      if (apart <= 1 && (apart + late) / 2 < distance) {
        distance = (apart + late) / 2;
        nearest = at;
      }
    }
    if (nearest < 0) continue;
    const songTime = frameOf(song[nearest]!);
    const songFrequency = frequencyOf(song[nearest]!);
    count += 1;
    times += time;
    places += songTime;
    timesSquared += time * time;
    timesPlaces += time * songTime;
    products += frequency * songFrequency;
    squares += songFrequency * songFrequency;
  }
  const spread = count * timesSquared - times * times;
  if (count < fewestVotes || spread <= 0) return null;
  const speed = (count * timesPlaces - times * places) / spread;
  return { speed, pitch: products / squares, offset: (places - speed * times) / count, count };
}
