import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

const extensions: ReadonlySet<string> = new Set(
  '.mp3 .mp4 .m4a .wav .ogg .opus .flac .aac .webm .mka .mkv'.split(' '),
);

/** The paths of all audio and video files below a folder, and of links to such files, in the order of their names. */
export async function soundFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.filter(({ name }) => extensions.has(extname(name).toLowerCase()));
  const areFiles = await Promise.all(named.map(isFile));
  return named
    .filter((_, at) => areFiles[at])
    .map(pathOf)
    .sort();
}

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

/** A link whose file is missing counts, so that opening it reports that. */
const isFile = async (entry: Dirent): Promise<boolean> =>
  entry.isFile() ||
  (entry.isSymbolicLink() &&
    (await stat(pathOf(entry)).then(
      (target) => target.isFile(),
      () => true,
    )));
