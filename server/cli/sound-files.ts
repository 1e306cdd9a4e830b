import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

const extensions: ReadonlySet<string> = new Set(
  '.mp3 .mp4 .m4a .wav .ogg .opus .flac .aac .webm .mka .mkv'.split(' '),
);

/** The paths of all audio and video files below a folder, in the order of their names. */
export async function soundFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
