/** How many candidates are compared at the end of a count. */
const highest = 255;

/** Counts votes for places, of which few of very many get any. */
export class Tally {
  readonly #counts: Uint8Array;
  #touched = new Uint32Array(65_536);
  #length = 0;

  /** For places from 0 to `places`, exclusive. */
  constructor(places: number) {
    this.#counts = new Uint8Array(places + 1);
  }

  get bytes(): number {
    return this.#counts.byteLength;
  }

  add(place: number): void {
    const count = this.#counts[place]!;
    if (count < highest) this.#counts[place] = count + 1;
    if (count > 0) return;
    if (this.#length === this.#touched.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#touched);
      this.#touched = longer;
    }
    this.#touched[this.#length] = place;
    this.#length += 1;
  }

  /** About `most` places that have the most votes together with the place behind; counting starts again at zero. */
  take(most: number, fewest: number): number[] {
    const touched = this.#touched.subarray(0, this.#length);
    const counts = this.#counts;
    const places = new Uint32Array(2 * highest + 1);
    for (const place of touched) places[counts[place]! + counts[place + 1]!]! += 1;
    let least = places.length;
    for (let taken = 0; least > fewest && taken < most; ) {
      least -= 1;
      taken += places[least]!;
    }
    const best: { readonly place: number; readonly votes: number }[] = [];
    for (const place of touched) {
      const votes = counts[place]! + counts[place + 1]!;
      if (votes >= least) best.push({ place, votes });
    }
    for (const place of touched) counts[place] = 0;
    this.#length = 0;
    return best
      .sort((one, other) => other.votes - one.votes || one.place - other.place)
      .slice(0, most)
      .map(({ place }) => place);
  }
}
