/** More votes for a place do not count. */
const highest = 255;

/** A place, with the votes for it and for the one behind. */
interface Counted {
  readonly place: number;
  readonly votes: number;
}

/** Counts votes for places on a line of frames, of which few of very many get any. */
export class Tally {
  readonly #bits: number;
  readonly #counts: Uint8Array;
  #most = 0;
  #fewest = 0;
  /** Two neighbours have the fewest votes together only if one of them has half of them. */
  #half = 0;
  /** The places with that half. */
  #touched = new Uint32Array(4_096);
  #length = 0;
  /** The places before this one are judged. */
  #first = 0;
  #best: Counted[] = [];

  /** For frames up to `frames`. A place is `2 ** bits` of them. */
  constructor(frames: number, bits: number) {
    this.#bits = bits;
    this.#counts = new Uint8Array((frames >> bits) + 2);
  }

  get bytes(): number {
    return this.#counts.byteLength;
  }

  /** Starts a count of up to `most` places, of at least `fewest` votes together with the place behind. */
  start(most: number, fewest: number): void {
    this.#most = most;
    this.#expect(fewest);
    this.#first = 0;
    this.#best = [];
  }

  /**
   * Adds a vote for each of a list of ascending frames from the index `at`, less `shift`, up to the index `end` or the first frame that is
   * not below `beyond`. Returns the index of the first one without a vote.
   */
  add(frames: Uint32Array, at: number, end: number, beyond: number, shift: number): number {
    // A property is read again after each write to a typed array.
    const counts = this.#counts;
    const bits = this.#bits;
    const half = this.#half;
    let next = at;
    for (; next < end; next += 1) {
      const frame = frames[next]!;
      if (frame >= beyond) break;
      const place = (frame - shift) >>> bits;
      const count = counts[place]!;
      if (count < highest) counts[place] = count + 1;
      if (count + 1 === half) this.#touch(place);
    }
    return next;
  }

  /**
   * Judges the places before the frame `end`, a multiple of `2 ** bits`, before which no further vote follows. Once as
   * many are found as are wanted, later places need more votes than the least of them.
   */
  judge(end: number): void {
    const counts = this.#counts;
    const first = this.#first;
    // The place behind this one may get further votes.
    const last = Math.min(end / 2 ** this.#bits, counts.length) - 1;
    const found = [...this.#best];
    const having = new Uint32Array(2 * highest + 1);
    for (const { votes } of found) having[votes]! += 1;
    let least = this.#fewest;
    // So many of those found have `least` votes or more.
    let count = found.filter(({ votes }) => votes >= least).length;
    const consider = (place: number) => {
      const votes = counts[place]! + counts[place + 1]!;
      if (votes < least || counts[place] === 0) return;
      found.push({ place, votes });
      having[votes]! += 1;
      count += 1;
      while (count - having[least]! >= this.#most) {
        count -= having[least]!;
        least += 1;
      }
    };
    consider(first);
    for (let at = 0; at < this.#length; at += 1) {
      const place = this.#touched[at]!;
      if (place > first && place < last) consider(place);
      if (place - 1 > first && counts[place - 1]! < this.#half) consider(place - 1);
    }
    this.#length = 0;
    counts.fill(0, first, last);
    this.#first = last;
    if (found.length === this.#best.length) return;
    this.#best = found
      .sort((one, other) => other.votes - one.votes || one.place - other.place)
      .slice(0, this.#most);
    if (this.#best.length === this.#most) this.#expect(this.#best.at(-1)!.votes + 1);
  }

  /** The places that have the most votes, in that order. The next count starts at zero. */
  take(): number[] {
    this.judge(Number.POSITIVE_INFINITY);
    return this.#best.map(({ place }) => place);
  }

  #expect(fewest: number): void {
    this.#fewest = fewest;
    this.#half = Math.ceil(fewest / 2);
  }

  #touch(place: number): void {
    if (this.#length === this.#touched.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#touched);
      this.#touched = longer;
    }
    this.#touched[this.#length] = place;
    this.#length += 1;
  }
}
