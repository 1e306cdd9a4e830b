import { BufferSource } from 'mediabunny';
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
    this.allowed = {
      ...{ reads: unlimited, packets: unlimited, bytes: unlimited, samples: unlimited },
      ...allowed,
    };
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

/**
 * Bytes as a source whose reads are spent of `work`: a demuxer loops without end on some corrupted recordings. Throws the
 * fault `invalid` for a chunk of MP4 of more samples than any recording needs.
 */
export function countedSource(bytes: Uint8Array, work: Work): BufferSource {
  if (holdsHugeChunk(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) throw tooMuchWork();
  const source = new BufferSource(bytes);
  // Each read passes this method of the class, which its types leave out.
  const inner = source as unknown as { _read(...range: readonly number[]): unknown };
  const read = inner._read.bind(source);
  inner._read = (...range) => {
    work.spend('reads', 1);
    return read(...range);
  };
  return source;
}

/** The demuxer adds up the sizes of a chunk for each packet of it, unless all packets are of one size. */
const mostOfChunk = 65_536;

/** Whether a table of an MP4 (ISO 14496-12, 8.7.4) puts more samples of several sizes into one chunk. */
function holdsHugeChunk(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('stsc'); at >= 0; at = bytes.indexOf('stsc', at + 4)) {
    if (sizeOfAll(bytes, at) > 0) continue;
    const entries = at + 12;
    const length = at >= 4 ? bytes.readUInt32BE(at - 4) - 16 : 0;
    const end = Math.min(bytes.length - 8, entries + length);
    for (let entry = entries; entry < end; entry += 12)
      if (bytes.readUInt32BE(entry + 4) > mostOfChunk) return true;
  }
  return false;
}

/** The one size of all samples of the track that a table is of; 0 when each has its own. */
function sizeOfAll(bytes: Buffer, table: number): number {
  const start = bytes.lastIndexOf('stbl', table);
  const next = bytes.indexOf('stbl', table);
  const at = bytes.indexOf('stsz', Math.max(0, start));
  if (at < 0 || at + 12 > bytes.length || (next >= 0 && at > next)) return 0;
  return bytes.readUInt32BE(at + 8);
}
