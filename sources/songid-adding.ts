import { access, constants } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { MetadataTags } from 'mediabunny';
import type { Clock } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { openSound } from './songid-audio.ts';
import { type Catalogue, openCatalogue, type Song, type SongFacts } from './songid-catalogue.ts';
import { fingerprintOf } from './songid-fingerprint.ts';
import { KnownSongs } from './songid-known.ts';
import { frameOf, frameSeconds, moved } from './songid-landmarks.ts';
import type { Sound } from './songid-types.ts';

export interface Added {
  /** False when the catalogue has the recording already; `song` is the existing one then. */
  readonly isNew: boolean;
  readonly song: Song;
}

/** A catalogue that songs are added to. */
export interface Shelf {
  readonly catalogue: Catalogue;
  /**
   * Decodes the whole file and adds its song. Missing `facts` come from the file's tags, title and artist from its name
   * without tags. Rejects with an error whose message describes the problem of the file.
   */
  add(file: string, facts: Partial<SongFacts>, onProgress?: (share: number) => void): Promise<Added>;
  close(): void;
}

/** Shorter songs cannot be distinguished from others. */
const shortestSeconds = 5;
/** The maximum duration: in frames it fits 20 bits. */
const longestSeconds = 4 * 3_600;
/** The excerpts of a new song that are searched in the catalogue: their length, and their positions as shares of it. */
const sampled = { frames: 375, places: [0.2, 0.5, 0.8] } as const;
/** The smallest share of peaks that two encodings of one recording have in common. */
const sameShare = 0.5;
/** The largest difference in length and in position between two encodings of one recording. */
const sameSeconds = 3;

export async function openShelf(file: string, clock: Clock): Promise<Shelf> {
  const catalogue = await openCatalogue(file);
  const known = new KnownSongs(file);
  return {
    catalogue,
    async add(path, facts, onProgress) {
      const sound = await openFile(path);
      try {
        if (sound.durationSeconds < shortestSeconds)
          throw new Error(`It lasts less than ${shortestSeconds} seconds.`);
        if (sound.durationSeconds > longestSeconds)
          throw new Error(`It lasts more than ${longestSeconds / 3_600} hours.`);
        const peaks = await fingerprintOf(sound, onProgress);
        if (peaks.length < sound.durationSeconds)
          throw new Error('There is next to nothing to be heard in it.');
        await known.refresh();
        const same = sameRecording(known, peaks, sound.durationSeconds);
        if (same) return { isNew: false, song: same };
        const song = { ...factsOf(path, await sound.tags()), ...facts };
        const added = await catalogue.add(song, sound.durationSeconds, peaks, clock.now());
        if (!added) throw new Error('Another process has just added it.');
        return { isNew: true, song: added };
      } finally {
        sound.close();
      }
    },
    close() {
      known.close();
      catalogue.close();
    },
  };
}

async function openFile(path: string): Promise<Sound> {
  await access(path, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${cause.code}).`, { cause });
  });
  return openSound(path).catch((cause: unknown) => {
    if (!(cause instanceof Fault)) throw cause;
    throw new Error('It holds no sound that can be decoded here.', { cause });
  });
}

/** The song of the same recording, in any encoding and under any name. */
function sameRecording(known: KnownSongs, peaks: Uint32Array, durationSeconds: number): Song | null {
  let same: Song | null = null;
  const lastFrame = frameOf(peaks.at(-1)!);
  for (const place of sampled.places) {
    const first = Math.max(0, Math.floor(place * lastFrame - sampled.frames / 2));
    const window = peaks.filter((peak) => frameOf(peak) >= first && frameOf(peak) < first + sampled.frames);
    const found = known.recognizePeaks(window.map((peak) => moved(peak, -first)));
    if (!found) return null;
    const { song, alignment } = found;
    const apart = Math.abs(alignment.offsetSeconds - first * frameSeconds);
    const longer = Math.abs(song.durationSeconds - durationSeconds);
    if (alignment.score < sameShare * alignment.outOf || apart > sameSeconds || longer > sameSeconds)
      return null;
    if (same && same.id !== song.id) return null;
    same = song;
  }
  return same;
}

const orNull = (text: string | undefined): string | null => text?.trim() || null;

/** The metadata in a file's tags, else in its name, such as `Artist - Title.mp3`. */
export function factsOf(path: string, tags: MetadataTags): SongFacts {
  const name = basename(path, extname(path)).replaceAll('_', ' ').trim();
  const [artist, ...rest] = name.replace(/^\d{1,3}[ .-]+/, '').split(/ [-–—] /);
  const title = rest.length > 0 ? rest.join(' - ').trim() : undefined;
  const label = ['TPUB', 'LABEL', 'label', 'organization', 'ORGANIZATION', 'PUBLISHER']
    .map((key) => tags.raw?.[key])
    .find((value) => typeof value === 'string');
  return {
    title: orNull(tags.title) ?? title ?? name,
    artist: orNull(tags.artist) ?? orNull(tags.albumArtist) ?? (title && artist?.trim()) ?? 'Unknown',
    album: orNull(tags.album),
    label: orNull(label),
    released: tags.date ? String(tags.date.getUTCFullYear()) : null,
    genre: orNull(tags.genre),
    url: null,
  };
}
