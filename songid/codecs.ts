import type { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import type { EncodedPacket } from 'mediabunny';
import { Fault } from '../core/faults.ts';
import { type AacDecoder, openAacDecoder } from './aac.ts';
import { fromAdts, type RawAac, rawAac } from './adts.ts';
import { isWholeFrame } from './flac.ts';
import { type Decoded, decodePcm, isPcm } from './pcm.ts';
import { mix } from './resample.ts';
import type { Work } from './work.ts';

/** The coding of the sound, from the container. */
export interface Coding {
  readonly codec: string;
  readonly rate: number;
  readonly channelCount: number;
  /** The header of the codec, if it has one. */
  readonly head: Uint8Array | undefined;
  readonly config: AudioDecoderConfig;
}

/** One channel. */
export interface Mono {
  readonly samples: Float32Array;
  readonly rate: number;
}

/** Limits of a recording, whatever its metadata claims. */
export const rates = { lowest: 4_000, highest: 192_000 } as const;
export const mostChannels = 8;
/** The longest packet of any codec, a FLAC frame, in samples of each channel. */
export const mostPacketSamples = 65_535;

/** A decoder is not installed on this machine, which the caller cannot change. */
export class DecoderMissing extends Error {
  constructor(cause: unknown) {
    super('This server cannot decode AAC: the package @audio/decode-aac is not installed.', { cause });
    this.name = 'DecoderMissing';
  }
}

const tooMuch = () => new Fault('invalid', 'file: it holds more sound than the times in it allow');

export const canDecode = ({ codec }: Coding): boolean =>
  isPcm(codec) || ['aac', 'mp3', 'opus', 'vorbis', 'flac'].includes(codec);

/** The pre-roll of a codec in seconds: input that it needs before the first correct sample. */
export const runUpSeconds = (codec: string): number =>
  codec === 'opus' ? 0.08 : codec === 'flac' || isPcm(codec) ? 0 : 0.15;

/** How much longer a sample of a lossy codec takes to decode than one of a lossless codec. */
const lossyWeight = 2;

/** The work on a decoded sample of one channel. */
export const weightOf = (codec: string): number => (codec === 'flac' || isPcm(codec) ? 1 : lossyWeight);

/**
 * Decodes consecutive packets and mixes their channels into `samples`, of which the result is the part that is filled. Rejects
 * when the bytes are not in the declared coding, and with the fault `invalid` when they hold more than that: a packet of a
 * few bytes may hold megabytes of sound, so they are decoded in pieces that are mixed and counted one by one. The samples of
 * all channels are spent of `work`.
 */
export async function decodePackets(
  coding: Coding,
  packets: readonly EncodedPacket[],
  samples: Float32Array,
  work: Work,
): Promise<Mono> {
  const weight = weightOf(coding.codec);
  let length = 0;
  let rate = coding.rate;
  for await (const piece of piecesOf(coding, packets)) {
    const channels = piece.channels.slice(0, mostChannels);
    const added = channels[0]?.length ?? 0;
    if (added === 0) continue;
    rate = piece.rate;
    if (!(rate >= rates.lowest && rate <= rates.highest)) throw new Error('The rate is out of range.');
    if (length + added > samples.length) throw tooMuch();
    work.spend('samples', weight * piece.channels.length * added);
    mix(channels, samples.subarray(length, length + added));
    length += added;
  }
  if (length === 0) throw new Error('Nothing could be decoded.');
  return { samples: samples.subarray(0, length), rate };
}

/** The sound of packets in pieces of at most some ten megabytes. */
function piecesOf(
  coding: Coding,
  packets: readonly EncodedPacket[],
): AsyncIterable<Decoded> | Iterable<Decoded> {
  const bytes = packets.map(({ data }) => data);
  const { codec, head, rate, channelCount } = coding;
  if (isPcm(codec)) return decodePcm(codec, rate, channelCount, Buffer.concat(bytes));
  if (codec === 'opus') return cutToEnd(decodeOpus(coding, bytes), packets);
  if (codec === 'mp3') return decodeMp3(Buffer.concat(bytes));
  if (codec === 'flac' && head) return decodeFlac(flacHead(head), rate, packets);
  if (codec === 'vorbis' && head) return cutToEnd(decodeVorbis(channelCount, head, bytes), packets);
  if (codec === 'aac') return decodeAac(coding, head ? rawAac(head, bytes) : fromAdts(bytes));
  throw new Error(`No decoder of ${codec}.`);
}

/** The decoder of each recording, which its slices share. */
const aacDecoders = new WeakMap<Coding, Promise<AacDecoder>>();

function aacDecoderOf(coding: Coding): Promise<AacDecoder> {
  const decoder =
    aacDecoders.get(coding) ??
    openAacDecoder().catch((cause: unknown) => {
      throw new DecoderMissing(cause);
    });
  aacDecoders.set(coding, decoder);
  return decoder;
}

/** Rejects with `DecoderMissing` when the decoder is not installed. */
export async function requireDecoder(coding: Coding): Promise<void> {
  if (coding.codec === 'aac') await aacDecoderOf(coding);
}

async function* decodeAac(coding: Coding, aac: RawAac): AsyncGenerator<Decoded> {
  yield* (await aacDecoderOf(coding)).decode(aac);
}

/** Bytes of MP3 that are decoded at a time; its shortest frames hold 24 samples a byte. */
const mp3PieceBytes = 16_384;

async function* decodeMp3(stream: Uint8Array): AsyncGenerator<Decoded> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const pieces = Array.from({ length: Math.ceil(stream.length / mp3PieceBytes) }, (_, index) =>
    stream.subarray(index * mp3PieceBytes, (index + 1) * mp3PieceBytes),
  );
  yield* decodeWith(new MPEGDecoder({ enableGapless: false }), pieces, (decoder, piece) =>
    decoder.decode(piece),
  );
}

/**
 * The decoder reads the header, and then one frame of each packet. A damaged packet is silence, and so is one that is
 * lost, in the time of the one before, so that the rest stays where it is.
 */
async function* decodeFlac(
  head: Uint8Array,
  rate: number,
  packets: readonly EncodedPacket[],
): AsyncGenerator<Decoded> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  const whole = packets.map(({ data }) => (isWholeFrame(data) ? [data] : []));
  const durations = [0, ...packets.map(({ duration }) => Math.round(duration * rate))];
  const decoder = new FLACDecoder();
  for await (const piece of decodeWith(decoder, [[head], ...whole], (_, frames) =>
    decoder.decodeFrames(frames),
  )) {
    const decoded = piece.channels[0]?.length ?? 0;
    if (decoded > 0) yield piece;
    yield* silenceOf(durations.shift()! - decoded, rate);
  }
}

function* silenceOf(length: number, rate: number): Generator<Decoded> {
  for (let left = length; left > 0; left -= mostPacketSamples)
    yield { channels: [new Float32Array(Math.min(left, mostPacketSamples))], rate };
}

/** Packets of sound begin with the bit 0. */
const isVorbisHeader = (packet: Uint8Array): boolean => ((packet[0] ?? 0) & 1) === 1;

async function* decodeVorbis(
  channelCount: number,
  head: Uint8Array,
  packets: Uint8Array[],
): AsyncGenerator<Decoded> {
  const { OggVorbisDecoder: Decoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  const [identification, setup] = vorbisHeadersOf(head);
  // The decoder believes the header, of which the container may say something else.
  if (identification[11] !== channelCount) throw new Error('The channels of this Vorbis are contradictory.');
  // Joined files repeat headers between the packets of sound (Vorbis I, 4.2.1).
  const sound = packets.filter((packet) => !isVorbisHeader(packet));
  // What the decoder reads of a page: packing and parsing whole pages takes more time than decoding them.
  const pageOf = (group: Uint8Array[]) => ({
    data: identification,
    codecFrames: group.map((data) => ({ data, header: { vorbisSetup: setup } })),
  });
  yield* decodeWith(new Decoder(), lastAlone(sound, 32), (decoder, group) =>
    decoder.decodeOggPages([pageOf(group)] as unknown as Parameters<OggVorbisDecoder['decodeOggPages']>[0]),
  );
}

/** The first and the third header of a stream, from the Xiph lacing in which containers store all three. */
function vorbisHeadersOf(head: Uint8Array): [identification: Uint8Array, setup: Uint8Array] {
  let at = 1;
  const lengthOf = () => {
    let length = 0;
    do length += head[at] ?? 0;
    while (head[at++] === 255);
    return length;
  };
  const [identification, comment] = [lengthOf(), lengthOf()];
  return [head.subarray(at, at + identification), head.subarray(at + identification + comment)];
}

/** A packet of Opus holds 120 ms at most. */
async function* decodeOpus({ channelCount, head }: Coding, packets: Uint8Array[]): AsyncGenerator<Decoded> {
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
  yield* decodeWith(decoder, lastAlone(packets, 32), (_, piece) => decoder.decodeFrames(piece));
}

interface DecodedPiece {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

/** Runs a WebAssembly decoder and frees its memory, which is not garbage-collected. */
async function* decodeWith<Decoder extends { readonly ready: Promise<unknown>; free(): void }, Piece>(
  decoder: Decoder,
  pieces: readonly Piece[],
  decode: (decoder: Decoder, piece: Piece) => DecodedPiece | Promise<DecodedPiece>,
): AsyncGenerator<Decoded> {
  await decoder.ready;
  try {
    for (const piece of pieces) {
      const { channelData, samplesDecoded, sampleRate } = await decode(decoder, piece);
      yield { channels: channelData.map((all) => all.subarray(0, samplesDecoded)), rate: sampleRate };
    }
  } finally {
    decoder.free();
  }
}

const groupsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

const lastAlone = <Item>(items: readonly Item[], size: number): Item[][] => [
  ...groupsOf(items.slice(0, -1), size),
  items.slice(-1),
];

/** Cuts the last piece, which is that of the last packet, to the time of it: its block may reach beyond the end. */
async function* cutToEnd(
  pieces: AsyncIterable<Decoded>,
  packets: readonly EncodedPacket[],
): AsyncGenerator<Decoded> {
  let last: Decoded | undefined;
  for await (const piece of pieces) {
    if (last) yield last;
    last = piece;
  }
  if (!last) return;
  const { channels, rate } = last;
  const length = Math.round((packets.at(-1)?.duration ?? 0) * rate);
  yield { channels: channels.map((all) => all.subarray(0, length)), rate };
}

/** The header of a FLAC stream. MP4 and FLAC files store it with or without the marker `fLaC`. */
function flacHead(head: Uint8Array): Uint8Array {
  const marked = Buffer.from(head).toString('latin1', 0, 4) === 'fLaC';
  return marked ? head : Buffer.concat([Buffer.from('fLaC'), head]);
}
