import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analysedClip } from '../songid/evidence.ts';
import { fingerprintVersion, peaksOf } from '../songid/fingerprint.ts';
import type { IndexedSong } from '../songid/judgement.ts';
import { enough, isMatch } from '../songid/known.ts';
import { frameOf } from '../songid/landmarks.ts';
import { SongIndex } from '../songid/search-index.ts';
import { frameSeconds } from '../songid/spectrogram.ts';
import type { Alignment } from '../songid/types.ts';
import { rootMeanSquare } from '../test/support/song-noise.ts';
import { randomOf, synthRate } from '../test/support/song-synthesis.ts';
import type { Degradation } from './songs-cells.ts';
import { numberOf, type Track } from './songs-music.ts';
import { shareSound } from './songs-same.ts';

const floats = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32_768);

/** The peaks of a track, from the cache where it has them. */
async function fingerprint({ name, samples }: Track, cache: string): Promise<Uint32Array> {
  const file = join(cache, `${numberOf(name).toString(36)}-${fingerprintVersion}.peaks`);
  if (existsSync(file)) {
    const bytes = await readFile(file);
    return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
  const peaks = peaksOf(floats(await samples()));
  await writeFile(file, new Uint8Array(peaks.buffer));
  return peaks;
}

export interface Clip {
  readonly offsetSeconds: number;
  readonly samples: Float32Array;
}

const quiet = 0.004;

/** A part of a track at a random offset, not aligned with the frames of its fingerprint, and not silent. */
export async function clipOf(track: Track, seconds: number, seed: number): Promise<Clip> {
  const all = await track.samples();
  const random = randomOf(seed ^ numberOf(track.name));
  const length = Math.round(seconds * synthRate);
  for (let attempt = 0; ; attempt += 1) {
    const start = Math.floor(random() * Math.max(1, all.length - length));
    const samples = floats(all.subarray(start, start + length));
    if (rootMeanSquare(samples) > quiet || attempt === 20)
      return { offsetSeconds: start / synthRate, samples };
  }
}

/** Tracks with their index. */
export interface KnownTracks {
  readonly tracks: readonly Track[];
  readonly songs: readonly IndexedSong[];
  readonly index: SongIndex;
  readonly seconds: number;
  readonly buildMs: number;
}

/** Indexes tracks; the key of each is its place in the list. */
export async function knownTracks(tracks: readonly Track[], cache: string): Promise<KnownTracks> {
  const songs: IndexedSong[] = [];
  for (const [key, track] of tracks.entries()) songs.push({ key, peaks: await fingerprint(track, cache) });
  const index = new SongIndex();
  const start = performance.now();
  index.change(songs);
  const buildMs = performance.now() - start;
  const seconds = songs.reduce((sum, { peaks }) => sum + frameOf(peaks.at(-1) ?? 0) * frameSeconds, 0);
  return { tracks, songs, index, seconds, buildMs };
}

export interface Query {
  readonly degradation: Degradation;
  readonly track: Track;
  /** The key of the track; null when it is unknown. */
  readonly key: number | null;
  /** A track from which music under the clip is taken. */
  readonly other: Track;
  readonly seconds: number;
  readonly seed: number;
  /** What an unknown track is to the known ones. */
  readonly kind: string;
}

/** The result of one clip. */
export interface Outcome {
  readonly degradation: string;
  readonly seconds: number;
  readonly track: string;
  /** What an unknown track is to the known ones. */
  readonly kind: string;
  /** The song that the clip is of; null when the catalogue does not contain it. */
  readonly key: number | null;
  readonly found: Alignment | null;
  readonly isMatched: boolean;
  /** Whether the recording, of no known song, holds some of the very sound of the song that it matched. */
  isShared: boolean;
  readonly fingerprintMs: number;
  readonly queryMs: number;
  readonly error: { readonly offset: number; readonly speed: number; readonly pitch: number } | null;
}

/** Pairs of recordings that were compared: most matches of unknown tracks are of few pairs. */
const sharedSound = new Map<string, boolean>();

async function isShared(one: Track, other: Track): Promise<boolean> {
  const pair = `${one.name} ${other.name}`;
  const known = sharedSound.get(pair) ?? shareSound(await one.samples(), await other.samples());
  sharedSound.set(pair, known);
  return known;
}

/** Degrades a clip and searches it. A clip that will be played faster is cut longer. */
export async function searchClip({ index, tracks }: KnownTracks, query: Query): Promise<Outcome> {
  const { degradation, track, key, other, seconds, seed, kind } = query;
  const speed = degradation.speed ?? 1;
  const clip = await clipOf(track, seconds * Math.max(1, speed), seed);
  const under = degradation.isMix
    ? (await clipOf(other, seconds * Math.max(1, speed), seed + 1)).samples
    : new Float32Array(0);
  const samples = degradation
    .apply(clip.samples, seed % 100_000, under)
    .subarray(0, Math.round(seconds * synthRate));
  const start = process.cpuUsage();
  const analysed = analysedClip(samples);
  const fingerprinted = process.cpuUsage(start).user / 1000;
  const found = index.closest(analysed, enough)[0] ?? null;
  const outcome: Outcome = {
    degradation: degradation.name,
    seconds,
    track: track.name,
    key,
    found,
    kind,
    isMatched: found !== null && isMatch(found),
    isShared: false,
    fingerprintMs: fingerprinted,
    queryMs: process.cpuUsage(start).user / 1000 - fingerprinted,
    error: found && {
      offset: Math.abs(found.offsetSeconds - clip.offsetSeconds),
      speed: Math.abs(found.speed - speed),
      pitch: Math.abs(found.pitch - (degradation.pitch ?? speed)),
    },
  };
  // A match of a recording that holds the known sound is counted apart.
  if (key === null && outcome.isMatched)
    for (const heardTrack of degradation.isMix ? [track, other] : [track])
      outcome.isShared ||= await isShared(heardTrack, tracks[found!.key]!);
  return outcome;
}
