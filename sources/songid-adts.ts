/** Samples of each channel in a frame. */
export const frameSamples = 1_024;
const headSize = 7;
/** The length of a frame has 13 bits. */
const mostFrameBytes = 8_191;

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
] as const;

/** AAC as a stream without container. */
export interface Adts {
  readonly frames: readonly Uint8Array[];
  /** The sample rate of the core. */
  readonly rate: number;
}

/**
 * Adds the ADTS header of a stream without container to AAC packets (ISO 14496-3, 1.6.2.1 and 1.A.2). High-efficiency
 * profiles are declared as their core, the only part that is decoded.
 */
export function inAdts(config: Uint8Array, packets: readonly Uint8Array[]): Adts {
  const rateIndex = ((config[0]! & 7) << 1) | (config[1]! >> 7);
  const channels = (config[1]! >> 3) & 15;
  const kind = config[0]! >> 3;
  const profile = (kind >= 1 && kind <= 4 ? kind : 2) - 1;
  const rate = rateOf(rateIndex);
  if (channels < 1 || channels > 2) throw new Error('This AAC does not have one or two channels.');
  const frames = packets.map((packet) => {
    const size = packet.length + headSize;
    if (size > mostFrameBytes) throw new Error('A packet of this AAC is longer than a frame.');
    const head = Buffer.of(
      0xff,
      0xf1,
      (profile << 6) | (rateIndex << 2) | (channels >> 2),
      ((channels & 3) << 6) | (size >> 11),
      (size >> 3) & 255,
      ((size & 7) << 5) | 31,
      0xfc,
    );
    return Buffer.concat([head, packet]);
  });
  return { frames, rate };
}

/** Checks packets that are ADTS frames already: each is one frame of one block, so their number bounds the samples. */
export function asAdts(packets: readonly Uint8Array[]): Adts {
  let rate = 0;
  for (const packet of packets) {
    const isFrame =
      packet.length > headSize &&
      packet[0] === 0xff &&
      (packet[1]! & 0xf6) === 0xf0 &&
      (packet[6]! & 3) === 0;
    const size = ((packet[3]! & 3) << 11) | (packet[4]! << 3) | (packet[5]! >> 5);
    if (!isFrame || size !== packet.length) throw new Error('A packet of this AAC is not one frame.');
    const own = rateOf((packet[2]! >> 2) & 15);
    if (rate !== 0 && own !== rate) throw new Error('The rate of this AAC changes.');
    rate = own;
  }
  return { frames: packets, rate };
}

function rateOf(index: number): number {
  const rate = rates[index];
  if (rate === undefined) throw new Error('The rate of this AAC has no number.');
  return rate;
}
