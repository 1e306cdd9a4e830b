import { Fault } from '../core/faults.ts';

/** What is counted while a recording is decoded. */
export type Effort = 'reads' | 'packets' | 'bytes' | 'samples';

export const tooMuchWork = () =>
  new Fault('invalid', 'file: decoding it takes too long; it must be sound, or a video with sound');

/**
 * The work on one recording, in counts that are the same on every machine: reads of the demuxer, packets and their bytes
 * that are handed to a decoder, and samples of all channels that a decoder returns. A deadline ends what is not counted.
 */
export class Work {
  readonly spent: Record<Effort, number> = { reads: 0, packets: 0, bytes: 0, samples: 0 };
  readonly allowed: Record<Effort, number>;
  #isExceeded = false;

  constructor(allowed: Partial<Record<Effort, number>> = {}) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.allowed = { reads: unlimited, packets: unlimited, bytes: unlimited, samples: unlimited, ...allowed };
  }

  /** Throws the fault `invalid` when more was spent than is allowed, now or before: libraries swallow what is thrown. */
  spend(effort: Effort, amount: number): void {
    this.spent[effort] += amount;
    this.#isExceeded ||= this.spent[effort] > this.allowed[effort];
    this.check();
  }

  check(): void {
    if (this.#isExceeded) throw tooMuchWork();
  }

  /** Lowers what is allowed; it is never raised. */
  limit(effort: Effort, amount: number): void {
    this.allowed[effort] = Math.min(this.allowed[effort], amount);
  }
}

/**
 * The work on a recording of a caller. Windows and probes of a long silent recording hold 120 s, in 6,000 packets of usual
 * length; the samples are those of two channels of a lossless codec at 128 kHz for that time. A demuxer reads each frame of
 * MP3, AAC or FLAC twice, of 24 bytes at least.
 */
export const workOnClip = (byteLength: number): Work =>
  new Work({
    reads: 200_000 + byteLength / 4,
    packets: 20_000,
    bytes: 32 * 1_048_576,
    samples: 32_000_000,
  });
