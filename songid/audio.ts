import {
  ADTS,
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
import { longestLink } from './ogg.ts';
import { resample, sampleRate } from './resample.ts';
import type { Sound } from './types.ts';
import { Work } from './work.ts';

// Faults report the problems of a recording, so the library does not log them.
Logging.level = LogLevel.Silent;

/** The container formats of the accepted extensions, detected by content. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, ADTS, FLAC];

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

const undecodable = (cause?: unknown) =>
  new Fault('invalid', 'file: nothing in it can be heard; it must be sound, or a video with sound', {
    cause,
  });

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
      return openWithFfmpeg(recording, ffmpeg).catch((cause: unknown) => Promise.reject(undecodable(cause)));
    throw error instanceof Fault || error instanceof DecoderMissing ? error : undecodable(error);
  }
}

async function openHere(recording: Uint8Array | string, work: Work): Promise<Sound> {
  const whole =
    typeof recording === 'string' ? new FilePathSource(recording) : countedSource(recording, work);
  const link = await longestLink(recording);
  const source = link ? whole.slice(link.from, link.length) : whole;
  const input = new Input({ source, formats });
  try {
    const track = await input.getPrimaryAudioTrack();
    const coding = track && (await codingOf(track));
    if (!track || !coding) throw undecodable();
    await requireDecoder(coding);
    const sink = new EncodedPacketSink(track);
    const durationSeconds = await durationOf(track, sink, work);
    // A recording may take the work of what it claims to hold. The decoder of MP3 makes two channels of one.
    const channels = weightOf(coding.codec) * Math.max(2, coding.channelCount);
    work.limit('samples', channels * mostSamplesOf(coding, mostRepeats * (durationSeconds + 1)));
    return {
      durationSeconds,
      tags: () => input.getMetadataTags().catch(() => ({})),
      slice: (from, to) => slice(sink, coding, work, Math.max(0, from), Math.min(to, durationSeconds)),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function codingOf(track: InputAudioTrack): Promise<Coding | undefined> {
  const codec = await track.getCodec();
  const config = codec && (await track.getDecoderConfig());
  if (!config) return undefined;
  const { sampleRate: rate, numberOfChannels: channelCount, description } = config;
  if (!(rate >= rates.lowest && rate <= rates.highest) || channelCount < 1 || channelCount > mostChannels)
    return undefined;
  const coding = { codec, rate, channelCount, head: description && bytesOf(description), config };
  return canDecode(coding) ? coding : undefined;
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

async function slice(
  sink: EncodedPacketSink,
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
  const { samples: mono, rate } = await decodePackets(coding, packets, mostSamples, work);
  // Decoders may drop samples at the start, never at the end, so times are counted from the end.
  const start = last.timestamp + last.duration - mono.length / rate;
  const lead = Math.max(0, Math.round((from - marginSeconds - start) * rate));
  const excerpt = mono.subarray(lead, Math.max(lead, Math.round((end + marginSeconds - start) * rate)));
  const resampled = resample(excerpt, rate, sampleRate);
  const skipped = Math.max(0, Math.round((from - start - lead / rate) * sampleRate));
  return resampled.subarray(skipped, skipped + Math.round((end - from) * sampleRate));
}

/** The most samples of each channel that so many seconds of sound may hold. */
function mostSamplesOf({ codec, rate }: Coding, seconds: number): number {
  const expected = seconds * Math.max(rate, codec === 'opus' ? 48_000 : 0);
  // The first and the last packet may reach beyond the seconds.
  return Math.ceil(expected * (1 + mostSurplus)) + 2 * mostPacketSamples;
}

async function packetsOf(
  sink: EncodedPacketSink,
  work: Work,
  from: number,
  to: number,
): Promise<EncodedPacket[]> {
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
