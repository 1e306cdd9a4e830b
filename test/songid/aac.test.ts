import { describe, expect, it } from 'vitest';
import { openAacDecoder } from '../../songid/aac.ts';

/** AAC-LC at 48 kHz of one channel. */
const config = Uint8Array.of(0x11, 0x88, 0x56, 0xe5, 0x00);
const silence = Buffer.of(0x01, 0x18, 0x20, 0x07);
const silent = { config, frames: Array<Buffer>(4).fill(silence) };
/** A frame with long-term prediction, which is refused elsewhere: it makes the decoder leave its memory. */
const fatal = {
  config: Uint8Array.of(0x25, 0x10, 0x56, 0xe5, 0x00),
  frames: [Buffer.of(0x00, 0xf6, 0xc0, 0x72)],
};

describe('openAacDecoder', () => {
  it('decodes 1,024 samples of each frame after the first', async () => {
    const frames = [...(await openAacDecoder()).decode(silent)];
    expect(frames.map(({ channels, rate }) => [channels.map(({ length }) => length), rate])).toEqual(
      Array(3).fill([[1_024], 48_000]),
    );
  });

  it('opens decoders of which one that breaks leaves the others whole', async () => {
    const [broken, other] = await Promise.all([openAacDecoder(), openAacDecoder()]);
    expect(() => [...broken.decode(fatal)]).toThrow(WebAssembly.RuntimeError);
    expect(() => [...broken.decode(silent)]).toThrow();
    expect([...other.decode(silent)]).toHaveLength(3);
    expect([...(await openAacDecoder()).decode(silent)]).toHaveLength(3);
  });

  it('refuses a configuration that it does not know', async () => {
    const decoder = await openAacDecoder();
    const unknown = { config: Uint8Array.of(0xf9, 0x88), frames: [silence] };
    expect(() => [...decoder.decode(unknown)]).toThrow('configuration');
  });
});
