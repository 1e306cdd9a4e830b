import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RawAac } from './adts.ts';

/** The sound of one frame. */
export interface AacFrame {
  readonly channels: readonly Float32Array[];
  readonly rate: number;
}

/** FAAD2 in WebAssembly, with the names of its build. Addresses and handles are numbers. */
interface Faad {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _aac_create(): number;
  _aac_close(handle: number): void;
  _aac_sr_ptr(): number;
  _aac_ch_ptr(): number;
  /** Negative when the configuration is not supported. */
  _aac_init2(handle: number, config: number, bytes: number, rate: number, channels: number): number;
  /** The address of the samples, which are interleaved; 0 for a frame without any. */
  _aac_decode(handle: number, frame: number, bytes: number): number;
  _aac_samples(): number;
  _aac_channels(): number;
  _aac_samplerate(): number;
}

/** The decoders of one recording. */
export interface AacDecoder {
  /** Decodes consecutive frames. Throws when the configuration is not supported, or the decoder fails for good. */
  decode(aac: RawAac): Iterable<AacFrame>;
}

/**
 * Opens a decoder with a memory of its own: what a corrupted recording does to its memory ends with the recording. The
 * package has one memory for all decoders, so the file of its WebAssembly is imported in its place. Rejects when the
 * package is not installed.
 */
export async function openAacDecoder(): Promise<AacDecoder> {
  const { resolve } = createRequire(import.meta.url);
  const file = new URL('src/aac.wasm.js', pathToFileURL(resolve('@audio/decode-aac')));
  const { default: instantiate } = (await import(file.href)) as { default: () => Promise<Faad> };
  const faad = await instantiate();
  return { decode: (aac) => framesOf(faad, aac) };
}

function* framesOf(faad: Faad, { config, frames }: RawAac): Generator<AacFrame> {
  const longest = Math.max(config.length, ...frames.map(({ length }) => length));
  const input = faad._malloc(longest);
  const handle = faad._aac_create();
  faad.HEAPU8.set(config, input);
  if (faad._aac_init2(handle, input, config.length, faad._aac_sr_ptr(), faad._aac_ch_ptr()) < 0)
    throw new Error('The configuration of this AAC is not supported.');
  for (const frame of frames) {
    faad.HEAPU8.set(frame, input);
    const output = faad._aac_decode(handle, input, frame.length);
    // The decoder withholds the first frame, and skips damaged ones.
    if (output !== 0) yield frameAt(faad, output);
  }
  faad._aac_close(handle);
  faad._free(input);
}

function frameAt(faad: Faad, address: number): AacFrame {
  const count = faad._aac_channels();
  const start = address / Float32Array.BYTES_PER_ELEMENT;
  const interleaved = faad.HEAPF32.subarray(start, start + faad._aac_samples());
  const length = count > 0 ? Math.floor(interleaved.length / count) : 0;
  const channels = Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let at = 0; at < length; at += 1) samples[at] = interleaved[at * count + channel]!;
    return samples;
  });
  return { channels, rate: faad._aac_samplerate() };
}
