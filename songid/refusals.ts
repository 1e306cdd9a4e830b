import { open } from 'node:fs/promises';
import type { InputAudioTrack } from 'mediabunny';
import { Fault } from '../core/faults.ts';

const supported = 'MP3, AAC, Opus, Vorbis, FLAC and PCM';

/** A recording in a known format or coding without a decoder here. */
export class Unsupported extends Fault {
  /** What it is, such as `ALAC`. */
  readonly format: string;

  constructor(format: string, instead = supported) {
    super('invalid', `file: ${format} is not supported; ${instead} are`);
    this.format = format;
  }
}

/** A part of a recording cannot be decoded; others may be. */
export class PartUndecodable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PartUndecodable';
  }
}

export const undecodable = (cause?: unknown): Fault =>
  new Fault('invalid', 'file: nothing in it can be heard; it must be sound, or a video with sound', {
    cause,
  });

/**
 * Codings by the identifiers of the demuxer and of containers: sample entries of MP4 (mp4ra.org), CodecIDs of Matroska
 * (RFC 9559, section 27.1 and the registry of its codecs), and format tags of WAVE (RFC 2361), in hexadecimal.
 */
const codings: Readonly<Record<string, string>> = {
  ...{ ac3: 'AC-3', eac3: 'E-AC-3', dts: 'DTS' },
  ...{ alac: 'ALAC', 'ac-4': 'AC-4', samr: 'AMR', sawb: 'AMR', sawp: 'AMR', spex: 'Speex', ima4: 'ADPCM' },
  ...{ mlpa: 'TrueHD', mha1: 'MPEG-H', mhm1: 'MPEG-H', enca: 'Encrypted sound', QDM2: 'QDesign Music' },
  ...{ MAC3: 'MACE', MAC6: 'MACE', mp4a: 'MPEG-4 audio of this kind', '.mp2': 'MPEG layer II' },
  ...{ A_ALAC: 'ALAC', A_TRUEHD: 'TrueHD', A_MLP: 'MLP', A_TTA1: 'TTA', A_WAVPACK4: 'WavPack' },
  ...{ 'A_MPEG/L2': 'MPEG layer II', 'A_MPEG/L1': 'MPEG layer I', A_REAL: 'RealAudio', A_MPC: 'Musepack' },
  ...{ 'A_MS/ACM': 'Sound of a Windows codec', A_QUICKTIME: 'Sound of a QuickTime codec', A_ATRAC: 'ATRAC' },
  ...{ '0x2': 'ADPCM', '0x11': 'ADPCM', '0x31': 'GSM', '0x50': 'MPEG layer II', '0x55': 'MP3 in WAV' },
  ...{ '0x45': 'ADPCM', '0x64': 'ADPCM', '0xff': 'AAC in WAV', '0x160': 'WMA', '0x161': 'WMA' },
  ...{ '0x162': 'WMA', '0x163': 'WMA', '0x2000': 'AC-3', '0x2001': 'DTS', '0x5756': 'WavPack' },
};

/** Formats by the bytes at a place of the head of a file. */
const formats: readonly (readonly [format: string, bytes: string, at?: number])[] = [
  ['AIFF', 'AIFF', 8],
  ['AIFF', 'AIFC', 8],
  ['AVI', 'AVI ', 8],
  ['CAF', 'caff'],
  ['WMA', '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['AMR', '#!AMR'],
  ['MIDI', 'MThd'],
  ['TTA', 'TTA1'],
  ['WavPack', 'wvpk'],
  ["Monkey's Audio", 'MAC '],
  ['Musepack', 'MPCK'],
  ['Musepack', 'MP+'],
  ['DSD', 'DSD '],
  ['DSD', 'FRM8'],
  ['RealAudio', '.RMF'],
  ['RealAudio', '.ra\xfd'],
  ['AU', '.snd'],
  ['Flash video', 'FLV\x01'],
  ['AC-3', '\x0b\x77'],
  ['DTS', '\x7f\xfe\x80\x01'],
  ['MPEG program stream', '\x00\x00\x01\xba'],
  ['RF64', 'RF64'],
  ['Speex', 'Speex   ', 28],
  ['FLAC in Ogg', '\x7fFLAC', 28],
  ['FLAC in Ogg', 'fLaC', 28],
  ['CELT', 'CELT    ', 28],
  ['A tracker module', 'Extended Module: '],
  ['A tracker module', 'IMPM'],
];
/** A transport stream has a byte of synchronisation in each packet, of this length. */
const transportBytes = 188;
const headBytes = 2 * transportBytes + 1;

/** The format of a recording, its bytes or the file at a path, by its first bytes; undefined for an unknown one. */
export async function formatOf(recording: Uint8Array | string): Promise<string | undefined> {
  const head = Buffer.from(
    typeof recording === 'string' ? await headOf(recording) : recording.subarray(0, headBytes),
  );
  const named = formats.find(([, bytes, at = 0]) => head.toString('latin1').startsWith(bytes, at));
  if (named) return named[0];
  if (head.toString('latin1', 8, 16) === 'WAVEfmt ')
    return codings[`0x${head.readUInt16LE(20).toString(16)}`];
  const isTransport = [0, 1, 2].every((packet) => head[packet * transportBytes] === 0x47);
  return isTransport ? 'MPEG transport stream' : undefined;
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** The coding of a track that cannot be decoded here; undefined for an unknown one. */
export async function codingNameOf(track: InputAudioTrack): Promise<string | undefined> {
  const codec = await track.getCodec();
  const id = await track.getInternalCodecId();
  const name = typeof id === 'number' ? `0x${id.toString(16)}` : String(id ?? '');
  return codings[codec ?? ''] ?? codings[name] ?? codings[name.split('/')[0]!];
}
