import { heardRate } from './songid-resample.ts';
import type { SongSignature } from './songid-types.ts';

/** Shorter ones are not answered by the public service. */
const shortestSeconds = 3;
/** A signature of this many characters holds no peak: that is what silence gives. */
const emptyLength = 120;

/** The signatures of windows at 16 kHz, in their order; of those that are too short or hold nothing there is none. */
export async function signaturesOf(windows: readonly Float32Array[]): Promise<SongSignature[]> {
  const { DecodedSignature } = await import('shazamio-core');
  return windows.flatMap((samples) => {
    if (samples.length < shortestSeconds * heardRate) return [];
    try {
      const signature = DecodedSignature.new(samples, heardRate, 1);
      try {
        const { uri, samplems } = signature;
        return uri.length > emptyLength ? [{ uri, lengthMs: samplems }] : [];
      } finally {
        signature.free();
      }
    } catch (failure) {
      // The module throws plain strings.
      throw failure instanceof Error ? failure : new Error(`The signature failed: ${failure}`);
    }
  });
}
