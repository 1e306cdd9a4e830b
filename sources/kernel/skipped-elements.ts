import type { Measure } from '../../core/turns.ts';

/** An element of an upstream's list that does not match its schema and is left out of the model. */
export interface SkippedElement {
  /** The place of the first mismatch in the element, such as `images.icon`. */
  readonly place: string;
  readonly element: unknown;
  /** Whether its list is in no other list. */
  readonly isOutermost: boolean;
}

/** The elements that decoding one payload skips. */
export class SkippedElements {
  /** By list, since a schema may be tried twice on one payload. */
  readonly #byHolder = new Map<unknown, readonly SkippedElement[]>();
  /** Whether a list is accepted however many of its elements are skipped. */
  readonly isUnlimited: boolean;
  /** Whether outermost lists are decoded in several turns of the event loop, by a schema that is awaited. */
  readonly takesTurns: boolean;
  readonly measure: Measure | undefined;
  /** The number of lists that are being decoded, each in an element of the one before. */
  depth = 0;

  constructor({ isUnlimited = false, takesTurns = false } = {}, measure?: Measure) {
    this.isUnlimited = isUnlimited;
    this.takesTurns = takesTurns;
    this.measure = measure;
  }

  note(holder: unknown, skipped: readonly Omit<SkippedElement, 'isOutermost'>[]): void {
    const isOutermost = this.depth === 0;
    this.#byHolder.set(
      holder,
      skipped.map((each) => ({ ...each, isOutermost })),
    );
  }

  get all(): readonly SkippedElement[] {
    return [...this.#byHolder.values()].flat();
  }

  /** Runs a decoder, up to where it waits, with this record of what it skips; `depth` lists deeper. */
  record<Result>(decode: () => Result, depth = 0): Result {
    const outer = current;
    current = this;
    this.depth += depth;
    try {
      return decode();
    } finally {
      this.depth -= depth;
      current = outer;
    }
  }
}

let current: SkippedElements | undefined;

/** The record of the payload that is being decoded; undefined when a schema is used on its own. */
export const currentSkipped = (): SkippedElements | undefined => current;
