import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  OggOutputFormat,
  Output,
} from 'mediabunny';

/** The output of a decoder. */
export interface Decoded {
  readonly channels: readonly Float32Array[];
  readonly rate: number;
}

/** The coding of the sound, from the container. */
export interface Coding {
  readonly codec: string;
  readonly rate: number;
  readonly channelCount: number;
  /** The header of the codec, if it has one. */
  readonly head: Uint8Array | undefined;
  readonly config: AudioDecoderConfig;
}

/** A decoder is not installed on this machine, which the caller cannot change. */
export class DecoderMissing extends Error {
  constructor(cause: unknown) {
    super('This server cannot decode AAC: its decoder needs libasound.so.2 on Linux.', { cause });
    this.name = 'DecoderMissing';
  }
}

/** The AAC decoder supports two channels at most. */
export const canDecode = ({ codec, channelCount }: Coding): boolean =>
  codec === 'aac'
    ? channelCount <= 2
    : codec in pcmReaders || ['mp3', 'opus', 'vorbis', 'flac'].includes(codec);

/** The pre-roll of a codec in seconds: input that it needs before the first correct sample. */
export const runUpSeconds = (codec: string): number =>
  codec === 'opus' ? 0.08 : codec === 'flac' || isPcm(codec) ? 0 : 0.15;

/** Decodes consecutive packets. Rejects when the bytes are not in the declared coding. */
export function decodePackets(coding: Coding, packets: readonly EncodedPacket[]): Promise<Decoded> {
  const bytes = packets.map(({ data }) => data);
  const { codec, head } = coding;
  if (isPcm(codec)) return Promise.resolve(decodePcm(coding, Buffer.concat(bytes)));
  if (codec === 'opus') return decodeOpus(coding, bytes);
  if (codec === 'mp3') return decodeMp3(Buffer.concat(bytes));
  if (codec === 'flac' && head) return decodeFlac(Buffer.concat([flacHead(head), ...bytes]));
  if (codec === 'vorbis') return inOgg(coding, packets).then(decodeVorbis);
  // Without a header, each packet is an ADTS frame already.
  if (codec === 'aac') return decodeAac(coding, Buffer.concat(head ? inAdts(head, bytes) : bytes));
  return Promise.reject(new Error(`No decoder of ${codec}.`));
}

/** Decodes AAC. The decoder resamples by default, so the rate of the input is passed as its output rate. */
async function decodeAac({ rate }: Coding, stream: Uint8Array): Promise<Decoded> {
  const { OfflineAudioContext } = await import('node-web-audio-api').catch((cause: unknown) => {
    throw new DecoderMissing(cause);
  });
  const own = new Uint8Array(stream).buffer;
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(own);
  const count = Math.min(sound.numberOfChannels, 8);
  return { channels: Array.from({ length: count }, (_, channel) => sound.getChannelData(channel)), rate };
}

async function decodeMp3(stream: Uint8Array): Promise<Decoded> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  return decodeFileWith(new MPEGDecoder({ enableGapless: false }), async (decoder) => decoder.decode(stream));
}

async function decodeFlac(stream: Uint8Array): Promise<Decoded> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  return decodeFileWith(new FLACDecoder(), (decoder) => decoder.decodeFile(stream));
}

async function decodeVorbis(stream: Uint8Array): Promise<Decoded> {
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  return decodeFileWith(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(stream));
}

interface DecodedFile {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

/** Runs a WebAssembly decoder and frees its memory, which is not garbage-collected. */
async function decodeFileWith<Decoder extends { readonly ready: Promise<unknown>; free(): void }>(
  decoder: Decoder,
  decode: (decoder: Decoder) => Promise<DecodedFile>,
): Promise<Decoded> {
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate } = await decode(decoder);
    if (samplesDecoded === 0) throw new Error('Nothing could be decoded.');
    return { channels: channelData.slice(0, 8).map((all) => all.slice(0, samplesDecoded)), rate: sampleRate };
  } finally {
    decoder.free();
  }
}

async function decodeOpus({ channelCount, head }: Coding, packets: Uint8Array[]): Promise<Decoded> {
  const { OpusDecoder } = await import('opus-decoder');
  const family = head?.[18] ?? 0;
  const layout =
    head && family > 0 && head.length >= 21 + channelCount
      ? {
          streamCount: head[19]!,
          coupledStreamCount: head[20]!,
          channelMappingTable: [...head.subarray(21, 21 + channelCount)],
        }
      : {};
  const decoder = new OpusDecoder({ sampleRate: 48_000, channels: channelCount, preSkip: 0, ...layout });
  await decoder.ready;
  try {
    const { channelData, samplesDecoded } = decoder.decodeFrames(packets);
    return { channels: channelData.map((channel) => channel.subarray(0, samplesDecoded)), rate: 48_000 };
  } finally {
    decoder.free();
  }
}

/** The header of a FLAC stream. MP4 and FLAC files store it with or without the marker `fLaC`. */
function flacHead(head: Uint8Array): Uint8Array {
  const marked = Buffer.from(head).toString('latin1', 0, 4) === 'fLaC';
  return marked ? head : Buffer.concat([Buffer.from('fLaC'), head]);
}

/**
 * Adds the ADTS header of a stream without container to AAC packets (ISO 14496-3, 1.6.2.1 and 1.A.2). High-efficiency
 * profiles are declared as their core, the only part that is decoded.
 */
function inAdts(config: Uint8Array, packets: readonly Uint8Array[]): Uint8Array[] {
  const rateIndex = ((config[0]! & 7) << 1) | (config[1]! >> 7);
  const channels = (config[1]! >> 3) & 15;
  const kind = config[0]! >> 3;
  const profile = (kind >= 1 && kind <= 4 ? kind : 2) - 1;
  if (rateIndex > 12) throw new Error('The rate of this AAC has no number.');
  return packets.flatMap((packet) => {
    const size = packet.length + 7;
    const head = Buffer.of(
      0xff,
      0xf1,
      (profile << 6) | (rateIndex << 2) | (channels >> 2),
      ((channels & 3) << 6) | (size >> 11),
      (size >> 3) & 255,
      ((size & 7) << 5) | 31,
      0xfc,
    );
    return [head, packet];
  });
}

async function inOgg({ config }: Coding, packets: readonly EncodedPacket[]): Promise<Uint8Array> {
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('vorbis');
  output.addAudioTrack(source);
  await output.start();
  const start = packets[0]?.timestamp ?? 0;
  for (const packet of packets) {
    const moved = packet.clone({ timestamp: Math.max(0, packet.timestamp - start) });
    await source.add(moved, { decoderConfig: config });
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

const isPcm = (codec: string): boolean => codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw';

type ReadSample = (bytes: DataView, at: number) => number;

const pcmReaders: Readonly<Record<string, readonly [size: number, read: ReadSample]>> = {
  'pcm-u8': [1, (bytes, at) => (bytes.getUint8(at) - 128) / 128],
  'pcm-s8': [1, (bytes, at) => bytes.getInt8(at) / 128],
  'pcm-s16': [2, (bytes, at) => bytes.getInt16(at, true) / 32_768],
  'pcm-s16be': [2, (bytes, at) => bytes.getInt16(at) / 32_768],
  'pcm-s24': [3, (bytes, at) => (bytes.getInt8(at + 2) * 65_536 + bytes.getUint16(at, true)) / 8_388_608],
  'pcm-s24be': [3, (bytes, at) => (bytes.getInt8(at) * 65_536 + bytes.getUint16(at + 1)) / 8_388_608],
  'pcm-s32': [4, (bytes, at) => bytes.getInt32(at, true) / 2_147_483_648],
  'pcm-s32be': [4, (bytes, at) => bytes.getInt32(at) / 2_147_483_648],
  'pcm-f32': [4, (bytes, at) => bytes.getFloat32(at, true)],
  'pcm-f32be': [4, (bytes, at) => bytes.getFloat32(at)],
  'pcm-f64': [8, (bytes, at) => bytes.getFloat64(at, true)],
  'pcm-f64be': [8, (bytes, at) => bytes.getFloat64(at)],
  ulaw: [1, (bytes, at) => muLaw(bytes.getUint8(at))],
  alaw: [1, (bytes, at) => aLaw(bytes.getUint8(at))],
};

/** ITU-T G.711. */
function muLaw(code: number): number {
  const bits = ~code & 255;
  const size = (((bits & 15) << 3) + 132) << ((bits >> 4) & 7);
  return ((bits & 128 ? -1 : 1) * (size - 132)) / 32_768;
}

function aLaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const size = exponent === 0 ? step : (step + 256) << (exponent - 1);
  return ((bits & 128 ? 1 : -1) * size) / 32_768;
}

function decodePcm({ codec, rate, channelCount }: Coding, bytes: Uint8Array): Decoded {
  const reader = pcmReaders[codec];
  if (!reader) throw new Error(`No decoder of ${codec}.`);
  const [size, read] = reader;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Math.floor(bytes.length / (size * channelCount));
  const channels = Array.from({ length: channelCount }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let at = 0; at < length; at += 1) {
      const sample = read(view, (at * channelCount + channel) * size);
      // A float sample may be out of range or NaN.
      samples[at] = sample > -8 && sample < 8 ? sample : 0;
    }
    return samples;
  });
  return { channels, rate };
}
