import { describe, expect, it } from 'vitest';
import { fromAdts, rawAac } from '../../songid/adts.ts';

/** AAC-LC at 48 kHz of one channel. */
const config = Buffer.of(0x11, 0x88);
/** The same with the statement that there is no spectral band replication. */
const core = Uint8Array.of(0x11, 0x88, 0x56, 0xe5, 0x00);
const block = Buffer.of(0x01, 0x18, 0x20, 0x07);

interface Header {
  readonly hasChecksum?: boolean;
  readonly channels?: number;
  readonly blocks?: number;
  readonly claimed?: number;
}

/** An ADTS frame of AAC-LC at 48 kHz. */
function frame({ hasChecksum = false, channels = 1, blocks = 1, claimed }: Header = {}): Buffer {
  const checksum = Buffer.alloc(hasChecksum ? 2 : 0);
  const size = claimed ?? 7 + checksum.length + block.length;
  const head = [0xff, hasChecksum ? 0xf0 : 0xf1, 0x4c | (channels >> 2), (channels & 3) << 6];
  const end = [size >> 3, ((size & 7) << 5) | 31, 0xfc | (blocks - 1)];
  return Buffer.concat([Buffer.of(...head, ...end), checksum, block]);
}

describe('fromAdts', () => {
  it.each([
    ['without checksums', {}],
    ['with checksums', { hasChecksum: true }],
  ])('removes the headers of frames %s', (_, header) => {
    const { frames, config: own } = fromAdts([frame(header), frame(header)]);
    expect(frames.map((each) => Buffer.from(each))).toEqual([block, block]);
    expect(own).toEqual(core);
  });

  it('states the channels of the headers', () => {
    expect(fromAdts([frame({ channels: 6 })]).config[1]! >> 3).toBe(0x80 / 8 + 6);
  });

  it.each<[string, readonly Buffer[]]>([
    ['frames of several blocks', [frame({ blocks: 2 })]],
    ['several frames in a packet', [Buffer.concat([frame(), frame()])]],
    ['a frame of another length than it states', [frame({ claimed: 200 })]],
    ['a packet without a header', [block]],
    ['a change of channels', [frame(), frame({ channels: 2 })]],
    ['nothing', []],
  ])('refuses %s', (_, packets) => {
    expect(() => fromAdts(packets)).toThrow('AAC');
  });
});

describe('rawAac', () => {
  it.each<[string, Buffer, Uint8Array]>([
    ['AAC-LC', config, core],
    ['high-efficiency AAC', Buffer.of(0x2b, 0x11, 0x88, 0x00), Uint8Array.of(0x13, 0x10, 0x56, 0xe5, 0x00)],
    ['a long configuration', Buffer.concat([config, Buffer.alloc(1_000_000)]), core],
  ])('takes packets of %s as they are', (_, head, expected) => {
    expect(rawAac(head, [block])).toEqual({ config: expected, frames: [block] });
  });

  it.each<[string, Buffer]>([
    ['no configuration', Buffer.of()],
    ['a profile that the decoder does not support', Buffer.of(0x19, 0x88)],
    ['an escaped profile', Buffer.of(0xf9, 0x88)],
    ['a rate in full', Buffer.of(0x17, 0x88)],
    ['channels that the configuration lists', Buffer.of(0x11, 0x80)],
  ])('refuses %s', (_, head) => {
    expect(() => rawAac(head, [block])).toThrow('AAC');
  });

  it('refuses a packet that is longer than a frame', () => {
    expect(() => rawAac(config, [Buffer.alloc(8_192)])).toThrow('longer than a frame');
  });
});
