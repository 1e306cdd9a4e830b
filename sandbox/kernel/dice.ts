import { hash } from 'node:crypto';
import { isReserved } from './identifiers.ts';
import {
  adjectives,
  fillers,
  firstNames,
  lastNames,
  nouns,
  placeBeginnings,
  placeEndings,
} from './vocabulary.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The default range of invented dates, in milliseconds. */
const earliestMs = Date.UTC(2010, 0, 1);
const latestMs = Date.UTC(2025, 0, 1);

/** `2024-05-06T07:08:09Z`: ISO 8601 in whole seconds, the form most upstreams write. */
export const isoSeconds = (timeMs: number): string => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number, or one next to it when it ends in 404. */
function besides404(value: number, min: number, max: number): number {
  if (Math.abs(value) % 1000 !== 404) return value;
  return value > min ? value - 1 : Math.min(value + 1, max);
}

/**
 * A generator of plausible values: equal seeds give equal sequences, on every machine and in every run. Its
 * values depend on the order of the calls, so each named item gets separate dice (`World.of`). No value looks
 * like an identifier that must not exist or that is private.
 */
export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(seed: string) {
    const digest = hash('sha256', seed, 'buffer');
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
    this.#counter = digest.readInt32LE(12);
  }

  /** A fraction from 0 up to 1, 1 excluded (sfc32). */
  fraction(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** An integer, both ends included. It never ends in 404, since any number may become an identifier. */
  int(min: number, max: number): number {
    return besides404(min + Math.floor(this.fraction() * (max - min + 1)), min, max);
  }

  /** A number with at most so many decimals. */
  float(min: number, max: number, decimals = 2): number {
    return Number((min + this.fraction() * (max - min)).toFixed(decimals));
  }

  /** A skewed count from 0 to `max`, mostly small: followers, views, stars. */
  count(max: number): number {
    return besides404(Math.floor((max + 1) ** this.fraction()) - 1, 0, max);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('There is nothing to pick from.');
    return list[Math.floor(this.fraction() * list.length)] as T;
  }

  /** A copy in another order. */
  shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: this.fraction() }));
    return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
  }

  /** Up to so many different elements, in another order. */
  sample<T>(list: readonly T[], count: number): T[] {
    return this.shuffle(list).slice(0, count);
  }

  /** A numeric identifier of exactly so many digits, as text: a number would lose digits from the 17th on. */
  digits(length: number): string {
    return this.#unreserved(
      () => this.#characters('123456789', 1) + this.#characters('0123456789', length - 1),
    );
  }

  hex(length: number): string {
    return this.#unreserved(() => this.#characters('0123456789abcdef', length));
  }

  /** An opaque identifier, of letters and digits by default. */
  token(length: number, alphabet = base62): string {
    return this.#unreserved(() => this.#characters(alphabet, length));
  }

  /** A version 4 UUID with dashes. */
  uuid(): string {
    const hex = this.hex(30);
    const variant = this.pick(['8', '9', 'a', 'b']);
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(12, 15)}`, variant + hex.slice(15, 18)];
    return [...parts, hex.slice(18)].join('-');
  }

  word(): string {
    return this.pick(fillers);
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(' ');
  }

  /** A title: `Quiet Harbor`, `The Amber Falcon`. */
  title(): string {
    const name = `${capitalised(this.pick(adjectives))} ${capitalised(this.pick(nouns))}`;
    return this.chance(0.3) ? `The ${name}` : name;
  }

  sentence(minWords = 5, maxWords = 11): string {
    return `${capitalised(this.words(this.int(minWords, maxWords)))} ${this.pick(nouns)}.`;
  }

  paragraph(sentences = 3): string {
    return Array.from({ length: sentences }, () => this.sentence()).join(' ');
  }

  personName(): string {
    return `${this.pick(firstNames)} ${this.pick(lastNames)}`;
  }

  /** A login of 4 to 15 lower case letters, digits and the separator; it starts with a letter. */
  handle(separator = ''): string {
    return this.#unreserved(() => {
      const name = `${this.pick(adjectives)}${separator.slice(0, 1)}${this.pick(nouns)}`;
      return this.chance(0.5) ? `${name}${this.int(10, 99)}` : name;
    });
  }

  placeName(): string {
    return this.#unreserved(() => this.pick(placeBeginnings) + this.pick(placeEndings));
  }

  /** Milliseconds since the Unix epoch, whole seconds. */
  timeMs(fromMs = earliestMs, toMs = latestMs): number {
    return Math.floor((fromMs + this.fraction() * (toMs - fromMs)) / 1000) * 1000;
  }

  isoDate(fromMs = earliestMs, toMs = latestMs): string {
    return isoSeconds(this.timeMs(fromMs, toMs));
  }

  /** The time of the item at `index` of `total`, 0 being the newest: later indices are always older. */
  timeInFeed(index: number, total: number, fromMs: number, toMs: number): number {
    return Math.floor((toMs - ((toMs - fromMs) / total) * (index + this.fraction())) / 1000) * 1000;
  }

  #characters(alphabet: string, length: number): string {
    let text = '';
    for (let index = 0; index < length; index++) {
      text += alphabet.charAt(Math.floor(this.fraction() * alphabet.length));
    }
    return text;
  }

  #unreserved(make: () => string): string {
    for (;;) {
      const text = make();
      if (!isReserved(text)) return text;
    }
  }
}
