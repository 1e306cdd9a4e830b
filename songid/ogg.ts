import { open } from 'node:fs/promises';

export interface ByteRange {
  readonly from: number;
  readonly length: number;
}

/** A page (RFC 3533, section 6) begins with these bytes, and a head of 27 with up to 255 sizes of segments after them. */
const mark = Buffer.from('OggS');
const headBytes = 27;
const mostHeadBytes = headBytes + 255;
/** The flag of a page that begins a stream. */
const beginsStream = 2;

/**
 * The longest link of a chained Ogg file (RFC 3533, section 4): streams that follow each other, such as the songs of a
 * recorded broadcast. The demuxer takes all of them for one, and the headers of the later ones for sound. Undefined for
 * a file of one link, or of another format.
 */
export async function longestLink(recording: Uint8Array | string): Promise<ByteRange | undefined> {
  if (typeof recording !== 'string')
    return longestOf(recording.length, async (at) => recording.subarray(at, at + mostHeadBytes));
  const file = await open(recording);
  try {
    const buffer = Buffer.alloc(mostHeadBytes);
    return await longestOf((await file.stat()).size, async (at) => {
      const { bytesRead } = await file.read(buffer, 0, mostHeadBytes, at);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

async function longestOf(
  size: number,
  headAt: (at: number) => Promise<Uint8Array>,
): Promise<ByteRange | undefined> {
  const starts = await linkStarts(size, headAt);
  if (starts.length < 2) return undefined;
  return starts
    .map((from, link) => ({ from, length: (starts[link + 1] ?? size) - from }))
    .reduce((longest, link) => (link.length > longest.length ? link : longest));
}

/** Where links begin. Streams of one link that are multiplexed, such as sound and video, begin in adjacent pages. */
async function linkStarts(size: number, headAt: (at: number) => Promise<Uint8Array>): Promise<number[]> {
  const starts: number[] = [];
  let isStart = false;
  for (let at = 0; at < size; ) {
    const head = await headAt(at);
    if (head.length < headBytes || !mark.equals(head.subarray(0, mark.length))) break;
    const startedBefore = isStart;
    isStart = (head[5]! & beginsStream) !== 0;
    if (isStart && !startedBefore) starts.push(at);
    const segments = head.subarray(headBytes, headBytes + head[26]!);
    at += headBytes + segments.length + segments.reduce((sum, length) => sum + length, 0);
  }
  return starts;
}
