import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { type Catalogue, openCatalogue, type Song, type SongFacts } from './catalogue.ts';
import { ffmpegOf } from './ffmpeg.ts';
import { createMeasurers } from './measurers.ts';
import type { Measured } from './measuring.ts';
import { sameRecording } from './same-recording.ts';
import { soundFilesBelow } from './sound-files.ts';

export interface Added {
  /** False when the catalogue has the recording already; `song` is the existing one then. */
  readonly isNew: boolean;
  readonly song: Song;
}

/** The outcome of one file of a folder. */
export type FileOutcome = { readonly file: string } & (
  | { readonly kind: 'added'; readonly song: Song }
  /** The file, unchanged since, was added before. */
  | { readonly kind: 'unchanged'; readonly song: Song }
  /** Another recording of this song, or the same one in another file. */
  | { readonly kind: 'known'; readonly song: Song }
  | { readonly kind: 'failed'; readonly reason: string }
);

export interface FolderListener {
  /** Called when a file is finished, in any order; `done` of `count` files are. */
  onFile(outcome: FileOutcome, done: number, count: number): void;
  /** Called with the finished part of a file, from 0 to 1. */
  onProgress?(file: string, share: number): void;
}

/** A catalogue that songs are added to. */
export interface CatalogueEditor {
  /**
   * Decodes the whole file and adds its song. Missing `facts` come from the file's tags, title and artist from its name
   * without tags. Rejects with an error whose message describes the problem of the file.
   */
  add(file: string, facts: Partial<SongFacts>, onProgress?: (share: number) => void): Promise<Added>;
  /**
   * Adds all sound files below a folder, with the same facts, on all cores but one, or on both of two, at low priority. Files
   * that were added before and are unchanged since are not read. Resolves to the numbers of sound files that are left out, by
   * their extensions.
   */
  addFolder(
    folder: string,
    facts: Partial<SongFacts>,
    listener: FolderListener,
  ): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export interface EditorOptions {
  readonly catalogueFile: string;
  readonly clock: Clock;
  /** As that of the recognizer. */
  readonly ffmpeg?: string | undefined;
}

export async function openCatalogueEditor({
  catalogueFile,
  clock,
  ffmpeg,
}: EditorOptions): Promise<CatalogueEditor> {
  const catalogue = await openCatalogue(catalogueFile);
  const cores = availableParallelism();
  const measurers = createMeasurers(cores === 2 ? 2 : Math.max(1, cores - 1), ffmpegOf(ffmpeg));
  let adding: Promise<unknown> = Promise.resolve();

  /** One at a time, so that of two equal files the second is known. */
  function addMeasured(path: string, measured: Measured, given: Partial<SongFacts>): Promise<Added> {
    const added = adding.then(async (): Promise<Added> => {
      const { facts, durationSeconds, peaks } = measured;
      const same = await sameRecording(catalogue, measured);
      const song = same ?? (await catalogue.add({ ...facts, ...given }, durationSeconds, peaks, clock.now()));
      if (!song) throw new Error('Another process has just added it.');
      const { size, mtimeMs: modifiedMs } = await stat(path);
      await catalogue.noteFile(resolve(path), { size, modifiedMs, song: song.id });
      return { isNew: !same, song };
    });
    adding = added.catch(() => undefined);
    return added;
  }

  const add: CatalogueEditor['add'] = async (path, facts, onProgress) =>
    addMeasured(path, await measurers.measure(path, onProgress), facts);

  return {
    add,
    async addFolder(folder, facts, { onFile, onProgress }) {
      const { files, leftOut } = await soundFilesBelow(folder);
      const unchanged = await unchangedFiles(catalogue, files);
      let done = 0;
      const finish = (outcome: FileOutcome) => {
        done += 1;
        onFile(outcome, done, files.length);
      };
      for (const [file, song] of unchanged) finish({ kind: 'unchanged', file, song });
      const addNext = async (file: string) => {
        try {
          const { isNew, song } = await add(file, facts, (share) => onProgress?.(file, share));
          finish({ kind: isNew ? 'added' : 'known', file, song });
        } catch (error) {
          finish({ kind: 'failed', file, reason: error instanceof Error ? error.message : String(error) });
        }
      };
      await Promise.all(files.filter((file) => !unchanged.has(file)).map(addNext));
      return leftOut;
    },
    async close() {
      await measurers.close();
      catalogue.close();
    },
  };
}

/** The files that have the size and time of when they were added, with their songs. */
async function unchangedFiles(catalogue: Catalogue, files: readonly string[]): Promise<Map<string, Song>> {
  const noted = await catalogue.files();
  const songs = new Map((await catalogue.list()).map((song) => [song.id, song]));
  const unchanged = new Map<string, Song>();
  for (const file of files) {
    const before = noted.get(resolve(file));
    const song = before && songs.get(before.song);
    if (!song) continue;
    const now = await stat(file).catch(() => null);
    if (now?.size === before.size && now.mtimeMs === before.modifiedMs) unchanged.set(file, song);
  }
  return unchanged;
}
