import { Fault } from '../core/faults.ts';
import { PartUndecodable } from './refusals.ts';
import { loudness, sampleRate } from './resample.ts';
import type { Sound } from './types.ts';

/** The length of a window of a long recording. The public service does not accept longer signatures. */
export const windowSeconds = 12;
/** A recording of up to this length is one window: a few seconds more find more in noise than a second window. */
const wholeSeconds = 15;
/** The centres of the windows of a long recording, as shares of its length; the most promising first. */
const places = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 7 / 8, 3 / 8, 5 / 8];
const mostWindows = 3;
/** The threshold of silence: 66 dB below full scale. */
const silence = 0.0005;
/** The minimum number of non-silent seconds in a window of a long recording. */
const fewestSounding = 3;
/** When all windows are silent, this many short excerpts are probed for sound. */
const probes = { count: 48, seconds: 0.25 } as const;

/** A part of a recording that is searched. */
export interface Window {
  /** Where it begins in the recording. */
  readonly startSeconds: number;
  /** One channel at 16 kHz. */
  readonly samples: Float32Array;
}

/**
 * The windows of a recording, the most promising first, without silent ones. Rejects with the fault `invalid` when no part
 * of the recording can be decoded.
 */
export async function* windowsOf(sound: Sound): AsyncGenerator<Window> {
  const { durationSeconds } = sound;
  const isLong = durationSeconds > wholeSeconds;
  let yielded = 0;
  let decoded = 0;
  let failure: unknown;
  const decode = async (from: number): Promise<Float32Array> => {
    try {
      const samples = await sound.slice(from, from + (isLong ? windowSeconds : wholeSeconds));
      if (samples.length > 0) decoded += 1;
      return samples;
    } catch (error) {
      // A recording that claims false times does so everywhere.
      if (!(error instanceof PartUndecodable)) throw error;
      failure = error;
      return new Float32Array(0);
    }
  };
  const least = isLong ? fewestSounding : 0;
  for (const startSeconds of isLong ? startsOf(durationSeconds) : [0]) {
    const samples = await decode(startSeconds);
    const sounding = soundingSeconds(samples);
    if (sounding === 0 || sounding < least) continue;
    yield { startSeconds, samples };
    yielded += 1;
    if (yielded === mostWindows) return;
  }
  if (yielded === 0 && isLong) {
    const place = await loudestPlace(sound);
    const startSeconds = Math.max(0, (place ?? 0) - windowSeconds / 2);
    const samples = place === undefined ? new Float32Array(0) : await decode(startSeconds);
    if (soundingSeconds(samples) > 0) yield { startSeconds, samples };
  }
  if (decoded === 0)
    throw new Fault('invalid', 'file: the sound in it cannot be decoded', { cause: failure });
}

/** The starts of the windows of a long recording in seconds, without those that overlap a previous one by more than half. */
function startsOf(durationSeconds: number): number[] {
  const latest = Math.max(0, durationSeconds - windowSeconds);
  const starts: number[] = [];
  for (const place of places) {
    const start = Math.min(latest, Math.max(0, place * durationSeconds - windowSeconds / 2));
    if (starts.every((other) => Math.abs(other - start) >= windowSeconds / 2)) starts.push(start);
  }
  return starts;
}

function soundingSeconds(samples: Float32Array): number {
  const step = sampleRate / 4;
  let quarters = 0;
  for (let at = 0; at < samples.length; at += step)
    if (loudness(samples.subarray(at, at + step)) > silence) quarters += 1;
  return quarters / 4;
}

/** A part that cannot be decoded is silent; a recording that claims too much is refused. */
export function silentPart(error: unknown): Float32Array {
  if (error instanceof PartUndecodable) return new Float32Array(0);
  throw error;
}

async function loudestPlace(sound: Sound): Promise<number | undefined> {
  let loudest = silence;
  let place: number | undefined;
  for (let probe = 0; probe < probes.count; probe += 1) {
    const from = ((probe + 0.5) / probes.count) * sound.durationSeconds;
    const level = loudness(await sound.slice(from, from + probes.seconds).catch(silentPart));
    if (level <= loudest) continue;
    loudest = level;
    place = from;
  }
  return place;
}
