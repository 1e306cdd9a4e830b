import { access, constants } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { MetadataTags } from 'mediabunny';
import type { Clock } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { openSound } from './audio.ts';
import { type Catalogue, openCatalogue, type Song, type SongFacts } from './catalogue.ts';
import { agreementAt, analysedClip, longestFrames } from './evidence.ts';
import { fingerprintOf } from './fingerprint.ts';
import { KnownSongs } from './known.ts';
import { frameOf } from './landmarks.ts';
import { soundFilesBelow } from './sound-files.ts';
import { frameSeconds } from './spectrogram.ts';
import type { Sound } from './types.ts';

export interface Added {
  /** False when the catalogue has the recording already; `song` is the existing one then. */
  readonly isNew: boolean;
  readonly song: Song;
}

export interface FolderProgress {
  readonly file: string;
  /** Of the file, counted from 1. */
  readonly number: number;
  readonly count: number;
  /** The finished part of the file, from 0 to 1. */
  readonly share: number;
}

export interface FolderAdded {
  readonly added: readonly Song[];
  /** The existing songs of recordings that the catalogue had already. */
  readonly known: readonly Song[];
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

/** A catalogue that songs are added to. */
export interface CatalogueEditor {
  readonly catalogue: Catalogue;
  /**
   * Decodes the whole file and adds its song. Missing `facts` come from the file's tags, title and artist from its name
   * without tags. Rejects with an error whose message describes the problem of the file.
   */
  add(file: string, facts: Partial<SongFacts>, onProgress?: (share: number) => void): Promise<Added>;
  /** Adds all sound files below a folder, with the same facts. Files that cannot be added are in the result. */
  addFolder(
    folder: string,
    facts: Partial<SongFacts>,
    onProgress?: (progress: FolderProgress) => void,
  ): Promise<FolderAdded>;
  close(): void;
}

/** Shorter songs cannot be distinguished from others. */
const shortestSeconds = 5;
/** The maximum duration: in frames it fits 20 bits. */
const longestSeconds = 4 * 3_600;
/** The excerpts of a new song that are searched in the catalogue. */
const mostExcerpts = 3;
const secondsPerExcerpt = 15;
/** The least agreement with another encoding of a recording, as a share of that with the recording itself. */
const sameShare = 0.6;
/** The largest difference in length and in position between two encodings of one recording. */
const sameSeconds = 3;

export async function openCatalogueEditor(file: string, clock: Clock): Promise<CatalogueEditor> {
  const catalogue = await openCatalogue(file);
  const known = new KnownSongs(file);
  const add: CatalogueEditor['add'] = async (path, facts, onProgress) => {
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
      const same = await sameRecording(known, sound, peaks);
      if (same) return { isNew: false, song: same };
      const song = { ...factsOf(path, await sound.tags()), ...facts };
      const added = await catalogue.add(song, sound.durationSeconds, peaks, clock.now());
      if (!added) throw new Error('Another process has just added it.');
      return { isNew: true, song: added };
    } finally {
      sound.close();
    }
  };
  return {
    catalogue,
    add,
    async addFolder(folder, facts, onProgress) {
      const files = await soundFilesBelow(folder);
      const [added, had]: [Song[], Song[]] = [[], []];
      const failed: { file: string; reason: string }[] = [];
      for (const [index, file] of files.entries()) {
        const place = { file, number: index + 1, count: files.length };
        try {
          const { isNew, song } = await add(file, facts, (share) => onProgress?.({ ...place, share }));
          (isNew ? added : had).push(song);
        } catch (error) {
          failed.push({ file, reason: error instanceof Error ? error.message : String(error) });
        }
      }
      return { added, known: had, failed };
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

/** The first frames of the excerpts: fewer of a short recording, whose decoding has a limit. */
function excerptsOf(lastFrame: number): number[] {
  const count = Math.max(
    1,
    Math.min(mostExcerpts, Math.floor((lastFrame * frameSeconds) / secondsPerExcerpt)),
  );
  return Array.from({ length: count }, (_, at) =>
    Math.max(0, Math.floor(((at + 0.5) / count) * lastFrame - longestFrames / 2)),
  );
}

/** The song of the same recording, in any encoding and under any name. */
async function sameRecording(known: KnownSongs, sound: Sound, peaks: Uint32Array): Promise<Song | null> {
  let same: Song | null = null;
  const lastFrame = frameOf(peaks.at(-1)!);
  for (const first of excerptsOf(lastFrame)) {
    const samples = await sound.slice(first * frameSeconds, (first + longestFrames) * frameSeconds);
    const clip = analysedClip(samples);
    const found = known.recognizeClip(clip);
    if (!found) return null;
    const { song, alignment } = found;
    const own = agreementAt(clip, 'exact', peaks, { offset: first, tempo: 1, pitch: 1 });
    const apart = Math.abs(alignment.offsetSeconds - first * frameSeconds);
    const longer = Math.abs(song.durationSeconds - sound.durationSeconds);
    if (alignment.agreement < sameShare * own || apart > sameSeconds || longer > sameSeconds) return null;
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
