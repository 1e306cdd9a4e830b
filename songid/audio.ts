import { readFile, stat } from 'node:fs/promises';
import {
  ADTS,
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  type Source,
  WAVE,
  WEBM,
} from 'mediabunny';
import { Fault } from '../core/faults.ts';
import {
  type Coding,
  canDecode,
  DecoderMissing,
  decodePackets,
  mostChannels,
  mostPacketSamples,
  rates,
  requireDecoder,
  runUpSeconds,
  weightOf,
} from './codecs.ts';
import { countedSource } from './demuxer.ts';
import { type Ffmpeg, openWithFfmpeg } from './ffmpeg.ts';
import { openFlac, type Packets } from './flac.ts';
import { longestLink } from './ogg.ts';
import { codingNameOf, formatOf, PartUndecodable, Unsupported, undecodable } from './refusals.ts';
import { loudness, resample, sampleRate } from './resample.ts';
import type { Sound } from './types.ts';
import { silentPart } from './windows.ts';
import { Work } from './work.ts';

// Faults report the problems of a recording, so the library does not log them.
Logging.level = LogLevel.Silent;

/** The container formats of the accepted extensions but FLAC, detected by content. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, ADTS];
/** The most tracks of a recording that are probed for sound, each at so many places. */
const mostTracks = 4;
const probes = { count: 8, seconds: 0.25, silence: 0.0005 } as const;

/** Limits of one decoded slice, independent of the metadata of the recording. */
const mostPackets = 20_000;
const mostBytes = 32 * 1_048_576;
const mostSeconds = 60;
/** How often each second of a recording may be decoded: in a window, and in probes of silence. */
const mostRepeats = 2;
/** How many more samples packets may hold than their times say, as a share. */
const mostSurplus = 0.25;
/** The margin on each side of a slice, which hides the edges of resampling and the start of a decoder. */
const marginSeconds = 0.02;

/**
 * Opens a recording: its bytes, or the file at a path. Without a decoder in this process, ffmpeg decodes it if it is
 * enabled. Rejects with the fault `invalid` when the recording has no sound that can be decoded, or takes more than `work`,
 * as do its slices.
 */
export async function openSound(
  recording: Uint8Array | string,
  { ffmpeg, work = new Work() }: { readonly ffmpeg?: Ffmpeg | undefined; readonly work?: Work } = {},
): Promise<Sound> {
  try {
    return await openHere(recording, work);
  } catch (error) {
    work.check();
    if (ffmpeg)
      return openWithFfmpeg(recording, ffmpeg).catch((cause: unknown) =>
        Promise.reject(error instanceof Unsupported ? error : undecodable(cause)),
      );
    throw error instanceof Fault || error instanceof DecoderMissing ? error : undecodable(error);
  }
}

async function openHere(recording: Uint8Array | string, work: Work): Promise<Sound> {
  const flac = await openFlac(recording, work);
  if (flac) {
    const { rate, channelCount, head, durationSeconds, packets, close } = flac;
    const config = { codec: 'flac', sampleRate: rate, numberOfChannels: channelCount, description: head };
    const tags = async () => {
      using input = new Input({ source: await sourceOf(recording, work), formats: [FLAC] });
      return await input.getMetadataTags().catch(() => ({}));
    };
    const coding = { codec: 'flac', rate, channelCount, head, config };
    const excess = excessOf(coding);
    if (excess) {
      close();
      throw excess;
    }
    limit(work, coding, durationSeconds);
    return { durationSeconds, tags, close, slice: slicesOf(packets, coding, work, durationSeconds) };
  }
  return openContainer(recording, work);
}

/** The size up to which a file is read at once: the cache of the demuxer takes longer than decoding a quarter of MP3. */
const mostInMemory = 32 * 1_048_576;

async function sourceOf(recording: Uint8Array | string, work: Work): Promise<Source> {
  if (typeof recording !== 'string') return countedSource(recording, work);
  const { size } = await stat(recording);
  return size > mostInMemory ? new FilePathSource(recording) : new BufferSource(await readFile(recording));
}

async function openContainer(recording: Uint8Array | string, work: Work): Promise<Sound> {
  const whole = await sourceOf(recording, work);
  const link = await longestLink(recording);
  const source = link ? whole.slice(link.from, link.length) : whole;
  const input = new Input({ source, formats });
  try {
    const decodable = await decodableTracks(input);
    let first: Sound | undefined;
    for (const { track, coding } of decodable) {
      await requireDecoder(coding);
      const sink = new EncodedPacketSink(track);
      const durationSeconds = await durationOf(track, sink, work);
      // A track that is silent is decoded as often as one that is not, and the limit is never raised.
      if (!first) limit(work, heaviest(decodable), durationSeconds * decodable.length);
      const sound = {
        durationSeconds,
        tags: () => input.getMetadataTags().catch(() => ({})),
        slice: slicesOf(sink, coding, work, durationSeconds),
        close: () => input.dispose(),
      };
      if (decodable.length === 1 || (await canBeHeard(sound))) return sound;
      first ??= sound;
    }
    return first ?? (await refuseTracks(input, recording));
  } catch (error) {
    input.dispose();
    if (error instanceof Fault || error instanceof DecoderMissing) throw error;
    const format = await formatOf(recording);
    throw format ? new Unsupported(format) : error;
  }
}

interface DecodableTrack {
  readonly track: InputAudioTrack;
  readonly coding: Coding;
}

/** The tracks of sound that can be decoded, the one that players choose first. */
async function decodableTracks(input: Input): Promise<DecodableTrack[]> {
  const primary = await input.getPrimaryAudioTrack();
  const others = (await input.getAudioTracks()).filter(({ id }) => id !== primary?.id);
  const decodable: DecodableTrack[] = [];
  for (const track of primary ? [primary, ...others] : others) {
    const coding = await codingOf(track);
    if (coding && canDecode(coding) && !excessOf(coding)) decodable.push({ track, coding });
  }
  return decodable.slice(0, mostTracks);
}

/** Throws the fault that says why no track can be decoded. */
async function refuseTracks(input: Input, recording: Uint8Array | string): Promise<never> {
  for (const track of await input.getAudioTracks()) {
    const coding = await codingOf(track);
    const excess = coding && excessOf(coding);
    if (excess) throw excess;
    const name = await codingNameOf(track);
    if (name) throw new Unsupported(name);
  }
  const format = await formatOf(recording);
  throw format ? new Unsupported(format) : undecodable();
}

/** The fault of a coding beyond the limits of rate and channels. */
function excessOf({ rate, channelCount }: Coding): Unsupported | undefined {
  const [lowest, highest] = [rates.lowest / 1_000, rates.highest / 1_000];
  if (!(rate >= rates.lowest && rate <= rates.highest))
    return new Unsupported(`a sample rate of ${rate / 1_000} kHz`, `${lowest} to ${highest} kHz`);
  if (channelCount < 1 || channelCount > mostChannels)
    return new Unsupported(`sound of ${channelCount} channels`, `1 to ${mostChannels} channels`);
  return undefined;
}

async function canBeHeard(sound: Sound): Promise<boolean> {
  for (let probe = 0; probe < probes.count; probe += 1) {
    const from = ((probe + 0.5) / probes.count) * sound.durationSeconds;
    const samples = await sound.slice(from, from + probes.seconds).catch(silentPart);
    if (loudness(samples) > probes.silence) return true;
  }
  return false;
}

/** A recording may take the work of what it claims to hold. The decoder of MP3 makes two channels of one. */
function limit(work: Work, coding: Coding, durationSeconds: number): void {
  work.limit('samples', channelsOf(coding) * mostSamplesOf(coding, mostRepeats * (durationSeconds + 1)));
}

const channelsOf = ({ codec, channelCount }: Coding): number => weightOf(codec) * Math.max(2, channelCount);

const heaviest = (tracks: readonly DecodableTrack[]): Coding =>
  tracks
    .map(({ coding }) => coding)
    .reduce((one, other) =>
      channelsOf(one) * mostSamplesOf(one, 1) >= channelsOf(other) * mostSamplesOf(other, 1) ? one : other,
    );

/** The coding of a track; undefined when the demuxer does not know it. */
async function codingOf(track: InputAudioTrack): Promise<Coding | undefined> {
  const codec = await track.getCodec();
  const config = codec && (await track.getDecoderConfig());
  if (!config) return undefined;
  const { sampleRate: rate, numberOfChannels: channelCount, description } = config;
  return { codec, rate, channelCount, head: description && bytesOf(description), config };
}

const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

/** The duration from the packets; from the metadata of the container only when that fails. */
async function durationOf(track: InputAudioTrack, sink: EncodedPacketSink, work: Work): Promise<number> {
  const seconds = await track
    .computeDuration({ metadataOnly: true })
    .catch(async () => (await track.getDurationFromMetadata()) ?? reachOf(sink));
  work.check();
  if (!(seconds > 0) || !Number.isFinite(seconds)) throw undecodable();
  return seconds;
}

/** The end of the readable packets of a truncated recording, within half a second, by binary search. */
async function reachOf(sink: EncodedPacketSink): Promise<number> {
  let [reached, missed] = [0, 4 * 3_600];
  while (missed - reached > 0.5) {
    const middle = (reached + missed) / 2;
    const packet = await sink.getPacket(middle, { metadataOnly: true }).catch(() => null);
    if (packet && packet.timestamp > middle - 1) reached = middle;
    else missed = middle;
  }
  return reached;
}

/** Decodes parts of a recording. Rejects with `PartUndecodable` for one whose bytes are not in the declared coding. */
const slicesOf =
  (packets: Packets, coding: Coding, work: Work, durationSeconds: number): Sound['slice'] =>
  (from, to) =>
    slice(packets, coding, work, Math.max(0, from), Math.min(to, durationSeconds)).catch((error: unknown) => {
      throw error instanceof Fault || error instanceof DecoderMissing ? error : new PartUndecodable(error);
    });

/** Memory of an earlier slice, if it is not in use: to write into new memory takes longer than to mix two channels. */
const spares: Float32Array[] = [];
const mostSpareSamples = 2 * 1_048_576;

async function slice(
  sink: Packets,
  coding: Coding,
  work: Work,
  from: number,
  to: number,
): Promise<Float32Array> {
  if (!(to > from)) return new Float32Array(0);
  const end = Math.min(to, from + mostSeconds);
  const first = from - marginSeconds - runUpSeconds(coding.codec);
  const packets = await packetsOf(sink, work, first, end + marginSeconds);
  const last = packets.at(-1);
  if (!last) return new Float32Array(0);
  const mostSamples = mostSamplesOf(coding, end + marginSeconds - first);
  const spare = spares.pop();
  const memory = spare && spare.length >= mostSamples ? spare : new Float32Array(mostSamples);
  const { samples: mono, rate } = await decodePackets(coding, packets, memory.subarray(0, mostSamples), work);
  // Decoders may drop samples at the start, never at the end, so times are counted from the end.
  const start = last.timestamp + last.duration - mono.length / rate;
  const lead = Math.max(0, Math.round((from - marginSeconds - start) * rate));
  const excerpt = mono.subarray(lead, Math.max(lead, Math.round((end + marginSeconds - start) * rate)));
  const resampled = resample(excerpt, rate, sampleRate);
  if (spares.length === 0 && memory.length <= mostSpareSamples) spares.push(memory);
  const skipped = Math.round((from - start - lead / rate) * sampleRate);
  const wanted = Math.round((end - from) * sampleRate);
  if (skipped >= 0) return resampled.subarray(skipped, skipped + wanted);
  // The sound begins later than the slice, such as where a decoder drops the first frame of a recording.
  const late = new Float32Array(Math.min(wanted, resampled.length - skipped));
  late.set(resampled.subarray(0, Math.max(0, late.length + skipped)), Math.min(late.length, -skipped));
  return late;
}

/** The most samples of each channel that so many seconds of sound may hold. */
function mostSamplesOf({ codec, rate }: Coding, seconds: number): number {
  const expected = seconds * Math.max(rate, codec === 'opus' ? 48_000 : 0);
  // The first and the last packet may reach beyond the seconds.
  return Math.ceil(expected * (1 + mostSurplus)) + 2 * mostPacketSamples;
}

async function packetsOf(sink: Packets, work: Work, from: number, to: number): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  let bytes = 0;
  let packet = (await sink.getPacket(from)) ?? (await sink.getFirstPacket());
  // A truncated or damaged recording is read up to the first packet that fails.
  while (packet && packet.timestamp < to && packets.length < mostPackets) {
    bytes += packet.byteLength;
    if (bytes > mostBytes) break;
    packets.push(packet);
    work.spend('packets', 1);
    work.spend('bytes', packet.byteLength);
    packet = await sink.getNextPacket(packet).catch(() => null);
  }
  work.check();
  return packets;
}
