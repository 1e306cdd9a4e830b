import { sampleRate } from './resample.ts';
import type { SongSignature } from './types.ts';
import { type Window, windowSeconds } from './windows.ts';

/** The public service does not accept shorter recordings. */
const shortestSeconds = 3;
/** The length of a signature without peaks, such as that of silence. */
const emptyLength = 120;

/** As much of a window as a signature may hold. */
function middleOf({ startSeconds, samples }: Window): Window {
  const from = Math.max(0, Math.floor((samples.length - windowSeconds * sampleRate) / 2));
  const middle = samples.subarray(from, from + windowSeconds * sampleRate);
  return { startSeconds: startSeconds + from / sampleRate, samples: middle };
}

/** The signatures of windows, in their order, without windows that are too short or silent. */
export async function signaturesOf(windows: readonly Window[]): Promise<SongSignature[]> {
  const { DecodedSignature } = await import('shazamio-core');
  return windows.map(middleOf).flatMap(({ startSeconds, samples }) => {
    if (samples.length < shortestSeconds * sampleRate) return [];
    try {
      const signature = DecodedSignature.new(samples, sampleRate, 1);
      try {
        const { uri, samplems } = signature;
        return uri.length > emptyLength ? [{ uri, lengthMs: samplems, startSeconds }] : [];
      } finally {
        signature.free();
      }
    } catch (failure) {
      // The module throws plain strings.
      throw failure instanceof Error ? failure : new Error(`The signature failed: ${failure}`);
    }
  });
}
