/** The output of a decoder. */
export interface Decoded {
  readonly channels: readonly Float32Array[];
  readonly rate: number;
}

type ReadSample = (bytes: DataView, at: number) => number;

const readers: Readonly<Record<string, readonly [size: number, read: ReadSample]>> = {
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

export const isPcm = (codec: string): boolean => codec in readers;

/** Samples of each channel that are decoded at a time. */
const pieceSamples = 65_536;

/** Decodes uncompressed sound in pieces. */
export function* decodePcm(
  codec: string,
  rate: number,
  channelCount: number,
  bytes: Uint8Array,
): Generator<Decoded> {
  const [size, read] = readers[codec]!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Math.floor(bytes.length / (size * channelCount));
  for (let from = 0; from < length; from += pieceSamples) {
    const count = Math.min(pieceSamples, length - from);
    const channels = Array.from({ length: channelCount }, (_, channel) => {
      const samples = new Float32Array(count);
      for (let at = 0; at < count; at += 1) {
        const sample = read(view, ((from + at) * channelCount + channel) * size);
        // A float sample may be out of range or NaN.
        samples[at] = sample > -8 && sample < 8 ? sample : 0;
      }
      return samples;
    });
    yield { channels, rate };
  }
}
