import { eachPair, fanOut, frameOf, frameSeconds, frequencyOf, hashBits } from './songid-landmarks.ts';

/** A song as it is searched. */
export interface IndexedSong {
  /** The catalogue's own. */
  readonly key: number;
  readonly peaks: Uint32Array;
}

/** How a clip lies on a song. */
export interface Alignment {
  readonly key: number;
  /** Where in the song the clip begins. */
  readonly offsetSeconds: number;
  /** How many times as fast as the song the clip runs, from the times of the peaks that match. */
  readonly speed: number;
  /** How many times as high as the song the clip sounds, from the frequencies of the peaks that match. */
  readonly pitch: number;
  /** Peaks of the clip that the song has in the same places, less those that it would have by chance. */
  readonly score: number;
  /** Peaks of the clip. */
  readonly outOf: number;
}

/** Speeds that clips are taken to run at: this far apart, one of them is near enough for pairs to agree. */
const speedStep = 0.006;
const speedSteps = 5;
/** Frames of nothing between songs, so that what lies on none of them is not counted for one. */
const gapFrames = 2_048;
/** Candidates of each speed that are looked at closely. */
const candidateCount = 4;
/** A clip that is found on fewer pairs than this is not looked at. */
const fewestVotes = 5;

/**
 * Songs laid end to end on one line of frames, and the frames that each pair occurs in, side by side. Where a bucket
 * begins is told by the leading bits of the pair's number, as many as the count of pairs is worth; the rest of the
 * number is kept beside each frame.
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
        // Begins of buckets move up to their ends, which are the begins of the next.
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

  /** The places where most pairs of the clip fall together, when it is taken to run at `speed`. */
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

  /** The song that a frame is in; the latter half of the gap before a song is that song's. */
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

/** Songs in memory, found by clips of them. */
export class SongIndex {
  #base = noSongs;
  /** Songs that came later; laid together with the others when there are many. */
  #recent = noSongs;
  #removed = new Set<number>();

  get size(): number {
    return this.#base.songs.length + this.#recent.songs.length - this.#removed.size;
  }

  /** Memory that is held, in bytes, beside the peaks. */
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

  /** The likeliest song of a clip, however unlikely; null when nothing of it is in any. */
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

/** The song's own speed first, then others by their distance from it. */
const speeds = [
  1,
  ...Array.from({ length: speedSteps }, (_, at) => [
    1 - (at + 1) * speedStep,
    1 + (at + 1) * speedStep,
  ]).flat(),
];

/** How far from its place in the song a peak of the clip may lie: in frames, and in eighths of a bin. */
const nearby = { frames: 2, frequency: 10 } as const;
const close = { frames: 1.5, frequency: 7 } as const;

interface Fit {
  readonly speed: number;
  readonly pitch: number;
  readonly offset: number;
  readonly count: number;
}

/**
 * What runs faster sounds higher by as much. Another song in the same key can be laid on this one at a speed at which
 * their beats agree, but then its pitch has not moved with it. Short clips tell speed less closely.
 */
const leastApart = 0.0025;
const apartSeconds = 0.015;

const secondsOf = (peaks: Uint32Array): number =>
  peaks.length === 0 ? 0 : (frameOf(peaks.at(-1)!) - frameOf(peaks[0]!) + 1) * frameSeconds;

/** How often lines are fitted anew to what they bring together. */
const fits = 4;

interface Guess {
  readonly speed: number;
  readonly offset: number;
  /** A score that is no higher is of no use. */
  readonly toBeat: number;
}

/** Lays the clip's peaks on the song's and fits lines through those that meet, first roughly and then closely. */
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

/** Other places of the song, in frames from the one that is judged; none is a beat or a bar of many tempi. */
const elsewhere = [-61, -47, -37, -29, -19, -11, 11, 19, 29, 37, 47, 61] as const;

/** How many of the clip's peaks meet peaks of the song where it does not belong: what is in the same key meets often. */
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
