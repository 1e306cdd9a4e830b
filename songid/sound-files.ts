import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

const extensions: ReadonlySet<string> = new Set(
  '.mp3 .mp4 .m4a .wav .ogg .opus .flac .aac .webm .mka .mkv'.split(' '),
);

/** Of formats that are not read. */
const otherExtensions: ReadonlySet<string> = new Set(
  '.wma .aif .aiff .aifc .ape .wv .mpc .dsf .dff .ra .amr .mid'.split(' '),
);

export interface SoundFiles {
  /** The paths of audio and video files, and of links to such files, in the order of their names. */
  readonly files: readonly string[];
  /** The numbers of sound files of formats that are not read, by their extensions. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** The sound files below a folder. */
export async function soundFilesBelow(folder: string): Promise<SoundFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.filter(({ name }) => extensions.has(extensionOf(name)));
  const areFiles = await Promise.all(named.map(isFile));
  const leftOut = new Map<string, number>();
  for (const { name } of entries) {
    const extension = extensionOf(name);
    if (otherExtensions.has(extension)) leftOut.set(extension, (leftOut.get(extension) ?? 0) + 1);
  }
  const files = named
    .filter((_, at) => areFiles[at])
    .map(pathOf)
    .sort();
  return { files, leftOut };
}

const extensionOf = (name: string): string => extname(name).toLowerCase();

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

/** A link whose file is missing counts, so that opening it reports that. */
const isFile = async (entry: Dirent): Promise<boolean> =>
  entry.isFile() ||
  (entry.isSymbolicLink() &&
    (await stat(pathOf(entry)).then(
      (target) => target.isFile(),
      () => true,
    )));
