import { readFileSync } from 'node:fs';
import {
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MkvOutputFormat,
  Mp4OutputFormat,
  OGG,
  Output,
} from 'mediabunny';

/** Recordings of a few kilobytes that a decoder without limits turns into gigabytes, or never finishes. */

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/songid/${name}`, import.meta.url));

/** The times claim a thousandth of a second for each packet, of whatever length it is. */
const claimedSeconds = 0.001;

type Container = 'mkv' | 'mp4';

async function inContainer(
  container: Container,
  codec: AudioCodec,
  config: Omit<AudioDecoderConfig, 'codec'> & { readonly codec: string },
  packets: readonly Uint8Array[],
  secondsOfPacket = claimedSeconds,
): Promise<Buffer> {
  const target = new BufferTarget();
  const format = container === 'mkv' ? new MkvOutputFormat() : new Mp4OutputFormat();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const [index, packet] of packets.entries())
    await source.add(new EncodedPacket(packet, 'key', index * secondsOfPacket, secondsOfPacket), {
      decoderConfig: config,
    });
  await output.finalize();
  return Buffer.from(target.buffer!);
}

function checksum(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const mask = 2 ** bits - 1;
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & (1 << (bits - 1)) ? (sum << 1) ^ polynomial : sum << 1) & mask;
  }
  return sum;
}

/** A FLAC frame of 65,535 silent samples of eight channels at 48 kHz, in 34 bytes. */
function flacFrame(number: number, channelCount: number): Buffer {
  const head = Buffer.of(0xff, 0xf8, 0x7a, ((channelCount - 1) << 4) | 8, number & 0x7f, 0xff, 0xfe);
  const body = Buffer.concat([head, Buffer.of(checksum(head, 8, 7)), Buffer.alloc(channelCount * 3)]);
  const sum = checksum(body, 16, 0x8005);
  return Buffer.concat([body, Buffer.of(sum >> 8, sum & 255)]);
}

function flacHead(channelCount: number): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(16, 0);
  info.writeUInt16BE(65_535, 2);
  info.writeUInt32BE(((48_000 << 12) | ((channelCount - 1) << 9) | (15 << 4)) >>> 0, 10);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.of(0x80, 0, 0, 34), info]);
}

const flacIn = (container: Container, count: number, channelCount = 8, secondsOfPacket = claimedSeconds) =>
  inContainer(
    container,
    'flac',
    {
      codec: 'flac',
      sampleRate: 48_000,
      numberOfChannels: channelCount,
      description: flacHead(channelCount),
    },
    Array.from({ length: count }, (_, index) => flacFrame(index, channelCount)),
    secondsOfPacket,
  );

/** Opus packets of 120 ms of silence: six frames of 20 ms without bytes. */
function opusIn(
  container: Container,
  channelCount: 2 | 8,
  count: number,
  secondsOfPacket = claimedSeconds,
): Promise<Buffer> {
  const isWide = channelCount === 8;
  const head = Buffer.alloc(isWide ? 29 : 19);
  head.write('OpusHead');
  head.set([1, channelCount], 8);
  head.writeUInt32LE(48_000, 12);
  // Eight channels are two mono streams and three coupled ones.
  if (isWide) head.set([1, 5, 3, 0, 6, 1, 2, 3, 4, 5, 7], 18);
  const last = Buffer.of(0xfb, 0x06);
  // All streams but the last are self-delimiting, with the length of a frame after their head.
  const packet = isWide
    ? Buffer.concat([...Array.from({ length: 4 }, () => Buffer.of(0xfb, 0x06, 0)), last])
    : last;
  const config = { codec: 'opus', sampleRate: 48_000, numberOfChannels: channelCount, description: head };
  return inContainer(container, 'opus', config, Array(count).fill(packet), secondsOfPacket);
}

/** A silent frame of MPEG-2 layer III of 24 ms in 24 bytes: 8 kbit/s at 24 kHz. */
const mp3Frame = Buffer.concat([Buffer.of(0xff, 0xf3, 0x14, 0xc4), Buffer.alloc(20)]);

const mp3In = (
  container: Container,
  packets: number,
  framesOfPacket: number,
  secondsOfPacket = claimedSeconds,
) =>
  inContainer(
    container,
    'mp3',
    { codec: 'mp3', sampleRate: 24_000, numberOfChannels: 1 },
    Array(packets).fill(Buffer.concat(Array(framesOfPacket).fill(mp3Frame))),
    secondsOfPacket,
  );

async function vorbisIn(
  container: 'mkv',
  count: number,
  change: (head: Buffer) => void = () => undefined,
  secondsOfPacket = claimedSeconds,
): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(fixture('vorbis.ogg')), formats: [OGG] });
  const track = (await input.getPrimaryAudioTrack())!;
  const config = (await track.getDecoderConfig())!;
  const sink = new EncodedPacketSink(track);
  const packet = (await sink.getPacket(2))!.data;
  const head = Buffer.from(config.description as Uint8Array);
  change(head);
  const packets = Array(count).fill(packet);
  return inContainer(container, 'vorbis', { ...config, description: head }, packets, secondsOfPacket);
}

/** A frame of AAC-LC, mono or stereo, of silence. */
const aacFrame = Buffer.of(0x01, 0x18, 0x20, 0x07);

const aacIn = (
  container: Container,
  packets: number,
  packet: Buffer,
  isAdts = false,
  secondsOfPacket = claimedSeconds,
) =>
  inContainer(
    container,
    'aac',
    {
      codec: 'mp4a.40.2',
      sampleRate: 48_000,
      numberOfChannels: 1,
      ...(isAdts ? {} : { description: Buffer.of(0x11, 0x88) }),
    },
    Array(packets).fill(packet),
    secondsOfPacket,
  );

function adtsFrame(payload: Buffer): Buffer {
  const size = payload.length + 7;
  return Buffer.concat([Buffer.of(0xff, 0xf1, 0x4c, 0x40, size >> 3, ((size & 7) << 5) | 31, 0xfc), payload]);
}

const pcmIn = (container: 'mkv', packets: number, bytes: number, secondsOfPacket = claimedSeconds) =>
  inContainer(
    container,
    'pcm-u8',
    { codec: 'pcm-u8', sampleRate: 4_000, numberOfChannels: 1 },
    Array(packets).fill(Buffer.alloc(bytes, 128)),
    secondsOfPacket,
  );

/** A WAV with these fields in its header, and some silence. */
function waveOf(fields: { channels?: number; rate?: number; claimed?: number; seconds?: number }): Buffer {
  const { channels = 1, rate = 8_000, claimed, seconds = 4 } = fields;
  const data = Buffer.alloc(Math.min(200_000, channels * rate * seconds), 128);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(claimed ?? 36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(Math.min(0xffff_ffff, rate * channels), 28);
  head.writeUInt16LE(Math.min(0xffff, channels), 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(claimed ?? data.length, 40);
  return Buffer.concat([head, data]);
}

/** Boxes in boxes of MP4, after a valid beginning. */
function nestedBoxes(depth: number, name: string): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt32BE(20);
  head.write('ftypisom', 4);
  const boxes = Buffer.alloc(8 * depth);
  for (let level = 0; level < depth; level += 1) {
    boxes.writeUInt32BE(8 * (depth - level), 8 * level);
    boxes.write(name, 8 * level + 4);
  }
  return Buffer.concat([head, boxes]);
}

/** Elements in elements of Matroska, of unknown length, after a valid beginning. */
function nestedElements(depth: number): Buffer {
  const head = fixture('opus.webm');
  const segment = head.indexOf(Buffer.of(0x18, 0x53, 0x80, 0x67));
  const unknownLength = Buffer.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
  const level = Buffer.concat([Buffer.of(0x18, 0x53, 0x80, 0x67), unknownLength]);
  return Buffer.concat([head.subarray(0, segment), ...Array<Buffer>(depth).fill(level)]);
}

/** An MP4 in which a table claims four thousand million entries. */
function falseTable(name: string, offset: number): Buffer {
  const bytes = Buffer.from(fixture('index-first.mp4'));
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf(name) + 4 + offset);
  return bytes;
}

/** A time to the sample table of an MP4: one entry says that there are four thousand million samples of one length. */
function falseCounts(): Buffer {
  const bytes = falseTable('stsz', 8);
  const size = bytes.indexOf('stsz') + 8;
  bytes.writeUInt32BE(1, size);
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf('stts') + 12);
  return bytes;
}

export interface Bomb {
  readonly name: string;
  make(): Buffer | Promise<Buffer>;
  /** A part of the message of its refusal; without one, a part of it may be decoded within the limits. */
  readonly refusal?: string;
}

const surplus = 'more sound than the times';
const undecodable = 'it must be sound';
const tooLong = 'decoding it takes too long';
const bomb = (name: string, refusal: string | undefined, make: Bomb['make']): Bomb => ({
  name,
  make,
  ...(refusal === undefined ? {} : { refusal }),
});

/** 34 kB, of which 128 frames are of the stream. The windows and probes of its silence hold 90 million samples. */
export const longFlac = (): Buffer =>
  Buffer.concat([flacHead(8), ...Array.from({ length: 1_000 }, (_, index) => flacFrame(index % 128, 8))]);

/** Four minutes or more of sound whose times are true, by codec; all but Vorbis is silent, so that each window is decoded. */
export const longRecordings: readonly Pick<Bomb, 'name' | 'make'>[] = [
  { name: 'FLAC', make: () => flacIn('mkv', 200, 2, 65_535 / 48_000) },
  { name: 'Opus', make: () => opusIn('mkv', 2, 2_000, 0.12) },
  { name: 'MP3', make: () => mp3In('mkv', 10_000, 1, 0.024) },
  { name: 'Vorbis', make: () => vorbisIn('mkv', 6_000, undefined, 0.02322) },
  { name: 'AAC', make: () => aacIn('mp4', 10_000, aacFrame, false, 1_024 / 48_000) },
  { name: 'uncompressed sound', make: () => pcmIn('mkv', 240, 4_000, 1) },
];

/** The same of eight channels, which take more work than is allowed. */
export const wideRecordings: readonly Pick<Bomb, 'name' | 'make'>[] = [
  { name: 'FLAC', make: () => flacIn('mkv', 200, 8, 65_535 / 48_000) },
  { name: 'Opus', make: () => opusIn('mkv', 8, 2_000, 0.12) },
];

export const bombs: readonly Bomb[] = [
  bomb('FLAC of eight channels in Matroska', surplus, () => flacIn('mkv', 1_200)),
  bomb('more FLAC of eight channels in Matroska', surplus, () => flacIn('mkv', 4_000)),
  bomb('FLAC of eight channels in MP4', surplus, () => flacIn('mp4', 4_000)),
  bomb('FLAC of eight channels in its own container', tooLong, longFlac),
  bomb('Opus in Matroska', surplus, () => opusIn('mkv', 2, 15_000)),
  bomb('Opus of eight channels in Matroska', surplus, () => opusIn('mkv', 8, 15_000)),
  bomb('Opus of eight channels in MP4', surplus, () => opusIn('mp4', 8, 15_000)),
  bomb('MP3 in Matroska', surplus, () => mp3In('mkv', 2_000, 100)),
  bomb('MP3 in MP4', surplus, () => mp3In('mp4', 2_000, 100)),
  bomb('one packet of MP3', surplus, () => mp3In('mkv', 1_500, 250)),
  bomb('Vorbis in Matroska', surplus, () => vorbisIn('mkv', 6_000)),
  bomb('Vorbis of 255 channels in Matroska', 'cannot be decoded', () =>
    vorbisIn('mkv', 4_000, (head) => head.set([255], head.indexOf('vorbis') + 10)),
  ),
  bomb('AAC in MP4', surplus, () => aacIn('mp4', 19_000, aacFrame)),
  bomb('AAC in Matroska', surplus, () => aacIn('mkv', 19_000, aacFrame)),
  bomb('AAC of several frames in a packet', surplus, () =>
    aacIn('mkv', 2_000, Buffer.concat(Array(100).fill(adtsFrame(aacFrame))), true),
  ),
  bomb('AAC in packets longer than a frame', 'file: ', () => aacIn('mp4', 100, Buffer.alloc(20_000))),
  bomb('uncompressed sound in Matroska', surplus, () => pcmIn('mkv', 2_000, 4_000)),
  bomb('a WAV of 65,535 channels', 'is not supported', () => waveOf({ channels: 65_535 })),
  bomb('a WAV of four thousand million samples a second', 'is not supported', () =>
    waveOf({ rate: 4_000_000_000 }),
  ),
  bomb('a WAV of one sample a second', 'is not supported', () => waveOf({ rate: 1, seconds: 200_000 })),
  bomb('a WAV that claims four gigabytes', undefined, () => waveOf({ claimed: 0xffff_ffff })),
  bomb('nested boxes of one kind', undecodable, () => nestedBoxes(200_000, 'moov')),
  bomb('nested boxes of tracks', undecodable, () => nestedBoxes(200_000, 'trak')),
  bomb('nested elements', tooLong, () => nestedElements(100_000)),
  bomb('an MP4 with a false number of sizes', undefined, () => falseTable('stsz', 8)),
  bomb('an MP4 with a false number of times', undecodable, () => falseTable('stts', 4)),
  bomb('an MP4 with a false number of chunks', undefined, () => falseTable('stco', 4)),
  bomb('an MP4 of one chunk of four thousand million samples', tooLong, () => fixture('endless.mp4')),
  bomb('an MP4 with four thousand million samples', undefined, falseCounts),
];
