import { open } from 'node:fs/promises';
import { EncodedPacket } from 'mediabunny';
import type { Work } from './work.ts';

/** Packets of sound in the order of their times, such as a sink of the demuxer. */
export interface Packets {
  getFirstPacket(): Promise<EncodedPacket | null>;
  /** The packet in which a time is, in seconds. */
  getPacket(seconds: number): Promise<EncodedPacket | null>;
  getNextPacket(packet: EncodedPacket): Promise<EncodedPacket | null>;
}

/** An opened FLAC file. */
export interface FlacFile {
  readonly rate: number;
  readonly channelCount: number;
  /** The marker and the STREAMINFO block, which a decoder reads first. */
  readonly head: Uint8Array;
  readonly durationSeconds: number;
  readonly packets: Packets;
  close(): void;
}

interface StreamInfo {
  readonly rate: number;
  readonly channelCount: number;
  readonly bits: number;
}

interface FrameHeader {
  /** Of its first sample, or of the frame where all frames are of one size. */
  readonly number: number;
  readonly isNumberOfSample: boolean;
  readonly samples: number;
}

type ReadAt = (from: number, length: number) => Promise<Buffer>;

/** Frames as they lie in the file: the byte and the sample at which each begins, and behind the last one both ends. */
interface Frames {
  readonly bytes: readonly number[];
  readonly samples: readonly number[];
}

const marker = Buffer.from('fLaC');
const infoBytes = 34;
const mostHeaderBytes = 16;
/** The shortest frame (RFC 9639, section 9), so that a false number of a frame claims no more than the file can hold. */
const fewestFrameBytes = 10;
const mostFrameBytes = 16 * 1_048_576;
const chunkBytes = 1_048_576;

/**
 * Opens a FLAC file (RFC 9639), undefined for another format. Frames are found by their headers, whose checksums are
 * verified, and placed by the numbers in them: a damaged one costs its own sound, where a demuxer that goes from frame to
 * frame ends.
 */
export async function openFlac(recording: Uint8Array | string, work: Work): Promise<FlacFile | undefined> {
  const { readAt, size, close } = await readerOf(recording, work);
  try {
    const start = await startOf(readAt);
    const head = Buffer.from(await readAt(start, 8 + infoBytes));
    if (!marker.equals(head.subarray(0, 4)) || head.length < 8 + infoBytes || (head[4]! & 127) !== 0) {
      await close();
      return undefined;
    }
    const info: StreamInfo = {
      rate: head.readUIntBE(18, 3) >> 4,
      channelCount: ((head[20]! >> 1) & 7) + 1,
      bits: (((head[20]! & 1) << 4) | (head[21]! >> 4)) + 1,
    };
    const frames = await framesOf(readAt, size, start + head.length, info);
    // No further block of metadata follows for the decoder.
    head[4] = 128;
    return {
      ...info,
      head,
      durationSeconds: frames.samples.at(-1)! / info.rate,
      packets: packetsOf(frames, info.rate, readAt),
      close: () => void close(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readerOf(recording: Uint8Array | string, work: Work) {
  if (typeof recording !== 'string') {
    const bytes = Buffer.from(recording.buffer, recording.byteOffset, recording.byteLength);
    const readAt: ReadAt = async (from, length) => {
      work.spend('reads', 1);
      return bytes.subarray(from, from + length);
    };
    return { readAt, size: bytes.length, close: async () => undefined };
  }
  const file = await open(recording);
  const readAt: ReadAt = async (from, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  return { readAt, size: (await file.stat()).size, close: () => file.close() };
}

/** The end of an ID3 tag before the marker, if there is one. */
async function startOf(readAt: ReadAt): Promise<number> {
  const tag = await readAt(0, 10);
  if (tag.toString('latin1', 0, 3) !== 'ID3' || tag.length < 10) return 0;
  return 10 + ((tag[6]! << 21) | (tag[7]! << 14) | (tag[8]! << 7) | tag[9]!);
}

async function framesOf(readAt: ReadAt, size: number, from: number, info: StreamInfo): Promise<Frames> {
  const bytes: number[] = [];
  const samples: number[] = [];
  let last: FrameHeader | undefined;
  /** Of the first frame; only the last one may be shorter. */
  let usualSamples = 0;
  for (let start = from; start < size; start += chunkBytes) {
    const chunk = await readAt(start, chunkBytes + mostHeaderBytes);
    for (let at = chunk.indexOf(0xff); at >= 0 && at < chunkBytes; at = chunk.indexOf(0xff, at + 1)) {
      const header = headerAt(chunk, at, info);
      if (!header) continue;
      usualSamples ||= header.samples;
      const first = header.isNumberOfSample ? header.number : header.number * usualSamples;
      const room = (1 + (start + at - (bytes.at(-1) ?? from)) / fewestFrameBytes) * usualSamples;
      const before = samples.at(-1) ?? 0;
      if (last && (first <= before || first - before > room)) continue;
      last = header;
      bytes.push(start + at);
      samples.push(first);
    }
  }
  if (!last) throw new Error('This FLAC has no frames.');
  // What was cut off a longer stream begins at zero.
  const cut = samples[0]!;
  return {
    bytes: [...bytes, size],
    samples: [...samples, samples.at(-1)! + last.samples].map((sample) => sample - cut),
  };
}

const bitsOfCode = [0, 8, 12, -1, 16, 20, 24, 32];
const ratesOfCode = [
  ...[0, 88_200, 176_400, 192_000, 8_000, 16_000],
  ...[22_050, 24_000, 32_000, 44_100, 48_000, 96_000],
];

/** The header of a frame of this stream (RFC 9639, section 9.1), if one begins at a byte. */
function headerAt(bytes: Buffer, at: number, info: StreamInfo): FrameHeader | undefined {
  const header = bytes.subarray(at, at + mostHeaderBytes);
  if (header.length < 6 || (header[1]! & 0xfe) !== 0xf8 || (header[3]! & 1) !== 0) return undefined;
  const [sizeCode, rateCode] = [header[2]! >> 4, header[2]! & 15];
  const [channelCode, bitsCode] = [header[3]! >> 4, (header[3]! >> 1) & 7];
  const channelCount = channelCode < 8 ? channelCode + 1 : 2;
  if (sizeCode === 0 || rateCode === 15 || channelCode > 10 || channelCount !== info.channelCount)
    return undefined;
  if (bitsCode !== 0 && bitsOfCode[bitsCode] !== info.bits) return undefined;
  const number = codedNumber(header);
  if (!number) return undefined;
  let next = 4 + number.length;
  const read = (length: number) => {
    next += length;
    return next < header.length ? header.readUIntBE(next - length, length) : -1;
  };
  const samples = sizeCode === 6 ? read(1) + 1 : sizeCode === 7 ? read(2) + 1 : samplesOfCode(sizeCode);
  const rate =
    rateCode === 12
      ? read(1) * 1_000
      : rateCode === 13
        ? read(2)
        : rateCode === 14
          ? read(2) * 10
          : ratesOfCode[rateCode] || info.rate;
  if (samples < 1 || rate !== info.rate || next >= header.length) return undefined;
  if (checksum(header.subarray(0, next)) !== header[next]) return undefined;
  return { number: number.value, isNumberOfSample: (header[1]! & 1) === 1, samples };
}

const samplesOfCode = (code: number): number => (code === 1 ? 192 : code < 6 ? 144 * 2 ** code : 2 ** code);

/** A number of up to 36 bits in the manner of UTF-8. */
function codedNumber(header: Buffer): { readonly value: number; readonly length: number } | undefined {
  const ones = Math.clz32(~(header[4]! << 24));
  if (ones === 0) return { value: header[4]!, length: 1 };
  if (ones === 1 || ones > 7 || header.length < 4 + ones) return undefined;
  let value = ones > 6 ? 0 : header[4]! & (127 >> ones);
  for (let at = 5; at < 4 + ones; at += 1) {
    if (header[at]! >> 6 !== 2) return undefined;
    value = value * 64 + (header[at]! & 63);
  }
  return { value, length: ones };
}

/** CRC-8 with the polynomial x^8 + x^2 + x + 1. */
const checksums = Uint8Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 128 ? (rest << 1) ^ 7 : rest << 1;
  return rest;
});

const checksum = (bytes: Uint8Array): number => bytes.reduce((rest, byte) => checksums[rest ^ byte]!, 0);

/** CRC-16 with the polynomial x^16 + x^15 + x^2 + 1. */
const frameChecksums = Uint16Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 0x8000 ? (rest << 1) ^ 0x8005 : rest << 1;
  return rest;
});

/** Whether a frame ends in its checksum. After a damaged one libFLAC may decode nothing more, and report no error. */
export function isWholeFrame(frame: Uint8Array): boolean {
  let rest = 0;
  for (let at = 0; at < frame.length; at += 1)
    rest = ((rest << 8) & 0xffff) ^ frameChecksums[(rest >> 8) ^ frame[at]!]!;
  return rest === 0;
}

function packetsOf({ bytes, samples }: Frames, rate: number, readAt: ReadAt): Packets {
  const packetAt = async (frame: number): Promise<EncodedPacket | null> => {
    if (frame >= bytes.length - 1) return null;
    const [from, first] = [bytes[frame]!, samples[frame]!];
    const data = await readAt(from, Math.min(mostFrameBytes, bytes[frame + 1]! - from));
    return new EncodedPacket(data, 'key', first / rate, (samples[frame + 1]! - first) / rate, frame);
  };
  return {
    getFirstPacket: () => packetAt(0),
    getPacket: (seconds) => packetAt(Math.max(0, frameAt(samples, seconds * rate))),
    getNextPacket: ({ sequenceNumber }) => packetAt(sequenceNumber + 1),
  };
}

/** The last frame that begins at or before a sample. */
function frameAt(samples: readonly number[], sample: number): number {
  let low = 0;
  let high = samples.length - 2;
  while (low < high) {
    const centre = (low + high + 1) >> 1;
    if (samples[centre]! <= sample) low = centre;
    else high = centre - 1;
  }
  return low;
}
