import { describe, expect, it } from 'vitest';
import { asAdts, inAdts } from '../sources/songid-adts.ts';

/** AAC-LC at 48 kHz of one channel. */
const config = Buffer.of(0x11, 0x88);
const packets = Array.from({ length: 500 }, () => Buffer.of(0x01, 0x18, 0x20, 0x07));

describe('inAdts', () => {
  it('makes one frame of each packet, since frames are counted as samples', () => {
    const { frames, rate } = inAdts(config, packets);
    expect({ count: frames.length, rate }).toEqual({ count: packets.length, rate: 48_000 });
  });

  it('makes frames that pass the check of frames', () => {
    const { frames } = inAdts(config, packets);
    expect(asAdts(frames)).toEqual({ frames, rate: 48_000 });
  });
});
