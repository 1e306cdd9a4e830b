import { isDeepStrictEqual } from 'node:util';

/** AAC as its decoder takes it: a configuration (ISO 14496-3, 1.6.2.1), and frames without headers. */
export interface RawAac {
  readonly config: Uint8Array;
  readonly frames: readonly Uint8Array[];
}

interface Core {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** The length of a frame has 13 bits in ADTS; no frame of eight channels is as long. */
const mostFrameBytes = 8_191;
/** Sample rates have the indices 0 to 12; 15 precedes a rate in full, which no encoder writes. */
const lastRateIndex = 12;
/** The one profile in use; decoders of the others, such as long-term prediction, are little tested. */
const lowComplexity = 2;
/** The high-efficiency profiles, whose core is of low complexity. */
const efficient: readonly number[] = [5, 29];
/** States that there is no spectral band replication, for which decoders would double the rate and delay the sound. */
const noReplication = [0x56, 0xe5, 0x00];

/** The packets of a container, with the configuration in its header. Throws for what the decoder does not support. */
export function rawAac(config: Uint8Array, packets: readonly Uint8Array[]): RawAac {
  const objectType = config[0]! >> 3;
  return rawCore(
    {
      objectType: efficient.includes(objectType) ? lowComplexity : objectType,
      rateIndex: ((config[0]! & 7) << 1) | (config[1]! >> 7),
      channels: (config[1]! >> 3) & 15,
    },
    packets,
  );
}

/** ADTS frames (ISO 14496-3, 1.A.2) without their headers. Throws unless each packet is one frame of one block. */
export function fromAdts(packets: readonly Uint8Array[]): RawAac {
  let first: Core | undefined;
  const frames = packets.map((packet) => {
    // A checksum follows the header unless its absence is stated.
    const headSize = packet[1]! & 1 ? 7 : 9;
    const isFrame =
      packet.length > headSize &&
      packet[0] === 0xff &&
      (packet[1]! & 0xf6) === 0xf0 &&
      (packet[6]! & 3) === 0;
    const size = ((packet[3]! & 3) << 11) | (packet[4]! << 3) | (packet[5]! >> 5);
    if (!isFrame || size !== packet.length) throw new Error('A packet of this AAC is not one frame.');
    const core = coreOf(packet);
    first ??= core;
    if (!isDeepStrictEqual(core, first)) throw new Error('The configuration of this AAC changes.');
    return packet.subarray(headSize);
  });
  if (!first) throw new Error('There is no AAC.');
  return rawCore(first, frames);
}

/** What the header of an ADTS frame states. */
const coreOf = (header: Uint8Array): Core => ({
  objectType: (header[2]! >> 6) + 1,
  rateIndex: (header[2]! >> 2) & 15,
  channels: ((header[2]! & 1) << 2) | (header[3]! >> 6),
});

/** The core alone, which suffices for identification: 1,024 samples of each channel in a frame. */
function rawCore({ objectType, rateIndex, channels }: Core, frames: readonly Uint8Array[]): RawAac {
  if (objectType !== lowComplexity) throw new Error('This AAC has a profile that is not supported.');
  if (rateIndex > lastRateIndex) throw new Error('The rate of this AAC has no number.');
  if (channels < 1 || channels > 7) throw new Error('The channels of this AAC have no number.');
  if (frames.some(({ length }) => length > mostFrameBytes))
    throw new Error('A packet of this AAC is longer than a frame.');
  const config = [(objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)];
  return { config: Uint8Array.of(...config, ...noReplication), frames };
}
