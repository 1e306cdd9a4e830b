import { crc32 } from 'node:zlib';

/** A parsed signature: the number of peaks, and a checksum that identifies it. */
export interface Signature {
  readonly peaks: number;
  /** The checksum in the header. */
  readonly mark: number;
}

const prefix = 'data:audio/vnd.shazam.sig;base64,';
const headBytes = 48;
const magic = { first: 0xcafe2580, second: 0x94119c00, fixed: 0x007c0000, bands: 0x40000000 };
const firstBand = 0x60030040;
const bandCount = 4;
/** The ids of valid sample rates, from 8 to 48 kHz. */
const rateIds = [1, 2, 3, 4, 5, 6];

/** Parses a signature. Undefined when magic numbers, sizes or checksum are invalid. */
export function readSignature(uri: unknown): Signature | undefined {
  if (typeof uri !== 'string' || !uri.startsWith(prefix)) return undefined;
  const bytes = Buffer.from(uri.slice(prefix.length), 'base64');
  if (bytes.length < headBytes + 8) return undefined;
  const word = (at: number) => bytes.readUInt32LE(at);
  const mark = word(4);
  const isWhole =
    word(0) === magic.first &&
    mark === crc32(bytes.subarray(8)) &&
    word(8) === bytes.length - headBytes &&
    word(12) === magic.second &&
    rateIds.includes(word(28) >>> 27) &&
    word(44) === magic.fixed &&
    word(48) === magic.bands &&
    word(52) === bytes.length - headBytes;
  const peaks = isWhole ? countPeaks(bytes.subarray(headBytes + 8)) : undefined;
  return peaks === undefined ? undefined : { peaks, mark };
}

/** Counts the peaks of all bands. A peak is a time step, a magnitude and a frequency; 255 marks an absolute time. */
function countPeaks(bands: Buffer): number | undefined {
  let peaks = 0;
  for (let at = 0; at < bands.length; ) {
    if (at + 8 > bands.length) return undefined;
    const band = bands.readUInt32LE(at) - firstBand;
    const end = at + 8 + bands.readUInt32LE(at + 4);
    if (band < 0 || band >= bandCount || end > bands.length) return undefined;
    for (let peak = at + 8; peak < end; peak += 5) {
      if (bands[peak] !== 255) peaks += 1;
    }
    at = end + ((4 - ((end - at) % 4)) % 4);
  }
  return peaks;
}
