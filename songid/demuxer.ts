import { BufferSource } from 'mediabunny';
import { tooMuchWork, type Work } from './work.ts';

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
